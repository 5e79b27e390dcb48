"""`python -m tools.minds`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.minds.weights import FOLDER, read_weights
from tests.minds.boxes import PLAIN
from tools.minds import commands
from tools.minds.commands import main
from tools.minds.files import weights_text
from tools.minds.gate import Trial

CARDS = ("--game", "magna_carta", "--players", "2")


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


@pytest.fixture
def weights(tmp_path: Path) -> str:
    file = tmp_path / "plain.json"
    file.write_text(weights_text(PLAIN))
    return str(file)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.json")), ids=lambda file: file.stem)
def test_shipped_weights_are_as_they_are_written(file: Path) -> None:
    assert weights_text(read_weights(file)) == file.read_text(encoding="utf-8")


def test_the_ladder_plays_each_against_a_table_of_the_other(weights: str) -> None:
    got = run("ladder", "--players", "2", "--games", "4", "--mind", "random", "--mind", weights, "--json")
    assert got.exit_code == 0, got.output
    pairs = json.loads(got.stdout)["pairs"]
    assert [(one["mind"], one["against"], one["games"]) for one in pairs] == [
        ("random", weights, 4),
        (weights, "random", 4),
    ]
    assert all(one["low"] <= one["share"] <= one["high"] for one in pairs)
    assert pairs[0]["share"] + pairs[1]["share"] == pytest.approx(1)


def test_a_mind_can_be_measured_against_some_alone(weights: str) -> None:
    opponents = ("--against", "random", "--against", "greedy")
    got = run("ladder", "--players", "2", "--games", "2", "--mind", weights, *opponents, "--json")
    assert got.exit_code == 0, got.output
    pairs = [(one["mind"], one["against"]) for one in json.loads(got.stdout)["pairs"]]
    assert pairs == [(weights, "random"), (weights, "greedy")]


def test_the_ladder_is_a_table() -> None:
    got = run("ladder", "--players", "2", "--games", "2", "--mind", "random", "--mind", "greedy")
    assert got.exit_code == 0, got.output
    head, *rows = got.stdout.splitlines()
    assert head.split() == ["games", "wins", "from", "to", "fair", "points", "others", "winner", "turns"]
    assert [row.split()[:3] for row in rows] == [["random", "-", "greedy"], ["greedy", "-", "random"]]


def test_a_mind_that_is_not_known_is_told_with_those_that_are() -> None:
    got = run("ladder", "--mind", "genius")
    assert got.exit_code == 2
    assert got.stderr.startswith(
        "genius is not known. Valid: random, greedy, counter, plateau, apprentice, builder, master"
    )


def test_a_file_without_weights_is_told(tmp_path: Path) -> None:
    file = tmp_path / "empty.json"
    file.write_text("{}")
    for name in (str(file), "nowhere.json"):
        got = run("ladder", "--mind", name)
        assert got.exit_code == 2
        assert f"{name} cannot be read as weights" in got.stderr


def test_a_league_writes_weights_that_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.minds.league.FIRST_GAMES", 4)
    monkeypatch.setattr("tools.minds.league.POSITIONS", 100)
    out = tmp_path / "new.json"
    words = (*CARDS, "--games", "8", "--folder", str(tmp_path / "kept"))
    got = run("league", *words, "--out", str(out), "--measure", "6")
    assert got.exit_code == 0, got.output
    origin = json.loads(out.read_text())["provenance"]
    assert origin["games"] == 8
    assert origin["ladder"].items() >= {"against": "greedy", "games": 6}.items()
    assert origin["command"] == "python -m tools.minds league --game magna_carta --players 2 --games 8 --seed 1"
    played = run("ladder", *CARDS, "--games", "2", "--mind", str(out), "--mind", "random", "--json")
    assert played.exit_code == 0, played.output
    judged = run("gate", str(out), *CARDS, "--games", "2", "--folder", str(tmp_path / "kept"))
    assert judged.exit_code == 1, judged.output
    assert "main-0" in judged.stdout
    stopped = run("league", *CARDS, "--games", "80", "--minutes", "0", "--folder", str(tmp_path / "kept"))
    assert stopped.stderr.count("generation") == 1
    other = run("league", *words, "--seed", "2")
    assert other.exit_code == 2
    assert "another league" in other.stderr


def test_the_gate_says_whether_weights_are_better(weights: str) -> None:
    got = run("gate", weights, *CARDS, "--games", "2")
    assert got.exit_code == 1, got.output
    assert "unused" in got.stdout
    assert "worst: " in got.stdout
    assert got.stdout.endswith("The shipped weights stay.\n")


def test_the_gate_as_json() -> None:
    got = run("gate", str(FOLDER / "magna_carta-2.json"), *CARDS, "--games", "2", "--json")
    assert got.exit_code == 1
    report = json.loads(got.stdout)
    assert report["promoted"] is False
    assert [one["against"] for one in report["trials"]] == ["shipped", "greedy", "counter"]


def test_the_gate_opens_for_better_weights(monkeypatch: pytest.MonkeyPatch, weights: str) -> None:
    monkeypatch.setattr(commands, "trials", lambda *_: [Trial("shipped", 2, True, [1.0] * 9, [0.5] * 9)])
    monkeypatch.setattr(commands, "faults", lambda *_: [])
    got = run("gate", weights, "--players", "2")
    assert got.exit_code == 0
    assert got.stdout.endswith("The new weights may replace the shipped ones.\n")


def test_chances_are_fitted_and_join_those_of_other_games(tmp_path: Path) -> None:
    out = tmp_path / "chances.json"
    out.write_text('{"chess-2": {"provenance": {}, "curves": {}, "worth": [1, 0, 0]}}')
    got = run("chances", *CARDS, "--games", "2", "--measure", "1", "--out", str(out))
    assert got.exit_code == 0, got.output
    fitted = json.loads(out.read_text())
    assert fitted.keys() == {"chess-2", "magna_carta-2"}
    origin = fitted["magna_carta-2"]["provenance"]
    assert json.loads(got.stdout) == {"magna_carta-2": origin["measured"]}
    assert origin["command"] == (
        "python -m tools.minds chances --game magna_carta --players 2 --games 2 --measure 1 --seed 1"
    )
