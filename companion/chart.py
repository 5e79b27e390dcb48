"""A chart of points by round as plain numbers: where values lie, on a screen or on paper.

>>> plot = Plot.of([[0, -2], [4, 1], [9, 30]], left=0, right=100, top=0, foot=80)
>>> plot.levels, plot.x(1), plot.y(30)
([-5, 0, 5, 10, 15, 20, 25, 30], 50.0, 0.0)
>>> apart({"red": 10, "blue": 11}, gap=5, least=0, most=12)
{'red': 7, 'blue': 12}
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_MOST_LEVELS = 8
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000)


@dataclass(frozen=True)
class Plot:
    """The area of the curves, and the scales along its edges."""

    left: float
    right: float
    top: float
    foot: float
    turns: int
    levels: list[int]
    """The values that have a line across, the lowest first."""

    @classmethod
    def of(cls, turns: Sequence[Sequence[int]], *, left: float, right: float, top: float, foot: float) -> "Plot":
        """For everybody's points at the end of each turn."""
        values = [0, *(n for turn in turns for n in turn)]
        least, most = min(values), max(values)
        step = next((width for width in _STEPS if (most - least) / width < _MOST_LEVELS), _STEPS[-1])
        top_level = max(-(-most // step), least // step + 1) * step
        return cls(left, right, top, foot, len(turns), list(range(least // step * step, top_level + 1, step)))

    def x(self, turn: float) -> float:
        return self.left + (self.right - self.left) * turn / max(self.turns - 1, 1)

    def y(self, value: float) -> float:
        low, high = self.levels[0], self.levels[-1]
        return self.foot - (self.foot - self.top) * (value - low) / (high - low)

    def rounds(self, most: int) -> range:
        """The turns that are numbered: at most so many."""
        return range(0, self.turns, -(-self.turns // most))


def apart(wanted: Mapping[str, float], *, gap: float, least: float, most: float) -> dict[str, float]:
    """Heights of labels, pushed apart downwards, and back up where the last would stand too low."""
    order = sorted(wanted, key=lambda curve: wanted[curve])
    places: dict[str, float] = {}
    for name in order:
        places[name] = least = max(wanted[name], least)
        least += gap
    for name in reversed(order):
        places[name] = min(places[name], most)
        most = places[name] - gap
    return places
