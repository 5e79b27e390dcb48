"""Composes faces: contents in the boxes of a layout, inside the frame of their kind."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.printing import fonts, icons, rows
from companion.printing.data import read
from companion.printing.display import Area, Face, Frame, Icon, Item, Line, Rect, Text
from companion.printing.paper import Size, size
from companion.printing.rows import Choices, Setting
from companion.printing.text import NamedText, Type, fit, place

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


@dataclass(frozen=True)
class Picture:
    """A drawing as large as its box allows."""

    name: str
    colour: str = "ink"


@dataclass(frozen=True)
class HousePlot:
    """A dashed plot for a house, the size of its box. What is printed on it is paid by the time the house comes."""


Content = NamedText | Choices | Picture | HousePlot


def compose(layout: Layout, frame: str, contents: Mapping[str, Content]) -> Face:
    """Compose a face. A box may stay empty, but content without a box is a fault of the layout."""
    unplaced = set(contents) - {box.name for box in layout.boxes}
    if unplaced:
        raise ValueError(f"{layout.name} has no box for {', '.join(sorted(unplaced))}")
    items: list[Item] = [Frame(frame, layout.size.width, layout.size.height)] if frame else []
    items += [_framed_area(panel.area, panel.fill) for panel in layout.panels if contents.get(panel.name)]
    for box in layout.boxes:
        content = contents.get(box.name)
        if content is not None:
            items += filled(box, content, layout.size.width)
    return Face(layout.size.width, layout.size.height, tuple(items))


def filled(box: FaceBox, content: Content, across: float) -> list[Item]:
    """Return the content of one box, with the line above it, if any, across the whole face."""
    area = box.area
    items: list[Item] = [Line(box.inset, area.y, across - box.inset, area.y, 0.5, box.rule)] if box.rule else []
    if box.rule:
        area = Area(area.x, area.y + _BELOW_RULE, area.width, area.height - _BELOW_RULE)
    match content:
        case NamedText():
            fitted = fit(content, area.width, area.height, box.type, box.name)
            below = area.height - fitted.height
            y = area.y + {"top": 0.0, "middle": below / 2, "bottom": below}[box.valign]
            lines = place(fitted, area.x, y, area.width)
            if box.plate:
                items.append(_plate(lines, y, fitted.height, box.plate))
            items += lines
        case Choices():
            setting = Setting(box.icon, box.least_icon, box.type.align, box.valign)
            icons = rows.place(content, area, setting, box.name)
            if box.plate:
                items.append(_framed_area(_around(icons), box.plate))
            items += icons
        case Picture():
            items.append(picture(content, area, box.valign))
        case HousePlot():
            items.append(Rect(area.x, area.y, area.width, area.height, "page", "muted", 0.7, dash=(2.2, 1.8)))
    return items


def _framed_area(area: Area, fill: str) -> Rect:
    return Rect(area.x, area.y, area.width, area.height, fill, "ink", 0.8, _ROUNDED)


def _around(signs: Sequence[Item]) -> Area:
    """Return the area of a row of icons and numbers, with some space around it."""
    icons = [item for item in signs if isinstance(item, Icon)]
    texts = [item for item in signs if isinstance(item, Text)]
    left = min([icon.x for icon in icons] + [text.x for text in texts])
    ends = [icon.x + icon.width for icon in icons]
    ends += [text.x + fonts.width(text.font, text.size, text.text) for text in texts]
    return Area(left, icons[0].y, max(ends) - left, icons[0].width).grown(_AIR)


_ROUNDED, _AIR = 0.6, 0.7
"""The radius of the corners of plates and panels, and the space between icons and the edge of their plate."""


def _plate(lines: Sequence[Text], top: float, height: float, fill: str) -> Rect:
    """Return a plate just large enough for the words on it."""
    left = min(line.x for line in lines)
    width = max(fonts.width(line.font, line.size, line.text) for line in lines)
    return Rect(left - _AROUND, top - _AROUND / 2, width + 2 * _AROUND, height + _AROUND, fill, "ink", 0.6)


_AROUND = 1.5
"""The space between the words on a plate and its sides, in millimeters; half of it above and below."""


_BELOW_RULE = 1.3
"""The distance from a line to what is below it, in millimeters."""


def picture(content: Picture, area: Area, valign: str = "middle") -> Icon:
    """Return a drawing in the middle of an area, or at its foot, as large as possible."""
    drawing = icons.drawing(content.name)
    width = min(area.width, area.height * drawing.width / drawing.height)
    height = width * drawing.height / drawing.width
    below = area.height - height
    x, y = area.x + (area.width - width) / 2, area.y + (below if valign == "bottom" else below / 2)
    return Icon(content.name, x, y, width, content.colour)
