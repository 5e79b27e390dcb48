"""Drawings as plain strokes. Reads the part of SVG that our drawings use, and refuses the rest.

This is a reader of our own because it takes a tenth of a millisecond for each drawing; importing a general one would
take longer than laying out a whole sheet.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET
from xml.parsers.expat import ParserCreate

from companion import paths

Segment = tuple[str, tuple[float, ...]]
"""One of `m x y`, `l x y`, `c x1 y1 x2 y2 x y` and `z`, in absolute coordinates."""

CURRENT = "currentColor"
KAPPA = 0.5522847498
"""The length of the control handles that approximate a quarter circle, as a fraction of the radius."""

_NUMBER = re.compile(r"[-+]?(?:\d*\.\d+|\d+\.?)(?:[eE][-+]?\d+)?")
_COMMAND = re.compile(r"([MmLlHhVvCcSsQqAaZz])([^MmLlHhVvCcSsQqAaZz]*)")
_ARGUMENTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "a": 7, "z": 0}
_ARC = re.compile(
    rf"({_NUMBER.pattern})[\s,]*({_NUMBER.pattern})[\s,]*({_NUMBER.pattern})[\s,]*([01])[\s,]*([01])[\s,]*"
    rf"({_NUMBER.pattern})[\s,]*({_NUMBER.pattern})"
)


_MOST_BYTES = 200_000
_DEEPEST = 30


class BadDrawing(ValueError):
    """A drawing contains something that paper cannot show in the same way as a screen: what, and where it is known."""

    def __init__(self, code: str, line: int | None = None, **args: str) -> None:
        super().__init__(code)
        self.code, self.line, self.args_said = code, line, args
        self.node: ET.Element | None = None
        """The element that it is about."""


@dataclass(frozen=True)
class Stroke:
    """One outline, filled, drawn or both. Colors are as in the file; `currentColor` is chosen on use."""

    segments: tuple[Segment, ...]
    fill: str
    stroke: str
    width: float


@dataclass(frozen=True)
class IconShape:
    """A drawing in its own units, from the top left corner."""

    width: float
    height: float
    strokes: tuple[Stroke, ...]


@dataclass(frozen=True)
class _Pen:
    fill: str = "#000000"
    stroke: str = "none"
    width: float = 1.0

    def taken(self, node: ET.Element) -> "_Pen":
        return replace(
            self,
            fill=node.get("fill", self.fill),
            stroke=node.get("stroke", self.stroke),
            width=_number(node, "stroke-width", self.width),
        )


@cache
def drawing(name: str) -> IconShape:
    """Return a drawing by its name: the path without `.svg`, below templates/icons or absolute."""
    return parse(folder() / f"{name}.svg")


def folder() -> Path:
    return paths.templates() / "icons"


def exists(name: str) -> bool:
    """Whether there is such a drawing."""
    return (folder() / f"{name}.svg").is_file()


def icon_names(game: str = "") -> list[str]:
    """Return the names of all icons, without the buildings; or of those that a game draws in its own way."""
    return sorted(file.stem for file in (folder() / game).glob("*.svg"))


def woodcut(names: Sequence[str], overlays: Sequence[Path] = ()) -> str:
    """Return the drawing of the first of these names that has one, or empty.

    Overlays go first, the last one before others.
    """
    for own in reversed(overlays):
        for name in names:
            if (own / "drawings" / f"{name}.svg").is_file():
                return str((own / "drawings" / name).resolve())
    return next((path for name in names if exists(path := f"buildings/{name}")), "")


def parse(file: Path) -> IconShape:
    """Parse a file. Raises `BadDrawing`."""
    written = _written(file)
    try:
        root = ET.fromstring(written)
        _, _, width, height = (float(n) for n in root.get("viewBox", "0 0 24 24").split())
        shape = IconShape(width, height, tuple(_strokes(root, _Pen())))
    except BadDrawing as error:
        error.line = _lines(written)[[*root.iter()].index(error.node)] if error.node is not None else None
        raise
    except ET.ParseError as error:
        raise BadDrawing("xml", *error.position[:1], column=str(error.position[1] + 1)) from error
    except ValueError as error:
        raise BadDrawing("xml", column="1") from error
    if not all(-width <= x <= 2 * width and -height <= y <= 2 * height for x, y in _points(shape)):
        raise BadDrawing("outside")
    if not shape.strokes or min(width, height) <= 0:
        raise BadDrawing("empty")
    return shape


def _written(file: Path) -> bytes:
    try:
        written = file.read_bytes()
    except OSError as error:
        raise BadDrawing("xml", column="1") from error
    if len(written) > _MOST_BYTES:
        raise BadDrawing("size", most=f"{_MOST_BYTES // 1000} kB")
    if b"<!ENTITY" in written:
        raise BadDrawing("entity", written[: written.index(b"<!ENTITY")].count(b"\n") + 1)
    return written


def _lines(written: bytes) -> list[int]:
    """Return the line on which each element begins."""
    parser, lines = ParserCreate(), list[int]()
    parser.StartElementHandler = lambda *_: lines.append(parser.CurrentLineNumber)
    parser.Parse(written, True)
    return lines


def _points(shape: IconShape) -> Iterator[tuple[float, float]]:
    for stroke in shape.strokes:
        for _, values in stroke.segments:
            yield from zip(values[::2], values[1::2], strict=True)


def _strokes(node: ET.Element, pen: _Pen, depth: int = 0) -> Iterator[Stroke]:
    """Yield what is drawn. What a drawing program keeps for itself is passed over."""
    space, _, tag = str(node.tag).rpartition("}")
    if (space and space != _SVG) or tag in _UNDRAWN or (tag == "defs" and not len(node)):
        return
    try:
        yield from _drawn(node, tag, pen, depth)
    except BadDrawing as error:
        error.node = node if error.node is None else error.node
        raise


def _drawn(node: ET.Element, tag: str, pen: _Pen, depth: int) -> Iterator[Stroke]:
    if depth > _DEEPEST:
        raise BadDrawing("size", most=str(_DEEPEST))
    for attribute in ("opacity", "transform", "style"):
        if node.get(attribute):
            raise BadDrawing("attribute", tag=tag, got=attribute)
    pen = pen.taken(node)
    if tag in ("svg", "g"):
        for child in node:
            yield from _strokes(child, pen, depth + 1)
    elif tag in _SHAPES:
        yield Stroke(tuple(_SHAPES[tag](node)), pen.fill, pen.stroke, pen.width)
    else:
        raise BadDrawing("part", got=tag, valid=", ".join(("g", *_SHAPES)))


_SVG = "{http://www.w3.org/2000/svg"
_UNDRAWN = ("title", "desc", "metadata")


def rectangle(segments: Sequence[Segment]) -> tuple[float, float, float, float] | None:
    """Return the left and upper edge, width and height of a path that is an upright rectangle, or None."""
    if "".join(kind for kind, _ in segments) != "mlllz":
        return None
    xs, ys = {values[0] for _, values in segments[:4]}, {values[1] for _, values in segments[:4]}
    if len(xs) != 2 or len(ys) != 2 or len({values for _, values in segments}) != 5:
        return None
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _numbers(node: ET.Element, *names: str) -> list[float]:
    return [_number(node, name) for name in names]


def _number(node: ET.Element, name: str, default: float = 0) -> float:
    written = node.get(name, str(default))
    if not _NUMBER.fullmatch(written.strip()) or (name in _SIZES and float(written) < 0):
        raise BadDrawing("attribute", tag=str(node.tag).rpartition("}")[2], got=f'{name}="{written}"')
    return float(written)


_SIZES = ("width", "height", "r", "rx", "ry", "stroke-width")
"""What cannot be below zero."""


def _rect(node: ET.Element) -> Iterator[Segment]:
    x, y, w, h, r = _numbers(node, "x", "y", "width", "height", "rx")
    if not r:
        yield from [("m", (x, y)), ("l", (x + w, y)), ("l", (x + w, y + h)), ("l", (x, y + h)), ("z", ())]
        return
    k = r * (1 - KAPPA)
    right, foot = x + w, y + h
    yield "m", (x + r, y)
    yield "l", (right - r, y)
    yield "c", (right - k, y, right, y + k, right, y + r)
    yield "l", (right, foot - r)
    yield "c", (right, foot - k, right - k, foot, right - r, foot)
    yield "l", (x + r, foot)
    yield "c", (x + k, foot, x, foot - k, x, foot - r)
    yield "l", (x, y + r)
    yield "c", (x, y + k, x + k, y, x + r, y)
    yield "z", ()


def _ellipse(node: ET.Element) -> Iterator[Segment]:
    x, y, r, rx, ry = _numbers(node, "cx", "cy", "r", "rx", "ry")
    rx, ry = r or rx, r or ry
    kx, ky = rx * KAPPA, ry * KAPPA
    yield "m", (x + rx, y)
    yield "c", (x + rx, y + ky, x + kx, y + ry, x, y + ry)
    yield "c", (x - kx, y + ry, x - rx, y + ky, x - rx, y)
    yield "c", (x - rx, y - ky, x - kx, y - ry, x, y - ry)
    yield "c", (x + kx, y - ry, x + rx, y - ky, x + rx, y)
    yield "z", ()


def _line(node: ET.Element) -> Iterator[Segment]:
    x1, y1, x2, y2 = _numbers(node, "x1", "y1", "x2", "y2")
    yield "m", (x1, y1)
    yield "l", (x2, y2)


def _poly(node: ET.Element) -> Iterator[Segment]:
    values = [float(n) for n in _NUMBER.findall(node.get("points", ""))]
    for place in range(0, len(values), 2):
        yield ("l" if place else "m"), (values[place], values[place + 1])
    if node.tag.endswith("polygon"):
        yield "z", ()


def _path(node: ET.Element) -> Iterator[Segment]:
    x = y = begin_x = begin_y = 0.0
    control: tuple[float, float] | None = None
    whole = node.get("d", "")
    if whole[: len(whole) - len(whole.lstrip())] + "".join(map("".join, _COMMAND.findall(whole))) != whole:
        raise BadDrawing("path", got=whole.strip()[:20])
    for letter, written in _COMMAND.findall(whole):
        kind, relative = letter.lower(), letter.islower()
        for values in _sets(kind, written):
            dx, dy = (x, y) if relative else (0.0, 0.0)
            before = control
            control = None
            if kind == "z":
                yield "z", ()
                x, y = begin_x, begin_y
            elif kind == "a":
                rx, ry, turn, large, sweep, end_x, end_y = values
                yield from _arc((x, y), (rx, ry), turn, (large, sweep), (end_x + dx, end_y + dy))
                x, y = end_x + dx, end_y + dy
            elif kind in "csq":
                points = [v + (dy if i % 2 else dx) for i, v in enumerate(values)]
                curve = _curve(kind, (x, y), before, points)
                yield "c", curve
                control, (x, y) = (curve[2], curve[3]), (curve[4], curve[5])
            else:
                x = values[0] + dx if kind != "v" else x
                y = values[-1] + dy if kind != "h" else y
                yield ("m" if kind == "m" else "l"), (x, y)
                if kind == "m":
                    begin_x, begin_y = x, y
                    kind = "l"


def _sets(kind: str, written: str) -> Iterator[tuple[float, ...]]:
    """Yield the sets of arguments of one letter, which may have several."""
    if kind == "a":
        if _ARC.sub("", written).strip(", \t\r\n") or not written.strip():
            raise BadDrawing("path", got=f"{kind}{written}".strip()[:20])
        yield from (tuple(map(float, arc)) for arc in _ARC.findall(written))
        return
    numbers = [float(n) for n in _NUMBER.findall(written)]
    step = _ARGUMENTS[kind]
    if _NUMBER.sub("", written).strip(", \t\r\n") or (not numbers or len(numbers) % step if step else numbers):
        raise BadDrawing("path", got=f"{kind}{written}".strip()[:20])
    if not step:
        yield ()
        return
    for place in range(0, len(numbers), step):
        yield tuple(numbers[place : place + step])


def _curve(
    kind: str, begin: tuple[float, float], before: tuple[float, float] | None, points: list[float]
) -> tuple[float, ...]:
    """Convert any of SVG's curves to the one that PDF has."""
    if kind == "c":
        return tuple(points)
    if kind == "s":
        first = (2 * begin[0] - before[0], 2 * begin[1] - before[1]) if before else begin
        return (*first, *points)
    qx, qy, x, y = points
    third = 2 / 3
    return (
        begin[0] + third * (qx - begin[0]), begin[1] + third * (qy - begin[1]),
        x + third * (qx - x), y + third * (qy - y), x, y,
    )  # fmt: skip


def _arc(
    begin: tuple[float, float],
    radii: tuple[float, float],
    turn: float,
    flags: tuple[float, float],
    end: tuple[float, float],
) -> Iterator[Segment]:
    """Convert an arc of a circle or ellipse to curves of at most a quarter turn (SVG 1.1, F.6.5)."""
    (x1, y1), (x2, y2), (rx, ry), (large, sweep) = begin, end, radii, flags
    if turn or not rx or not ry:
        raise BadDrawing("path", got="a")
    px, py = (x1 - x2) / 2, (y1 - y2) / 2
    scale = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * scale, ry * scale
    rest = max(0.0, (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2)
    factor = math.sqrt(rest / ((rx * py) ** 2 + (ry * px) ** 2)) * (-1 if large == sweep else 1)
    cx, cy = factor * rx * py / ry, -factor * ry * px / rx
    middle_x, middle_y = cx + (x1 + x2) / 2, cy + (y1 + y2) / 2
    first = math.atan2((py - cy) / ry, (px - cx) / rx)
    sweep_by = math.atan2((-py - cy) / ry, (-px - cx) / rx) - first
    if sweep and sweep_by < 0:
        sweep_by += 2 * math.pi
    if not sweep and sweep_by > 0:
        sweep_by -= 2 * math.pi
    pieces = max(1, math.ceil(abs(sweep_by) / (math.pi / 2) - 1e-9))
    step = sweep_by / pieces
    k = 4 / 3 * math.tan(step / 4)
    for piece in range(pieces):
        a, b = first + piece * step, first + (piece + 1) * step
        yield "c", (
            middle_x + rx * (math.cos(a) - k * math.sin(a)), middle_y + ry * (math.sin(a) + k * math.cos(a)),
            middle_x + rx * (math.cos(b) + k * math.sin(b)), middle_y + ry * (math.sin(b) - k * math.cos(b)),
            middle_x + rx * math.cos(b), middle_y + ry * math.sin(b),
        )  # fmt: skip


_SHAPES: dict[str, Callable[[ET.Element], Iterator[Segment]]] = {
    "rect": _rect, "circle": _ellipse, "ellipse": _ellipse, "line": _line, "polyline": _poly, "polygon": _poly,
    "path": _path,
}  # fmt: skip
