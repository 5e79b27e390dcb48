"""Pending seat requests, for the devices that can answer them."""

from dataclasses import dataclass

from companion.table.seat_requests import SeatRequest
from companion.table.tokens import fingerprint
from companion.table.vocabulary import HOST
from companion.web.viewer import Viewer, tables, token


@dataclass(frozen=True)
class Answerable:
    """A request that this device may answer."""

    seat: str
    mark: str
    said: str
    allow: str
    """The label of the button that agrees; empty if this device already has."""


def answerable(seen: Viewer) -> list[Answerable]:
    """Return the requests that this device may answer: for its seats, as host for any, for the host's place if seated.

    Its own requests are never among them.
    """
    device = fingerprint(token())
    return [
        _shown(seen, asked, device)
        for asked in tables().asking(seen.place.opened.id)
        if asked.token != device and _may_answer(seen, asked)
    ]


def _may_answer(seen: Viewer, asked: SeatRequest) -> bool:
    who = seen.who
    return who.host or asked.colour in who.colours or (asked.colour == HOST and not who.spectator)


def _shown(seen: Viewer, asked: SeatRequest, device: str) -> Answerable:
    t, allow = seen.t, seen.t.say("web.join.allow")
    if asked.colour != HOST:
        said = t.say("web.join.asks_seat", who=seen.name(asked.colour))
    elif seen.who.host:
        said = t.say("web.join.asks_host.soon") if asked.since else t.say("web.join.asks_host")
        allow = t.say("web.join.hand_over")
    elif device in asked.agreed:
        said, allow = t.say("web.join.asks_host.agreed"), ""
    else:
        said, allow = t.say("web.join.asks_host.others"), t.say("web.table.agree")
    return Answerable(asked.colour, asked.mark, said, allow)
