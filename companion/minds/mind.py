"""A mind at a table, and its levels: they differ in how far they look and what they like, and never play by dice.

The same seed and the same view of a position give the same move.
"""

import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.engine.action import Action
from companion.engine.inputs import Inputs
from companion.engine.referee import Referee
from companion.engine.state import PlainState
from companion.minds.compared import Comparison, compared
from companion.minds.level import Level
from companion.minds.look_ahead import BUDGET, Budget, Clock, Policy, look_ahead, ranked, rounds
from companion.minds.value import Value
from companion.minds.weights import Weights, weights_for
from companion.register import brings, game_module

FIRST_OF = 3
"""How many of the best options an apprentice chooses among."""
NEARLY = 1.0
"""How many points an option may be worth less than the best for an apprentice to choose it."""
WARMTH = 0.5
"""How fast the chance that an apprentice chooses an option falls with each point it is worse."""


@dataclass(frozen=True)
class Thought:
    """What a mind thinks of a choice."""

    action: Action
    ranked: tuple[tuple[float, Action], ...]
    """All options worth a thought, the best first, with what they are worth to the seat."""


class NoMind(Exception):
    """A game that no mind plays."""


def plays(game: str) -> bool:
    """Return whether minds play a game."""
    return brings(game, "inputs")


def inputs_for(referee: Referee) -> Inputs:
    """What minds see of a table. Raises `NoMind` for a game that brings none."""
    game = referee.rules.game
    if not plays(game):
        raise NoMind(game)
    inputs: Inputs = game_module(game, "inputs").INPUTS(referee)
    return inputs


class Mind:
    """One level at one table. It may play any seat, and keeps nothing between two choices."""

    def __init__(
        self,
        referee: Referee,
        level: Level = Level.BUILDER,
        *,
        seed: int = 1,
        weights: Weights | None = None,
        budget: Budget = BUDGET,
        clock: Clock = time.monotonic,
    ) -> None:
        learned = weights or weights_for(referee.rules)
        inputs = inputs_for(referee)
        self.policy = Policy(referee, Value(inputs, learned.value), Value(inputs, learned.leaf))
        self.level, self.seed, self.budget, self._clock = level, seed, budget, clock

    def choose(self, state: PlainState, options: Sequence[Action]) -> Action:
        """One of the options of the open choice."""
        return self.think(state, options).action

    def think(self, state: PlainState, options: Sequence[Action]) -> Thought:
        """One of the options of the open choice, and what all of them seem worth. The state stays as it is."""
        view = self.seen(state)
        ranking = ranked(self.policy, view, without_waste(options))
        if self.level == Level.MASTER:
            ranking = look_ahead(self.policy, view, ranking, self._chance(view), self.budget, self._clock)
        taken = self._nearly_best(ranking, self._chance(view)) if self.level == Level.APPRENTICE else ranking[0][1]
        return Thought(taken, tuple(ranking))

    def compared(self, state: PlainState, chosen: Action, other: Action) -> Comparison:
        """What one option brings more than another, in lines with the luck of those that a master looks at."""
        view = self.seen(state)
        return compared(self.policy, view, chosen, other, rounds(self.policy, self._chance(view)))

    def signs(self, state: PlainState) -> dict[str, tuple[float, ...]]:
        """What speaks for each seat's chances: its value as it sees the table where a turn begins, and its points."""
        referee, inputs = self.policy.referee, self.policy.inputs
        leaf = tuple(self.policy.leaf.of(referee.view(state, seat), seat) for seat in range(len(referee.seats)))
        return {"leaf": leaf, "points": tuple(float(points) for points in inputs.standings(state))}

    def seen(self, state: PlainState) -> PlainState:
        """What the seat that decides may know; nothing else is ever weighed."""
        return self.policy.referee.view(state, state.todo[-1][1])

    def _chance(self, state: PlainState) -> random.Random:
        return random.Random(f"{self.seed} {state.key()}")

    def _nearly_best(self, ranking: Sequence[tuple[float, Action]], chance: random.Random) -> Action:
        """One of the first few that are nearly as good as the best, the better the likelier.

        All do the same kind of thing: who would best take something does not decline it instead.
        """
        most, best = ranking[0]
        near = [pair for pair in ranking[:FIRST_OF] if pair[0] >= most - NEARLY and pair[1].verb == best.verb]
        odds = [math.exp((worth - most) / WARMTH) for worth, _ in near]
        return chance.choices(near, odds)[0][1]


def without_waste(options: Sequence[Action]) -> Sequence[Action]:
    """The options without declining, where there is something to take for nothing."""
    deals = [action for action in options if action.payment is not None]
    free = any(not deal.payment.deniers and not any(deal.payment.cubes) for deal in deals if deal.payment)
    return deals if free else options


class MindPlayer:
    """A level for the calls of simulated games, at whatever table it is asked."""

    def __init__(self, level: Level, *, seed: int = 1, weights: Weights | None = None, budget: Budget = BUDGET) -> None:
        self._level, self._seed, self._weights, self._budget = level, seed, weights, budget
        self._mind: Mind | None = None

    def __call__(self, referee: Referee, state: PlainState, options: Sequence[Action], chance: random.Random) -> Action:
        if self._mind is None or self._mind.policy.referee is not referee:
            self._mind = Mind(
                referee, self._level, seed=self._seed, weights=self._weights, budget=replace(self._budget)
            )
        return self._mind.choose(state, options)


def levels() -> dict[str, MindPlayer]:
    """A player of each level, by name."""
    return {level.value: MindPlayer(level) for level in Level}
