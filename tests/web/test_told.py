"""What happens to the seats is told in its own words, on every screen and in the log."""

import json
import re

import pytest
from sqlalchemy import update

from companion.i18n.translator import Translator
from companion.table.schema import log
from companion.table.setup import Seat
from companion.table.vocabulary import HOST
from tests.table.people import play_on, setup
from tests.web.club import Club, shared_app

SAID = {"en": ("locks the seats", "opens the seats", "Another device is the host now"),
        "nl": ("vergrendelt de plaatsen", "zet de plaatsen open", "Een ander apparaat is nu de gastheer"),
        "de": ("sperrt die Plätze", "gibt die Plätze", "Ein anderes Gerät ist jetzt der Gastgeber")}  # fmt: skip


@pytest.mark.parametrize("language", SAID)
def test_locked_seats_and_another_host(language: str) -> None:
    app = shared_app()
    tables = app.extensions["tables"]
    opened = tables.create(setup(), "laptop", seed=1)
    tables.sit(opened.id, "red", "phone")
    for locked in (True, False):
        tables.lock_seats(opened.id, tables.who(opened.id, "laptop"), locked=locked)
    tables.sit(opened.id, HOST, "tablet")
    (asked,) = tables.asking(opened.id)
    tables.answer(opened.id, HOST, asked.mark, "laptop", allow=True)
    client = app.test_client()
    client.set_cookie("language", language, domain="localhost")
    for screen in ("log", "board"):
        answer = client.get(f"/t/{opened.code}/{screen}", base_url="http://localhost")
        assert answer.status_code == 200
    text = client.get(f"/t/{opened.code}/log", base_url="http://localhost").get_data(as_text=True)
    assert all(words in text for words in SAID[language])


def test_a_box_whose_numbers_have_changed_says_so() -> None:
    """On every page, in the viewer's language; and never where they have not."""
    club = Club()
    for language, words in (("en", "numbers of this box"), ("nl", "getallen van deze doos"), ("de", "Zahlen dieser")):
        assert words not in club.page("red", "GET", f"/t/{club.code}", language).text
    begun = club.tables.log(club.id)[0].data | {"rules": "older"}
    with club.tables.store.database.begin() as connection:
        connection.execute(update(log).where(log.c.seq == 1).values(data=json.dumps(begun)))
    club.tables.forget(club.id)
    for language, words in (("en", "numbers of this box"), ("nl", "getallen van deze doos"), ("de", "Zahlen dieser")):
        for screen in ("", "/scores", "/board"):
            assert words in club.page("red", "GET", f"/t/{club.code}{screen}", language).text


@pytest.mark.parametrize(
    ("language", "stays"),
    [
        ("en", "Bo leaves the provost in place."),
        ("nl", "Bo laat de provoost staan."),
        ("de", "Bo lässt den Vogt stehen."),
    ],
)
def test_who_left_the_provost_where_he_is(language: str, stays: str) -> None:
    """The host played for them, and nothing happened: it is told all the same, under their name, and to all."""
    club = Club(names=("Ann", "Bo"))
    while club.table.decision is None or club.table.decision.kind != "bribe":
        club.play("pass" if club.table.decision and club.table.decision.kind == "worker" else "place castle")
    if club.table.waiting == "red":
        club.play("stay")
    assert club.table.waiting == "blue"
    club.play("stay")
    assert club.last.by == HOST
    club.tables.forget(club.id)
    pages = [
        club.page(name, "GET", f"/t/{club.code}{screen}", language).text
        for name in ("red", HOST)
        for screen in ("", "/log")
    ]
    assert all(stays in page for page in pages)


def test_the_host_who_sits_at_the_table_has_a_name() -> None:
    app = shared_app()
    tables = app.extensions["tables"]
    opened = tables.create(setup(seats=(Seat(colour="red", name="Ann"), Seat(colour="blue"))), "laptop", seed=1)
    tables.lock_seats(opened.id, tables.who(opened.id, "laptop"), locked=True)
    address = f"/t/{opened.code}/log"
    assert "The host locks" in app.test_client().get(address, base_url="http://localhost").get_data(as_text=True)
    tables.sit(opened.id, "red", "laptop")
    assert "Ann locks" in app.test_client().get(address, base_url="http://localhost").get_data(as_text=True)


@pytest.mark.parametrize(("language", "headings"), [("en", ["Round 2", "Round 1"]), ("nl", ["Ronde 2", "Ronde 1"])])
def test_the_log_has_a_heading_for_each_turn(language: str, headings: list[str]) -> None:
    club = Club(names=("Ann", "Bo"))
    while club.table.state.turn < 2:
        decision = club.table.decision
        assert decision is not None
        club.play(next(text for text in ("pass", "stay", "done", decision.options[-1]) if text in decision.options))
    club.play("pass")
    text = club.page("blue", "GET", f"/t/{club.code}/log", language).text
    assert re.findall(r"<h2>(.*?)</h2>", text)[:2] == headings
    first = min(seq for seq in club.table.living.seqs if seq > 2)
    club.undo(first)
    club.play("pass")
    text = club.page("blue", "GET", f"/t/{club.code}/log", language).text
    assert re.findall(r"<h2>(.*?)</h2>", text)[:3] == [headings[1], *headings]


def test_what_was_taken_back_is_not_told_as_if_it_counted() -> None:
    club = Club(names=("Ann", "Bo"))
    club.play("place castle")
    assert "places a worker in the castle" in club.page("red", "GET", f"/t/{club.code}").text
    club.undo(club.seq)
    club.wish(HOST, "pause")
    told = re.sub(r"takes back: .*? Put it back", "", club.page("red", "GET", f"/t/{club.code}").text)
    assert "places a worker in the castle" not in told


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_the_status_line_names_the_winner(game: str) -> None:
    app = shared_app()
    tables = app.extensions["tables"]
    opened = tables.create(setup(game), "laptop", seed=4)
    play_on(tables, opened.id, 5_000, seed=4)
    table = tables.place(opened.id).table
    points = dict(zip(table.setup.colours, table.referee.scores(table.state), strict=True))
    for language in SAID:
        t, client = Translator(language, table.rules), app.test_client()
        client.set_cookie("language", language, domain="localhost")
        text = client.get(f"/t/{opened.code}/board", base_url="http://localhost").text
        told = text.partition('role="status">')[2].partition("</p>")[0]
        named = {colour for colour in points if t.name(f"player.{colour}") in told}
        assert named == {colour for colour, n in points.items() if n == max(points.values())}
