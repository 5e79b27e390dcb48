"""Requests to undo more than one's own last action. The host and everybody seated have to agree; one refusal ends it.

>>> asked = UndoRequest(4, "red", frozenset({"red", "blue"}))
>>> sorted(asked.waiting(frozenset({"red", "blue", "green"})))
['green', 'host']
"""

from dataclasses import dataclass
from typing import Any

from companion.table.log import Entry
from companion.table.vocabulary import HOST, UNDOABLE, EntryKind

FOR = "for"
"""The data key that lists everybody for whom a device speaks."""


@dataclass(frozen=True)
class UndoRequest:
    """An undo that waits for everybody's consent."""

    to: int
    by: str
    agreed: frozenset[str] = frozenset()
    """Who has agreed, including the seats of the device that asked."""

    def waiting(self, seated: frozenset[str]) -> frozenset[str]:
        """Return who still has to agree, always including the host, who enters for seats without a device."""
        return (seated | {HOST}) - self.agreed - {self.by}


def after(request: UndoRequest | None, entry: Entry) -> UndoRequest | None:
    """Return the open request after an entry.

    Anything that changes the game ends the request. So does a change of device at the seat that asked: nobody asks from
    one seat and agrees from the next.
    """
    if entry.kind == EntryKind.ASKED:
        return UndoRequest(entry.data["to"], entry.by, _device(entry))
    if entry.kind == EntryKind.AGREED and request:
        return UndoRequest(request.to, request.by, request.agreed | _device(entry))
    if entry.kind in (EntryKind.SEATED, EntryKind.LEFT) and request and entry.data["seat"] == request.by:
        return None
    if entry.kind in (*UNDOABLE, EntryKind.UNDONE, EntryKind.REDONE, EntryKind.REFUSED):
        return None
    return request


def _device(entry: Entry) -> frozenset[str]:
    """Return everybody for whom the entry's device speaks. Older entries name only one."""
    return frozenset({entry.by, *entry.data.get(FOR, ())})


def to_json(request: UndoRequest | None) -> list[Any] | None:
    return [request.to, request.by, sorted(request.agreed)] if request else None


def from_json(data: list[Any] | None) -> UndoRequest | None:
    return UndoRequest(data[0], data[1], frozenset(data[2])) if data else None
