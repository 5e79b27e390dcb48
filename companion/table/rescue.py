"""Recovering the intact part of a damaged table: its setup, and its log up to the first fault."""

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
    """The intact part of a table, and what is wrong with the rest."""

    setup: Setup
    entries: list[Entry]
    fault: BadTable | None
    table: TableSnapshot | None
    """The table after the last of these entries; None if its box is not available."""


def rescue(setup: str, lines: Iterable[Row[Any]], library: Library | None) -> Rescued:
    """Recover a table from its stored setup and the rows of its log in order.

    Raises `BadTable` if there is no readable first entry, or no setup.
    """
    entries, fault = _readable(lines)
    if not entries:
        raise fault or BadTable("gap", seq=1)
    opening = _setup(setup, entries[0])
    try:
        with rows.reading("bad_setup"):
            table = Table(opening, library)
    except BadTable as error:
        return Rescued(opening, entries, fault or error, None)
    for n, entry in enumerate(entries):
        try:
            table.apply(entry)
        except BadTable as error:
            # The table may be half changed, so replay the intact entries once more.
            return Rescued(opening, entries[:n], error, _replayed(opening, entries[:n], library))
        table.past.add(entry)
    return Rescued(opening, entries, fault, table.snapshot())


def _replayed(setup: Setup, entries: Iterable[Entry], library: Library | None) -> TableSnapshot:
    table = Table(setup, library)
    for entry in entries:
        table.apply(entry)
        table.past.add(entry)
    return table.snapshot()


def _readable(lines: Iterable[Row[Any]]) -> tuple[list[Entry], BadTable | None]:
    """Return the entries before the first that is missing or unreadable, and that fault."""
    entries: list[Entry] = []
    for row in lines:
        try:
            entries += rows.entries([row], len(entries) + 1)
        except BadTable as error:
            return entries, error
    return entries, None


def _setup(text: str, first: Entry) -> Setup:
    """Return the stored setup, or else the one in the first entry."""
    try:
        with rows.reading("bad_setup"):
            return Setup.model_validate_json(text)
    except BadTable:
        if first.kind != EntryKind.OPENED:
            raise
    with rows.reading("bad_setup"):
        return Setup.model_validate_json(rows.said({key: value for key, value in first.data.items() if key != "rules"}))
