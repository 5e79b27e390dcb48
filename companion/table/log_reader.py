"""Access to the parts of a log that a table no longer holds in memory, and to stored standings."""

import json
from bisect import bisect
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.table.log import Entry


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
