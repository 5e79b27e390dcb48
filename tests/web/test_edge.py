"""The app as a browser's worker runs it: by its edge alone, with a database in a file and without a server."""

import html
import json
import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from companion.browser.edge import Edge
from companion.browser.folder import retire
from companion.table.database import Database
from companion.web import create_app

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

    def send(self, path: str, page: str, file: bytes) -> Said:
        """Send a file with a form of a page."""
        token = re.search(r'name="csrf_token" value="([^"]+)"', page)
        assert token
        parts = {'"csrf_token"': token[1].encode(), '"file"; filename="saved"': file}
        body = b"".join(b"--x\r\nContent-Disposition: form-data; name=%b\r\n\r\n%b\r\n" % (name.encode(), it)
                        for name, it in parts.items())  # fmt: skip
        return self.ask("POST", path, body + b"--x--\r\n", "multipart/form-data; boundary=x")

    def download(self, path: str) -> bytes:
        status, _, content, _ = self.edge.answer("1", "GET", path, [], b"")
        assert status == 200, content
        return content

    def open_table(self, game: str, **more: Any) -> str:
        """Open a table of two, and return its address."""
        form = {"game": game, "players": 2, "name.1": "Ann", "name.2": "Bea", "chance": "app", **more}
        status, headers, text = self.post("/caylus/new", self.get("/caylus/new"), **form)
        assert status == 303, text
        table = headers["Location"]
        self.act(table, "laid")
        return table

    def act(self, table: str, kind: str, seat: str = "", **more: str) -> str:
        """Send a command as the page of a seat does, and return the page that follows."""
        page = self.get(f"{table}?seat={seat}" if seat else table)
        seen = re.search(r'name="seen" value="(\d+)"', page) or re.search(r'data-seq="(\d+)"', page)
        assert seen
        form = {"kind": kind, "seen": seen[1], "key": f"{kind} {seen[1]}", "screen": "seat", "seat": seat, **more}
        status, headers, text = self.post(f"{table}/act", page, **form)
        assert status == 303, text
        return self.get(headers["Location"])

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


@pytest.fixture
def alone(browser_of: Callable[[], Browser]) -> Browser:
    return browser_of()


def chosen(page: str) -> str:
    """An option that stands on a page."""
    return html.unescape(re.findall(r'name="action" value="([^"]+)"', page)[0])


HAND = 'id="hand"'


def test_one_phone_has_every_seat_and_whose_turn_it_is_leads(alone: Browser) -> None:
    table = alone.open_table("caylus")
    assert re.fullmatch(r"/caylus/t/\w+", table)
    first = alone.get(table)
    second = alone.act(table, "choose", action=chosen(first))
    turns = [re.search(r'class="asks">(\w+)', page) for page in (first, second)]
    assert {turn and turn[1] for turn in turns} == {"Ann", "Bea"}
    assert not re.findall(r'href="[^"]*/(?:j/|print|t/\w+/join|organiser)', first + alone.get(f"{table}/settings"))


def test_hands_lie_behind_a_curtain_until_the_next_one_has_the_phone(alone: Browser) -> None:
    table = alone.open_table("magna_carta")
    curtain = alone.get(table)
    [(seat, name)] = re.findall(r'href="[^"]*seat=(\w+)">I am (\w+)<', curtain)
    assert f"Hand the phone to {name}" in curtain
    assert HAND not in curtain
    assert 'name="action"' not in curtain
    [other] = {"Ann", "Bea"} - {name}
    hers = alone.get(f"{table}?seat={seat}")
    assert 'name="action"' in hers
    hidden = [alone.get(f"{table}{screen}") for screen in ("", "/board", "/log", "/scores", "/correct", "?seat=blue")]
    assert all(HAND not in page for page in hidden)
    while f"Hand the phone to {other}" not in (page := alone.act(table, "choose", seat, action=chosen(hers))):
        hers = page
    assert HAND not in page


def go_on(alone: Browser, table: str, taps: int) -> str:
    """Make the first choice so often, whoever has to, and return the page of whoever is next."""
    page = alone.get(table)
    for _ in range(taps):
        while handed := re.findall(r'href="[^"]*seat=(\w+)">I am', page):
            page = alone.get(f"{table}?seat={handed[0]}")
        seats = re.findall(r'name="seat" value="(\w+)"', page)
        page = alone.act(table, "choose", seats[0] if seats else "", action=chosen(page))
    return page


def played(saved: bytes) -> list[tuple[str, Any]]:
    """What happened in the game of a saved table."""
    return [(it["by"], it["events"]) for it in json.loads(saved)["log"] if it["events"]]


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_a_table_goes_from_the_phone_to_a_server_and_back(alone: Browser, game: str) -> None:
    table = alone.open_table(game)
    go_on(alone, table, 40)
    saved = alone.download(f"{table}/export/table.json")
    server = create_app().test_client()
    token = re.search(r'name="csrf_token" value="([^"]+)"', server.get("/import").text)
    assert token
    form = {"csrf_token": token[1], "file": (BytesIO(saved), "table.json")}
    there = server.post("/import", data=form, headers={"Referer": "http://localhost/"}).location.split("/")[-1]
    assert server.get(f"/t/{there}/export/table.json").status_code == (200 if game == "caylus" else 403)
    page = server.get(f"/j/{there}").text
    form = {"csrf_token": token[1], "seat": "all"}
    assert server.post(f"/t/{there}/sit", data=form, headers={"Referer": "http://localhost/"}).status_code == 303, page
    back = server.get(f"/t/{there}/export/table.json").data
    status, headers, text = alone.send("/caylus/import", alone.get("/caylus/import"), back)
    assert status == 303, text
    again = headers["Location"]
    assert re.fullmatch(r"/caylus/t/\w+", again)
    assert again != table
    before, after = (played(it) for it in (saved, alone.download(f"{again}/export/table.json")))
    assert after == before
    go_on(alone, again, 5)


def test_everything_is_saved_and_brought_back(alone: Browser, tmp_path: Path) -> None:
    table, reminding = alone.open_table("magna_carta"), alone.open_table("caylus")
    assert "only copy" in alone.get(reminding)
    saved = alone.download("/caylus/everything.db")
    assert "only copy" not in alone.get(reminding)
    (tmp_path / "other").mkdir()
    other = Browser(tmp_path / "other" / "companion.db")
    status, headers, text = other.send("/caylus/everything", other.get("/caylus/everything"), saved)
    assert status == 303, text
    assert "Tables brought back: 2" in other.get(headers["Location"])
    assert "Hand the phone to" in other.get(table)
    other.close()
    [(seat, _)] = re.findall(r'href="[^"]*seat=(\w+)">I am (\w+)<', alone.get(table))
    alone.act(table, "choose", seat, action=chosen(alone.get(f"{table}?seat={seat}")))
    before = alone.get(f"{table}/log")
    _, headers, _ = alone.send("/caylus/everything", alone.get("/caylus/everything"), saved)
    assert "Tables brought back: 0" in alone.get(headers["Location"])
    assert alone.get(f"{table}/log").count("<li") == before.count("<li")
    status, _, text = alone.send("/caylus/everything", alone.get("/caylus/everything"), b"a picture")
    assert (status, "no file of saved tables" in text) == (422, True)


def test_a_phone_that_is_nearly_full_says_so(alone: Browser) -> None:
    table = alone.open_table("caylus")
    alone.edge.look(5_000_000, True)
    assert "hardly any room left" in alone.get(table)


def test_news_of_a_table_come_through_its_stream(alone: Browser) -> None:
    table = alone.open_table("caylus")
    told: list[tuple[str, bool]] = []
    status, _, _, streams = alone.edge.answer("s", "GET", f"{table}/stream?seen=0", [], b"")
    assert (status, streams) == (200, True)
    alone.edge.follow("s", lambda news, ended: told.append((news, ended)))
    before = len(told)
    alone.act(table, "pause")
    assert len(told) == before + 1
    assert "event: table" in told[-1][0]
    alone.edge.leave("s")
    alone.act(table, "resume")
    assert len(told) == before + 1


def test_a_frame_may_show_it_and_says_where_to_print(browser_of: Callable[[], Browser]) -> None:
    status, headers, said = browser_of().ask("GET", "/caylus/print")
    assert headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]
    assert (status, "from a computer" in said) == (200, True)


def test_a_server_lets_phones_take_the_app_along(tmp_path: Path) -> None:
    retire(tmp_path / "folder")  # the smallest folder there is
    client = create_app(along=tmp_path / "folder").test_client()
    assert 'href="/along/"' in client.get("/").text
    with client.get("/along/") as page, client.get("/along/service-worker.js") as worker:
        assert (page.status_code, worker.mimetype) == (200, "text/javascript")
        assert "'wasm-unsafe-eval'" in worker.headers["Content-Security-Policy"]
        assert worker.headers["Cache-Control"] == "no-cache, max-age=0"
