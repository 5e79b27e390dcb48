"""Games of Builders, kept one by one for `figures`.

Builders choose without dice: among equals, whoever begins wins nearly always, and the same buildings are built by the
same places every time. So each of them has a taste of its own for a game, which makes it value some things more and
others less than what was learned.
"""

import json
import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from companion.engine.events import Raw
from companion.engine.game import referee_for
from companion.engine.referee import Referee
from companion.minds.ladder import Outcome, play_out, share
from companion.minds.level import Level
from companion.minds.mind import MindPlayer
from companion.minds.weights import Weights, weights_for
from companion.rules import Rules

TASTE = 0.3
"""How far tastes differ: two of three worths are changed by less than this share, more or less."""


@dataclass(frozen=True)
class SeatPlayed:
    """What one player did."""

    points: int
    place: int
    """In the turn order at the beginning, from 0."""
    built: list[str]
    used: dict[str, int]
    """How many workers were placed on each building."""
    lines: dict[str, int]
    """How often each favor line was chosen."""


@dataclass(frozen=True)
class GamePlayed:
    """One game."""

    row: list[str]
    """What lies on the road at the beginning, in order."""
    turns: int
    seats: list[SeatPlayed]

    def share(self, seat: SeatPlayed) -> float:
        """What part of the win is this seat's."""
        return share(seat.points, [one.points for one in self.seats])


class BuildersTable:
    """Builders who play game after game; each game depends on the seed and its number alone."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules, self.seed, self.learned = rules, seed, weights_for(rules)
        self.referee: Referee = referee_for(rules, rules.data.players.colours[: rules.players or 0])

    def game(self, number: int) -> GamePlayed:
        source, log = f"{self.seed} {number}", list[Raw]()
        tastes = random.Random(random.Random(source).getrandbits(64))
        players = [MindPlayer(Level.BUILDER, weights=with_taste(self.learned, tastes)) for _ in self.referee.seats]
        outcome = play_out(self.referee, players, random.Random(source), log=log)
        return recorded(log, outcome, self.rules.data.residence_tile)


def with_taste(learned: Weights, chance: random.Random) -> Weights:
    """The same weights, but each worth more or less than it was found to be."""
    value = {}
    for name, (end, more) in learned.value.items():
        factor = math.exp(chance.gauss(0, TASTE))
        value[name] = (end * factor, more * factor)
    return Weights(value, learned.leaf, learned.provenance)


def recorded(log: Sequence[Raw], outcome: Outcome, residence: str) -> GamePlayed:
    """What the figures need of a game, from its events; `residence` is what a converted building becomes."""
    points = outcome.scores
    row: list[str] = []
    order: Sequence[int] = ()
    built: list[list[str]] = [[] for _ in points]
    used: list[Counter[str]] = [Counter() for _ in points]
    lines: list[Counter[str]] = [Counter() for _ in points]
    for event in log:
        match event:
            case ("drawn", str(name), _) | ("laid", -1, str(name), _):
                row.append(name)
            case ("turn", 1, tuple(order)):
                pass
            case ("built" | "laid", int(seat), str(name), _):
                built[seat].append(_base(name))
            case ("converted", int(seat), str(), _):
                built[seat].append(residence)
            case ("placed", int(seat), str(name)):
                used[seat][_base(name)] += 1
            case ("favor_used", int(seat), str(name), *_):
                lines[seat][name] += 1
    seats = [
        SeatPlayed(own, order.index(seat), built[seat], dict(used[seat]), dict(lines[seat]))
        for seat, own in enumerate(points)
    ]
    return GamePlayed(row, outcome.turns, seats)


def _base(name: str) -> str:
    """The building of a tile: of `architect.2` the architect."""
    return name.partition(".")[0]


class OtherGames(Exception):
    """A file holds games of other rules, weights or another seed."""


def play(rules: Rules, seed: int, games: int, file: Path) -> Iterator[int]:
    """Play games until the file holds so many, from where it stops; tells how many there are after each.

    Raises `OtherGames`.
    """
    head, done = _head(rules, seed), 0
    if file.is_file():
        first, *lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        if first != head:
            raise OtherGames(file)
        lines = [line for line in lines if line.endswith("\n")]
        file.write_text("".join((first, *lines)), encoding="utf-8")
        done = len(lines)
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(head, encoding="utf-8")
    table = BuildersTable(rules, seed)
    with file.open("a", encoding="utf-8") as kept:
        for number in range(done, games):
            kept.write(json.dumps(asdict(table.game(number))) + "\n")
            kept.flush()
            yield number + 1


def played(file: Path, games: int) -> list[GamePlayed]:
    """The first so many games of a file."""
    _, *lines = file.read_text(encoding="utf-8").splitlines()
    return [_read(line) for line in lines[:games]]


def _read(line: str) -> GamePlayed:
    data = json.loads(line)
    return GamePlayed(data["row"], data["turns"], [SeatPlayed(**seat) for seat in data["seats"]])


def played_with(rules: Rules, seed: int) -> dict[str, object]:
    """What games are played with."""
    said = {"game": rules.game, "edition": rules.edition, "variants": list(rules.variants), "players": rules.players}
    return {**said, "rules": rules.version, "seed": seed, "weights": weights_for(rules).digest}


def _head(rules: Rules, seed: int) -> str:
    """The first line of a file: what its games were played with."""
    return json.dumps(played_with(rules, seed)) + "\n"
