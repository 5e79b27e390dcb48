"""What the first viewers do not wait for."""

from threading import Event

import pytest
from jinja2 import Environment

from companion.web import warm_up
from tests.web.club import HOST, SPECTATOR, Club


def test_the_first_viewers_wait_for_no_template(monkeypatch: pytest.MonkeyPatch) -> None:
    club = Club()
    warm_up.warm_up(club.app, Event())
    monkeypatch.setattr(Environment, "compile", None)
    for name in ("red", HOST, SPECTATOR):
        for address in (f"/t/{club.code}", f"/t/{club.code}/view/seat", f"/t/{club.code}/board", "/", "/rules/caylus"):
            assert club.page(name, "GET", address, language="de").status_code == 200, address
