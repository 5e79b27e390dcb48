"""Sheets drawn for people who wait: a few at a time, so that printing never makes a table wait."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from flask import Response, render_template

from companion.printing import Made, make_request
from companion.printing.product import Request
from companion.web.locale import words

MOST = 3
"""Sheets that are drawn, or wait to be drawn, at the same time."""

PATIENCE = 4.0
"""Seconds that somebody waits for their turn."""

_room = BoundedSemaphore(MOST)


class Busy(Exception):
    """Too many people print just now."""


@contextmanager
def job() -> Iterator[None]:
    """A place at the printer. Raises `Busy`."""
    if not _room.acquire(timeout=PATIENCE):
        raise Busy
    try:
        yield
    finally:
        _room.release()


def busy(_: Busy) -> Response:
    page = render_template("missing.html", said=words().say("web.print.busy"), nearest=[])
    return Response(page, 503, {"Retry-After": "10"})


def drawn(request: Request) -> Made:
    """A sheet as a file. Raises `Busy`."""
    with job():
        return make_request(request)
