"""Devices that ask for a seat, or for the host's place.

A seat is given by whoever holds it, or by the host. The host's place is given by the host alone. Where their device is
gone, all other devices that sit at the table have to agree, and the host's device then has a minute to object.

>>> seated = {"red": "phone", "blue": "tablet"}
>>> asked = reviewed(SeatRequest("host", "phone", frozenset({"tablet"})), seated, "laptop", "2024-01-01T12:00:00+00:00")
>>> asked.since, asked.due("2024-01-01T12:00:59+00:00"), asked.due("2024-01-01T12:01:00+00:00")
('2024-01-01T12:00:00+00:00', False, True)
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

OBJECTING = timedelta(minutes=1)
"""How long the host's device may object once everybody else has agreed."""

WAITING = timedelta(minutes=10)
"""After that nobody is asked any more; the device may ask again."""


@dataclass(frozen=True)
class SeatRequest:
    """A device asks. Devices are known by the hashes of their tokens."""

    colour: str
    """The seat, or `host`."""
    token: str
    agreed: frozenset[str] = frozenset()
    """The devices that agree, where it is about the host's place."""
    since: str = ""
    """Since when nobody's agreement is missing."""
    at: str = ""
    """When it asked."""

    @property
    def mark(self) -> str:
        """What others know the device by."""
        return self.token[:12]

    def due(self, at: str) -> bool:
        """Whether the host has had the time to object."""
        return bool(self.since) and datetime.fromisoformat(at) - datetime.fromisoformat(self.since) >= OBJECTING

    def over(self, at: str) -> bool:
        """Whether nobody has answered for so long that it is forgotten; one to which all agree is not."""
        return not self.since and self.at <= (datetime.fromisoformat(at) - WAITING).isoformat(timespec="milliseconds")


def needed(asked: SeatRequest, seated: Mapping[str, str], host: str) -> set[str]:
    """The devices that have to agree where the host does not answer: all that sit there but the two in question."""
    return set(seated.values()) - {asked.token, host}


def reviewed(asked: SeatRequest, seated: Mapping[str, str], host: str, at: str) -> SeatRequest:
    """A request for the host's place, as it stands with those who sit there now. Alone, nobody can take it."""
    everybody = needed(asked, seated, host)
    if everybody and everybody <= asked.agreed:
        return replace(asked, since=asked.since or at)
    return replace(asked, since="")
