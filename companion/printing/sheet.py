"""Pages of cards: what a product consists of, grounds, faces, marks, and the texts at the edges of every sheet."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from companion.printing import fonts
from companion.printing.display import Area, Face, Item, Line, Page, Rect, Text, Use
from companion.printing.grid import Grid
from companion.printing.paper import Craft, Offset, Size, craft
from companion.printing.text import NamedText, Type, fit


@dataclass(frozen=True)
class Piece:
    """A card or tile: the names of its faces, and the grounds they are printed on."""

    front: str
    ground: str
    back: str = ""
    back_ground: str = ""
    over: tuple[str, ...] = ()
    """Faces printed on top of both sides, such as a player's badge."""
    id: str = ""
    """The id of what it is, if that has a name."""
    pile: str = ""
    """The id of the pile that it is part of on the table."""


@dataclass
class Pieces:
    """All pieces of a product, and their faces."""

    pieces: list[Piece] = field(default_factory=list)
    faces: dict[str, Face] = field(default_factory=dict)


def two_sided(faces: Iterable[str]) -> list[Piece]:
    """Return white cards with these sides in order; the last one may have no back."""
    sides = [*faces]
    return [Piece(front, "white", back, "white") for front, back in zip_longest(sides[::2], sides[1::2], fillvalue="")]


HEAD, FOOT, MARKS, REST = "head", "foot", "marks", "marks of the rest"
_CHECKS = ((50.0, 10, "50 mm"), (50.8, 4, "2 in"))
"""The check rulers: length in millimeters, number of parts, and label."""


@dataclass(frozen=True)
class Labels:
    """The texts on the edges of a sheet, translated."""

    title: str
    legal: str
    scale: str
    front: str
    back: str
    language: str


def card_pages(pieces: Sequence[Piece], grid: Grid, labels: Labels, offset: Offset) -> tuple[Page, ...]:
    """Lay out all pages of a product, none of them blank."""
    sheets = [pieces[first : first + grid.per_page] for first in range(0, len(pieces), grid.per_page)]
    with_backs = any(piece.back for piece in pieces)
    fronts = [_front(sheet, grid, f"{labels.front} {n}", len(sheets)) for n, sheet in enumerate(sheets, 1)]
    if not with_backs or grid.fold:
        return tuple(fronts)
    backs = [_back(sheet, grid, f"{labels.back} {n}", len(sheets), offset) for n, sheet in enumerate(sheets, 1)]
    if grid.duplex == "single":
        return (*fronts, *backs)
    return tuple(page for pair in zip(fronts, backs, strict=True) for page in pair)


def cut_outlines(grid: Grid) -> Iterator[Rect]:
    """Yield the outline of every card of a full sheet."""
    for place in range(grid.per_page):
        area = grid.front(place)
        yield Rect(area.x, area.y, area.width, area.height)


def single_pages(pieces: Sequence[Piece], size: Size, labels: Labels, *, pairs: bool) -> tuple[Page, ...]:
    """Lay out every side on a page of its own with its bleed: fronts and backs by turns, or all fronts first."""
    fronts, backs = [], []
    for n, piece in enumerate(pieces, 1):
        fronts.append(_single((piece.front, *piece.over), piece.ground, size, f"{labels.front} {n}"))
        if piece.back:
            backs.append(_single((piece.back, *piece.over), piece.back_ground, size, f"{labels.back} {n}"))
    if pairs and len(backs) == len(fronts):
        return tuple(page for pair in zip(fronts, backs, strict=True) for page in pair)
    return (*fronts, *backs)


def _single(faces: Sequence[str], ground: str, size: Size, title: str) -> Page:
    bleed = craft().bleed
    trim = Area(bleed, bleed, size.width, size.height)
    whole = trim.grown(bleed)
    items: list[Item] = [_ground(whole, ground), *(Use(name, bleed, bleed) for name in faces)]
    return Page(whole.width, whole.height, tuple(items), title, trim, whole)


def _front(sheet: Sequence[Piece], grid: Grid, title: str, of: int) -> Page:
    lying = [(piece.front, piece.ground, piece.over, grid.front(place), 0) for place, piece in enumerate(sheet)]
    items = _laid(lying, grid, len(sheet))
    if grid.fold:
        items += _laid(_backs(sheet, grid), grid, len(sheet), back=True)
    if not grid.bare:
        marks = MARKS if grid.rows_of(len(sheet)) == grid.rows else REST
        items += [Use(marks, 0, 0), *_furniture(grid, f"{title} / {of}")]
    area = grid.block
    return Page(grid.width, grid.height, tuple(items), title, area, area.grown(grid.ground))


def _back(sheet: Sequence[Piece], grid: Grid, title: str, of: int, offset: Offset) -> Page:
    right, down = offset.on(lying=grid.width > grid.height).correction(grid.axis)
    backs = [
        (face, ground, over, Area(area.x + right, area.y + down, area.width, area.height), turn)
        for face, ground, over, area, turn in _backs(sheet, grid)
    ]
    items = _laid(backs, grid, len(sheet), back=True) + _furniture(grid, f"{title} / {of}")
    area = grid.block
    return Page(grid.width, grid.height, tuple(items), title, area, area.grown(grid.ground))


Lying = tuple[str, str, tuple[str, ...], Area, int]


def _backs(sheet: Sequence[Piece], grid: Grid) -> list[Lying]:
    backs = []
    for place, piece in enumerate(sheet):
        if piece.back:
            area, turn = grid.back(place)
            backs.append((piece.back, piece.back_ground, piece.over, area, turn))
    return backs


def _laid(lying: list[Lying], grid: Grid, used: int, *, back: bool = False) -> list[Item]:
    """Draw the grounds first, so that none covers a neighboring face."""
    items: list[Item] = [
        _ground(grid.around(place, used, area, back=back), ground)
        for place, (_, ground, _, area, _) in enumerate(lying)
    ]
    for face, _, over, area, turn in lying:
        items += [Use(name, area.x, area.y, turn) for name in (face, *over)]
    return items


def _ground(area: Area, colour: str) -> Rect:
    return Rect(area.x, area.y, area.width, area.height, colour)


def _furniture(grid: Grid, page: str) -> list[Item]:
    return list(edges(grid.width, grid.height, page, at_sides=grid.bands_at_sides))


def edges(width: float, height: float, page: str, *, at_sides: bool = False, margin: float = 0.0) -> Iterator[Item]:
    """Yield the head, foot and number of a page. `margin` is the side margin of head and foot, if larger than usual."""
    edge, band = craft().unprintable, craft().band
    margin = margin or edge
    number = fonts.width("text", _SMALL, page)
    if at_sides:
        yield Use(HEAD, edge, edge, 90)
        yield Use(FOOT, width - edge - band, edge, 90)
        yield Text(edge + _BASE, edge + number, page, "text", _SMALL, "muted", 90)
    else:
        yield Use(HEAD, margin, edge)
        yield Use(FOOT, margin, height - edge - band)
        yield Text(width - margin - number, edge + _BASE, page, "text", _SMALL, "muted")


_SMALL = 7.0
_BASE = 2.4
"""The distance from the edge of a band to the baseline of its text."""

_BASE_OF_FOOT = 1.5
"""The distance from the end of the foot to the baseline, for descenders."""

_PAGE_ROOM = 26.0
"""The space that the page number needs at the end of the head."""


def marks_faces(grid: Grid, margins: Craft, pieces: int) -> dict[str, Face]:
    """Return the marks of a sheet, and of the last one with its fewer rows, as faces of the size of the page."""
    rest = replace(grid, rows=grid.rows_of(pieces % grid.per_page or grid.per_page))
    return {
        name: Face(grid.width, grid.height, tuple(of.marks(margins)))
        for name, of in ((MARKS, grid), (REST, rest))
        if name == MARKS or of.rows < grid.rows
    }


def edge_faces(length: float, margins: Craft, labels: Labels) -> dict[str, Face]:
    """Return head and foot for a side of this length: title and legal notice; check rulers, if something is cut."""
    foot = _foot(length, margins, labels) if labels.scale else Face(length, margins.band, ())
    return {HEAD: _head(length, margins, labels), FOOT: foot}


def _head(length: float, margins: Craft, labels: Labels) -> Face:
    title = fit(NamedText(labels.title, "print.title", labels.language), length * 0.5, 4, Type("strong", 8, 6), HEAD)
    width = fonts.width("strong", title.size, title.lines[0])
    begin = width + 4
    legal = fit(
        NamedText(labels.legal, "print.legal", labels.language), length - begin - _PAGE_ROOM, 4,
        Type("text", _SMALL, 5.5), HEAD,
    )  # fmt: skip
    return Face(length, margins.band, (
        Text(0, _BASE, title.lines[0], "strong", title.size, "ink"),
        Text(begin, _BASE, legal.lines[0], "text", legal.size, "muted"),
    ))  # fmt: skip


def _foot(length: float, margins: Craft, labels: Labels) -> Face:
    base, x = margins.band - _BASE_OF_FOOT, 0.0
    items: list[Item] = []
    for long, parts, label in _CHECKS:
        items.append(Line(x, base, x + long, base, 0.5, "ink"))
        for part in range(parts + 1):
            tick = 2.4 if part in (0, parts) else 1.2
            at = x + long * part / parts
            items.append(Line(at, base - tick, at, base, 0.35, "ink"))
        items.append(Text(x + long + 1.2, base, label, "text", _SMALL, "ink"))
        x += long + 14
    room = length - x
    scale = fit(NamedText(labels.scale, "print.scale", labels.language), room, 4, Type("text", _SMALL, 5.5), FOOT)
    items.append(Text(x, base, scale.lines[0], "text", scale.size, "muted"))
    return Face(length, margins.band, tuple(items))
