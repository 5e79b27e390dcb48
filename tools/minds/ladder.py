"""Who plays better: one player against a table of another, from every seat with every set-up, and how sure that is."""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from companion.engine.game import referee_for
from companion.engine.referee import Referee
from companion.engine.scoring import win_shares
from companion.engine.simulate import Player, random_player
from companion.engine.state import PlainState
from companion.rules import Rules

CERTAIN = 1.96
"""Standard deviations to either side of a band of 95 %."""


@dataclass(frozen=True)
class Outcome:
    """How one game ended."""

    scores: list[int]
    turns: int

    def share(self, seat: int) -> float:
        """What part of the win is this seat's."""
        return win_shares(self.scores)[seat]


@dataclass
class Pairing:
    """One player among others who are all of another kind."""

    one: str
    others: str
    players: int
    games: int = 0
    wins: float = 0.0
    points: int = 0
    others_points: int = 0
    winning: int = 0
    turns: int = 0

    def add(self, outcome: Outcome, seat: int) -> None:
        """The game in which the one sat here."""
        self.games += 1
        self.wins += outcome.share(seat)
        self.points += outcome.scores[seat]
        self.others_points += sum(outcome.scores) - outcome.scores[seat]
        self.winning += max(outcome.scores)
        self.turns += outcome.turns

    def report(self) -> dict[str, str | int | float]:
        low, high = band(self.wins, self.games)
        return {
            "mind": self.one,
            "against": self.others,
            "players": self.players,
            "games": self.games,
            "wins": self.wins,
            "share": round(self.wins / self.games, 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "fair": round(1 / self.players, 4),
            "points": round(self.points / self.games, 2),
            "others_points": round(self.others_points / self.games / (self.players - 1), 2),
            "winning_points": round(self.winning / self.games, 2),
            "turns": round(self.turns / self.games, 2),
        }


def band(wins: float, games: int) -> tuple[float, float]:
    """The band of 95 % around a share of wins (Wilson's, which holds near none and all too).

    >>> [round(end, 3) for end in band(50, 100)], [round(end, 3) for end in band(100, 100)]
    ([0.404, 0.596], [0.963, 1.0])
    """
    share, z = wins / games, CERTAIN**2 / games
    middle = share + z / 2
    width = CERTAIN * math.sqrt(share * (1 - share) / games + z / 4 / games)
    return max(0.0, (middle - width) / (1 + z)), min(1.0, (middle + width) / (1 + z))


def play_out(
    referee: Referee,
    players: Sequence[Player],
    chance: random.Random,
    at_turn: Callable[[PlainState], None] | None = None,
) -> Outcome:
    """One whole game.

    `chance` lays out the table and draws; who chooses at random does so apart from it.
    """
    dice = random.Random(chance.getrandbits(64))
    state = referee.start()
    options, turn = referee.settle(state), 0
    while options:
        if at_turn is not None and state.turn != turn:
            turn = state.turn
            at_turn(state)
        seat = state.todo[-1][1]
        if seat < 0:
            action = random_player(referee, state, options, chance)
        else:
            action = players[seat](referee, state, options, dice)
        referee.choose(state, action)
        options = referee.settle(state)
    return Outcome(referee.scores(state), state.turn)


def pair(rules: Rules, one: tuple[str, Player], others: tuple[str, Player], games: int, seed: int) -> Iterator[Pairing]:
    """Play one against a table of others; the figures so far after each set-up, played from every seat.

    As many games as asked for, or a few more: no set-up is left half played.
    """
    count = rules.players or rules.data.players.minimum
    referee = referee_for(rules, rules.data.players.colours[:count])
    found = Pairing(one[0], others[0], count)
    setup = 0
    while found.games < games:
        for seat in range(count):
            players = [one[1] if at == seat else others[1] for at in range(count)]
            found.add(play_out(referee, players, random.Random(f"{seed} {setup}")), seat)
        setup += 1
        yield found
