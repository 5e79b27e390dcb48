"""How minds learn: they play among themselves, and what positions were worth in the end is fitted to their inputs.

What makes it work, each found by trying (docs/minds.md has the figures):

- Some seats play a whole game with other weights: a noise that stays brings plans that nobody would try by one move.
- Each game is played by a population: the present weights, noisy ones, old ones, and the greedy player.
- First a position's worth is the end of its game; when that no longer helps, the next turn's value is mixed in.

All that was seen is kept as sums, which fade from one generation to the next. They are written down after each, and
training goes on from there.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from operator import mul
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.engine.action import Action
from companion.engine.game import referee_for
from companion.engine.inputs import STEPS, Inputs
from companion.engine.referee import Referee
from companion.engine.simulate import greedy_player
from companion.engine.state import PlainState
from companion.minds.look_ahead import result
from companion.minds.mind import inputs_for
from companion.minds.weights import Weights
from companion.rules import Rules
from tools.minds.files import weights_text
from tools.minds.ladder import Outcome, play_out

Array = NDArray[np.floating[Any]]

GENERATION = 40
"""Games between two fits."""
FIRST_GAMES = 120
"""Games of the greedy player, from which everything begins."""
FADE, LATE_FADE = 0.9, 0.96
"""What is left of older games at the next fit: less in the beginning than when the weights hardly change."""
STEP, LATE_STEP = 0.5, 0.25
"""How far the weights go towards a fit, in the beginning and then."""
RIDGE = 20.0
LEAST_SPREAD = 0.2
NOISE = (0.02, 0.08)
"""By how much a noisy seat's weights differ for each input's usual spread, as a share of the spread of results."""
CURRENT, NOISY = 0.4, 0.8
"""The shares of seats: with the present weights up to the first, noisy up to the second, older ones beyond."""
FOREIGN = 0.25
"""The part of the older ones that is the greedy player."""
KEEP_EVERY = 5
MIX = 0.8
"""How much of a turn's worth comes from later turns rather than from the value where the next one begins."""
QUIET = 8
"""Generations whose mean must rise for the ends of games to go on being what counts."""
LEAST_GENERATIONS = 16
TRIAL_EVERY = 10
TRIAL_SETUPS = 12


@dataclass
class Sums:
    """What a fit by least squares needs of all that was seen."""

    squares: Array
    products: Array
    rows: float = 0.0
    target_sum: float = 0.0
    target_squares: float = 0.0

    @classmethod
    def none(cls, width: int) -> "Sums":
        return cls(np.zeros((width, width)), np.zeros(width))

    def add(self, rows: Array, targets: Array, fade: float = FADE) -> None:
        self.squares = fade * self.squares + rows.T @ rows
        self.products = fade * self.products + rows.T @ targets
        self.rows = fade * self.rows + len(rows)
        self.target_sum = fade * self.target_sum + float(np.sum(targets))
        self.target_squares = fade * self.target_squares + float(targets @ targets)

    def fit(self) -> Array:
        """The weights that explain it best."""
        found: Array = np.linalg.solve(self.squares + RIDGE * np.eye(len(self.products)), self.products)
        return found

    @property
    def target_spread(self) -> float:
        """How far results usually are from their mean."""
        return float(np.sqrt(self.target_squares / self.rows - (self.target_sum / self.rows) ** 2))

    def spread(self, inputs: int) -> Array:
        """How far each input usually is from its mean. The first input is always 1."""
        means = self.squares[0, :inputs] / max(self.rows, 1.0)
        squares = np.diag(self.squares)[:inputs] / max(self.rows, 1.0)
        return np.maximum(np.sqrt(np.maximum(squares - means**2, 0.0)), LEAST_SPREAD)


@dataclass
class Seen:
    """What one seat chose in one game: the turn, the share of the game that was left, and the inputs afterwards."""

    turns: list[int] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    inputs: list[list[float]] = field(default_factory=list)

    def add(self, turn: int, left: int, inputs: list[float]) -> None:
        self.turns.append(turn)
        self.left.append(left)
        self.inputs.append(inputs)

    def rows(self) -> Array:
        """Each input at the end of the game, and again by what is left of it."""
        x = np.array(self.inputs)
        return np.hstack([x, x * (np.array(self.left)[:, None] / STEPS)])


def by_left(weights: Array) -> list[list[float]]:
    """The worth of each input, by the share of the game that is left."""
    end, more = np.split(weights, 2)
    return [(end + more * left / STEPS).tolist() for left in range(STEPS + 1)]


class Learner:
    """A seat that takes the best option by some weights, and keeps what it saw."""

    def __init__(self, inputs: Inputs, weights: Array | None) -> None:
        self._inputs = inputs
        self._rows = by_left(weights) if weights is not None else None
        self.seen = Seen()

    def __call__(self, referee: Referee, state: PlainState, options: Sequence[Action], chance: random.Random) -> Action:
        if self._rows is None:
            return self._greedy(referee, state, options, chance)
        seat, inputs, rows = state.todo[-1][1], self._inputs, self._rows
        most, chosen, kept, left = float("-inf"), options[0], [0.0], 0
        for action in options:
            after = state.copy()
            referee.choose(after, action)
            share, x = inputs.left(after), inputs.of(after, seat)
            worth = sum(map(mul, x, rows[share]))
            if worth > most:
                most, chosen, kept, left = worth, action, x, share
        self.seen.add(state.turn, left, kept)
        return chosen

    def _greedy(self, referee: Referee, state: PlainState, options: Sequence[Action], chance: random.Random) -> Action:
        seat = state.todo[-1][1]
        action = greedy_player(referee, state, options, chance)
        after = state.copy()
        referee.choose(after, action)
        self.seen.add(state.turn, self._inputs.left(after), self._inputs.of(after, seat))
        return action


@dataclass
class Report:
    """How a generation went."""

    generation: int
    games: int
    quiet: float
    """Mean points of the seats that played by the present weights."""
    points: float
    turns: float
    mixed: bool
    """Whether later turns' values count, or the ends of games alone."""
    trial: float | None = None
    """The share of a fair part of the wins against the best weights so far; above 1 they are replaced."""


class Trainer:
    """Training for one game and one number of players; everything that must last is in `folder`."""

    weights: Array
    leaf: Array
    """The worth of inputs where a turn begins."""
    best: Array
    best_leaf: Array

    def __init__(self, rules: Rules, seed: int, folder: Path) -> None:
        count = rules.players or rules.data.players.minimum
        self.rules, self.seed, self.folder = rules, seed, folder
        self.referee = referee_for(rules, rules.data.players.colours[:count])
        self.inputs = inputs_for(self.referee)
        self.width = 2 * len(self.inputs.names)
        self.generation, self.games, self.mixed_since = 0, 0, 0
        self.quiet: list[float] = []
        self.sums, self.leaf_sums = Sums.none(self.width), Sums.none(self.width)
        self.weights = self.leaf = self.best = self.best_leaf = np.zeros(self.width)
        self.old: list[Array] = []
        if self._file.exists():
            self._read()

    # the course of it

    def run(self, games: int) -> Iterator[Report]:
        """Generation after generation, until so many games were played in all."""
        while self.games < games:
            yield self._one_generation()
            self._write()

    def learned(self, provenance: dict[str, object]) -> Weights:
        """The best weights so far."""
        value, leaf = (self._terms(weights) for weights in (self.best, self.best_leaf))
        return Weights(value, leaf, {**provenance, "games": self.games, "seed": self.seed})

    def _terms(self, weights: Array) -> dict[str, tuple[float, float]]:
        end, more = np.split(weights, 2)
        return {name: (float(a), float(b)) for name, a, b in zip(self.inputs.names, end, more, strict=True) if a or b}

    def _one_generation(self) -> Report:
        chance = random.Random(f"{self.seed} {self.generation}")
        played = [self._game(chance) for _ in range(GENERATION if self.generation else FIRST_GAMES)]
        self.games += len(played)
        quiet = [game.outcome.scores[seat] for game in played for seat in game.quiet]
        self.quiet.append(float(np.mean(quiet)) if quiet else 0.0)
        stopped = not self.mixed_since and self._stands_still()
        if stopped:
            self.mixed_since = self.generation
        self._fit(played)
        if stopped:
            self._keep_plateau()
        self.generation += 1
        trial = None
        if self.generation % KEEP_EVERY == 0:
            self.old.append(self.weights.copy())
        if self.generation % TRIAL_EVERY == 0:
            trial = self._trial()
        scores = [points for game in played for points in game.outcome.scores]
        turns = float(np.mean([game.outcome.turns for game in played]))
        return Report(
            self.generation, self.games, self.quiet[-1], float(np.mean(scores)), turns, bool(self.mixed_since), trial
        )

    def _keep_plateau(self) -> None:
        """Write the weights where points have stopped rising, against which later ones can be tried."""
        value, leaf = self._terms(self.weights), self._terms(self.leaf)
        self.folder.mkdir(parents=True, exist_ok=True)
        text = weights_text(Weights(value, leaf, {"games": self.games, "seed": self.seed}))
        (self.folder / "plateau.json").write_text(text, encoding="utf-8")

    def _stands_still(self) -> bool:
        """Whether the quiet seats no longer get better."""
        if self.generation < max(LEAST_GENERATIONS, 2 * QUIET + 1):
            return False
        return bool(np.mean(self.quiet[-QUIET:]) <= np.mean(self.quiet[-2 * QUIET : -QUIET]))

    # games

    def _game(self, chance: random.Random) -> "_Played":
        count = len(self.referee.seats)
        kinds = [chance.random() for _ in range(count)]
        learners = [Learner(self.inputs, self._weights_of(kind, chance)) for kind in kinds]
        starts = [Seen() for _ in range(count)]

        def at_turn(state: PlainState) -> None:
            left = self.inputs.left(state)
            for seat, seen in enumerate(starts):
                seen.add(state.turn, left, self.inputs.of(state, seat))

        outcome = play_out(self.referee, learners, chance, at_turn)
        quiet = [seat for seat, kind in enumerate(kinds) if self.generation and kind < CURRENT]
        return _Played(outcome, [learner.seen for learner in learners], starts, quiet)

    def _weights_of(self, kind: float, chance: random.Random) -> Array | None:
        """The weights of a seat; none is the greedy player."""
        if not self.generation:
            return None
        if kind < CURRENT:
            return self.weights
        if kind < NOISY:
            return self._noisy(chance)
        if not self.old or chance.random() < FOREIGN:
            return None
        return chance.choice(self.old)

    def _noisy(self, chance: random.Random) -> Array:
        """The present weights with a noise that stays for the whole game."""
        inputs = len(self.inputs.names)
        size = chance.uniform(*NOISE) * self.leaf_sums.target_spread
        noise = np.array([chance.gauss(0, size) for _ in range(inputs)]) / self.sums.spread(inputs)
        noisy: Array = self.weights + np.concatenate([noise, np.zeros(inputs)])
        return noisy

    # fits

    def _fit(self, played: Sequence["_Played"]) -> None:
        pairs = [pair for game in played for pair in self._targets(game)]
        fade, step = (LATE_FADE, LATE_STEP) if self.mixed_since else (FADE, STEP if self.generation else 1.0)
        self.sums.add(*_stacked(pairs), fade)
        self.leaf_sums.add(*_stacked([pair for game in played for pair in self._starts_and_ends(game)]), fade)
        self.weights = (1 - step) * self.weights + step * self.sums.fit()
        self.leaf = self.leaf_sums.fit()
        if not self.generation:
            self.best, self.best_leaf = self.weights, self.leaf

    def _targets(self, game: "_Played") -> Iterator[tuple[Array, Array]]:
        """For each seat its rows, and what each of them is taken to be worth."""
        for seat, (seen, start) in enumerate(zip(game.seen, game.starts, strict=True)):
            if not seen.turns:
                continue
            end = result(game.outcome.scores, seat)
            worth = self._worth_of_turns(start, end) if self.mixed_since else {}
            yield seen.rows(), np.array([worth.get(turn, end) for turn in seen.turns])

    def _starts_and_ends(self, game: "_Played") -> Iterator[tuple[Array, Array]]:
        """Where turns began, and how the game ended: in the end of those alone who play on by the present weights."""
        seats = game.quiet if self.mixed_since else range(len(game.starts))
        for seat in seats:
            rows = game.starts[seat].rows()
            yield rows, np.full(len(rows), result(game.outcome.scores, seat))

    def _worth_of_turns(self, start: Seen, end: float) -> dict[int, float]:
        """What each turn led to: the value where the next one began, mixed with what that led to."""
        values = start.rows() @ self.leaf
        worth, later = {}, end
        for n in range(len(start.turns) - 1, -1, -1):
            worth[start.turns[n]] = later
            later = (1 - MIX) * float(values[n]) + MIX * later
        return worth

    # the best so far

    def _trial(self) -> float:
        """The present weights against the best so far, one among many and many against one; the better ones stay."""
        shares = []
        for one, others in ((self.weights, self.best), (self.best, self.weights)):
            shares.append(self._share(one, others))
        found = min(shares[0], 2.0 - shares[1])
        if found > 1.0 or self.generation <= TRIAL_EVERY:
            self.best, self.best_leaf = self.weights.copy(), self.leaf.copy()
        return found

    def _share(self, one: Array, others: Array) -> float:
        """The wins of one among others, where 1 is a fair share."""
        count, wins = len(self.referee.seats), 0.0
        for setup in range(TRIAL_SETUPS):
            for seat in range(count):
                players = [Learner(self.inputs, one if at == seat else others) for at in range(count)]
                chance = random.Random(f"{self.seed} trial {self.generation} {setup}")
                wins += play_out(self.referee, players, chance).share(seat)
        return wins / TRIAL_SETUPS

    # kept

    @property
    def _file(self) -> Path:
        return self.folder / "training.npz"

    _ARRAYS = ("weights", "leaf", "best", "best_leaf")

    def _write(self) -> None:
        """Everything that training goes on from, whole or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        arrays: dict[str, Any] = {name: getattr(self, name) for name in self._ARRAYS}
        for name, sums in (("sums", self.sums), ("leaf_sums", self.leaf_sums)):
            arrays |= {f"{name}_squares": sums.squares, f"{name}_products": sums.products}
        course = {
            "names": list(self.inputs.names), "generation": self.generation, "games": self.games, "quiet": self.quiet,
            "mixed_since": self.mixed_since, "seed": self.seed,
            "counts": [[it.rows, it.target_sum, it.target_squares] for it in (self.sums, self.leaf_sums)],
        }  # fmt: skip
        new = self._file.with_suffix(".new.npz")
        np.savez(new, old=np.array(self.old), course=np.array(json.dumps(course)), **arrays)
        new.replace(self._file)

    def _read(self) -> None:
        with np.load(self._file) as kept:
            course = json.loads(str(kept["course"]))
            if course["names"] != list(self.inputs.names) or course["seed"] != self.seed:
                raise ValueError(f"{self._file} is of another training")
            for name in self._ARRAYS:
                setattr(self, name, kept[name])
            self.sums, self.leaf_sums = (
                Sums(kept[f"{name}_squares"], kept[f"{name}_products"], *counts)
                for name, counts in zip(("sums", "leaf_sums"), course["counts"], strict=True)
            )
            self.old = list(kept["old"])
            self.generation, self.games = course["generation"], course["games"]
            self.quiet, self.mixed_since = course["quiet"], course["mixed_since"]


@dataclass
class _Played:
    outcome: Outcome
    seen: list[Seen]
    starts: list[Seen]
    quiet: list[int]
    """The seats that played by the present weights."""


def _stacked(pairs: Sequence[tuple[Array, Array]]) -> tuple[Array, Array]:
    return np.vstack([rows for rows, _ in pairs]), np.concatenate([targets for _, targets in pairs])
