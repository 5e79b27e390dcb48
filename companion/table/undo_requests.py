"""Undoing more than one's own last action: somebody asks, the host and everybody who sits there agree, or one refuses.

>>> asked = UndoRequest(4, "red", frozenset({"red", "blue"}))
>>> sorted(asked.waiting(frozenset({"red", "blue", "green"})))
['green', 'host']
"""

from dataclasses import dataclass
from typing import Any

from companion.table.log import Entry
from companion.table.vocabulary import HOST, UNDOABLE, EntryKind

FOR = "for"
"""The field of an entry that names everybody for whom a device speaks."""


@dataclass(frozen=True)
class UndoRequest:
    """An undo that waits for the others."""

    to: int
    by: str
    agreed: frozenset[str] = frozenset()
    """Who need not be asked any more: the seats of the device that asks, and those that have agreed."""

    def waiting(self, seated: frozenset[str]) -> frozenset[str]:
        """Who has to agree still: the host too, who enters for those without a device."""
        return (seated | {HOST}) - self.agreed - {self.by}


def after(asked: UndoRequest | None, entry: Entry) -> UndoRequest | None:
    """What is asked once this entry is made. Whatever changes the game ends the question, and so does another device,
    or none, at the seat that asks: whoever asks from one seat does not agree from the next."""
    if entry.kind == EntryKind.ASKED:
        return UndoRequest(entry.data["to"], entry.by, _device(entry))
    if entry.kind == EntryKind.AGREED and asked:
        return UndoRequest(asked.to, asked.by, asked.agreed | _device(entry))
    if entry.kind in (EntryKind.SEATED, EntryKind.LEFT) and asked and entry.data["seat"] == asked.by:
        return None
    if entry.kind in (*UNDOABLE, EntryKind.UNDONE, EntryKind.REDONE, EntryKind.REFUSED):
        return None
    return asked


def _device(entry: Entry) -> frozenset[str]:
    """All that one device speaks for; older entries know one name of it."""
    return frozenset({entry.by, *entry.data.get(FOR, ())})


def to_json(asked: UndoRequest | None) -> list[Any] | None:
    return [asked.to, asked.by, sorted(asked.agreed)] if asked else None


def from_json(data: list[Any] | None) -> UndoRequest | None:
    return UndoRequest(data[0], data[1], frozenset(data[2])) if data else None
