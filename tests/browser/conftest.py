"""The app behind the server that `companion serve` starts, and devices at it, each with its own language."""

import threading
from collections.abc import Iterator
from functools import partial
from typing import Any, Protocol

import pytest
from flask import Flask
from playwright.sync_api import Browser

from companion.table.limits import Limits
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.server import open_server
from tests.browser.device import Device
from tests.chromium import HOST

SHUFFLE = 7


@pytest.fixture(scope="session")
def app() -> Flask:
    """The app as it is shipped, but for a shuffle that is the same every time: what fails can be seen again."""
    app = create_app(hosts=(HOST,))
    tables: Tables = app.extensions["tables"]
    tables.create = partial(tables.create, seed=SHUFFLE)  # type: ignore[method-assign]
    return app


@pytest.fixture(scope="session")
def tables(app: Flask) -> Tables:
    """What the server knows, to compare with what people see."""
    found: Tables = app.extensions["tables"]
    return found


@pytest.fixture(scope="session")
def address(app: Flask, tables: Tables) -> Iterator[str]:
    """Where the tables are served."""
    server = open_server(app, "127.0.0.1", 0, listeners=Limits().listeners)
    threading.Thread(target=server.run, daemon=True).start()
    yield f"http://{HOST}:{server.port}"
    tables.hub.close()


class Devices(Protocol):
    """A device more, by its language."""

    def __call__(self, language: str, width: int = 390, *, scripts: bool = True, **how: Any) -> Device: ...


@pytest.fixture
def device(browser: Browser, address: str) -> Iterator[Devices]:
    """Devices of one proof. At its end none of them may have complained."""
    opened: list[Device] = []

    def another(language: str, width: int = 390, *, scripts: bool = True, **how: Any) -> Device:
        opened.append(Device(browser, address, language, width, scripts=scripts, **how))
        return opened[-1]

    yield another
    for one in opened:
        one.close()
