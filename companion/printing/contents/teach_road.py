"""The road of the teaching page: its first spaces, with tiles, owners, workers and pawns, as the engine has them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from companion.i18n.players import letters
from companion.printing.contents.buildings import woodcut
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.example import Example
from companion.printing.contents.players import SHAPES
from companion.printing.contents.signs import effect_choices, either
from companion.printing.data import read
from companion.printing.display import Area, Icon, Item, Line, Rect, Text
from companion.printing.face import Picture, picture
from companion.printing.flow import Drawn
from companion.printing.flow_set import Press
from companion.printing.frames import edge
from companion.printing.rows import Choice, Sign, drawn, width
from companion.printing.text import NamedText, Type, fit, place

_ACROSS = 4
"""The number of tiles beside each other in big print."""

_GAP = 1.2
"""The space between tiles, in millimeters."""

_PICTURE, _NAME, _EFFECT = 0.58, 0.19, 0.25
"""The heights of a tile's picture, name and effect, as fractions of its width."""

_BADGE = 0.6
"""The size of the mark beside a worker, as a fraction of its own."""

_EDGE = 0.07
"""The height of the edge that tells the kind of a tile, as a fraction of its width."""

_BAND = 0.34
"""The height of the band above a tile, in which its number, its worker and the pawns stand."""


@dataclass(frozen=True)
class _Space:
    """A space of the road: what the look of the table says of it, and where it is drawn."""

    look: Mapping[str, Any]
    area: Area
    press: Press
    owned: bool
    """Whether tiles of this game have a row for their owner."""

    @property
    def number(self) -> int:
        return int(self.look["space"])


def rows_of(desk: SheetDesk, example: Example) -> list[range]:
    """Return the numbers of the spaces in each row: all in one, or in big print as many as leave room for names."""
    across = _ACROSS if desk.request.big else example.spaces
    return [range(n, min(n + across, example.spaces + 1)) for n in range(1, example.spaces + 1, across)]


def road(desk: SheetDesk, example: Example, numbers: range, page: float, press: Press) -> Drawn:
    """Draw one row of spaces."""
    before = cast(dict[str, Any], example.before)
    looks = {space["space"]: space for space in before["road"]}
    owned = any(desk.rules.data.owner_effect(name) for name in _buildings(looks))
    across = _ACROSS if desk.request.big else len(numbers)
    side = (page - _GAP * (across - 1)) / across
    tile = side * (_EDGE + _PICTURE + _NAME + _EFFECT * (2 if owned else 1))
    items: list[Item] = []
    for column, number in enumerate(numbers):
        area = Area(column * (side + _GAP), side * _BAND, side, tile)
        space = _Space(looks.get(number, {"space": number, "building": None}), area, press, owned)
        items += _space(desk, example, space, before)
    return side * _BAND + tile, tuple(items)


def _buildings(looks: Mapping[int, Mapping[str, Any]]) -> list[str]:
    return [space["building"] for space in looks.values() if space["building"]]


def _space(desk: SheetDesk, example: Example, space: _Space, before: Mapping[str, Any]) -> Iterator[Item]:
    """Draw a space: its number, the tile with its owner, and whoever stands above it."""
    area, building = space.area, space.look["building"]
    built = _built(example, space.number)
    if building or built:
        yield from _tile(desk, building or built, space, planned=not building)
    else:
        yield Rect(area.x, area.y, area.width, area.height, "", "muted", 0.6, dash=(2.2, 1.8))
    size = max(area.width * 0.42, space.press.type("head").size)
    yield Text(area.x, area.y - 1.1, str(space.number), "strong", round(size, 2))
    high = area.width * _BAND * 0.92
    x = area.x + area.width
    for name in ("provost", "bailiff"):
        if before.get(name) == space.number:
            x -= high * 0.84
            yield Icon(name, x, area.y - high * 0.9, round(high * 0.82, 3))
    owner = space.look.get("owner") or (example.you if built else None)
    if owner:
        high = max(area.width * 0.2, space.press.least_icon if space.press.big else 0)
        yield from _badge(desk, owner, area.x + area.width - high - 0.6, area.y + area.width * _EDGE + 0.6, high)
    if space.look.get("worker"):
        high = max(area.width * 0.34, space.press.least_icon / _BADGE if space.press.big else 0)
        yield from _worker(desk, space.look["worker"], area.x + 0.4, area.y + area.width * _EDGE - high * 0.1, high)


def _built(example: Example, number: int) -> str:
    """Return what is built on a space during the turn, and not yet there when the road is drawn."""
    built = (event for step in example.steps for event in step.events if event.id == "built")
    return next((str(event["building"]) for event in built if event.args.get("space") == number), "")


def _badge(desk: SheetDesk, colour: str, x: float, y: float, high: float) -> Iterator[Item]:
    yield from drawn((Sign(f"shape-{SHAPES[colour]}", letters(desk.t)[colour], colour=colour),), x, y, high)


def _worker(desk: SheetDesk, colour: str, x: float, y: float, high: float) -> Iterator[Item]:
    """Draw a worker, with the mark of its player beside it."""
    yield Icon("worker", x, y, round(high, 3), colour)
    yield from _badge(desk, colour, x + high * 0.86, y + high * 0.38, high * _BADGE)


def _tile(desk: SheetDesk, building: str, space: _Space, *, planned: bool) -> Iterator[Item]:
    """Draw a tile: the edge of its kind, its picture, its name, and what it does for worker and owner."""
    area, rules, big = space.area, desk.rules, space.press.big
    it, id = rules.data.buildings[building], f"building.{building}"
    kind, side = str(it.category), area.width
    tint = "white" if big else read("frames")[kind]["tint"]
    dash = (2.2, 1.8) if planned else ()
    yield Rect(area.x, area.y, side, area.height, tint, "ink", 0.6, dash=dash)
    yield from edge(kind, Area(area.x, area.y, side, round(side * _EDGE, 3)), plain=big)
    y = area.y + side * _EDGE
    drawing = woodcut(building, desk.job.library.overlays)
    if drawing:
        yield picture(
            Picture(drawing), Area(area.x + side * 0.12, y + side * 0.08, side * 0.76, side * _PICTURE * 0.84)
        )
    y += side * _PICTURE
    least = 18.0 if big else 5.5
    type = Type("strong", max(round(side * 0.4, 2), least), least * 0.8, 2, align="center", leading=1.1)
    name = fit(NamedText(desk.t.name(id), id, desk.t.code), side - 1.4, side * _NAME, type, "tile")
    yield from place(name, area.x + 0.7, y + (side * _NAME - name.height) / 2, side - 1.4)
    y += side * _NAME
    owner = rules.data.owner_effect(building)
    for place_, (sign, effect) in enumerate((("worker", it.effect), ("house", owner))[: 2 if space.owned else 1]):
        if place_:
            yield Line(area.x, y, area.x + side, y, 0.4, "line")
        found = effect_choices(rules, effect, id, desk.t.code) if effect else None
        if found:
            said = either(found.choices)
            shown: Choice = (Sign(sign), *said) if space.owned else said
            high = min(side * _EFFECT * 0.8, (side - 1.2) / width(shown, 1.0))
            yield from drawn(shown, area.x + (side - width(shown, high)) / 2, y + (side * _EFFECT - high) / 2, high)
        y += side * _EFFECT
