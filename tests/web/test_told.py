"""What happens to the seats is told in its own words, on every screen and in the log."""

import json

import pytest
from sqlalchemy import update

from companion.table.schema import log
from companion.table.vocabulary import HOST
from companion.web import create_app
from tests.table.people import setup
from tests.web.club import Club

SAID = {"en": ("locks the seats", "opens the seats", "Another device is the host now"),
        "nl": ("vergrendelt de plaatsen", "zet de plaatsen open", "Een ander apparaat is nu de gastheer"),
        "de": ("sperrt die Plätze", "gibt die Plätze", "Ein anderes Gerät ist jetzt der Gastgeber")}  # fmt: skip


@pytest.mark.parametrize("language", SAID)
def test_locked_seats_and_another_host(language: str) -> None:
    app = create_app()
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
