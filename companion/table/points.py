"""The points of a table, live: where each came from, and what it would come to if the game ended as it lies now.

>>> from companion.table.setup import Seat, Setup
>>> from companion.table.table import Table
>>> table = Table.open(Setup(game="caylus", edition="en", seats=(Seat(colour="red"), Seat(colour="blue"))), seed=1)
>>> found = account(table, table.past.entries(0, [1, 2]))
>>> found.over, found.sheet.players["red"].total, as_it_lies(table).players["red"].total
(False, 0, 2)
"""

from collections.abc import Iterable

from companion.engine.events import Event, spoken
from companion.engine.scoring import Account, ScoreSheet, holdings, told_sheet, told_turns
from companion.table import counting
from companion.table.log import Entry
from companion.table.table import Table
from companion.table.vocabulary import Depth


def account(table: Table, entries: Iterable[Entry]) -> Account:
    """The points of a table, from its log."""
    rules, colours = table.rules, table.setup.colours
    names = {colour: name for colour, name in table.names.items() if name}
    if table.depth == Depth.SHEET:
        counted = table.standing.counted
        held = {colour: counted.get(colour, {}) for colour in colours}
        return Account(rules, colours, True, counting.sheet(rules, colours, counted), [], held, names)
    events, prestige = told(table, entries), table.state.prestige
    sheet, turns = told_sheet(events, colours, prestige), told_turns(events, colours, prestige)
    return Account(rules, colours, table.over, sheet, turns, holdings(table.referee, table.state), names)


def told(table: Table, entries: Iterable[Entry]) -> list[Event]:
    """What happened in the entries that count."""
    living = set(table.living.seqs)
    colours = table.setup.colours
    return [spoken(raw, colours) for entry in entries if entry.seq in living for raw in entry.events]


def as_it_lies(table: Table) -> ScoreSheet:
    """The end scoring of what lies on the table now."""
    return counting.sheet(table.rules, table.setup.colours, holdings(table.referee, table.state))
