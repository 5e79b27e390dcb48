"""Chances of winning: shares that add up, fitted to games and measured on others, with where they come from."""

from pathlib import Path

import numpy as np
import pytest

from companion.minds.chances import FILE, SIGNS, Chances, chances_for, leads, read_chances, write_chances
from companion.minds.chances_fitting import Starts, collected, fitted, joined, measured, worth
from companion.minds.mind import Mind
from companion.minds.weights import NoWeights
from companion.register import register, unregister
from companion.rules import library
from tests.meadow import box
from tests.minds.boxes import EVERY, choices, table


@pytest.mark.parametrize(("game", "edition", "players"), EVERY)
def test_every_box_has_chances_for_all_its_seats(game: str, edition: str, players: int) -> None:
    referee = table(game, edition, players)
    mind = Mind(referee)
    state, _ = next(choices(referee, 1))
    found = chances_for(referee.rules).of(mind.signs(state), mind.policy.inputs.left(state))
    assert len(found) == players
    assert sum(found) == pytest.approx(1)
    assert min(found) > 0


def test_a_game_that_was_never_fitted_has_none(tmp_path: Path) -> None:
    register("meadow", "tests.meadow")
    try:
        rules = library((box.lay_out(tmp_path),)).rules("meadow", players=2)
        with pytest.raises(NoWeights):
            chances_for(rules)
    finally:
        unregister("meadow")


@pytest.mark.parametrize("name", sorted(read_chances(FILE)))
def test_chances_say_where_they_come_from_and_how_good_they_are(name: str) -> None:
    found = read_chances(FILE)[name]
    assert {"command", "edition", "rules", "measured"} <= found.provenance.keys()
    figures = found.provenance["measured"]
    assert isinstance(figures, dict)
    assert figures["brier"] < 0.9 * figures["uniform"]
    assert 0.1 < found.points(10) <= 1


def test_at_four_players_the_chances_are_as_good_as_the_documents_say() -> None:
    figures = chances_for(library().rules("caylus", None, (), 4)).provenance["measured"]
    assert isinstance(figures, dict)
    assert figures["brier"] <= 0.55


def test_the_file_is_as_it_is_written(tmp_path: Path) -> None:
    copy = tmp_path / "chances.json"
    write_chances(copy, read_chances(FILE))
    assert copy.read_text(encoding="utf-8") == FILE.read_text(encoding="utf-8")


def invented(turns: int, seed: int) -> Starts:
    """Turns in which the win goes by a tenth of the leaf, and the result is half of it."""
    chance = np.random.default_rng(seed)
    signs = np.zeros((turns, 3, len(SIGNS)))
    signs[:, :, 0] = chance.normal(0, 15, (turns, 3))
    signs[:, :, 1] = [leads(row) for row in signs[:, :, 0]]
    odds = np.exp(signs[:, :, 0] * 0.1)
    odds /= odds.sum(axis=1, keepdims=True)
    winners = (odds.cumsum(axis=1) < chance.random((turns, 1))).sum(axis=1)
    return Starts(chance.random(turns), signs, np.eye(3)[winners], signs[:, :, 0] / 2 + chance.normal(0, 5, (turns, 3)))


def test_what_games_were_made_by_is_found_again() -> None:
    starts = invented(20_000, 1)
    found = Chances(fitted(starts), worth(starts))
    for left in (0, 10, 20):
        assert found.of({"leaf": (10.0, 0.0, 0.0), "points": (0.0, 0.0, 0.0)}, left)[0] == pytest.approx(
            0.576, abs=0.02
        )
        assert found.points(left) == pytest.approx(0.5, abs=0.03)
    figures = measured(found, invented(20_000, 2))
    assert figures["uniform"] == pytest.approx(0.6667)
    assert float(str(figures["brier"])) < 0.55
    assert float(str(figures["calibration"])) < 0.03


def test_the_same_games_are_played_each_time() -> None:
    rules = library().rules("magna_carta", None, (), 2)
    one, two = (joined(list(collected(rules, 0, 2, seed=5))) for _ in range(2))
    assert (one.signs == two.signs).all()
    assert (one.won.sum(axis=1) == 1).all()
    assert set(one.left[:1]) == {1.0}
