"""Lengths and sizes as people write them. Internally, everything is in millimeters; only type and the PDF use points.

>>> size("59x92mm")
Size(width=59.0, height=92.0)
"""

import re
from dataclasses import dataclass

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
