"""Requests of devices for a seat, or for the host's place.

A seat is given by the device that has it, or by the host; the host's place by the host alone. If the host's device is
gone, all other devices at the table have to agree, and the host's device then has a minute to object.

>>> seated = {"red": "phone", "blue": "tablet"}
>>> asked = reviewed(SeatRequest("host", "phone", frozenset({"tablet"})), seated, "laptop", "2024-01-01T12:00:00+00:00")
>>> asked.since, asked.due("2024-01-01T12:00:59+00:00"), asked.due("2024-01-01T12:01:00+00:00")
('2024-01-01T12:00:00+00:00', False, True)
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

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
