"""Looking ahead: the best few options are played on to the end of the turn, again and again, with everybody choosing by
the value; the option after which the next turn begins best is taken.

All options are played on with the same luck in a round, so that it favours none; where nothing hangs on luck, one round
tells all. After half of the lines the worse half is dropped. As lines are counted, the result depends on the position
and the seed alone; a clock may be set as a guard, and is looked at after every line.
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.engine.action import Action
from companion.engine.inputs import Inputs, stem_of
from companion.engine.phases import OVER
from companion.engine.referee import Referee
from companion.engine.state import PlainState
from companion.minds.value import Value
from companion.rules.vocabulary import Phase

CANDIDATES = 12
"""How many options are played on at most."""
BEHIND = 10.0
"""Options whose value is this many points below the best are not played on."""
ROUNDS = 6
"""How often each option is played on, if anything hangs on luck."""
RIVAL = 0.5
"""What counts against an option of what the best other then stands at: a mind that looks ahead plays to win."""
SLIPS = 0.05
"""The share of choices that people are taken to make at random, where a game of theirs is judged."""
OWN = 0.6
"""What own points count in a value; the rest is the lead over the best other."""

Clock = Callable[[], float]


@dataclass(frozen=True)
class Budget:
    """How long to think: so many lines of play, and no longer than so many seconds."""

    lines: int
    seconds: float | None = None


BUDGET = Budget(24)
"""Where nobody says how long."""
BUDGET_OF_TABLE = replace(BUDGET, seconds=20.0)
"""For a mind whose move people wait for. The clock is a guard alone: a decision takes a hundredth of that."""


@dataclass
class _Candidate:
    action: Action
    after: PlainState
    found: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Policy:
    """What a line of play goes by: the rules, the value within a turn, and the value where a turn begins."""

    referee: Referee
    value: Value
    leaf: Value

    @property
    def inputs(self) -> Inputs:
        return self.value.inputs

    @cached_property
    def stems(self) -> list[tuple[str, int]]:
        """The name of each input, without the number at its end, and that number."""
        return [stem_of(name) for name in self.inputs.names]

    @cached_property
    def use(self) -> int:
        """The phase in which buildings are used."""
        return list(self.referee.rules.data.sequence.phases).index(Phase.BUILDINGS) + 1


@dataclass(frozen=True)
class Playout:
    """Where a line of play has led at the end of the turn."""

    end: PlainState
    reached: int
    """The seat's workers on the road that the provost had reached when buildings were used."""
    lost: int
    """And those that it had not."""
    rivals_lost: int
    """And those of the others that it had not."""

    def worth(self, policy: Policy, seat: int, rival: float = RIVAL) -> float:
        """What it is worth to the seat, less a share of what it is worth to the best other."""
        worth = [_worth(policy, self.end, player) for player in range(len(policy.referee.seats))] if rival else []
        return worth.pop(seat) - rival * max(worth) if worth else _worth(policy, self.end, seat)


def result(points: Sequence[int], seat: int) -> float:
    """What a game or a position is worth to a seat by points alone.

    >>> result([20, 30, 10], 0)
    8.0
    """
    rival = max(other for at, other in enumerate(points) if at != seat)
    return OWN * points[seat] + (1 - OWN) * (points[seat] - rival)


def ranked(policy: Policy, state: PlainState, options: Sequence[Action]) -> list[tuple[float, Action]]:
    """The options with the value after them, best first; among equals in the order of the options."""
    referee, value, seat = policy.referee, policy.value.of, state.todo[-1][1]
    ranking = []
    for action in options:
        after = state.copy()
        referee.choose(after, action)
        ranking.append((value(after, seat), action))
    ranking.sort(key=lambda pair: -pair[0])
    return ranking


def look_ahead(
    policy: Policy,
    state: PlainState,
    options: Sequence[tuple[float, Action]],
    chance: random.Random,
    budget: Budget,
    clock: Clock = time.monotonic,
) -> list[tuple[float, Action]]:
    """The options anew, those that were looked into first. `options` are ranked; `state` is what the seat sees."""
    seat = state.todo[-1][1]
    end = clock() + budget.seconds if budget.seconds is not None else None
    left = budget.lines
    worth = options[0][0] - BEHIND
    running = [_candidate(policy, state, action) for value, action in options[:CANDIDATES] if value > worth]
    for seed in rounds(policy, chance):
        if not left >= len(running) > 1:
            break
        half = left <= budget.lines // 2
        if half and len(running) > CANDIDATES // 2:
            running = _better_half(running)
        for candidate in running:
            candidate.found.append(_line(policy, candidate.after, seat, random.Random(seed)))
            left -= 1
            if end is not None and clock() >= end:
                return _order(options, running)
    return _order(options, running)


def lines(
    policy: Policy, state: PlainState, actions: Sequence[Action], seeds: Sequence[int], slips: float = 0.0
) -> list[list[Playout]]:
    """One line of play after another from each option; the same luck for all of them."""
    seat = state.todo[-1][1]
    after = [_candidate(policy, state, action).after for action in actions]
    return [[_played_on(policy, one, seat, random.Random(seed), slips) for seed in seeds] for one in after]


def rounds(policy: Policy, chance: random.Random) -> list[int]:
    """The luck of each round in which options are played on."""
    return [chance.getrandbits(64) for _ in range(ROUNDS if policy.inputs.luck else 1)]


def _candidate(policy: Policy, state: PlainState, action: Action) -> _Candidate:
    after = state.copy()
    policy.referee.choose(after, action)
    return _Candidate(action, after)


def _mean(candidate: _Candidate, number: int) -> float:
    return sum(candidate.found[:number]) / number


def _better_half(running: list[_Candidate]) -> list[_Candidate]:
    number = min(len(candidate.found) for candidate in running)
    best = sorted(running, key=lambda candidate: -_mean(candidate, number))[: (len(running) + 1) // 2]
    return [candidate for candidate in running if candidate in best]


def _order(options: Sequence[tuple[float, Action]], running: list[_Candidate]) -> list[tuple[float, Action]]:
    """By the rounds that all have been through; the rest, or all if there was no round, as they were."""
    number = min((len(candidate.found) for candidate in running), default=0)
    if not number:
        return list(options)
    ranking = [(_mean(candidate, number), candidate.action) for candidate in running]
    ranking.sort(key=lambda pair: -pair[0])
    actions = {action for _, action in ranking}
    return ranking + [option for option in options if option[1] not in actions]


def _line(policy: Policy, state: PlainState, seat: int, chance: random.Random) -> float:
    """What one line of play is worth to the seat, against the best other."""
    return _played_on(policy, state, seat, chance).worth(policy, seat)


def _played_on(policy: Policy, state: PlainState, seat: int, chance: random.Random, slips: float = 0.0) -> Playout:
    """The position at the end of the turn, with everybody choosing by the value."""
    referee, turn = policy.referee, state.turn
    state = policy.inputs.dealt(state, seat, chance).copy()
    workers = policy.inputs.on_road(state)
    options = referee.settle(state)
    while options and state.turn == turn:
        if state.todo[-1][1] < 0 or chance.random() < slips:
            action = options[int(chance.random() * len(options))]
        else:
            action = best(policy, state, options)
        referee.choose(state, action)
        if state.phase < policy.use:
            workers = policy.inputs.on_road(state)
        options = referee.settle(state)
    reached, lost = (part.count(seat) for part in workers)
    return Playout(state, reached, lost, len(workers[1]) - lost)


def _worth(policy: Policy, state: PlainState, seat: int) -> float:
    """What a position is worth to a seat: where a turn begins, or at the end of the game."""
    if state.phase == OVER:
        return result(policy.referee.scores(state), seat)
    return policy.leaf.of(state, seat)


def best(policy: Policy, state: PlainState, options: Sequence[Action]) -> Action:
    """The option with the highest value after it; the first of equals."""
    referee, value, seat = policy.referee, policy.value.of, state.todo[-1][1]
    chosen, most = options[0], float("-inf")
    for action in options:
        after = state.copy()
        referee.choose(after, action)
        worth = value(after, seat)
        if worth > most:
            chosen, most = action, worth
    return chosen
