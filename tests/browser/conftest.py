"""The app behind the server that `companion serve` starts, and devices at it, each with its own language."""

from collections.abc import Iterator
from functools import partial
from typing import Protocol

import pytest
from flask import Flask
from playwright.sync_api import Browser

from companion.table.tables import Tables
from companion.web import create_app
from tests.browser.device import Device, Windows
from tests.chromium import HOST
from tests.serving import serving
from tools.words.pseudo import write_pseudo

SHUFFLE = 7


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The app, but that it shuffles alike every time, and also speaks a language 40 % longer than English."""
    overlay = tmp_path_factory.mktemp("longer")
    write_pseudo(overlay)
    app = create_app(hosts=(HOST,), overlays=(overlay,))
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


@pytest.fixture(scope="session")
def windows(browser: Browser, address: str) -> Windows:
    """What devices show their pages in."""
    return Windows(browser, address)


@pytest.fixture
def middle(pytestconfig: pytest.Config) -> range:
    """The turns of a whole game that nobody taps: none with `--whole`."""
    return range(0) if pytestconfig.getoption("whole") else range(2, 9)


class Devices(Protocol):
    """A device more, by its language."""

    def __call__(self, language: str, width: int = 390, *, scripts: bool = True) -> Device: ...


@pytest.fixture
def device(windows: Windows) -> Iterator[Devices]:
    """Devices of one proof. At its end none of them may have complained."""
    opened: list[Device] = []

    def another(language: str, width: int = 390, *, scripts: bool = True) -> Device:
        opened.append(windows.device(language, width, scripts=scripts))
        return opened[-1]

    yield another
    for one in opened:
        one.close()
