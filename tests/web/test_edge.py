"""The app as a browser's worker runs it: by its edge alone, with a database in a file and without a server."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from companion.browser.edge import Edge
from companion.table.database import Database

HERE = "https://phone.test/caylus/"

Said = tuple[int, dict[str, str], str]


class Browser:
    """What a service worker asks, and what it gets."""

    def __init__(self, file: Path) -> None:
        self.file = file
        Database(file.with_name("empty.db")).ready().close()
        self.edge = Edge(HERE, str(file.with_name("empty.db")))
        self.edge.open(str(file))

    def ask(self, method: str, path: str, body: bytes = b"", kind: str = "", id: str = "1") -> Said:
        given = [("Accept-Language", "en-GB,nl"), ("Referer", HERE), *([("Content-Type", kind)] if kind else [])]
        status, headers, content, _ = self.edge.answer(id, method, path, given, body)
        return status, dict(headers), content.decode("utf-8", "replace")

    def get(self, path: str) -> str:
        status, _, text = self.ask("GET", path)
        assert status == 200, text
        return text

    def post(self, path: str, page: str, **form: Any) -> Said:
        """Send a form of a page, with what proves that it is one."""
        token = re.search(r'name="csrf_token" value="([^"]+)"', page)
        assert token
        data = urlencode({"csrf_token": token[1], **form})
        return self.ask("POST", path, data.encode(), "application/x-www-form-urlencoded")

    def close(self) -> None:
        self.edge.close()


@pytest.fixture
def browser_of(tmp_path: Path) -> Iterator[Callable[[], Browser]]:
    opened: list[Browser] = []

    def start() -> Browser:
        if opened:
            opened.pop().close()
        opened.append(Browser(tmp_path / "companion.db"))
        return opened[-1]

    yield start
    opened.pop().close()


def test_every_address_is_below_the_path_of_the_app(browser_of: Callable[[], Browser]) -> None:
    page = browser_of().get("/caylus/")
    addresses = re.findall(r'(?:href|src|action)="(/[^"]*)"', page)
    assert addresses
    assert {it for it in addresses if not it.startswith("/caylus/")} == set()


def test_cookies_stay_with_the_tables(browser_of: Callable[[], Browser]) -> None:
    browser = browser_of()
    page = browser.get("/caylus/")
    status, headers, _ = browser.post("/caylus/language", page, language="de", next="/caylus/rules")
    assert (status, headers["Location"]) == (303, "/caylus/rules")
    assert "Set-Cookie" not in headers
    assert 'lang="de"' in browser.get("/caylus/")
    assert 'lang="de"' in browser_of().get("/caylus/")


def test_news_of_a_table_come_through_its_stream(browser_of: Callable[[], Browser]) -> None:
    browser = browser_of()
    form = {"game": "caylus", "players": 2, "name.1": "Ann", "name.2": "Bea"}
    _, headers, _ = browser.post("/caylus/new", browser.get("/caylus/new"), **form)
    table = headers["Location"].split("?")[0]
    code = table.rsplit("/", 1)[-1]
    told: list[tuple[str, bool]] = []
    status, _, _, streams = browser.edge.answer("s", "GET", f"/caylus/t/{code}/stream?seen=0", [], b"")
    assert (status, streams) == (200, True)
    browser.edge.follow("s", lambda news, ended: told.append((news, ended)))
    before = len(told)
    browser.post(f"/caylus/t/{code}/act", browser.get(f"/caylus/t/{code}/settings"), kind="pause", seen=2, key="k")
    assert len(told) == before + 1
    assert "event: table" in told[-1][0]
    browser.edge.leave("s")
    browser.post(f"/caylus/t/{code}/act", browser.get(f"/caylus/t/{code}/settings"), kind="resume", seen=3, key="l")
    assert len(told) == before + 1


def test_a_frame_may_show_it_and_says_where_to_print(browser_of: Callable[[], Browser]) -> None:
    status, headers, said = browser_of().ask("GET", "/caylus/print")
    assert headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]
    assert (status, "from a computer" in said) == (200, True)
