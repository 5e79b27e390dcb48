"""The log of a table: entries that are only ever added.

What was undone stays where it is; an entry later on says that it no longer counts. `Living` tells which entries do.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from companion.table.clock import minutes
from companion.table.draws import DREW
from companion.table.vocabulary import UNDOABLE, EntryKind

Raw = tuple[Any, ...]
"""An event of the engine, as it keeps it."""

ENDED: Raw = ("ended",)
"""What happens at the end of a game."""

LATEST = 6
"""Entries that a table keeps at hand."""


@dataclass(frozen=True)
class Entry:
    """One thing that was entered."""

    seq: int
    kind: EntryKind
    data: dict[str, Any] = field(default_factory=dict)
    by: str = ""
    """The colour, `host`, or nobody."""
    at: str = ""
    """When, in UTC."""
    events: tuple[Raw, ...] = ()
    """What happened of it."""


def played_minutes(entries: Iterable[Entry]) -> int:
    """How long people played."""
    return minutes(entry.at for entry in entries if entry.at and entry.kind in UNDOABLE)


def played_to_the_end(counting: Iterable[Entry], seated: frozenset[str]) -> bool:
    """Whether the entries that count end a game by playing: since it was set otherwise last, all who sit there have."""
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
    """Which entries count: a stack, and the groups that were taken from it.

    >>> living = Living()
    >>> for entry in (Entry(2, EntryKind.PLAYED), Entry(3, EntryKind.PLAYED), Entry(4, EntryKind.UNDONE, {"to": 3})):
    ...     living.add(entry)
    >>> living.seqs, living.undone
    ([2], [[3]])
    """

    seqs: list[int] = field(default_factory=list)
    undone: list[list[int]] = field(default_factory=list)
    authors: dict[int, str] = field(default_factory=dict)
    """Who made them."""
    drawn: dict[int, int] = field(default_factory=dict)
    """Those in which the app has drawn, and how often."""

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
        """How often the app has drawn in what counts."""
        return sum(self.drawn.get(seq, 0) for seq in self.seqs)

    def before(self, seq: int) -> list[int]:
        """What counts once everything from an entry on is undone."""
        return [one for one in self.seqs if one < seq]

    def after(self, seq: int) -> list[int]:
        """An entry and what came after it."""
        return [one for one in self.seqs if one >= seq]

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "Living":
        living = cls()
        for entry in entries:
            living.add(entry)
        return living
