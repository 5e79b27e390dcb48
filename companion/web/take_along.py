"""Handing out the folder of `companion static`: whoever opens it here has the app with them afterwards."""

from pathlib import Path

from flask import Flask, Response, send_from_directory

from companion.web.security import HEADERS

_POLICY = HEADERS["Content-Security-Policy"].replace("; ", "; script-src 'self' 'wasm-unsafe-eval'; ", 1)
"""Its worker compiles the runtime."""


def hand_out(app: Flask, folder: Path | None) -> None:
    """Serve a folder below /along/, and link to it on the first page, if there is one."""
    app.jinja_env.globals["taken_along"] = folder is not None
    if folder is None:
        return

    @app.get("/along/", defaults={"file": "index.html"}, endpoint="along")
    @app.get("/along/<path:file>", endpoint="along_file")
    def along(file: str) -> Response:
        answer = send_from_directory(folder.absolute(), file, max_age=0)
        answer.headers["Content-Security-Policy"] = _POLICY
        return answer
