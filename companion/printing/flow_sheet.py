"""Lays out a flowing sheet. Its file says which sections are in which band and how far type may shrink.

size = 11                   # body text, in points; it shrinks down to `least` until the sheet has its `sides`
least = 9.5
sides = 2                   # 0: no limit
step = 0.25                 # by which type shrinks, if not the usual step
gap = 3.2                   # between bands, in millimeters, if not the usual space

[[bands]]
sections = ["turn", "prices"]
column = 88                 # the minimum width of a column, in millimeters
side = 2                    # begin on this side at the earliest

[[bands]]
columns = [["castle"], ["wood", "stone"]]   # columns with sections of their own
shares = [2, 3]                             # their widths
needs = "wood"                              # only if the sheet has this section
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from companion.printing import fonts
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.signs import speaker
from companion.printing.data import read
from companion.printing.display import Document, Icon, Item, Line, Page, Rect, Text
from companion.printing.errors import BuildError
from companion.printing.flow import Drawn, Leaf, Slab
from companion.printing.flow_pour import Chunk, Filled, chunks, pour, short_together
from companion.printing.flow_set import Press, marked, set_blocks, shifted
from companion.printing.job import Job
from companion.printing.paper import MM, Size, craft, paper
from companion.printing.sheet import Labels, edge_faces, edges
from companion.printing.text import NamedText, Type, fit, place

_UNBOUNDED = 10_000.0

_TITLE = 16.0
"""The smallest size to which a title may shrink to stay on one line, in points."""

_NOTE = 0.24
"""The part of the width that is kept for the lines next to the title."""

_TIGHTER = (0.9, 0.8, 0.7, 0.6, 0.5)
"""How far spaces may shrink, as fractions of the rhythm."""

_NEARLY_EMPTY = 0.3
"""A last page filled less than this is avoided if possible."""

_TOGETHER = 0.5
"""In one column, a section that takes less than this fraction of a page is not split."""

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
    """The height of the lines at the foot, if there is no head."""
    side: int = 0
    """The side that is set on its own, in a size of its own; 0 for all of them together."""
    big: bool = False
    """Whether it is printed in large type: in one column, on as many pages as that takes."""

    @classmethod
    def of(cls, job: Job) -> "Sheet":
        size = paper(job.request.paper)
        if not job.request.big:
            return cls(size, job.file["flow"])
        margin = float(read("flow")["big"]["margin"])
        foot = _big_foot(job.labels, size.width - 2 * margin, "")[0]
        return cls(size, job.file["flow"], margin, foot + margin / 2, big=True)

    @property
    def file(self) -> dict[str, Any]:
        return read(f"flows/{self.name}")

    @property
    def bands(self) -> list[dict[str, Any]]:
        """The bands of its side."""
        found: list[dict[str, Any]] = self.file["bands"]
        return [band for band in found if self.side in (0, band.get("side", 1))]

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

    @property
    def gap(self) -> float:
        """The space between bands."""
        own = None if self.big else self.file.get("gap")
        return float(own or read("flow")["big" if self.big else "page"]["band_gap"])

    def column(self, columns: int) -> float:
        """Return the width of one of so many columns."""
        return (self.width - self.gutter * (columns - 1)) / columns


def sides(job: Job, leaves: Sequence[Leaf], sheet: Sheet) -> list[tuple[Item, ...]]:
    """Return the sides of something to be cut out, from the top left corner, each in the largest type for it."""
    numbers = sorted({int(band.get("side", 1)) for band in sheet.file["bands"]})
    laid = [
        pages
        for leaf in leaves
        for number in (numbers if len(numbers) > 1 else [0])
        for pages in _limited(job, replace(sheet, side=number), [leaf if number <= 1 else replace(leaf, shown=False)])
    ]
    return [tuple(items) for pages in laid for items in pages.pages if items]


def _document(job: Job, leaves: Sequence[Leaf]) -> Document:
    """Lay out the pages with the largest type and the most space that their number allows."""
    sheet, labels = Sheet.of(job), replace(job.labels, scale="") if job.request.record else job.labels
    laid = _limited(job, sheet, leaves)
    pages = [
        ("" if number else leaf.title[0].text, page)
        for leaf, some in zip(leaves, laid, strict=True)
        for number, page in enumerate(some.pages)
    ]
    width, height = sheet.size.width, sheet.size.height
    sheets = tuple(
        Page(width, height, (*items, *_around(sheet, labels, f"{n} / {len(pages)}")), title)
        for n, (title, items) in enumerate(pages, 1)
    )
    if sheet.big:
        sheets = tuple(replace(page, items=tuple(map(_black, page.items))) for page in sheets)
    faces = {} if sheet.big else edge_faces(sheet.width, craft(), labels)
    return Document(labels.title, labels.legal, job.t.code, sheets, faces, job.rules.edition)


def _around(sheet: Sheet, labels: Labels, number: str) -> Iterable[Item]:
    """Return the head, foot and number of a page."""
    if not sheet.big:
        return edges(sheet.size.width, sheet.size.height, number, margin=sheet.left)
    height, items = _big_foot(labels, sheet.width, number)
    return shifted(items, sheet.left, sheet.size.height - sheet.left - height)


def _big_foot(labels: Labels, width: float, number: str) -> Drawn:
    """In big print, what every sheet says at its foot, and the number of the page."""
    size = float(read("flow")["big"]["least"])
    shown = fonts.width("strong", size, number)
    legal = NamedText(labels.legal, "print.legal", labels.language)
    fitted = fit(
        legal, width - fonts.width("strong", size, "10 / 10") - 4, _UNBOUNDED, Type("text", size, lines=9), "foot"
    )
    end = Text(width - shown, fitted.height, number, "strong", size)
    return fitted.height, (*place(fitted, 0, 0, width), end)


def _black(item: Item) -> Item:
    """Return an item in black on white, with heavier lines; the colors of players and cubes stay."""
    weight = float(read("flow")["big"]["weight"])
    match item:
        case Text() | Icon():
            return replace(item, colour=_INK.get(item.colour, item.colour))
        case Line():
            return replace(item, colour=_INK.get(item.colour, item.colour), width=item.width * weight)
        case Rect():
            fill = "white" if item.fill in _PALE or item.fill.endswith("-tint") else item.fill
            return replace(item, fill=fill, stroke=_INK.get(item.stroke, item.stroke), line=item.line * weight)
    return item


_INK = dict.fromkeys(("muted", "rubric", "royal", "gilt", "line"), "ink")
"""What is black in big print."""

_PALE = ("ground", "page")
"""What is white in big print, as are all tints."""


def _limited(job: Job, sheet: Sheet, leaves: Sequence[Leaf]) -> list["_Pages"]:
    """Lay out all leaves in the largest type with which each keeps its number of sides.

    Words never stop a sheet: if no size is small enough, it takes as few more sides as possible, and if columns cannot
    stand beside each other, they stand below each other.
    """
    sides = 0 if sheet.big else (1 if sheet.side else int(sheet.file["sides"])) * len(job.request.languages)
    speak, presses = speaker(job.t), list(_presses(sheet))

    @cache
    def laid(number: int) -> list[_Pages]:
        press = replace(presses[number], speak=speak)
        with suppress(BuildError):
            return [_leaf(leaf, sheet, press) if sides else _tidy(leaf, sheet, press) for leaf in leaves]
        return []

    def fits(number: int) -> bool:
        return bool(laid(number)) and (not sides or all(len(pages.pages) <= sides for pages in laid(number)))

    found = 0 if fits(0) else bisect_left(range(len(presses)), True, lo=1, key=fits)
    if found < len(presses):
        return laid(found)
    longer = [some for number in range(len(presses)) if (some := laid(number))]
    if longer:
        return min(longer, key=lambda pageses: sum(len(pages.pages) for pages in pageses))
    return [_leaf(leaf, sheet, replace(presses[-1], speak=speak), plain=True) for leaf in leaves]


def _tidy(leaf: Leaf, sheet: Sheet, press: Press) -> "_Pages":
    """Use as many pages as needed; shrink spaces if this avoids a nearly empty last page."""
    pages = _leaf(leaf, sheet, press)
    if len(pages.pages) > 1 and pages.filled < _NEARLY_EMPTY:
        parts = _TIGHTER[:1] if sheet.big else _TIGHTER
        tighter = (_leaf(leaf, sheet, replace(press, looseness=part)) for part in parts)
        pages = next((document for document in tighter if len(document.pages) < len(pages.pages)), pages)
    return pages


def _presses(sheet: Sheet) -> Iterator[Press]:
    """Yield sizes from the largest to the smallest, then less and less space, then with words parted anywhere.

    Big print shrinks last, as far as its smallest type, if something in two languages is too wide or high for a page.
    """
    if sheet.big:
        size = least = float(read("flow")["big"]["size"])
    else:
        size, least = float(sheet.file["size"]), float(sheet.file["least"])
    step = STEP if sheet.big else float(sheet.file.get("step", STEP))
    while size >= least:
        yield Press(size, sheet=sheet.name, big=sheet.big)
        size -= step
    yield from (Press(least, part, sheet.name, sheet.big) for part in _TIGHTER)
    yield Press(least, 1.0, sheet.name, sheet.big, anywhere=True)
    while sheet.big and (size := size - STEP) >= float(read("flow")["big"]["least"]):
        yield Press(size, _TIGHTER[-1], sheet.name, sheet.big, anywhere=True)


def _leaf(leaf: Leaf, sheet: Sheet, press: Press, *, plain: bool = False) -> "_Pages":
    """Lay out all pages of a leaf, with its title on the first; if it is plain or big, everything in one column."""
    plain = plain or sheet.big
    pages = _Pages(sheet)
    if leaf.shown:
        pages.put(Filled(((_masthead(leaf, sheet, press),),), ()), 1)
    for band in sheet.bands:
        if not leaf.sections.get(band.get("needs", ""), "needs" not in band):
            continue
        beside = [] if plain else _beside(leaf, band, sheet, press)
        names = [*band.get("sections", ()), *(name for column in band.get("columns", ()) for name in column if plain)]
        blocks = [block for name in names for block in leaf.sections.get(name, ())]
        if not beside and not blocks:
            continue
        while len(pages.pages) < band.get("side", 1) and not sheet.big and not sheet.side:
            pages.turn()
        if beside:
            pages.beside(beside)
            continue
        columns = 1 if plain else sheet.columns(float(band.get("column", sheet.width)), int(band.get("most", 12)))
        waiting = chunks(set_blocks(blocks, sheet.column(columns), press))
        if plain:
            waiting = short_together(waiting, (sheet.bottom - sheet.top) * _TOGETHER)
        pages.pour(waiting, columns, leaf, whole=band.get("whole", False) and not plain, plain=plain)
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
    widths = [room * share / sum(column for column, _ in filled) for share, _ in filled]
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

    def pour(self, waiting: Sequence[Chunk], columns: int, leaf: Leaf, *, whole: bool, plain: bool) -> None:
        """Pour a band: on this page if it fits or much of the page is left, otherwise on the next.

        In a plain layout, what belongs together is parted if it is higher than a page.
        """
        little = float(read("flow")["page"]["split"]) * (self.sheet.bottom - self.sheet.top)
        while waiting:
            gap = 0.0 if self.fresh else self.sheet.gap
            left = self.sheet.bottom - self.y - gap
            filled = pour(waiting, columns, left)
            later = not self.fresh and (whole or left < little)
            if filled.rest and (later or not filled.columns) and self.y > self.sheet.top:
                self.turn()
                continue
            if plain and not filled.columns and waiting[0].parts:
                waiting = (*waiting[0].parts, *waiting[1:])
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
        gap = 0.0 if self.fresh else self.sheet.gap
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


_HANGS = 0.34
"""How far below its baseline a title keeps free of the lines, for its descenders, as a fraction of its size."""


def _masthead(leaf: Leaf, sheet: Sheet, press: Press) -> Slab:
    """The title in every language, the note on the right, and lines below both."""
    small = press.type("small", "right")
    noted = max((fonts.width(small.font, small.size, line.text) for line in leaf.note), default=0.0) + 0.1
    room = sheet.width - min(max(noted, sheet.width * _NOTE), sheet.width / 2)
    lines = 2 if sheet.big else 1
    styles = [replace(press.type(style), lines=lines, least=_TITLE) for style in ("title", "subtitle")]
    title = _lines(leaf.title, styles, room)
    note = _lines(leaf.note, [small], sheet.width - room)
    height = max(title.height, note.height)
    foot = height + max(2.4, _HANGS * max(item.size for item in title.items if isinstance(item, Text)) / MM)
    return Slab(
        foot + sheet.gap,
        (
            *marked("H1", shifted(title.items, 0, height - title.height)),
            *marked("P", shifted(note.items, room, height - note.height)),
            Line(0, foot, sheet.width, foot, 1.4, "ink"),
            Line(0, foot + 0.9, sheet.width, foot + 0.9, 0.35, "ink"),
        ),
    )


def _lines(texts: Sequence[NamedText], types: Sequence[Type], width: float) -> Slab:
    """Lines one below the other; the first uses the first type, and so on."""
    items: list[Item] = []
    y = 0.0
    for number, words in enumerate(texts):
        type = types[min(number, len(types) - 1)]
        fitted = fit(words, width, _UNBOUNDED, type, "title")
        y += fitted.step - fitted.height / len(fitted.lines) if number else 0.0
        items += place(fitted, 0, y, width)
        y += fitted.height
    return Slab(y, tuple(items))
