"""Minds in `companion simulate`."""

import json

import pytest
from click.testing import CliRunner, Result

from companion.cli import main

pytestmark = pytest.mark.slow


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


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
