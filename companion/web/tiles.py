"""The options of a choice as the tiles they are about, in the order of the board; greyed ones say why not."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine.amounts import chosen_cubes, cube_letters
from companion.engine.game import Decision
from companion.i18n.options import Option, cost_now
from companion.i18n.story import reason_line
from companion.i18n.translator import Translator
from companion.rules.vocabulary import Category
from companion.table.table import Table
from companion.web.faces import Signs, face

MOST_REASONS = 30
"""Greyed tiles in one choice: more than a board has, and an end."""

CASTLE, HAND = "castle", "hand"


@dataclass(frozen=True)
class Tile:
    """A building with what can be done to it now."""

    place: str
    name: str
    kind: str
    others: tuple[tuple[str, str], ...] = ()
    deals: tuple[tuple[Signs, Signs], ...] = ()
    line: str = ""
    cost: Signs = field(default_factory=dict)
    prestige: int = 0
    favor: int = 0
    space: int = 0
    owner: str = ""
    workers: tuple[str, ...] = ()
    stock: int = 0
    """Cubes that lie on the card."""
    options: tuple[Option, ...] = ()
    why: str = ""
    """Why it cannot be chosen, where it cannot."""


@dataclass(frozen=True)
class Section:
    """Tiles that lie together on the table."""

    id: str
    title: str
    tiles: tuple[Tile, ...]

    @property
    def open(self) -> bool:
        """Whether anything here can be chosen; one's own hand is always seen."""
        return self.id == HAND or any(tile.options for tile in self.tiles)


@dataclass(frozen=True)
class Chosen:
    """What tiles are made from: the open choice, what can be chosen, and the table as the chooser sees it."""

    t: Translator
    table: Table
    decision: Decision
    options: tuple[Option, ...]
    look: Mapping[str, Any]

    def by_place(self, verb: str) -> dict[str, list[Option]]:
        """The options of a verb by the place they name."""
        found: dict[str, list[Option]] = {}
        for option in self.options:
            said, _, rest = option.text.partition(" ")
            if said == verb:
                found.setdefault(rest.partition(" ")[0], []).append(option)
        return found

    def why_not(self, text: str) -> str:
        """The reason against an action, as a sentence."""
        reason = self.table.game.why_not(text)
        return reason_line(self.t, reason, self.table.names) if reason else ""

    @property
    def me(self) -> Mapping[str, Any]:
        """What lies before the player who chooses."""
        found: Mapping[str, Any] = self.look["players"].get(self.decision.seat, {})
        return found


def sections(c: Chosen) -> Iterator[Section]:
    """The tiles of a choice, by where they lie."""
    match c.decision.kind:
        case "worker":
            yield from _places(c, "place")
        case "gate":
            yield from _places(c, "move")
        case "action":
            yield _hand(c)
            yield Section("road", c.t.name("term.road"), tuple(_road(c, "place")))
            yield _prestige(c)
        case "build":
            yield from _stock(c)
        case "residence":
            yield Section("road", c.t.name("term.road"), tuple(_own_road(c)))


def _places(c: Chosen, verb: str) -> Iterator[Section]:
    found = c.by_place(verb)
    specials = tuple(
        _tile(c, verb, one["building"], one["building"], found, workers=one["workers"])
        for one in c.look["specials"]
        if one["places"]
    )
    yield Section("special", c.t.words("many", "category.special"), specials)
    yield Section("road", c.t.name("term.road"), tuple(_road(c, verb)))
    yield Section(CASTLE, c.t.name("term.castle"), (_castle(c, verb, found),))


def _castle(c: Chosen, verb: str, found: Mapping[str, list[Option]]) -> Tile:
    castle = c.look["castle"]
    options = tuple(found.get(CASTLE, ()))
    section = castle["open"] or castle["section"]
    return Tile(
        CASTLE,
        c.t.name("term.castle"),
        "special",
        line=c.t.name(f"section.{section}") if section else "",
        workers=tuple(castle["workers"]),
        options=options,
        why="" if options else c.why_not(f"{verb} {CASTLE}"),
    )


_WORKLESS = (Category.RESIDENTIAL, Category.PRESTIGE)


def _road(c: Chosen, verb: str, unsaid: str = "") -> Iterator[Tile]:
    """The road in order, a place without what an action leaves unsaid. What never takes a worker is left out."""
    found = c.by_place(verb)
    for one in c.look["road"]:
        place, building = (one["place"] or "").removesuffix(unsaid), one["building"]
        if building is None or (place not in found and one["category"] in _WORKLESS):
            continue
        workers = [one["worker"]] if one["worker"] else []
        yield _tile(
            c, verb, place, building, found, one["space"], one["owner"] or "", workers, one.get("stock", 0)
        )  # fmt: skip


def _own_road(c: Chosen) -> Iterator[Tile]:
    """What the lawyer may change. Cards are named without their owner: one can turn over none but one's own."""
    mine = f":{c.decision.seat}"
    for tile in _road(c, "residence", mine):
        if ":" not in tile.place:
            yield tile


def _tile(
    c: Chosen,
    verb: str,
    place: str,
    building: str,
    found: Mapping[str, list[Option]],
    space: int = 0,
    owner: str = "",
    workers: Iterable[str] = (),
    stock: int = 0,
    refused: str = "",
) -> Tile:
    """A tile, its options, or the reason why there are none; `refused` is what the reason is asked of."""
    it, options = face(c.t, building), tuple(found.get(place, ()))
    why = "" if options else c.why_not(refused or f"{verb} {place}")
    return Tile(
        place, it.name, it.kind, it.others, it.deals, it.line, it.cost, it.prestige, it.favor, space, owner,
        tuple(workers), stock, options, why,
    )  # fmt: skip


def _stock(c: Chosen) -> Iterator[Section]:
    """The buildings that can still be built of the kind that the choice is about."""
    found = c.by_place("build")
    for category, left in c.look["stock"].items():
        if any(name in left for name in found):
            names = dict.fromkeys(left)
            tiles = tuple(_tile(c, "build", name, name, found, refused=_way(c, "build", name)) for name in names)
            yield Section(category, c.t.words("many", f"category.{category}"), tiles[:MOST_REASONS])


def _hand(c: Chosen) -> Section:
    """One's cards, each with the ways to pay for it, and what may be among those that the app does not know."""
    found = c.by_place("build")
    names = dict.fromkeys([*(c.me.get("hand") or ()), *found])
    tiles = tuple(_tile(c, "build", name, name, found, refused=_way(c, "build", name)) for name in names)
    return Section(HAND, c.t.name("term.hand"), tiles)


def _prestige(c: Chosen) -> Section:
    found = c.by_place("prestige")
    left = [name for name, owner in c.look["prestige_cards"].items() if owner is None]
    tiles = tuple(_tile(c, "prestige", name, name, found, refused=_way(c, "prestige", name)) for name in left)
    return Section("prestige", c.t.words("many", "category.prestige"), tiles)


def _way(c: Chosen, verb: str, name: str) -> str:
    """One way to build something, to ask what is missing for it."""
    rules = c.table.rules
    cost = cost_now(rules, c.decision.about, name)
    open_cubes = cost.any or cost.plain or rules.game != "caylus"
    letters = f" {cube_letters(next(chosen_cubes(cost)))}" if open_cubes else ""
    site = ""
    if face(c.t, name).kind == Category.PRESTIGE:
        site = next((f" on {one['space']}" for one in c.look["road"] if _is_mine(c, one)), "")
    return f"{verb} {name}{letters}{site}"


def _is_mine(c: Chosen, one: Mapping[str, Any]) -> bool:
    """Whether a space holds a residence of the player who chooses, free to be built over."""
    return bool(one["building"] == c.table.rules.data.residence.tile and one["owner"] == c.decision.seat)
