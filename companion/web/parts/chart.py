"""The chart of a game: each player's prestige by round, in plain numbers for a drawing."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.chart import Plot, apart

WIDTH, HEIGHT = 760.0, 360.0
_LEFT, _RIGHT, _TOP, _FOOT = 44.0, 190.0, 14.0, 44.0
_APART = 26.0
"""The distance between the names at the ends of two lines."""

DASHES = ("", "14 5", "3 5", "14 5 3 5", "7 4")


@dataclass(frozen=True)
class Curve:
    """One player's line, distinguished by dash and shape as well as color."""

    colour: str
    name: str
    path: str
    dash: str
    points: tuple[tuple[float, float], ...]
    end: tuple[float, float]
    """The end of the line."""
    label: float
    """The vertical position of the name, clear of the others."""
    last: int


@dataclass(frozen=True)
class Chart:
    """The whole chart."""

    curves: tuple[Curve, ...]
    levels: tuple[tuple[float, int], ...]
    """Horizontal lines: position and value."""
    rounds: tuple[tuple[float, int], ...]
    left: float = _LEFT
    right: float = WIDTH - _RIGHT
    foot: float = HEIGHT - _FOOT
    width: float = WIDTH
    height: float = HEIGHT


def chart(turns: Sequence[dict[str, int]], names: dict[str, str]) -> Chart | None:
    """Return the chart, or None if points are only counted at the end.

    >>> drawn = chart([{"red": 0}, {"red": 5}, {"red": 12}], {"red": "Anna"})
    >>> drawn.curves[0].last, [value for _, value in drawn.levels][-1], len(drawn.rounds)
    (12, 12, 3)
    """
    if not any(any(turn.values()) for turn in turns[:-1]):
        return None
    plot = Plot.of(
        [list(turn.values()) for turn in turns], left=_LEFT, right=WIDTH - _RIGHT, top=_TOP, foot=HEIGHT - _FOOT
    )

    def at(turn: int, value: int) -> tuple[float, float]:
        return round(plot.x(turn), 1), round(plot.y(value), 1)

    points = {colour: tuple(at(n, turn[colour]) for n, turn in enumerate(turns)) for colour in names}
    ends = {colour: spots[-1][1] for colour, spots in points.items()}
    labels = apart(ends, gap=_APART, least=_TOP, most=HEIGHT - _FOOT + 8)
    curves = tuple(
        Curve(
            colour, names[colour], "M" + " L".join(f"{x:g} {y:g}" for x, y in spots), DASHES[n % len(DASHES)],
            spots[: -1 : max(1, len(spots) // 6)], spots[-1], labels[colour], turns[-1][colour],
        )
        for n, (colour, spots) in enumerate(points.items())
    )  # fmt: skip
    levels = tuple((at(0, value)[1], value) for value in plot.levels)
    return Chart(curves, levels, tuple((at(n, 0)[0], n + 1) for n in plot.rounds(12)))
