"""One's own numbers put right where they stand: who may, what is sent, what is refused, and what everybody reads."""

import re

import pytest
from werkzeug.test import TestResponse

from companion.engine.notation import MOST
from companion.table.vocabulary import EntryKind
from tests.web.club import HOST, SPECTATOR, Club
from tests.words import LANGUAGES, plain

HOSTILE = "<img src=x>"
COUNTED = ("deniers", "food", "wood", "stone", "cloth", "gold", "prestige")
"""What of Caylus lies before a player and can be put right alone."""


def folds(page: str) -> dict[str, dict[str, str]]:
    """The forms of the numbers on a page as a browser without script would send them, by their fields."""
    found = {}
    for path, body in re.findall(r'<details class="number"[^>]*id="n-([^"]+)".*?>(.*?)</details>', page, re.DOTALL):
        fields = (
            dict(re.findall(r'(\w+)="([^"]*)"', attributes)) for attributes in re.findall("<input ([^>]*)>", body)
        )
        found[path] = {said["name"]: said["value"] for said in fields}
    return found


def sets(club: Club, name: str, path: str, text: str, why: str = "", screen: str = "") -> TestResponse:
    """Open a number, type another, and say yes."""
    form = folds(club.page(name, "GET", f"/t/{club.code}{screen}").text)[path]
    assert f"field.{path}" in form
    return club.page(name, "POST", f"/t/{club.code}/act", data=form | {f"field.{path}": text, "why": why})


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_every_number_that_lies_before_a_player_opens_with_what_it_is(game: str) -> None:
    club = Club(game=game, edition="nl", colours=("red", "blue"))
    fields = club.table.position.fields()
    for colour in ("red", "blue"):
        found = folds(club.page(colour, "GET", f"/t/{club.code}/seat").text)
        assert list(found) == [
            f"{colour}.{it}" for it in COUNTED if game == "caylus" or it not in ("cloth", "prestige")
        ]
        assert {path: form[f"field.{path}"] for path, form in found.items()} == {path: fields[path] for path in found}


def test_a_number_that_was_changed_is_told_with_who_what_and_why() -> None:
    club = Club(names=("Ann", "Bo"))
    before = club.table.state.money[0]
    assert sets(club, "red", "red.deniers", str(before + 2), "the inn").status_code == 303
    assert (club.last.kind, club.last.by) == (EntryKind.CORRECTED, "red")
    assert club.last.data["changes"] == {"red.deniers": str(before + 2)}
    for name in (HOST, "blue", SPECTATOR):
        told = plain(club.page(name, "GET", f"/t/{club.code}").text)
        assert f"Ann corrects Denier: {before} becomes {before + 2}. Why: the inn" in told


def test_a_number_field_takes_as_much_as_the_table_does_and_not_nothing() -> None:
    club = Club(names=("Ann", "Bo"))
    page = club.page("red", "GET", f"/t/{club.code}").text
    assert re.search(rf'name="field.red.deniers"[^>]*max="{MOST}"', page)
    assert sets(club, "red", "red.deniers", str(MOST)).status_code == 303
    for text, said in ((str(MOST + 1), "9,999"), ("", "Enter a number, or 0 for none."), (" ", "Enter a number")):
        answer = sets(club, "red", "red.deniers", text)
        assert answer.status_code == 422
        assert said in plain(answer.text)
    assert club.table.state.money[0] == MOST


def test_everybody_at_the_table_puts_right_everybodys_numbers_and_who_only_looks_none() -> None:
    """As with the fields of the whole table: who sits there may, and all are told."""
    club = Club()
    pages = {name: club.page(name, "GET", f"/t/{club.code}/correct?of=blue").text for name in club.tokens if name}
    for name in (HOST, "red", "blue"):
        assert {path.partition(".")[0] for path in folds(pages[name])} == {"red", "blue"}
        assert next(iter(folds(pages[name]))).startswith("blue"), "the one that was asked for comes first"
    assert folds(pages[SPECTATOR]) == {}
    assert sets(club, "red", "blue.wood", "4", screen="/correct").status_code == 303
    assert club.table.position.fields()["blue.wood"] == "4"
    assert folds(club.page(SPECTATOR, "GET", f"/t/{club.code}").text) == {}
    assert "/correct" not in club.page(SPECTATOR, "GET", f"/t/{club.code}").text
    assert club.page(SPECTATOR, "POST", f"/t/{club.code}/act", data=_forged(club)).status_code in (403, 422)
    assert club.table.position.fields()["blue.wood"] == "4"


def _forged(club: Club) -> dict[str, str]:
    return {"kind": "correct", "field.blue.wood": "9", "seen": str(club.seq), "screen": "seat"}


def test_the_page_of_corrections_begins_with_the_numbers_and_folds_the_rest() -> None:
    club = Club()
    page = club.page("red", "GET", f"/t/{club.code}/correct").text
    assert page.index('class="number"') < page.index('id="corrections"')
    assert "open" not in re.findall(r'<details class="group"[^>]*>', page)[0]
    page = club.page("red", "GET", f"/t/{club.code}/correct?of=blue").text
    assert re.findall(r'id="group-(\w+)" open', page) == ["blue"]


@pytest.mark.parametrize("text", ["lots", "-3", "1e3", "²", "9" * 400])
def test_what_is_no_number_is_refused_and_stands_there_as_it_was_typed(text: str) -> None:
    club = Club()
    before = club.seq
    answer = sets(club, "red", "red.deniers", text, why=HOSTILE)
    assert answer.status_code == 422
    assert club.seq == before
    assert 'role="alert"' in answer.text
    assert 'id="n-red.deniers" open' in answer.text
    assert answer.text.count('class="number" name="number" id=') == len(COUNTED)
    assert len(re.findall(r"<details[^>]*open", answer.text)) == 1
    assert folds(answer.text)["red.deniers"]["field.red.deniers"] == text
    assert "&lt;img src=x&gt;" in answer.text
    assert HOSTILE not in answer.text


def test_the_number_that_stands_there_is_no_correction() -> None:
    club = Club()
    answer = sets(club, "red", "red.deniers", str(club.table.state.money[0]))
    assert answer.status_code == 422
    assert club.last.kind != EntryKind.CORRECTED


def test_a_reason_is_harmless_and_short() -> None:
    club = Club(names=("Ann", "Bo"))
    assert sets(club, "red", "red.gold", "1", why=HOSTILE).status_code == 303
    for screen in ("seat", "log", "board", "wall"):
        page = club.page("blue", "GET", f"/t/{club.code}/{screen}").text
        assert HOSTILE not in page, screen
    assert "&lt;img src=x&gt;" in club.page("blue", "GET", f"/t/{club.code}/log").text
    field = re.search(r'<input [^>]*name="why"[^>]*>', club.page("red", "GET", f"/t/{club.code}").text)
    assert field is not None
    assert 'maxlength="200"' in field[0]
    before = club.seq
    assert sets(club, "red", "red.gold", "2", why="x" * 201).status_code == 422
    assert club.seq == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_names_the_number_the_player_and_the_reason_in_every_language(language: str) -> None:
    club = Club(names=("Ann", "Bo"))
    before = club.table.state.money[1]
    sets(club, "red", "blue.deniers", str(before + 1), "Nachzahlung", screen="/correct")
    page = plain(club.page("blue", "GET", f"/t/{club.code}/log", language).text)
    page = page[page.index(f'id="entry-{club.seq}"') :]
    assert re.search(rf"Ann [^<]*Bo, [^<]*{before}[^<]*{before + 1}.*Nachzahlung", page, re.DOTALL)
