"""Where a table finds what it no longer holds in memory: its log, and how it stood now and then."""

import json
from bisect import bisect
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.table.log import Entry


class LogReader(Protocol):
    """Where a table finds what it no longer holds in memory."""

    def add(self, entry: Entry) -> None:
        """An entry was made."""

    def standing(self, seqs: list[int]) -> tuple[int, dict[str, Any]] | None:
        """The latest of these entries whose standing is kept, and that standing."""

    def entries(self, after: int, seqs: list[int]) -> Iterable[Entry]:
        """Those of these entries that came after one."""


@dataclass
class MemoryLog:
    """A past that is all in memory."""

    kept: list[Entry] = field(default_factory=list)
    standings: dict[int, str] = field(default_factory=dict)
    """How it stood after some entries, as JSON: who noted none replays everything."""

    def add(self, entry: Entry) -> None:
        self.kept.append(entry)

    def standing(self, seqs: list[int]) -> tuple[int, dict[str, Any]] | None:
        """The latest of these entries whose standing is kept, and that standing."""
        found = next((seq for seq in reversed(seqs) if seq in self.standings), None)
        return None if found is None else (found, json.loads(self.standings[found]))

    def entries(self, after: int, seqs: list[int]) -> Iterable[Entry]:
        """Those of these entries that came after one."""
        wanted = set(seqs)
        begun = bisect(self.kept, after, key=lambda entry: entry.seq)
        return [entry for entry in self.kept[begun:] if entry.seq in wanted]
