"""How long a master thinks: so many lines of play, or until a clock of our own says stop."""

import random
from itertools import islice

import pytest

from companion.games.caylus.inputs import CaylusInputs
from companion.minds import look_ahead
from companion.minds.level import Level
from companion.minds.look_ahead import CANDIDATES, Budget, Policy
from companion.minds.mind import Mind
from companion.minds.value import Value
from companion.minds.weights import Weights
from tests.minds.boxes import PLAIN, Choice, choices, table

REFEREE = table("caylus", players=3)


@pytest.fixture(autouse=True)
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else stops a master: all options are near each other, and luck calls for rounds without end."""
    monkeypatch.setattr(CaylusInputs, "luck", True)
    monkeypatch.setattr(look_ahead, "BEHIND", 1_000.0)
    monkeypatch.setattr(look_ahead, "ROUNDS", 1_000)


class Lines:
    """Counts lines of play, and is a clock that goes on by one with each."""

    def __init__(self) -> None:
        self.played = 0

    def clock(self) -> float:
        return float(self.played)


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Lines:
    counted, real = Lines(), look_ahead._line

    def line(policy: Policy, *rest: object) -> float:
        counted.played += 1
        return real(policy, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(look_ahead, "_line", line)
    return counted


def busy() -> Choice:
    """A choice among many options, late in the game."""
    return [one for one in choices(REFEREE, 3) if len(one[1]) > CANDIDATES][-20]


def master(lines: Lines, budget: Budget) -> Mind:
    return Mind(REFEREE, Level.MASTER, weights=PLAIN, budget=budget, clock=lines.clock)


@pytest.mark.parametrize("count", [12, 24, 60])
def test_no_more_lines_than_asked_for(lines: Lines, count: int) -> None:
    master(lines, Budget(count)).choose(*busy())
    assert count - CANDIDATES < lines.played <= count


@pytest.mark.parametrize("seconds", [1, 4, 15, 20])
def test_the_clock_is_looked_at_after_every_line(lines: Lines, seconds: int) -> None:
    thought = master(lines, Budget(1_000, seconds)).think(*busy())
    assert lines.played == seconds
    assert thought.action in busy()[1]


def test_every_option_is_looked_into_so_often_and_no_more(lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look_ahead, "ROUNDS", 2)
    master(lines, Budget(1_000)).choose(*busy())
    assert lines.played == 2 * CANDIDATES


def test_options_far_behind_the_best_are_not_looked_into(lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    state, options = busy()
    ranked = Mind(REFEREE, Level.BUILDER, weights=PLAIN).think(state, options).ranked
    worth = [worth for worth, _ in ranked]
    monkeypatch.setattr(look_ahead, "BEHIND", worth[0] - worth[-1])
    monkeypatch.setattr(look_ahead, "ROUNDS", 1)
    monkeypatch.setattr(look_ahead, "CANDIDATES", len(options))
    master(lines, Budget(1_000)).choose(state, options)
    assert lines.played == len([one for one in worth if one > worth[-1]]) < len(options)


def test_without_a_whole_round_the_value_decides(lines: Lines) -> None:
    state, options = busy()
    thought = master(lines, Budget(1_000, CANDIDATES - 1)).think(state, options)
    assert thought.ranked == Mind(REFEREE, Level.BUILDER, weights=PLAIN).think(state, options).ranked


def test_all_options_of_a_round_have_the_same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float] = []

    def line(policy: Policy, state: object, seat: int, chance: random.Random) -> float:
        seen.append(chance.random())
        return 0.0

    monkeypatch.setattr(look_ahead, "_line", line)
    Mind(REFEREE, Level.MASTER, weights=PLAIN, budget=Budget(2 * CANDIDATES)).choose(*busy())
    half = CANDIDATES // 2
    rounds = [seen[:CANDIDATES], seen[CANDIDATES : CANDIDATES + half], seen[CANDIDATES + half :]]
    assert [len(one) for one in rounds] == [CANDIDATES, half, half]
    assert [len(set(one)) for one in rounds] == [1, 1, 1]
    assert len(set(seen)) == 3


def test_the_worse_half_is_dropped_at_half_time(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []

    def line(policy: Policy, state: object, seat: int, chance: random.Random) -> float:
        looked.append(state)
        return float(id(state) == id(looked[CANDIDATES - 1]) if len(looked) >= CANDIDATES else 0)

    monkeypatch.setattr(look_ahead, "_line", line)
    thought = Mind(REFEREE, Level.MASTER, weights=PLAIN, budget=Budget(4 * CANDIDATES)).think(*busy())
    assert len({id(one) for one in looked[2 * CANDIDATES :]}) == CANDIDATES // 2
    last = Mind(REFEREE, Level.BUILDER, weights=PLAIN).think(*busy()).ranked[CANDIDATES - 1]
    assert thought.action == last[1]


def test_a_value_is_a_sum_of_inputs_times_worths() -> None:
    state, _ = busy()
    inputs = Mind(REFEREE, weights=PLAIN).policy.inputs
    value = Value(inputs, {"points.own": (2.0, 0.0), "money.all": (0.0, 1.0)})
    seat = state.todo[-1][1]
    share = inputs.left(state) / 20
    assert value.of(state, seat) == pytest.approx(2 * state.prestige[seat] + share * state.money[seat])


@pytest.mark.parametrize(("game", "players"), [("caylus", 2), ("caylus", 5), ("magna_carta", 2), ("magna_carta", 4)])
def test_a_second_round_tells_more_only_where_something_hangs_on_luck(game: str, players: int) -> None:
    referee = table(game, players=players)
    mind = Mind(referee)
    found = set()
    for state, options in islice(choices(referee, 3), 5, 200, 9):
        seat, after = state.todo[-1][1], state.copy()
        referee.choose(after, options[0])
        worth = {look_ahead._line(mind.policy, after, seat, random.Random(luck)) for luck in range(4)}
        found.add(len(worth) > 1)
    assert (True in found) == (game == "magna_carta")


def test_a_master_would_rather_win_than_have_more_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two ends, the one with fewer points for itself and far fewer for its rival is worth more."""
    policy = Mind(REFEREE, weights=PLAIN).policy
    ends = {"more": [30.0, 28.0, 5.0], "fewer": [28.0, 5.0, 5.0]}
    worth = {}
    for name, points in ends.items():
        monkeypatch.setattr(look_ahead, "_worth", lambda _policy, _state, seat, points=points: points[seat])
        worth[name] = look_ahead._line(policy, busy()[0], 0, random.Random(1))
    assert worth["fewer"] > worth["more"]


def test_where_nothing_hangs_on_luck_one_round_tells_all(lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CaylusInputs, "luck", False)
    master(lines, Budget(1_000)).choose(*busy())
    assert lines.played == CANDIDATES


def test_a_budget_for_half_of_the_options_is_none(lines: Lines) -> None:
    """Nobody is looked into where not all can be."""
    master(lines, Budget(CANDIDATES - 1)).choose(*busy())
    assert lines.played == 0


def test_what_was_not_looked_into_stands_behind_what_was(lines: Lines) -> None:
    state, options = busy()
    thought = master(lines, Budget(CANDIDATES)).think(state, options)
    before = [action for _, action in Mind(REFEREE, Level.BUILDER, weights=PLAIN).think(state, options).ranked]
    after = [action for _, action in thought.ranked]
    assert {*after[:CANDIDATES]} == {*before[:CANDIDATES]}
    assert after[CANDIDATES:] == before[CANDIDATES:]
    assert [worth for worth, _ in thought.ranked[:CANDIDATES]] == sorted(
        (worth for worth, _ in thought.ranked[:CANDIDATES]), reverse=True
    )


def test_the_mean_of_all_rounds_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second option wins once by much; the first wins by little, again and again."""
    state, options = busy()
    (_, first), (_, second) = Mind(REFEREE, Level.BUILDER, weights=PLAIN).think(state, options).ranked[:2]
    worths = {0: [3.0, 3.0, 3.0], 1: [8.0, 0.0, 0.0]}
    seen: list[object] = []

    def line(policy: Policy, after: object, seat: int, chance: random.Random) -> float:
        if not any(one is after for one in seen):
            seen.append(after)
        number = next(n for n, one in enumerate(seen) if one is after)
        return worths[number].pop(0)

    monkeypatch.setattr(look_ahead, "_line", line)
    found = look_ahead.look_ahead(
        Mind(REFEREE, weights=PLAIN).policy, state, [(1.0, first), (0.9, second)], random.Random(1), Budget(6)
    )
    assert found == [(3.0, first), (pytest.approx(8 / 3), second)]


def test_lines_have_the_same_luck_for_every_option() -> None:
    """A line is the rest of a turn, played on with a seed; the same seed has the same end."""
    mind, (state, options) = Mind(REFEREE, weights=PLAIN), busy()
    one, two = look_ahead.lines(mind.policy, state, options[:2], [1, 2, 3])
    assert [len(one), len(two)] == [3, 3]
    assert [one, two] == look_ahead.lines(mind.policy, state, options[:2], [1, 2, 3])
    assert look_ahead.lines(mind.policy, state, options[:1], [3, 1]) == [[one[2], one[0]]]


def test_people_slip_now_and_then_and_minds_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CaylusInputs, "luck", False)
    mind, (state, options) = Mind(REFEREE, weights=PLAIN), next(choices(REFEREE, 3))
    seeds = range(12)

    def ends(slips: float) -> set[object]:
        return {one.end.key() for one in look_ahead.lines(mind.policy, state, options[:1], seeds, slips)[0]}

    assert len(ends(look_ahead.SLIPS)) > 1
    assert len(ends(0.0)) == 1


RESULTS = [([30, 20], 0, 0.6 * 30 + 0.4 * 10), ([30, 20], 1, 0.6 * 20 - 0.4 * 10), ([5, 9, 7], 2, 0.6 * 7 - 0.4 * 2)]


@pytest.mark.parametrize(("points", "seat", "worth"), RESULTS)
def test_a_result_is_points_and_the_lead_over_the_best_other(points: list[int], seat: int, worth: float) -> None:
    assert look_ahead.result(points, seat) == pytest.approx(worth)


def test_the_best_option_is_the_first_of_equals() -> None:
    state, options = busy()
    nothing = Mind(REFEREE, weights=Weights({}, {})).policy
    assert look_ahead.best(nothing, state, options) == options[0]
    assert [action for _, action in look_ahead.ranked(nothing, state, options)] == options
    plain = Mind(REFEREE, weights=PLAIN).policy
    assert look_ahead.best(plain, state, options) == look_ahead.ranked(plain, state, options)[0][1]


def test_a_table_counts_lines_and_its_clock_is_a_guard() -> None:
    assert look_ahead.BUDGET_OF_TABLE.lines == look_ahead.BUDGET.lines
    assert look_ahead.BUDGET.seconds is None
