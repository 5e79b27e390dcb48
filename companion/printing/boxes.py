"""The boxes of a face. A file gives their distances from the cut edges, so it serves many sizes."""

from dataclasses import dataclass
from typing import Any

from companion.printing.data import read
from companion.printing.display import Area
from companion.printing.text import Type
from companion.printing.units import Size, size

_TYPE = ("font", "size", "least", "lines", "leading", "align", "colour")
_PLACE = ("left", "right", "top", "bottom", "width", "height")
_ROWS = ("icon", "least_icon", "valign", "rule", "inset", "plate")


@dataclass(frozen=True)
class FaceBox:
    """A place on a face for words, icons or a drawing."""

    name: str
    area: Area
    type: Type
    icon: float
    """The height of icons, in millimeters."""
    least_icon: float
    """The smallest height to which they may shrink."""
    valign: str
    rule: str
    """The color of a line above the box, across the whole face; empty for none."""
    inset: float
    """The distance from the cut to the ends of that line, in millimeters."""
    plate: str
    """The color of a plate below the words or icons, just large enough for them; empty for none."""


@dataclass(frozen=True)
class Panel:
    """A framed area behind the boxes of what it is named after."""

    name: str
    area: Area
    fill: str


@dataclass(frozen=True)
class Layout:
    """The boxes of one kind of face at one size, and the panels behind some of them."""

    name: str
    size: Size
    boxes: tuple[FaceBox, ...]
    panels: tuple[Panel, ...] = ()

    def has(self, box: str) -> bool:
        """Whether there is a box of this name."""
        return any(own.name == box for own in self.boxes)


def layout(names: list[str], card: Size) -> Layout | None:
    """Return the first of these layouts that is made for cards of this size, or None."""
    for name in names:
        file = read(f"faces/{name}")
        least = size(file["fits"])
        if card.width + 1.01 >= least.width and card.height + 1.01 >= least.height:
            boxes = tuple(_box(key, entry, card) for key, entry in file["boxes"].items())
            panels = tuple(
                Panel(key, _area(entry, card), entry["fill"]) for key, entry in file.get("panels", {}).items()
            )
            return Layout(name, card, boxes, panels)
    return None


def _box(name: str, entry: dict[str, Any], card: Size) -> FaceBox:
    unknown = set(entry) - {*_TYPE, *_PLACE, *_ROWS}
    if unknown:
        raise ValueError(f"box {name} has unknown {', '.join(sorted(unknown))}")
    icon = float(entry.get("icon", 5.0))
    return FaceBox(
        name=name,
        area=_area(entry, card),
        type=Type(**{key: entry[key] for key in _TYPE if key in entry}),
        icon=icon,
        least_icon=float(entry.get("least_icon", icon)),
        valign=entry.get("valign", "top"),
        rule=entry.get("rule", ""),
        inset=float(entry.get("inset", 5.4)),
        plate=entry.get("plate", ""),
    )


def _area(entry: dict[str, Any], card: Size) -> Area:
    x, width = _span(entry, "left", "right", "width", card.width)
    y, height = _span(entry, "top", "bottom", "height", card.height)
    return Area(x, y, width, height)


def _span(entry: dict[str, Any], first: str, second: str, extent: str, whole: float) -> tuple[float, float]:
    """Return the start and length, given any two of: distance from one edge, distance from the other, length."""
    if first in entry and second in entry:
        return float(entry[first]), whole - entry[first] - entry[second]
    if first in entry:
        return float(entry[first]), float(entry[extent])
    return whole - entry[second] - entry[extent], float(entry[extent])
