"""Devices that ask for a seat that another one has, for whoever may let them have it."""

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
    """What saying yes is called; nothing where it has been said."""


def answerable(seen: Viewer) -> list[Answerable]:
    """The seats asked for: one's own; the host any; the host's place whoever sits there. Nobody answers themselves."""
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
