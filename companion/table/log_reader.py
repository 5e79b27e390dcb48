"""Where a table finds what it no longer holds in memory: its log, and how it stood now and then."""

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

    def add(self, entry: Entry) -> None:
        self.kept.append(entry)

    def standing(self, seqs: list[int]) -> None:
        """Nothing is kept: everything is replayed."""

    def entries(self, after: int, seqs: list[int]) -> Iterable[Entry]:
        """Those of these entries that came after one."""
        wanted = set(seqs)
        return [entry for entry in self.kept if entry.seq > after and entry.seq in wanted]
