"""Undoing more than one's own last action: somebody asks, everybody who sits there agrees, or one refuses."""

from dataclasses import dataclass
from typing import Any

from companion.table.log import Entry
from companion.table.vocabulary import UNDOABLE, EntryKind


@dataclass(frozen=True)
class UndoRequest:
    """An undo that waits for the others."""

    to: int
    by: str
    agreed: frozenset[str] = frozenset()

    def waiting(self, seated: frozenset[str]) -> frozenset[str]:
        return seated - self.agreed - {self.by}


def after(asked: UndoRequest | None, entry: Entry) -> UndoRequest | None:
    """What is asked once this entry is made. Whatever changes the game ends the question."""
    if entry.kind == EntryKind.ASKED:
        return UndoRequest(entry.data["to"], entry.by)
    if entry.kind == EntryKind.AGREED and asked:
        return UndoRequest(asked.to, asked.by, asked.agreed | {entry.by})
    if entry.kind in (*UNDOABLE, EntryKind.UNDONE, EntryKind.REDONE, EntryKind.REFUSED):
        return None
    return asked


def to_json(asked: UndoRequest | None) -> list[Any] | None:
    return [asked.to, asked.by, sorted(asked.agreed)] if asked else None


def from_json(data: list[Any] | None) -> UndoRequest | None:
    return UndoRequest(data[0], data[1], frozenset(data[2])) if data else None
