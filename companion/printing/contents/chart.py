"""A line chart. Lines differ by marks and dashes as well as by color, and each is labeled at its end."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.chart import Plot, apart
from companion.printing import fonts
from companion.printing.display import Icon, Item, Line, Text
from companion.printing.flow import Drawn
from companion.printing.flow_set import Press
from companion.printing.paper import MM

_DASHES: tuple[tuple[float, ...], ...] = ((), (6, 2), (1.5, 1.5), (6, 2, 1.5, 2), (3, 1.5))
_HEIGHT = 0.66
"""The height of a chart, as a fraction of its width."""

_MARK = 3.2
"""The size of the marks on a line, in millimeters."""

_APART, _LINE = 4.6, 1.5
"""The least distance between the labels of two lines, in millimeters, and as a multiple of the height of capitals."""


@dataclass(frozen=True)
class Series:
    """One player's line."""

    colour: str
    shape: str
    values: tuple[int, ...]


def chart(series: Sequence[Series], width: float, press: Press, turn: str) -> Drawn:
    """Draw the chart at a width, with text in the sheet's sizes; `turn` is the word below the numbers of turns."""
    small = max(round(press.body * 0.86, 2), press.type("small").size if press.big else 0.0)
    height = min(width * _HEIGHT, 95.0)
    turns = list(zip(*(sery.values for sery in series), strict=True))
    plot = Plot.of(turns, left=0, right=width - 16, top=2.0, foot=height - 9.0)
    plot = replace(plot, left=max(fonts.width("text", small, str(value)) for value in plot.levels) + 2.5)
    items = _grid(plot, small, turn)
    for number, curve in enumerate(series):
        items += _line(plot, curve, _DASHES[number % len(_DASHES)])
    return height, (*items, *_ends(plot, series, press.body))


def _grid(plot: Plot, small: float, word: str) -> list[Item]:
    """Horizontal lines with their values on the left, and rounds below."""
    items: list[Item] = []
    for value in plot.levels:
        y, text = plot.y(value), str(value)
        items.append(Line(plot.left, y, plot.right, y, 0.7 if not value else 0.25, "ink" if not value else "line"))
        lift = fonts.height("text", small) / 2
        items.append(Text(plot.left - 2 - fonts.width("text", small, text), y + lift, text, "text", small, "muted"))
    base = plot.foot + 2.4 + fonts.height("text", small)
    for turn in plot.rounds(20):
        text = str(turn + 1)
        half = fonts.width("text", small, text) / 2
        items.append(Text(plot.x(turn) - half, base, text, "text", small, "muted"))
    x = plot.right - fonts.width("text", small, word)
    items.append(Text(x, base + small * 1.3 / MM, word, "text", small, "muted"))
    return items


def _line(plot: Plot, series: Series, dash: tuple[float, ...]) -> list[Item]:
    """The line, with marks at regular intervals."""
    places = [(plot.x(turn), plot.y(value)) for turn, value in enumerate(series.values)]
    items: list[Item] = [
        Line(x1, y1, x2, y2, 1.3, series.colour, dash) for (x1, y1), (x2, y2) in itertools.pairwise(places)
    ]
    for x, y in places[: -1 : max(len(places) // 5, 1)]:
        items.append(Icon(series.shape, x - _MARK / 2, y - _MARK / 2, _MARK, series.colour))
    return items


def _ends(plot: Plot, series: Sequence[Series], body: float) -> list[Item]:
    """The mark and points at the end of each line, moved apart where lines end close together."""
    ends = {curve.colour: plot.y(curve.values[-1]) for curve in series}
    gap = max(_APART, fonts.height("strong", body) * _LINE)
    labels = apart(ends, gap=gap, least=0, most=plot.foot - gap / 2)
    items: list[Item] = []
    for sery in series:
        x, y = plot.right + 2, labels[sery.colour]
        items.append(Line(plot.right, ends[sery.colour], x, y, 0.5, sery.colour))
        items.append(Icon(sery.shape, x, y - _MARK / 2, _MARK, sery.colour))
        base = y + fonts.height("strong", body) / 2
        points = str(sery.values[-1])
        items.append(Text(x + _MARK + 1.2, base, points, "strong", body, "ink"))
    return items
