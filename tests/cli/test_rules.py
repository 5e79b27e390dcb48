"""The command line as a person uses it."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.i18n.languages import FORMS
from companion.rules import library
from tests.words import LANGUAGES, plain


def run(*words: str, exit_code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["rules", *words], env={"LANG": "en_GB.UTF-8", "COLUMNS": "100"})
    assert result.exit_code == exit_code, result.output
    assert "Traceback" not in result.output
    return result


def answer(*words: str) -> Any:
    return json.loads(run(*words, "--json").stdout)


def test_check_is_clean() -> None:
    assert run("check").stdout == "The data are in order.\n"
    assert answer("check") == []


def test_the_tailor_of_both_dutch_boxes() -> None:
    first = run("show", "caylus", "tailor", "--lang", "nl", "--edition", "nl-first").stdout
    assert "Ruil 1 linnen voor 2 PP, of 3 linnen voor 6 PP." in plain(first)
    assert "Kleermaker" in first
    later = run("show", "caylus", "tailor", "--lang", "nl", "--edition", "nl").stdout
    assert "Ruil 2 linnen voor 4 PP, of 3 linnen voor 6 PP." in plain(later)


def test_the_bank_of_magna_carta_in_german() -> None:
    shown = run("show", "magna_carta", "bank", "--lang", "de").stdout
    assert "Zahle 1 Denar für 1 Gold oder 3 Denare für 2 Gold." in plain(shown)
    assert "Nicht sicher" in shown
    data = answer("show", "magna_carta", "bank", "--lang", "de")
    assert data["uncertain"] == {"cost": "M", "prestige": "M"}
    assert data["cost"] == {"wood": 1, "stone": 2}


def test_names_of_all_boxes_stand_together() -> None:
    assert answer("show", "caylus", "tailor")["printed"] == {
        "en": "Tailor", "de": "Schneider", "de-jeweller": "Schneider", "fr": "Tailleur",
        "nl": "Kleermaker", "nl-first": "Kleermaker",
    }  # fmt: skip
    assert (
        "en: Tailor · de, de-jeweller: Schneider · fr: Tailleur · nl, nl-first: Kleermaker"
        in run("show", "caylus", "tailor").stdout
    )


@pytest.mark.parametrize(
    ("word", "language", "id"),
    [("Tailleur", "fr", "tailor"), ("eglise", "fr", "church"), ("macon", "fr", "mason"),
     ("Università", "it", "college"), ("gioielliere", "it", "jeweller"), ("Biblioteca", "it", "library")],
)  # fmt: skip
def test_what_only_tiles_print_is_found(word: str, language: str, id: str) -> None:
    hit = answer("search", word, "--lang", "nl")[0]
    assert (hit["id"], hit["language"]) == (f"building.{id}", language)


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


def test_list() -> None:
    assert [game["id"] for game in answer("list")] == ["caylus", "magna_carta"]
    # special, neutral, fixed, wood, stone (the architect once), residence, prestige
    assert len(answer("list", "caylus", "--edition", "en")) == 6 + 6 + 3 + 8 + 9 + 1 + 9
    assert "Houten gebouw" in run("list", "caylus", "--lang", "nl").stdout
    assert "church" not in {b["id"] for b in answer("list", "magna_carta", "--variant", "intro")}


def test_show_a_game_and_everything_in_it() -> None:
    assert "Einsetzen der Arbeiter" in run("show", "caylus", "--lang", "de").stdout
    for id in ("provost", "dungeon", "workers", "road_full", "two_players", "favor_table", "neutral", "line.cubes"):
        assert run("show", "caylus", id, "--lang", "nl").stdout.strip()


@pytest.mark.parametrize("name", ["kleermaker", "Schneider", "tailor", "tailleur", "SARTO"])
def test_show_finds_by_any_name_in_any_language(name: str) -> None:
    assert answer("show", "caylus", name, "--lang", "nl")["id"] == "building.tailor"
    assert answer("sources", "caylus", name) == answer("sources", "caylus", "tailor")


@pytest.mark.parametrize(
    ("typed", "ruling"),
    [
        ("trade", "trading"), ("cadeau", "trading"), ("tauschgeschäfte", "trading"),
        ("eigen gebouw", "own_building"), ("why nothing", "worker_home_empty"),
        ("warum ohne ertrag", "worker_home_empty"),
        ("passen terwijl", "passing_early"), ("zwei abschnitten", "batches_over_two_sections"),
    ],
)  # fmt: skip
def test_what_people_ask_is_found_by_their_words(typed: str, ruling: str) -> None:
    assert f"ruling.{ruling}" in [hit["id"] for hit in answer("search", typed, "--game", "caylus")]


def test_a_question_about_a_kind_of_building_stands_with_each_of_them() -> None:
    for building, asked in (("mason", True), ("park", True), ("n_farm", False), ("statue", False)):
        rulings = [ruling["id"] for ruling in answer("show", "caylus", building)["rulings"]]
        assert ("own_building" in rulings) == asked, building


def test_the_favor_table_step_by_step() -> None:
    shown = plain(run("show", "caylus", "favor.buildings.2", "--lang", "nl").stdout)
    assert "Bouw 1 houten gebouw met 1 hout korting." in shown
    assert "Gebouwen, kolom 2" in shown
    assert len(answer("show", "caylus", "line.cubes")["steps"]) == 5


def test_the_owner_of_a_stone_production_building() -> None:
    assert answer("show", "caylus", "s_farm")["owner_line"] == "Take 1\u00a0food or 1\u00a0cloth."
    assert answer("show", "caylus", "gold_mine")["owner_line"] is None


def test_rulings_say_how_sure_they_are() -> None:
    assert answer("show", "caylus", "lawyer_beyond_provost")["confidence"] == "L"
    assert "our reading" in run("show", "caylus", "lawyer_beyond_provost").stdout
    assert [r["number"] for r in answer("show", "caylus", "gate")["rulings"]] == [1, 2, 3]


def test_diff() -> None:
    found = answer("diff", "caylus", "en", "nl-first")["differences"]
    assert list(dict.fromkeys(d["point"] for d in found)) == [
        "stone_and_residence_tiles",
        "church_when_built",
        "tailor_small_trade",
        "alchemist_kinds",
        "stone_production_bonus",
    ]
    text = run("diff", "caylus", "en", "nl-first", "--lang", "de").stdout
    assert "Tausche 1 Tuch gegen 2 PP oder 3 Tuch gegen 6 PP." in plain(text)
    assert "der Besitzer des Arbeiters" in text
    assert "Marktplein" in run("diff", "caylus", "nl", "nl-first", "--lang", "nl").stdout
    assert run("diff", "caylus", "en", "en").stdout == "These two editions play the same.\n"


def test_sources() -> None:
    (prestige,) = [d for d in answer("sources", "caylus", "lawyer") if d["path"] == "buildings.lawyer.prestige"]
    assert prestige["value"] == 4
    assert prestige["confidence"] == "M"
    assert "likely" in run("sources", "caylus", "lawyer").stdout
    assert any(d["path"] == "castle.sections.walls.parts" for d in answer("sources", "caylus", "walls"))
    assert len(answer("sources", "caylus")) > 200


@pytest.mark.parametrize(
    ("word", "id"),
    [
        ("Kleermaker", "building.tailor"),
        ("schneider", "building.tailor"),
        ("TAILOR", "building.tailor"),
        ("Goudmaker", "building.alchemist"),
        ("Goldmacher", "building.alchemist"),
        ("Colporteert", "building.w_peddler"),
        ("turme", "section.towers"),
        ("stadhouder", "term.bailiff"),
        ("Seneschal", "term.bailiff"),
        ("kleermakr", "building.tailor"),
    ],
)
def test_search_in_any_language(word: str, id: str) -> None:
    assert answer("search", word, "--game", "caylus")[0]["id"] == id


def test_search_over_both_games_and_without_a_hit() -> None:
    assert {hit["game"] for hit in answer("search", "Notaris")} == {"caylus", "magna_carta"}
    assert answer("search", "Voogd")[0]["game"] == "magna_carta"
    assert run("search", "zeppelin", "--lang", "nl").stdout == "Niets gevonden voor ‘zeppelin’.\n"


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


def test_an_unknown_command_names_the_valid_ones() -> None:
    result = CliRunner().invoke(main, ["rule"])
    assert result.exit_code == 2
    assert "Valid: rules" in result.output


def test_check_an_overlay_with_faults_in_data(tmp_path: Path) -> None:
    folder = tmp_path / "caylus"
    folder.mkdir()
    (folder / "mine.toml").write_text('[buildings.church]\nprestige = "vier"\nfavour = 1\n')
    result = run("check", "--overlay", str(tmp_path), "--lang", "nl", exit_code=1)
    assert "mine.toml:2: buildings.church.prestige is 'vier'; verwacht wordt een geheel getal" in result.stdout
    assert "mine.toml:3: buildings.church.favour is geen bekend veld; het dichtst erbij: favor" in result.stdout
    assert "2 fouten" in plain(result.stdout)
    shown = run("show", "caylus", "church", "--overlay", str(tmp_path), exit_code=1)
    assert "2 faults" in plain(shown.stderr)


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


MILL = '[buildings.mill]\ncategory = "stone"\neffect = { kind = "produce", options = [{ food = 3 }] }\n'


@pytest.mark.slow
def test_a_building_without_a_name_is_told_with_the_entry_that_is_needed(tmp_path: Path) -> None:
    box = own_box(tmp_path, MILL)
    said = run("check", *box, exit_code=1).stdout
    assert f"{tmp_path}/locales/en/LC_MESSAGES/caylus.po: building.mill needs name" in said
    assert "msgctxt name, msgid building.mill" in said
    for words in (("list", "caylus"), ("show", "caylus", "mill"), ("search", "mill")):
        found = CliRunner().invoke(main, ["rules", *words, *box])
        assert found.exit_code in (0, 1), (words, found.exception)
        assert isinstance(found.exception, (SystemExit, type(None))), "said, never a traceback"
    assert "Voeg msgctxt name" in run("list", "caylus", *box, "--lang", "nl", exit_code=1).stderr


@pytest.mark.slow
def test_a_name_in_any_language_is_enough(tmp_path: Path) -> None:
    box = own_box(tmp_path, MILL, nl="name building.mill Molen")
    assert "no class (de, het" in run("check", *box).stdout
    for language in LANGUAGES:
        assert "Molen" in run("list", "caylus", *box, "--lang", language).stdout
        assert "Molen" in run("show", "caylus", "mill", *box, "--lang", language).stdout


@pytest.mark.slow
def test_a_wrong_class_and_a_sentence_that_cannot_be_filled(tmp_path: Path) -> None:
    words = "name building.mill Mill\nclass building.mill at\ntext building.mill Gives {it.flour}."
    said = run("check", *own_box(tmp_path, MILL, en=words), exit_code=1).stdout
    assert "mill is at, which is not a class of this language; valid: on, in, on-an, in-an, pl, pl-in, mass" in said
    assert "cannot be filled in" in said
    assert "2 faults" in plain(said)
    own_box(tmp_path, MILL, en="name building.mill Mill\nclass building.mill on")
    assert run("check", "--overlay", str(tmp_path)).stdout == "The data are in order.\n"


def test_a_slip_in_a_name_and_a_number_beyond_all_measure(tmp_path: Path) -> None:
    box = own_box(tmp_path, "[buildings.chruch]\nprestige = 4\n[buildings.bank]\nprestige = 1000000\n")
    said = run("check", *box, exit_code=1).stdout
    assert "mine.toml:1: buildings.chruch is unknown" in said
    assert "perhaps buildings.church is meant" in said
    assert "mine.toml:4: buildings.bank.prestige is 1000000; at most 99 is allowed" in said


@pytest.mark.slow
def test_an_effect_that_nothing_knows_or_that_no_text_fits(tmp_path: Path) -> None:
    box = own_box(tmp_path, '[buildings.bank]\neffect = { kind = "build", category = "neutral" }\n')
    assert "mine.toml:2: buildings.bank.effect.category is 'neutral'; valid" in run("check", *box, exit_code=1).stdout
    said = run("check", *own_box(tmp_path, '[buildings.bank]\neffect = { kind = "inn" }\n'), exit_code=1).stdout
    assert "building.bank has words that cannot be filled in" in said, "they tell what it no longer does"


def test_drawings_are_checked_like_the_rest(tmp_path: Path) -> None:
    box = own_box(tmp_path)
    drawings = tmp_path / "drawings"
    drawings.mkdir()
    (drawings / "chruch.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H9"/></svg>')
    (drawings / "bank.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"><text>Bank</text></svg>')
    (drawings / "park.svg").write_text("no drawing")
    (drawings / "inn.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"><path fill="pink" d="M0 0H9"/></svg>')
    said = run("check", *box, exit_code=1).stdout
    assert f"{drawings}/chruch.svg belongs to no building; nearest: church" in said
    assert f"{drawings}/bank.svg cannot be drawn: text" in said
    assert f"{drawings}/park.svg cannot be drawn" in said
    assert f"{drawings}/inn.svg cannot be drawn: pink" in said
    assert "4 faults" in plain(said)


@pytest.mark.slow
def test_a_language_says_what_it_needs(tmp_path: Path) -> None:
    box = own_box(tmp_path, es="name building.tailor Sastre")
    assert "locales/es/language.toml does not describe a language" in run("check", *box, exit_code=1).stdout
    file = tmp_path / "locales" / "es" / "language.toml"
    file.write_text('name = "Español"\nquotes = ["«", "»"]\nnouns = "lower"\n[classes.m]\nsubject = "el {noun}"\n')
    assert "classes.m.object?" in run("check", *box, exit_code=1).stdout
    forms = "".join(f'{form} = "el {{noun}}"\n' for form in FORMS)
    file.write_text(f'name = "Español"\nquotes = ["«", "»"]\nnouns = "lower"\n[classes.m]\n{forms}')
    run("check", *box)
    assert "Sastre" in run("show", "caylus", "tailor", *box, "--lang", "es").stdout


@pytest.mark.slow
def test_a_game_that_does_not_end_is_a_fault(tmp_path: Path) -> None:
    box = own_box(tmp_path, "[bailiff]\nahead = 1\nlevel = 1\n[setup]\nworkers = 99\n[income]\nbase = 99\n")
    found = CliRunner().invoke(main, ["rules", "check", *box])
    assert found.exit_code in (0, 1)
    assert isinstance(found.exception, (SystemExit, type(None)))


def test_a_corrected_number_is_marked_as_the_owners(tmp_path: Path) -> None:
    folder = tmp_path / "magna_carta"
    folder.mkdir()
    (folder / "mine.toml").write_text("[buildings.theater]\nprestige = 7\n")
    data = answer("show", "magna_carta", "theater", "--overlay", str(tmp_path))
    assert (data["prestige"], data["uncertain"]["prestige"]) == (7, "own")
