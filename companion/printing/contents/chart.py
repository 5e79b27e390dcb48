"""A chart of lines: told apart by shape and dash as well as by colour, each named where it ends."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from companion.printing import fonts
from companion.printing.display import Icon, Item, Line, Text
from companion.printing.flow import Drawn
from companion.printing.units import MM

_DASHES: tuple[tuple[float, ...], ...] = ((), (6, 2), (1.5, 1.5), (6, 2, 1.5, 2), (3, 1.5))
_HEIGHT = 0.46
"""The height of the chart in parts of its width."""

_MARK = 3.2
"""How large the shapes on a line are, in millimetres."""

_APART = 4.6
"""Between the names at the ends of two lines, in millimetres."""


@dataclass(frozen=True)
class Series:
    """One player's line."""

    colour: str
    shape: str
    name: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class _Plot:
    """Where values lie on paper."""

    left: float
    right: float
    top: float
    foot: float
    turns: int
    most: int

    def x(self, turn: int) -> float:
        return self.left + (self.right - self.left) * (turn / max(self.turns - 1, 1))

    def y(self, value: float) -> float:
        return self.foot - (self.foot - self.top) * value / self.most


def chart(series: Sequence[Series], width: float, body: float, round_: str) -> Drawn:
    """The chart at a width, its text in the sheet's sizes."""
    small = round(body * 0.86, 2)
    turns = max(len(one.values) for one in series)
    step = _step(max((max(one.values, default=0) for one in series), default=0))
    most = step * max(-(-max(max(one.values, default=0) for one in series) // step), 1)
    names = max(fonts.width("strong", body, one.name) for one in series)
    height = min(width * _HEIGHT, 95.0)
    left = fonts.width("text", small, str(most)) + 2.5
    plot = _Plot(left, width - names - 14, 2.0, height - 9.0, turns, most)
    items = [*_grid(plot, step, small, round_)]
    for number, one in enumerate(series):
        items += _line(plot, one, _DASHES[number % len(_DASHES)])
    return height, (*items, *_names(plot, series, body))


def _step(most: int) -> int:
    """The distance of the grid's lines: five to ten of them."""
    return next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if most / step <= 8)


def _grid(plot: _Plot, step: int, small: float, round_: str) -> list[Item]:
    """Lines across with their values at the left, rounds below."""
    items: list[Item] = []
    for value in range(0, plot.most + 1, step):
        y, text = plot.y(value), str(value)
        items.append(Line(plot.left, y, plot.right, y, 0.7 if not value else 0.25, "ink" if not value else "line"))
        lift = fonts.height("text", small) / 2
        items.append(Text(plot.left - 2 - fonts.width("text", small, text), y + lift, text, "text", small, "muted"))
    base = plot.foot + 2.4 + fonts.height("text", small)
    every = -(-plot.turns // 20)
    for turn in range(0, plot.turns, every):
        text = str(turn + 1)
        half = fonts.width("text", small, text) / 2
        items.append(Text(plot.x(turn) - half, base, text, "text", small, "muted"))
    x = plot.right - fonts.width("text", small, round_)
    items.append(Text(x, base + small * 1.3 / MM, round_, "text", small, "muted"))
    return items


def _line(plot: _Plot, one: Series, dash: tuple[float, ...]) -> list[Item]:
    """The line, and its shape where every second or third round ends."""
    places = [(plot.x(turn), plot.y(value)) for turn, value in enumerate(one.values)]
    items: list[Item] = [
        Line(x1, y1, x2, y2, 1.3, one.colour, dash) for (x1, y1), (x2, y2) in itertools.pairwise(places)
    ]
    for x, y in places[: -1 : max(len(places) // 5, 1)]:
        items.append(Icon(one.shape, x - _MARK / 2, y - _MARK / 2, _MARK, one.colour))
    return items


def _names(plot: _Plot, series: Sequence[Series], body: float) -> list[Item]:
    """At the end of each line its shape, name and points, moved apart where lines end close together."""
    ends = sorted(((plot.y(one.values[-1]), one) for one in series if one.values), key=lambda end: end[0])
    items: list[Item] = []
    y = -_APART
    spare = [plot.foot - _APART * (len(ends) - n) + _APART / 2 for n in range(len(ends))]
    for (wanted, one), latest in zip(ends, spare, strict=True):
        y = max(y + _APART, min(wanted, latest))
        x = plot.right + 2
        items.append(Line(plot.right, wanted, x, y, 0.5, one.colour))
        items.append(Icon(one.shape, x, y - _MARK / 2, _MARK, one.colour))
        base = y + fonts.height("strong", body) / 2
        points = str(one.values[-1])
        items.append(Text(x + _MARK + 1.2, base, f"{one.name} {points}", "strong", body, "ink"))
    return items
