"""Hiding what a device may not know: the hands of Magna Carta, wherever they could show.

A hand shows not only in its cards but also in what can be built or still be drawn, in the log, in the fields of a
correction and in positions. Every page and every response has to go through these functions.

>>> from companion.table.setup import Seat, Setup
>>> from companion.table.table import Table
>>> seats = (Seat(colour="red"), Seat(colour="green"))
>>> table = Table.open(Setup(game="magna_carta", edition="nl", seats=seats), seed=1).snapshot()
>>> sorted(hidden(table, Who(frozenset({"red"})))), sorted(hidden(table, Who()))
(['green'], ['green', 'red'])
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from companion.engine.action import Action, Options
from companion.engine.game import Decision
from companion.engine.position import Position
from companion.engine.referee import Referee
from companion.table.corrections import corrected
from companion.table.errors import UNSEEN, NotAllowed
from companion.table.log import Entry, Raw
from companion.table.people import People, Who
from companion.table.setup import Setup
from companion.table.snapshot import TableSnapshot
from companion.table.vocabulary import GO_ON_KIND, LINK, Chance, EntryKind

HAND = "hand"
"""The field that holds a player's cards."""


class _Seats(Protocol):
    """Anything with seats: a table or its snapshot."""

    @property
    def setup(self) -> Setup: ...

    @property
    def referee(self) -> Referee: ...

    @property
    def people(self) -> People: ...


def hidden(table: _Seats, who: Who) -> frozenset[str]:
    """Return the players whose hands this device may not see: all whose seats it does not have, even as the host.

    If people draw the cards, the host draws for minds.
    """
    if table.referee.hands is None:
        return frozenset()
    drawn_for = set(table.people.minds) if who.host and table.setup.chance == Chance.TABLE else set()
    return frozenset(table.setup.colours) - who.colours - set(table.setup.untracked) - drawn_for


def lies_as_dealt(table: _Seats, who: Who) -> bool:
    """Return whether hands cannot be corrected: the app dealt them, and another device has a seat."""
    return table.setup.chance == Chance.APP and bool(table.people.seated - who.colours)


def not_set(table: _Seats, who: Who) -> frozenset[str]:
    """Return the players whose hands this device cannot correct."""
    return frozenset(table.setup.colours) if lies_as_dealt(table, who) else hidden(table, who)


def drawing(referee: Referee, decision: Decision) -> str:
    """Return the player whose drawn cards are being entered, if that is the open decision."""
    hands = referee.hands
    return decision.about if hands and decision.kind == hands.draw else ""


def seen_decision(referee: Referee, decision: Decision, unknown: frozenset[str]) -> Decision:
    """Return a decision with only the options that reveal no card."""
    hands = referee.hands
    if hands is None or decision.seat not in unknown:
        return decision
    if decision.kind == GO_ON_KIND:
        return replace(decision, options=Options())
    actions = (action for action in decision.options if action.verb not in hands.from_hand)
    return replace(decision, options=Options(actions))


def from_unseen(referee: Referee, decision: Decision, action: Action, unknown: frozenset[str]) -> bool:
    """Return whether only somebody who sees an unknown hand, or the cards drawn for it, could choose this action."""
    hands = referee.hands
    if hands is None:
        return False
    return drawing(referee, decision) in unknown or (
        decision.seat in unknown and (action.verb in hands.from_hand or decision.kind == GO_ON_KIND)
    )


def tells(referee: Referee, decision: Decision, action: Action, unknown: frozenset[str]) -> bool:
    """Return whether saying if an action is possible would reveal something about an unknown hand."""
    hands = referee.hands
    if drawing(referee, decision) in unknown:
        return True
    return hands is not None and decision.seat in unknown and action.verb not in hands.in_the_open


def seen_events(referee: Referee, events: Iterable[Raw], unknown: frozenset[str]) -> list[Raw]:
    """Return events without the cards that others drew."""
    hands = referee.hands
    if hands is None or not unknown:
        return list(events)
    hiding = {seat for seat, colour in enumerate(referee.seats) if colour in unknown}
    return [hands.seen_event(raw) if len(raw) > 1 and raw[1] in hiding else raw for raw in events]


def seen_fields(fields: Mapping[str, str], unknown: frozenset[str]) -> dict[str, str]:
    """Return the fields of a position without unknown hands."""
    return {path: text for path, text in fields.items() if not _is_hand(path, unknown)}


def seen_data(table: TableSnapshot, entry: Entry, unknown: frozenset[str]) -> dict[str, Any]:
    """Return the data of an entry without the cards of others."""
    data = dict(entry.data)
    if entry.kind == EntryKind.LINKED:
        del data[LINK]
    if not unknown:
        return data
    if entry.kind == EntryKind.OPENED:
        data["position"] = ""
    elif entry.kind == EntryKind.CORRECTED:
        data |= {part: seen_fields(data[part], unknown) for part in ("changes", "old")}
    elif entry.kind == EntryKind.PLAYED:
        secret = table.referee.secret_actions
        data["actions"] = [text for text in data["actions"] if text not in secret]
    return data


def must_see(referee: Referee, before: Position, changes: Mapping[str, str], unknown: frozenset[str]) -> None:
    """Check a correction against the table as seen by somebody who does not know some hands.

    Anything that might be in such a hand is refused in the same way, wherever it really is. Raises what `corrected`
    raises, or `NotAllowed`.
    """
    if not unknown:
        return
    if any(_is_hand(path, unknown) for path in changes):
        raise NotAllowed(UNSEEN)
    position = referee.schema.of(referee.unseen(before.state, unknown))
    if referee.shows_unseen(position.state, corrected(position, changes), unknown):
        raise NotAllowed(UNSEEN)


def is_hand(path: str) -> bool:
    """Return whether a field holds a player's cards."""
    return path.partition(".")[2] == HAND


def _is_hand(path: str, unknown: frozenset[str]) -> bool:
    return is_hand(path) and path.partition(".")[0] in unknown
