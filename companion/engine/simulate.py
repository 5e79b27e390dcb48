"""Simulated games with random and greedy players, statistics over many games, and leaf counts (perft).

>>> from companion.engine.game import new_game
>>> from companion.rules import load
>>> perft(new_game(load("caylus", players=2)), 2)
30
"""

import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.engine.action import Action
from companion.engine.game import Game, referee_for
from companion.engine.referee import Referee
from companion.engine.scoring import win_shares
from companion.engine.state import PlainState
from companion.rules import Rules

Player = Callable[[Referee, PlainState, Sequence[Action], random.Random], Action]


def random_player(referee: Referee, state: PlainState, options: Sequence[Action], chance: random.Random) -> Action:
    return options[int(chance.random() * len(options))]


def greedy_player(referee: Referee, state: PlainState, options: Sequence[Action], chance: random.Random) -> Action:
    """Choose the option with the best immediate `worth`, at random among equals."""
    seat = state.todo[-1][1]
    best: list[Action] = []
    best_worth = float("-inf")
    for action in options:
        after = state.copy()
        referee.choose(after, action)
        worth = referee.worth(after, seat)
        if worth > best_worth:
            best, best_worth = [action], worth
        elif worth == best_worth:
            best.append(action)
    return best[int(chance.random() * len(best))]


PLAYERS: dict[str, Player] = {"random": random_player, "greedy": greedy_player}


@dataclass
class GameFigures:
    """Statistics of simulated games."""

    games: int = 0
    decisions: int = 0
    """Choices with more than one option, by players or chance."""
    options: int = 0
    rounds: int = 0
    seconds: float = 0.0
    scores: list[int] = field(default_factory=list)
    winning: list[int] = field(default_factory=list)
    wins: dict[str, float] = field(default_factory=dict)
    """Games won by each kind of player; those who tie share a win."""

    def count_wins(self, kinds: Sequence[str], scores: Sequence[int]) -> None:
        for kind, share in zip(kinds, win_shares(scores), strict=True):
            self.wins[kind] = self.wins.get(kind, 0.0) + share

    def report(self) -> dict[str, float | int]:
        return {
            "games": self.games,
            "games_per_second": round(self.games / self.seconds, 1),
            "decisions_per_second": round(self.decisions / self.seconds),
            "decisions": self.decisions,
            "mean_options": round(self.options / self.decisions, 3),
            "rounds": round(self.rounds / self.games, 3),
            "score_mean": round(statistics.fmean(self.scores), 3),
            "score_spread": round(statistics.pstdev(self.scores), 3),
            "score_lowest": min(self.scores),
            "score_highest": max(self.scores),
            "winning_mean": round(statistics.fmean(self.winning), 3),
        }


def simulate(
    rules: Rules,
    games: int,
    seed: int,
    players: Sequence[str] = ("random",),
    *,
    log: bool = False,
    policies: Mapping[str, Player] = PLAYERS,
) -> Iterator[GameFigures]:
    """Play games one after another and yield the figures so far after each.

    All but the seconds depend only on the seed.

    `players` are kinds of `known` players in seat order, repeated as needed.
    """
    seats = rules.data.players.colours[: rules.players or rules.data.players.minimum]
    referee = referee_for(rules, seats)
    kinds = [players[seat % len(players)] for seat in range(len(seats))]
    minds = [policies[kind] for kind in kinds]
    chance = random.Random(seed)
    figures = GameFigures()
    for _ in range(games):
        begun = time.perf_counter()
        scores = _one_game(referee, minds, chance, figures, log=log)
        figures.count_wins(kinds, scores)
        figures.seconds += time.perf_counter() - begun
        yield figures


def _one_game(
    referee: Referee, minds: Sequence[Player], chance: random.Random, figures: GameFigures, *, log: bool
) -> list[int]:
    state = referee.start()
    if log:
        state.log = []
    options = referee.settle(state)
    while options:
        seat = state.todo[-1][1]
        figures.decisions += 1
        figures.options += len(options)
        mind = minds[seat] if seat >= 0 else random_player
        referee.choose(state, mind(referee, state, options, chance))
        options = referee.settle(state)
    figures.games += 1
    figures.rounds += state.turn
    scores = referee.scores(state)
    figures.scores += scores
    figures.winning.append(max(scores))
    return scores


def perft(game: Game, depth: int) -> int:
    """Count the sequences of `depth` choices from here; a game that ends sooner counts as one leaf."""
    return _count(game.referee, game.state, game.options, depth)


def divide(game: Game, depth: int) -> dict[Action, int]:
    """Return the count of each option separately, to find where two versions differ."""
    counts = {}
    for action in game.options:
        state = game.state.copy()
        game.referee.choose(state, action)
        counts[action] = _count(game.referee, state, game.referee.settle(state), depth - 1)
    return counts


def _count(referee: Referee, state: PlainState, options: Sequence[Action], depth: int) -> int:
    if depth == 0 or not options:
        return 1
    if depth == 1:
        return len(options)
    total = 0
    for action in options:
        child = state.copy()
        referee.choose(child, action)
        total += _count(referee, child, referee.settle(child), depth - 1)
    return total
