"""Runs an app in this process, behind the real server."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask

from companion.web.server.listening import Server, open_server
from tests.chromium import HOST


@contextmanager
def running(app: Flask, port: int = 0, **how: Any) -> Iterator[Server]:
    """Run the server of an app, on a free port if none is given."""
    server = open_server(app, "127.0.0.1", port, hub=app.extensions["tables"].hub, **how)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.close()
        thread.join()


@contextmanager
def serving(app: Flask, **how: Any) -> Iterator[str]:
    """Run the server and give the address for a browser."""
    with running(app, **how) as server:
        yield f"http://{HOST}:{server.port}"
