"""Lays out a flowing sheet. Its file says which sections are in which band and how far type may shrink.

size = 11                   # body text, in points; it shrinks down to `least` until the sheet has its `sides`
least = 9.5
sides = 2                   # 0: no limit

[[bands]]
sections = ["turn", "prices"]
column = 88                 # the minimum width of a column, in millimeters
side = 2                    # begin on this side at the earliest

[[bands]]
columns = [["castle"], ["wood", "stone"]]   # columns with sections of their own
shares = [2, 3]                             # their widths
needs = "wood"                              # only if the sheet has this section
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.printing.contents.desk import SheetDesk
from companion.printing.data import read
from companion.printing.display import Document, Item, Line, Page
from companion.printing.errors import BuildError
from companion.printing.flow import Leaf, Slab
from companion.printing.flow_pour import Chunk, Filled, chunks, pour
from companion.printing.flow_set import Press, set_blocks, shifted
from companion.printing.job import Job
from companion.printing.paper import craft, paper
from companion.printing.sheet import edge_faces, edges
from companion.printing.text import NamedText, Type, fit, place
from companion.printing.units import Size

_UNBOUNDED = 10_000.0

_TITLE = 16.0
"""The smallest size to which a title may shrink to stay on one line, in points."""

_TIGHTER = (0.9, 0.8, 0.7, 0.6, 0.5)
"""How far spaces may shrink, as fractions of the rhythm."""

_NEARLY_EMPTY = 0.3
"""A last page filled less than this is avoided if possible."""

STEP = 0.5
"""The step by which the body text shrinks, in points."""

Contents = Callable[[SheetDesk], Sequence[Leaf]]
"""Creates the leaves of a sheet."""


def flowing(contents: Contents) -> Callable[[Job], Document]:
    """Turn contents into a product: a document with pages of its own."""
    return lambda job: _document(job, contents(SheetDesk.of(job)))


@dataclass(frozen=True)
class Sheet:
    """The paper, and the area on it that can be used."""

    size: Size
    name: str
    """Its file in templates/sheets/flows."""
    edge: float = 0.0
    """The margin on all sides of what is cut out; 0 for a whole page, which has a head and a foot."""
    foot: float = 0.0
    """The height of the line at the foot of what is cut out."""

    @classmethod
    def of(cls, job: Job) -> "Sheet":
        return cls(paper(job.request.paper), job.file["flow"])

    @property
    def file(self) -> dict[str, Any]:
        return read(f"flows/{self.name}")

    @property
    def left(self) -> float:
        return self.edge or float(read("flow")["page"]["margin"])

    @property
    def width(self) -> float:
        """The width from the first column's left edge to the last one's right edge."""
        return self.size.width - 2 * self.left

    @property
    def top(self) -> float:
        """Where the columns begin, below the head."""
        if self.edge:
            return self.edge
        return craft().unprintable + craft().band + float(read("flow")["page"]["below_head"])

    @property
    def bottom(self) -> float:
        """Where the columns end, above the foot."""
        if self.edge:
            return self.size.height - self.edge - self.foot
        return self.size.height - craft().unprintable - craft().band - float(read("flow")["page"]["above_foot"])

    def columns(self, least: float, most: int = 12) -> int:
        """Return how many columns of at least this width a band is divided into: a divisor of the grid."""
        grid, gutter = int(read("flow")["page"]["grid"]), self.gutter
        fits = int((self.width + gutter) / (least + gutter))
        return max((n for n in range(1, min(fits, most) + 1) if grid % n == 0), default=1)

    @property
    def gutter(self) -> float:
        return float(read("flow")["page"]["gutter"])

    def column(self, columns: int) -> float:
        """Return the width of one of so many columns."""
        return (self.width - self.gutter * (columns - 1)) / columns


def sides(job: Job, leaves: Sequence[Leaf], sheet: Sheet) -> list[tuple[Item, ...]]:
    """Return the sides of something to be cut out, from its top left corner."""
    laid = _limited(job, sheet, leaves)
    return [tuple(items) for pages in laid for items in pages.pages]


def _document(job: Job, leaves: Sequence[Leaf]) -> Document:
    """Lay out the pages with the largest type and the most space that their number allows."""
    sheet, labels = Sheet.of(job), job.labels
    laid = _limited(job, sheet, leaves) if sheet.file["sides"] else _free(sheet, leaves)
    pages = [(leaf.title[0].text, page) for leaf, some in zip(leaves, laid, strict=True) for page in some.pages]
    width, height = sheet.size.width, sheet.size.height
    made = tuple(
        Page(width, height, (*items, *edges(width, height, f"{n} / {len(pages)}", margin=sheet.left)), title)
        for n, (title, items) in enumerate(pages, 1)
    )
    faces = edge_faces(sheet.width, craft(), labels)
    return Document(labels.title, labels.legal, job.t.code, made, faces, job.rules.edition)


def _limited(job: Job, sheet: Sheet, leaves: Sequence[Leaf]) -> list["_Pages"]:
    """Keep every leaf within its number of sides: shrink type first, then spaces; then fail."""
    least, sides = float(sheet.file["least"]), int(sheet.file["sides"]) * len(job.request.languages)
    fault = BuildError(job.file["flow"], job.t.code, f"{sides} x {job.request.paper}", f"too long at {least:g} pt")
    for press in _presses(sheet, least):
        try:
            laid = [_leaf(leaf, sheet, press) for leaf in leaves]
        except BuildError as error:
            fault = error
            continue
        if all(len(pages.pages) <= sides for pages in laid):
            return laid
    raise fault


def _free(sheet: Sheet, leaves: Sequence[Leaf]) -> list["_Pages"]:
    """Use as many pages as needed; shrink spaces if this avoids a nearly empty last page."""
    press = Press(float(sheet.file["size"]), sheet=sheet.name)
    laid = []
    for leaf in leaves:
        pages = _leaf(leaf, sheet, press)
        if len(pages.pages) > 1 and pages.filled < _NEARLY_EMPTY:
            tighter = (_leaf(leaf, sheet, replace(press, looseness=part)) for part in _TIGHTER)
            pages = next((one for one in tighter if len(one.pages) < len(pages.pages)), pages)
        laid.append(pages)
    return laid


def _presses(sheet: Sheet, least: float) -> Iterator[Press]:
    """Yield sizes from the largest to the smallest, then less and less space."""
    size = float(sheet.file["size"])
    while size >= least:
        yield Press(size, sheet=sheet.name)
        size -= STEP
    yield from (Press(least, part, sheet.name) for part in _TIGHTER)


def _leaf(leaf: Leaf, sheet: Sheet, press: Press) -> "_Pages":
    """Lay out all pages of a leaf, with its title on the first."""
    pages = _Pages(sheet)
    if leaf.shown:
        pages.put(Filled(((_masthead(leaf, sheet, press),),), ()), 1)
    for band in sheet.file["bands"]:
        if not leaf.sections.get(band.get("needs", ""), "needs" not in band):
            continue
        beside = _beside(leaf, band, sheet, press)
        blocks = [block for name in band.get("sections", ()) for block in leaf.sections.get(name, ())]
        if not beside and not blocks:
            continue
        while len(pages.pages) < band.get("side", 1):
            pages.turn()
        if beside:
            pages.beside(beside)
            continue
        columns = sheet.columns(float(band.get("column", sheet.width)), int(band.get("most", 12)))
        waiting = chunks(set_blocks(blocks, sheet.column(columns), press))
        pages.pour(waiting, columns, leaf, whole=band.get("whole", False))
    return pages


def _beside(leaf: Leaf, band: dict[str, Any], sheet: Sheet, press: Press) -> list[tuple[float, list[Slab]]]:
    """Set the columns of a band, each with its own sections and width; empty ones leave their width to the others."""
    wanted = band.get("columns", [])
    filled = [
        (share, blocks)
        for share, names in zip(band.get("shares", [1] * len(wanted)), wanted, strict=True)
        if (blocks := [block for name in names for block in leaf.sections.get(name, ())])
    ]
    room = sheet.width - sheet.gutter * (len(filled) - 1)
    widths = [room * share / sum(one for one, _ in filled) for share, _ in filled]
    return [(width, set_blocks(blocks, width, press)) for width, (_, blocks) in zip(widths, filled, strict=True)]


class _Pages:
    """The pages of a leaf, filled from top to bottom."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.pages: list[list[Item]] = [[]]
        self.y = sheet.top
        self.fresh = True
        """Whether the page has nothing on it but the title."""

    @property
    def filled(self) -> float:
        """The fraction of the last page that is used."""
        return (self.y - self.sheet.top) / (self.sheet.bottom - self.sheet.top)

    def turn(self) -> None:
        self.pages.append([])
        self.y, self.fresh = self.sheet.top, True

    def pour(self, waiting: Sequence[Chunk], columns: int, leaf: Leaf, *, whole: bool) -> None:
        """Pour a band: on this page if it fits or much of the page is left, otherwise on the next."""
        little = float(read("flow")["page"]["split"]) * (self.sheet.bottom - self.sheet.top)
        while waiting:
            gap = 0.0 if self.fresh else float(read("flow")["page"]["band_gap"])
            left = self.sheet.bottom - self.y - gap
            filled = pour(waiting, columns, left)
            later = not self.fresh and (whole or left < little)
            if filled.rest and (later or not filled.columns) and self.y > self.sheet.top:
                self.turn()
                continue
            if filled.rest and (whole or not filled.columns):
                first = leaf.title[0]
                raise BuildError(first.id, first.language, "page", "what belongs together is higher than a page")
            self.y += gap
            self.put(filled, columns)
            self.fresh = False
            waiting = filled.rest
            if waiting:
                self.turn()

    def beside(self, columns: Sequence[tuple[float, Sequence[Slab]]]) -> None:
        """Put columns of different widths side by side: on this page if they fit, otherwise on the next."""
        height = max((_height(slabs) for _, slabs in columns), default=0.0)
        gap = 0.0 if self.fresh else float(read("flow")["page"]["band_gap"])
        if self.y + gap + height > self.sheet.bottom and not self.fresh:
            self.turn()
            gap = 0.0
        if self.y + gap + height > self.sheet.bottom:
            raise BuildError("columns", "", "page", "columns are higher than a page")
        self.y += gap
        x = self.sheet.left
        for width, slabs in columns:
            self._stack(slabs, x)
            x += width + self.sheet.gutter
        self.y += height
        self.fresh = False

    def _stack(self, slabs: Sequence[Slab], x: float) -> None:
        y = self.y
        for place_, slab in enumerate(slabs):
            y += slab.above if place_ else 0.0
            self.pages[-1] += shifted(slab.items, x, y)
            y += slab.height

    def put(self, filled: Filled, columns: int) -> None:
        """Put columns side by side at the current height."""
        step = self.sheet.column(columns) + self.sheet.gutter
        for number, column in enumerate(filled.columns):
            self._stack(column, self.sheet.left + number * step)
        self.y += filled.height


def _height(slabs: Sequence[Slab]) -> float:
    return sum(slab.height for slab in slabs) + sum(slab.above for slab in slabs[1:])


def _masthead(leaf: Leaf, sheet: Sheet, press: Press) -> Slab:
    """The title in every language, the note on the right, and lines below both."""
    room = sheet.width * 0.76
    styles = [replace(press.type(style), lines=1, least=_TITLE) for style in ("title", "subtitle")]
    title = _lines(leaf.title, styles, room)
    note = _lines(leaf.note, [press.type("small", "right")], sheet.width - room)
    height = max(title.height, note.height)
    foot = height + 2.4
    return Slab(
        foot + 5.0,
        (
            *shifted(title.items, 0, height - title.height),
            *shifted(note.items, room, height - note.height),
            Line(0, foot, sheet.width, foot, 1.4, "ink"),
            Line(0, foot + 0.9, sheet.width, foot + 0.9, 0.35, "ink"),
        ),
    )


def _lines(said: Sequence[NamedText], types: Sequence[Type], width: float) -> Slab:
    """Lines one below the other; the first uses the first type, and so on."""
    items: list[Item] = []
    y = 0.0
    for number, words in enumerate(said):
        type = types[min(number, len(types) - 1)]
        fitted = fit(words, width, _UNBOUNDED, type, "title")
        y += fitted.step - fitted.height / len(fitted.lines) if number else 0.0
        items += place(fitted, 0, y, width)
        y += fitted.height
    return Slab(y, tuple(items))
