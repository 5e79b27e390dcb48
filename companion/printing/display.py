"""The display list: everything on the paper, as plain data. Layout makes it, the backend draws it.

Positions are millimeters from the top left corner, type and line widths points; colors, fonts, icons and
faces are names.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Text:
    """A run of text on its baseline, turned counterclockwise around its start by a number of degrees."""

    x: float
    y: float
    text: str
    font: str
    size: float
    colour: str = "ink"
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.5
    colour: str = "line"
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, filled, outlined or both."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    stroke: str = ""
    line: float = 0.5
    radius: float = 0.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Icon:
    """A drawing of templates/icons with this width; its height follows."""

    name: str
    x: float
    y: float
    width: float
    colour: str = "ink"


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame of a kind of building, around a face of this size."""

    kind: str
    width: float
    height: float
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class Use:
    """A use of a face: the top left corner of the area that it covers, and how far it is turned."""

    face: str
    x: float
    y: float
    turn: int = 0
    read: bool = False
    """Whether what is on it is read out here; of several uses of a face, one."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Draws nothing: says that a part of the text begins here, or without a role that the last one ends."""

    role: str = ""
    """What the part is in a tagged PDF: H1, H2, H3, P, Table, TR, TH, RH (the head of a row), TD, Div or Span."""
    x: float = 0.0
    y: float = 0.0
    title: str = ""
    """Its title in the table of contents."""
    said: str = ""
    """What is read out instead of what is drawn, such as the words for signs."""
    language: str = ""
    """Its language, if not that of the document."""
    more: bool = False
    """Whether it continues the part of this role that ended last, as a table does in the next column."""


END = Mark()

Item = Text | Line | Rect | Icon | Frame | Use | Mark


@dataclass(frozen=True, slots=True)
class Face:
    """Something that is drawn once and used many times: the front or back of a card, the foot of a page."""

    width: float
    height: float
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Area:
    """A part of a page."""

    x: float
    y: float
    width: float
    height: float

    def grown(self, by: float) -> "Area":
        """Return the area enlarged on all sides."""
        return Area(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet, with its title in the table of contents."""

    width: float
    height: float
    items: tuple[Item, ...]
    title: str = ""
    trim: Area | None = None
    bleed: Area | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A file to be written: its pages, the faces on them, and its metadata."""

    title: str
    subject: str
    language: str
    pages: tuple[Page, ...]
    faces: dict[str, Face] = field(default_factory=dict)
    edition: str = ""
    cuts: tuple[Rect | Line, ...] = ()
    """Where a cutting machine cuts a sheet."""
    folds: tuple[Line, ...] = ()
    """Where it scores a sheet that is folded."""
    duplex: str = ""
    """The edge on which the paper is turned: `long` or `short`; anything else is printed on one side."""


def untitled(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return items whose titles are not in the table of contents."""
    return tuple(replace(item, title="") if isinstance(item, Mark) and item.title else item for item in items)


def parted(items: Iterable[Item]) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """Return the items that are part of the text, with their marks, and those that are decoration."""
    read, decoration, depth = list[Item](), list[Item](), 0
    for item in items:
        if isinstance(item, Mark):
            depth += 1 if item.role else -1
        (read if depth or isinstance(item, Mark) else decoration).append(item)
    return tuple(read), tuple(decoration)


def moved(item: Item, x: float, y: float) -> Item:
    """Return an item at another place. Most are texts and lines, which `replace` would copy much more slowly."""
    match item:
        case Mark(title=""):
            return item
        case Text():
            return Text(item.x + x, item.y + y, item.text, item.font, item.size, item.colour, item.turn)
        case Line():
            return Line(item.x1 + x, item.y1 + y, item.x2 + x, item.y2 + y, item.width, item.colour, item.dash)
        case Icon():
            return Icon(item.name, item.x + x, item.y + y, item.width, item.colour)
    return replace(item, x=item.x + x, y=item.y + y)
