"""Helpers for mats: areas divided into cells, places for pieces, and icons and words in them."""

from collections.abc import Sequence

from companion.printing import rows
from companion.printing.contents.pieces import Piece, Pieces
from companion.printing.display import Area, Face, Icon, Item, Rect
from companion.printing.face import Content, Layout
from companion.printing.job import Job
from companion.printing.paper import craft
from companion.printing.rows import Choices, Setting
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
