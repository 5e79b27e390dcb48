"""The web app: server-rendered pages for the phones at the table. Works without scripts and without the internet.

>>> create_app().test_client().get("/", headers={"Host": "localhost"}).status_code
200
"""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from flask import Flask, request, url_for
from jinja2 import StrictUndefined

from companion import paths
from companion.i18n.audit import audit
from companion.rules import BadData, Library, library
from companion.web import errors, lookup
from companion.web.icons import sprite
from companion.web.security import protect
from companion.web.viewer import Shelf, shelf, words

_FOR_GOOD = 365 * 24 * 3600
"""Addresses of static files carry a fingerprint of what is in them, so they may be kept."""


_LONGEST_ADDRESS = 2000


def create_app(*, overlays: tuple[Path, ...] = (), hosts: Iterable[str] = ()) -> Flask:
    """The app over the shipped rules, or over those with overlays; `hosts` are further names to answer to.

    Raises `BadData` for overlays with faults: all of them now, rather than one on somebody's phone.
    """
    home = paths.templates() / "web"
    app = Flask(__name__, template_folder=str(home), static_folder=str(home / "static"))
    app.config.update(MAX_CONTENT_LENGTH=64 * 1024, SEND_FILE_MAX_AGE_DEFAULT=_FOR_GOOD)
    app.extensions["shelf"] = _opened(overlays)
    app.jinja_options = {"undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    protect(app, hosts)
    errors.register(app)
    app.register_blueprint(lookup.pages)
    _speak(app, home / "static")
    return app


def _opened(overlays: tuple[Path, ...]) -> Shelf:
    if not overlays:
        return Shelf(library())
    own = Library(overlays)
    problems = own.check() or audit(own, overlays)
    if problems:
        raise BadData(problems)
    return Shelf(own, overlays)


def _speak(app: Flask, static: Path) -> None:
    """What every template can use."""
    prints = {file.name: sha256(file.read_bytes()).hexdigest()[:10] for file in static.iterdir() if file.is_file()}
    icons = sprite(paths.templates() / "icons")

    def asset(name: str) -> str:
        return url_for("static", filename=name, v=prints[name])

    @app.context_processor
    def common() -> dict[str, object]:
        return {"t": words(), "languages": shelf().languages, "here": here(), "asset": asset, "icons": icons}


def here() -> str:
    """The address of this page, to come back to; a monstrous one is cut to its path, and that to nothing."""
    whole = request.full_path if request.query_string else request.path
    return next((address for address in (whole, request.path) if len(address) < _LONGEST_ADDRESS), "/")
