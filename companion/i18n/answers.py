"""The answers to what people look up, as plain data: for programs, for the terminal and for the web."""

from pathlib import Path
from typing import Any

from companion.i18n.effects import effect_line
from companion.i18n.needed_words import known_ids
from companion.i18n.search import Hit, printed_names
from companion.i18n.translator import Translator
from companion.rules import Library, Rules, UnknownName
from companion.rules.effects import Effect, Nothing
from companion.rules.game import BuildingBase
from companion.rules.vocabulary import Category, Confidence

_NEVER_COUNTED = (Category.RESIDENTIAL,)

_TABLES = {
    "building": "buildings.",
    "ruling": "rulings.",
    "section": "castle.sections.",
    "line": "favors.lines.",
    "favor": "favors.lines.",
    "setup": "setup.",
    "end": "end.",
    "action": "actions.prices.",
    "component": "components.",
}
"""The tables of the data by the kind of an id."""

_COUNTABLE = ("prestige", "favor", "income", "count")


def filled(t: Translator, rules: Rules, facet: str, id: str) -> str:
    """One facet of one id with the places of its sentence filled from the rules."""
    kind, _, name = id.partition(".")
    if kind == "building" and name in rules.data.buildings:
        return t.words(facet, id, it=rules.data.buildings[name])
    return t.words(facet, id)


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
        "owner_line": owner_line(rules, building, t),
        "uncertain": uncertain(rules, f"buildings.{building}"),
    }


def building_line(t: Translator, it: BuildingBase) -> str | None:
    """The effect in a line; the income where that is all there is."""
    effect: Effect | None = it.effect
    if effect is not None and not isinstance(effect, Nothing):
        return effect_line(t, effect)
    return t.say("effect.income", income=it.income) if it.income else None


def owner_line(rules: Rules, building: str, t: Translator) -> str | None:
    """What the owner gets when another player's worker stands there.

    >>> from companion.rules import load
    >>> rules = load("caylus")
    >>> owner_line(rules, "s_farm", Translator("en", rules))
    'Take 1\xa0food or 1\xa0cloth.'
    """
    effect = rules.data.owner_effect(building)
    return effect_line(t, effect) if effect else None


def uncertain(rules: Rules, path: str) -> dict[str, str]:
    """The fields at a path that are less than printed, with their confidence."""
    return {
        where.removeprefix(f"{path}."): source.confidence
        for where, source in rules.sources.items()
        if where.startswith(f"{path}.") and source.confidence != Confidence.HIGH
    }


def entry_data(rules: Rules, id: str, t: Translator) -> dict[str, Any]:
    """Everything about one id. Raises `UnknownName` for a building that another edition alone has."""
    kind, _, name = id.partition(".")
    data: dict[str, Any] = {"id": id, "game": rules.game, "edition": rules.edition}
    if kind == "building":
        if name not in rules.data.buildings:
            raise UnknownName("id", name, list(rules.data.buildings))
        data |= building_data(rules, name, t) | {"id": id}
        if name in rules.data.printed:
            data["on_tile"] = rules.data.printed[name]
    if kind == "ruling":
        source = rules.sources[f"rulings.{name}.number"]
        data |= {"number": rules.data.rulings[name].number, "confidence": source.confidence, "texts": source.texts}
        data["about"] = list(rules.data.rulings[name].about)
    if kind in ("line", "favor"):
        data |= favor_data(kind, name, [effect_line(t, effect) for effect in rules.data.effects_of(name)], t)
    for facet in ("name", "long", "line", "text"):
        if t.has(id, facet):
            data[facet] = filled(t, rules, facet, id)
    if t.also(id):
        data["also"] = t.also(id)
    asked = {id, f"category.{data['category']}"} if kind == "building" else {id}
    data["rulings"] = [
        {
            "id": r,
            "number": it.number,
            "question": t.name(f"ruling.{r}"),
            "answer": filled(t, rules, "text", f"ruling.{r}"),
        }
        for r, it in rules.data.rulings.items()
        if not asked.isdisjoint(it.about)
    ]
    return data


def tile_names(rules: Rules, data: dict[str, Any], t: Translator) -> list[tuple[str, str, str]]:
    """What the tile prints in further languages: language, name, and where it is not certain, how sure it is."""
    _, _, building = data["id"].partition(".")
    unsure = uncertain(rules, f"printed.{building}")
    return [
        (code, name, t.say(f"confidence.{unsure[code]}") if code in unsure else "")
        for code, name in data.get("on_tile", {}).items()
    ]


def favor_data(kind: str, name: str, steps: list[str], t: Translator) -> dict[str, Any]:
    """The steps of a line of the favor table, or the name and the line of one step."""
    if kind == "line":
        return {"steps": steps}
    line, _, column = name.partition(".")
    return {"name": t.say("label.favor_step", line=t.name(f"line.{line}"), column=int(column)), "line": steps[0]}


def label(t: Translator, field: str) -> str:
    """A field as people call it, or its path where it has no label."""
    id = f"label.{field}"
    return t.say(id) if t.has(id, "say") else field


def facts(data: dict[str, Any], t: Translator) -> list[tuple[str, str, str]]:
    """The numbers and lines of an entry that people read first: field, label, value."""
    rows = [("cost", data.get("cost_words")), *((field, data.get(field)) for field in _COUNTABLE)]
    rows += [("effect", data.get("line")), ("owner", data.get("owner_line"))]
    return [(field, label(t, field), str(value)) for field, value in rows if value]


def other_names(library: Library, game: str, id: str, shown: str, overlays: tuple[Path, ...]) -> list[tuple[str, str]]:
    """What the other boxes print for the name shown, each once, with its language."""
    found = {
        name: library.rules(game, edition).data.edition.language
        for edition, name in reversed(printed_names(library, game, id, overlays).items())
    }
    return [(name, language) for name, language in reversed(found.items()) if name != shown]


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
    place = _data_path(id) if id else ""
    places = (place, f"printed.{place.removeprefix('buildings.')}") if place else ()
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
        if (not id or any(_below(path, place) for place in places))
        and not path.startswith(("edition.", "points.", "words."))
    ]


def source_groups(rules: Rules, library: Library, id: str, t: Translator) -> list[dict[str, Any]]:
    """The data of one id, those together that stand in the same texts and are equally sure."""
    groups: dict[tuple[str, ...], dict[str, Any]] = {}
    for data in source_data(rules, id):
        places = [text_place(library, text, t) for text in data["texts"]] or [data["file"]]
        group = groups.setdefault(
            (data["confidence"], *places), {"confidence": data["confidence"], "places": places, "fields": {}}
        )
        field = data["path"].removeprefix(_data_path(id)).lstrip(".").partition(".")[0] or "effect"
        field = "on_tile" if data["path"].startswith("printed.") else field
        group["fields"][field] = t.has(f"label.{field}", "say")
    return [
        {**group, "fields": [(label(t, field), known) for field, known in group["fields"].items()]}
        for group in groups.values()
    ]


def text_place(library: Library, text: str, t: Translator) -> str:
    """A place in a text as people call it: `English rules, 5g`."""
    source, _, section = text.partition(" ")
    id = f"source.{source}"
    title = t.say(id) if t.has(id, "say") else library.texts.get(source, {}).get("title", source)
    return f"{title}, {section}" if section else title


def hit_data(library: Library, hit: Hit, code: str, edition: str | None, overlays: tuple[Path, ...]) -> dict[str, Any]:
    """A hit with its name on each box."""
    edition = edition or library.default_edition(hit.game, code)
    t = Translator(code, library.rules(hit.game, edition), overlays=overlays)
    return {
        "game": hit.game,
        "game_name": t.name(f"game.{hit.game}"),
        "id": hit.id,
        "name": t.long(hit.id),
        "found_as": hit.name,
        "language": hit.language,
        "printed": {} if hit.id.startswith("ruling.") else printed_names(library, hit.game, hit.id, overlays),
    }


def _data_path(id: str) -> str:
    """Where the data of an id lie; a phase or a term shares its name with its table."""
    kind, _, name = id.partition(".")
    if id in ("term.favor", "term.favor_table"):
        return "favors"
    return f"{_TABLES.get(kind, '')}{name}"


def _below(path: str, place: str) -> bool:
    return path == place or path.startswith(f"{place}.")


def _at(values: Any, path: str) -> Any:
    for step in path.split("."):
        values = values.get(step) if isinstance(values, dict) else None
    return values
