"""Rows of icons: `2 wood and a coin, arrow, 3 points`, with choices side by side."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.printing import fonts
from companion.printing.display import Area, Icon, Item, Text
from companion.printing.errors import BuildError

GAP = 0.09
"""The space between icons of one amount, as a fraction of their height."""

WIDE_GAP = 0.15
"""The space around arrows and words."""

BETWEEN = 0.8
"""The space between two choices, with a stroke for "or" in its middle; none before the house of an owner."""

_STROKE = 2.1
"""The size of the stroke in points, as a multiple of the icons' height in millimeters."""

HANG = 0.1
"""Icons have space around them; this fraction of their size extends beyond the edge, so that they align with text."""

STEP = 0.1
"""The step by which icons shrink, in millimeters."""


@dataclass(frozen=True)
class Sign:
    """One icon, possibly with a number in it, or a number alone."""

    icon: str = ""
    text: str = ""
    wide: bool = False
    """Whether there is more space around it."""
    colour: str = ""
    ratio: float = 1.0
    """The icon's width as a fraction of its height."""


_COLOURS = {"favor": "royal"}
"""The colors of the lines of signs, unless they are told or ink."""

Choice = tuple[Sign, ...]

OR = Sign(text="/", wide=True)


@dataclass(frozen=True)
class Choices:
    """Choices side by side, and the id that they come from."""

    choices: tuple[Choice, ...]
    id: str
    language: str
    label: str = ""
    """What is read out before them, such as "cost"."""


@dataclass(frozen=True)
class Setting:
    """The height of icons, and their alignment in an area."""

    size: float
    least: float
    align: str = "left"
    valign: str = "top"


def place(content: Choices, area: Area, setting: Setting, box: str) -> list[Item]:
    """Return the choices in one line, as large as fits. Raises `BuildError`."""
    size = setting.size
    while size >= setting.least - 1e-6:
        total = total_width(content.choices, size)
        if total <= area.width + 1e-6 and size <= area.height + 1e-6:
            return _placed(content.choices, size, area, setting, total)
        size = round(size - STEP, 3)
    raise BuildError(content.id, content.language, box, f"icons of {setting.least:g} mm are too wide for the box")


def _placed(choices: tuple[Choice, ...], size: float, area: Area, setting: Setting, total: float) -> list[Item]:
    spare = area.width - total
    hang = size * HANG if choices[0][0].icon else 0.0
    x = area.x + {"left": -hang, "center": spare / 2, "right": spare + hang}[setting.align]
    below = area.height - size
    y = area.y + {"top": 0.0, "middle": below / 2, "bottom": below}[setting.valign]
    items: list[Item] = []
    for number, choice in enumerate(choices):
        if number:
            if choice[0].icon != "house":
                items.append(_stroke(x, y, size))
            x += size * BETWEEN
        items += drawn(choice, x, y, size)
        x += width(choice, size)
    return items


def _stroke(x: float, y: float, size: float) -> Text:
    """Return "or" in the middle of the space between two choices."""
    points = round(size * _STROKE, 2)
    half = fonts.width("strong", points, "/") / 2
    return Text(x + size * BETWEEN / 2 - half, y + size / 2 + fonts.height("strong", points) / 2, "/", "strong", points)


def drawn(choice: Choice, x: float, y: float, size: float) -> list[Item]:
    """Return the icons of one choice at a height."""
    items: list[Item] = []
    for place, sign in enumerate(choice):
        x += _space(choice, place) * size
        own = _width(sign, size)
        if sign.icon:
            colour = sign.colour or _COLOURS.get(sign.icon, "ink")
            items.append(Icon(sign.icon, x, y, round(size * sign.ratio, 3), colour))
        if sign.text:
            points, middle = _type(sign, size), x + own / 2
            text_width = fonts.width("strong", points, sign.text)
            base = y + size / 2 + fonts.height("strong", points) / 2 + _sink(sign) * size
            items.append(Text(middle - text_width / 2, base, sign.text, "strong", points, "ink"))
        x += own
    return items


def width(choice: Choice, size: float) -> float:
    """Return the width of one choice with icons of this height."""
    return sum(_width(sign, size) + _space(choice, place) * size for place, sign in enumerate(choice))


def fitted(choice: Choice, room: float, most: float) -> float:
    """Return the height of icons at which a choice fits into a room: numbers do not shrink with it for ever."""
    size = most
    while size > STEP and width(choice, size) > room:
        size -= STEP
    return round(size, 3)


def total_width(choices: Sequence[Choice], size: float) -> float:
    """Return the width of choices side by side."""
    return sum(width(choice, size) for choice in choices) + size * BETWEEN * (len(choices) - 1)


def _width(sign: Sign, size: float) -> float:
    return size * sign.ratio if sign.icon else fonts.width("strong", _type(sign, size), sign.text)


def _space(choice: Choice, place: int) -> float:
    if not place:
        return 0.0
    return WIDE_GAP if choice[place].wide or choice[place - 1].wide else GAP


def _type(sign: Sign, size: float) -> float:
    """Return the size of a number in points: smaller inside an icon, and smaller still with two digits."""
    least = _READABLE if size < _BIG else _BIG_READABLE
    if not sign.icon:
        return round(max(size * 2.1, least), 2)
    if sign.icon.startswith("shape-"):
        usual = 1.5 if sign.icon == "shape-triangle" else 1.75
        return round(max(size * usual, min(size * 1.8, least)), 2)
    usual, most = (1.6, 2.1) if len(sign.text) > 1 else (1.95, 2.25)
    return round(max(size * usual, min(size * most, least)), 2)


_READABLE, _BIG_READABLE, _BIG = 7.0, 18.0, 8.0
"""The smallest size of a number in an icon, in points; the one in big print, and the icons that are big, in mm."""


def _sink(sign: Sign) -> float:
    """A shield is wider at the top, a triangle at the bottom, so what is inside is shifted slightly from the middle."""
    return {"prestige": -0.06, "shape-triangle": 0.12}.get(sign.icon, 0.0)
