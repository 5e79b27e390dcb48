"""The embedded fonts: the width of a text with its kerning, and the available characters.

reportlab reads the files, and HarfBuzz the kerning in them.
"""

from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from companion import paths
from companion.printing.data import read
from companion.printing.paper import MM

if TYPE_CHECKING:
    from reportlab.pdfbase.ttfonts import TTFont

INVISIBLE = frozenset("\u00ad\u200b")
"""Characters that mark possible breaks and are never printed."""

_FEATURES = {"kern": True, "liga": False, "clig": False, "calt": False}
"""Kerning and nothing else: every character keeps a glyph of its own, and can be searched and copied."""


@cache
def font(role: str) -> "TTFont":
    """Return the font for a role, registered with reportlab. Only the glyphs that are used will be embedded."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    entry = read("fonts")[role]
    face = TTFont(entry["name"], str(paths.templates() / "fonts" / entry["file"]), asciiReadable=0)
    registerFont(face)
    return face


def name(role: str) -> str:
    """Return the font's own name, for the canvas."""
    return str(font(role).fontName)


class _Advances:
    """How far the characters of a font advance, and by how much less or more in pairs, in thousandths of its size."""

    def __init__(self, font: "TTFont") -> None:
        self._widths: dict[int, float] = font.face.charWidths
        self._default: float = font.face.defaultWidth
        self._font = font
        self._pairs: dict[str, float] = {}

    def widths(self, text: str) -> list[float]:
        """Return the width of each character by itself."""
        widths, default = self._widths, self._default
        return [widths.get(ord(char), default) for char in text]

    def kerns(self, text: str) -> list[float]:
        """Return the space between each character and the next, mostly 0."""
        pairs = self._pairs
        try:
            return [pairs[char + other] for char, other in pairwise(text)]
        except KeyError:
            self._learn(text)
            return [pairs[char + other] for char, other in pairwise(text)]

    def _learn(self, text: str) -> None:
        """Shape a text, and remember the pairs in it. Kerning in these fonts never depends on more than two."""
        import uharfbuzz

        buffer = uharfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        uharfbuzz.shape(self._font.hbFont(), buffer, _FEATURES)
        advances = [self._font.pdfScale(position.x_advance) for position in buffer.glyph_positions]
        plain = self.widths(text)
        if len(advances) != len(plain):  # combined characters
            advances = plain
        for place, (char, other) in enumerate(pairwise(text)):
            self._pairs.setdefault(char + other, advances[place] - plain[place])


@cache
def _advances(role: str) -> _Advances:
    return _Advances(font(role))


def width(role: str, size: float, text: str) -> float:
    """Return the width of a text, in millimeters.

    >>> round(width("text", 10, "Kleermaker"), 1), width("text", 10, "To") < width("text", 10, "oT")
    (17.0, True)
    """
    return _thousandths(role, text) * size / 1000 / MM


@lru_cache(1 << 15)
def _thousandths(role: str, text: str) -> float:
    advances = _advances(role)
    return sum(advances.widths(text)) + sum(advances.kerns(text))


def kerned(role: str, text: str) -> str:
    """Return a text for the canvas, which draws it with its kerning, exactly as wide as `width` says."""
    from reportlab.pdfbase.ttfonts import ShapeData, ShapedStr

    advances = _advances(role)
    kerns = advances.kerns(text)
    if not any(kerns):
        return text
    parts = zip(advances.widths(text), (*kerns, 0), strict=True)
    shaped: str = ShapedStr(text, [ShapeData(n, own + kern, 0, 0, 0, own) for n, (own, kern) in enumerate(parts)])
    return shaped


def missing(role: str, text: str) -> str:
    """Return the characters of a text that the font lacks."""
    glyphs = font(role).face.charToGlyph
    return "".join(char for char in dict.fromkeys(text) if ord(char) not in glyphs and char not in INVISIBLE)


def able(role: str, text: str) -> str:
    """Return the font to set a text in: this one, or the one to use instead if only that has all its characters."""
    instead: str = read("fonts")[role].get("instead", "")
    return instead if instead and missing(role, text) and not missing(instead, text) else role


def height(role: str, size: float) -> float:
    """Return the height of capitals, in millimeters."""
    return float(read("fonts")[role]["cap"]) * size / MM
