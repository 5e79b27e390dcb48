"""Blank score pads, several to a page, with a line for each field of the game's end scoring."""

from dataclasses import replace

from companion.engine.scoring import fields
from companion.i18n.scores import at_start, field_label
from companion.printing import fonts, icons
from companion.printing.contents.desk import SheetDesk
from companion.printing.display import Icon, Item, Line, Rect
from companion.printing.flow import Drawn, Figure, Leaf, Said
from companion.printing.flow_set import Press
from companion.printing.flow_sheet import Sheet, flowing
from companion.printing.text import NamedText, Type, fit, place
from companion.rules.base import Per

_EDGE = 4.0
"""The distance from the cut to anything printed, in millimeters."""

_LABELS = (0.34, 0.38)
"""The width of the column of words, as a fraction of the printed width, for one language and for two."""

_ICONS = {"track": "prestige", "cubes": "plain", "deniers": "denier", "road": "card", "prestige": "kind-prestige"}
"""The icon of a field whose own name is not that of a drawing."""


@flowing
def pad(desk: SheetDesk) -> list[Leaf]:
    sheet = Sheet.of(desk.job)
    rows = max(int((sheet.bottom - sheet.top) // float(sheet.file["pad"]["least_height"])), 1)
    height = (sheet.bottom - sheet.top) / rows - 0.01
    pads = [Figure(lambda width, press: _pad(desk, width, height, press), apart=False)] * (
        rows * sheet.columns(float(sheet.file["bands"][0]["column"]))
    )
    title = desk.say("print.product.pad")
    return [Leaf(title, (), {"pads": pads}, shown=False)]


def _pad(desk: SheetDesk, width: float, height: float, press: Press) -> Drawn:
    """One pad: title, names, a row for each field, the total. A dashed line shows where to cut."""
    players = max(desk.counts())
    name, total = desk.say("print.pad.name"), desk.say("score.total")
    labels = [(name, "", ""), *_fields(desk), (total, "", "")]
    left, right, top = _EDGE, width - _EDGE, _EDGE
    items: list[Item] = [Rect(0, 0, width, height, "", "line", 0.35, dash=(2, 2))]
    title = fit(NamedText(desk.t.name(f"game.{desk.rules.game}"), "game", desk.t.code), (right - left) * 0.6, 20,
                Type("title", 16, 14, 1, 1.1, "left", "rubric"), "pad")  # fmt: skip
    items += place(title, left, top, right - left)
    items += _date(desk, right, top + title.height, (right - left) * 0.34, press)
    top += title.height + 3.0
    row = (height - _EDGE - top) / len(labels)
    column = (right - left) * _LABELS[min(len(desk.voices), 2) - 1]
    for number, (label, rate, icon) in enumerate(labels):
        y = top + number * row
        strong = number in (0, len(labels) - 1)
        items += _row(desk, press, (label, rate, icon), (left, y, column, row), strong=strong)
        items.append(Line(left, y, right, y, 1.0 if strong or number == 1 else 0.4, "ink" if strong else "line"))
    foot = height - _EDGE
    items.append(Line(left, foot, right, foot, 1.0, "ink"))
    step = (right - left - column) / players
    for number in range(players + 1):
        x = left + column + number * step
        items.append(Line(x, top, x, foot, 0.4, "line"))
    return height, tuple(items)


def _fields(desk: SheetDesk) -> list[tuple[Said, str, str]]:
    """Return the name, rate and icon of everything that is counted."""
    return [(_label(desk, of), _rate(desk, rate), _icon(of)) for of, rate in fields(desk.rules).items()]


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


def _row(
    desk: SheetDesk, press: Press, said: tuple[Said, str, str], area: tuple[float, float, float, float], *, strong: bool
) -> list[Item]:
    """The icon, label and formula in the first column."""
    (label, rate, icon), (x, y, width, height) = said, area
    items: list[Item] = []
    size = press.least_icon
    if icon:
        items.append(Icon(icon, x, y + (height - size) / 2, size))
        x, width = x + size + 1.6, width - size - 1.6
    small = press.type("small")
    if rate:
        words = fit(NamedText(rate, "pad", desk.t.code), 30, 10, replace(small, lines=1), "pad")
        own = fonts.width(small.font, words.size, rate)
        items += place(words, x + width - 1.0 - own, y + (height - words.height) / 2, 30)
        width -= own + 1.5
    return [*items, *_labelled(press, label, (x, y, width - 1.0, height), strong=strong)]


def _labelled(press: Press, label: Said, area: tuple[float, float, float, float], *, strong: bool) -> list[Item]:
    """The label in every language, vertically centered in its row."""
    x, y, width, height = area
    room = (height - 1.0) / len(label) - (1.2 if len(label) > 1 else 0.0)
    fitted = []
    for number, words in enumerate(label):
        type = press.type("strong" if strong else "body", second=number > 0)
        fitted.append(fit(words, width, room, replace(type, least=7.0, lines=2, leading=1.15), "pad"))
    whole = sum(one.height for one in fitted) + 1.2 * (len(fitted) - 1)
    y += (height - whole) / 2
    items: list[Item] = []
    for one in fitted:
        items += place(one, x, y, width)
        y += one.height + 1.2
    return items


def _date(desk: SheetDesk, right: float, base: float, width: float, press: Press) -> list[Item]:
    """The word "date", and a line to write on."""
    small = press.type("small")
    words = fit(NamedText(desk.t.say("print.pad.date"), "print.pad.date", desk.t.code), width, 10, small, "pad")
    own = fonts.width(small.font, small.size, words.lines[0])
    return [
        *place(words, right - width, base - words.height, width),
        Line(right - width + own + 1.5, base, right, base, 0.4, "ink"),
    ]
