"""What a person reads when something is not there: in their language, with the nearest that is."""

from typing import Any

from flask import Flask, render_template, request, url_for
from werkzeug.exceptions import HTTPException

from companion.i18n.lookup import full_id, search
from companion.i18n.speak import no_such_name, unknown_name
from companion.rules import UnknownName
from companion.web.viewer import box, own_box, shelf, words

LONGEST_WORD = 60
"""More than any name has; what follows is neither looked at nor said back."""


def register(app: Flask) -> None:
    """Answer every error with a page."""
    app.register_error_handler(UnknownName, _unknown)
    app.register_error_handler(HTTPException, _failed)


def _unknown(error: UnknownName) -> tuple[str, int]:
    nearest = _nearest(error)
    shown = UnknownName(error.kind, shorten(error.given, LONGEST_WORD), error.valid)
    said = no_such_name(words(), shown) if nearest else unknown_name(words(), shown)
    return render_template("missing.html", said=said, nearest=nearest), 404


def _failed(error: HTTPException) -> tuple[str, int, dict[str, str]]:
    status = error.code or 500
    t = words()
    if status in (404, 405):
        said = t.say("web.fault.page")
    else:
        said = t.say("web.fault.request") if status < 500 else t.say("web.fault.server")
    allowed = error.get_headers() if status == 405 else []
    headers = {name: value for name, value in allowed if name == "Allow"}
    return render_template("missing.html", said=said, nearest=[]), status, headers


def _nearest(error: UnknownName) -> list[dict[str, str]]:
    """Where the person may have meant to go: each a name and an address."""
    game = str((request.view_args or {}).get("game", request.args.get("game", "")))
    library = shelf().library
    if error.kind == "game":
        known = error.nearest or error.valid
        return [_link(own_box(g).t.name(f"game.{g}"), "lookup.game", game=g) for g in known]
    if game not in library.games:
        return []
    if error.kind == "id":
        return _nearest_ids(game, error)
    if error.kind in ("edition", "variant"):
        t = own_box(game).t
        return [
            _link(t.name(f"{error.kind}.{name}") if t.has(f"{error.kind}.{name}") else name, "lookup.game", **query)
            for name in error.nearest or error.valid
            for query in ({"game": game, error.kind: name},)
        ]
    return []


def _nearest_ids(game: str, error: UnknownName) -> list[dict[str, str]]:
    """By id and by printed name, for what stands in an address may be either."""
    library, chosen = shelf().library, box(game)
    hits = [hit.id for hit in search(library, error.given[:LONGEST_WORD], [game], shelf().overlays)][:5]
    ids = dict.fromkeys([*hits, *(full_id(library, game, name) for name in error.nearest)])
    t = chosen.t
    return [
        _link(t.words("long" if t.has(id, "long") else "name", id), "lookup.entry", game=game, id=id, **chosen.query)
        for id in ids
        if t.has(id)
    ]


def shorten(text: str, longest: int) -> str:
    """A text that somebody sent, at a length that can be shown."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _link(name: str, endpoint: str, **values: Any) -> dict[str, str]:
    return {"name": name, "address": url_for(endpoint, **values)}
