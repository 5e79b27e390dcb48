"""The contents of the look-up pages as plain data: tiles, chapters, hits and choices."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from companion.i18n import answers
from companion.i18n.needed_words import known_ids
from companion.i18n.search import Hit
from companion.i18n.translator import Translator
from companion.web.locale import ShownBox, code, content, own_box

NUMBERED = ("phase", "setup")
"""Chapters in the order of play."""

DRAWN = ("phase", "section", "term")
"""Chapters whose entries mostly have a picture."""


@dataclass(frozen=True)
class BoxChoices:
    """The choices for a game: editions, and the variants that are not always in force."""

    editions: dict[str, str]
    edition: str
    variants: dict[str, str]
    variants_chosen: tuple[str, ...]


def glance(game: str) -> dict[str, Any]:
    """Return a game for the first page, as its box in the viewer's language has it."""
    own = own_box(game)
    return answers.game_data(content().library, game, own.t) | {"edition": own.rules.edition}


def choices(chosen: ShownBox, data: dict[str, Any]) -> BoxChoices:
    """Return the editions and variants to choose from."""
    always = content().library.rules(chosen.game, chosen.rules.edition).variants
    variants = {v: name for v, name in data["variants"].items() if v not in always}
    return BoxChoices(data["editions"], chosen.rules.edition, variants, chosen.rules.variants)


def tiles(chosen: ShownBox) -> dict[str, list[dict[str, Any]]]:
    """Return the buildings of the box by category, with their names on other boxes."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for building, tile in chosen.rules.data.buildings.items():
        if answers.in_play(tile):
            groups.setdefault(tile.category, []).append(_tile(chosen, building))
    return groups


def _tile(chosen: ShownBox, building: str) -> dict[str, Any]:
    id = f"building.{building}"
    data = answers.building_data(chosen.rules, building, chosen.t) | {"id": id}
    others = answers.other_names(content().library, chosen.game, id, data["name"], content().overlays)
    return data | {"others": others}


def _headings(t: Translator) -> dict[str, str]:
    """Return the headings of all chapters except buildings, in page order."""
    return {
        "phase": t.say("label.phases"),
        "section": t.say("label.sections"),
        "line": t.say("web.favors"),
        "action": t.say("web.actions"),
        "setup": t.say("web.setup"),
        "end": t.say("web.end"),
        "term": t.say("web.terms"),
        "ruling": t.say("web.rulings"),
    }


def chapters(chosen: ShownBox) -> list[dict[str, Any]]:
    """Return everything except buildings, by chapter."""
    t = chosen.t
    headings = _headings(t)
    groups: dict[str, list[dict[str, str]]] = {kind: [] for kind in headings}
    for id in _in_force(chosen):
        kind = id.partition(".")[0]
        if kind in groups and t.has(id) and t.has(id, "text"):
            groups[kind].append({"id": id, "name": t.name(id), "line": t.line(id) if t.has(id, "line") else ""})
    return [
        {
            "kind": kind,
            "title": headings[kind],
            "entries": entries,
            "numbered": kind in NUMBERED,
            "drawn": kind in DRAWN,
        }
        for kind, entries in groups.items()
        if entries
    ]


def _in_force(chosen: ShownBox) -> Iterator[str]:
    """Yield the ids of a game, except the phases that its variants leave out."""
    phases = {f"phase.{phase}" for phase in chosen.rules.data.sequence.phases}
    for id in known_ids(content().library, chosen.game):
        if not id.startswith("phase.") or id in phases:
            yield id


def related(chosen: ShownBox, data: dict[str, Any]) -> list[tuple[str, str]]:
    """Return what a ruling is about, or the buildings of a category."""
    t = chosen.t
    ids: Iterable[str] = data.get("about", [])
    kind, _, name = data["id"].partition(".")
    if kind == "category":
        buildings = chosen.rules.data.buildings.items()
        ids = [f"building.{b}" for b, building in buildings if building.category == name and answers.in_play(building)]
    return [(id, t.long(id)) for id in ids if t.has(id)]


def edition_of(chosen: ShownBox, edition: str) -> tuple[str, str]:
    """Return the name of an edition, and the language it is printed in."""
    id = f"edition.{edition}"
    language = content().library.rules(chosen.game, edition).data.edition.language
    return (chosen.t.name(id) if chosen.t.has(id) else edition), language


def language_of(chosen: ShownBox, code: str) -> tuple[str, str]:
    """Return the viewer's name for a language that only tiles are printed in."""
    return str(chosen.t.locale.languages.get(code, code)), code


def found(hits: list[Hit], chosen: ShownBox | None) -> list[dict[str, Any]]:
    """Return the hits by game. Links to the game that the person came from keep its box."""
    groups: dict[str, dict[str, Any]] = {}
    order = ([chosen.game] if chosen else []) + content().library.games
    boxes = {game: chosen if chosen and chosen.game == game else own_box(game) for game in order}
    for game in dict.fromkeys(order):
        here = boxes[game]
        entries = [_hit(here, hit) for hit in hits if hit.game == game]
        if entries:
            groups[game] = {"box": here, "name": here.t.name(f"game.{game}"), "entries": entries}
    return list(groups.values())


def _hit(here: ShownBox, hit: Hit) -> dict[str, Any]:
    t = here.t
    data = answers.hit_data(content().library, hit, code(), here.rules.edition, content().overlays)
    kind, _, name = hit.id.partition(".")
    building = here.rules.data.buildings.get(name) if kind == "building" else None
    return {
        "id": hit.id,
        "name": data["name"],
        "as": hit.name if hit.name != data["name"] else "",
        "language": hit.language,
        "kind": t.name(f"category.{building.category}") if building else "",
        "line": answers.building_line(t, building) if building else t.line(hit.id) if t.has(hit.id, "line") else "",
        "answer": t.text(hit.id) if kind == "ruling" else "",
    }
