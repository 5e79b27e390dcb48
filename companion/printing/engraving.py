"""Cuts a plate for a size: planes from back to front, light from the upper left, lines as wide as a graver cuts them.

A plate's shapes are in units; the widths and distances of its lines are in millimeters of the printed picture. So a
picture gets more lines when it grows, and never fatter ones.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

from companion.printing.icons import CURRENT, IconShape, Segment, Stroke

Point = tuple[float, float]

PAPER = "#FFFBF2"
LEVELS = ((21.0, 2), (12.0, 1))
"""From which width in millimeters what is of this level is cut."""

_CONTOUR = {2: 0.3, 1: 0.24, 0: 0.24}
_BASE = 0.3
"""The width of a wedge at its dark end; it ends in a point."""
_PITCH = 0.76
_CROWDED = 1.3
"""How much wider apart the lines of small pictures are."""
_HALO = 0.3
"""How far hatching stays away from an edge in front of it: the white line that a graver leaves."""
_SHORTEST = 0.4
_FINE = 2


@dataclass(frozen=True)
class Tone:
    """How a plane is hatched."""

    angle: float | None
    """In degrees; None for the direction of the plane's first edge."""
    pitch: float
    """The distance between lines, in parts of the usual one."""
    dark: str
    """The end where the wedges are full: R, L, T or B."""
    least: float
    most: float
    """How much of the plane the wedges cross."""
    level: int = 1
    start: float = 0.0
    """Where hatching begins, as a part of the plane from the lit side."""
    crowd: float = 1.0
    """How much closer together the lines of a round form are on its dark side."""


@dataclass(frozen=True)
class Plane:
    """A face of something: paper that hides what is behind it, with an edge and hatching; or black."""

    points: Sequence[Point]
    tones: tuple[Tone, ...] = ()
    ink: bool = False
    edge: bool = True
    paper: bool = True
    level: int = 0


@dataclass(frozen=True)
class BlockLine:
    """A line of its own, as wide as told, in millimeters; tapered marks are wedges."""

    points: Sequence[Point]
    width: float
    level: int = 0
    tapered: bool = False


Cut = Plane | BlockLine


@dataclass(frozen=True)
class Woodblock:
    """A picture before it is cut for a size."""

    width: float
    height: float
    seed: int
    cuts: tuple[Cut, ...]


def engraved(plate: Woodblock, mm: float) -> IconShape:
    """Return the picture as it is cut for this width."""
    level = next((level for least, level in LEVELS if mm >= least), 0)
    unit, chance = plate.width / mm, Random(plate.seed)
    cuts = [cut for cut in plate.cuts if cut.level <= level]
    fronts = [_Front(cut.points) for cut in cuts if isinstance(cut, Plane) and (cut.paper or cut.ink)]
    strokes: list[Stroke] = []
    passed = 0
    for cut in cuts:
        if isinstance(cut, BlockLine):
            strokes.append(_mark(cut, unit))
            continue
        passed += cut.paper or cut.ink
        strokes += _plane(cut, _CONTOUR[level] * unit)
        wedges: list[Segment] = []
        for tone in cut.tones:
            if tone.level <= level:
                wedges += _hatching(cut.points, tone, unit * (_CROWDED if level < 2 else 1), fronts[passed:], chance)
        if wedges:
            strokes.append(Stroke(tuple(wedges), CURRENT, "none", 0))
    fine = (
        replace(stroke, segments=_fine(stroke.segments), width=round(stroke.width * _FINE, 1))
        for stroke in _joined(strokes)
    )
    return IconShape(plate.width * _FINE, plate.height * _FINE, tuple(fine))


def _fine(segments: Iterable[Segment]) -> tuple[Segment, ...]:
    """Return coordinates as whole numbers of smaller units, which take less room in a file."""
    return tuple((kind, tuple(round(value * _FINE) for value in values)) for kind, values in segments)


class _Front:
    """What stands in front of something, and the box around it."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = points
        xs, ys = [x for x, _ in points], [y for _, y in points]
        self.box = min(xs), min(ys), max(xs), max(ys)

    def touches(self, other: "_Front") -> bool:
        a, b = self.box, other.box
        return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _plane(cut: Plane, contour: float) -> Iterator[Stroke]:
    fill = CURRENT if cut.ink else PAPER if cut.paper else "none"
    drawn = CURRENT if cut.edge and not cut.ink else "none"
    if (fill, drawn) != ("none", "none"):
        yield Stroke((*_path(cut.points), ("z", ())), fill, drawn, contour)


def _mark(mark: BlockLine, unit: float) -> Stroke:
    if mark.tapered:
        return Stroke(tuple(_wedge(mark.points[0], mark.points[-1], mark.width * unit)), CURRENT, "none", 0)
    return Stroke(tuple(_path(mark.points)), "none", CURRENT, mark.width * unit)


def _path(points: Sequence[Point]) -> Iterator[Segment]:
    for place, point in enumerate(points):
        yield ("l" if place else "m"), point


def _wedge(dark: Point, light: Point, width: float) -> Iterator[Segment]:
    """Yield a cut of the graver: full where it is dark, a point where the light is."""
    (x, y), (dx, dy) = dark, (light[0] - dark[0], light[1] - dark[1])
    half = width / 2 / (math.hypot(dx, dy) or 1)
    yield "m", (x - dy * half, y + dx * half)
    yield "l", (x + dy * half, y - dx * half)
    yield "l", light


def _hatching(
    points: Sequence[Point], tone: Tone, unit: float, fronts: Iterable[_Front], chance: Random
) -> Iterator[Segment]:
    angle = math.radians(tone.angle) if tone.angle is not None else math.atan2(
        points[1][1] - points[0][1], points[1][0] - points[0][0]
    )  # fmt: skip
    along, up = math.cos(angle), math.sin(angle)
    own = _Front(points)
    turned = [_turned(front.points, along, up) for front in fronts if front.touches(own)]
    mine = _turned(points, along, up)
    low, high = min(t for _, t in mine), max(t for _, t in mine)
    pitch = tone.pitch * _PITCH * unit
    at = low + max((high - low) * tone.start, pitch * 0.5)
    while at < high - pitch * 0.2:
        for start, end in _spans(mine, turned, at, _HALO * unit):
            part = tone.least + (tone.most - tone.least) * chance.random()
            if (end - start) * part >= _SHORTEST * unit:
                ends = [(s * along - at * up, s * up + at * along) for s in (start, end)]
                dark, far = ends if _is_first(ends, tone.dark) else ends[::-1]
                light = dark[0] + (far[0] - dark[0]) * part, dark[1] + (far[1] - dark[1]) * part
                yield from _wedge(dark, light, _BASE * unit)
        close = 1 + (1 / tone.crowd - 1) * (at - low) / (high - low)
        at += pitch * close * (0.9 + 0.2 * chance.random())


def _is_first(ends: Sequence[Point], dark: str) -> bool:
    """Whether the first end is the dark one."""
    place, sign = {"R": (0, 1), "L": (0, -1), "B": (1, 1), "T": (1, -1)}[dark]
    return (ends[0][place] - ends[1][place]) * sign > 0


def _turned(points: Sequence[Point], along: float, up: float) -> list[Point]:
    return [(x * along + y * up, y * along - x * up) for x, y in points]


def _spans(
    mine: Sequence[Point], fronts: Sequence[Sequence[Point]], at: float, halo: float
) -> list[tuple[float, float]]:
    """Return where a line runs inside a plane and not behind what is in front of it."""
    spans = _inside(mine, at)
    for front in fronts:
        for start, end in _inside(front, at):
            spans = [
                part
                for a, b in spans
                for part in ((a, min(b, start - halo)), (max(a, end + halo), b))
                if part[0] < part[1]
            ]
    return spans


def _inside(points: Sequence[Point], at: float) -> list[tuple[float, float]]:
    crossed = sorted(
        a[0] + (at - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
        for a, b in pairwise((*points, points[0]))
        if (a[1] > at) != (b[1] > at)
    )
    return list(zip(crossed[::2], crossed[1::2], strict=False))


def _joined(strokes: Sequence[Stroke]) -> Iterator[Stroke]:
    """Yield the strokes, lines and wedges of the same pen as one if they follow each other."""
    held: Stroke | None = None
    for stroke in strokes:
        if held and "none" in (stroke.fill, stroke.stroke) and _pen(stroke) == _pen(held):
            held = Stroke(held.segments + stroke.segments, held.fill, held.stroke, held.width)
            continue
        if held:
            yield held
        held = stroke
    if held:
        yield held


def _pen(stroke: Stroke) -> tuple[str, str, float]:
    return stroke.fill, stroke.stroke, stroke.width
