"""Telling devices that something happened: one stream a page, or a question now and then where there is no stream."""

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import ServiceUnavailable

from companion.table.hub import TooMany
from companion.web.handoff import handoff
from companion.web.numbers import whole
from companion.web.viewer import Viewer, tables, token, viewer

pages = Blueprint("live", __name__)

RETRY_AFTER = 15
"""Seconds until a device that found no room asks for a stream again."""


@pages.get("/t/<code>/stream")
def events(code: str) -> Response:
    """A number for everything that happens at a table; the device then fetches what it may see."""
    return listening(viewer(code), last_seen())


def listening(seen: Viewer, since: int) -> Response:
    """The stream of a device that has seen the table at an entry: the server writes it, without a thread."""
    mine = handoff()
    if request.method == "HEAD":
        return _streaming()
    if mine is None:
        raise ServiceUnavailable(retry_after=RETRY_AFTER)
    id, address = seen.place.opened.id, request.remote_addr or ""
    try:
        mine.listener = tables().hub.listen(id, token(), address if seen.who.spectator else "")
    except TooMany:
        raise ServiceUnavailable(retry_after=RETRY_AFTER) from None
    newest = tables().snapshot(id).seq
    if newest > since:
        mine.listener.tell(newest)
    return _streaming()


def _streaming() -> Response:
    answer = Response(mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


@pages.get("/t/<code>/newest")
def newest(code: str) -> Response:
    """The number of the last entry, for devices that have no stream."""
    answer = jsonify(seq=viewer(code).table.seq)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def last_seen() -> int:
    """The number that the device has seen: it says so when it comes back."""
    given = request.headers.get("Last-Event-ID") or request.args.get("seen", "")
    return whole(given)
