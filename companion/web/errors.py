"""Error responses: a page for people, or a problem document for programs.

Both say the same in the reader's language, and reveal nothing internal.
"""

from dataclasses import dataclass, field
from typing import Any

from flask import Flask, Response, g, make_response, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from pydantic import ValidationError
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from companion.i18n.rule_faults import no_such_name
from companion.i18n.search import full_id, search
from companion.i18n.translator import Translator
from companion.rules import UnknownName
from companion.table.database import Away, Database
from companion.table.errors import UNSEEN, BadTable, Deleted, NoSuchTable, StillOpening
from companion.table.exports import secret
from companion.table.tokens import read_code
from companion.web.handoff import Busy
from companion.web.locale import box, content, game_name, own_box, words
from companion.web.rate_limits import guessed
from companion.web.refusals import (
    LONGEST_WORD,
    REFUSALS,
    fault_words,
    input_faults,
    refusal_args,
    refusal_code,
    refusal_words,
    shorten,
    unreadable_words,
)
from companion.web.viewer import Viewer, tables, token

STATUS = {
    "no_table": 404, "deleted": 410, "spectator": 403, "only_host": 403, "not_your_seat": 403, "not_your_turn": 403,
    UNSEEN: 403, "hands_told": 403, "dealt_hand": 403, "not_your_undo": 403, "not_your_pause": 403, "mind_sits": 403,
    "no_hints": 403, "still_playing": 403, "stale": 409, "other_move": 409,
    "seat_taken": 409, "requests_full": 409, "key_reused": 422, "too_many_tables": 503, "log_full": 507,
    "half_full": 507, "people_full": 507, "not_writable": 507,
    **dict.fromkeys(BadTable.CODES, 409),
}  # fmt: skip
"""HTTP status by refusal code; all other codes are 422."""

HTTP = {
    400: ("request", "web.fault.request"), 401: ("bad_token", "web.fault.token"), 404: ("not_found", "web.fault.page"),
    405: ("method", "web.fault.method"), 408: ("too_slow", "web.fault.slow"), 413: ("too_large", "web.fault.large"),
    429: ("too_often", "refusal.too_often"), 431: ("too_large", "web.fault.large"), 500: ("server", "web.fault.server"),
    503: ("busy", "web.fault.busy"), 415: ("request", "web.fault.json"),
}  # fmt: skip
"""The code for programs and the id of the words, by HTTP status."""

CODES = ("unreadable", "database", *(code for code, _ in HTTP.values()))
"""The codes of refusals that are not about a table or its rules."""

SOON = 2
"""Retry-After in seconds, for a database that does not answer or a table that is still being opened."""

PROGRAMS = "/api/"
"""The URL prefix of the HTTP API."""

_HEADERS = ("Allow", "Retry-After", "WWW-Authenticate")
"""The headers of an HTTP exception that are passed on."""


@dataclass(frozen=True)
class Failure:
    """What went wrong, for a page or a problem document."""

    status: int
    code: str
    said: str
    args: dict[str, Any] = field(default_factory=dict)
    faults: list[dict[str, str]] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    nearest: list[dict[str, str]] = field(default_factory=list)
    """Links to what the person may have meant."""


def register(app: Flask) -> None:
    for kind in REFUSALS:
        app.register_error_handler(kind, lambda error: _answer(refused(error)))
    app.register_error_handler(BadTable, _broken)
    app.register_error_handler(NoSuchTable, _missing)
    app.register_error_handler(UnknownName, lambda error: _answer(_unknown(error)))
    app.register_error_handler(ValidationError, lambda error: _answer(_unreadable(error)))
    app.register_error_handler(Away, lambda error: _answer(_away(error)))
    app.register_error_handler(Busy, lambda _: _answer(_busy()))
    app.register_error_handler(StillOpening, lambda _: _answer(_failed(ServiceUnavailable(retry_after=SOON))))
    app.register_error_handler(HTTPException, lambda error: _answer(_failed(error)))


def _answer(failure: Failure) -> Response:
    if request.path.startswith(PROGRAMS):
        from companion.web.api.problems import problem

        return problem(failure)
    page = render_template("missing.html", status=failure.status, said=failure.said, nearest=failure.nearest)
    return make_response(page, failure.status, failure.headers)


def _missing(error: NoSuchTable) -> Response:
    """Respond for a missing table; a host who deleted it is offered to restore it."""
    programs = request.path.startswith(PROGRAMS)
    # Programs identify themselves by a token header, never by a cookie.
    device = token() if not programs or "Authorization" in request.headers else ""
    code = read_code(str((request.view_args or {}).get("code", "")))
    deleted_table = next((table for table in tables().deleted(device) if table.code == code), None)
    if deleted_table is None:
        return _answer(refused(error)) if programs else _try_again(error, code)
    gone = Deleted("deleted", until=deleted_table.until)
    if programs:
        return _answer(refused(gone))
    page = render_template("table/deleted.html", deleted=deleted_table, said=refusal_words(words(), gone))
    return make_response(page, STATUS[gone.code])


def _try_again(error: NoSuchTable, code: str) -> Response:
    """Show the form for the code again, with what was typed."""
    failure = refused(error)
    return make_response(render_template("table/find.html", typed=code, said=failure.said), failure.status)


def _broken(error: BadTable) -> Response:
    """Show what is wrong with a table that cannot be opened and, to its host, what they can do."""
    answer = _answer(refused(error))
    code = read_code(str((request.view_args or {}).get("code", "")))
    if request.path.startswith(PROGRAMS) or not code:
        return answer
    hosted = tables().hosts(code, token())
    page = render_template(
        "table/broken.html",
        code=code,
        title=error.title,
        said=refusal_words(words(), error),
        hosted=hosted,
        entries=_entries_to_save(code) if hosted else 0,
    )
    return make_response(page, answer.status_code)


def _entries_to_save(code: str) -> int:
    """Return how many intact entries the host can export."""
    try:
        rescued = tables().rescued(code, token())
    except BadTable:
        return 0
    return len(rescued.entries) if rescued.table and not secret(rescued.table, rescued.entries) else 0


def refused(error: Exception) -> Failure:
    """Return the failure for a refusal outside a table's screens."""
    if isinstance(error, NoSuchTable) and not tables().known(read_code(str((request.view_args or {}).get("code", "")))):
        guessed()
    viewer: Viewer | None = g.get("viewer")
    t, names = (viewer.t, viewer.table.people.names) if viewer else (words(), None)
    code = refusal_code(error)
    return Failure(STATUS.get(code, 422), code, refusal_words(t, error, names), refusal_args(error))


def _unknown(error: UnknownName) -> Failure:
    in_body = request.method == "POST" and error.given not in (request.view_args or {}).values()
    status = 422 if in_body and request.path.startswith(PROGRAMS) else 404
    nearest = [] if request.path.startswith(PROGRAMS) else _nearest(error)
    shown = UnknownName(error.kind, shorten(error.given), error.valid, error.game)
    text = no_such_name(words(), shown) if nearest else refusal_words(words(), error)
    return Failure(status, refusal_code(error), text, refusal_args(error), nearest=nearest)


def _unreadable(error: ValidationError) -> Failure:
    t = words()
    faults = [
        {"where": shorten(".".join(map(str, fault["loc"]))), "code": fault["type"], "said": fault_words(t, fault)}
        for fault in input_faults(error)[:20]
    ]
    return Failure(422, "unreadable", unreadable_words(t, error), faults=faults)


def _failed(error: HTTPException) -> Failure:
    status = error.code or 500
    code, text = http_words(words(), status)
    if isinstance(error, CSRFError):
        text = words().say("web.fault.cookies")
    headers = {name: value for name, value in error.get_headers() if name in _HEADERS}
    return Failure(status, code, text, headers=headers)


def _away(error: Away) -> Failure:
    gone = error.lost in Database.GONE
    text = words().say("web.fault.gone" if gone else "web.fault.read_only" if error.lost else "web.fault.database")
    return Failure(503, "database", text, headers={"Retry-After": str(SOON)})


def _busy() -> Failure:
    return Failure(503, "busy", words().say("web.fault.busy"), headers={"Retry-After": str(SOON)})


def http_words(t: Translator, status: int) -> tuple[str, str]:
    """Return the error code for programs and the text for people."""
    code, words_id = HTTP.get(status, HTTP[400] if status < 500 else HTTP[500])
    return code, t.say(words_id)


def _nearest(error: UnknownName) -> list[dict[str, str]]:
    """Return links (name and address) to what the person may have meant."""
    game = str((request.view_args or {}).get("game", request.args.get("game", "")))
    library = content().library
    if error.kind == "game":
        known_names = error.nearest or error.valid
        return [_link(game_name(g), "rules.game", game=g) for g in known_names]
    if game not in library.games:
        return []
    if error.kind == "id":
        return _nearest_ids(game, error)
    if error.kind in ("edition", "variant"):
        t = own_box(game).t
        names = {name: f"{error.kind}.{name}" for name in error.nearest or error.valid}
        return [
            _link(t.name(id) if t.has(id) else name, "rules.game", **{"game": game, error.kind: name})
            for name, id in names.items()
        ]
    return []


def _nearest_ids(game: str, error: UnknownName) -> list[dict[str, str]]:
    """Return links to entries with similar ids or printed names, since an address may contain either."""
    library, chosen = content().library, box(game)
    hits = [hit.id for hit in search(library, error.given[:LONGEST_WORD], [game], content().overlays)][:5]
    ids = dict.fromkeys([*hits, *(full_id(library, game, name) for name in error.nearest)])
    t = chosen.t
    return [_link(t.long(id), "rules.entry", game=game, id=id, **chosen.query) for id in ids if t.has(id)]


def _link(name: str, endpoint: str, **values: Any) -> dict[str, str]:
    return {"name": name, "address": url_for(endpoint, **values)}
