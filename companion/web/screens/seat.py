"""The screen of a seat: the table with what can be chosen on it, what players have, and the latest events."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from flask import request, url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion.engine.look import AnyLook
from companion.table.commands import Command, Play
from companion.table.redaction import drawing
from companion.table.snapshot import TableSnapshot
from companion.table.vocabulary import UNDOABLE, Chance
from companion.web import woodcuts
from companion.web.parts.choice import Choice, Chosen, choice, to_read
from companion.web.parts.log_text import entry_lines, option_lines
from companion.web.parts.naming import building_name
from companion.web.parts.pages import pages_of
from companion.web.parts.purse import ledger, purse
from companion.web.parts.street import TableTop, table_top
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


def seat(seen: Viewer) -> dict[str, Any]:
    shown = shown_seat(seen)
    look = seen.table.game.look(shown or None)
    lies = table_top(seen, look, _reached(seen, look))
    return {
        "shown": shown,
        "look": look,
        "purse": purse(seen, look, shown) if shown else None,
        "street": lies,
        "woodcuts": woodcuts.address(),
        "rules_of": _rules_of(seen),
        "choice": _choice(seen, look, shown, lies),
        "to_read": to_read(seen.t, lies),
        "once": partial(once, seen),
        "ledger": ledger(seen, look),
        "seats": seen.seats if len(seen.seats) > 1 else (),
        "lines": tuple(latest(seen)),
        "may_enter": may_enter(seen) and not enters(seen),
        "unheld": unheld(seen),
        "waits_for_table": seen.table.chance_open and seen.table.setup.chance == Chance.TABLE,
    }


def once(seen: Viewer, name: str, draw: Callable[[], str]) -> Markup:
    """Return a part that is the same for all viewers of one language, with nothing personal in it."""
    parts = _SHARED.setdefault(seen.table, {})
    key = name, seen.t.code
    if key not in parts:
        parts[key] = Markup(draw())
    return parts[key]


def _rules_of(seen: Viewer) -> Any:
    """Return a function from a rules entry to its address, for the box of this table."""
    rules = seen.table.rules
    box: dict[str, Any] = {"game": rules.game, "edition": rules.edition, "variant": list(rules.variants)}
    return lambda entry: url_for("rules.entry", id=entry, **box)


def unheld(seen: Viewer) -> str:
    """Return the player whose hand is needed while no device has their seat, so that somebody has to take it."""
    decision, table = seen.table.decision, seen.table
    if decision is None or table.people.paused or table.people.ended:
        return ""
    wanted = drawing(table.referee, decision) or decision.seat or ""
    if wanted in table.people.minds:
        return ""
    return wanted if wanted in seen.unknown and wanted not in seen.place.seated else ""


def enters(seen: Viewer) -> bool:
    """Return whether to show the open choice on this device.

    The host sees it for a seat that nobody plays and, on request, for another one, but never if that player has a hand
    that the host may not see.
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
    """Return whether the host may choose for a player whose device is elsewhere."""
    decision = seen.decision
    others = decision is not None and not decision.chance and decision.seat not in seen.who.colours
    return others and seen.who.host and seen.table.referee.hands is None and not seen.table.mind


def shown_seat(seen: Viewer) -> str:
    """Return whose belongings to show: those of the player for whom this device chooses, or its own."""
    decision = seen.decision
    if decision is not None and decision.seat and enters(seen):
        return decision.seat
    return seen.seat


def latest(seen: Viewer) -> Iterator[str]:
    """Yield the last sentences about entries that count. An undone entry is only mentioned by the undo."""
    lines: list[str] = []
    counts = [e for e in seen.table.latest if e.kind not in UNDOABLE or e.seq in seen.table.living]
    for entry in reversed(counts):
        if len(lines) >= LINES:
            break
        lines = entry_lines(seen, entry, last=LINES) + lines
    return iter(lines[-LINES:])


def _reached(seen: Viewer, look: AnyLook) -> int:
    """Return the farthest space to which the provost can be moved now."""
    options = seen.decision.options if seen.decision and enters(seen) else ()
    provost = look.get("provost") or 0
    return max((provost + (option.steps or 0) for option in options if option.verb == "provost"), default=0)


def _choice(seen: Viewer, look: AnyLook, shown: str, lies: TableTop) -> Choice | None:
    decision = seen.decision
    if decision is None or not enters(seen):
        return None
    chosen = Chosen(seen.t, seen.table, decision, option_lines(seen, decision, look), look)
    instead_of = "" if decision.chance or shown in seen.who.colours else shown
    rules = seen.table.rules
    price = pages_of(rules).price(seen.t, rules.data, decision.kind, look, shown)
    return choice(chosen, lies, _about(seen, decision.about), price, instead_of)


def _about(seen: Viewer, about: str) -> str:
    if about in seen.table.rules.data.buildings:
        return building_name(seen.t, about)
    if about in seen.table.setup.colours:
        return seen.name(about)
    return seen.t.name(f"line.{about}") if seen.t.has(f"line.{about}") else ""
