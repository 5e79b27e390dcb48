"""The edges of the kinds of building: stitches, beams, ashlar … They distinguish the kinds without color.

`templates/sheets/frames.toml` says which edge, sides and corners a kind has.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from companion.printing.data import read
from companion.printing.display import Area, Icon, Item, Line, Rect
from companion.printing.paper import MM

OUT, THICK = 2.4, 1.9
"""The distance of a frame from the cut, and its width, in millimeters."""

_PITCH = 2.6
"""The distance between stitches, lozenges and the like, in millimeters; it varies so that they come out even."""


@dataclass(frozen=True)
class Band:
    """One side of a frame. Positions are along it and across it, in millimeters."""

    area: Area
    colour: str
    tint: str

    @property
    def upright(self) -> bool:
        return self.area.height > self.area.width

    @property
    def long(self) -> float:
        return max(self.area.width, self.area.height)

    @property
    def thick(self) -> float:
        return min(self.area.width, self.area.height)

    def parts(self, pitch: float) -> int:
        """Return how many parts of about this length it is divided into."""
        return max(round(self.long / pitch), 1)

    def rect(
        self, along: float, across: float, long: float, wide: float, fill: str, stroke: str = "", *, radius: float = 0.0
    ) -> Rect:
        x, y = self._at(along, across)
        width, height = (wide, long) if self.upright else (long, wide)
        return Rect(x, y, width, height, fill, stroke, 0.5, radius)

    def line(
        self, start: float, end: float, across: float, width: float, colour: str, dash: tuple[float, ...] = ()
    ) -> Line:
        return Line(*self._at(start, across), *self._at(end, across), width, colour, dash)

    def tick(self, along: float, start: float, end: float, width: float, colour: str) -> Line:
        return Line(*self._at(along, start), *self._at(along, end), width, colour)

    def _at(self, along: float, across: float) -> tuple[float, float]:
        if self.upright:
            return self.area.x + across, self.area.y + along
        return self.area.x + along, self.area.y + across


def framed(kind: str, width: float, height: float) -> list[Item]:
    """Return the frame of a kind on a face of this size: the edge above, the sides, and the corners."""
    frame = read("frames")[kind]
    inner = Area(0, 0, width, height).grown(-OUT)
    right, foot = inner.x + inner.width - THICK, inner.y + inner.height - THICK
    sides = (
        Area(inner.x, inner.y, THICK, inner.height), Area(right, inner.y, THICK, inner.height),
        Area(inner.x, foot, inner.width, THICK),
    )  # fmt: skip
    items: list[Item] = []
    for side in sides:
        items += _EDGES[frame.get("sides", frame["edge"])](Band(side, frame["colour"], frame["tint"]))
    items += edge(kind, Area(inner.x, inner.y, inner.width, THICK))
    if "corner" in frame:
        for x in (inner.x, right):
            for y in (inner.y, foot):
                items += _CORNERS[frame["corner"]](Area(x, y, THICK, THICK), frame["colour"])
    return items


def edge(kind: str, area: Area, *, plain: bool = False) -> Iterator[Item]:
    """Yield the edge of a kind as a strip, as it is at the top of its frame; a plain one is black and white."""
    frame = read("frames")[kind]
    drawn = _EDGES[frame["edge"]](Band(area, frame["colour"], frame["tint"]))
    return map(_plain, drawn) if plain else drawn


def _plain(item: Item) -> Item:
    if isinstance(item, Rect):
        return replace(item, fill="white" if item.fill else "", stroke="ink")
    return replace(item, colour="ink") if isinstance(item, Line) else item


def _line(band: Band) -> Iterator[Item]:
    yield band.line(band.thick / 2, band.long - band.thick / 2, band.thick / 2, 0.9, band.colour)


def _lines(band: Band) -> Iterator[Item]:
    yield band.line(0, band.long, band.thick * 0.25, 0.6, band.colour)
    yield band.line(0, band.long, band.thick * 0.75, 1.2, band.colour)


def _rails(band: Band) -> Iterator[Item]:
    for part in (0.18, 0.82):
        yield band.line(0, band.long, band.thick * part, 1.0, band.colour)


def _stitches(band: Band) -> Iterator[Item]:
    pitch = band.long / (band.parts(_PITCH) - 0.4)
    dash = (round(0.6 * pitch * MM, 3), round(0.4 * pitch * MM, 3))
    yield band.line(0, band.long, band.thick / 2, band.thick * 0.6 * MM, band.colour, dash)


def _beam(band: Band) -> Iterator[Item]:
    yield band.rect(0, 0, band.long, band.thick, band.colour, "ink")
    for start, end, across in ((0.08, 0.36, 0.36), (0.3, 0.68, 0.68), (0.62, 0.92, 0.36)):
        yield band.line(start * band.long, end * band.long, across * band.thick, 0.5, band.tint)


def _ashlar(band: Band) -> Iterator[Item]:
    yield band.rect(0, 0, band.long, band.thick, "ashlar", "ink")
    parts = band.parts(1.8 * _PITCH)
    for part in range(1, parts):
        yield band.tick(part * band.long / parts, 0, band.thick, 0.5, "ink")


def _roof(band: Band) -> Iterator[Item]:
    tiles = band.parts(0.8 * _PITCH)
    wide = band.long / tiles
    for tile in range(tiles):
        yield band.rect(tile * wide, band.thick - wide, wide, wide, band.colour, "page", radius=wide / 2)
    yield band.rect(0, 0, band.long, band.thick - wide / 2, band.colour, band.colour)


def _lozenges(band: Band) -> Iterator[Item]:
    yield band.rect(0, 0, band.long, band.thick, band.colour, band.colour)
    count, side = band.parts(_PITCH), band.thick * 0.62
    for place in range(count):
        at = band.rect((place + 0.5) * band.long / count - side / 2, (band.thick - side) / 2, side, side, "")
        yield Icon("lozenge", at.x, at.y, side, band.colour)


def _battlements(band: Band) -> Iterator[Item]:
    parts = band.parts(0.8 * _PITCH) // 2 * 2 + 1
    wide, depth = band.long / parts, band.thick * 0.8
    for part in range(parts):
        across = depth if part % 2 else 0.0
        yield band.line(part * wide, (part + 1) * wide, across, 0.9, band.colour)
        if part:
            yield band.tick(part * wide, 0, depth, 0.9, band.colour)


_EDGES: dict[str, Callable[[Band], Iterator[Item]]] = {
    "line": _line, "lines": _lines, "rails": _rails, "stitches": _stitches, "beam": _beam, "ashlar": _ashlar,
    "roof": _roof, "lozenges": _lozenges, "battlements": _battlements,
}  # fmt: skip


def _peg(area: Area, colour: str) -> Iterator[Item]:
    del colour
    area = area.grown(0.2)
    yield Rect(area.x, area.y, area.width, area.height, "page", "ink", 0.6, area.width / 2)


def _nail(area: Area, colour: str) -> Iterator[Item]:
    area = area.grown(0.1)
    yield Rect(area.x, area.y, area.width, area.height, "page", colour, 0.8, area.width / 2)
    yield Line(area.x, area.y + area.height / 2, area.x + area.width, area.y + area.height / 2, 0.6, colour)
    yield Line(area.x + area.width / 2, area.y, area.x + area.width / 2, area.y + area.height, 0.6, colour)


def _quoin(area: Area, colour: str) -> Iterator[Item]:
    del colour
    area = area.grown(0.3)
    yield Rect(area.x, area.y, area.width, area.height, "stone", "ink", 0.6)


def _lily(area: Area, colour: str) -> Iterator[Item]:
    area = area.grown(0.5)
    yield Rect(area.x, area.y, area.width, area.height, "page", colour, 0.6)
    area = area.grown(-0.2)
    yield Icon("favor", area.x, area.y, area.width, colour)


_CORNERS: dict[str, Callable[[Area, str], Iterator[Item]]] = {
    "peg": _peg, "nail": _nail, "quoin": _quoin, "lily": _lily,
}  # fmt: skip
