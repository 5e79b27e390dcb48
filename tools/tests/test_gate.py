"""The gate: new weights against a panel, and what counts for them."""

from collections.abc import Iterator

import pytest

from companion.engine.simulate import Player, random_player
from companion.minds.mind import inputs_for
from companion.minds.weights import Weights, weights_for
from companion.rules import Rules, load
from tests.minds.boxes import table
from tools.minds import gate
from tools.minds.gate import SHIPPED, Trial, of_panel, panel
from tools.minds.ladder import Pairing, pair


def trial(new: list[float], shipped: list[float], against: str = "greedy", many: bool = False) -> Trial:
    return Trial(against, many, 4, new, shipped)


def test_as_good_as_the_shipped_weights_is_held_and_surely_worse_is_not() -> None:
    assert trial([0.75] * 50, [0.75] * 50).held
    assert trial([0.75, 1.0] * 25, [1.0, 0.75] * 25).held
    worse = trial([0.5, 0.75] * 25, [0.75, 0.75] * 25)
    assert worse.more == pytest.approx((-0.160, -0.090), abs=0.001)
    assert not worse.held


def test_against_the_shipped_weights_as_good_is_not_enough() -> None:
    assert not trial([0.25] * 50, [0.25] * 50, SHIPPED).held
    assert trial([0.5] * 50, [0.25] * 50, SHIPPED).held
    assert not trial([0.75] * 50, [0.75] * 50, SHIPPED, many=True).held


def test_many_win_what_the_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def watched(rules: Rules, one: tuple[str, Player], others: tuple[str, Player], *rest: int) -> Iterator[Pairing]:
        for after in pair(rules, one, others, *rest):
            seen.append((one[1], after.games, after.wins))
            yield after

    monkeypatch.setattr(gate, "pair", watched)
    greedy = panel()["greedy"]
    shares = gate._shares(load("magna_carta", players=3), random_player, greedy, True, 4, 1)
    assert [one for one, _, _ in seen] == [greedy, greedy]
    assert [games for _, games, _ in seen] == [3, 6]
    assert sum(shares) * 3 == pytest.approx(6 - seen[-1][2])


@pytest.mark.parametrize(("players", "trials"), [(2, 3), (3, 6)])
def test_the_shipped_weights_may_not_replace_themselves(players: int, trials: int) -> None:
    rules = load("magna_carta", players=players)
    found = list(gate.gate(rules, weights_for(rules), players, 1))
    assert len(found) == trials
    assert {one.against for one in found} == {SHIPPED, "greedy", "counter"}
    for one in found:
        assert one.new == pytest.approx(one.shipped) or one.against == SHIPPED
        assert one.held == (one.against != SHIPPED)
        assert one.games == players


def test_weights_that_know_nothing_are_turned_away() -> None:
    rules = load("magna_carta", players=2)
    found = list(gate.gate(rules, Weights({}, {}), 12, 1))
    assert not any(one.held for one in found)


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
    assert last.wins == 6
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
