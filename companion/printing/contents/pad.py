"""Blank score pads, several to a page: a row for each player, a column for each field of the game's end scoring."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.engine.scoring import fields
from companion.i18n.needed_words import known_ids
from companion.i18n.scores import at_start, field_label
from companion.printing import fonts, icons, rows
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.signs import badge
from companion.printing.display import Area, Icon, Item, Line, Rect
from companion.printing.errors import BuildError
from companion.printing.flow import Drawn, Figure, Leaf, Said
from companion.printing.flow_set import Press
from companion.printing.flow_sheet import Sheet, flowing
from companion.printing.rows import Setting
from companion.printing.text import NamedText, Type, fit, place
from companion.rules.base import Per

_EDGE = 4.0
"""The distance from the cut to anything printed, in millimeters."""

_TITLE, _HEAD, _FOOT = 9.0, 19.0, 5.0
"""The heights of the title, of the heads and of the line at the foot."""

_NAME = 50.0
"""The width of the column of names, as a part of 182 mm, the width of a pad on A4."""

_SHAPE = 5.6
"""The size of the shapes to tick."""

_BOX = 6.0
"""The side of the box for the number of houses."""

_ICONS = {"track": "prestige", "cubes": "plain", "deniers": "coin", "road": "card", "prestige": "kind-prestige"}
"""The icon of a field whose own name is not that of a drawing."""


@dataclass(frozen=True)
class PadColumn:
    """A column: its words, icon and rate; sections that are scored during the game have a box for houses."""

    said: Said
    icon: str
    rate: str = ""
    section: bool = False


@flowing
def pad(desk: SheetDesk) -> list[Leaf]:
    sheet = Sheet.of(desk.job)
    least = _TITLE + _HEAD + _FOOT + 2 * _EDGE + max(desk.counts()) * float(sheet.file["pad"]["row"])
    count = max(int((sheet.bottom - sheet.top) // least), 1)
    height = (sheet.bottom - sheet.top) / count - 0.01
    pads = [Figure(lambda width, press: _pad(desk, width, height, press), apart=False)] * (
        count * sheet.columns(float(sheet.file["bands"][0]["column"]))
    )
    return [Leaf(desk.say("print.product.pad"), (), {"pads": pads}, shown=False)]


def _pad(desk: SheetDesk, width: float, height: float, press: Press) -> Drawn:
    """One pad: title, heads, a row for each player. A dashed line shows where to cut."""
    area = Area(0, 0, width, height).grown(-_EDGE)
    items: list[Item] = [Rect(0, 0, width, height, "", "line", 0.35, dash=(2, 2)), *_title(desk, area, press)]
    shown = _columns(desk)
    name = _NAME * area.width / 182
    wide = (area.width - name) / len(shown)
    top, foot = area.y + _TITLE + _HEAD, area.y + area.height - _FOOT
    items += _head(press, PadColumn(desk.say("print.pad.name"), ""), Area(area.x, top - _HEAD, name, _HEAD))
    for number, column in enumerate(shown):
        x = area.x + name + number * wide
        items.append(Line(x, top - _HEAD, x, foot, 1.0 if number == len(shown) - 1 else 0.4, "line"))
        items += _head(press, column, Area(x + 0.8, top - _HEAD, wide - 1.6, _HEAD))
    players = max(desk.counts())
    row = (foot - top) / players
    for number in range(players):
        y = top + number * row
        items.append(Line(area.x, y, area.x + area.width, y, 0.4 if number else 1.0, "line" if number else "ink"))
        items += _shapes(desk, Area(area.x, y, name, row))
        items += (
            Rect(area.x + name + place_ * wide + 0.8, y + 0.8, _BOX, _BOX, "", "line", 0.4)
            for place_, column in enumerate(shown) if column.section
        )  # fmt: skip
    items.append(Line(area.x, foot, area.x + area.width, foot, 1.0, "ink"))
    return height, (*items, *_note(desk, shown, area, press))


def _title(desk: SheetDesk, area: Area, press: Press) -> Iterator[Item]:
    """The game, and lines for date and place."""
    type = Type("title", 16, 14, 1, 1.1, "left", "rubric")
    game = fit(
        NamedText(desk.t.name(f"game.{desk.rules.game}"), "game", desk.t.code), area.width * 0.4, 20, type, "pad"
    )
    yield from place(game, area.x, area.y, area.width)
    small, third = press.type("small"), area.width * 0.28
    for number, label in enumerate((desk.t.say("print.pad.date"), desk.t.say("print.pad.place"))):
        x = area.x + area.width - (2 - number) * third
        words = fit(NamedText(label, "print.pad", desk.t.code), third, 10, small, "pad")
        own = fonts.width(small.font, words.size, words.lines[0])
        yield from place(words, x, area.y + game.height - words.height, third)
        yield Line(x + own + 1.5, area.y + game.height, x + third - 2, area.y + game.height, 0.4, "ink")


def _columns(desk: SheetDesk) -> list[PadColumn]:
    """The sections that are scored during the game, what is counted at its end, and the total."""
    counted = fields(desk.rules)
    ids = known_ids(desk.job.library, desk.rules.game)
    sections = [id for id in ids if id.startswith("section.") and id.partition(".")[2] not in counted]
    return [
        *(PadColumn(desk.name(id), _icon(id.partition(".")[2]), section=True) for id in sections),
        *(PadColumn(_label(desk, of), _icon(of), _rate(desk, rate)) for of, rate in counted.items()),
        PadColumn(desk.say("score.total"), ""),
    ]


def _icon(of: str) -> str:
    return next((name for name in (_ICONS.get(of, of), f"section-{of}") if icons.exists(name)), "")


def _label(desk: SheetDesk, of: str) -> Said:
    return desk.each(of, lambda t: at_start(field_label(t, of)))


def _rate(desk: SheetDesk, rate: Per) -> str:
    if rate.per == 1:
        return desk.t.say("print.pad.times", prestige=rate.prestige) if rate.prestige != 1 else ""
    if rate.prestige == 1:
        return desk.t.say("print.pad.over", per=rate.per)
    return desk.t.say("print.pad.both", per=rate.per, prestige=rate.prestige)


def _head(press: Press, column: PadColumn, area: Area) -> Iterator[Item]:
    """The icon with the rate beside it, and below both the words; without them where they are too long."""
    size, small = press.least_icon + 0.6, press.type("small")
    if column.icon:
        yield Icon(column.icon, area.x, area.y, size)
        if column.rate:
            rate = fit(NamedText(column.rate, "pad", ""), area.width - size - 0.6, 6, replace(small, least=7), "pad")
            yield from place(rate, area.x + size + 0.6, area.y + (size - rate.height) / 2, area.width)
    type = replace(press.type("body" if column.icon else "strong"), least=7, lines=3, leading=1.1)
    y, room = area.y + size + 1.2, area.height - size - 2.2
    try:
        fitted = [fit(words, area.width, room / len(column.said), type, "pad") for words in column.said]
    except BuildError:
        if column.icon:
            return
        raise
    y += room - sum(row.height for row in fitted) - 1.0 * (len(fitted) - 1)
    for line in fitted:
        yield from place(line, area.x, y, area.width)
        y += line.height + 1.0


def _shapes(desk: SheetDesk, area: Area) -> Iterator[Item]:
    """A line for the name, and below it everybody's shape, to be ticked."""
    colours = desk.rules.data.players.colours
    base = area.y + area.height - _SHAPE - 1.6
    yield Line(area.x, base, area.x + area.width - 3, base, 0.3, "line")
    for number, colour in enumerate(colours):
        spot = Area(area.x + number * (_SHAPE + 2.2), base + 0.8, _SHAPE, _SHAPE)
        yield from rows.place(badge(desk.job, colour), spot, Setting(_SHAPE, _SHAPE), "pad")


def _note(desk: SheetDesk, shown: list[PadColumn], area: Area, press: Press) -> Iterator[Item]:
    """What the small boxes are for, if there are any."""
    if any(column.section for column in shown):
        words = NamedText(desk.t.say("print.pad.houses"), "print.pad.houses", desk.t.code)
        fitted = fit(words, area.width, _FOOT, replace(press.type("small"), least=7), "pad")
        yield from place(fitted, area.x, area.y + area.height - fitted.height, area.width)
