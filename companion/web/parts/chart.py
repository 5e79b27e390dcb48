"""The chart of a game: each player's prestige by round, in plain numbers for a drawing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.chart import Plot, apart

WIDTH, HEIGHT = 760.0, 360.0
_LEFT, _RIGHT, _TOP, _FOOT = 44.0, 190.0, 14.0, 44.0
_BELOW_MARKS = 64.0
"""Where the lines end below the words of two levels of marks."""
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
    rounds: tuple[tuple[float, str], ...]
    """What stands below the chart, and where."""
    marks: tuple[tuple[float, str], ...] = ()
    """Vertical lines, and what they mark."""
    left: float = _LEFT
    right: float = WIDTH - _RIGHT
    foot: float = HEIGHT - _FOOT
    width: float = WIDTH
    height: float = HEIGHT


@dataclass(frozen=True)
class Lines:
    """What a chart shows: a number for each player at each point of its lines."""

    points: Sequence[Mapping[str, int]]
    names: Mapping[str, str]
    labels: Sequence[str]
    """What stands below each point."""
    marks: Sequence[tuple[float, str]] = ()
    """Vertical lines: between which points, and what happened there."""
    most: int | None = None
    """The highest number that there could be."""


def chart(turns: Sequence[dict[str, int]], names: dict[str, str]) -> Chart | None:
    """Return the chart, or None if points are only counted at the end.

    >>> drawn = chart([{"red": 0}, {"red": 5}, {"red": 12}], {"red": "Anna"})
    >>> drawn.curves[0].last, [value for _, value in drawn.levels][-1], len(drawn.rounds)
    (12, 12, 3)
    """
    if not any(any(turn.values()) for turn in turns[:-1]):
        return None
    return lines_chart(Lines(turns, names, [str(n) for n in range(1, len(turns) + 1)]))


def lines_chart(lines: Lines) -> Chart:
    """Return the chart of some lines.

    >>> drawn = lines_chart(Lines([{"red": 40}, {"red": 70}], {"red": "Anna"}, ["1", "2"], [(0.5, "walls")], most=100))
    >>> drawn.marks, drawn.levels[-1][1]
    (((307.0, 'walls'),), 100)
    """
    rows = [list(point.values()) for point in lines.points]
    scale = [*rows, [lines.most]] if lines.most is not None else rows
    top = _BELOW_MARKS if lines.marks else _TOP
    plot = Plot.of(scale, left=_LEFT, right=WIDTH - _RIGHT, top=top, foot=HEIGHT - _FOOT)
    plot = replace(plot, turns=len(rows))

    def at(turn: float, value: int) -> tuple[float, float]:
        return round(plot.x(turn), 1), round(plot.y(value), 1)

    places = {colour: tuple(at(n, point[colour]) for n, point in enumerate(lines.points)) for colour in lines.names}
    ends = {colour: spots[-1][1] for colour, spots in places.items()}
    labels = apart(ends, gap=_APART, least=_TOP, most=HEIGHT - _FOOT + 8)
    curves = tuple(
        Curve(
            colour, lines.names[colour], "M" + " L".join(f"{x:g} {y:g}" for x, y in spots), DASHES[n % len(DASHES)],
            spots[: -1 : max(1, len(spots) // 6)], spots[-1], labels[colour], lines.points[-1][colour],
        )
        for n, (colour, spots) in enumerate(places.items())
    )  # fmt: skip
    levels = tuple((at(0, value)[1], value) for value in plot.levels)
    marks = tuple((at(where, 0)[0], label) for where, label in lines.marks)
    return Chart(curves, levels, tuple((at(n, 0)[0], lines.labels[n]) for n in plot.rounds(12)), marks)
