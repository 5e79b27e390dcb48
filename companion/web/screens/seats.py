"""The seats of a table, and how others can join."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import current_app, request, url_for

from companion.minds.mind import plays
from companion.network import in_url, is_loopback
from companion.table.open_tables import OpenTable
from companion.table.requests import SeatRequest
from companion.table.tokens import fingerprint
from companion.table.vocabulary import Depth
from companion.web.parts.log_text import keeps_cards
from companion.web.parts.naming import level_words
from companion.web.viewer import Viewer, tables, token


@dataclass(frozen=True)
class SeatsScreen:
    """Who sits where, and how others can join."""

    rows: Sequence[tuple[str, str]]
    """Each seat, and whether it is `mine`, a `mind`'s, `taken` or `free`."""
    taken: str
    """A seat that another device has, if any."""
    asked: Mapping[str, SeatRequest]
    """What this device has asked for, by seat."""
    free: Sequence[str]
    """The seats that nobody has."""
    levels: Mapping[str, tuple[str, str]]
    """What computer players there are, where there are any: name and a line."""
    gives: bool
    """Whether this device may give a seat to a computer player."""
    address: str
    """The address for other phones."""
    locked: bool
    """Whether strangers have to ask for a seat."""
    hands: bool
    """Whether players hold cards."""


def seats(viewer: Viewer) -> SeatsScreen:
    """Return each seat and its state for this device, and how others can join."""
    device = fingerprint(token())
    requests = {
        seat_request.colour: seat_request
        for seat_request in tables().asking(viewer.place.opened.id)
        if seat_request.token == device
    }
    return SeatsScreen(
        rows=[(colour, _stands(viewer, colour)) for colour in viewer.table.setup.colours],
        taken=next((colour for colour in viewer.table.setup.colours if _stands(viewer, colour) == "taken"), ""),
        asked=requests,
        free=[colour for colour in viewer.table.setup.colours if is_free(viewer.place, colour)],
        levels=level_words(viewer.t) if plays(viewer.table.rules.game) and viewer.table.depth != Depth.SHEET else {},
        gives=viewer.who.host and viewer.table.depth == Depth.REFEREE and not viewer.table.over,
        address=joining_address(viewer.code),
        locked=viewer.place.closed,
        hands=any(keeps_cards(viewer, colour) for colour in viewer.table.setup.colours),
    )


def _stands(viewer: Viewer, colour: str) -> str:
    """Return whether a seat is this device's own, a mind's, taken or free."""
    if colour in viewer.who.colours:
        return "mine"
    if colour in viewer.table.people.minds:
        return "mind"
    return "taken" if colour in viewer.place.seated else "free"


def is_free(place: OpenTable, colour: str) -> bool:
    """Return whether neither a device nor a mind has a seat."""
    return colour not in place.seated and colour not in place.snapshot.people.minds


def joining_address(code: str) -> str:
    """Return the address for other phones; a host who uses localhost needs another one in the network.

    >>> from companion.web import create_app
    >>> with create_app().test_request_context("/", base_url="http://192.168.1.20:8327"):
    ...     joining_address("AB3DE")
    'http://192.168.1.20:8327/j/AB3DE'
    """
    return reachable(url_for("joining.join", code=code, _external=True))


def reachable(address: str) -> str:
    """Return an address of this request's host as other phones can open it."""
    reach = current_app.extensions["reach"]
    bare = request.host if request.host.endswith("]") else request.host.rpartition(":")[0] or request.host
    if not reach.given and not is_loopback(bare.strip("[]")):
        return address
    return address.replace(request.host, request.host.replace(bare, in_url(reach.likely), 1), 1)
