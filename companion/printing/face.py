"""Composes faces: contents in the boxes of a layout, inside the frame of their kind."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.printing import icons, rows
from companion.printing.boxes import FaceBox, Layout
from companion.printing.data import read
from companion.printing.display import Area, Face, Icon, Item, Line, Rect
from companion.printing.rows import Choices, Setting
from companion.printing.text import NamedText, fit, place


@dataclass(frozen=True)
class Picture:
    """A drawing as large as its box allows."""

    name: str
    colour: str = "ink"


Content = NamedText | Choices | Picture


def compose(layout: Layout, frame: str, contents: Mapping[str, Content]) -> Face:
    """Compose a face. A box may stay empty, but content without a box is a fault of the layout."""
    unplaced = set(contents) - {box.name for box in layout.boxes}
    if unplaced:
        raise ValueError(f"{layout.name} has no box for {', '.join(sorted(unplaced))}")
    items = framed(frame, layout.size.width, layout.size.height) if frame else []
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
            items += place(fitted, area.x, y, area.width)
        case Choices():
            setting = Setting(box.icon, box.least_icon, box.type.align, box.valign)
            items += rows.place(content, area, setting, box.name)
        case Picture():
            items.append(picture(content, area))
    return items


_BELOW_RULE = 1.3
"""The distance from a line to what is below it, in millimeters."""


def picture(content: Picture, area: Area) -> Icon:
    """Return a drawing in the middle of an area, as large as possible."""
    drawing = icons.drawing(content.name)
    width = min(area.width, area.height * drawing.width / drawing.height)
    height = width * drawing.height / drawing.width
    x, y = area.x + (area.width - width) / 2, area.y + (area.height - height) / 2
    return Icon(content.name, x, y, width, content.colour)


def framed(kind: str, width: float, height: float) -> list[Item]:
    """Return the frame of a kind of building; its pattern distinguishes it without color."""
    frame = read("frames")[kind]
    items: list[Item] = []
    for ring in frame["rings"]:
        inset, dash = ring["inset"], tuple(ring.get("dash", ()))
        area = Area(0, 0, width, height).grown(-inset)
        items.append(Rect(area.x, area.y, area.width, area.height, "", frame["colour"], ring["width"], dash=dash))
    for inset in frame.get("corners", ()):
        side = _CORNER / 2
        for x in (inset, width - inset):
            for y in (inset, height - inset):
                items.append(Rect(x - side, y - side, _CORNER, _CORNER, "page", frame["colour"], 0.7))  # noqa: PERF401
    return items


_CORNER = 1.2
"""The side of the squares in the corners of a frame, in millimeters."""
