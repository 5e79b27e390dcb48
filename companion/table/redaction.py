"""What a device may not know: the hands of Magna Carta, wherever they could show.

A hand shows itself in more places than the cards: in what can be built, in what can still be drawn, in the log of what
was drawn, in the fields of a correction and in a position. Every page and every answer asks here.

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
from companion.table.vocabulary import GO_ON_KIND, Chance, EntryKind

HAND = "hand"
"""The field of a player's cards."""


class _Seats(Protocol):
    """A table or a snapshot of it."""

    @property
    def setup(self) -> Setup: ...

    @property
    def referee(self) -> Referee: ...

    @property
    def people(self) -> People: ...


def hidden(table: _Seats, who: Who) -> frozenset[str]:
    """The players whose cards this device may not know: all whose seats it has not taken, be it the host's or not."""
    if table.referee.hands is None:
        return frozenset()
    return frozenset(table.setup.colours) - who.colours - set(table.setup.untracked)


def lies_as_dealt(table: _Seats, who: Who) -> bool:
    """Whether nobody corrects a hand: the app has dealt it, and somebody plays against whoever asks."""
    return table.setup.chance == Chance.APP and bool(table.people.seated - who.colours)


def not_set(table: _Seats, who: Who) -> frozenset[str]:
    """The players whose hands this device cannot correct."""
    return frozenset(table.setup.colours) if lies_as_dealt(table, who) else hidden(table, who)


def drawing(referee: Referee, decision: Decision) -> str:
    """The player whose draw is told, where that is the open choice."""
    hands = referee.hands
    return decision.about if hands and decision.kind == hands.draw else ""


def seen_decision(referee: Referee, decision: Decision, unknown: frozenset[str]) -> Decision:
    """A choice with the options that give no card away."""
    hands = referee.hands
    if hands is None or decision.seat not in unknown:
        return decision
    if decision.kind == GO_ON_KIND:
        return replace(decision, options=Options())
    seen = (action for action in decision.options if action.verb not in hands.from_hand)
    return replace(decision, options=Options(seen))


def from_unseen(referee: Referee, decision: Decision, action: Action, unknown: frozenset[str]) -> bool:
    """Whether an action could only be done by somebody who sees a hand, or what is drawn for it."""
    hands = referee.hands
    if hands is None:
        return False
    return drawing(referee, decision) in unknown or (
        decision.seat in unknown and (action.verb in hands.from_hand or decision.kind == GO_ON_KIND)
    )


def tells(referee: Referee, decision: Decision, action: Action, unknown: frozenset[str]) -> bool:
    """Whether an answer about an action would tell what is in a hand."""
    hands = referee.hands
    if drawing(referee, decision) in unknown:
        return True
    return hands is not None and decision.seat in unknown and action.verb not in hands.in_the_open


def seen_events(referee: Referee, events: Iterable[Raw], unknown: frozenset[str]) -> list[Raw]:
    """What happened, without the cards that others drew."""
    hands = referee.hands
    if hands is None or not unknown:
        return list(events)
    hiding = {seat for seat, colour in enumerate(referee.seats) if colour in unknown}
    return [hands.seen_event(raw) if len(raw) > 1 and raw[1] in hiding else raw for raw in events]


def seen_fields(known: Mapping[str, str], unknown: frozenset[str]) -> dict[str, str]:
    """What can be corrected, without the hands of others."""
    return {path: text for path, text in known.items() if not _is_hand(path, unknown)}


def seen_data(table: TableSnapshot, entry: Entry, unknown: frozenset[str]) -> dict[str, Any]:
    """What was entered, without the cards of others."""
    data = dict(entry.data)
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
    """Judge a correction by what lies there for those who do not know some hands.

    Whatever might be in such a hand is refused in one way, wherever it is. Raises what `corrected` raises, or
    `NotAllowed`.
    """
    if not unknown:
        return
    if any(_is_hand(path, unknown) for path in changes):
        raise NotAllowed(UNSEEN)
    seen = referee.schema.of(referee.unseen(before.state, unknown))
    if referee.shows_unseen(seen.state, corrected(seen, changes), unknown):
        raise NotAllowed(UNSEEN)


def is_hand(path: str) -> bool:
    """Whether a field is a player's cards."""
    return path.partition(".")[2] == HAND


def _is_hand(path: str, unknown: frozenset[str]) -> bool:
    return is_hand(path) and path.partition(".")[0] in unknown
