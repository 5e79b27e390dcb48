"""Mats: areas divided into cells, places for pieces, and pictures larger than the paper, split into windows."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.printing import fonts, rows
from companion.printing.display import Area, Face, Icon, Item, Rect, Text, Use, moved
from companion.printing.errors import TooLarge
from companion.printing.face import Content, Layout
from companion.printing.job import Job
from companion.printing.paper import Craft, Size, craft
from companion.printing.rows import Choices, Setting
from companion.printing.sheet import Piece, Pieces
from companion.printing.text import NamedText, Type, fit, place


def area_of(layout: Layout, name: str) -> Area:
    """Return the area of a box that is filled by code."""
    return next(box.area for box in layout.boxes if box.name == name)


def columns(area: Area, widths: list[float], gap: float = 0.0) -> list[Area]:
    """Split an area into columns of these widths.

    >>> [one.x for one in columns(Area(0, 0, 30, 9), [10, 10], gap=2)]
    [0, 12]
    """
    areas, x = [], area.x
    for width in widths:
        areas.append(Area(x, area.y, width, area.height))
        x += width + gap
    return areas


def lines(area: Area, heights: list[float], gap: float = 0.0) -> list[Area]:
    """Split an area into rows of these heights."""
    areas, y = [], area.y
    for height in heights:
        areas.append(Area(area.x, y, area.width, height))
        y += height + gap
    return areas


def evenly(area: Area, count: int, side: float) -> list[Area]:
    """Return a number of squares in one line across an area, evenly spaced."""
    gap = (area.width - count * side) / max(count - 1, 1)
    top = area.y + (area.height - side) / 2
    return columns(Area(area.x, top, area.width, side), [side] * count, gap)


def ring(area: Area, colour: str = "line", *, fill: str = "page", line: float = 0.7, dashed: bool = False) -> Rect:
    """Return a circle in a square area: a place for a piece, or the edge of one."""
    dash = (2.0, 1.6) if dashed else ()
    return Rect(area.x, area.y, area.width, area.height, fill, colour, line, area.width / 2, dash)


def signs(content: Choices, area: Area, size: float, least: float, box: str, align: str = "center") -> list[Item]:
    """Return icons in the middle of an area."""
    return rows.place(content, area, Setting(size, least, align, "middle"), box)


def icon(name: str, area: Area, size: float, colour: str = "ink") -> Icon:
    """Return a square drawing in the middle of an area."""
    return Icon(name, area.x + (area.width - size) / 2, area.y + (area.height - size) / 2, size, colour)


def written(content: NamedText, area: Area, type: Type, box: str) -> list[Item]:
    """Return words, vertically centered in an area."""
    fitted = fit(content, area.width, area.height, type, box)
    return [*place(fitted, area.x, area.y + (area.height - fitted.height) / 2, area.width)]


def mat(job: Job, id: str, contents: dict[str, Content | None], items: Sequence[Item]) -> Pieces:
    """Compose a mat: its name, the names on the other boxes, and its contents."""
    name: dict[str, Content | None] = {"name": NamedText(job.t.name(id), id, job.t.code), "names": job.other_names(id)}
    return untitled(job, name | contents, items)


def untitled(job: Job, contents: dict[str, Content | None], items: Sequence[Item]) -> Pieces:
    """Compose a mat whose contents include its name."""
    composed = job.compose("mat", "plain", contents)
    face = Face(composed.width, composed.height, (*composed.items, *items))
    return Pieces([Piece("mat", "page")], {"mat": face})


def round_piece(face: Face) -> Face:
    """Return the front of a piece to be cut round or square, with a line for the round cut."""
    outline = ring(Area(0, 0, face.width, face.height), "line", fill="", line=craft().mark_line)
    return Face(face.width, face.height, (outline, *face.items))


def with_rings(face: Face, colour: str, insets: Sequence[float], line: float) -> Face:
    """Return a round piece with rings along its edge, inside the safe zone."""
    whole = Area(0, 0, face.width, face.height)
    rings = [ring(whole.grown(-inset), colour, fill="", line=line) for inset in insets]
    return Face(face.width, face.height, (*rings, *face.items))


CROSS = "cross"
MOST = 26
"""The most sheets, as each has a letter."""

STRIP = 12.0
"""The height of the strip above each window, in millimeters: its letter, how to join the sheets, and a map."""


@dataclass(frozen=True)
class Wall:
    """The arrangement of pages that show a picture, and the part that each shows."""

    page: Size
    across: int
    down: int
    window: Size
    overlap: float

    def part(self, number: int) -> Area:
        """Return the part of the picture on a page, counted row by row."""
        row, column = divmod(number, self.across)
        return Area(
            column * (self.window.width - self.overlap), row * (self.window.height - self.overlap),
            self.window.width, self.window.height,
        )  # fmt: skip

    def crosses(self, xs: Sequence[float], ys: Sequence[float]) -> Iterator[tuple[float, float]]:
        """Yield points in the middle of every overlap, which both pages show, at places `xs` and `ys` that are free."""
        for column in range(1, self.across):
            x = column * (self.window.width - self.overlap) + self.overlap / 2
            yield from ((x, y) for y in ys)
        for row in range(1, self.down):
            y = row * (self.window.height - self.overlap) + self.overlap / 2
            yield from ((x, y) for x in xs)


def wall(picture: Size, paper: Size, craft: Craft, overlap: float, name: str) -> Wall:
    """Return the arrangement with the fewest pages, all windows of the same size. Raises `TooLarge`."""
    walls = [option for page in (paper, paper.turned()) if (option := _covered(picture, page, craft, overlap))]
    best = min(walls, key=lambda candidate: candidate.across * candidate.down, default=None)
    if best is None or best.across * best.down > MOST:
        raise TooLarge(str(picture), name)
    return best


def _covered(picture: Size, page: Size, craft: Craft, overlap: float) -> Wall | None:
    edge = craft.unprintable
    width, height = page.width - 2 * edge, page.height - 2 * (edge + craft.band) - STRIP
    if min(width, height) < 4 * overlap:
        return None
    across, down = _many(picture.width, width, overlap), _many(picture.height, height, overlap)
    window = Size(
        round((picture.width + (across - 1) * overlap) / across, 4),
        round((picture.height + (down - 1) * overlap) / down, 4),
    )
    return Wall(page, across, down, window, overlap)


def _many(whole: float, live: float, overlap: float) -> int:
    return max(1, math.ceil((whole - overlap) / (live - overlap) - 1e-9))


def window(uses: Sequence[Use], faces: dict[str, Face], part: Area) -> Face:
    """Return what is visible in a part of the picture.

    A drawing is kept whole, clipped by its own edges and by those of the window. A face with words that reaches beyond
    the window is taken apart, because only the letters inside are kept.
    """
    whole = Area(0, 0, part.width, part.height)
    items: list[Item] = []
    for use in uses:
        face, here = faces[use.face], replace(use, x=use.x - part.x, y=use.y - part.y)
        area = Area(here.x, here.y, face.width, face.height)
        if use.turn or _within(area, whole) or not any(isinstance(item, Text) for item in face.items):
            items += [here] if _touches(area, whole) else []
        elif _touches(area, whole):
            items += filter(None, (_cut(moved(item, here.x, here.y), whole) for item in face.items))
    return Face(part.width, part.height, tuple(items))


def _touches(area: Area, other: Area) -> bool:
    across = area.x < other.x + other.width and area.x + area.width > other.x
    return across and area.y < other.y + other.height and area.y + area.height > other.y


def _within(area: Area, other: Area) -> bool:
    across = other.x <= area.x and area.x + area.width <= other.x + other.width
    return across and other.y <= area.y and area.y + area.height <= other.y + other.height


def _cut(item: Item, whole: Area) -> Item | None:
    """Return a text without the letters outside the window, or None if none is left."""
    if not isinstance(item, Text):
        return item
    high = fonts.height(item.font, item.size)
    if not _touches(Area(item.x, item.y - high, 0.01 + fonts.width(item.font, item.size, item.text), high), whole):
        return None
    kept, begin = "", item.x
    for at, char in enumerate(item.text):
        x, end = (item.x + fonts.width(item.font, item.size, item.text[:upto]) for upto in (at, at + 1))
        if end > whole.x and x < whole.x + whole.width:
            begin, kept = (begin if kept else x), kept + char
    return replace(item, x=begin, text=kept) if kept.strip() else None
