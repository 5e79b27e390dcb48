"""Whether weights may replace those that are shipped: both play the same games, and the worst opponent counts.

Opponents are the shipped weights, the panel, and everybody in a league. The panel is the greedy player, a player whose
weights are written by hand, so that no training was against it, and where there is one, the player that an early
training had made when points first stopped rising.
"""

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from companion.engine.action import Action
from companion.engine.game import referee_for
from companion.engine.inputs import stem_of
from companion.engine.referee import Referee
from companion.engine.simulate import PLAYERS, Player
from companion.engine.state import PlainState
from companion.minds.level import Level
from companion.minds.mind import MindPlayer, inputs_for
from companion.minds.weights import NoWeights, Terms, Weights, key, read_weights
from companion.rules import Rules
from tools.minds.ladder import CERTAIN, band, mean, pair, play_out
from tools.minds.league import League, Learner, Seen, array_of

COUNTER = "counter"
"""The player that counts what lies before it, by weights written by hand."""
PLATEAU = "plateau"
"""The player that training had made when points first stopped rising."""
SHIPPED = "shipped"

FOLDER = Path(__file__).parent / "panel"

NOTHING = 0.005
"""A weight of no more points than this is dead."""
WAYS = ("favors", "houses", "places", "land")
"""The groups of inputs that tell ways to play apart."""
STEPPED = ("favors", "houses")
"""Those of them in which a way has steps: `houses.dungeon_3`."""
NO_WAYS = ("land.income", "land.visited", "land.promised", "land.stock", "places.useless", "places.stables")
LEAST_USE = 0.1
"""Each way is used at more than this share of the mean of its group."""


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
    """The panel by name: all of it, or those who play by some rules."""
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
    """What new weights and the shipped ones win alone among players of one kind, in the same games."""

    against: str
    players: int
    earlier: bool = False
    """Whether those are what may be replaced, or a main player of an earlier day."""
    new: list[float] = field(default_factory=list)
    """The share of the wins in each set-up, played from every seat."""
    shipped: list[float] = field(default_factory=list)

    @property
    def more(self) -> tuple[float, float]:
        """The band of 95 % around what the new weights win more than the shipped ones.

        Both played the same set-ups, so it is that of the differences.
        """
        differences = [new - old for new, old in zip(self.new, self.shipped, strict=True)]
        middle, number = mean(differences), len(differences)
        spread = math.sqrt(sum((one - middle) ** 2 for one in differences) / max(1, number - 1))
        width = CERTAIN * spread / math.sqrt(number)
        return middle - width, middle + width

    @property
    def held(self) -> bool:
        """Whether the new weights are not surely worse than the shipped ones, nor than fair among earlier ones."""
        return self.more[1] >= 0 and not (self.earlier and band(self.new, self.players)[1] < 1 / self.players)

    def report(self) -> dict[str, str | int | float | bool]:
        low, high = band(self.new, self.players)
        return {
            "against": self.against,
            "games": len(self.new) * self.players,
            "share": round(mean(self.new), 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "fair": round(1 / self.players, 4),
            "shipped": round(mean(self.shipped), 4),
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


def opponents(rules: Rules, league: League | None) -> dict[str, tuple[Player, bool]]:
    """Whom weights are tried against, by name, and who of them was a main player before."""
    players: dict[str, tuple[Player, bool]] = {SHIPPED: (MindPlayer(Level.BUILDER), True)}
    players |= {name: (player, False) for name, player in panel(rules).items()}
    if league:
        for name in (one.name for one in league.members.values() if one.kind != "main"):
            player = MindPlayer(Level.BUILDER, weights=league.learned(name, {}))
            players[name] = player, name.startswith("main-")
    return players


def gate(
    rules: Rules, new: Weights, against: Mapping[str, tuple[Player, bool]], games: int, seed: int
) -> Iterator[Trial]:
    """Each trial when its games have been played."""
    count = rules.players or rules.data.players.minimum
    for name, (player, earlier) in against.items():
        shares = []
        for mind in (MindPlayer(Level.BUILDER, weights=new), MindPlayer(Level.BUILDER)):
            *_, last = pair(rules, ("one", mind), ("others", player), games, seed)
            shares.append(last.setups)
        yield Trial(name, count, earlier, *shares)


def worst(trials: Sequence[Trial]) -> tuple[Trial, Trial]:
    """The trials in which the new weights and the shipped ones win least."""
    return min(trials, key=lambda one: mean(one.new)), min(trials, key=lambda one: mean(one.shipped))


def better(trials: Sequence[Trial]) -> bool:
    """Whether the new weights win more against their worst opponent than the shipped ones against theirs."""
    new, old = worst(trials)
    return mean(new.new) > mean(old.shipped) and all(trial.held for trial in trials)


def faults(rules: Rules, weights: Weights, games: int, seed: int) -> list[str]:
    """The inputs that count for nothing, and the ways to play that are hardly used, where all play by these weights."""
    referee = referee_for(rules, rules.data.players.colours[: rules.players or rules.data.players.minimum])
    inputs = inputs_for(referee)
    names, value = list(inputs.names), array_of(weights.value, inputs.names)
    starts, games_of_seats = Seen(), []

    def at_turn(state: PlainState) -> None:
        for seat in range(len(referee.seats)):
            starts.add(state.turn, 0, inputs.of(state, seat))

    for setup in range(games):
        learners = [Learner(inputs, value) for _ in referee.seats]
        play_out(referee, learners, random.Random(f"{seed} {setup}"), at_turn)
        games_of_seats += [np.any(one.seen.rows()[:, : len(names)], axis=0) for one in learners]
    used = dict(zip(names, np.mean(games_of_seats, axis=0).tolist(), strict=True))
    at_start = dict(zip(names, np.any(np.array(starts.inputs), axis=0).tolist(), strict=True))
    dead = [f"value {name}" for name in _dead(weights.value, used)]
    return dead + [f"leaf {name}" for name in _dead(weights.leaf, at_start)] + list(_unused(used))


def _dead(terms: Terms, met: Mapping[str, float]) -> Iterator[str]:
    """The inputs that were met whose weights are nothing; of steps, one that was met is enough."""
    steps = {stem_of(name)[0] for name, share in met.items() if share and stem_of(name)[0] != name}
    for name, share in met.items():
        stem, _ = stem_of(name)
        known = max(map(abs, terms.get(name, (0.0, 0.0)))) > NOTHING
        if not known and (stem in steps if stem != name else share):
            yield name


def _unused(used: Mapping[str, float]) -> Iterator[str]:
    """The ways to play that are used much less than others of their group."""
    for group in WAYS:
        ways: dict[str, float] = {}
        for name, share in used.items():
            stem, number = stem_of(name)
            way = stem != name if group in STEPPED else name not in NO_WAYS
            if way and number and stem.startswith(f"{group}."):
                ways[stem] = max(share, ways.get(stem, 0.0))
        fair = mean(list(ways.values())) if ways else 0.0
        yield from (f"unused {way}" for way, share in ways.items() if share <= LEAST_USE * fair)
