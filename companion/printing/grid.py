"""Imposition: the places of cards on a sheet, of the cuts, and of the backs. Numbers only.

Fronts fill rows from the top left. A back is placed so that turning the sheet puts it behind its front:

    long        the sheet is turned over its long edge
    short       the sheet is turned over its short edge
    gutterfold  front and back are on one side, folded along the middle
    single      backs are on sheets of their own, placed like the fronts
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.printing.display import Area, Line
from companion.printing.errors import TooLarge
from companion.printing.paper import Craft, LabelSheet, Size, paper, size

TURNED = ("long", "short")
"""The edges that a printer can turn the paper over."""

DUPLEX = (*TURNED, "gutterfold", "single")
CUTS = ("shared", "gutters")

_FOLD_GAP = 3.0
"""The distance from the fold to the ground of the nearest card, in millimeters."""


@dataclass(frozen=True)
class Grid:
    """The complete layout of one kind of sheet."""

    width: float
    height: float
    card: Size
    columns: int
    rows: int
    left: float
    top: float
    gap: float
    """The distance between the cuts of two neighbors; 0 if they share one."""
    ground: float
    """How far the ground extends beyond the outer cuts."""
    duplex: str
    bands_at_sides: bool
    """Whether the lines of text run along the left and right edge instead of the head and foot."""
    fold: str
    """`x` for a fold along a vertical line, `y` for a horizontal one; empty for none."""
    gap_below: float | None = None
    """The distance to the neighbor below, if it is another one."""
    bare: bool = False
    """Whether nothing but cards is on the sheet, because it is cut already."""

    @property
    def per_page(self) -> int:
        """The number of cards on a page."""
        return self.columns * self.rows

    def rows_of(self, pieces: int) -> int:
        """Return how many rows these pieces fill; a sheet with a fold always has all of them."""
        return self.rows if self.fold else -(-pieces // self.columns)

    def front(self, place: int) -> Area:
        """Return the outline of the card at a place of the page."""
        row, column = divmod(place, self.columns)
        return Area(
            self.left + column * (self.card.width + self.gap),
            self.top + row * (self.card.height + (self.gap if self.gap_below is None else self.gap_below)),
            self.card.width,
            self.card.height,
        )

    def back(self, place: int) -> tuple[Area, int]:
        """Return the outline of a card's back, and how far the back is turned."""
        front = self.front(place)
        axis = self.axis
        if axis == "x":
            return Area(self.width - front.x - front.width, front.y, front.width, front.height), 0
        if axis == "y":
            return Area(front.x, self.height - front.y - front.height, front.width, front.height), 180
        return front, 0

    @property
    def axis(self) -> str:
        """What turning the sheet mirrors: `x` the columns, `y` the rows (which turns cards upside down), or nothing."""
        if self.fold or self.duplex == "single":
            return self.fold
        standing = self.height >= self.width
        return "x" if (self.duplex == "long") == standing else "y"

    @property
    def block(self) -> Area:
        """The area of all fronts of a full page."""
        last = self.front(self.per_page - 1)
        return Area(self.left, self.top, last.x + last.width - self.left, last.y + last.height - self.top)

    def holding(self, pieces: int) -> "Grid":
        """Return the grid for fewer pieces than a page holds: centered, without marks where there is nothing."""
        if pieces >= self.per_page or self.fold:
            return self
        columns = min(self.columns, pieces)
        rows = -(-pieces // columns)
        block_x = columns * (self.card.width + self.gap) - self.gap
        block_y = rows * (self.card.height + self.gap) - self.gap
        left, top = round((self.width - block_x) / 2, 4), round((self.height - block_y) / 2, 4)
        return replace(self, columns=columns, rows=rows, left=left, top=top)

    def around(self, place: int, used: int, area: Area, *, back: bool = False) -> Area:
        """Return the ground of a front or back: up to its cuts, and beyond those that it does not share."""
        if self.gap:
            return area.grown(self.ground)
        row, column = divmod(place, self.columns)
        left, right = column == 0, column == self.columns - 1 or place + 1 >= used
        top, foot = row == 0, row == self.rows - 1 or place + self.columns >= used
        flip = self.axis if back else ""
        left, right = (right, left) if flip == "x" else (left, right)
        top, foot = (foot, top) if flip == "y" else (top, foot)
        by = self.ground
        return Area(
            area.x - by * left, area.y - by * top, area.width + by * (left + right), area.height + by * (top + foot)
        )

    def marks(self, craft: Craft) -> Iterator[Line]:
        """Yield crop marks around the fronts, none across the fold, and the folding line."""
        block, near, far = self.block, self.ground + craft.mark_gap, self.ground + craft.marks

        def mark(x1: float, y1: float, x2: float, y2: float, *dash: float) -> Line:
            return Line(x1, y1, x2, y2, craft.mark_line, "ink", dash)

        for x in _cuts(self.left, self.card.width, self.gap, self.columns):
            yield mark(x, block.y - far, x, block.y - near)
            if self.fold != "y":
                yield mark(x, block.y + block.height + near, x, block.y + block.height + far)
        for y in _cuts(self.top, self.card.height, self.gap, self.rows):
            yield mark(block.x - far, y, block.x - near, y)
            if self.fold != "x":
                yield mark(block.x + block.width + near, y, block.x + block.width + far, y)
        edge = craft.unprintable + (craft.band if (self.fold == "y") == self.bands_at_sides else 0.0)
        if self.fold == "x":
            yield mark(self.width / 2, edge, self.width / 2, self.height - edge, 3, 2)
        elif self.fold == "y":
            yield mark(edge, self.height / 2, self.width - edge, self.height / 2, 3, 2)


def labels_grid(sheet: LabelSheet) -> Grid:
    """Return the places of labels that are cut already."""
    page, (columns, rows), (left, top) = paper(sheet.paper), sheet.many, sheet.first
    return Grid(
        page.width, page.height, size(sheet.label), columns, rows, left, top, sheet.gaps[0], 0.0, "single",
        bands_at_sides=False, fold="", gap_below=sheet.gaps[1], bare=True,
    )  # fmt: skip


def grid(card: Size, sheet: Size, craft: Craft, *, duplex: str, cut: str, name: str) -> Grid:
    """Return the sheet that holds the most cards; if equal, prefer upright, with text at head and foot.

    >>> from companion.printing.paper import craft, paper
    >>> found = grid(Size(59, 92), paper("A4"), craft(), duplex="long", cut="shared", name="A4")
    >>> found.columns, found.rows, found.width
    (3, 3, 210.0)
    """
    grids: list[Grid] = []
    for page in (sheet, sheet.turned()):
        for bands_at_sides in (False, True):
            for fold in ("x", "y") if duplex == "gutterfold" else ("",):
                option = _laid(card, page, craft, (duplex, cut, fold), bands_at_sides=bands_at_sides)
                if option:
                    grids.append(option)
    if not grids:
        raise TooLarge(str(card), name)
    return max(grids, key=lambda candidate: candidate.per_page)


def _laid(card: Size, page: Size, craft: Craft, how: tuple[str, str, str], *, bands_at_sides: bool) -> Grid | None:
    duplex, cut, fold = how
    gap, ground = (2 * craft.bleed, craft.bleed) if cut == "gutters" else (0.0, craft.spill)
    edge = craft.unprintable + ground + craft.marks
    edge_x, edge_y = edge + craft.band * bands_at_sides, edge + craft.band * (not bands_at_sides)
    inner = ground + _FOLD_GAP
    width = page.width / 2 - edge_x - inner if fold == "x" else page.width - 2 * edge_x
    height = page.height / 2 - edge_y - inner if fold == "y" else page.height - 2 * edge_y
    columns, rows = _many(width, card.width, gap), _many(height, card.height, gap)
    if columns < 1 or rows < 1:
        return None
    block_x, block_y = columns * (card.width + gap) - gap, rows * (card.height + gap) - gap
    left = page.width / 2 - inner - block_x if fold == "x" else (page.width - block_x) / 2
    top = page.height / 2 - inner - block_y if fold == "y" else (page.height - block_y) / 2
    return Grid(
        page.width, page.height, card, columns, rows, round(left, 4), round(top, 4), gap, ground, duplex,
        bands_at_sides, fold,
    )  # fmt: skip


def _many(room: float, side: float, gap: float) -> int:
    return int((room + gap + 1e-6) // (side + gap))


def _cuts(begin: float, side: float, gap: float, count: int) -> list[float]:
    """Return the positions of the cuts along one side; shared ones once."""
    cuts: list[float] = []
    for place in range(count):
        first = begin + place * (side + gap)
        cuts += [first, first + side] if gap or not place else [first + side]
    return cuts
