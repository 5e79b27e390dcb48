"""The answers of `companion rules` as plain data, for programs and for the layout in `rules_text`."""

from pathlib import Path
from typing import Any

from companion.i18n.audit import filled
from companion.i18n.catalogue_ids import known_ids
from companion.i18n.effects import effect_line
from companion.i18n.lookup import Hit, printed_names
from companion.i18n.translator import Translator
from companion.rules import Library, Rules
from companion.rules.base import BuildingBase
from companion.rules.compare import Difference
from companion.rules.effects import Effect, Nothing
from companion.rules.vocabulary import Category, Confidence

_NEVER_COUNTED = (Category.RESIDENTIAL,)


def in_play(building: BuildingBase) -> bool:
    """Whether this box holds the building."""
    return bool(building.count) or building.category in _NEVER_COUNTED


def game_data(library: Library, game: str, t: Translator) -> dict[str, Any]:
    """A game with its editions and variants."""
    data = library.rules(game, t.edition).data
    return {
        "id": game,
        "name": t.name(f"game.{game}"),
        "text": t.text(f"game.{game}"),
        "players": [data.players.minimum, data.players.maximum],
        "editions": {e: t.name(f"edition.{e}") if t.has(f"edition.{e}") else e for e in library.editions(game)},
        "variants": {v: t.name(f"variant.{v}") if t.has(f"variant.{v}") else v for v in library.variants(game)},
    }


def building_data(rules: Rules, building: str, t: Translator) -> dict[str, Any]:
    """A building: its numbers as declared, its words, and which numbers are not certain."""
    it = rules.data.buildings[building]
    return {
        "id": building,
        "name": t.name(f"building.{building}"),
        **it.model_dump(mode="json"),
        "cost_words": t.goods(it.cost) if it.cost else None,
        "line": building_line(t, it),
        "owner_line": effect_line(t, it.owner) if it.owner else None,
        "uncertain": uncertain(rules, f"buildings.{building}"),
    }


def building_line(t: Translator, it: BuildingBase) -> str | None:
    """The effect in a line; the income where that is all there is."""
    effect: Effect | None = getattr(it, "effect", None)
    if effect is not None and not isinstance(effect, Nothing):
        return effect_line(t, effect)
    return t.say("effect.income", income=it.income) if it.income else None


def uncertain(rules: Rules, path: str) -> dict[str, str]:
    """The fields at a path that are less than printed, with their confidence."""
    return {
        where.removeprefix(f"{path}."): source.confidence
        for where, source in rules.sources.items()
        if where.startswith(f"{path}.") and source.confidence != Confidence.HIGH
    }


def entry_data(rules: Rules, id: str, t: Translator) -> dict[str, Any]:
    """Everything about one id."""
    kind, _, name = id.partition(".")
    data: dict[str, Any] = {"id": id, "game": rules.game, "edition": rules.edition}
    if kind == "building" and name in rules.data.buildings:
        data |= building_data(rules, name, t) | {"id": id}
    if kind == "ruling":
        source = rules.sources[f"rulings.{name}.number"]
        data |= {"number": rules.data.rulings[name].number, "confidence": source.confidence, "texts": source.texts}
    for facet in ("name", "long", "line", "text"):
        if t.has(id, facet):
            data[facet] = filled(t, rules, facet, id)
    if t.also(id):
        data["also"] = t.also(id)
    data["rulings"] = [
        {
            "id": r,
            "number": it.number,
            "question": t.name(f"ruling.{r}"),
            "answer": filled(t, rules, "text", f"ruling.{r}"),
        }
        for r, it in rules.data.rulings.items()
        if id in it.about
    ]
    return data


def difference_data(difference: Difference, t: Translator) -> dict[str, Any]:
    """One difference, with its title in words."""
    return {**vars(difference), "rulings": list(difference.rulings), "title": title(difference, t)}


def differing_names(
    library: Library, game: str, first: str, second: str, overlays: tuple[Path, ...]
) -> dict[str, list[str]]:
    """What the two boxes call differently, when they speak one language."""
    languages = [library.rules(game, e).data.edition.language for e in (first, second)]
    if languages[0] != languages[1]:
        return {}
    names = {
        id: printed_names(library, game, id, overlays)
        for id, facets in known_ids(library, game).items()
        if "name" in facets
    }
    return {
        id: [printed[first], printed[second]]
        for id, printed in names.items()
        if not id.startswith("edition.") and printed.get(first) != printed.get(second)
    }


def source_data(rules: Rules, id: str | None) -> list[dict[str, Any]]:
    """Each datum with its value, texts and confidence."""
    prefix = _data_prefix(id) if id else ""
    values = rules.data.model_dump(mode="json")
    return [
        {
            "path": path,
            "value": _at(values, path),
            "texts": list(source.texts),
            "confidence": source.confidence,
            "file": source.file,
        }
        for path, source in rules.sources.items()
        if path.startswith(prefix) and not path.startswith(("edition.", "points.", "words."))
    ]


def hit_data(library: Library, hit: Hit, code: str, edition: str | None, overlays: tuple[Path, ...]) -> dict[str, Any]:
    """A hit with its name on each box."""
    edition = edition or library.default_edition(hit.game, code)
    t = Translator(code, library.rules(hit.game, edition), overlays=overlays)
    facet = "long" if t.has(hit.id, "long") else "name"
    return {
        "game": hit.game,
        "game_name": t.name(f"game.{hit.game}"),
        "id": hit.id,
        "name": t.words(facet, hit.id),
        "found_as": hit.name,
        "language": hit.language,
        "printed": printed_names(library, hit.game, hit.id, overlays),
    }


def _data_prefix(id: str) -> str:
    kind, _, name = id.partition(".")
    plural = {"building": "buildings.", "ruling": "rulings.", "section": "castle.sections.", "line": "favors.lines."}
    return f"{plural[kind]}{name}." if kind in plural and kind != "line" else f"{plural.get(kind, '')}{name}"


def _at(values: Any, path: str) -> Any:
    for step in path.split("."):
        values = values.get(step) if isinstance(values, dict) else None
    return values


def title(difference: Difference, t: Translator) -> str:
    """What a difference is about."""
    place = difference.path.split(".")
    if difference.point and t.has(f"point.{difference.point}"):
        point = t.name(f"point.{difference.point}")
        return f"{point}: {t.name(f'building.{place[1]}')}" if place[-1] == "count" else point
    return difference.path
