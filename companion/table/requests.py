"""Requests at a table: for a seat, and to take something back."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from companion.table.log import Entry
from companion.table.vocabulary import HOST, UNDOABLE, EntryKind

OBJECTING = timedelta(minutes=1)
"""How long the host's device can object after everybody else has agreed."""

WAITING = timedelta(minutes=10)
"""How long a request waits for an answer before it is forgotten; the device can then ask again."""


@dataclass(frozen=True)
class SeatRequest:
    """A request of one device. Devices are identified by the hashes of their tokens."""

    colour: str
    """The color of the seat, or `host`."""
    token: str
    agreed: frozenset[str] = frozenset()
    """The devices that agree to a request for the host's place."""
    since: str = ""
    """When the last missing agreement was given; empty if some are still missing."""
    at: str = ""
    """When the device asked."""

    @property
    def mark(self) -> str:
        """The name of the device in forms and pages of others: the start of its token's hash."""
        return self.token[:12]

    def due(self, at: str) -> bool:
        """Return whether the host's time to object is over."""
        return bool(self.since) and datetime.fromisoformat(at) - datetime.fromisoformat(self.since) >= OBJECTING

    def over(self, at: str) -> bool:
        """Return whether the request has expired. A request to which everybody has agreed does not."""
        return not self.since and self.at <= (datetime.fromisoformat(at) - WAITING).isoformat(timespec="milliseconds")


def needed(request: SeatRequest, seated: Mapping[str, str], host: str) -> set[str]:
    """Return the devices that have to agree if the host does not answer: all at the table but the two involved."""
    return set(seated.values()) - {request.token, host}


def reviewed(request: SeatRequest, seated: Mapping[str, str], host: str, at: str) -> SeatRequest:
    """Return a request for the host's place, updated for the devices seated now. Nobody can take the place alone."""
    everybody = needed(request, seated, host)
    if everybody and everybody <= request.agreed:
        return replace(request, since=request.since or at)
    return replace(request, since="")


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
