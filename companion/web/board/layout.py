"""The layout of the board in plain numbers: a street that winds back and forth, and what is at its head."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

_NARROW = frozenset("fijlrtI.,:'- ")
_WIDE = frozenset("mwMWÄÖÜ")


@dataclass(frozen=True)
class Plan:
    """The measures of one drawing: for a television, a tablet, or a phone held upright."""

    name: str
    columns: int
    tile: tuple[float, float] = (212.0, 132.0)
    gap: float = 26.0
    edge: float = 44.0
    """The margin around the drawing."""

    @property
    def width(self) -> float:
        return 2 * self.edge + self.columns * self.tile[0] + (self.columns - 1) * self.gap

    @property
    def inner(self) -> float:
        return self.width - 2 * self.edge


PLANS = (Plan("wide", 7), Plan("middle", 5), Plan("tall", 3))


@dataclass(frozen=True)
class Spot:
    """A rectangle."""

    x: float
    y: float
    w: float
    h: float

    @property
    def cx(self) -> float:
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        return self.y + self.h / 2


def street(plan: Plan, n: int, top: float) -> list[Spot]:
    """Return `n` places along a street that turns back at the end of each row.

    >>> [spot.x for spot in street(Plan("tiny", 2, (10, 10), 5, 0), 4, 0)]
    [0, 15, 15, 0]
    """
    (w, h), spots = plan.tile, []
    for number in range(n):
        row, column = divmod(number, plan.columns)
        if row % 2:
            column = plan.columns - 1 - column
        spots.append(Spot(plan.edge + column * (w + plan.gap), top + row * (h + plan.gap), w, h))
    return spots


def ribbon(spots: Sequence[Spot]) -> str:
    """Return the street as an SVG path through its places, with round bends.

    >>> ribbon(street(Plan("tiny", 2, (10, 10), 6, 0), 3, 0))
    'M5 5 H21 C31 5 31 21 21 21'
    """
    path = f"M{spots[0].cx:g} {spots[0].cy:g}"
    for here, there in pairwise(spots):
        if here.cy == there.cy:
            path += f" H{there.cx:g}"
        else:
            right = sum(spot.cx > here.cx for spot in spots) == 0
            out = here.cx + (10 if here.w < 20 else here.w * 0.62) * (1 if right else -1)
            path += f" C{out:g} {here.cy:g} {out:g} {there.cy:g} {there.cx:g} {there.cy:g}"
    return path


def text_width(text: str, size: float) -> float:
    """Return the approximate width of a name in its narrow typeface."""
    return sum(0.27 if char in _NARROW else 0.66 if char in _WIDE else 0.47 for char in text) * size


def fitting(text: str, width: float, size: float, least: float = 15.0) -> float:
    """Return the font size at which a name fits.

    >>> fitting("Inn", 100, 30), fitting("Zimmermannswerkstatt", 100, 30)
    (30, 15.0)
    """
    needed = text_width(text, size)
    return size if needed <= width else max(least, round(size * width / needed, 1))
