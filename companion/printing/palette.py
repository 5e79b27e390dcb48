"""Colours by name, for one way of printing: full, saver or grey; at home or in a print shop.

A colour is one number (grey, or black ink), three (red green blue) or four (cyan magenta yellow black), from 0 to 1.
"""

from dataclasses import dataclass
from functools import cache

from companion.printing.data import read

INKS = ("full", "saver", "grey")
PROFILES = ("home", "shop")

Colour = tuple[float, ...]

_PALE = 0.42
"""Lines at least this light were meant for dark grounds, which an ink-saving sheet does not have."""


@dataclass(frozen=True)
class Palette:
    """How the names of colours come out."""

    ink: str
    profile: str

    def line(self, name: str) -> Colour:
        """What is drawn or written. Saving ink turns signs on a cube, pale on dark, into ink."""
        if self.ink == "saver" and _grey(name) > _PALE and name != "line":
            return self._colour("ink")
        return self._colour(name)

    def fill(self, name: str) -> Colour:
        """What fills an area; saving ink it is white, which hides what lies behind and costs nothing."""
        return self._colour("white" if self.ink == "saver" else name)

    def _colour(self, name: str) -> Colour:
        return _colour(name, self.ink, self.profile)


@cache
def _colour(name: str, ink: str, profile: str) -> Colour:
    if profile == "shop":
        cyan, magenta, yellow, black = (part / 100 for part in read("palette")[name]["cmyk"])
        if ink == "grey":
            return (0, 0, 0, round(min(1.0, black + 0.3 * cyan + 0.59 * magenta + 0.11 * yellow), 3))
        return (cyan, magenta, yellow, black)
    if ink == "grey":
        return (round(_grey(name), 3),)
    return tuple(round(part, 3) for part in _rgb(name))


def _grey(name: str) -> float:
    """How light a colour looks, from black to white."""
    red, green, blue = _rgb(name)
    return 0.299 * red + 0.587 * green + 0.114 * blue


@cache
def _rgb(name: str) -> tuple[float, float, float]:
    written = read("palette")[name]["rgb"]
    red, green, blue = (int(written[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


@cache
def named(written: str) -> str:
    """The name of a colour as a drawing writes it."""
    for name, entry in read("palette").items():
        if entry["rgb"].lower() == written.lower():
            return str(name)
    raise ValueError(f"{written} is no colour of the palette")
