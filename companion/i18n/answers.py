"""Answers to what people look up, as plain data, for programs, the terminal and the web."""

import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from companion.i18n.effects import effect_line
from companion.i18n.needed_words import known_ids
from companion.i18n.search import Hit, printed_names
from companion.i18n.translator import Translator
from companion.rules import Library, Rules, UnknownName
from companion.rules.compare import Difference
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
"""The prefix of the data paths for each kind of id."""

_COUNTABLE = ("prestige", "favor", "income", "count")


def filled(t: Translator, rules: Rules, facet: str, id: str) -> str:
    """Return one facet of an id, with the placeholders of its text filled from the rules."""
    kind, _, name = id.partition(".")
    if kind == "building" and name in rules.data.buildings:
        return t.words(facet, id, it=rules.data.buildings[name])
    return t.words(facet, id)


def in_play(building: BuildingBase) -> bool:
    """Whether this box contains the building."""
    return bool(building.count) or building.category in _NEVER_COUNTED


def game_data(library: Library, game: str, t: Translator) -> dict[str, Any]:
    """Return a game with its editions and variants."""
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
    """Return a building: its data, its words, and which values are uncertain."""
    tile = rules.data.buildings[building]
    return {
        "id": building,
        "name": t.name(f"building.{building}"),
        **tile.model_dump(mode="json"),
        "cost_words": t.goods(tile.cost) if tile.cost else None,
        "line": building_line(t, tile),
        "owner_line": owner_line(rules, building, t),
        "uncertain": uncertain(rules, f"buildings.{building}"),
    }


def building_line(t: Translator, building: BuildingBase) -> str | None:
    """Return the effect in one line, or the income if there is no effect, or None."""
    effect: Effect | None = building.effect
    if effect is not None and not isinstance(effect, Nothing):
        return effect_line(t, effect)
    return t.say("effect.income", income=building.income) if building.income else None


def owner_line(rules: Rules, building: str, t: Translator) -> str | None:
    """Return what the owner gets when another player's worker is there, or None.

    >>> from companion.rules import load
    >>> rules = load("caylus")
    >>> owner_line(rules, "s_farm", Translator("en", rules))
    'Take 1\xa0food or 1\xa0cloth.'
    """
    effect = rules.data.owner_effect(building)
    return effect_line(t, effect) if effect else None


def uncertain(rules: Rules, path: str) -> dict[str, str]:
    """Return the fields below a path that nobody can be sure of, with their confidence; owners are of theirs."""
    return {
        where.removeprefix(f"{path}."): source.confidence
        for where, source in rules.sources.items()
        if where.startswith(f"{path}.") and source.confidence not in (Confidence.HIGH, Confidence.OWN)
    }


def entry_data(rules: Rules, id: str, t: Translator) -> dict[str, Any]:
    """Return everything about an id. Raises `UnknownName` for a building that only another edition has."""
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
    ids = {id, f"category.{data['category']}"} if kind == "building" else {id}
    data["rulings"] = [
        {
            "id": r,
            "number": ruling.number,
            "question": t.name(f"ruling.{r}"),
            "answer": filled(t, rules, "text", f"ruling.{r}"),
        }
        for r, ruling in rules.data.rulings.items()
        if not ids.isdisjoint(ruling.about)
    ]
    return data


def tile_names(rules: Rules, data: dict[str, Any], t: Translator) -> list[tuple[str, str, str]]:
    """Return the names printed on a tile in further languages: language, name and, if uncertain, the confidence."""
    _, _, building = data["id"].partition(".")
    unsure = uncertain(rules, f"printed.{building}")
    return [
        (code, name, t.say(f"confidence.{unsure[code]}") if code in unsure else "")
        for code, name in data.get("on_tile", {}).items()
    ]


def favor_data(kind: str, name: str, steps: list[str], t: Translator) -> dict[str, Any]:
    """Return the steps of a line of the favor table, or the name and line of one step."""
    if kind == "line":
        return {"steps": steps}
    line, _, column = name.partition(".")
    return {"name": t.say("label.favor_step", line=t.name(f"line.{line}"), column=int(column)), "line": steps[0]}


def label(t: Translator, field: str) -> str:
    """Return a field's label, or the field itself if it has none."""
    id = f"label.{field}"
    return t.say(id) if t.has(id, "say") else field


def facts(data: dict[str, Any], t: Translator) -> list[tuple[str, str, str]]:
    """Return the facts of an entry that people read first: field, label, value."""
    rows = [("cost", data.get("cost_words")), *((field, data.get(field)) for field in _COUNTABLE)]
    rows += [("effect", data.get("line")), ("owner", data.get("owner_line"))]
    none_here = "count" if data.get("category") not in _NEVER_COUNTED else ""  # no tile of it in this box
    return [
        (field, label(t, field), str(value)) for field, value in rows if value or (value == 0 and field == none_here)
    ]


def other_names(library: Library, game: str, id: str, shown: str, overlays: tuple[Path, ...]) -> list[tuple[str, str]]:
    """Return the names on other boxes that differ from the name shown, each once, with its language."""
    languages = {
        name: library.rules(game, edition).data.edition.language
        for edition, name in reversed(printed_names(library, game, id, overlays).items())
    }
    return [(name, language) for name, language in reversed(languages.items()) if name != shown]


def differing_names(
    library: Library, game: str, first: str, second: str, overlays: tuple[Path, ...]
) -> dict[str, list[str]]:
    """Return what two boxes name differently, if they are in the same language."""
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
        if not id.startswith("edition.") and {first, second} <= printed.keys() and printed[first] != printed[second]
    }


def source_data(rules: Rules, id: str | None) -> list[dict[str, Any]]:
    """Return values with their paths, texts and confidence, for one id or for everything."""
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
        if (not id or any(path == place or path.startswith(f"{place}.") for place in places))
        and not path.startswith(("edition.", "points.", "words."))
    ]


def source_groups(rules: Rules, library: Library, id: str, t: Translator) -> list[dict[str, Any]]:
    """Group the data of an id by texts and confidence."""
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
        {**group, "fields": [(label(t, field), value) for field, value in group["fields"].items()]}
        for group in groups.values()
    ]


def text_place(library: Library, text: str, t: Translator) -> str:
    """Return a place in a text as people call it: `English rules, 5g`. Outside of books, a thing is the place."""
    source, _, section = text.partition(" ")
    id, known = f"source.{source}", library.texts.get(source, {})
    title = t.say(id) if t.has(id, "say") else known.get("title", source)
    if t.has(id, "say") and known.get("kind") != "rulebook" and not section[:1].isdigit():
        things = (f"{kind}.{section}" for kind in ("building", "term"))
        section = next((t.form(thing, "noun") for thing in things if t.has(thing)), "")
    return t.listed((title, section))


def hit_data(library: Library, hit: Hit, code: str, edition: str | None, overlays: tuple[Path, ...]) -> dict[str, Any]:
    """Return a hit with its name on each box."""
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
    """Return the path of an id's data. A phase or a term has the same name as its table."""
    kind, _, name = id.partition(".")
    if id in ("term.favor", "term.favor_table"):
        return "favors"
    return f"{_TABLES.get(kind, '')}{name}"


def _at(values: Any, path: str) -> Any:
    for step in path.split("."):
        values = values.get(step) if isinstance(values, dict) else None
    return values


_EFFECT: TypeAdapter[Effect] = TypeAdapter(Effect)


def title(difference: Difference, t: Translator) -> str:
    place = difference.path.split(".")
    if difference.point and t.has(f"point.{difference.point}"):
        point = t.name(f"point.{difference.point}")
        return t.labelled(point, t.name(f"building.{place[1]}")) if place[-1] == "count" else point
    building, label = f"building.{place[1]}" if place[0] == "buildings" else "", f"label.{place[-1]}"
    if t.has(building) and t.has(label, "say"):
        return t.labelled(t.name(building), t.say(label))
    return difference.path


def difference_data(difference: Difference, t: Translator) -> dict[str, Any]:
    """Return a difference as plain data, with its title in words."""
    return {**vars(difference), "rulings": list(difference.rulings), "title": title(difference, t)}


def said(difference: Difference, side: int, t: Translator) -> str:
    """Return what the first (0) or the second (1) box says."""
    read = (difference.first_reads, difference.second_reads)[side]
    value = (difference.first, difference.second)[side]
    if read is not None:
        label = f"diff.reads.{read}"
        return (
            t.say(label) if t.has(label, "say") else t.name(f"building.{read}") if t.has(f"building.{read}") else read
        )
    return value_words(difference, value, t)


def value_words(difference: Difference, value: Any, t: Translator) -> str:
    """Return a value in words: an effect as its line, a place by its name, points as such, a number as it is."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        id, facet = f"point.{difference.point}", "yes" if value else "no"
        return t.words(facet, id) if t.has(id, facet) else t.say("diff.yes" if value else "diff.no")
    if isinstance(value, int) and difference.path.rpartition(".")[2].endswith("prestige"):
        return t.count("prestige", value)
    if isinstance(value, list):
        if value and isinstance(value[0], str):
            return t.all_of([_place(name, t) for name in value])
        return _deals(difference, value, t)
    label = f"diff.reads.{value}"
    return t.say(label) if t.has(label, "say") else str(value)


def _place(name: str, t: Translator) -> str:
    return next((t.name(f"{kind}.{name}") for kind in ("building", "term") if t.has(f"{kind}.{name}")), name)


def _deals(difference: Difference, value: list[Any], t: Translator) -> str:
    if all("kind" in part for part in value):
        lines = (effect_line(t, _EFFECT.validate_json(json.dumps(part))) for part in value)
        return t.series([line.removesuffix(".") for line in lines])
    building = difference.path.split(".")[1]
    if t.rules is None or building not in t.rules.data.buildings:
        return str(value)
    effect = t.rules.data.buildings[building].effect
    if effect is None:
        return str(value)
    return effect_line(t, type(effect).model_validate_json(json.dumps({"kind": effect.kind, "options": value})))
