"""The gate: new weights against a panel, and what counts for them."""

from pathlib import Path

import pytest

from companion.engine.simulate import random_player
from companion.minds.mind import inputs_for
from companion.minds.weights import Weights, weights_for
from companion.rules import load
from tests.minds.boxes import table
from tools.minds.gate import SHIPPED, Trial, better, faults, gate, of_panel, opponents, panel, worst
from tools.minds.ladder import pair
from tools.minds.league import League


def trial(new: list[float], shipped: list[float], against: str = "greedy", *, earlier: bool = False) -> Trial:
    return Trial(against, 4, earlier, new, shipped)


def test_as_good_as_the_shipped_weights_is_held_and_surely_worse_is_not() -> None:
    assert trial([0.75] * 50, [0.75] * 50).held
    assert trial([0.75, 1.0] * 25, [1.0, 0.75] * 25).held
    less = trial([0.5, 0.75] * 25, [0.75, 0.75] * 25)
    assert less.more == pytest.approx((-0.160, -0.090), abs=0.001)
    assert not less.held


def test_among_earlier_main_players_a_fair_share_must_be_possible() -> None:
    few = [0.0, 0.25] * 50
    assert trial(few, [0.0] * 100).held
    assert not trial(few, [0.0] * 100, "main-20", earlier=True).held
    assert trial([0.0, 0.5] * 50, [0.0] * 100, "main-20", earlier=True).held


def test_the_worst_opponents_decide() -> None:
    trials = [trial([0.5] * 9, [0.25] * 9, "a"), trial([0.25, 0.0] * 9, [0.0, 0.5] * 9, "b")]
    assert [one.against for one in worst(trials)] == ["b", "a"]
    assert not better(trials)
    assert better([trials[0], trial([0.5, 0.25] * 9, [0.25, 0.5] * 9, "b")])


@pytest.mark.parametrize("players", [2, 3])
def test_the_shipped_weights_may_not_replace_themselves(players: int, tmp_path: Path) -> None:
    rules = load("magna_carta", players=players)
    found = list(gate(rules, weights_for(rules), opponents(rules, None), players, 1))
    assert {one.against for one in found} == {SHIPPED, "greedy", "counter"}
    assert all(one.new == one.shipped for one in found)
    assert not better(found)


def test_everybody_of_a_league_but_its_main_players_is_an_opponent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.minds.league.FIRST_GAMES", 4)
    rules = load("magna_carta", players=2)
    league = League(rules, 1, tmp_path)
    names = opponents(rules, league)
    assert names.keys() >= {SHIPPED, "greedy", "counter", "main-0", "exploiter", "castle"}
    assert "main" not in names
    assert [name for name, (_, earlier) in names.items() if earlier] == [SHIPPED, "main-0"]


def test_weights_that_know_nothing_are_turned_away() -> None:
    rules = load("magna_carta", players=2)
    against = {"greedy": (panel()["greedy"], False)}
    assert not better(list(gate(rules, Weights({}, {}), against, 12, 1)))
    found = faults(rules, Weights({}, {}), 1, 1)
    assert {"value points.own", "leaf points.own", "unused places.church"} <= set(found)
    assert "value goods.cloth" not in found


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_weights_written_by_hand_name_inputs_and_say_so(game: str) -> None:
    referee = table(game)
    weights = of_panel(referee.rules, "counter")
    assert weights.value.keys() <= set(inputs_for(referee).names)
    assert weights.provenance["command"] == "written by hand"
    assert weights != weights_for(referee.rules)


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_the_player_that_counts_is_nobody_to_laugh_at(game: str) -> None:
    *_, last = pair(load(game, players=2), ("counter", panel()["counter"]), ("random", random_player), 6, 1)
    assert last.setups == [1.0] * 3
    assert last.points / 6 > 15


def test_the_first_plateau_is_of_the_panel_where_it_was_kept() -> None:
    assert set(panel(load("caylus", players=4))) == {"greedy", "counter", "plateau"}
    assert set(panel(load("caylus", players=3))) == {"greedy", "counter"}
    assert set(panel()) == {"greedy", "counter", "plateau"}


def test_a_trial_is_told_with_its_bands() -> None:
    report = trial([0.5, 0.25] * 50, [0.25, 0.25] * 50).report()
    assert (report["games"], report["share"], report["shipped"], report["fair"]) == (400, 0.375, 0.25, 0.25)
    assert report["low"] == pytest.approx(0.329, abs=0.001)
    assert report["more_low"] == pytest.approx(0.100, abs=0.001)
