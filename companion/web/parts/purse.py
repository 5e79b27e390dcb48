"""What players have: one's own in full, everybody in one line each, in the current turn order."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.engine.amounts import GOOD_OF
from companion.engine.events import Event
from companion.engine.look import AnyLook
from companion.rules import Rules
from companion.rules.vocabulary import Phase
from companion.web.parts import fields
from companion.web.parts.clock import TimeLeft, time_left
from companion.web.parts.faces import BuildingFace, face
from companion.web.parts.pages import pages_of, parts_of
from companion.web.viewer import Viewer

_ON_BRIDGE = (Phase.WORKERS, Phase.ACTIONS, Phase.SPECIAL)
"""The phases in which the order of passing does not count yet, but is shown."""


@dataclass(frozen=True)
class Holding:
    """A number of something: its sign, and its words."""

    sign: str
    n: int
    words: str
    label: str = ""
    path: str = ""
    """The field that puts it right alone; none where it is counted from what lies elsewhere on the table."""


@dataclass(frozen=True)
class Purse:
    """What a player has."""

    colour: str
    coins: Holding
    cubes: tuple[Holding, ...]
    facts: tuple[Holding, ...]
    """Points or their equivalent, then workers at home."""
    more: tuple[str, ...]
    hand: tuple[BuildingFace, ...]
    out: int
    """Workers that are not at home."""
    turn: bool
    place: int
    """The place in the current turn order; 0 before there is one."""
    chip: str
    """The place on the bridge while it counts or, in the castle phase, the number of batches delivered."""
    clock: TimeLeft | None
    changed: frozenset[str] = frozenset()
    """The signs of the numbers that have just changed."""


def purse(viewer: Viewer, look: AnyLook, colour: str, events: Iterable[Event] = ()) -> Purse:
    player, t = look["players"][colour], viewer.t
    pages, order = pages_of(viewer.table.rules), line_up(viewer.table.rules, look)
    facts = [*pages.facts(look, colour), ("worker", player["home"])]
    return Purse(
        colour,
        _holding(viewer, colour, "denier", player["deniers"], "deniers"),
        tuple(_holding(viewer, colour, cube, n, cube) for cube, n in player["cubes"].items()),
        tuple(_holding(viewer, colour, sign, n, sign if sign == "prestige" else "") for sign, n in facts),
        tuple(_more(viewer, look, colour)),
        tuple(face(t, card) for card in pages.hand(look, colour)),
        player["workers"] - player["home"],
        viewer.table.waiting == colour,
        order.index(colour) + 1 if look["order"] else 0,
        _chip(viewer, look, colour),
        time_left(viewer, colour),
        frozenset(sign for who, sign in _touched(events) if who == colour),
    )


def _holding(viewer: Viewer, colour: str, sign: str, n: int, field: str) -> Holding:
    path = f"{colour}.{field}" if field else ""
    what = fields.label(viewer.table.referee.schema.field(path), viewer.t) if path else ""
    return Holding(sign, n, viewer.t.count(sign, n), what, path)


def _chip(viewer: Viewer, look: AnyLook, colour: str) -> str:
    passed = look["bridge"]["passed"]
    if look["phase"] == Phase.CASTLE:
        n = parts_of(viewer.table.rules, look).batches.get(colour, 0)
        return viewer.t.say("web.seat.given", n=n) if n else ""
    if look["phase"] in _ON_BRIDGE and colour in passed:
        return viewer.t.say("web.seat.passed_as", n=passed.index(colour) + 1)
    return ""


def line_up(rules: Rules, look: AnyLook) -> list[str]:
    """Return the players in the current turn order: later in a turn as they passed, or came into the castle."""
    first: tuple[str, ...] | None = None
    if look["phase"] == Phase.CASTLE:
        first = parts_of(rules, look).guests
    if first is None and look["phase"] in (Phase.PROVOST, Phase.CASTLE):
        first = tuple(look["bridge"]["passed"])
    return list(dict.fromkeys([*(first or ()), *look["order"], *look["players"]]))


def ledger(viewer: Viewer, look: AnyLook, events: Iterable[Event] = ()) -> tuple[Purse, ...]:
    """Return the purses of all players, with what `events` have just changed."""
    told = tuple(events)
    return tuple(purse(viewer, look, colour, told) for colour in line_up(viewer.table.rules, look))


def _more(viewer: Viewer, look: AnyLook, colour: str) -> Iterator[str]:
    """Yield what changes less often: the income, and what only this game has."""
    t = viewer.t
    yield t.say("web.seat.income", n=look["players"][colour]["income"])
    for label, numbers in pages_of(viewer.table.rules).more(t, look, colour):
        parts = [f"{name} {n}" for name, n in numbers.items() if n]
        if parts:
            yield t.labelled(label, t.listed(parts))


_CHANGES = {
    "received": "denier", "paid": "denier", "earned": "prestige", "lost": "prestige", "won_token": "token",
    "placed": "worker", "returned": "worker", "drew": "card", "drew_unseen": "card", "laid": "card",
}  # fmt: skip
"""Which of a player's numbers an event changes."""


def _touched(events: Iterable[Event]) -> frozenset[tuple[str, str]]:
    """Return which numbers of which players events have changed."""
    found = set()
    for event in events:
        who = str(event.args.get("seat"))
        if event.id in _CHANGES:
            found.add((who, _CHANGES[event.id]))
        if cubes := event.args.get("cubes"):
            found |= {(who, str(kind)) for letter, kind in GOOD_OF.items() if letter in str(cubes)}
    return frozenset(found)
