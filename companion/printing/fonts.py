"""The embedded fonts: the width of a text, and the available characters. reportlab reads the files."""

from collections.abc import Callable
from functools import cache, partial

from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont

from companion import paths
from companion.printing.data import read
from companion.printing.units import MM

INVISIBLE = frozenset("\u00ad\u200b")
"""Characters that mark possible breaks and are never printed."""


@cache
def font(role: str) -> TTFont:
    """Return the font for a role, registered with reportlab. Only the glyphs that are used will be embedded."""
    entry = read("fonts")[role]
    made = TTFont(entry["name"], str(paths.templates() / "fonts" / entry["file"]), asciiReadable=0)
    made.face.get_table = partial(_embedded_table, made.face.get_table)
    registerFont(made)
    return made


def _embedded_table(tables: Callable[[str], bytes], tag: str) -> bytes:
    """Return a table for embedding.

    Names and license are for the font as a file, and would be a third of a small subset.
    """
    if tag == "name":
        raise KeyError(tag)
    return tables(tag)


def name(role: str) -> str:
    """Return the font's own name, for the canvas."""
    return str(font(role).fontName)


@cache
def _widths(role: str) -> dict[int, float]:
    widths: dict[int, float] = font(role).face.charWidths
    return widths


def width(role: str, size: float, text: str) -> float:
    """Return the width of a text, in millimeters.

    >>> round(width("text", 10, "Kleermaker"), 1)
    17.1
    """
    widths = _widths(role)
    default = font(role).face.defaultWidth
    thousandths: float = sum([widths.get(ord(char), default) for char in text])
    return thousandths * size / 1000 / MM


def missing(role: str, text: str) -> str:
    """Return the characters of a text that the font lacks."""
    known = font(role).face.charToGlyph
    return "".join(char for char in dict.fromkeys(text) if ord(char) not in known and char not in INVISIBLE)


def able(role: str, text: str) -> str:
    """Return the font to set a text in: this one, or the one to use instead if only that has all its characters."""
    instead: str = read("fonts")[role].get("instead", "")
    return instead if instead and missing(role, text) and not missing(instead, text) else role


def height(role: str, size: float) -> float:
    """Return the height of capitals, in millimeters."""
    return float(read("fonts")[role]["cap"]) * size / MM
