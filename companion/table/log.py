"""The log of a table: entries that are only ever added.

An undo does not remove entries; it adds an entry saying that some of them no longer count. `Living` keeps track of the
entries that do."""

import json
from bisect import bisect
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.table.clock import minutes
from companion.table.draws import DREW
from companion.table.vocabulary import UNDOABLE, EntryKind

Raw = tuple[Any, ...]
"""An engine event, in the engine's own format."""

ENDED: Raw = ("ended",)
"""The event that ends a game."""

LATEST = 6
"""The number of newest entries that a table keeps in memory."""


@dataclass(frozen=True)
class Entry:
    """One entry of the log."""

    seq: int
    kind: EntryKind
    data: dict[str, Any] = field(default_factory=dict)
    by: str = ""
    """The color of a seat, `host`, or empty."""
    at: str = ""
    """When it was made, in UTC."""
    events: tuple[Raw, ...] = ()
    """The engine events that resulted."""


def played_minutes(entries: Iterable[Entry]) -> int:
    """Return how many minutes people played."""
    return minutes(entry.at for entry in entries if entry.at and entry.kind in UNDOABLE)


def played_to_the_end(counting: Iterable[Entry], seated: frozenset[str]) -> bool:
    """Return whether the entries that count end the game by play.

    After a correction or a change of depth during the game, everybody seated must have played since.
    """
    ended = False
    played: frozenset[str] | None = None
    for entry in counting:
        if entry.kind == EntryKind.PLAYED:
            ended = ENDED in entry.events
            played = played | {entry.by} if played is not None else None
        elif entry.kind in (EntryKind.CORRECTED, EntryKind.DEPTH) and not ended:
            played = frozenset()
    return ended and (played is None or seated <= played)


@dataclass
class Living:
    """The entries that count (a stack), and the groups that were undone.

    >>> living = Living()
    >>> for entry in (Entry(2, EntryKind.PLAYED), Entry(3, EntryKind.PLAYED), Entry(4, EntryKind.UNDONE, {"to": 3})):
    ...     living.add(entry)
    >>> living.seqs, living.undone
    ([2], [[3]])
    """

    seqs: list[int] = field(default_factory=list)
    undone: list[list[int]] = field(default_factory=list)
    authors: dict[int, str] = field(default_factory=dict)
    """Who made each entry, undone ones included."""
    drawn: dict[int, int] = field(default_factory=dict)
    """How often the app drew, for each entry in which it did."""

    def add(self, entry: Entry) -> None:
        if entry.kind in UNDOABLE:
            self.seqs.append(entry.seq)
            self.authors[entry.seq] = entry.by
            if entry.data.get(DREW):
                self.drawn[entry.seq] = entry.data[DREW]
            for seq in (seq for group in self.undone for seq in group):
                del self.authors[seq]
                self.drawn.pop(seq, None)
            self.undone.clear()
        elif entry.kind == EntryKind.UNDONE:
            self.undone.append(self.after(entry.data["to"]))
            self.seqs = self.before(entry.data["to"])
        elif entry.kind == EntryKind.REDONE:
            self.seqs += self.undone.pop()

    @property
    def draws(self) -> int:
        """How often the app drew in the entries that count."""
        return sum(self.drawn.get(seq, 0) for seq in self.seqs)

    def before(self, seq: int) -> list[int]:
        """Return what still counts after everything from entry `seq` on is undone."""
        return [number for number in self.seqs if number < seq]

    def after(self, seq: int) -> list[int]:
        """Return the counting entries from `seq` on."""
        return [number for number in self.seqs if number >= seq]

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "Living":
        living = cls()
        for entry in entries:
            living.add(entry)
        return living


class LogReader(Protocol):
    """Gives a table the entries and standings that it no longer holds in memory."""

    def add(self, entry: Entry) -> None:
        """Take note of a new entry."""

    def standing(self, seqs: list[int]) -> tuple[int, dict[str, Any]] | None:
        """Return the latest of these entries with a stored standing, and that standing."""

    def entries(self, after: int, seqs: list[int]) -> Iterable[Entry]:
        """Return those of the entries `seqs` that come after entry `after`."""


@dataclass
class MemoryLog:
    """A log held entirely in memory."""

    kept: list[Entry] = field(default_factory=list)
    standings: dict[int, str] = field(default_factory=dict)
    """Standings after some entries, as JSON. May be empty: then everything is replayed."""

    def add(self, entry: Entry) -> None:
        self.kept.append(entry)

    def standing(self, seqs: list[int]) -> tuple[int, dict[str, Any]] | None:
        """Return the latest of these entries with a stored standing, and that standing."""
        latest = next((seq for seq in reversed(seqs) if seq in self.standings), None)
        return None if latest is None else (latest, json.loads(self.standings[latest]))

    def entries(self, after: int, seqs: list[int]) -> Iterable[Entry]:
        """Return those of the entries `seqs` that come after entry `after`."""
        wanted = set(seqs)
        begun = bisect(self.kept, after, key=lambda entry: entry.seq)
        return [entry for entry in self.kept[begun:] if entry.seq in wanted]
