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
from typing import Any

from companion.engine.action import Action, Options
from companion.engine.game import Decision
from companion.engine.referee import Referee
from companion.table.log import Entry, Raw
from companion.table.people import Who
from companion.table.snapshot import TableSnapshot
from companion.table.vocabulary import EntryKind

HAND = "hand"
"""The field of a player's cards."""


def hidden(table: TableSnapshot, who: Who) -> frozenset[str]:
    """The players whose cards this device may not know.

    The host, who enters for those who have no device, sees the cards of seats that nobody has taken.
    """
    if table.referee.hands is None:
        return frozenset()
    shown = set(who.colours) | set(table.setup.untracked)
    if who.host:
        shown |= set(table.setup.colours) - table.people.seated
    return frozenset(table.setup.colours) - shown


def drawing(referee: Referee, decision: Decision) -> str:
    """The player whose draw is told, where that is the open choice."""
    hands = referee.hands
    return decision.about if hands and decision.kind == hands.draw else ""


def seen_decision(referee: Referee, decision: Decision, unknown: frozenset[str]) -> Decision:
    """A choice with the options that give no card away."""
    hands = referee.hands
    if hands is None or decision.seat not in unknown:
        return decision
    seen = (action for action in decision.options if action.verb not in hands.from_hand)
    return replace(decision, options=Options(seen))


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


def _is_hand(path: str, unknown: frozenset[str]) -> bool:
    colour, _, name = path.partition(".")
    return name == HAND and colour in unknown
