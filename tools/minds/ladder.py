"""Who plays better: one player against a table of another, from every seat with every set-up, and how sure that is."""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

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
    setups: list[float] = field(default_factory=list)
    """The one's share of the wins in each set-up, played from every seat."""
    points: int = 0
    others_points: int = 0
    winning: int = 0
    turns: int = 0

    @property
    def games(self) -> int:
        return len(self.setups) * self.players

    def add(self, outcomes: Sequence[Outcome]) -> None:
        """The games of one set-up, in which the one sat at the first seat, then at the second, and so on."""
        self.setups.append(mean([outcome.share(seat) for seat, outcome in enumerate(outcomes)]))
        for seat, outcome in enumerate(outcomes):
            self.points += outcome.scores[seat]
            self.others_points += sum(outcome.scores) - outcome.scores[seat]
            self.winning += max(outcome.scores)
            self.turns += outcome.turns

    def report(self) -> dict[str, str | int | float]:
        low, high = band(self.setups, self.players)
        return {
            "mind": self.one,
            "against": self.others,
            "players": self.players,
            "games": self.games,
            "share": round(mean(self.setups), 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "fair": round(1 / self.players, 4),
            "points": round(self.points / self.games, 2),
            "others_points": round(self.others_points / self.games / (self.players - 1), 2),
            "winning_points": round(self.winning / self.games, 2),
            "turns": round(self.turns / self.games, 2),
        }


def band(setups: Sequence[float], players: int) -> tuple[float, float]:
    """The band of 95 % around a share of wins, by how much set-ups differ.

    It is Wilson's, which holds near none and all too. The games of a set-up may all end alike, so it counts for one
    game at least, and at most for each that was played.

    >>> [round(end, 3) for end in band([1.0, 0.0] * 50, 4)], [round(end, 3) for end in band([1.0] * 100, 4)]
    ([0.404, 0.596], [0.963, 1.0])
    """
    share, number = mean(setups), len(setups)
    spread = sum((one - share) ** 2 for one in setups) / number
    alike = max(1.0, min(players, share * (1 - share) / spread)) if spread else 1.0
    z = CERTAIN**2 / (number * alike)
    middle, width = share + z / 2, math.sqrt(z * (share * (1 - share) + z / 4))
    return max(0.0, (middle - width) / (1 + z)), min(1.0, (middle + width) / (1 + z))


def mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


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
    while found.games < games:
        tables = [[one[1] if at == seat else others[1] for at in range(count)] for seat in range(count)]
        setup = f"{seed} {len(found.setups)}"
        found.add([play_out(referee, players, random.Random(setup)) for players in tables])
        yield found
