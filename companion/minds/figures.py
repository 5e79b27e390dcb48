"""A game in numbers, from the games of `builders`: what goes with each building, favor line and place, and how surely.

Every figure is three numbers: itself, and the ends of its band of 95 %. The players of one game depend on each other,
so sums are taken game by game, and the band is that of the ratio of two sums. Compared are players at the same table,
those who did a thing with those who did not.
"""

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from companion.minds.builders import GamePlayed, SeatPlayed
from companion.minds.ladder import CERTAIN
from companion.minds.weights import file_name

FOLDER = Path(__file__).parent / "numbers"

Figure = list[float]
"""A number, and the lower and upper end of its band of 95 %."""

Figures = dict[str, Figure]

Report = dict[str, dict[str, object]]

LEAST = 30
"""In so many games at least something must differ before it is told."""

Sums = Sequence[tuple[float, float]]
"""For each game a sum, and the number of what was added."""


def mean(sums: Sums) -> Figure:
    """The mean over all games.

    >>> [round(one, 2) for one in mean([(4, 2), (2, 2), (6, 2), (4, 2)])]
    [2.0, 1.2, 2.8]
    """
    whole = sum(number for _, number in sums)
    found = sum(total for total, _ in sums) / whole
    return _banded(found, [(total - found * number) / whole for total, number in sums])


def difference(one: Sums, other: Sums) -> Figure:
    """How much the mean of the one is above that of the other, in the same games."""
    found, off = 0.0, [0.0] * len(one)
    for sums, sign in ((one, 1), (other, -1)):
        whole = sum(number for _, number in sums)
        middle = sum(total for total, _ in sums) / whole
        found += sign * middle
        for n, (total, number) in enumerate(sums):
            off[n] += sign * (total - middle * number) / whole
    return _banded(found, off)


def spread(games: Sequence[Sequence[float]]) -> Figure:
    """The standard deviation of numbers of which each game has some."""
    middle = mean([(sum(one), len(one)) for one in games])[0]
    squares = [(sum((it - middle) ** 2 for it in one), float(len(one))) for one in games]
    low, high = mean(squares)[1:]
    found = math.sqrt(mean(squares)[0])
    half = (high - low) / 2 / (2 * found) if found else 0.0
    return [found, found - half, found + half]


def _banded(found: float, off: Sequence[float]) -> Figure:
    """With the band from what each game adds to the error."""
    number = len(off)
    width = CERTAIN * math.sqrt(sum(it * it for it in off) * number / max(1, number - 1))
    return [found, found - width, found + width]


# the report


def report(games: Sequence[GamePlayed]) -> Report:
    """All figures, by what they are about."""
    return {
        "whole": {**_whole(games)},
        "seats": _seats(games),
        "lines": _each(games, _names(seat.lines for seat in _all(games)), _mostly),
        "built": _each(games, _names(seat.built for seat in _all(games)), lambda seat, name: name in seat.built),
        "used": _each(games, _names(seat.used for seat in _all(games)), lambda seat, name: name in seat.used),
        "row": _row(games),
    }


def _all(games: Iterable[GamePlayed]) -> Iterable[SeatPlayed]:
    return (seat for game in games for seat in game.seats)


def _names(named: Iterable[Iterable[str]]) -> list[str]:
    return sorted({name for names in named for name in names})


def _mostly(seat: SeatPlayed, line: str) -> bool:
    """Whether this is the line that a player chose most often."""
    return seat.lines.get(line, 0) == max(seat.lines.values(), default=-1)


def _whole(games: Sequence[GamePlayed]) -> Figures:
    points = [[seat.points for seat in game.seats] for game in games]
    best = [sorted(one)[-2:] for one in points]
    return {
        "turns": mean([(game.turns, 1) for game in games]),
        "points": mean([(sum(one), len(one)) for one in points]),
        "spread": spread(points),
        "winning": mean([(second[1], 1) for second in best]),
        "lead": mean([(second[1] - second[0], 1) for second in best]),
    }


def _seats(games: Sequence[GamePlayed]) -> dict[str, object]:
    """Points and wins by the place in the turn order at the beginning."""
    found: dict[str, object] = {}
    for place in range(len(games[0].seats)):
        at = [(game, next(seat for seat in game.seats if seat.place == place)) for game in games]
        found[str(place + 1)] = {
            "points": mean([(seat.points, 1) for _, seat in at]),
            "wins": mean([(game.share(seat), 1) for game, seat in at]),
        }
    return found


def _each(
    games: Sequence[GamePlayed], names: Sequence[str], did: Callable[[SeatPlayed, str], bool]
) -> dict[str, object]:
    """For each thing how many players did it, by how many points they were above the others, and what they won."""
    found: dict[str, object] = {}
    for name in names:
        sides = [([it for it in game.seats if did(it, name)], game) for game in games]
        mixed = [(those, game) for those, game in sides if 0 < len(those) < len(game.seats)]
        if len(mixed) < LEAST:
            continue
        found[name] = {
            "players": mean([(len(those), len(game.seats)) for those, game in sides]),
            "points": difference(
                [_points(those) for those, _ in mixed],
                [_points([it for it in game.seats if it not in those]) for those, game in mixed],
            ),
            "wins": mean([(sum(map(game.share, those)), len(those)) for those, game in mixed]),
        }
    return found


def _points(seats: Sequence[SeatPlayed]) -> tuple[float, float]:
    return sum(seat.points for seat in seats), len(seats)


def _row(games: Sequence[GamePlayed]) -> dict[str, object]:
    """What changes when a building lies in the first half of those that lie on the road at the beginning."""
    found: dict[str, object] = {}
    for name in _names(game.row for game in games):
        early = [float(name in game.row[: (len(game.row) + 1) // 2]) for game in games]
        if not LEAST <= sum(early) <= len(games) - LEAST:
            continue
        points = [_points(game.seats) for game in games]
        turns = [(float(game.turns), 1.0) for game in games]
        found[name] = {what: _early(sums, early) for what, sums in (("points", points), ("turns", turns))}
    return found


def _early(sums: Sums, early: Sequence[float]) -> Figure:
    """How much more it is in the games marked 1 than in those marked 0."""
    weighed = [
        [(total * part, number * part) for (total, number), part in zip(sums, parts, strict=True)]
        for parts in (early, [1 - here for here in early])
    ]
    return difference(*weighed)


# files


def text(provenance: Mapping[str, object], found: Report) -> str:
    """As a file has it: a line for each figure or thing, so that people can read and compare it."""
    said = json.dumps({"provenance": provenance, **_rounded(found)}, indent=1)
    return re.sub(r"\[[^][{}]*\]|\{[^{}]*?\[[^{}]*\}", _in_a_line, said) + "\n"


def _in_a_line(found: re.Match[str]) -> str:
    return json.dumps(json.loads(found.group()))


def _rounded(found: object) -> dict[str, object]:
    rounded: dict[str, object] = json.loads(json.dumps(found), parse_float=lambda digits: round(float(digits), 3))
    return rounded


def file_of(game: str, players: int, variants: Sequence[str] = ()) -> Path:
    """The file of a box, as for weights: that of the game, or of a variant."""
    return FOLDER / file_name(game, players, "-".join(variants))


@cache
def shipped(game: str) -> Mapping[int, Mapping[str, Mapping[str, object]]]:
    """The figures of a game that are shipped, by number of players."""
    files = {file.stem.removeprefix(f"{game}-"): file for file in FOLDER.glob(f"{game}-*.json")}
    found = {int(players): file for players, file in files.items() if players.isdecimal()}
    return {players: json.loads(found[players].read_text(encoding="utf-8")) for players in sorted(found)}
