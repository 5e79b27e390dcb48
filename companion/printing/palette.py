"""Named colors for one way of printing: full, saver or grey; at home or in a print shop.

A color is one number (grey, or black ink), three (red, green, blue) or four (cyan, magenta, yellow, black), from 0 to
1.
"""

from dataclasses import dataclass
from functools import cache

from companion.printing.data import read

INKS = ("full", "saver", "grey")
PROFILES = ("home", "shop")

Colour = tuple[float, ...]

_PALE = 0.42
"""Lines at least this light are meant for dark grounds, which a sheet that saves ink does not have."""


@dataclass(frozen=True)
class Palette:
    """How named colors are printed."""

    ink: str
    profile: str

    def line(self, name: str) -> Colour:
        """Return the color of a line or text. When saving ink, light signs on dark grounds become ink."""
        if self.ink == "saver" and _grey(name) > _PALE and name != "line":
            return self._colour("ink")
        return self._colour(name)

    def fill(self, name: str) -> Colour:
        """Return the color of an area.

        When saving ink it is white, which costs nothing and still hides what is behind it.
        """
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
    """Return how light a color looks, from black to white."""
    red, green, blue = _rgb(name)
    return 0.299 * red + 0.587 * green + 0.114 * blue


@cache
def _rgb(name: str) -> tuple[float, float, float]:
    written = read("palette")[name]["rgb"]
    red, green, blue = (int(written[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


@cache
def inks() -> tuple[str, ...]:
    """Return the colors that a drawing can have, as they are written."""
    return tuple(dict.fromkeys(entry["rgb"].lower() for entry in read("palette").values()))


@cache
def named(written: str) -> str:
    """Return the name of a color as it is written in a drawing."""
    for name, entry in read("palette").items():
        if entry["rgb"].lower() == written.lower():
            return str(name)
    raise ValueError(f"{written} is no colour of the palette")
