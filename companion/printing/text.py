"""Text in a box: it wraps, then shrinks within limits, then fails the build. It is never cut off."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.printing import fonts
from companion.printing.display import Text
from companion.printing.errors import BuildError
from companion.printing.units import MM

STEP = 0.25
"""The step by which type shrinks, in points."""

BREAKS = "/-–·\u00ad\u200b"
"""Characters after which a word may break."""


@dataclass(frozen=True)
class Type:
    """How words are set, and how far they may shrink and wrap."""

    font: str = "text"
    size: float = 9.0
    least: float = 0.0
    """The smallest size; 0 means that it may not shrink."""
    lines: int = 1
    leading: float = 1.2
    align: str = "left"
    colour: str = "ink"


@dataclass(frozen=True)
class NamedText:
    """Words with the id that they come from, so that an error can name it."""

    text: str
    id: str
    language: str


@dataclass(frozen=True)
class Fitted:
    """Lines that fit, with their size."""

    lines: tuple[str, ...]
    size: float
    type: Type

    @property
    def height(self) -> float:
        """The height from the top of the first line's capitals to the last baseline, in millimeters."""
        cap = fonts.height(self.type.font, self.size)
        return cap + (len(self.lines) - 1) * self.step

    @property
    def step(self) -> float:
        """The distance between baselines, in millimeters."""
        return self.size * self.type.leading / MM


def fit(words: NamedText, width: float, height: float, type: Type, box: str) -> Fitted:
    """Fit words into a box, as large as possible. Raises `BuildError`.

    >>> fit(NamedText("Schneider und Kleermaker", "x", "de"), 20, 9, Type(size=9, lines=2), "line").lines
    ('Schneider und', 'Kleermaker')
    """
    type = replace(type, font=fonts.able(type.font, words.text))
    lacking = fonts.missing(type.font, words.text)
    if lacking:
        raise BuildError(words.id, words.language, box, f"{type.font} has no {lacking!r}")
    size = type.size
    while size >= (type.least or type.size):
        lines = tuple(_wrapped(words.text, width, type.font, size))
        fitted = Fitted(lines, size, type)
        fits = len(lines) <= type.lines and fitted.height <= height + 0.01
        if fits and all(fonts.width(type.font, size, line) <= width for line in lines):
            return fitted
        size -= STEP
    raise BuildError(
        words.id, words.language, box, f"{words.text!r} is too long for {width:g} x {height:g} mm at {type.least:g} pt"
    )


def place(fitted: Fitted, x: float, y: float, width: float) -> list[Text]:
    """Return the lines as items; `y` is the top of the first line's capitals."""
    type, placed = fitted.type, []
    line_y = y + fonts.height(type.font, fitted.size)
    for line in fitted.lines:
        spare = width - fonts.width(type.font, fitted.size, line)
        shift = {"left": 0.0, "center": spare / 2, "right": spare}[type.align]
        placed.append(Text(x + shift, line_y, line, type.font, fitted.size, type.colour))
        line_y += fitted.step
    return placed


def _wrapped(text: str, width: float, font: str, size: float) -> Iterator[str]:
    """Yield lines, each filled as far as possible. A piece that is wider than the box gets a line of its own."""
    for paragraph in text.split("\n"):
        line = ""
        for piece in _pieces(paragraph):
            longer = line.removesuffix("\u00ad") + piece if line.endswith("\u00ad") else line + piece
            if line and fonts.width(font, size, _shown(longer)) > width:
                yield _shown(line)
                line = piece.lstrip()
            else:
                line = longer
        yield _shown(line)


def _pieces(text: str) -> Iterator[str]:
    """Yield unbreakable pieces: words with the space before them, or parts of words. An option such as --ink is one."""
    piece = ""
    for char in text:
        if char == " " and piece.strip():
            yield piece
            piece = ""
        piece += char
        if char in BREAKS and piece.strip(" -"):
            yield piece
            piece = ""
    if piece:
        yield piece


def _shown(line: str) -> str:
    """Return a line as it is printed: with a hyphen at a used break, without the unused ones."""
    hyphen = "-" if line.endswith("\u00ad") else ""
    return line.replace("\u00ad", "").replace("\u200b", "").strip() + hyphen
