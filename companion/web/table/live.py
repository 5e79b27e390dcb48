"""Live updates: one stream per page, or polling if there is no room for a stream."""

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import ServiceUnavailable

from companion.table.hub import Closing, TooMany
from companion.web.errors import SOON
from companion.web.handoff import handoff
from companion.web.numbers import whole
from companion.web.viewer import Viewer, tables, token, viewer_of

pages = Blueprint("live", __name__)

RETRY_AFTER = 15
"""Retry-After in seconds, if there is no room for a stream."""


@pages.get("/t/<code>/stream")
def events(code: str) -> Response:
    """Stream the numbers of new entries; the device then fetches what it may see."""
    return listening(viewer_of(code), last_seen())


def listening(viewer: Viewer, since: int) -> Response:
    """Return the response that begins the stream of a device that has seen entry `since`.

    The server continues it without a thread.
    """
    mine = handoff()
    if request.method == "HEAD":
        return _streaming()
    if mine is None:
        raise ServiceUnavailable(retry_after=RETRY_AFTER)
    id, address = viewer.place.opened.id, request.remote_addr or ""
    try:
        mine.listener = tables().hub.listen(id, token(), address if viewer.who.spectator else "")
    except TooMany as full:
        raise ServiceUnavailable(retry_after=SOON if isinstance(full, Closing) else RETRY_AFTER) from None
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
    """Return the number of the last entry, for devices without a stream."""
    answer = jsonify(seq=viewer_of(code).table.seq)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def last_seen() -> int:
    """Return the number that a reconnecting device says it has seen."""
    given = request.headers.get("Last-Event-ID") or request.args.get("seen", "")
    return whole(given)
