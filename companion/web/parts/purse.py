"""What players have: one's own in full, everybody in one line each, in the current turn order."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

from companion.web.parts import fields
from companion.web.parts.faces import BuildingFace, face
from companion.web.parts.pages import pages_of
from companion.web.viewer import Viewer, tables

_BY_PASSING = ("provost", "castle")
"""The phases in which players act in the order in which they passed, or came into the castle."""

_ON_BRIDGE = ("workers", "actions", "special")
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
class TimeLeft:
    """The remaining time of a player."""

    seconds: int
    runs: bool

    def __str__(self) -> str:
        minutes, seconds = divmod(abs(self.seconds), 60)
        return f"{'−' if self.seconds < 0 else ''}{minutes}:{seconds:02}"


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


def purse(seen: Viewer, look: Mapping[str, Any], colour: str) -> Purse:
    it, t = look["players"][colour], seen.t
    order = line_up(look)
    facts = [*pages_of(seen.table.rules).facts(it), ("worker", it["home"])]
    return Purse(
        colour,
        _holding(seen, colour, "denier", it["deniers"], "deniers"),
        tuple(_holding(seen, colour, cube, n, cube) for cube, n in it["cubes"].items()),
        tuple(_holding(seen, colour, sign, n, sign if sign == "prestige" else "") for sign, n in facts),
        tuple(_more(seen, it)),
        tuple(face(t, card) for card in it.get("hand") or ()),
        it["workers"] - it["home"],
        seen.table.waiting == colour,
        order.index(colour) + 1 if look["order"] else 0,
        _chip(seen, look, colour),
        _clock(seen, colour),
    )


def _holding(seen: Viewer, colour: str, sign: str, n: int, field: str) -> Holding:
    path = f"{colour}.{field}" if field else ""
    what = fields.label(seen.table.referee.schema.field(path), seen.t) if path else ""
    return Holding(sign, n, seen.t.count(sign, n), what, path)


def _chip(seen: Viewer, look: Mapping[str, Any], colour: str) -> str:
    passed, castle = look["bridge"]["passed"], look.get("castle", {})
    if look["phase"] == "castle":
        given = dict(zip(castle.get("workers", ()), castle.get("given", ()), strict=False))
        n = given.get(colour, look["players"][colour].get("given", 0))
        return seen.t.say("web.seat.given", n=n) if n else ""
    if look["phase"] in _ON_BRIDGE and colour in passed:
        return seen.t.say("web.seat.passed_as", n=passed.index(colour) + 1)
    return ""


def line_up(look: Mapping[str, Any]) -> list[str]:
    """Return the players in the current turn order."""
    passed = look["bridge"]["passed"] if look["phase"] in _BY_PASSING else ()
    first = look.get("castle", {}).get("workers", passed) if look["phase"] == _BY_PASSING[-1] else passed
    return list(dict.fromkeys([*first, *look["order"], *look["players"]]))


def ledger(seen: Viewer, look: Mapping[str, Any]) -> tuple[Purse, ...]:
    """Return the purses of all players."""
    return tuple(purse(seen, look, colour) for colour in line_up(look))


def _more(seen: Viewer, it: Mapping[str, Any]) -> Iterator[str]:
    """Yield what changes less often: income, houses, tokens, favors."""
    t = seen.t
    yield t.say("web.seat.income", n=it["income"])
    for name, label in (("houses", t.say("web.seat.houses")), ("tokens", t.say("web.seat.tokens"))):
        parts = [f"{t.name(f'section.{section}')} {n}" for section, n in it.get(name, {}).items() if n]
        if parts:
            yield t.labelled(label, ", ".join(parts))
    favors = [f"{t.name(f'line.{line}')} {column}" for line, column in it.get("favors", {}).items() if column]
    if favors:
        yield t.labelled(t.say("web.favors"), ", ".join(favors))


def _clock(seen: Viewer, colour: str) -> TimeLeft | None:
    """Return a player's remaining time now, if there is a clock."""
    table = seen.table
    if not table.setup.clock:
        return None
    left = table.setup.clock * 60 - table.clock.used_until(colour, tables().now())
    return TimeLeft(ceil(left), table.clock.thinking == colour)
