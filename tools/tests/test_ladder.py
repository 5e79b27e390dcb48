"""The arithmetic of the ladder."""

import random
from collections.abc import Sequence

import pytest

from companion.engine.action import Action
from companion.engine.referee import Referee
from companion.engine.simulate import greedy_player, random_player
from companion.engine.state import PlainState
from companion.rules import load
from tests.minds.boxes import table
from tools.minds.ladder import Outcome, Pairing, band, pair, play_out


def test_bands_are_those_of_the_textbook() -> None:
    assert band(81, 263) == pytest.approx((0.255, 0.366), abs=0.001)  # Newcombe 1998, table I
    assert band(15, 148) == pytest.approx((0.0624, 0.1605), abs=0.001)
    assert band(0, 20) == pytest.approx((0.0, 0.1611), abs=0.001)
    assert band(1, 29) == pytest.approx((0.0061, 0.1718), abs=0.001)


def test_who_share_the_first_place_share_the_win() -> None:
    tie = Outcome([40, 12, 40, 3], 12)
    assert [tie.share(seat) for seat in range(4)] == [0.5, 0, 0.5, 0]
    pairing = Pairing("a", "b", 4)
    pairing.add(tie, 0)
    pairing.add(Outcome([1, 2, 3, 30], 14), 3)
    report = pairing.report()
    assert (report["wins"], report["share"], report["fair"]) == (1.5, 0.75, 0.25)
    assert (report["points"], report["others_points"]) == (35, round((55 / 3 + 2) / 2, 2))
    assert (report["turns"], report["winning_points"]) == (13, 35)


def test_everybody_plays_every_set_up_from_every_seat() -> None:
    begun: list[tuple[int, tuple[int, ...]]] = []

    def watched(referee: Referee, state: PlainState, options: Sequence[Action], chance: random.Random) -> Action:
        if state.turn == 1 and not any(state.bridge):
            begun.append((state.todo[-1][1], tuple(state.to_json()["road"])))  # type: ignore[arg-type]
        return random_player(referee, state, options, chance)

    rules = load("caylus", "en", players=3)
    *_, last = pair(rules, ("watched", watched), ("random", random_player), 4, 1)
    assert last.games == 6
    seats = {seat for seat, _ in begun}
    assert seats == {0, 1, 2}
    assert len({road for _, road in begun}) == 2


def test_the_seed_decides() -> None:
    referee = table("magna_carta", players=3)
    first, again, other = (
        play_out(referee, [greedy_player] * 3, random.Random(seed)).scores for seed in ("1", "1", "2")
    )
    assert first == again != other


def test_better_players_win_more() -> None:
    *_, last = pair(load("caylus", "en", players=2), ("greedy", greedy_player), ("random", random_player), 12, 1)
    assert band(last.wins, last.games)[0] > 0.5
