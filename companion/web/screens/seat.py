"""The screen of a seat: the table with what can be chosen on it, what players have, and the latest events."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from weakref import WeakKeyDictionary

from flask import request
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion.engine.look import AnyLook
from companion.table.commands import Command, Play
from companion.table.redaction import drawing
from companion.table.snapshot import TableSnapshot
from companion.table.vocabulary import UNDOABLE, Chance
from companion.web.parts.choice import Choice, Chosen, choice
from companion.web.parts.log_text import begins_with, entry_lines, option_lines
from companion.web.parts.minds import targets
from companion.web.parts.naming import building_name
from companion.web.parts.overview import Overview, overview
from companion.web.parts.pages import pages_of
from companion.web.parts.purse import Purse, purse
from companion.web.parts.street import TableTop, latest_change
from companion.web.parts.undoing import undone_places
from companion.web.viewer import Viewer

CHOOSE = "choose"
"""The kind of a choice's form: a radio button for each option, and buttons that are options themselves."""

LINES = 8
"""How many sentences of the latest entries to show."""

_SHARED: WeakKeyDictionary[TableSnapshot, dict[tuple[str, str], Markup]] = WeakKeyDictionary()
"""The parts of this screen that look the same on all devices of one language, rendered once for each entry."""


def read_choice(_seen: Viewer, form: MultiDict[str, str]) -> Command:
    """Read a choice. The last value counts, since a button that is an option comes after the radio buttons.

    >>> chosen = MultiDict([("action", "place mason"), ("action", "pass")])
    >>> read_choice(None, chosen).actions
    ('pass',)
    """
    return Play(actions=tuple(form.getlist("action")[-1:]))


@dataclass(frozen=True)
class SeatScreen(Overview):
    """The table with what this seat can do."""

    shown: str = ""
    """The player whose seat is shown."""
    purse: Purse | None = None
    """What this player has or, while somebody has to move for a computer player, what that one has."""
    once: Callable[[str, Callable[[], str]], Markup] = field(default=lambda _name, draw: Markup(draw()))
    """Draws a part that looks the same on all devices of one language."""
    seats: tuple[str, ...] = ()
    """The seats of this device, if it has several."""
    lines: tuple[tuple[str, str], ...] = ()
    """The latest sentences, each with the player with whose name it begins."""
    may_enter: bool = False
    """Whether the host may choose for a player whose device is elsewhere."""
    unheld: str = ""
    """The player whose hand is needed while no device has their seat."""
    waits_for_table: bool = False
    """Whether somebody has to enter what was drawn."""


def seat(viewer: Viewer) -> SeatScreen:
    shown = shown_seat(viewer)
    moved = viewer.table.waiting if viewer.table.mind and not viewer.table.leads_to_lay else ""
    look = viewer.table.game.look(shown or None)
    framed = undone_places(viewer) or targets(viewer)
    lies = overview(viewer, look, latest_change(viewer), _reached(viewer, look), framed)
    return SeatScreen(
        **vars(lies) | {"choice": _choice(viewer, look, shown, lies.street)},
        shown=shown,
        purse=purse(viewer, look, moved or shown) if shown else None,
        once=partial(once, viewer),
        seats=viewer.seats if len(viewer.seats) > 1 else (),
        lines=tuple(begins_with(viewer, line) for line in latest(viewer)),
        may_enter=may_enter(viewer) and not enters(viewer),
        unheld=unheld(viewer),
        waits_for_table=viewer.table.chance_open and viewer.table.setup.chance == Chance.TABLE,
    )


def once(viewer: Viewer, name: str, draw: Callable[[], str]) -> Markup:
    """Return a part that is the same for all viewers of one language, with nothing personal in it."""
    parts = _SHARED.setdefault(viewer.table, {})
    key = name, viewer.t.code
    if key not in parts:
        parts[key] = Markup(draw())
    return parts[key]


def unheld(viewer: Viewer) -> str:
    """Return the player whose hand is needed while no device has their seat, so that somebody has to take it."""
    decision, table = viewer.table.decision, viewer.table
    if decision is None or table.people.paused or table.people.ended:
        return ""
    wanted = drawing(table.referee, decision) or decision.seat or ""
    if wanted in table.people.minds:
        return ""
    return wanted if wanted in viewer.unknown and wanted not in viewer.place.seated else ""


def enters(viewer: Viewer) -> bool:
    """Return whether to show the open choice on this device.

    The host sees it for a seat that nobody plays and, on request, for another one, but never if that player has a hand
    that the host may not see.
    """
    decision = viewer.decision
    if decision is None or decision.chance or decision.seat in viewer.who.colours:
        return decision is not None
    if decision.seat in viewer.unknown:
        return False
    if decision.seat not in viewer.place.seated:
        return True
    return request.values.get("seat") == decision.seat and may_enter(viewer)


def may_enter(viewer: Viewer) -> bool:
    """Return whether the host may choose for a player whose device is elsewhere."""
    decision = viewer.decision
    others = decision is not None and not decision.chance and decision.seat not in viewer.who.colours
    return others and viewer.who.host and viewer.table.referee.hands is None and not viewer.table.mind


def shown_seat(viewer: Viewer) -> str:
    """Return whose belongings to show: those of the player for whom this device chooses, or its own."""
    decision = viewer.decision
    if decision is not None and decision.seat and enters(viewer):
        return decision.seat
    return viewer.seat


def latest(viewer: Viewer) -> Iterator[str]:
    """Yield the last sentences about entries that count. An undone entry is only mentioned by the undo."""
    lines: list[str] = []
    counts = [e for e in viewer.table.latest if e.kind not in UNDOABLE or e.seq in viewer.table.living]
    for entry in reversed(counts):
        if len(lines) >= LINES:
            break
        lines = entry_lines(viewer, entry, last=LINES) + lines
    return iter(lines[-LINES:])


def _reached(viewer: Viewer, look: AnyLook) -> int:
    """Return the farthest space to which the provost can be moved now."""
    options = viewer.decision.options if viewer.decision and enters(viewer) else ()
    provost = look.get("provost") or 0
    return max((provost + (option.steps or 0) for option in options if option.verb == "provost"), default=0)


def _choice(viewer: Viewer, look: AnyLook, shown: str, lies: TableTop) -> Choice | None:
    decision = viewer.decision
    if decision is None or not enters(viewer):
        return None
    chosen = Chosen(viewer.t, viewer.table, decision, option_lines(viewer, decision, look), look)
    instead_of = "" if decision.chance or shown in viewer.who.colours else shown
    rules = viewer.table.rules
    price = pages_of(rules).price(viewer.t, rules.data, decision.kind, look, shown)
    return choice(chosen, lies, _about(viewer, decision.about), price, instead_of)


def _about(viewer: Viewer, about: str) -> str:
    if about in viewer.table.rules.data.buildings:
        return building_name(viewer.t, about)
    if about in viewer.table.setup.colours:
        return viewer.name(about)
    return viewer.t.name(f"line.{about}") if viewer.t.has(f"line.{about}") else ""
