"""`companion minds`, and minds in `companion simulate`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.minds import training
from companion.minds.gate import Trial
from companion.minds.weights import FOLDER
from tests.minds.boxes import PLAIN
from tests.words import LANGUAGES, plain


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


@pytest.fixture
def weights(tmp_path: Path) -> str:
    file = tmp_path / "plain.json"
    file.write_text(PLAIN.text())
    return str(file)


def test_the_ladder_plays_each_against_a_table_of_the_other(weights: str) -> None:
    got = run("minds", "ladder", "--players", "2", "--games", "4", "--mind", "random", "--mind", weights, "--json")
    assert got.exit_code == 0, got.output
    pairs = json.loads(got.stdout)["pairs"]
    assert [(one["mind"], one["against"], one["games"]) for one in pairs] == [
        ("random", weights, 4),
        (weights, "random", 4),
    ]
    assert all(one["low"] <= one["share"] <= one["high"] for one in pairs)
    assert pairs[0]["share"] + pairs[1]["share"] == pytest.approx(1)


def test_a_mind_can_be_measured_against_some_alone(weights: str) -> None:
    words = (
        "--players",
        "2",
        "--games",
        "2",
        "--mind",
        weights,
        "--against",
        "random",
        "--against",
        "greedy",
        "--json",
    )
    got = run("minds", "ladder", *words)
    assert got.exit_code == 0, got.output
    found = [(one["mind"], one["against"]) for one in json.loads(got.stdout)["pairs"]]
    assert found == [(weights, "random"), (weights, "greedy")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_ladder_is_a_table_in_words(lang: str) -> None:
    words = ("--players", "2", "--games", "2", "--mind", "random", "--mind", "greedy", "--lang", lang)
    got = run("minds", "ladder", *words)
    assert got.exit_code == 0, got.output
    head, *rows = got.stdout.splitlines()
    assert len(rows) == 2
    assert "ladder." not in head


def test_a_mind_that_is_not_known_is_told_with_those_that_are() -> None:
    got = run("minds", "ladder", "--mind", "genius", "--lang", "en")
    assert got.exit_code == 2
    assert plain(got.stderr).startswith(
        "genius is not known. Valid: random, greedy, counter, plateau, apprentice, builder, master"
    )


def test_a_file_without_weights_is_told(tmp_path: Path) -> None:
    file = tmp_path / "empty.json"
    file.write_text("{}")
    for name in (str(file), "nowhere.json"):
        got = run("minds", "ladder", "--mind", name, "--lang", "en")
        assert got.exit_code == 2
        assert "cannot be read as weights" in plain(got.stderr)


def test_training_writes_weights_that_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "FIRST_GAMES", 4)
    out = tmp_path / "new.json"
    words = ("--game", "magna_carta", "--players", "2", "--games", "4", "--folder", str(tmp_path / "kept"))
    got = run("minds", "train", *words, "--out", str(out), "--measure", "6")
    assert got.exit_code == 0, got.output
    learned = json.loads(out.read_text())
    assert learned["provenance"]["games"] == 4
    assert learned["provenance"]["ladder"].items() >= {"against": "greedy", "games": 6}.items()
    assert learned["provenance"]["command"].startswith("companion minds train --game magna_carta --players 2")
    played = run("minds", "ladder", "--game", "magna_carta", "--players", "2", "--games", "2",
                 "--mind", str(out), "--mind", "random", "--json")  # fmt: skip
    assert played.exit_code == 0, played.output
    other = run("minds", "train", *words, "--seed", "2", "--lang", "en")
    assert other.exit_code == 2
    assert "another training" in plain(other.stderr)


def test_simulated_games_tell_who_won() -> None:
    got = run("simulate", "--players", "2", "--games", "6", "--mind", "greedy", "--mind", "random", "--json")
    wins = json.loads(got.stdout)["wins"]
    assert wins.keys() == {"greedy", "random"}
    assert sum(wins.values()) == pytest.approx(6)
    assert wins["greedy"] > wins["random"]


@pytest.mark.parametrize("mind", ["apprentice", "builder", "master"])
def test_every_level_plays_simulated_games(mind: str) -> None:
    words = ("--game", "magna_carta", "--players", "2", "--games", "2", "--mind", mind, "--mind", "random", "--json")
    got = run("simulate", *words)
    assert got.exit_code == 0, got.output
    assert json.loads(got.stdout)["wins"] == {mind: 2, "random": 0}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_gate_says_whether_weights_are_better(weights: str, lang: str) -> None:
    words = ("--game", "magna_carta", "--players", "2", "--games", "2", "--lang", lang)
    got = run("minds", "gate", weights, *words)
    assert got.exit_code == 1, got.output
    _, *rows, said = got.stdout.splitlines()
    assert len(rows) == 3
    assert "gate." not in got.stdout + said


def test_the_gate_as_json() -> None:
    file = str(FOLDER / "magna_carta-2.json")
    got = run("minds", "gate", file, "--game", "magna_carta", "--players", "2", "--games", "2", "--json")
    assert got.exit_code == 1
    report = json.loads(got.stdout)
    assert report["promoted"] is False
    assert [(one["against"], one["held"]) for one in report["trials"]] == [
        ("shipped", False),
        ("greedy", True),
        ("counter", True),
    ]


def test_the_gate_opens_for_better_weights(monkeypatch: pytest.MonkeyPatch, weights: str) -> None:
    monkeypatch.setattr("companion.cli.minds.trials", lambda *asked: [Trial("shipped", False, 2, [1.0] * 9, [0.5] * 9)])
    assert run("minds", "gate", weights, "--players", "2").exit_code == 0
