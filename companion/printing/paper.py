"""Papers, margins and marks, from templates/sheets/sizes.toml."""

from dataclasses import dataclass
from functools import cache

from companion.printing.data import read
from companion.printing.errors import BadChoice
from companion.printing.units import Size, size


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
