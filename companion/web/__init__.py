"""The web app: server-rendered pages for the phones at the table. Works without scripts and without the internet.

>>> create_app().test_client().get("/", headers={"Host": "localhost"}).status_code
200
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from flask import Flask, Response, request, url_for
from flask_wtf.csrf import CSRFProtect
from jinja2 import StrictUndefined

from companion import box, paths
from companion.i18n.scores import letters
from companion.network import Reach
from companion.rules import BadData, Library, library
from companion.table.database import Database
from companion.table.store import Store
from companion.table.tables import Tables
from companion.web import alone as one_device
from companion.web import api, errors, handoff, health, rate_limits
from companion.web.brief import Brief
from companion.web.compression import shrink
from companion.web.handling import classes, handling
from companion.web.locale import Content, content, words
from companion.web.lookup import rules
from companion.web.printing import shop
from companion.web.screens import board, rendering
from companion.web.screens.laying import laying
from companion.web.security import protect
from companion.web.sprites import FOR_GOOD, fingerprint, kept, sprite
from companion.web.table import (
    actions,
    everything,
    exports,
    history,
    home,
    joining,
    links,
    live,
    minds,
    new_table,
    organising,
    practice,
)
from companion.web.take_along import hand_out
from companion.web.viewer import remember_device
from companion.web.woodcuts import large_woodcut_of, sign_of, woodcut_of

ROOMS = (
    rules.pages, home.pages, new_table.pages, joining.pages, links.pages, rendering.pages, actions.pages, live.pages,
    health.pages, api.pages, board.pages, exports.pages, history.pages, shop.pages, minds.pages, practice.pages,
    organising.pages,
)  # fmt: skip
"""The blueprints that hold all routes."""

_LONGEST_ADDRESS = 2000


def create_app(
    *,
    overlays: tuple[Path, ...] = (),
    hosts: Iterable[str] = (),
    tables: Tables | None = None,
    measured: bool = False,
    reach: Reach | None = None,
    alone: one_device.Device | None = None,
    along: Path | None = None,
) -> Flask:
    """Create the app, with the shipped rules data or with overlays. `hosts` are additional host names to accept.

    `reach` says where phones find it. Serves the given tables, or an in-memory database. `measured` adds /metrics.
    `alone` is for the only device of a whole table, which is no server's. `along` is a folder of `companion static`.

    Raises `BadData` for faulty overlays: all faults at once, before any phone sees one.
    """
    files = paths.templates() / "web"
    app = Flask(__name__, template_folder=str(files), static_folder=str(files / "static"))
    app.config.update(MAX_CONTENT_LENGTH=64 * 1024, SEND_FILE_MAX_AGE_DEFAULT=FOR_GOOD)
    app.extensions["content"] = _opened(overlays)
    served = app.extensions["tables"] = tables or in_memory(app.extensions["content"].library)
    app.config.update(SECRET_KEY=served.store.secret(), WTF_CSRF_TIME_LIMIT=None, SESSION_COOKIE_SAMESITE="Lax")
    app.jinja_options = {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    addresses = app.extensions["reach"] = reach or Reach()
    protect(app, hosts, addresses)
    errors.register(app)
    handoff.register(app)
    one_device.register(app, alone)
    if measured:
        health.measure(app)
    rate_limits.limit(app)
    CSRFProtect(app).exempt(api.pages)
    for pages in (*ROOMS, *([everything.pages] if alone else [])):
        app.register_blueprint(pages)
    _speak(app, files / "static")
    hand_out(app, along)
    app.extensions["brief"] = Brief(app)
    app.after_request(remember_device)
    shrink(app)
    return app


def _opened(overlays: tuple[Path, ...]) -> Content:
    if not overlays:
        return Content(library())
    own = Library(overlays)
    faults = box.faults(box.check(own))
    if faults:
        raise BadData(faults)
    return Content(own, overlays)


def in_memory(rules_library: Library) -> Tables:
    return Tables(Store(Database(":memory:").ready()), rules_library)


def _speak(app: Flask, static: Path) -> None:
    prints = {
        file.relative_to(static).as_posix(): fingerprint(file.read_bytes())
        for file in static.rglob("*")
        if file.is_file()
    }
    icons = sprite(paths.templates() / "icons")
    icons_print = fingerprint(icons.encode())

    @cache
    def asset(name: str) -> str:
        return url_for("static", filename=name, v=prints[name])

    @app.get("/icons.svg", endpoint="icons")
    def all_icons() -> Response:
        return kept(icons)

    app.jinja_env.globals |= {
        "letters": letters, "laying": laying, "woodcut_of": woodcut_of, "large_woodcut_of": large_woodcut_of,
        "sign_of": sign_of,
    }  # fmt: skip

    @cache
    def icons_address() -> str:
        return url_for("icons", v=icons_print)

    app.jinja_env.globals["drawing"] = lambda name: f"{icons_address()}#icon-{name}"

    @app.context_processor
    def common() -> dict[str, object]:
        return {
            "t": words(),
            "languages": content().languages,
            "here": here(),
            "asset": asset,
            "handling": handling(),
            "handled": classes(),
        }


def here() -> str:
    """Return the URL of this page to come back to. If it is too long, the query is dropped, and then the path too."""
    base = request.script_root
    whole = request.full_path if request.query_string else request.path
    return next((base + path for path in (whole, request.path) if len(base + path) < _LONGEST_ADDRESS), f"{base}/")
