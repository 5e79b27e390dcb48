"""Pending seat requests, for the devices that can answer them."""

from dataclasses import dataclass

from companion.table.requests import SeatRequest
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


def answerable(viewer: Viewer) -> list[Answerable]:
    """Return the requests that this device may answer: for its seats, as host for any, for the host's place if seated.

    Its own requests are never among them.
    """
    device = fingerprint(token())
    return [
        _shown(viewer, request, device)
        for request in tables().asking(viewer.place.opened.id)
        if request.token != device and _may_answer(viewer, request)
    ]


def _may_answer(viewer: Viewer, request: SeatRequest) -> bool:
    who = viewer.who
    return who.host or request.colour in who.colours or (request.colour == HOST and not who.spectator)


def _shown(viewer: Viewer, request: SeatRequest, device: str) -> Answerable:
    t, allow = viewer.t, viewer.t.say("web.join.allow")
    if request.colour != HOST:
        text = t.say("web.join.asks_seat", who=viewer.name(request.colour))
    elif viewer.who.host:
        text = t.say("web.join.asks_host.soon") if request.since else t.say("web.join.asks_host")
        allow = t.say("web.join.hand_over")
    elif device in request.agreed:
        text, allow = t.say("web.join.asks_host.agreed"), ""
    else:
        text, allow = t.say("web.join.asks_host.others"), t.say("web.table.agree")
    return Answerable(request.colour, request.mark, text, allow)
