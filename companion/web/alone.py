"""One device for the whole table, without a server: nobody is invited, nothing is limited, nothing is printed."""

import math
from dataclasses import dataclass

from flask import Flask, Response, current_app, render_template, request

from companion.web.locale import words

_LITTLE = 20_000_000
"""Bytes. A game takes a fifth of this."""

_PRINTED = ("shop", "exports.report", "exports.print_shop", "links", "organising")
"""The pages, or whole blueprints, that need what a browser does not have, or another device."""

SAVED = "saved"
"""The setting that says when everything was saved last."""

_FRAMED = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'; "
    "object-src 'none'",
    "X-Frame-Options": "SAMEORIGIN",
}
"""The page around the app shows it in a frame."""


@dataclass
class Device:
    """What the browser says of the place where the tables are kept."""

    room: float = math.inf
    """Bytes that are left."""
    lasting: bool = False
    """Whether the browser has promised to keep them."""

    @property
    def full(self) -> bool:
        return self.room < _LITTLE


def alone() -> Device | None:
    """Return the device that has everything, or None for a server's app."""
    device: Device | None = current_app.extensions["alone"]
    return device


def register(app: Flask, device: Device | None) -> None:
    app.extensions["alone"] = device
    app.jinja_env.globals["alone"] = device
    if device is None:
        return
    app.config["RATES"] = False

    @app.before_request
    def say_where_to_print() -> str | None:
        endpoint = request.endpoint or ""
        if endpoint in _PRINTED or endpoint.partition(".")[0] in _PRINTED:
            return render_template("missing.html", status=404, said=words().say("web.alone.print"), nearest=[])
        return None

    @app.after_request
    def allow_frame(answer: Response) -> Response:
        answer.headers.update(_FRAMED)
        return answer
