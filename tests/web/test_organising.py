"""The organiser of a club night: all tables, their results, links to lost seats; nothing of it for anybody else."""

import csv
import io
import re
from dataclasses import replace

import pypdfium2
import pytest
from flask.testing import FlaskClient

from companion.table.tokens import fingerprint, new_key, new_token
from companion.web.viewer import ORGANISER
from tests.web.club import BASE, HOST, Club, new_app
from tests.words import LANGUAGES, plain


class Night:
    """A server with some tables, and an organiser."""

    def __init__(self, tables: int = 2) -> None:
        self.app = new_app()
        self.key = new_key()
        self.clubs = [Club(self.app, title=f"Table {n}", names=("Ann", "=Bo")) for n in range(1, tables + 1)]
        self.tables = self.clubs[0].tables
        self.tables.store.set(ORGANISER, fingerprint(self.key))
        self.device = FlaskClient(self.app, self.app.response_class)

    def page(self, path: str = "/", language: str = "en") -> str:
        self.device.set_cookie("language", language, domain="192.168.1.20")
        answer = self.device.get(f"/organiser{path}", base_url=BASE)
        assert answer.status_code == 200
        return answer.get_data(as_text=True)

    def enter(self) -> "Night":
        assert "<form" in self.page(f"/{self.key}")
        answer = self.device.post("/organiser/", data={"key": self.key}, base_url=BASE)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/organiser/")
        assert self.key not in answer.headers["Location"]
        return self


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_tables_are_listed_with_who_waits(language: str) -> None:
    night = Night().enter()
    page = plain(night.page(language=language))
    for club in night.clubs:
        assert club.code in page
    assert all(word in page for word in ("Table 1", "Table 2", "Ann"))


def test_opening_the_link_makes_nobody_the_organiser() -> None:
    night = Night()
    answer = night.device.get(f"/organiser/{night.key}", base_url=BASE)
    assert not any(it.startswith(ORGANISER) for it in answer.headers.getlist("Set-Cookie"))
    assert night.device.get("/organiser/", base_url=BASE).status_code == 403


def test_nobody_else_sees_anything() -> None:
    night = Night()
    code = night.clubs[0].code
    sent = {"code": code, "seat": "red"}
    for key in ("", new_key(), new_token()):
        stranger = FlaskClient(night.app, night.app.response_class)
        stranger.set_cookie(ORGANISER, key, domain="192.168.1.20")
        for answer in (
            stranger.get("/organiser/", base_url=BASE), stranger.get("/organiser/results.csv", base_url=BASE),
            stranger.post("/organiser/link", data=sent, base_url=BASE),
            stranger.post("/organiser/", data={"key": key}, base_url=BASE),
            stranger.get(f"/organiser/{new_key()}", base_url=BASE),
        ):  # fmt: skip
            assert answer.status_code == 403
            assert code not in answer.get_data(as_text=True)


def test_a_new_link_makes_the_old_one_void() -> None:
    night = Night().enter()
    night.tables.store.set(ORGANISER, fingerprint(new_key()))
    assert night.device.get("/organiser/", base_url=BASE).status_code == 403


@pytest.mark.parametrize("place", ["red", HOST])
def test_a_lost_seat_comes_back_by_a_link_of_the_organiser(place: str) -> None:
    night = Night().enter()
    club = night.clubs[0]
    answer = night.device.post("/organiser/link", data={"code": club.code, "seat": place}, base_url=BASE)
    found = re.search(rf"/back/{club.code}/(\w+)", answer.get_data(as_text=True))
    assert found
    token = new_token()
    club.tables.come_back(club.id, found[1], token)
    assert place in club.tables.who(club.id, token).names
    assert "runs the server" in plain(club.page("blue", "GET", f"/t/{club.code}/log").text)


def test_the_results_of_all_tables_are_a_spreadsheet() -> None:
    night = Night().enter()
    for club in night.clubs:
        club.wish(HOST, "depth", depth="sheet")
        club.wish("red", "count", seat="red", values={"gold": 3})
        club.wish(HOST, "end")
    rows = list(csv.reader(io.StringIO(night.page("/results.csv").removeprefix("\ufeff"))))
    assert [row[0] for row in rows[1:]] == ["Table 2"] * 2 + ["Table 1"] * 2
    assert [row[5:8] for row in rows[1:3]] == [["1", "Ann", "red"], ["2", "'=Bo", "blue"]]
    assert int(rows[1][8]) - int(rows[2][8]) == 9


def test_the_cards_of_all_tables_fill_sheets() -> None:
    night = Night(12).enter()
    answer = night.device.get("/organiser/cards.pdf", base_url=BASE)
    pdf = pypdfium2.PdfDocument(answer.data)
    words = "".join(page.get_textpage().get_text_bounded() for page in pdf)
    assert len(pdf) == 2
    assert all(club.code in words and f"Table {n} · Ann" in words for n, club in enumerate(night.clubs, 1))


def test_an_organiser_opens_several_tables_at_once_and_nobody_else_does() -> None:
    night = Night(1).enter()
    form = {"game": "caylus", "players": "2", "tables": "3", "language": "nl"}
    assert night.device.post("/new", data=form, base_url=BASE).headers["Location"] == "/organiser/"
    assert [opened for opened in ("Tafel 1", "Tafel 2", "Tafel 3") if opened in night.page()]
    assert night.tables.store.count() == 4
    for number in ("0", "101", "1000", "many"):
        answer = night.device.post("/new", data=form | {"tables": number}, base_url=BASE)
        assert answer.status_code == 422
        assert f'value="{number}"' in answer.text
        assert "at most 100" in answer.text
    stranger = FlaskClient(night.app, night.app.response_class)
    stranger.post("/new", data=form, base_url=BASE)
    assert night.tables.store.count() == 5


def test_several_tables_are_opened_if_there_is_room_for_all() -> None:
    night = Night(1).enter()
    night.tables.limits = replace(night.tables.limits, tables=3)
    form = {"game": "caylus", "players": "2", "tables": "3", "language": "nl"}
    assert night.device.post("/new", data=form, base_url=BASE).status_code == 503
    assert night.tables.store.count() == 1
