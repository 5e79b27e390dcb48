"""Undoing more than one's own last action: somebody asks, everybody who sits there agrees, or one refuses."""

from dataclasses import dataclass
from typing import Any

from companion.table.log import Entry
from companion.table.vocabulary import UNDOABLE, Kind


@dataclass(frozen=True)
class Asked:
    """An undo that waits for the others."""

    to: int
    by: str
    agreed: frozenset[str] = frozenset()

    def waiting(self, seated: frozenset[str]) -> frozenset[str]:
        """Whose answer is missing."""
        return seated - self.agreed - {self.by}


def after(asked: Asked | None, entry: Entry) -> Asked | None:
    """What is asked once this entry is made. Whatever changes the game ends the question."""
    if entry.kind == Kind.ASKED:
        return Asked(entry.data["to"], entry.by)
    if entry.kind == Kind.AGREED and asked:
        return Asked(asked.to, asked.by, asked.agreed | {entry.by})
    if entry.kind in (*UNDOABLE, Kind.UNDONE, Kind.REDONE, Kind.REFUSED):
        return None
    return asked


def to_json(asked: Asked | None) -> list[Any] | None:
    """As plain data."""
    return [asked.to, asked.by, sorted(asked.agreed)] if asked else None


def from_json(data: list[Any] | None) -> Asked | None:
    """The other way round."""
    return Asked(data[0], data[1], frozenset(data[2])) if data else None
