"""What is whole of a table when something of it is not: its set-up, and its log up to the first fault."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row

from companion.rules import Library
from companion.table import rows
from companion.table.errors import BadTable
from companion.table.log import Entry
from companion.table.setup import Setup
from companion.table.snapshot import TableSnapshot
from companion.table.table import Table
from companion.table.vocabulary import EntryKind


@dataclass(frozen=True)
class Rescued:
    """What is whole of a table, and what is the matter with the rest."""

    setup: Setup
    entries: list[Entry]
    fault: BadTable | None
    table: TableSnapshot | None
    """As it stood at the last of these entries; nothing where its box is not here."""


def rescue(setup: str, lines: Iterable[Row[Any]], shelf: Library | None) -> Rescued:
    """The whole part of a table, from its set-up as it was kept and the rows of its log in order.

    Raises `BadTable` where there is no whole entry, or no set-up.
    """
    entries, fault = _readable(lines)
    if not entries:
        raise fault or BadTable("gap", seq=1)
    found = _setup(setup, entries[0])
    try:
        with rows.reading("bad_setup"):
            table = Table(found, shelf)
    except BadTable as error:
        return Rescued(found, entries, fault or error, None)
    for n, entry in enumerate(entries):
        try:
            table.apply(entry)
        except BadTable as error:
            # The table may be half changed: as far as it was whole, once more.
            return Rescued(found, entries[:n], error, _replayed(found, entries[:n], shelf))
        table.past.add(entry)
    return Rescued(found, entries, fault, table.snapshot())


def _replayed(setup: Setup, entries: Iterable[Entry], shelf: Library | None) -> TableSnapshot:
    table = Table(setup, shelf)
    for entry in entries:
        table.apply(entry)
        table.past.add(entry)
    return table.snapshot()


def _readable(lines: Iterable[Row[Any]]) -> tuple[list[Entry], BadTable | None]:
    """The entries up to the first that is missing or cannot be read."""
    found: list[Entry] = []
    for row in lines:
        try:
            found += rows.entries([row], len(found) + 1)
        except BadTable as error:
            return found, error
    return found, None


def _setup(text: str, first: Entry) -> Setup:
    """The set-up as it was kept, or else as the first entry says it."""
    try:
        with rows.reading("bad_setup"):
            return Setup.model_validate_json(text)
    except BadTable:
        if first.kind != EntryKind.OPENED:
            raise
    with rows.reading("bad_setup"):
        return Setup.model_validate_json(rows.said({key: it for key, it in first.data.items() if key != "rules"}))
