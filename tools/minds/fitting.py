"""Fitting the chances of winning to simulated games, and measuring how far they can be trusted.

The games are played by Builders of many tastes: each seat takes a lesser option now and then, some seats often and some
seldom. Builders who always take the best play nearly the same game every time, which says nothing about people's games.
"""

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.engine.action import Action
from companion.engine.game import referee_for
from companion.engine.inputs import STEPS
from companion.engine.referee import Referee
from companion.engine.scoring import win_shares
from companion.engine.simulate import Player
from companion.engine.state import PlainState
from companion.minds.chances import SIGNS, Chances, Curve, leads
from companion.minds.look_ahead import result
from companion.minds.mind import Mind
from companion.rules import Rules
from tools.minds.ladder import play_out

WARMTH = (0.05, 4.0)
"""From the steadiest to the most fickle Builder: an option worth so much less is taken e times less often."""

WORTH_GAMES = 120
"""So many games, the first ones, say what a point of value comes to."""

BINS = 10
"""The bins in which chances are compared with what came of them."""
ROUNDS = 60
FIRM = 1e-5
"""How firmly the fit is held near nothing, as a share of the turns."""

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Starts:
    """The beginnings of turns: the share left, the signs by seat, and each seat's share of the win and its result."""

    left: Array
    signs: Array
    won: Array
    results: Array


def collected(rules: Rules, first: int, games: int, seed: int) -> Iterator[Starts]:
    """The beginnings of turns, game after game; `first` is the number of the first game."""
    count = rules.players or rules.data.players.minimum
    referee = referee_for(rules, rules.data.players.colours[:count])
    mind = Mind(referee)
    for number in range(first, first + games):
        chance = random.Random(f"chances {seed} {number}")
        players = [_fickle(mind, chance.uniform(*WARMTH)) for _ in range(count)]
        yield _one_game(mind, players, chance)


def _fickle(mind: Mind, warmth: float) -> Player:
    def player(_: Referee, state: PlainState, options: Sequence[Action], chance: random.Random) -> Action:
        found = mind.think(state, options).ranked
        odds = [math.exp((worth - found[0][0]) / warmth) for worth, _ in found]
        return chance.choices(found, odds)[0][1]

    return player


def _one_game(mind: Mind, players: Sequence[Player], chance: random.Random) -> Starts:
    left: list[float] = []
    signs: list[list[list[float]]] = []

    def at_turn(state: PlainState) -> None:
        found = mind.signs(state)
        found["lead"] = leads(found["leaf"])
        left.append(mind.policy.inputs.left(state) / STEPS)
        signs.append([list(found[sign]) for sign in SIGNS])

    outcome = play_out(mind.policy.referee, players, chance, at_turn)
    won = np.tile(win_shares(outcome.scores), (len(left), 1))
    results = np.tile([result(outcome.scores, seat) for seat in range(len(players))], (len(left), 1))
    return Starts(np.array(left), np.array(signs).transpose(0, 2, 1), won, results)


_PARTS = ("left", "signs", "won", "results")


def joined(parts: Sequence[Starts]) -> Starts:
    return Starts(*(np.concatenate([getattr(part, name) for part in parts]) for name in _PARTS))


def fitted(starts: Starts) -> dict[str, Curve]:
    """What each sign counts for, so that the chances fit best how games ended (multinomial logistic, by Newton)."""
    x = _features(starts)
    spread = x.reshape(-1, x.shape[-1]).std(axis=0) + 1e-9
    x = x / spread
    weights = np.zeros(x.shape[-1])
    hold = FIRM * len(x)
    for _ in range(ROUNDS):
        p = _shares(x @ weights)
        mean = np.einsum("ns,nsf->nf", p, x)
        slope = np.einsum("ns,nsf->f", starts.won - p, x) - hold * weights
        bend = np.einsum("ns,nsf,nsg->fg", p, x, x) - mean.T @ mean + hold * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    rows = (weights / spread).reshape(len(SIGNS), 3)
    return {sign: (float(row[0]), float(row[1]), float(row[2])) for sign, row in zip(SIGNS, rows, strict=True)}


def worth(starts: Starts) -> Curve:
    """What a point of value comes to: how much better than the others those end who begin a turn a point better."""
    leaf = starts.signs[:, :, SIGNS.index("leaf")]
    ahead = leaf - leaf.mean(axis=1, keepdims=True)
    share = starts.left[:, None]
    x = np.stack([ahead, ahead * share, ahead * share**2], axis=-1).reshape(-1, 3)
    y = (starts.results - starts.results.mean(axis=1, keepdims=True)).reshape(-1)
    found = np.linalg.lstsq(x, y, rcond=None)[0]
    return float(found[0]), float(found[1]), float(found[2])


def _features(starts: Starts) -> Array:
    share = starts.left[:, None, None]
    powers = np.stack([starts.signs, starts.signs * share, starts.signs * share**2], axis=-1)
    found: Array = powers.reshape(*starts.signs.shape[:2], -1)
    return found


def _shares(sums: Array) -> Array:
    powers = np.exp(sums - sums.max(axis=1, keepdims=True))
    found: Array = powers / powers.sum(axis=1, keepdims=True)
    return found


def measured(chances: Chances, starts: Starts) -> dict[str, object]:
    """How good chances are where they were not fitted: the Brier score, and by tenths what came of them."""
    weights = np.array([chances.curves[sign] for sign in SIGNS]).reshape(-1)
    p = _shares(_features(starts) @ weights)
    brier = ((p - starts.won) ** 2).sum(axis=1)
    fifths = np.minimum((starts.left * 5).astype(int), 4)
    tenth = np.minimum((p * BINS).astype(int), BINS - 1)
    bins: list[dict[str, float]] = []
    for n in range(BINS):
        there = tenth == n
        if there.any():
            said, came = float(p[there].mean()), float(starts.won[there].mean())
            bins.append({"said": round(said, 3), "came": round(came, 3), "seats": int(there.sum())})
    return {
        "turns": len(p),
        "brier": round(float(brier.mean()), 4),
        "uniform": round(1 - 1 / p.shape[1], 4),
        "brier_by_fifth": [round(float(brier[fifths == n].mean()), 3) for n in range(4, -1, -1) if (fifths == n).any()],
        "calibration": max(round(abs(one["said"] - one["came"]), 3) for one in bins),
        "bins": bins,
    }
