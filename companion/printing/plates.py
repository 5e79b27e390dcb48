"""Reads the plates of templates/plates: a part of a picture in each line, from back to front.

A line is a shape, its points, and after a colon how it is hatched: `plane 40 158 40 100 60 100 60 158 : side`. A level
behind the shape says from which size it is cut (`shade@1`), a number how wide a line is (`line=0.3@1`). People draw
plates in shorter words; `python -m tools.plates` writes them out.
"""

import tomllib
from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from zlib import crc32

from companion import paths
from companion.printing import icons
from companion.printing.engraving import BlockLine, Cut, Plane, Tone, Woodblock, engraved
from companion.printing.icons import IconShape

WIDTH, HEIGHT = 256.0, 192.0
"""The units of a plate."""
WOODCUTS = "buildings/"
"""The folder of the small cuts in templates/icons. Owners' own drawings are elsewhere, and the same at every size."""
LARGE = 15.0
"""The smallest width of a large cut, in millimeters."""
STROKE = 0.35
"""The width of the only stroke of a small cut, in millimeters."""
_THIN = 7.0
"""The width of a sign, in millimeters, from which its lines get no wider."""


class BadPlate(ValueError):
    """A plate has a line that cannot be read."""


def folder() -> Path:
    return paths.templates() / "plates"


def exists(name: str) -> bool:
    return (folder() / f"{name}.txt").is_file()


@cache
def tones() -> dict[str, Tone]:
    """Return the ways of hatching by name."""
    written = tomllib.loads((folder() / "tones.toml").read_text(encoding="utf-8"))
    usual = {"angle": None, "level": 1, "start": 0.0, "crowd": 1.0}
    return {name: Tone(**usual | tone) for name, tone in written.items()}


@cache
def plate(name: str) -> Woodblock:
    """Return the plate of this name. Raises `BadPlate`."""
    return read((folder() / f"{name}.txt").read_text(encoding="utf-8").splitlines(), name)


def read(lines: Iterable[str], name: str) -> Woodblock:
    """Read the lines of a plate; its name decides what is left to chance. Raises `BadPlate`."""
    return Woodblock(WIDTH, HEIGHT, crc32(name.encode()), tuple(map(_cut, lines)))


def cut(name: str, mm: float) -> IconShape:
    """Return a drawing of templates/icons for this width: woodcuts are cut for it, lines of signs stay thin."""
    size = cut_size(name, mm)
    if not size:
        return icons.drawing(name)
    return _woodcut(name.removeprefix(WOODCUTS), size) if name.startswith(WOODCUTS) else _sign(name, size)


def cut_size(name: str, mm: float) -> float:
    """Return the size for which a drawing is cut; 0 if it is the same at every size.

    >>> cut_size("buildings/church", 21.8), cut_size("buildings/church", 6.1), cut_size("coin", 6.1)
    (22, 6.0, 0)
    """
    if not name.startswith(WOODCUTS) and ("/" in name or mm <= _THIN):
        return 0
    return round(mm) if mm >= LARGE else round(2 * mm) / 2


@lru_cache(maxsize=1024)
def _woodcut(name: str, mm: float) -> IconShape:
    """Return the large cut, or the small one with its single stroke as wide as told."""
    if mm >= LARGE:
        return engraved(plate(name), mm)
    small = icons.drawing(f"{WOODCUTS}{name}")
    width = round(STROKE * small.width / mm, 2)
    return replace(small, strokes=tuple(replace(stroke, width=width) for stroke in small.strokes))


@lru_cache(maxsize=256)
def _sign(name: str, mm: float) -> IconShape:
    """Return a large sign, whose lines are no wider than in small ones."""
    sign = icons.drawing(name)
    return replace(sign, strokes=tuple(replace(part, width=round(part.width * _THIN / mm, 2)) for part in sign.strokes))


def _cut(line: str) -> Cut:
    drawn, _, hatched = line.partition(":")
    word, *written = drawn.split()
    word, _, level = word.partition("@")
    shape, _, width = word.partition("=")
    try:
        numbers = [float(number) for number in written]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if width:
            return BlockLine(points, float(width), int(level or 0), tapered={"line": False, "wedge": True}[shape])
        ink, edge, paper = {"plane": (False, True, True), "black": (True, True, True), "shade": (False,) * 3}[shape]
        return Plane(points, tuple(_tone(name) for name in hatched.split()), ink, edge, paper, int(level or 0))
    except (KeyError, TypeError, ValueError) as error:
        raise BadPlate(f"{line}: {error}") from error


def _tone(written: str) -> Tone:
    """Return a way of hatching: by its name, or by angle, pitch, dark end, least and most (`60/0.8/T/0.85/1`)."""
    if "/" not in written:
        return tones()[written]
    angle, pitch, dark, least, most = written.split("/")
    return Tone(float(angle), float(pitch), dark, float(least), float(most))
