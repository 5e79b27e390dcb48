"""The scoring of the castle's sections as a table by number of houses, so that no range can be misread."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise

from companion.games.caylus.rules import CaylusRules, Score, Section, caylus
from companion.printing import fonts, rows
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.signs import speaker
from companion.printing.display import END, Icon, Item, Line, Mark, Rect, Text
from companion.printing.flow import Drawn, Said
from companion.printing.flow_set import Press, said_at, shifted
from companion.printing.rows import Choice, Sign
from companion.rules.vocabulary import FavorMode

_WIDE = 75.0
"""A narrower table, in millimeters, is headed by icons and leaves out what follows from the scoring."""

_AIR = 1.6
"""The space between columns, in millimeters."""


@dataclass(frozen=True)
class _Columns:
    """Where the numbers and the cells begin, and how wide a cell is."""

    numbers: tuple[float, ...]
    cells: tuple[float, ...]
    """Where each cell begins, and where the last one ends."""
    wide: bool


def matrix(desk: SheetDesk, data: CaylusRules, width: float, press: Press) -> Drawn:
    """Draw a row for each section: parts, points for a house, the space where it is scored, and what houses bring."""
    most = max(score.houses for part in data.castle.sections.values() for score in part.scoring)
    columns = _columns(desk, data, (width, most + 1), press)
    names = {section: _name(desk, section, columns, press) for section in data.castle.sections}
    row = max(press.icon * 1.25 + (3.0 if columns.wide else 0.3), *(high + 1.2 for high, _ in names.values()))
    y, items = _heads(desk, columns, (width, most), press)
    even = min(  # all favors are drawn as large as the one with the least room
        rows.fitted(_brings(score), (columns.cells[last + 1] - columns.cells[first]) * 0.9, press.icon * 0.95)
        for part in data.castle.sections.values() for score, first, last in _spans(part, most) if score.favor
    )  # fmt: skip
    for section, castle_section in data.castle.sections.items():
        items += (Mark("P", said=_told(desk, section, castle_section, most)), Line(0, y, width, y, 0.35, "line"))
        high, name = names[section]
        items += shifted(name, 0, y + (row - high) / 2)
        numbers = (
            Sign(text=str(castle_section.parts)),
            Sign("prestige", str(castle_section.prestige)),
            Sign(text=str(castle_section.trigger)),
        )
        for x, end, sign in zip(columns.numbers, (*columns.numbers[1:], columns.cells[0]), numbers, strict=True):
            items += _centred((sign,), (x + end - _AIR * press.wide) / 2, y + row / 2, press.icon)
        for score, first, last in _spans(castle_section, most):
            x, end = columns.cells[first], columns.cells[last + 1]
            items += [Rect(x, y + 0.15, end - x, row - 0.3, "ground")] * bool(score.favor)
            brings = _brings(score)
            size = even if score.favor else rows.fitted(brings, (end - x) * 0.9, press.icon * 0.95)
            items += _centred(brings, (x + end) / 2, y + row / 2, size)
            items += [Line(at, y, at, y + row, 0.35, "line") for at in (x, end)]
        items.append(END)
        y += row
    return y, (*items, Line(0, y, width, y, 0.35, "line"))


def _told(desk: SheetDesk, section: str, it: Section, most: int) -> str:
    """A row as it is read out."""
    t, speak = desk.t, speaker(desk.t)
    worth = (t.say("print.aid.per_house"), t.count("prestige", it.prestige))
    parts = [(t.say("label.parts"), str(it.parts)), worth, (t.say("print.aid.trigger"), str(it.trigger))]
    owned = [
        t.labelled(f"{first}+" if last == most else f"{first}–{last}" if first != last else str(first), speak(brings))
        for score, first, last in _spans(it, most)
        if (brings := _brings(score))
    ]
    said = t.listed(f"{label} {value}" for label, value in parts)
    return f"{t.labelled(t.name(f'section.{section}'), said)}. {t.labelled(t.say('print.aid.owned'), t.listed(owned))}."


def _columns(desk: SheetDesk, data: CaylusRules, size: tuple[float, int], press: Press) -> _Columns:
    """Give names and numbers the room that their longest word needs, and the rest to the cells."""
    width, _ = size
    columns = _shared_out(desk, data, size, press, wide=width >= _WIDE)
    narrowest = columns.cells[3] - columns.cells[2]
    return columns if narrowest >= press.icon or not columns.wide else _shared_out(desk, data, size, press, wide=False)


def _shared_out(
    desk: SheetDesk, data: CaylusRules, size: tuple[float, int], press: Press, *, wide: bool
) -> _Columns:  # fmt: skip
    width, cells = size
    names = max(_needs(desk.name(f"section.{section}"), "strong", press) for section in data.castle.sections)
    if wide:
        notes = (_follows(desk, section) for section in data.castle.sections)
        names = max(names, *(_needs(note, "small", press, whole=True) for note in notes))
    x = names + _AIR * press.wide + (press.icon * 1.3 if wide else 0.0)
    numbers = []
    for texts, _ in _headed(desk):
        numbers.append(x)
        x += (max(_needs(texts, "head", press), press.icon) if wide else press.icon) + _AIR * press.wide
    # the first, the second and the last cell, by what they have to hold
    loss, nothing, many = (1.4, 0.75, 1.6) if wide else (1.9, 0.8, 1.7)
    shares = [loss, nothing, *[1.0] * (cells - 3), many]
    ends = accumulate((width - x) * share / sum(shares) for share in shares)
    return _Columns(tuple(numbers), (x, *(x + end for end in ends)), wide)


def _headed(desk: SheetDesk) -> list[tuple[Said, str]]:
    """The heads of the numbers: in words, or in icons."""
    return [
        (desk.say("label.parts"), "house"),
        (desk.say("print.aid.per_house"), "prestige"),
        (desk.say("print.aid.trigger"), "bailiff"),
    ]


def _needs(texts: Said, style: str, press: Press, *, whole: bool = False) -> float:
    """Return the width of the longest word, or of the whole text."""
    type = press.type(style)
    parts = [part for words in texts for part in ([words.text] if whole else words.text.split(" "))]
    return max(fonts.width(type.font, type.size, part) for part in parts) + 0.1


def _heads(desk: SheetDesk, columns: _Columns, size: tuple[float, int], press: Press) -> tuple[float, list[Item]]:
    """The heads of the numbers, and above the cells the numbers of houses."""
    width, most = size
    items: list[Item] = []
    ends = (*columns.numbers[1:], columns.cells[0])
    type = press.type("head")
    foot = cap = fonts.height(type.font, type.size)
    places = [(x, end - x - _AIR * press.wide) for x, end in zip(columns.numbers, ends, strict=True)]
    if columns.wide:
        above, owned = said_at(desk.say("print.aid.owned"), "head", width - columns.cells[0], "left", press)
        heads = [
            said_at(texts, "head", room, "center", press)
            for (texts, _), (_, room) in zip(_headed(desk), places, strict=True)
        ]
        foot = max(above + 1.4 + cap, *(high for high, _ in heads))
        items += shifted(owned, columns.cells[0], foot - cap - 1.4 - above)
        for (x, _), (high, head) in zip(places, heads, strict=True):
            items += shifted(head, x, foot - high)
    else:
        for (_, icon), (x, room) in zip(_headed(desk), places, strict=True):
            items += _centred((Sign(icon),), x + room / 2, foot - press.icon * 0.4, press.icon * 0.8)
    for n in range(most + 1):
        text = f"{n}+" if n == most else str(n)
        middle = (columns.cells[n] + columns.cells[n + 1]) / 2 - fonts.width("strong", type.size, text) / 2
        items.append(Text(middle, foot, text, "strong", type.size, "ink"))
    return foot + 1.2, items


def _spans(section: Section, most: int) -> Iterator[tuple[Score, int, int]]:
    """Yield what scoring brings, with the fewest and most houses for which it does."""
    ends = [0 if not first.houses else later.houses - 1 for first, later in pairwise(section.scoring)]
    yield from ((score, score.houses, end) for score, end in zip(section.scoring, [*ends, most], strict=True))


def _brings(score: Score) -> Choice:
    points: Choice = (Sign(text="−"), Sign("prestige", str(-score.prestige))) if score.prestige < 0 else ()
    many = (Sign(text=str(score.favor)),) if score.favor > 1 else ()
    return (*points, *many, *(Sign("favor"),) * bool(score.favor))


def _ends(desk: SheetDesk, section: str) -> bool:
    """Whether the scoring of a section ends the game."""
    sections = caylus(desk.rules.data).castle.sections
    return sections[section].trigger == max(castle_section.trigger for castle_section in sections.values())


def _follows(desk: SheetDesk, section: str) -> Said:
    """What the scoring of a section leads to: further favors, or the end of the game."""
    opens = caylus(desk.rules.data).castle.sections[section].opens_column
    return desk.say("print.aid.ends") if _ends(desk, section) else desk.say("print.aid.up_to", column=opens)


def _name(desk: SheetDesk, section: str, columns: _Columns, press: Press) -> Drawn:
    """The name of a section, and if there is room what follows from its scoring."""
    id = f"section.{section}"
    if not columns.wide:
        return said_at(desk.name(id), "strong", columns.numbers[0], "left", press)
    indent = press.icon * 1.3
    room = columns.numbers[0] - indent
    name, above = said_at(desk.name(id), "strong", room, "left", press)
    drawn = Icon(f"section-{section}", 0, (name - press.icon) / 2, round(press.icon, 3))
    if caylus(desk.rules.data).favors.mode == FavorMode.FLAT and not _ends(desk, section):
        return name, (drawn, *shifted(above, indent, 0))
    follows = _follows(desk, section)
    note, below = said_at(follows, "small", room, "left", press)
    high = name + 1.2 + note
    icon = Icon(f"section-{section}", 0, (high - press.icon) / 2, round(press.icon, 3))
    return high, (icon, *shifted(above, indent, 0), *shifted(below, indent, name + 1.2))


def _centred(choice: Choice, x: float, y: float, size: float) -> list[Item]:
    return rows.drawn(choice, x - rows.width(choice, size) / 2, y - size / 2, size)
