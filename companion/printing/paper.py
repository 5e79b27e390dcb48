"""Lengths, sizes, papers, margins and marks, from templates/sheets/sizes.toml.

Internally, everything is in millimeters; only type and the PDF use points.

>>> size("59x92mm")
Size(width=59.0, height=92.0)
"""

import re
from dataclasses import dataclass
from functools import cache

from companion.printing.data import read
from companion.printing.errors import BadChoice

MM = 72 / 25.4
"""Points in a millimeter."""

_UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 1 / MM}
_NUMBER = r"(\d{1,4}(?:[.,]\d{1,4})?)"
_SIZE = re.compile(rf"{_NUMBER}\s*(mm|cm|in|pt)?\s*[x×]\s*{_NUMBER}\s*(mm|cm|in|pt)", re.IGNORECASE)

LEAST, MOST = 20.0, 430.0
"""The smallest and largest side of a card, in millimeters."""


@dataclass(frozen=True)
class Size:
    """A width and a height in millimeters."""

    width: float
    height: float

    def smaller(self, by: float) -> "Size":
        """Return a size reduced on both sides, for a sleeve.

        >>> Size(59, 92).smaller(1)
        Size(width=58, height=91)
        """
        return Size(self.width - by, self.height - by)

    def turned(self) -> "Size":
        return Size(self.height, self.width)

    def __str__(self) -> str:
        return f"{self.width:g}x{self.height:g}mm"


def size(text: str) -> Size:
    """Parse a size: a name or two lengths. Raises `BadChoice`.

    >>> size("poker")
    Size(width=63.0, height=88.0)
    """
    named: dict[str, str] = read("sizes")["sizes"]
    written = named.get(text.strip().lower(), text)
    match = _SIZE.fullmatch(written.strip())
    if match:
        second = _UNITS[match[4].lower()]
        first = _UNITS[match[2].lower()] if match[2] else second
        width, height = round(_number(match[1]) * first, 4), round(_number(match[3]) * second, 4)
        if min(width, height) >= LEAST and max(width, height) <= MOST:
            return Size(width, height)
        raise BadChoice("size_range", text, [*named])
    raise BadChoice("size", text, [*named, "59x92mm", "2.5x3.5in"])


def trade_names() -> dict[str, str]:
    """Return the names of sizes that are used in every language."""
    names: dict[str, str] = read("sizes")["trade"]
    return names


def _number(text: str) -> float:
    return float(text.replace(",", "."))


@dataclass(frozen=True)
class Craft:
    """Margins and marks in millimeters, the width of marks in points. The file explains each."""

    unprintable: float
    bleed: float
    spill: float
    safe: float
    mark_gap: float
    mark: float
    mark_line: float
    band: float
    sleeve: float

    @property
    def marks(self) -> float:
        """The distance from the ground of a card to the far end of its crop mark."""
        return self.mark_gap + self.mark


FARTHEST = 10.0
"""The largest shift that can be corrected, in millimeters."""


@dataclass(frozen=True)
class Offset:
    """How far a printer shifts backs, as read from the front of the calibration sheet: millimeters right and down.

    The calibration sheet is upright.
    """

    x: float = 0.0
    y: float = 0.0

    @staticmethod
    def read(text: str) -> "Offset":
        """Read two numbers of millimeters. Raises `BadChoice`.

        >>> Offset.read("0.5,-1")
        Offset(x=0.5, y=-1.0)
        """
        valid = ["0,0", "0.5,-1"]
        try:
            x, y = (float(part) for part in text.split(","))
        except ValueError:
            raise BadChoice("offset", text, valid) from None
        if not (abs(x) <= FARTHEST and abs(y) <= FARTHEST):
            raise BadChoice("offset", text, valid)
        return Offset(x + 0.0, y + 0.0)

    @property
    def text(self) -> str:
        """The two numbers, as they are read."""
        return f"{self.x:g},{self.y:g}"

    def on(self, *, lying: bool) -> "Offset":
        """Return the same shift as it appears on an upright or a lying page.

        To print a lying page, printers turn it a quarter counterclockwise: its top comes to the left of the paper.

        >>> Offset(1.5, -0.7).on(lying=True)
        Offset(x=0.7, y=1.5)
        """
        return Offset(-self.y, self.x) if lying else self

    def correction(self, axis: str) -> tuple[float, float]:
        """Return how far to move the back, given what turning the sheet mirrors (`Grid.axis`).

        >>> Offset(1, 2).correction("x")
        (1, -2)
        """
        return {"x": (self.x, -self.y), "y": (-self.x, self.y)}.get(axis, (0, 0))


NO_OFFSET = Offset()


@cache
def craft() -> Craft:
    """Return the margins, which all products share."""
    return Craft(**read("sizes")["craft"])


@dataclass(frozen=True)
class LabelSheet:
    """A paper with labels that are cut already: where they are, in millimeters."""

    paper: str
    label: str
    many: tuple[int, int]
    first: tuple[float, float]
    gaps: tuple[float, float]


def papers() -> list[str]:
    return list(read("sizes")["papers"])


def label_sheets() -> list[str]:
    return list(read("sizes")["label_sheets"])


def label_sheet(name: str) -> LabelSheet | None:
    """Return the sheet of labels of this name, or None if it is a paper."""
    entry = read("sizes")["label_sheets"].get(name)
    return entry and LabelSheet(**entry)


def paper_name(given: str) -> str:
    """Return the usual spelling of a paper's name, or a sheet of labels'. Raises `BadChoice`."""
    for name in (*papers(), *label_sheets()):
        if name.lower() == given.strip().lower():
            return name
    raise BadChoice("paper", given, papers())


def paper(name: str) -> Size:
    """Return the size of a paper, upright.

    >>> paper("Letter")
    Size(width=215.9, height=279.4)
    """
    sheet = label_sheet(name)
    return size(read("sizes")["papers"][sheet.paper if sheet else name])
