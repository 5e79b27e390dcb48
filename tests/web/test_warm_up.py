"""What the first viewers do not wait for."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from jinja2 import Environment

from companion.minds import proposal
from companion.web import warm_up
from companion.web.server.gateway import Gateway
from companion.web.server.limits import ServerLimits
from tests.web.club import HOST, SPECTATOR, Club, new_app


def test_the_first_viewers_wait_for_no_template(monkeypatch: pytest.MonkeyPatch) -> None:
    club = Club(new_app())
    club.app.jinja_env.bytecode_cache = None  # what other tests have compiled is not there
    warm_up.warm_up(club.app, Event())
    monkeypatch.setattr(Environment, "compile", None)
    for name in ("red", HOST, SPECTATOR):
        for address in (f"/t/{club.code}", f"/t/{club.code}/view/seat", f"/t/{club.code}/board", "/", "/rules/caylus"):
            assert club.page(name, "GET", address, language="de").status_code == 200, address


def test_whoever_thinks_first_finds_everything_loaded(tmp_path: Path) -> None:
    """Where minds think, somebody has thought about each game before."""
    gateway = Gateway(None, None, ServerLimits(), proxied=False)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, gateway.begin_to_think((tmp_path / "thought").touch)).result()
    gateway.close()
    assert (tmp_path / "thought").exists()
    proposal.propose.cache_clear()
    proposal.warm_up()
    assert proposal.propose.cache_info().currsize == 2
