"""The road of Caylus as a mat over several pages: castle, special buildings and bridge first, then every space.

The street runs back and forth in rows, with a bend from each row to the next. A tile on its space does not cover the
number of the space or the section that is scored there.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.games.caylus.paper.mats import priced
from companion.games.caylus.paper.tiles import tile_face
from companion.games.caylus.rules import CaylusRules, caylus
from companion.printing.display import Area, Document, Face, Item, Line, Page, Rect, Text, Use
from companion.printing.face import Picture, picture
from companion.printing.frames import framed
from companion.printing.job import Job
from companion.printing.mats import CROSS, STRIP, Wall, evenly, icon, ring, wall, window, written
from companion.printing.paper import Size, craft, paper
from companion.printing.sheet import edge_faces, edges
from companion.printing.text import NamedText, Type

_NAME = Type("title", 22, 14, lines=2, align="center", colour="rubric")
_SMALL = Type("title", 15, 14, align="center", colour="rubric")
_OTHERS = Type("text", 9.5, 7, lines=2, align="center", colour="muted")
_CATEGORY = Type("text", 8.5, 6.5, lines=2, align="center", colour="muted")
_LETTER = Type("title", 20, 20, colour="rubric")
_HOW = Type("text", 9.5, 8, lines=2, colour="ink")
_END = 6.0
"""How far the street extends beyond its last row, in millimeters."""

_ARM = 3.0
"""The length of the arms of an alignment cross, in millimeters."""


@dataclass(frozen=True)
class RoadLayout:
    """The dimensions of the road: rows of tiles, joined by bends."""

    tile: float
    gap: float
    verge: float
    label: float
    between: float
    columns: int
    rows: int

    @property
    def wide(self) -> float:
        return self.tile + 2 * self.verge + self.label

    @property
    def step(self) -> float:
        return self.wide + self.between

    @property
    def bend(self) -> float:
        """How far a bend reaches beyond the row."""
        return (self.step + self.wide) / 2

    @property
    def size(self) -> Size:
        row = self.columns * (self.tile + self.gap)
        return Size(row + 2 * self.bend, (self.rows - 1) * self.step + self.wide)

    def free(self) -> tuple[list[float], list[float]]:
        """Return where no tile lies: the x between every other pair of columns, and the y between rows."""
        pitch = self.tile + self.gap
        between_columns = [self.bend + column * pitch for column in range(0, self.columns + 1, 2)]
        return between_columns, [row * self.step - self.between / 2 for row in range(1, self.rows)]

    def place(self, number: int) -> Area:
        """Return the place of a tile by its number along the street, counted from 0 at the first special building."""
        row, along = divmod(number, self.columns)
        column = self.columns - 1 - along if row % 2 else along
        x = self.bend + self.gap / 2 + column * (self.tile + self.gap)
        return Area(x, row * self.step + self.verge, self.tile, self.tile)


@dataclass
class RoadMat:
    """The faces, and their places in the whole picture."""

    faces: dict[str, Face] = field(default_factory=dict)
    uses: list[Use] = field(default_factory=list)

    def lay(self, name: str, face: Face, x: float, y: float, turn: int = 0) -> None:
        self.faces.setdefault(name, face)
        self.uses.append(Use(name, x, y, turn))


def road(job: Job) -> Document:
    """Lay out the road as a document of its own, whose pages are windows on the picture."""
    request = job.request
    mat, street = painted(job)
    pages = wall(street.size, paper(request.paper), craft(), float(job.file["overlap"]), request.paper)
    for x, y in pages.crosses(*street.free()):
        mat.lay(CROSS, _cross(), x - _ARM, y - _ARM)
    return _pages(job, mat, pages)


def painted(job: Job) -> tuple[RoadMat, RoadLayout]:
    """Return the whole picture, before it is split into pages."""
    data, entry, mat = caylus(job.rules.data), job.file, RoadMat()
    head = [*data.special.order, "bridge"]
    street = RoadLayout(
        job.size.width, entry["gap"], entry["verge"], entry["label"], entry["between"],
        len(head), 1 + -(-data.road.spaces // len(head)),
    )  # fmt: skip
    _pave(mat, street)
    _build(job, data, mat, street, head)
    return mat, street


def _pave(mat: RoadMat, street: RoadLayout) -> None:
    """Draw the street itself: straight pieces, bends alternately to the right and to the left, and the end."""
    size, wide, row = street.size, street.wide, street.columns * (street.tile + street.gap)
    straight = Face(row, wide, (
        Rect(0, 0, row, wide, "ground"), Line(0, 0.3, row, 0.3, 0.9, "line"),
        Line(0, wide - 0.3, row, wide - 0.3, 0.9, "line"),
    ))  # fmt: skip
    outer, inner = street.bend, street.between / 2
    bend = Face(outer, 2 * outer, (
        Rect(-outer, 0.3, 2 * outer - 0.3, 2 * outer - 0.6, "ground", "line", 0.9, outer - 0.3),
        Rect(-inner, outer - inner - 0.3, 2 * inner, 2 * inner + 0.6, "white", "line", 0.9, inner),
    ))  # fmt: skip
    cap = Face(outer, wide, (Rect(-outer, 0.3, outer + _END, wide - 0.6, "ground", "line", 0.9, _END),))
    for number in range(street.rows):
        y = number * street.step
        mat.lay("straight", straight, outer, y)
        right = number % 2 == 0
        if number < street.rows - 1:
            mat.lay("bend", bend, size.width - outer if right else 0, y, 0 if right else 180)
        else:
            mat.lay("cap", cap, size.width - outer if right else 0, y, 0 if right else 180)


def _build(job: Job, data: CaylusRules, mat: RoadMat, street: RoadLayout, head: list[str]) -> None:
    """Place everything that stands along the street."""
    outer, wide = street.bend, street.wide
    mat.lay("castle", _castle(job, data, Size(outer, wide)), 0, 0)
    for number, building in enumerate(head):
        place = street.place(number)
        face = _bridge(job, data) if building == "bridge" else tile_face(job, building)
        mat.lay(building, _tinted(face, "ground" if building == "bridge" else "special-tint"), place.x, place.y)
    fixed = {space: building for building, space in data.road.fixed.items()}
    for space in range(1, data.road.spaces + 1):
        place = street.place(len(head) + space - 1)
        if space in fixed:
            mat.lay(fixed[space], _tinted(tile_face(job, fixed[space]), "fixed-tint"), place.x, place.y)
        else:
            neutral = space in data.road.neutral
            mat.lay("neutral" if neutral else "free", _free(job, neutral=neutral), place.x, place.y)
        label = _label(data, space, Size(street.tile, street.label))
        mat.lay(f"space {space}", label, place.x, place.y + street.tile + 0.8)
    right = street.rows % 2 == 1
    mat.lay("title", _title(job, Size(outer - _END, wide)), street.size.width - outer + _END if right else 0,
            street.size.height - wide)  # fmt: skip


def _tinted(face: Face, tint: str) -> Face:
    return Face(face.width, face.height, (Rect(0, 0, face.width, face.height, tint), *face.items))


def _free(job: Job, *, neutral: bool) -> Face:
    """A space for a tile. The neutral ones have their frame and name."""
    width, height = job.size.width, job.size.height
    if not neutral:
        return Face(width, height, (Rect(0, 0, width, height, "page", "line", 0.7, dash=(2.5, 2.0)),))
    id = "category.neutral"
    words = NamedText(job.t.name(id), id, job.t.code)
    area = Area(5, height / 2 - 4, width - 10, 8)
    items: list[Item] = [Rect(0, 0, width, height, "neutral-tint"), *framed("neutral", width, height)]
    return Face(width, height, (*items, *written(words, area, _CATEGORY, "space")))


def _label(data: CaylusRules, space: int, size: Size) -> Face:
    """The label below a space: its number, the section that is scored there, and the pawns that start there."""
    signs = [
        f"section-{section}"
        for section, castle_section in data.castle.sections.items()
        if castle_section.trigger == space
    ]
    signs += ["bailiff"] * (data.bailiff.start == space) + ["provost"] * (data.provost.start == space)
    items: list[Item] = [Text(0.5, 4.6, str(space), "strong", 13, "ink")]
    items += [icon(name, Area(10 + 7 * n, 0, 6.2, 6.2), 6.2) for n, name in enumerate(signs)]
    return Face(size.width, size.height, tuple(items))


def _castle(job: Job, data: CaylusRules, size: Size) -> Face:
    """The castle, with its places for workers."""
    t, id, side = job.t, "term.castle", (size.width - 8) / data.castle.places
    items: list[Item] = [Rect(0.3, 0.3, size.width, size.height - 0.6, "ground", "line", 0.9)]
    name = Area(3, 2.5, size.width - 6, 8)
    items += written(NamedText(t.name(id), id, t.code), name, _NAME, "castle")
    items.append(picture(Picture("buildings/castle"), Area(4, 11, size.width - 8, size.height - side - 15)))
    row = Area(4, size.height - side - 2.5, size.width - 8, side)
    for number, place in enumerate(evenly(row, data.castle.places, side - 1), 1):
        items += [ring(place, dashed=True), *_centred(str(number), place)]
    return Face(size.width, size.height, tuple(items))


def _centred(text: str, area: Area) -> Iterator[Item]:
    yield from written(NamedText(text, "term.castle", ""), area, Type("strong", 13, align="center"), "number")


def _bridge(job: Job, data: CaylusRules) -> Face:
    """The bridge, with the price of a worker on every place."""
    t, id, size = job.t, "term.bridge", job.size
    items: list[Item] = [Rect(0.3, 0.3, size.width - 0.6, size.height - 0.6, "page", "line", 0.7)]
    items += written(NamedText(t.name(id), id, t.code), Area(3, 2.4, size.width - 6, 5.4), _SMALL, "bridge")
    items.append(picture(Picture("buildings/bridge"), Area(4, 8.2, size.width - 8, size.height * 0.24)))
    prices, side = data.bridge.prices, size.height * 0.25
    upper, foot = prices[: -(-len(prices) // 2)], prices[-(-len(prices) // 2) :]
    for number, some in enumerate((upper, foot)):
        y = size.height - (2 - number) * (side + 1.0) - 1.2
        wide = len(some) * (side + 2) - 2
        row = Area((size.width - wide) / 2, y, wide, side)
        items += priced(job, some, evenly(row, len(some), side))
    return Face(size.width, size.height, tuple(items))


def _title(job: Job, size: Size) -> Face:
    """The title, in the corner that the street leaves free."""
    t, id = job.t, "term.road"
    items = written(
        NamedText(t.name(id), id, t.code), Area(3, size.height / 2 - 12, size.width - 6, 10), _NAME, "title"
    )
    others = job.other_names(id)
    if others:
        area = Area(3, size.height / 2 - 1, size.width - 6, 9)
        items += written(others, area, _OTHERS, "names")
    return Face(size.width, size.height, tuple(items))


def _cross() -> Face:
    return Face(2 * _ARM, 2 * _ARM, (
        Line(_ARM, 0, _ARM, 2 * _ARM, 0.4, "ink"), Line(0, _ARM, 2 * _ARM, _ARM, 0.4, "ink"),
        ring(Area(_ARM / 2, _ARM / 2, _ARM, _ARM), "ink", fill="", line=0.4),
    ))  # fmt: skip


def _pages(job: Job, mat: RoadMat, pages: Wall) -> Document:
    """Return a page for every window, row by row, labeled A, B, C …"""
    width, height, labels = pages.page.width, pages.page.height, job.labels
    faces = mat.faces | edge_faces(width - 2 * craft().unprintable, craft(), labels)
    sheets = []
    for number in range(pages.across * pages.down):
        letter = chr(ord("A") + number)
        faces[f"window {letter}"] = window(mat.uses, mat.faces, pages.part(number))
        x = (width - pages.window.width) / 2
        top = craft().unprintable + craft().band
        y = top + STRIP + (height - 2 * top - STRIP - pages.window.height) / 2
        area = Area(x, y, pages.window.width, pages.window.height)
        title = job.t.say("print.road.sheet", letter=letter)
        items: list[Item] = [Use(f"window {letter}", x, y), *_frame(pages, number, area)]
        items += [*_strip(job, pages, number, area), *edges(width, height, title)]
        sheets.append(Page(width, height, tuple(items), title, area, area))
    return Document(labels.title, labels.legal, job.t.code, tuple(sheets), faces, job.rules.edition)


def _frame(pages: Wall, number: int, area: Area) -> Iterator[Item]:
    """Draw where this sheet is cut, and with dashes where the next ones will lie."""
    row, column = divmod(number, pages.across)
    yield Rect(area.x, area.y, area.width, area.height, "", "ink", craft().mark_line)
    if column < pages.across - 1:
        x = area.x + area.width - pages.overlap
        yield Line(x, area.y, x, area.y + area.height, craft().mark_line, "ink", (2, 2))
    if row < pages.down - 1:
        y = area.y + area.height - pages.overlap
        yield Line(area.x, y, area.x + area.width, y, craft().mark_line, "ink", (2, 2))


def _strip(job: Job, pages: Wall, number: int, area: Area) -> Iterator[Item]:
    """The strip above the window: its letter, what to do, and a small map of all sheets."""
    y, cell = area.y - STRIP + 1.5, (7.0, 4.2)
    letter = NamedText(chr(ord("A") + number), "print.road.sheet", job.t.code)
    yield from written(letter, Area(area.x, y, 12, STRIP - 4), _LETTER, "letter")
    how = NamedText(job.t.say("print.road.join"), "print.road.join", job.t.code)
    yield from written(how, Area(area.x + 12, y, area.width - 20 - pages.across * cell[0], STRIP - 4), _HOW, "join")
    left = area.x + area.width - pages.across * cell[0]
    for page in range(pages.across * pages.down):
        row, column = divmod(page, pages.across)
        yield from _map_cell(page, Area(left + column * cell[0], y + row * cell[1], *cell), here=page == number)


def _map_cell(number: int, area: Area, *, here: bool) -> Iterator[Item]:
    """A sheet on the map.

    The current one differs by its outline, since printing without fills leaves out any ground.
    """
    inner = area.grown(-0.5) if here else area
    yield Rect(inner.x, inner.y, inner.width, inner.height, "page", "rubric" if here else "line", 1.4 if here else 0.5)
    type = Type("bold" if here else "text", 8, align="center", colour="rubric" if here else "muted")
    yield from written(NamedText(chr(ord("A") + number), "print.road.sheet", ""), area, type, "map")
