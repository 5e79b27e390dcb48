"""The embedded fonts: what a text measures, and which characters there are. reportlab reads the files."""

from collections.abc import Callable
from functools import cache, partial

from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont

from companion import paths
from companion.printing.data import read
from companion.printing.units import MM

INVISIBLE = frozenset("\u00ad\u200b")
"""Places where a word may break; never printed themselves."""


@cache
def font(role: str) -> TTFont:
    """The font for a role, known to reportlab from now on. Only the glyphs that are used will be embedded."""
    entry = read("fonts")[role]
    made = TTFont(entry["name"], str(paths.templates() / "fonts" / entry["file"]), asciiReadable=0)
    made.face.get_table = partial(_embedded_table, made.face.get_table)
    registerFont(made)
    return made


def _embedded_table(tables: Callable[[str], bytes], tag: str) -> bytes:
    """A table for the embedded part. Names and licence are for the font as a file: a third of a small subset."""
    if tag == "name":
        raise KeyError(tag)
    return tables(tag)


def name(role: str) -> str:
    """The font's own name, for the canvas."""
    return str(font(role).fontName)


@cache
def _widths(role: str) -> dict[int, float]:
    widths: dict[int, float] = font(role).face.charWidths
    return widths


def width(role: str, size: float, text: str) -> float:
    """How wide a text is, in millimetres.

    >>> round(width("text", 10, "Kleermaker"), 1)
    17.1
    """
    widths = _widths(role)
    default = font(role).face.defaultWidth
    thousandths: float = sum([widths.get(ord(char), default) for char in text])
    return thousandths * size / 1000 / MM


def missing(role: str, text: str) -> str:
    """The characters of a text that the font cannot draw."""
    known = font(role).face.charToGlyph
    return "".join(char for char in dict.fromkeys(text) if ord(char) not in known and char not in INVISIBLE)


def height(role: str, size: float) -> float:
    """How high capitals stand, in millimetres."""
    return float(read("fonts")[role]["cap"]) * size / MM
