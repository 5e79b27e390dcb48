"""How minds learn: in a league, whose players learn from games against each other.

- *Main* players are those that may be shipped. They play most against whoever beats them.
- An *exploiter* learns only to beat the present main players. When it has had its time, it stays as it is, and another
  begins.
- *Old* players are main players and exploiters as they were; they learn nothing more.
- *Strangers* have a taste for one way to play, or do not see some of the inputs (`league.toml`).

Everybody learns in the same way. What was seen is kept as sums that fade; a fit goes from the weights of before only as
far as the sums say, so that what nobody does is not forgotten. Some seats play a whole game with a noise, or with a
taste for what is seldom seen, because plans that need several moves are not found by one move that differs.
"""

import json
import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import mul
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.engine.action import Action
from companion.engine.game import referee_for
from companion.engine.inputs import STEPS, Inputs, stem_of
from companion.engine.referee import Referee
from companion.engine.simulate import greedy_player
from companion.engine.state import PlainState
from companion.minds.look_ahead import result
from companion.minds.mind import inputs_for
from companion.minds.weights import Terms, Weights, weights_for
from companion.rules import Rules
from tools.minds.ladder import Outcome, play_out

Array = NDArray[np.floating[Any]]

ROSTER = Path(__file__).with_name("league.toml")

POSITIONS = 12_000
"""The choices of all seats between two fits of a player: 40 games of Caylus with four players."""
FIRST_GAMES = 120
"""Games of the greedy player, from which all begin who are not shipped."""
SHARES = {"main": 0.5, "exploiter": 0.15, "stranger": 0.35}
"""What part of the games is for players of a kind to learn from."""
FADE = 0.98
"""What is left of older games at the next fit."""
HOLD = 0.03
"""How firmly a fit is held to the weights of before, as a share of what was seen of each input."""
FIRM = 10_000
"""And so many positions more, which matters as long as little was seen."""
OTHERS = 0.25
"""The share of others' seats that a player learns from."""
MET = 0.02
"""The share of positions in which an input must be met for its weight to change."""
LEAST_SPREAD = 0.2
QUIET, NOISY = 0.5, 0.8
"""The shares of a player's seats: with its weights as they are up to the first, with a noise up to the second, and with
a taste for something that is seldom met beyond."""
NOISE = (0.02, 0.08)
"""By how much a noisy seat's weights differ for each input's usual spread, as a share of the spread of results."""
CURIOUS = (0.5, 3.0)
"""The points that a seat's taste for something that is seldom met is worth."""
ALONE = 0.3
"""The share of games that a player plays against itself, but for exploiters."""
UNIFORM = 0.2
"""The share of opponents that are drawn whether they win or not."""
MIX = 0.8
"""How much of a turn's worth comes from later turns rather than from the value where the next one begins."""
UNMIXED = 12
"""The generations of a beginner in which the end of a game alone counts."""
KEEP_EVERY = 20
"""The generations after which a main player is kept as it is."""
EXPLOITS = 15
"""The generations of an exploiter."""
OLD = 16
"""How many old players stay; those that lose most to the main player go first."""
FORGET = 0.99
"""What is left of older results between two players at the next one."""


@dataclass
class Sums:
    """What a fit by least squares needs of all that was seen."""

    squares: Array
    products: Array
    met: Array
    """The positions in which each input was not 0."""
    totals: Array
    """The number of positions, and the sum and the squares of what they were worth."""

    NAMES = ("squares", "products", "met", "totals")

    @classmethod
    def none(cls, width: int) -> "Sums":
        return cls(np.zeros((width, width)), np.zeros(width), np.zeros(width // 2), np.zeros(3))

    def add(self, rows: Array, targets: Array) -> None:
        new = (rows.T @ rows, rows.T @ targets, np.count_nonzero(rows[:, : len(self.met)], axis=0))
        totals = (len(rows), float(np.sum(targets)), float(targets @ targets))
        for name, more in zip(self.NAMES, (*new, np.array(totals)), strict=True):
            setattr(self, name, FADE * getattr(self, name) + more)

    @property
    def often(self) -> NDArray[np.bool_]:
        """Which inputs are met often enough to be judged."""
        return np.asarray(self.met >= MET * self.totals[0])

    def fit(self, before: Array, seen: NDArray[np.bool_]) -> Array:
        """The weights that explain it best, not far from those of before.

        Of inputs that are seldom met, those of before stay, unless nothing was known of them.
        """
        unknown = ~np.any(np.split(before, 2), axis=0) & (self.met > 0)
        new, free = before.copy(), np.tile((self.often | unknown) & seen, 2)
        squares = self.squares[np.ix_(free, free)]
        slope = (self.products - self.squares @ before)[free]
        number = self.totals[0]
        hold = (HOLD + FIRM / number) * np.maximum(np.diag(squares), MET * number)
        new[free] += np.linalg.solve(squares + np.diag(hold), slope)
        return new

    @property
    def target_spread(self) -> float:
        """How far results usually are from their mean."""
        number, total, squares = self.totals
        return float(np.sqrt(max(squares / number - (total / number) ** 2, 0.0))) if number else 0.0

    @property
    def spread(self) -> Array:
        """How far each input usually is from its mean. The first input is always 1."""
        width, number = len(self.met), max(self.totals[0], 1.0)
        means, squares = self.squares[0, :width] / number, np.diag(self.squares)[:width] / number
        found: Array = np.maximum(np.sqrt(np.maximum(squares - means**2, 0.0)), LEAST_SPREAD)
        return found


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


class Learner:
    """A seat that takes the best option by some weights, or as the greedy player, and keeps what it saw."""

    def __init__(self, inputs: Inputs, weights: Array | None) -> None:
        self._inputs = inputs
        self.seen = Seen()
        if weights is not None:
            end, more = np.split(weights, 2)
            self._rows = [(end + more * left / STEPS).tolist() for left in range(STEPS + 1)]
        self._greedy = weights is None

    def __call__(self, referee: Referee, state: PlainState, options: Sequence[Action], chance: random.Random) -> Action:
        if self._greedy:
            options = (greedy_player(referee, state, options, chance),)
        seat, inputs = state.todo[-1][1], self._inputs
        most, chosen, kept, left = float("-inf"), options[0], [0.0], 0
        for action in options:
            after = state.copy()
            referee.choose(after, action)
            share, x = inputs.left(after), inputs.of(after, seat)
            worth = 0.0 if self._greedy else sum(map(mul, x, self._rows[share]))
            if worth > most:
                most, chosen, kept, left = worth, action, x, share
        self.seen.add(state.turn, left, kept)
        return chosen


@dataclass
class Member:
    """One of the league. Only who learns has sums."""

    name: str
    kind: str
    value: Array
    leaf: Array
    taste: Array
    seen: NDArray[np.bool_]
    """The inputs that it sees."""
    generation: int = 0
    first: int = 0
    """The generation from which on later turns count."""
    sums: Sums | None = None
    leaf_sums: Sums | None = None

    ARRAYS = ("value", "leaf", "taste", "seen")
    NUMBERS = ("name", "kind", "generation", "first")

    @property
    def plays_by(self) -> Array:
        whole: Array = self.value + self.taste
        return whole


@dataclass(frozen=True)
class Report:
    """How a generation went."""

    games: int
    name: str
    generation: int
    points: float
    """Mean points of all seats."""
    turns: float
    worst: float
    """The least that this player wins against one of the others, where one half is fair."""
    against: str


class League:
    """The league of one game and one number of players; everything that must last is in `folder`."""

    def __init__(self, rules: Rules, seed: int, folder: Path) -> None:
        count = rules.players or rules.data.players.minimum
        self.rules, self.seed, self.folder = rules, seed, folder
        self.referee = referee_for(rules, rules.data.players.colours[:count])
        self.inputs = inputs_for(self.referee)
        self.names = list(self.inputs.names)
        self.width = 2 * len(self.names)
        self.games = 0
        self.members: dict[str, Member] = {}
        self.results: dict[str, list[float]] = {}
        """By the names of two players: what a seat of each won in the same games, of the whole win."""
        if self._file.exists():
            self._read()
        else:
            self._begin()

    # the course of it

    def run(self, games: int) -> Iterator[Report]:
        """Generation after generation, until so many games were played in all."""
        while self.games < games:
            report = self._one_generation(self._next())
            self._write()
            yield report

    def learned(self, name: str, provenance: Mapping[str, object]) -> Weights:
        """What one of the players has learned."""
        member = self.members[name]
        value, leaf = (self._terms(weights) for weights in (member.plays_by, member.leaf))
        return Weights(value, leaf, {**provenance, "games": self.games, "seed": self.seed})

    def chance_against(self, name: str, other: str) -> float:
        """What one wins of two players, seat for seat; one half is fair, and where little is known, nearly that."""
        won, lost = self.results.get(f"{name} {other}", (0.0, 0.0))
        return (won + 0.5) / (won + lost + 1.0)

    def _next(self) -> Member:
        """Who learns next: of all kinds, whoever has had the least of its share."""
        learners = [one for one in self.members.values() if one.kind in SHARES]
        kinds = [one.kind for one in learners]
        return min(learners, key=lambda one: one.generation * kinds.count(one.kind) / SHARES[one.kind])

    def _one_generation(self, learner: Member) -> Report:
        chance = random.Random(f"{self.seed} {self.games}")
        played: list[_Played] = []
        while sum(len(seen.turns) for game in played for seen in game.seen) < POSITIONS:
            played.append(self._game(learner, chance))
        self._fit(learner, played, chance)
        learner.generation += 1
        if learner.kind == "main" and learner.generation % KEEP_EVERY == 0:
            self._keep(learner)
        if learner.kind == "exploiter" and learner.generation % EXPLOITS == 0:
            self._keep(learner)
            self._begin_anew(learner)
        against = {other: self.chance_against(learner.name, other) for other in self._others(learner)}
        worst = min(against, key=lambda name: against[name])
        points = float(np.mean([game.outcome.scores for game in played]))
        turns = float(np.mean([game.outcome.turns for game in played]))
        return Report(self.games, learner.name, learner.generation, points, turns, against[worst], worst)

    # who plays

    def _begin(self) -> None:
        """The roster, after games of the greedy player."""
        shipped, nothing = weights_for(self.rules), np.zeros(self.width)
        greedy = Member("greedy", "old", nothing, nothing, nothing, np.ones(self.width // 2, bool))
        greedy.sums, greedy.leaf_sums = Sums.none(self.width), Sums.none(self.width)
        chance = random.Random(f"{self.seed}")
        self._fit(
            greedy, [self._play([(greedy, None)] * len(self.referee.seats), chance) for _ in range(FIRST_GAMES)], chance
        )
        for one in roster(self.rules):
            known = "shipped" in one
            value = array_of(shipped.value, self.names) if known else greedy.value
            leaf = array_of(shipped.leaf, self.names) if known else greedy.leaf
            self.members[one["name"]] = Member(
                one["name"], one["kind"], value, leaf, self.taste(one.get("taste", {})), self._seen(one),
                first=0 if known or one["kind"] == "exploiter" else UNMIXED,
                sums=Sums.none(self.width), leaf_sums=Sums.none(self.width),
            )  # fmt: skip
            if known:
                self._keep(self.members[one["name"]])
        for exploiter in self._of("exploiter"):
            self._begin_anew(exploiter)

    def _of(self, kind: str) -> list[Member]:
        return [one for one in self.members.values() if one.kind == kind]

    def taste(self, points: Mapping[str, float]) -> Array:
        """More points for inputs, times the number at the end of their names."""
        taste = np.zeros(self.width)
        for at, name in enumerate(self.names):
            stem, number = stem_of(name)
            taste[at] = points.get(name, points.get(stem, 0.0) * number)
        return taste

    def _seen(self, one: Mapping[str, Sequence[str]]) -> NDArray[np.bool_]:
        return np.array([name.partition(".")[0] not in one.get("blind", ()) for name in self.names])

    def _keep(self, member: Member) -> None:
        """A player as it is now, which learns no more; one that is no danger any longer goes."""
        kept = Member(
            f"{member.name}-{member.generation}", "old", member.value, member.leaf, member.taste, member.seen
        )  # fmt: skip
        self.members[kept.name] = kept
        for pair, won in list(self.results.items()):
            names = [kept.name if name == member.name else name for name in pair.split()]
            self.results.setdefault(" ".join(names), won)
        old = self._of("old")
        if len(old) > OLD:
            mains = self._of("main")
            tame = max(old[1:-1], key=lambda one: min(self.chance_against(main.name, one.name) for main in mains))
            del self.members[tame.name]

    def _begin_anew(self, exploiter: Member) -> None:
        """From the weights of a main player or a stranger, turn about."""
        others = [*self._of("main"), *self._of("stranger")]
        start = others[exploiter.generation // EXPLOITS % len(others)]
        exploiter.value, exploiter.leaf = start.plays_by.copy(), start.leaf.copy()
        exploiter.sums, exploiter.leaf_sums = Sums.none(self.width), Sums.none(self.width)
        for other in self.members:
            self.results.pop(f"{exploiter.name} {other}", None)
            self.results.pop(f"{other} {exploiter.name}", None)

    def _others(self, learner: Member) -> list[str]:
        """Whom a player meets: an exploiter only main players."""
        met = self._of("main") if learner.kind == "exploiter" else self.members.values()
        return [one.name for one in met if one is not learner]

    def _opponent(self, learner: Member, chance: random.Random) -> Member:
        """Prioritised fictitious play: the likelier, the more it wins."""
        others = self._others(learner)
        if chance.random() < UNIFORM:
            return self.members[chance.choice(others)]
        odds = [(1 - self.chance_against(learner.name, other)) ** 2 for other in others]
        return self.members[chance.choices(others, odds)[0]]

    # games

    def _game(self, learner: Member, chance: random.Random) -> "_Played":
        """The learner at one seat or more; at the others one opponent, or whoever is drawn for each."""
        count = len(self.referee.seats)
        own = count
        if learner.kind == "exploiter" or chance.random() >= ALONE:
            own = chance.choice((1, chance.randint(1, count - 1)))
        one, alike = self._opponent(learner, chance), chance.random() < 0.5
        others = [one if alike else self._opponent(learner, chance) for _ in range(count - own)]
        seats = [(learner, self._mood(learner, chance)) for _ in range(own)]
        seats += [(other, other.plays_by) for other in others]
        chance.shuffle(seats)
        played = self._play(seats, chance)
        self._count(learner, played)
        return played

    def _play(self, seats: Sequence[tuple[Member, Array | None]], chance: random.Random) -> "_Played":
        learners = [Learner(self.inputs, weights) for _, weights in seats]
        starts = [Seen() for _ in seats]

        def at_turn(state: PlainState) -> None:
            left = self.inputs.left(state)
            for seat, seen in enumerate(starts):
                seen.add(state.turn, left, self.inputs.of(state, seat))

        outcome = play_out(self.referee, learners, chance, at_turn)
        self.games += 1
        quiet = [weights is not None and np.array_equal(weights, member.plays_by) for member, weights in seats]
        return _Played(outcome, [one.seen for one in learners], starts, [member for member, _ in seats], quiet)

    def _mood(self, learner: Member, chance: random.Random) -> Array:
        """The learner's weights for a whole game: as they are, with a noise, or with a taste for what is seldom met."""
        kind = chance.random()
        if kind < QUIET or learner.sums is None or learner.leaf_sums is None:
            return learner.plays_by
        if kind < NOISY:
            size = chance.uniform(*NOISE) * learner.leaf_sums.target_spread
            noise = np.array([chance.gauss(0, size) for _ in learner.seen]) / learner.sums.spread
            noisy: Array = learner.plays_by + np.concatenate([noise * learner.seen, np.zeros(len(noise))])
            return noisy
        seldom = [name for name, often in zip(self.names, learner.sums.often, strict=True) if not often]
        stem, _ = stem_of(chance.choice(seldom or self.names))
        return learner.plays_by + self.taste({stem: chance.uniform(*CURIOUS)})

    def _count(self, learner: Member, played: "_Played") -> None:
        """What quiet seats won against each of the others."""
        won = [played.outcome.share(seat) for seat in range(len(played.members))]
        mine = [won[at] for at, one in enumerate(played.members) if one is learner and played.quiet[at]]
        for other in {one.name: one for one in played.members if one is not learner}.values() if mine else ():
            theirs = [won[at] for at, one in enumerate(played.members) if one is other]
            for pair, own, its in (
                (f"{learner.name} {other.name}", mine, theirs),
                (f"{other.name} {learner.name}", theirs, mine),
            ):
                before = self.results.get(pair, [0.0, 0.0])
                now = (float(np.mean(own)), float(np.mean(its)))
                self.results[pair] = [FORGET * old + new for old, new in zip(before, now, strict=True)]

    # fits

    def _fit(self, learner: Member, played: Sequence["_Played"], chance: random.Random) -> None:
        if learner.sums is None or learner.leaf_sums is None:
            return
        mixed = learner.generation >= learner.first and learner.leaf.any()
        values, leaves = [], []
        for game in played:
            for seat, (seen, start) in enumerate(zip(game.seen, game.starts, strict=True)):
                if not seen.turns or (game.members[seat] is not learner and chance.random() >= OTHERS):
                    continue
                end, rows = result(game.outcome.scores, seat), start.rows()
                worth = worth_of_turns(start.turns, rows @ learner.leaf, end) if mixed else {}
                values.append((seen.rows(), np.array([worth.get(turn, end) for turn in seen.turns])))
                leaves.append((rows, np.full(len(rows), end)))
        hidden = np.tile(learner.seen, 2)
        for sums, pairs in ((learner.sums, values), (learner.leaf_sums, leaves)):
            sums.add(np.vstack([rows for rows, _ in pairs]) * hidden, np.concatenate([targets for _, targets in pairs]))
        learner.value = learner.sums.fit(learner.value, learner.seen)
        learner.leaf = learner.leaf_sums.fit(learner.leaf, learner.seen)

    def _terms(self, weights: Array) -> dict[str, tuple[float, float]]:
        end, more = np.split(weights, 2)
        return {name: (float(a), float(b)) for name, a, b in zip(self.names, end, more, strict=True) if a or b}

    # kept

    @property
    def _file(self) -> Path:
        return self.folder / "league.npz"

    def _write(self) -> None:
        """Everything that the league goes on from, whole or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        arrays: dict[str, Any] = {}
        for name, member in self.members.items():
            arrays |= {f"{name}/{part}": getattr(member, part) for part in Member.ARRAYS}
            for kind in ("sums", "leaf_sums"):
                sums = getattr(member, kind)
                arrays |= {f"{name}/{kind}/{part}": getattr(sums, part) for part in Sums.NAMES} if sums else {}
        course = {
            "names": self.names, "seed": self.seed, "games": self.games, "results": self.results,
            "members": [{part: getattr(one, part) for part in Member.NUMBERS} for one in self.members.values()],
        }  # fmt: skip
        new = self._file.with_suffix(".new.npz")
        np.savez(new, course=np.array(json.dumps(course)), **arrays)
        new.replace(self._file)

    def _read(self) -> None:
        with np.load(self._file) as kept:
            course = json.loads(str(kept["course"]))
            if course["names"] != self.names or course["seed"] != self.seed:
                raise ValueError(f"{self._file} is of another league")
            self.games, self.results = course["games"], course["results"]
            for numbers in course["members"]:
                name = numbers["name"]
                member = Member(**numbers, **{part: kept[f"{name}/{part}"] for part in Member.ARRAYS})
                for kind in ("sums", "leaf_sums") if f"{name}/sums/met" in kept else ():
                    setattr(member, kind, Sums(*(kept[f"{name}/{kind}/{part}"] for part in Sums.NAMES)))
                self.members[name] = member


@dataclass
class _Played:
    outcome: Outcome
    seen: list[Seen]
    starts: list[Seen]
    members: list[Member]
    quiet: list[bool]
    """Which seats played by their weights as they are."""


def roster(rules: Rules) -> list[dict[str, Any]]:
    """Who plays in a league of a game from the beginning."""
    players: list[dict[str, Any]] = tomllib.loads(ROSTER.read_text(encoding="utf-8"))[rules.game]
    return players


def array_of(terms: Terms, names: Sequence[str]) -> Array:
    """The worth of each input at the end of the game, and again what more it is worth at the start."""
    return np.array([terms.get(name, (0.0, 0.0))[part] for part in (0, 1) for name in names])


def worth_of_turns(turns: Sequence[int], values: Array, end: float) -> dict[int, float]:
    """What each turn led to: the value where the next one began, mixed with what that led to.

    >>> worth_of_turns([1, 2, 3], np.zeros(3), 10.0)
    {3: 10.0, 2: 8.0, 1: 6.4}
    """
    worth, later = {}, end
    for turn, value in zip(reversed(turns), values[::-1], strict=True):
        worth[turn] = later
        later = (1 - MIX) * float(value) + MIX * later
    return worth
