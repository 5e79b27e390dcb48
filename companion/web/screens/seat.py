"""The screen of a seat: what this player has and may do, what happened last."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

from flask import request

from companion.i18n.options import Option, OptionGroup
from companion.table.redaction import drawing
from companion.table.vocabulary import UNDOABLE, Chance
from companion.web.parts.faces import BuildingFace, face
from companion.web.parts.log_text import entry_lines, option_lines
from companion.web.parts.naming import building_name
from companion.web.parts.pages import pages_of
from companion.web.parts.tiles import Buttons, Chosen, TileSection, sections
from companion.web.viewer import Viewer, tables

LINES = 8
"""Sentences of the latest entries."""


@dataclass(frozen=True)
class OpenChoice:
    """The open choice as it is shown."""

    kind: str
    about: str
    """The building that it is about, in words."""
    price: str
    sections: tuple[TileSection, ...]
    buttons: tuple[Buttons, ...]
    main: tuple[Option, ...]
    instead_of: str
    """For whom the host chooses, where the seat is not their own."""
    spaces: Mapping[int, str]
    """What stands on each space of the road."""


@dataclass(frozen=True)
class Fact:
    """A number of a player: its sign, and the words for it."""

    sign: str
    n: int
    words: str


@dataclass(frozen=True)
class TimeLeft:
    """What a player has left."""

    seconds: int
    runs: bool

    def __str__(self) -> str:
        minutes, seconds = divmod(abs(self.seconds), 60)
        return f"{'−' if self.seconds < 0 else ''}{minutes}:{seconds:02}"


@dataclass(frozen=True)
class Strip:
    """A player in one row."""

    colour: str
    facts: tuple[Fact, ...]
    more: tuple[str, ...]
    hand: tuple[BuildingFace, ...]
    turn: bool
    passed: bool
    clock: TimeLeft | None


def seat(seen: Viewer) -> dict[str, Any]:
    shown = shown_seat(seen)
    look: Mapping[str, Any] = seen.table.game.look(shown or None)
    colours = look["order"] or list(look["players"])
    return {
        "shown": shown,
        "strip": _strip(seen, look, shown) if shown else None,
        "choice": _choice(seen, look, shown),
        "others": tuple(_strip(seen, look, colour) for colour in colours if colour != shown),
        "seats": seen.seats if len(seen.seats) > 1 else (),
        "lines": tuple(latest(seen)),
        "may_enter": may_enter(seen) and not enters(seen),
        "unheld": unheld(seen),
        "waits_for_table": seen.table.chance_open and seen.table.setup.chance == Chance.TABLE,
    }


def unheld(seen: Viewer) -> str:
    """The player whose cards are asked for while nobody holds their seat: somebody has to take it."""
    decision, table = seen.table.decision, seen.table
    if decision is None or table.people.paused or table.people.ended:
        return ""
    wanted = drawing(table.referee, decision) or decision.seat or ""
    return wanted if wanted in seen.unknown and wanted not in seen.place.seated else ""


def enters(seen: Viewer) -> bool:
    """Whether this device is shown the open choice.

    The host has it for a seat that no device holds; for one that a device holds only when they ask for it. Never
    where that player has cards that are not for them.
    """
    decision = seen.decision
    if decision is None or decision.chance or decision.seat in seen.who.colours:
        return decision is not None
    if decision.seat in seen.unknown:
        return False
    if decision.seat not in seen.place.seated:
        return True
    return request.values.get("seat") == decision.seat and may_enter(seen)


def may_enter(seen: Viewer) -> bool:
    """Whether the host may choose for a player whose device is elsewhere."""
    decision = seen.decision
    others = decision is not None and not decision.chance and decision.seat not in seen.who.colours
    return others and seen.who.host and seen.table.referee.hands is None


def shown_seat(seen: Viewer) -> str:
    """Whose things are shown: the chooser's, where this device enters them, or its own."""
    decision = seen.decision
    if decision is not None and decision.seat and enters(seen):
        return decision.seat
    return seen.seat


def latest(seen: Viewer) -> Iterator[str]:
    """The last sentences of what counts; what was taken back is told by who took it back."""
    lines: list[str] = []
    counts = [e for e in seen.table.latest if e.kind not in UNDOABLE or e.seq in seen.table.living]
    for entry in reversed(counts):
        if len(lines) >= LINES:
            break
        lines = entry_lines(seen, entry, last=LINES) + lines
    return iter(lines[-LINES:])


def _choice(seen: Viewer, look: Mapping[str, Any], shown: str) -> OpenChoice | None:
    decision = seen.decision
    if decision is None or not enters(seen):
        return None
    t, table = seen.t, seen.table
    options = option_lines(seen, decision, look)
    chosen = Chosen(t, table, decision, options, look)
    tiled = tuple(section for section in sections(chosen) if section.tiles)
    return OpenChoice(
        decision.kind,
        _about(seen, decision.about),
        pages_of(table.rules).price(t, table.rules.data, decision.kind, look["players"].get(shown, {})),
        tiled,
        tuple(_buttons(chosen, tiled)),
        tuple(option for option in options if option.group == OptionGroup.MAIN),
        "" if decision.chance or shown in seen.who.colours else shown,
        {one["space"]: face(t, one["building"]).name for one in look["road"] if one["building"]},
    )


def _about(seen: Viewer, about: str) -> str:
    if about in seen.table.rules.data.buildings:
        return building_name(seen.t, about)
    if about in seen.table.setup.colours:
        return seen.name(about)
    return seen.t.name(f"line.{about}") if seen.t.has(f"line.{about}") else ""


def _buttons(c: Chosen, tiled: tuple[TileSection, ...]) -> Iterator[Buttons]:
    """The options that no tile has, by what belongs together."""
    shown = {option.text for section in tiled for tile in section.tiles for option in tile.options}
    plain = [option for option in c.options if option.group != OptionGroup.MAIN and option.text not in shown]
    yield from pages_of(c.table.rules).buttons(c, plain)


def _strip(seen: Viewer, look: Mapping[str, Any], colour: str) -> Strip:
    it, t = look["players"][colour], seen.t
    facts = [Fact("denier", it["deniers"], t.count("denier", it["deniers"]))]
    facts += [Fact(cube, n, t.count(cube, n)) for cube, n in it["cubes"].items()]
    facts += [Fact(sign, n, t.count(sign, n)) for sign, n in pages_of(seen.table.rules).facts(it)]
    facts.append(Fact("worker", it["home"], t.count("worker", it["home"])))
    return Strip(
        colour,
        tuple(facts),
        tuple(_more(seen, it)),
        tuple(face(t, card) for card in it.get("hand") or ()),
        seen.table.waiting == colour,
        colour in look["bridge"]["passed"],
        _clock(seen, colour),
    )


def _more(seen: Viewer, it: Mapping[str, Any]) -> Iterator[str]:
    """What does not change at every turn: income, houses, favors, tokens."""
    t = seen.t
    yield t.say("web.seat.income", n=it["income"])
    for name, label in (("houses", t.say("web.seat.houses")), ("tokens", t.say("web.seat.tokens"))):
        parts = [f"{t.name(f'section.{section}')} {n}" for section, n in it.get(name, {}).items() if n]
        if parts:
            yield t.say("web.seat.list", label=label, parts=", ".join(parts))
    favors = [f"{t.name(f'line.{line}')} {column}" for line, column in it.get("favors", {}).items() if column]
    if favors:
        yield t.say("web.seat.list", label=t.say("web.favors"), parts=", ".join(favors))


def _clock(seen: Viewer, colour: str) -> TimeLeft | None:
    """What a player has left at this moment, where there is a clock."""
    table = seen.table
    if not table.setup.clock:
        return None
    left = table.setup.clock * 60 - table.clock.used_until(colour, tables().now())
    return TimeLeft(ceil(left), table.clock.thinking == colour)
