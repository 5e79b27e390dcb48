"""What has to have words, in which files they are, and the letters of the players."""

import os
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion.i18n.catalogues import catalog
from companion.i18n.needed_words import known_ids
from companion.i18n.scores import letters
from companion.i18n.translator import Translator
from companion.rules import library
from tests.i18n.told import translator

NEEDED = [
    ("caylus", "game.caylus", ("name", "text")),
    ("caylus", "building.tailor", ("name", "class", "text")),
    ("caylus", "building.jeweller", ("name", "class", "text")),
    ("caylus", "category.stone", ("name", "class", "text", "many")),
    ("caylus", "phase.workers", ("name", "line", "text", "aid")),
    ("caylus", "term.provost", ("name", "class", "text")),
    ("caylus", "term.food", ("name", "class")),
    ("caylus", "section.walls", ("name", "class", "line", "text")),
    ("caylus", "line.prestige", ("name", "line", "text")),
    ("caylus", "favor.buildings.3", ("text",)),
    ("caylus", "setup.board", ("name", "text")),
    ("caylus", "end.ties", ("name", "line", "text")),
    ("caylus", "edition.nl-first", ("name", "text")),
    ("caylus", "variant.lawyer_3", ("name", "line", "text")),
    ("caylus", "ruling.gate_inn", ("name", "text")),
    ("caylus", "point.alchemist_kinds", ("name", "yes", "no")),
    ("caylus", "point.tailor_small_trade", ("name",)),
    ("caylus", "player.red", ("name",)),
    ("caylus", "component.worker", ("name",)),
    ("magna_carta", "action.draw", ("name", "line", "text")),
    ("magna_carta", "edition.nl-b", ("name", "text")),
]


@pytest.mark.parametrize(("game", "id", "facets"), NEEDED)
def test_what_a_person_meets_has_to_have_words(game: str, id: str, facets: tuple[str, ...]) -> None:
    assert known_ids(library(), game)[id] == facets


PO = 'msgctxt "name"\nmsgid "building.tailor"\nmsgstr "{}"\n'


def test_words_are_read_from_the_source_or_from_what_was_compiled(tmp_path: Path) -> None:
    folder = tmp_path / "LC_MESSAGES"
    folder.mkdir()
    assert catalog(tmp_path, "caylus") is None
    source = folder / "caylus.po"
    source.write_text(PO.format("Draper"))
    with source.open("rb") as file, (folder / "caylus.mo").open("wb") as out:
        write_mo(out, read_po(file))
    source.unlink()
    assert tailor(tmp_path) == "Draper"
    source.write_text(PO.format("Clothier"))
    assert tailor(tmp_path) == "Clothier"


def test_words_that_were_changed_are_read_again(tmp_path: Path) -> None:
    source = tmp_path / "LC_MESSAGES" / "caylus.po"
    source.parent.mkdir()
    for second, name in enumerate(("Draper", "Clothier")):
        source.write_text(PO.format(name))
        os.utime(source, (second, second))
        assert tailor(tmp_path) == name


def tailor(folder: Path) -> str:
    entries = catalog(folder, "caylus")
    assert entries is not None
    return entries.pgettext("name", "building.tailor")


LETTERS = {"en": "BRGOK", "de": "BRGOS", "nl": "BRGOZ", "fr": "BRVON"}


@pytest.mark.parametrize(("language", "each"), LETTERS.items())
def test_every_player_has_a_letter_of_their_own(language: str, each: str) -> None:
    found = letters(translator("caylus", "en", language))
    assert found == dict(zip(("blue", "red", "green", "orange", "black"), each, strict=True))


def test_players_belong_to_a_game() -> None:
    with pytest.raises(ValueError, match="game"):
        letters(Translator("en"))
