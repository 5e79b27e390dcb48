"""Lays out a flowing sheet. Its file says which sections are in which band and how far type may shrink.

size = 11                   # body text, in points; it shrinks down to `least` until the sheet has its `sides`
least = 9.5
sides = 2                   # 0: no limit

[[bands]]
sections = ["turn", "prices"]
column = 88                 # the minimum width of a column, in millimeters
side = 2                    # begin on this side at the earliest
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

_TIGHTER = (0.9, 0.8, 0.7)
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
    file: dict[str, Any]
    """The content of the sheet's file in templates/sheets/flows."""

    @classmethod
    def of(cls, job: Job) -> "Sheet":
        return cls(paper(job.request.paper), read(f"flows/{job.file['flow']}"))

    @property
    def left(self) -> float:
        return float(read("flow")["page"]["margin"])

    @property
    def width(self) -> float:
        """The width from the first column's left edge to the last one's right edge."""
        return self.size.width - 2 * self.left

    @property
    def top(self) -> float:
        """Where the columns begin, below the head."""
        return craft().unprintable + craft().band + float(read("flow")["page"]["below_head"])

    @property
    def bottom(self) -> float:
        """Where the columns end, above the foot."""
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
    least, sides = float(sheet.file["least"]), int(sheet.file["sides"])
    fault = BuildError(job.file["flow"], job.t.code, f"{sides} x {job.request.paper}", f"too long at {least:g} pt")
    for press in _presses(float(sheet.file["size"]), least):
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
    press = Press(float(sheet.file["size"]))
    laid = []
    for leaf in leaves:
        pages = _leaf(leaf, sheet, press)
        if len(pages.pages) > 1 and pages.filled < _NEARLY_EMPTY:
            tighter = (_leaf(leaf, sheet, replace(press, looseness=part)) for part in _TIGHTER)
            pages = next((one for one in tighter if len(one.pages) < len(pages.pages)), pages)
        laid.append(pages)
    return laid


def _presses(size: float, least: float) -> Iterator[Press]:
    """Yield sizes from the largest to the smallest, then less and less space."""
    while size >= least:
        yield Press(size)
        size -= STEP
    yield from (Press(least, part) for part in _TIGHTER)


def _leaf(leaf: Leaf, sheet: Sheet, press: Press) -> "_Pages":
    """Lay out all pages of a leaf, with its title on the first."""
    pages = _Pages(sheet)
    if leaf.shown:
        pages.put(Filled(((_masthead(leaf, sheet, press),),), ()), 1)
    for band in sheet.file["bands"]:
        blocks = [block for name in band["sections"] for block in leaf.sections.get(name, ())]
        if not blocks:
            continue
        columns = sheet.columns(float(band.get("column", sheet.width)), int(band.get("most", 12)))
        waiting = chunks(set_blocks(blocks, sheet.column(columns), press))
        while len(pages.pages) < band.get("side", 1):
            pages.turn()
        pages.pour(waiting, columns, leaf, whole=band.get("whole", False))
    return pages


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

    def put(self, filled: Filled, columns: int) -> None:
        """Put columns side by side at the current height."""
        step = self.sheet.column(columns) + self.sheet.gutter
        for number, column in enumerate(filled.columns):
            y = self.y
            for place_, slab in enumerate(column):
                y += slab.above if place_ else 0.0
                self.pages[-1] += shifted(slab.items, self.sheet.left + number * step, y)
                y += slab.height
        self.y += filled.height


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
