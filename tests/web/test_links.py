"""A seat outlives its cookie, its address and its scheme: links that are shown once, and bring it back in two taps."""

import io
import re

import pypdfium2
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.web.handoff import KEY, Busy, Handoff
from companion.web.server_log import ALL, keep_journal
from tests.web.club import HOST, SPECTATOR, STRANGER, Club, new_app
from tests.words import LANGUAGES, plain

ELSEWHERE = ("http://127.0.0.1:8471", "https://192.168.7.7", "http://caylus.local:8327", "http://[::1]:9000")


@pytest.fixture
def club() -> Club:
    return Club(game="magna_carta", edition="nl")


def made(club: Club, who: str, seat: str) -> TestResponse:
    answer = club.page(who, "POST", f"/t/{club.code}/link", data={"seat": seat})
    assert answer.status_code == 200
    return answer


def address_in(answer: TestResponse) -> str:
    found = re.search(r"(/back/[A-Z0-9]+/[A-Z0-9]+)", answer.text)
    assert found
    return found[1]


def back(app: Flask, address: str, base: str) -> TestResponse:
    """Open a link on a device that was never here, and tap its one button."""
    device = FlaskClient(app, app.response_class)
    page = device.get(address, base_url=base)
    form = re.search(r'action="(/t/[^"]+/back)".*?name="key" value="([^"]+)"', page.text, re.DOTALL)
    assert form, plain(page.text)
    return device.post(form[1], data={"key": form[2]}, base_url=base, follow_redirects=True)


@pytest.mark.parametrize("base", [ELSEWHERE[0], ELSEWHERE[1], ELSEWHERE[3]])
@pytest.mark.parametrize("seat", ["red", HOST])
def test_a_seat_is_back_in_two_taps_at_any_address(club: Club, base: str, seat: str) -> None:
    answer = back(club.app, address_in(made(club, seat, seat)), base)
    assert (answer.status_code, answer.request.path) == (200, f"/t/{club.code}")
    assert not club.tables.who(club.id, club.tokens[seat]).names


def test_opening_a_link_changes_nothing(club: Club) -> None:
    address, before = address_in(made(club, "red", "red")), club.seq
    for who in (SPECTATOR, STRANGER, "blue", "red"):
        for method in ("GET", "HEAD"):
            answer = club.page(who, method, address)
            assert answer.status_code == 200
            assert "device=" not in answer.headers.get("Set-Cookie", "")
    assert club.seq == before
    assert club.tables.who(club.id, club.tokens["red"]).colours == {"red"}


def test_a_key_is_in_no_cache_no_referrer_and_no_journal() -> None:
    club = Club(new_app(), game="magna_carta", edition="nl")
    journal = io.StringIO()
    keep_journal(club.app, ALL, journal)
    answer = made(club, "red", "red")
    key = address_in(answer).rpartition("/")[2]
    pages = [answer, club.page(STRANGER, "GET", f"/back/{club.code}/{key}")]
    pages.append(club.page(STRANGER, "POST", f"/t/{club.code}/back", data={"key": key}))
    for page in pages:
        assert page.headers["Cache-Control"] == "no-store"
        assert page.headers.getlist("Referrer-Policy") == ["origin"]
        assert key not in page.headers.get("Location", "")
    assert 'name="language"' not in answer.text  # it is shown only once
    assert "links.show" in journal.getvalue()
    assert key not in journal.getvalue()
    assert club.code not in journal.getvalue()


def test_everybody_is_told_and_nobody_is_told_the_key(club: Club) -> None:
    answer = made(club, "red", "red")
    back(club.app, address_in(answer), ELSEWHERE[0])
    log = plain(club.page("blue", "GET", f"/t/{club.code}/log").text)
    assert "made a new link to the seat of Red" in log
    assert "another device has the seat now" in log
    entries = club.api("blue", "GET", "/log?limit=200").get_json()["entries"]
    linked = next(entry for entry in entries if entry["kind"] == "linked")
    assert linked["data"] == {"seat": "red"}


def test_a_key_can_be_typed(club: Club) -> None:
    key = address_in(made(club, "red", "red")).rpartition("/")[2]
    typed = "-".join(key[at : at + 4] for at in range(0, 16, 4)).lower()
    answer = club.page(SPECTATOR, "POST", f"/t/{club.code}/back", data={"key": f" {typed} "})
    assert answer.status_code == 303
    assert club.tables.who(club.id, club.tokens[SPECTATOR]).colours == {"red"}


def test_a_link_that_is_void_says_so(club: Club) -> None:
    address = address_in(made(club, "red", "red"))
    made(club, "red", "red")
    key = address.rpartition("/")[2]
    for answer in (
        club.page(STRANGER, "GET", address),
        club.page(STRANGER, "POST", f"/t/{club.code}/back", data={"key": key}),
    ):
        assert answer.status_code == 422
        assert "no longer valid" in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_the_seats_says_how_to_come_back(club: Club, language: str) -> None:
    page = club.page(STRANGER, "GET", f"/j/{club.code}", language).text
    assert 'name="key"' in page
    assert f"companion table seat {club.code} red" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_for_each_place_is_printed_and_works(language: str) -> None:
    club = Club(game="magna_carta", edition="nl", names=("Ann", "🦄"), title="みさき")
    answer = club.page(HOST, "POST", f"/t/{club.code}/cards", language)
    assert answer.content_type == "application/pdf"
    pdf = pypdfium2.PdfDocument(answer.data)
    words = pdf[0].get_textpage().get_text_bounded()
    keys = re.findall(r"(?:[A-Z0-9]{4}-){3}[A-Z0-9]{4}", words)
    assert (len(pdf), len(keys), words.count("Ann")) == (1, 3, 1)
    for key in keys:
        assert club.page(SPECTATOR, "POST", f"/t/{club.code}/back", data={"key": key}).status_code == 303
    assert club.tables.who(club.id, club.tokens[SPECTATOR]).names == {HOST, "red", "blue"}


@pytest.mark.parametrize(
    ("text", "lacking"), [("W" * 30, 0), ("Wie " * 6, 0), ("みさき" * 10, 0), ("🦄", 3), ("張偉 さくら 김", 3)]
)
def test_no_name_stops_a_card_or_loses_a_part_in_silence(text: str, lacking: int) -> None:
    club = Club(names=(text, "Bo"), title=text)
    answer = club.page(HOST, "POST", f"/t/{club.code}/cards", "de")
    words = " ".join(pypdfium2.PdfDocument(answer.data)[0].get_textpage().get_text_bounded().split())
    assert words.count("nicht gedruckt werden können.") == lacking


def test_links_are_valid_until_new_cards_are_drawn() -> None:
    """The server handles the request again when the sheet is drawn, or when there is no room to draw it."""
    club = Club(new_app())
    path, first, links = f"/t/{club.code}/cards", Handoff(), dict(club.table.people.links)
    assert club.page(HOST, "POST", path, environ_overrides={KEY: first}).status_code == 202
    assert first.work is not None
    drawn = first.work()

    def crowded() -> None:
        raise Busy

    answer = club.page(HOST, "POST", path, environ_overrides={KEY: Handoff(outcome=crowded)})
    assert (answer.status_code, club.table.people.links) == (503, links)
    answer = club.page(HOST, "POST", path, environ_overrides={KEY: Handoff(outcome=lambda: drawn)})
    words = pypdfium2.PdfDocument(answer.data)[0].get_textpage().get_text_bounded()
    for key in re.findall(r"(?:[A-Z0-9]{4}-){3}[A-Z0-9]{4}", words):
        assert club.page(SPECTATOR, "POST", f"/t/{club.code}/back", data={"key": key}).status_code == 303
    assert club.tables.who(club.id, club.tokens[SPECTATOR]).names >= {HOST, "red", "blue"}


def test_a_stranger_never_opens_a_table_that_nobody_is_left_at(club: Club) -> None:
    """What a host of an address that is gone is left with: the link, or the machine."""
    key = address_in(made(club, HOST, HOST)).rpartition("/")[2]
    for guess in ("", "A" * 16, key[:-1], key + "A"):
        assert club.page(STRANGER, "POST", f"/t/{club.code}/back", data={"key": guess}).status_code == 422
    assert club.tables.hosts(club.code, club.tokens[HOST])
