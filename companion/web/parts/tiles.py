"""The options of a choice as the tiles they are about, in the order of the board; greyed ones say why not."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine.amounts import chosen_cubes, cube_letters
from companion.engine.game import Decision
from companion.i18n.narration import reason_line
from companion.i18n.options import Option, cost_now, words_of
from companion.i18n.translator import Translator
from companion.rules.vocabulary import Category
from companion.table.snapshot import TableSnapshot
from companion.web.parts.faces import BuildingFace, face

MOST_REASONS = 30
"""Greyed tiles in one choice: more than a board has, and an end."""

CASTLE, HAND = "castle", "hand"


@dataclass(frozen=True)
class ChoiceTile:
    """A place on the table: the face of what stands there, and what can be done with it now."""

    place: str
    face: BuildingFace
    options: tuple[Option, ...] = ()
    why: str = ""
    """Why it cannot be chosen, where it cannot."""
    space: int = 0
    owner: str = ""
    workers: tuple[str, ...] = ()
    stock: int = 0
    """Cubes that lie on the card."""


@dataclass(frozen=True)
class TileSection:
    """Tiles that lie together on the table."""

    id: str
    title: str
    tiles: tuple[ChoiceTile, ...]

    @property
    def open(self) -> bool:
        """Whether anything here can be chosen; one's own hand is always seen."""
        return self.id == HAND or any(tile.options for tile in self.tiles)


@dataclass(frozen=True)
class Buttons:
    """Options that are shown as buttons, under one heading."""

    id: str
    title: str
    options: tuple[Option, ...]
    why: str = ""


@dataclass(frozen=True)
class Chosen:
    """What tiles are made from: the open choice, what can be chosen, and the table as the chooser sees it."""

    t: Translator
    table: TableSnapshot
    decision: Decision
    options: tuple[Option, ...]
    look: Mapping[str, Any]

    def by_place(self, verb: str) -> dict[str, list[Option]]:
        """The options of a verb by the place they name."""
        found: dict[str, list[Option]] = {}
        for option in self.options:
            if option.text.verb == verb:
                found.setdefault(option.text.place, []).append(option)
        return found

    def tile(self, place: str, face: BuildingFace, options: Iterable[Option], asked: str, **lies: Any) -> ChoiceTile:
        """A tile with its options; without any, the reason why not, which is asked of an action."""
        found = tuple(options)
        return ChoiceTile(place, face, found, "" if found else self.why_not(asked), **lies)

    def why_not(self, text: str) -> str:
        """The reason against an action, as a sentence."""
        reason = self.table.why_not(text)
        return reason_line(self.t, reason, self.table.people.names) if reason else ""

    @property
    def me(self) -> Mapping[str, Any]:
        """What lies before the player who chooses."""
        found: Mapping[str, Any] = self.look["players"].get(self.decision.seat, {})
        return found


def sections(c: Chosen) -> Iterator[TileSection]:
    """The tiles of a choice, by where they lie."""
    match c.decision.kind:
        case "worker":
            yield from _places(c, "place")
        case "gate":
            yield from _places(c, "move")
        case "action":
            yield _hand(c)
            yield TileSection("road", c.t.name("term.road"), tuple(_road(c, "place")))
            yield _prestige(c)
        case "build":
            yield from _stock(c)
        case "residence":
            yield TileSection("road", c.t.name("term.road"), tuple(_own_road(c)))


def _places(c: Chosen, verb: str) -> Iterator[TileSection]:
    found = c.by_place(verb)
    specials = tuple(
        _standing(c, verb, one["building"], one["building"], found, workers=tuple(one["workers"]))
        for one in c.look["specials"]
        if one["places"]
    )
    yield TileSection("special", c.t.words("many", "category.special"), specials)
    yield TileSection("road", c.t.name("term.road"), tuple(_road(c, verb)))
    yield TileSection(CASTLE, c.t.name("term.castle"), (_castle(c, verb, found),))


def _castle(c: Chosen, verb: str, found: Mapping[str, list[Option]]) -> ChoiceTile:
    castle = c.look["castle"]
    section = castle["open"] or castle["section"]
    shown = BuildingFace(c.t.name("term.castle"), "special", c.t.name(f"section.{section}") if section else "")
    return c.tile(CASTLE, shown, found.get(CASTLE, ()), f"{verb} {CASTLE}", workers=tuple(castle["workers"]))


_WORKLESS = (Category.RESIDENTIAL, Category.PRESTIGE)


def _road(c: Chosen, verb: str, unsaid: str = "") -> Iterator[ChoiceTile]:
    """The road in order, a place without what an action leaves unsaid. What never takes a worker is left out."""
    found = c.by_place(verb)
    for one in c.look["road"]:
        place, building = (one["place"] or "").removesuffix(unsaid), one["building"]
        if building is None or (place not in found and one["category"] in _WORKLESS):
            continue
        yield _standing(
            c, verb, place, building, found, space=one["space"], owner=one["owner"] or "",
            workers=(one["worker"],) if one["worker"] else (), stock=one.get("stock", 0),
        )  # fmt: skip


def _own_road(c: Chosen) -> Iterator[ChoiceTile]:
    """What the lawyer may change. Cards are named without their owner: one can turn over none but one's own."""
    mine = f":{c.decision.seat}"
    for tile in _road(c, "residence", mine):
        if ":" not in tile.place:
            yield tile


def _standing(
    c: Chosen, verb: str, place: str, building: str, found: Mapping[str, list[Option]], **lies: Any
) -> ChoiceTile:
    return c.tile(place, face(c.t, building), found.get(place, ()), f"{verb} {place}", **lies)


def _to_build(c: Chosen, verb: str, names: Iterable[str], found: Mapping[str, list[Option]]) -> tuple[ChoiceTile, ...]:
    """What could be built, each with the ways to pay for it."""
    return tuple(c.tile(name, face(c.t, name), found.get(name, ()), _way(c, verb, name)) for name in names)


def _stock(c: Chosen) -> Iterator[TileSection]:
    """The buildings that can still be built of the kind that the choice is about."""
    found = c.by_place("build")
    for category, left in c.look["stock"].items():
        if any(name in left for name in found):
            tiles = _to_build(c, "build", dict.fromkeys(left), found)
            yield TileSection(category, c.t.words("many", f"category.{category}"), tiles[:MOST_REASONS])


def _hand(c: Chosen) -> TileSection:
    """One's cards, and what may be among those that the app does not know."""
    found = c.by_place("build")
    names = dict.fromkeys([*(c.me.get("hand") or ()), *found])
    return TileSection(HAND, c.t.name("term.hand"), _to_build(c, "build", names, found))


def _prestige(c: Chosen) -> TileSection:
    found = c.by_place("prestige")
    left = [name for name, owner in c.look["prestige_cards"].items() if owner is None]
    return TileSection("prestige", c.t.words("many", "category.prestige"), _to_build(c, "prestige", left, found))


def _way(c: Chosen, verb: str, name: str) -> str:
    """One way to build something, to ask what is missing for it."""
    rules = c.table.rules
    cost = cost_now(rules, c.decision.about, name)
    named = cost.any or cost.plain or words_of(rules).names_cubes
    letters = f" {cube_letters(next(chosen_cubes(cost)))}" if named else ""
    site = ""
    if face(c.t, name).kind == Category.PRESTIGE:
        site = next((f" on {one['space']}" for one in c.look["road"] if _is_mine(c, one)), "")
    return f"{verb} {name}{letters}{site}"


def _is_mine(c: Chosen, one: Mapping[str, Any]) -> bool:
    """Whether a space holds a residence of the player who chooses, free to be built over."""
    return bool(one["building"] == c.table.rules.data.residence_tile and one["owner"] == c.decision.seat)
