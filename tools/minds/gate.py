"""Whether weights may replace those that are shipped: both play the same games against a panel, and the worst counts.

The panel is the greedy player, a player whose weights are written by hand, so that no training was against it, where
there is one the player that training had made when points first stopped rising, and the shipped weights themselves.
Each is played one against many and many against one, which with two players is the same.
"""

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.engine.action import Action
from companion.engine.referee import Referee
from companion.engine.simulate import PLAYERS, Player
from companion.engine.state import PlainState
from companion.minds.level import Level
from companion.minds.mind import MindPlayer
from companion.minds.weights import NoWeights, Weights, key, read_weights
from companion.rules import Rules
from tools.minds.ladder import CERTAIN, band, pair

COUNTER = "counter"
"""The player that counts what lies before it, by weights written by hand."""
PLATEAU = "plateau"
"""The player that training had made when points first stopped rising."""
SHIPPED = "shipped"

FOLDER = Path(__file__).parent / "panel"


class PanelPlayer:
    """Plays each table by the weights that a member of the panel has for it."""

    def __init__(self, member: str) -> None:
        self._member, self._player = member, MindPlayer(Level.BUILDER)
        self._rules: Rules | None = None

    def __call__(self, referee: Referee, state: PlainState, options: Sequence[Action], chance: random.Random) -> Action:
        if self._rules is not referee.rules:
            self._rules = referee.rules
            self._player = MindPlayer(Level.BUILDER, weights=of_panel(referee.rules, self._member))
        return self._player(referee, state, options, chance)


def of_panel(rules: Rules, member: str) -> Weights:
    """What a member of the panel plays by: for this number of players, or for the game. Raises `NoWeights`."""
    files = (FOLDER / f"{name}-{member}.json" for name in (key(rules.game, rules.players or 0), rules.game))
    file = next((file for file in files if file.is_file()), None)
    if file is None:
        raise NoWeights(rules)
    return read_weights(file)


def panel(rules: Rules | None = None) -> dict[str, Player]:
    """Those that weights are tried against, but for the shipped weights, by name: all, or those for some rules."""
    members = (member for member in (COUNTER, PLATEAU) if rules is None or _plays(rules, member))
    return {"greedy": PLAYERS["greedy"], **{member: PanelPlayer(member) for member in members}}


def _plays(rules: Rules, member: str) -> bool:
    try:
        of_panel(rules, member)
    except NoWeights:
        return False
    return True


@dataclass
class Trial:
    """What new weights and the shipped ones win against one of the panel, in the same games."""

    against: str
    many: bool
    """Whether they sit at all seats but one."""
    players: int
    new: list[float] = field(default_factory=list)
    """The share of the wins in each set-up, played from every seat."""
    shipped: list[float] = field(default_factory=list)

    @property
    def games(self) -> int:
        return len(self.new) * self.players

    @property
    def fair(self) -> float:
        return (self.players - 1 if self.many else 1) / self.players

    @property
    def share(self) -> float:
        return _mean(self.new)

    @property
    def band(self) -> tuple[float, float]:
        return band(self.share * self.games, self.games)

    @property
    def more(self) -> tuple[float, float]:
        """The band of 95 % around what the new weights win more than the shipped ones.

        Both played the same set-ups, so it is that of the differences.
        """
        differences = [new - old for new, old in zip(self.new, self.shipped, strict=True)]
        mean, number = _mean(differences), len(differences)
        spread = math.sqrt(sum((one - mean) ** 2 for one in differences) / max(1, number - 1))
        width = CERTAIN * spread / math.sqrt(number)
        return mean - width, mean + width

    @property
    def held(self) -> bool:
        """Whether it speaks for the new weights: better than fair against the shipped ones, else not surely worse."""
        return self.band[0] > self.fair if self.against == SHIPPED else self.more[1] >= 0

    def report(self) -> dict[str, str | int | float | bool]:
        return {
            "against": self.against,
            "many": self.many,
            "games": self.games,
            "share": round(self.share, 4),
            "low": round(self.band[0], 4),
            "high": round(self.band[1], 4),
            "fair": round(self.fair, 4),
            "shipped": round(_mean(self.shipped), 4),
            "more_low": round(self.more[0], 4),
            "more_high": round(self.more[1], 4),
            "held": self.held,
        }


def measured(rules: Rules, weights: Weights, games: int, seed: int = 2) -> dict[str, str | int | float]:
    """What weights win against tables of greedy players, as their file says of them."""
    builder = MindPlayer(Level.BUILDER, weights=weights)
    *_, found = pair(rules, ("builder", builder), ("greedy", PLAYERS["greedy"]), games, seed)
    report = found.report()
    return {name: report[name] for name in ("against", "games", "share", "low", "high")} | {"seed": seed}


def gate(rules: Rules, new: Weights, games: int, seed: int) -> Iterator[Trial]:
    """Each trial when its games have been played, the strictest first."""
    tried = MindPlayer(Level.BUILDER, weights=new)
    shipped = MindPlayer(Level.BUILDER)
    count = rules.players or rules.data.players.minimum
    against: Mapping[str, Player] = {SHIPPED: shipped, **panel(rules)}
    for name, player in against.items():
        for many in (False, True) if count > 2 else (False,):
            trial = Trial(name, many, count)
            trial.new = _shares(rules, tried, player, many, games, seed)
            fair = [trial.fair] * len(trial.new)
            trial.shipped = fair if name == SHIPPED else _shares(rules, shipped, player, many, games, seed)
            yield trial


def _shares(rules: Rules, player: Player, other: Player, many: bool, games: int, seed: int) -> list[float]:
    """What part of the wins is the player's, set-up by set-up."""
    one, others = (other, player) if many else (player, other)
    found, won, count = [], 0.0, rules.players or rules.data.players.minimum
    for after in pair(rules, ("one", one), ("others", others), games, seed):
        share = (after.wins - won) / count
        won = after.wins
        found.append(1 - share if many else share)
    return found


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)
