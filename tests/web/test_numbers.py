"""A game in numbers, as a page and as a sheet: from the figures that are shipped, in every language."""

import re
from html import unescape
from typing import Any

import pytest

from companion.i18n import figures
from companion.i18n.translator import Translator
from companion.minds.figures import shipped
from companion.rules import library
from companion.web.lookup import rules as lookup
from tests.printing.test_texts import laid
from tests.web.club import BASE, new_app
from tests.words import LANGUAGES, plain

FIGURE = [12.345, -3.2, 1234.5]
PART = {"players": [0.25, 0.2, 0.3], "points": [3.25, -0.44, 6.9], "wins": [0.5, -0.1, 1.2]}
FOUND: dict[str, dict[str, Any]] = {
    "provenance": {"games": 5000, "players": 4, "edition": "en", "variants": []},
    "whole": dict.fromkeys(("turns", "points", "spread", "winning", "lead"), FIGURE),
    "seats": {"1": {"points": FIGURE, "wins": [0.4, 0.3, 0.5]}},
    "built": {"bank": PART, "jeweller": {**PART, "points": [9.0, 8.0, 10.0]}},
    "used": {"castle": PART, "nowhere": PART},
    "lines": {"cubes": PART},
    "row": {"n_farm": {"points": [-1.0, -2.0, 0.5], "turns": [0.05, 0.0, 0.1]}},
}


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    for where in ("companion.web.lookup.rules.shipped", "companion.printing.contents.numbers.shipped"):
        monkeypatch.setattr(where, lambda game: {4: FOUND} if game == "caylus" else {})


def page(address: str, lang: str = "en") -> str:
    got = new_app().test_client().get(address, base_url=BASE, headers={"Accept-Language": lang})
    assert got.status_code == 200
    return plain(unescape(re.sub(r"<[^>]+>", " ", got.text)))


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_has_every_figure_with_its_band(lang: str) -> None:
    said = page("/rules/caylus/numbers", lang)
    assert "figures." not in said
    decimal = "." if lang == "en" else ","
    for number in ("12.3", "+3.2", "−0.4", "+6.9", "−1.0", "+0.5"):
        assert number.replace(".", decimal) in said
    assert re.search(r"50\s?%", said)
    assert re.search(r"\b100\s?%", said)
    assert not re.search(r"120\s?%|−10\s?%", said)


@pytest.mark.usefixtures("known")
def test_the_page_says_that_people_play_differently() -> None:
    said = page("/rules/caylus/numbers?players=4")
    assert "computer’s games, not people’s" in said or "computer's games, not people's" in said
    assert "5,000 games" in said


@pytest.mark.usefixtures("known")
def test_buildings_are_called_as_in_the_box_and_those_of_others_left_out() -> None:
    names = {edition: page(f"/rules/caylus/numbers?edition={edition}") for edition in ("en", "nl")}
    for edition, said in names.items():
        rules = library().rules("caylus", edition)
        t = Translator("en", rules)
        assert t.name("building.bank") in said
        has = rules.data.buildings["jeweller"].count > 0
        assert (t.name("building.jeweller") in said) == has
        assert "nowhere" not in said


def test_the_best_come_first() -> None:
    rules = library().rules("caylus", "en")
    (built,) = (it for it in figures.tables(Translator("en", rules), rules, FOUND) if it.id == "built")
    assert [id for _, id, _ in built.rows] == ["building.jeweller", "building.bank"]


@pytest.mark.usefixtures("known")
def test_a_game_without_figures_says_so_and_has_no_link() -> None:
    assert "no figures" in page("/rules/magna_carta/numbers")
    client = new_app().test_client()
    assert "/numbers" in client.get("/rules/caylus", base_url=BASE).text
    assert "/numbers" not in client.get("/rules/magna_carta", base_url=BASE).text


@pytest.mark.parametrize(("asked", "shown"), [("2", 2), ("", 4), ("9", 4), ("²", 4), ("-1", 4), ("4" * 5000, 4)])
def test_a_number_of_players_that_is_not_known_gives_the_usual_one(asked: str, shown: int) -> None:
    assert lookup.read_players(asked, (2, 4, 5)) == shown


@pytest.mark.parametrize("game", library().games)
def test_shipped_figures_are_told_in_every_box(game: str) -> None:
    for edition in library().editions(game):
        for players, found in shipped(game).items():
            rules = library().rules(game, edition, (), players)
            for lang in LANGUAGES:
                t = Translator(lang, rules)
                assert figures.intro(t, found)
                assert {"whole", "seats", "built", "used"} <= {it.id for it in figures.tables(t, rules, found)}


@pytest.mark.usefixtures("known")
def test_the_sheet_has_two_languages_and_a_note_where_there_is_nothing() -> None:
    said = " ".join(item.text for sheet in laid("numbers", "nl", "de", game="caylus", players=4).pages
                    for item in sheet.items if hasattr(item, "text"))  # fmt: skip
    assert "Caylus in cijfers" in said
    assert "Caylus in Zahlen" in said
