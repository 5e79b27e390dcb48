"""Replay, score, simulate and perft as a person uses them."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.engine.game import Game
from companion.engine.records import write
from companion.i18n.narration import event_line, reason_line
from companion.i18n.translator import Translator
from tests.engine.corpus import Curious, cards, fresh, play_out, rich
from tests.engine.detectors import NONSENSE, universe
from tests.words import LANGUAGES


def run(*words: str, exit_code: int = 0, given: str | None = None) -> Result:
    result = CliRunner().invoke(main, list(words), input=given, env={"LANG": "en_GB.UTF-8", "COLUMNS": "100"})
    assert result.exit_code == exit_code, result.output
    assert "Traceback" not in result.output
    return result


def answer(*words: str) -> Any:
    return json.loads(run(*words, "--json").stdout)


GAME = play_out(fresh("nl", 3), Curious(random.Random(6), greed=0.5))
CARDS = play_out(cards("standard", 3), Curious(random.Random(2), greed=0.5))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "sunday.txt"
    file.write_text(write(GAME), encoding="utf-8")
    return file


# replay


def test_a_game_is_told_to_its_end(record: Path) -> None:
    told = run("replay", str(record), "--lang", "nl").stdout
    assert "zet een arbeider" in told
    assert told.rstrip().splitlines()[-1].startswith("Winnaar")
    data = answer("replay", str(record))
    assert data["over"] is True
    assert data["scores"] == dict(zip(GAME.seats, GAME.state.prestige, strict=True))
    assert data["actions"] == list(GAME.actions)


def test_up_to_a_round_and_phase(record: Path) -> None:
    data = answer("replay", str(record), "--at", "3.provost")
    assert data["turn"] == 3
    assert "turn: 3 provost" in data["position"]
    assert data["decision"]["kind"] in ("bribe", "take", "trade")
    assert answer("replay", str(record), "--at", "2")["turn"] == 2
    assert "99.income" in run("replay", str(record), "--at", "99.income", exit_code=2).stderr


def test_a_moment_that_is_none(record: Path) -> None:
    said = run("replay", str(record), "--at", "soon", "--lang", "de", exit_code=2).stderr
    assert "„soon“" in said
    assert "provost" in said


@pytest.mark.slow
def test_a_fault_is_named_and_what_came_before_is_told(record: Path) -> None:
    lines = record.read_text().splitlines()
    place = lines.index("turn 2") + 1
    lines[place] = lines[place].split(";")[0] + "; place notary"
    record.write_text("\n".join(lines))
    result = run("replay", str(record), "--lang", "nl", exit_code=2)
    assert f"{place + 1}" in result.stderr
    assert "place notary" in result.stderr
    assert "Ronde 2" in result.stdout


def test_a_file_that_is_no_record(tmp_path: Path) -> None:
    file = tmp_path / "x.txt"
    file.write_text("game: caylus\n")
    assert run("replay", str(file), "--lang", "de", exit_code=2).stderr.startswith("Es sind keine Spieler genannt")
    for text in ("nonsense\n", "game: caylus\n", "seats: red blue\nweather: fine\n", "game: chess\nseats: red blue\n"):
        file.write_text(text)
        assert run("replay", str(file), exit_code=2).stderr.strip()
    file.write_bytes(b"\xff\xfe")
    assert run("replay", str(file), exit_code=2).stderr.strip()


def test_magna_carta_is_told_too(tmp_path: Path) -> None:
    file = tmp_path / "cards.txt"
    file.write_text(write(CARDS), encoding="utf-8")
    for language, word in (("nl", "voogd"), ("de", "Vogt"), ("en", "provost")):
        assert word in run("replay", str(file), "--lang", language).stdout


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "game", [GAME, CARDS, play_out(rich("de", 4), Curious(random.Random(1)))], ids=["caylus", "cards", "rich"]
)
def test_every_event_and_every_refusal_has_words(game: Game, language: str) -> None:
    t = Translator(language, game.rules)
    for event in game.events():
        line = event_line(t, event)
        assert line[:1].isupper() or line[:1].isdigit()
        assert line.endswith(".")
        assert "{" not in line
        assert "None" not in line
    again = Game(game.referee, game.first)
    for action in game.actions[:60]:
        for text in (*universe(game.referee.board), *NONSENSE):  # type: ignore[attr-defined]
            reason = again.why_not(text)
            if reason is not None:
                assert "{" not in reason_line(t, reason)
        again.play(action)


# score


def test_score_from_options() -> None:
    options = ["--player", "red:track=34,gold=2,cubes=7,deniers=9", "--player", "Anna:track=40,cubes=2"]
    data = answer("score", "--game", "caylus", *options)
    assert data["players"]["red"]["total"] == 34 + 2 * 3 + 7 // 3 + 9 // 4
    assert data["winners"] == ["red"]
    told = run("score", *options, "--lang", "de").stdout
    assert "Rot" in told
    assert "Anna" in told


@pytest.mark.parametrize("suffix", [".toml", ".json"])
def test_score_from_a_file(tmp_path: Path, suffix: str) -> None:
    held = {"red": {"dungeon": 1, "road": 7, "gold": 2}, "blue": {"towers": 3, "prestige": 10, "deniers": 8}}
    file = tmp_path / f"end{suffix}"
    lines = [f"[{name}]\n" + "\n".join(f"{k} = {v}" for k, v in it.items()) for name, it in held.items()]
    file.write_text(json.dumps(held) if suffix == ".json" else "\n".join(lines))
    data = answer("score", "--game", "magna_carta", "--file", str(file))
    assert {name: it["total"] for name, it in data["players"].items()} == {
        "red": 4 + 7 + 2,
        "blue": 3 * 2 + 10 + 8 // 3,
    }


def test_score_asked_question_by_question() -> None:
    given = "\n".join(["9", "2", "Piet", "34", "zwei", "2", "7", "9", "Anna", "40", "0", "2", "0"]) + "\n"
    told = run("score", "--lang", "nl", given=given).stdout
    assert "Piet" in told
    assert "Totaal" in told
    assert told.rstrip().endswith("Piet")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--player", "red:track=much"], "much"),
        (["--player", "red:trakc=3"], "track, gold, cubes, deniers"),
        (["--player", "red:track=-3"], "-3"),
        (["--player", "red:track=3", "--game", "cailus"], "caylus"),
    ],
)
def test_score_with_bad_input(options: list[str], said: str) -> None:
    assert said in run("score", *options, exit_code=2).stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["red:track=3", "red:track=5"], "“red” is given twice."),
        (["red:track=3", " red :gold=1"], "“red” is given twice."),
        (["red:track=3,track=5"], "“red: track” is given twice."),
        (["red"], "red has no field; valid: track, gold, cubes, deniers."),
        (["red:"], "red has no field"),
        ([":track=3"], "Every player needs a name."),
        (["red:track=-3"], "“-3” is not a whole number from 0 to 9,999."),
        (["red:track=12345"], "“12345” is not a whole number from 0 to 9,999."),
        (["red:track=" + "9" * 5000], "9…” is not a whole number from 0 to 9,999."),
        (["red:track=٣"], "“٣” is not a whole number"),
        (["red:luck=3"], "There is no field “luck”; valid: track, gold, cubes, deniers."),
    ],
)
def test_nothing_is_counted_that_was_not_meant(options: list[str], said: str) -> None:
    words = [word for option in options for word in ("--player", option)]
    answered = run("score", *words, exit_code=2)
    assert said in answered.stderr
    assert not answered.stdout
    for language in LANGUAGES:
        assert not re.search("[“„‘’”«»]\\s?[“„‘’”«»]", run("score", *words, "--lang", language, exit_code=2).stderr)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"red": {"track": 3}, "red": {"track": 5}}', "“red” is given twice."),
        ('{"players": {"red": {"track": 3, "track": 5}}}', "“red: track” is given twice."),
        ('{"red": {"track": ' + "9" * 5000 + "}}", "cannot be read"),
        ('{"red": {"track": ' + "9" * 4000 + "}}", "is not a whole number"),
        ('{"red": {"track": 3.0}}', "“3.0” is not a whole number"),
        ('{"red": {"track": [3]}}', "is not a whole number"),
        ('{"red": {"track": {"gold": 3}}}', "is not a whole number"),
        ('{"red": ' * 100_000, "cannot be read as JSON"),
        ("[" * 100_000, "cannot be read as JSON"),
        ('{"red": {}}', "red has no field"),
        ('{"": {"track": 3}}', "Every player needs a name."),
        ("[]", "No players are given."),
        ('["red"]', "No players are given."),
    ],
    ids=range(13),
)
def test_a_file_with_what_was_not_meant(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "end.json"
    file.write_text(text)
    answered = run("score", "--file", str(file), exit_code=2).stderr
    assert said in answered
    assert len(answered) < 400


def test_names_are_asked_until_each_is_one(tmp_path: Path) -> None:
    given = "\n".join(["2", "Anna", "3", "0", "0", "0", " Anna ", "Bert", "99999", "5", "0", "0", "0"]) + "\n"
    told = run("score", "--lang", "en", given=given).stdout
    assert "“Anna” is given twice." in told
    assert "A whole number from 0 to 9,999" in told
    assert told.rstrip().endswith("Winner: Bert")


def test_labels_and_formulas_of_magna_carta_read_well() -> None:
    told = run("score", "--game", "magna_carta", "--player", "red:dungeon=2,road=3,prestige=6,cubes=7", "--lang", "en")
    lines = [" ".join(line.split()) for line in told.stdout.splitlines()]
    assert "Dungeon 2 × 4 8" in lines
    assert "Road 3" in lines
    assert "Prestige card 6" in lines
    assert "Other cubes 7 ÷ 3 (rounded down) 2" in lines


@pytest.mark.parametrize("text", ["", "x = 1", "[red]\ntrack = true", "not toml", "[red]\nluck = 3"])
def test_score_from_a_bad_file(tmp_path: Path, text: str) -> None:
    file = tmp_path / "end.toml"
    file.write_text(text)
    assert run("score", "--file", str(file), exit_code=2).stderr.strip()


# simulate and perft


def test_simulate_is_decided_by_its_seed() -> None:
    words = ("simulate", "--game", "caylus", "--players", "3", "--games", "4", "--seed", "5")
    one, two = answer(*words), answer(*words)
    for report in (one, two):
        assert report.pop("games_per_second") > 0
        assert report.pop("decisions_per_second") > 0
    assert one == two
    assert {"mean_options", "rounds", "score_spread"} <= set(one)
    assert (
        answer("simulate", "--game", "magna_carta", "--players", "2", "--games", "2", "--mind", "greedy")["games"] == 2
    )


def test_simulate_for_people_and_with_bad_input() -> None:
    assert "Partijen" in run("simulate", "--games", "2", "--lang", "nl").stdout
    assert "6" in run("simulate", "--players", "6", "--games", "1", exit_code=2).stderr
    assert "nl-first" in run("simulate", "--edition", "nl-frst", "--games", "1", exit_code=2).stderr


def test_perft_from_an_opening_and_from_a_position(tmp_path: Path) -> None:
    total = answer("perft", "2", "--players", "3")["leaves"]
    divided = answer("perft", "2", "--players", "3", "--divide")
    assert sum(divided["divide"].values()) == divided["leaves"] == total
    file = tmp_path / "position.txt"
    road = "n_farm n_forest n_sawmill n_quarry n_market n_carpenter f_peddler f_carpenter mason=red"
    file.write_text(f"seats: red green\nturn: 4 workers\norder: red green\nroad: {road}\nred: 3d\ngreen: 2d\n")
    assert answer("perft", "1", "--position", str(file))["leaves"] > 5
    file.write_text("seats: red green\nturn: 4 workers\norder: red green\nred: 3x\n")
    assert "4" in run("perft", "1", "--position", str(file), exit_code=2).stderr
    file.write_text("seats: red green\nturn: 4 workers\norder: red green\nred: home 3\n")
    said = run("perft", "1", "--position", str(file), "--lang", "nl", exit_code=2).stderr
    assert said.startswith("Deze stelling kan niet:\n- Rood")


@pytest.mark.parametrize(
    ("content", "where"),
    [
        (b'{"Ann": ' + b"1" * 6000 + b"}", ""),
        (b"[" * 100_000, ""),
        (b"\xff\x00\x9c", ""),
        (b'{"Ann": }', "Regel 1, kolom 9: "),
    ],
)
def test_a_file_that_cannot_be_read_is_said_in_the_persons_language(tmp_path: Path, content: bytes, where: str) -> None:
    file = tmp_path / "score.json"
    file.write_bytes(content)
    said = run("score", "--file", str(file), "--lang", "nl", exit_code=2).stderr
    assert said.splitlines()[-1].removeprefix("Error: ") == f"{where}{file} is niet te lezen als JSON."
