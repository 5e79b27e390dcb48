"""The command line as a person uses it."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.i18n.languages import FORMS
from companion.rules import library
from tests.words import plain


def run(*words: str, exit_code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["rules", *words], env={"LANG": "en_GB.UTF-8", "COLUMNS": "100"})
    assert result.exit_code == exit_code, result.output
    assert "Traceback" not in result.output
    return result


def answer(*words: str) -> Any:
    return json.loads(run(*words, "--json").stdout)


def test_what_the_tile_prints_is_told_as_likely() -> None:
    assert answer("show", "caylus", "church")["on_tile"] == {"it": "Chiesa"}
    assert "Auf dem Plättchen  it: Chiesa (wahrscheinlich)" in run("show", "caylus", "church", "--lang", "de").stdout
    assert "on_tile" not in answer("show", "caylus", "gate"), "it is printed on the board and has no name"


def test_every_tile_says_its_name_in_italian() -> None:
    data = library().rules("caylus", "en").data
    tiles = {name for name, it in data.buildings.items() if it.category not in ("special", "fixed")}
    assert {name for name, printed in data.printed.items() if set(printed) == {"it"}} == tiles


def test_the_box_in_ones_language_is_the_default() -> None:
    assert answer("show", "caylus", "alchemist", "--lang", "nl")["edition"] == "nl"
    assert answer("show", "caylus", "alchemist", "--lang", "de")["edition"] == "de"
    assert answer("show", "caylus", "alchemist")["edition"] == "en"


@pytest.mark.parametrize("name", ["kleermaker", "Schneider", "tailor", "tailleur", "SARTO"])
def test_show_finds_by_any_name_in_any_language(name: str) -> None:
    assert answer("show", "caylus", name, "--lang", "nl")["id"] == "building.tailor"
    assert answer("sources", "caylus", name) == answer("sources", "caylus", "tailor")


def test_a_question_about_a_kind_of_building_stands_with_each_of_them() -> None:
    for building, asked in (("mason", True), ("park", True), ("n_farm", False), ("statue", False)):
        rulings = [ruling["id"] for ruling in answer("show", "caylus", building)["rulings"]]
        assert ("own_building" in rulings) == asked, building


def test_the_favor_table_step_by_step() -> None:
    shown = plain(run("show", "caylus", "favor.buildings.2", "--lang", "nl").stdout)
    assert "Bouw 1 houten gebouw met 1 hout korting." in shown
    assert "Gebouwen, kolom 2" in shown
    assert len(answer("show", "caylus", "line.cubes")["steps"]) == 5


def test_rulings_say_how_sure_they_are() -> None:
    assert answer("show", "caylus", "lawyer_beyond_provost")["confidence"] == "L"
    assert "our reading" in run("show", "caylus", "lawyer_beyond_provost").stdout
    assert [r["number"] for r in answer("show", "caylus", "gate")["rulings"]] == [1, 2, 3]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "cailus", "tailor"), "Did you mean caylus?"),
        (("show", "caylus", "taylor"), "Did you mean tailor?"),
        (("show", "caylus", "tailor", "--edition", "nl_first"), "nl-first"),
        (("show", "caylus", "tailor", "--lang", "es"), "en"),
        (("show", "caylus", "taylor", "--lang", "nl"), "Bedoel je tailor?"),
        (("show", "caylus", "boerderij", "--lang", "nl"), "Meer dan één ding heet ‘boerderij’."),
        (("show", "caylus", "boerderij", "--lang", "nl"), "building.n_farm"),
        (("show", "caylus", "kleermakr", "--lang", "nl"), "Bedoel je Kleermaker?"),
        (("list", "caylus", "--variant", "two_player", "--lang", "de"), "Meinst du two_players?"),
        (("diff", "caylus", "en", "xx"), "Valid: en, de, de-jeweller, fr, nl, nl-first."),
        (("search", "bank", "--game", "agricola"), "magna_carta"),
        (("sources", "caylus", "nothing_at_all_like_it"), "There is nothing called"),
    ],
)
def test_bad_names_get_the_nearest_and_exit_two(words: tuple[str, ...], said: str) -> None:
    assert said in run(*words, exit_code=2).stderr


def own_box(folder: Path, data: str = "", **words: str) -> tuple[str, ...]:
    """A box of one's own: data of Caylus, and entries `facet id text` by language."""
    (folder / "caylus").mkdir(exist_ok=True)
    (folder / "caylus" / "mine.toml").write_text(data)
    for language, entries in words.items():
        lines = [line.split(" ", 2) for line in entries.splitlines()]
        file = folder / "locales" / language / "LC_MESSAGES" / "caylus.po"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(f'msgctxt "{f}"\nmsgid "{id}"\nmsgstr "{text}"\n' for f, id, text in lines))
    return "--overlay", str(folder)


@pytest.mark.slow
def test_a_language_says_what_it_needs(tmp_path: Path) -> None:
    box = own_box(tmp_path, es="name building.tailor Sastre")
    assert "it needs a language.toml" in run("check", *box, exit_code=1).stdout
    file = tmp_path / "locales" / "es" / "language.toml"
    file.write_text('name = "Español"\nquotes = ["«", "»"]\nnouns = "lower"\n[classes.m]\nsubject = "el {noun}"\n')
    assert "classes.m.object is missing" in run("check", *box, exit_code=1).stdout
    forms = "".join(f'{form} = "el {{noun}}"\n' for form in FORMS)
    file.write_text(f'name = "Español"\nquotes = ["«", "»"]\nnouns = "lower"\n[classes.m]\n{forms}')
    run("check", *box)
    assert "Sastre" in run("show", "caylus", "tailor", *box, "--lang", "es").stdout
