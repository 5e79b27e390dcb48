"""The points of a table during the game: their sources, and the final score if the game ended now.

>>> from companion.table.setup import Seat, Setup
>>> from companion.table.table import Table
>>> table = Table.open(Setup(game="caylus", edition="en", seats=(Seat(colour="red"), Seat(colour="blue"))), seed=1)
>>> seen = table.snapshot()
>>> found = account(seen, table.past.entries(0, [1, 2]))
>>> found.over, found.sheet.players["red"].total, as_it_lies(seen).players["red"].total
(False, 0, 2)
"""

from collections.abc import Iterable
from datetime import datetime

from companion.engine.events import Event, spoken
from companion.engine.scoring import Account, ScoreSheet, told_sheet, told_turns
from companion.table import score_sheet
from companion.table.log import Entry
from companion.table.snapshot import TableSnapshot
from companion.table.vocabulary import Depth


def account(table: TableSnapshot, entries: Iterable[Entry]) -> Account:
    """Return the points of a table, calculated from its log."""
    entries, rules, colours = list(entries), table.rules, table.setup.colours
    day = datetime.fromisoformat(entries[0].at).astimezone().date().isoformat() if entries and entries[0].at else ""
    names = {colour: name for colour, name in table.people.names.items() if name}
    if table.depth == Depth.SHEET:
        counted = table.counted
        held = {colour: counted.get(colour, {}) for colour in colours}
        return Account(rules, colours, bool(counted), score_sheet.sheet(rules, colours, counted), [], held, names, day)
    events, prestige = told(table, entries), list(table.game.prestige.values())
    sheet, turns = told_sheet(events, colours, prestige), told_turns(events, colours, prestige)
    return Account(rules, colours, table.over, sheet, turns, table.game.holdings(), names, day)


def told(table: TableSnapshot, entries: Iterable[Entry]) -> list[Event]:
    """Return the events of the entries that count."""
    living = set(table.living)
    colours = table.setup.colours
    return [spoken(raw, colours) for entry in entries if entry.seq in living for raw in entry.events]


def as_it_lies(table: TableSnapshot) -> ScoreSheet:
    """Return the final scoring of the current position."""
    return score_sheet.sheet(table.rules, table.setup.colours, table.game.holdings())
