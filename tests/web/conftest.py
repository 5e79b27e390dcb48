"""The app as it is served, and a browser as a phone at the table has it: without internet."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.web import create_app
from tests.chromium import HOST
from tests.serving import serving
from tests.web.club import shared_app

__all__ = ["HOST", "serving"]


class LocalClient(FlaskClient):
    """Asks under a host that the app answers to, unless told otherwise."""

    def open(self, *args, **kwargs):  # type: ignore[no-untyped-def]
        kwargs.setdefault("base_url", "http://192.168.1.20:8327")
        kwargs.setdefault("buffered", True)
        return super().open(*args, **kwargs)

    def send(self, address: str, **data: str) -> "TestResponse":
        """A form as a page has it: with the token that says it came from one of our pages."""
        found = re.search(r'name="csrf_token" value="([^"]+)"', self.get("/").get_data(as_text=True))
        assert found
        return self.post(address, data={"csrf_token": found[1], **data})


def client_of(app: Flask) -> LocalClient:
    return LocalClient(app, app.response_class)


@pytest.fixture
def client() -> LocalClient:
    return client_of(shared_app())


@pytest.fixture(scope="module")
def app() -> Flask:
    """The app of a module whose pages are looked at in a browser."""
    app = create_app(hosts=(HOST,))
    app.testing = True
    return app


@pytest.fixture(scope="module")
def address(app: Flask) -> Iterator[str]:
    """Where the browser finds it."""
    with serving(app) as found:
        yield found
