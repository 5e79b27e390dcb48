"""The chart of a game: each player's prestige by round, as plain numbers for a drawing."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 760.0, 360.0
_LEFT, _RIGHT, _TOP, _FOOT = 44.0, 190.0, 14.0, 44.0
_APART = 26.0
"""Between the names at the ends of two lines."""

DASHES = ("", "14 5", "3 5", "14 5 3 5", "7 4")


@dataclass(frozen=True)
class Curve:
    """One player's line, told apart by dash and shape as well as by colour."""

    colour: str
    name: str
    path: str
    dash: str
    points: tuple[tuple[float, float], ...]
    end: tuple[float, float]
    """Where the line ends."""
    label: float
    """How high its name stands, out of the way of the others."""
    last: int


@dataclass(frozen=True)
class Chart:
    """The whole chart."""

    curves: tuple[Curve, ...]
    levels: tuple[tuple[float, int], ...]
    """Lines across: how high, and which value."""
    rounds: tuple[tuple[float, int], ...]
    left: float = _LEFT
    right: float = WIDTH - _RIGHT
    foot: float = HEIGHT - _FOOT
    width: float = WIDTH
    height: float = HEIGHT


def chart(turns: Sequence[dict[str, int]], names: dict[str, str]) -> Chart | None:
    """The chart, or nothing where points are counted only at the end.

    >>> drawn = chart([{"red": 0}, {"red": 5}, {"red": 12}], {"red": "Anna"})
    >>> drawn.curves[0].last, [value for _, value in drawn.levels][-1], len(drawn.rounds)
    (12, 12, 3)
    """
    if not any(any(turn.values()) for turn in turns[:-1]):
        return None
    values = [n for turn in turns for n in turn.values()]
    least, most = min(0, *values), max(0, *values)
    step = _step(most - least)
    low, high = least // step * step, -(-most // step) * step
    across = (WIDTH - _LEFT - _RIGHT) / (len(turns) - 1)
    down = (HEIGHT - _TOP - _FOOT) / max(high - low, 1)

    def at(turn: int, value: int) -> tuple[float, float]:
        return round(_LEFT + turn * across, 1), round(HEIGHT - _FOOT - (value - low) * down, 1)

    points = {colour: tuple(at(n, turn[colour]) for n, turn in enumerate(turns)) for colour in names}
    labels = _labels({colour: spots[-1][1] for colour, spots in points.items()})
    curves = tuple(
        Curve(
            colour, names[colour], "M" + " L".join(f"{x:g} {y:g}" for x, y in spots), DASHES[n % len(DASHES)],
            spots[: -1 : max(1, len(spots) // 6)], spots[-1], labels[colour], turns[-1][colour],
        )
        for n, (colour, spots) in enumerate(points.items())
    )  # fmt: skip
    every = -(-len(turns) // 12)
    return Chart(
        curves,
        tuple((at(0, value)[1], value) for value in range(low, high + 1, step)),
        tuple((at(n, 0)[0], n + 1) for n in range(0, len(turns), every)),
    )


def _step(most: int) -> int:
    """Between two lines across, so that there are at most eight."""
    return next(step for step in (1, 2, 4, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 10000) if most / step <= 8)


def _labels(wanted: dict[str, float]) -> dict[str, float]:
    """Heights of the names, pushed apart, and back up where they would leave the drawing."""
    found: dict[str, float] = {}
    least = _TOP
    for colour, y in sorted(wanted.items(), key=lambda item: item[1]):
        found[colour] = least = max(y, least)
        least += _APART
    over = max(found.values(), default=0) - (HEIGHT - _FOOT + 8)
    if over > 0:
        most = HEIGHT - _FOOT + 8
        for colour in sorted(found, key=lambda one: -found[one]):
            found[colour] = min(found[colour], most)
            most = found[colour] - _APART
    return found
