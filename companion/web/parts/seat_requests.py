"""Devices that ask for a seat that another one has, for whoever may let them have it."""

from companion.table.people import HOST
from companion.web.viewer import Viewer, tables


def answerable(seen: Viewer) -> list[tuple[str, str]]:
    """The seats asked for, each with a mark of the device: one's own; the host any; the host's place any player."""
    who = seen.who
    if who.spectator:
        return []
    return [
        (colour, mark)
        for colour, mark in tables().asking(seen.place.opened.id)
        if who.host or colour in who.colours or colour == HOST
    ]
