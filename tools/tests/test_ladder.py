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


def test_bands_are_those_of_the_textbook_where_each_set_up_is_one_game() -> None:
    for won, games, wanted in (
        (81, 263, (0.255, 0.366)), (15, 148, (0.0624, 0.1605)), (0, 20, (0.0, 0.1611)), (1, 29, (0.0061, 0.1718))
    ):  # fmt: skip
        found = band([1.0] * won + [0.0] * (games - won), 4)
        assert found == pytest.approx(wanted, abs=0.001)  # Newcombe 1998, table I


def test_set_ups_whose_games_end_differently_say_more() -> None:
    def width(setups: list[float]) -> float:
        low, high = band(setups, 4)
        return high - low

    alike, mixed = [1.0, 0.0] * 50, [0.25, 0.75] * 50
    assert width(mixed) == pytest.approx(width([1.0, 0.0] * 200), rel=0.01)
    assert width(alike) == pytest.approx(2 * width(mixed), rel=0.05)


def test_who_share_the_first_place_share_the_win() -> None:
    tie = Outcome([40, 12, 40, 3], 12)
    assert [tie.share(seat) for seat in range(4)] == [0.5, 0, 0.5, 0]
    pairing = Pairing("a", "b", 2)
    pairing.add([Outcome([40, 40], 12), Outcome([1, 30], 14)])
    report = pairing.report()
    assert (report["games"], report["share"], report["fair"]) == (2, 0.75, 0.5)
    assert (report["points"], report["others_points"]) == (35, 20.5)
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
    assert band(last.setups, 2)[0] > 0.5
