"""The app behind the server that `companion serve` starts, and devices at it, each with its own language."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Protocol

import pytest
from flask import Flask
from playwright.sync_api import Browser

from companion.table.tables import Tables
from companion.web import create_app
from tests.browser.device import Device
from tests.chromium import HOST
from tests.serving import serving

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
def address(app: Flask) -> Iterator[str]:
    """Where the tables are served."""
    with serving(app) as found:
        yield found


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
