"""Sets blocks at a width: breaks lines, measures cells, rules rows. What does not fit is a `BuildError`."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from companion.printing import fonts, icons
from companion.printing.data import read
from companion.printing.display import END, Area, Icon, Item, Line, Mark, Rect, Text, moved
from companion.printing.errors import BuildError
from companion.printing.flow import (
    Best,
    Block,
    Cell,
    Column,
    Drawn,
    Figure,
    FlowTable,
    Framed,
    Heading,
    Paragraph,
    Part,
    Plate,
    Put,
    Rich,
    Said,
    Slab,
)
from companion.printing.paper import MM
from companion.printing.rows import OR, Choice, Choices, Setting, Sign, total_width
from companion.printing.rows import drawn as drawn_signs
from companion.printing.rows import place as place_choices
from companion.printing.text import Fitted, NamedText, Type, fit, set_sentence
from companion.printing.text import place as place_text

_UNBOUNDED = 10_000.0
_GIVE = 0.9
"""How far a word that is wider than its cell may shrink, as a fraction of its size."""

_RAGGED = 0.3
"""How much of a line may stay empty before a word is parted to fill it. Large type is parted only where it must be."""

_SQUEEZED = 0.6
"""How far icons that have no room otherwise may shrink below their smallest size, as a fraction of it."""

_LEAST = 6.0
"""The width that a column of words can do with if they may be parted at any letter, as a multiple of the unit."""

_TALL = 4.0
"""A first or last row lower than this number of lines is never alone in a column."""

_TALLER, _AIRED = 1.3, 0.22
"""A row that is so many times as high as the lowest, as of two lines, has more space, as a multiple of the unit."""

_BETWEEN = 0.6
"""The space between two languages of one text, as a fraction of the second's size."""

_DESCENT = 0.12
"""The space below the last line of a sentence, for its descenders, as a fraction of the size."""

_TITLED = 1.02
"""The distance from a title's baseline to that of its first line, as a multiple of the distance between lines."""

_PAD = 0.36
"""How far the ground of a number reaches beyond it, as a multiple of the unit."""

_FRAME = 1.3
"""The space inside the frame around blocks, as a multiple of the unit."""

_SHORT = 0.22
"""A last line shorter than this fraction of the width is balanced with the lines before it."""


@dataclass(frozen=True)
class Press:
    """The size of a sheet's body text, and all sizes derived from it."""

    body: float
    looseness: float = 1.0
    """The space of the rhythm relative to what the file says; less if that saves a page."""
    sheet: str = ""
    """The file in templates/sheets/flows whose styles and rhythm replace the general ones."""
    big: bool = False
    """Whether this is big print: black, and no type or number smaller than the file says."""
    anywhere: bool = False
    """Whether words may be parted at any letter, so that any word fits."""
    speak: Callable[[Sequence[Sign]], str] | None = None
    """How signs are read out."""

    def rhythm(self, name: str) -> float:
        """Return an entry of the rhythm."""
        return float(_rhythm(self.sheet, big=self.big)[name])

    @property
    def wide(self) -> float:
        """How much wider than usual are columns that have a fixed width."""
        return float(read("flow")["big"]["wide"]) if self.big else 1.0

    @property
    def unit(self) -> float:
        """The height of the body text in millimeters, the unit of all spaces."""
        return self.body / MM

    def air(self, name: str) -> float:
        """Return a space of the rhythm, in millimeters."""
        return self.rhythm(name) * self.unit * self.looseness

    @property
    def icon(self) -> float:
        """The height of icons, in millimeters."""
        return max(self.rhythm("icon") * self.unit, self.least_icon)

    @property
    def least_icon(self) -> float:
        return self.rhythm("least_icon")

    def type(self, style: str, align: str = "left", *, second: bool = False) -> Type:
        """Return a style at this size; for the second language of the sheet, its lighter variant."""
        entry, other = _style(self.sheet, style), read("flow")["second"]
        font, colour = entry["font"], entry.get("colour", "ink")
        scale, least = entry["scale"], entry["least"]
        if self.big:
            big = read("flow")["big"]
            scale = min(scale, 1 + (scale - 1) * big["growth"])
            least, colour = max(least, big["least"]), "ink"
        size = max(self.body * scale, least)
        if second:
            font, colour = other["fonts"].get(font, font), colour if self.big else other["colour"]
            least = min(least, other["least"]) if font != "title" and not self.big else least
            size = max(size * other["scale"], least)
        size = round(size, 2)
        ragged = 1.0 if font == "title" else _RAGGED
        give = 1.0 if self.big else _GIVE
        leading = float(entry.get("leading", 1.26))
        if self.big and font != "title":
            leading = max(leading, read("flow")["big"]["leading"])
        return Type(font, size, max(size, least) * give, 99, leading, align, colour, ragged, self.anywhere)


@cache
def _rhythm(sheet: str, *, big: bool) -> dict[str, Any]:
    """Return the general rhythm with what the sheet, and big print, have instead."""
    own = read(f"flows/{sheet}").get("rhythm", {}) if sheet else {}
    return {**read("flow")["rhythm"], **own, **(read("flow")["big"]["rhythm"] if big else {})}


@cache
def _style(sheet: str, name: str) -> dict[str, Any]:
    own = read(f"flows/{sheet}").get("styles", {}).get(name, {}) if sheet else {}
    return {**read("flow")["styles"][name], **own}


@dataclass(frozen=True)
class _Set:
    """Something set at a width: its height, and its items relative to the top left corner."""

    height: float
    items: tuple[Item, ...]
    width: float = 0.0


def set_blocks(blocks: Iterable[Block], width: float, press: Press) -> list[Slab]:
    """Return all blocks as slabs, in order; each knows the heading to repeat above it at the top of a column."""
    slabs: list[Slab] = []
    heading = None
    for block in blocks:
        blocks_set = _block(block, width, press)
        if isinstance(block, Heading):
            heading = _repeated(blocks_set[0])
        elif heading:
            blocks_set = [replace(slab, head=_above(heading, slab.head)) for slab in blocks_set]
        slabs += blocks_set
    return slabs


def _repeated(slab: Slab) -> Slab:
    """Return a heading or head as it is repeated: to be seen, but not to be read out again."""
    return replace(slab, items=tuple(item for item in slab.items if not isinstance(item, Mark)))


def _above(heading: Slab, head: Slab | None) -> Slab:
    """Return a heading with the head of a table below it."""
    if head is None:
        return heading
    y = heading.height + head.above
    return replace(heading, height=y + head.height, items=(*heading.items, *shifted(head.items, 0, y)))


def shifted(items: Iterable[Item], x: float, y: float) -> tuple[Item, ...]:
    return tuple(moved(item, x, y) for item in items) if x or y else tuple(items)


def _block(block: Block, width: float, press: Press) -> list[Slab]:
    match block:
        case Heading():
            return [_heading(block, width, press)]
        case Paragraph():
            flow_set = _part(Put(block.said, block.style), width, "left", press)
            return [Slab(flow_set.height, marked("P", flow_set.items), press.air("block"))]
        case FlowTable():
            return _table(block, width, press)
        case Figure():
            height, items = block.draw(width, press)
            return [Slab(height, marked("Div", items), press.air("block") if block.apart else 0.0)]
        case Framed():
            return _framed(block, width, press)


def _framed(block: Framed, width: float, press: Press) -> list[Slab]:
    """All blocks as one slab with a double line around it."""
    if press.big or press.anywhere:
        return set_blocks(block.blocks, width, press)
    pad, y, items = press.unit * _FRAME, 0.0, list[Item]()
    for place, slab in enumerate(set_blocks(block.blocks, width - 2 * pad, press)):
        y += slab.above if place else pad
        items += shifted(slab.items, pad, y)
        y += slab.height
    y += pad * 0.6
    frame = (Rect(0, 0, width, y, "", "ink", 0.9), Rect(0.9, 0.9, width - 1.8, y - 1.8, "", "ink", 0.35))
    return [Slab(y, (*frame, *items), press.air("block"))]


def marked(role: str, items: Iterable[Item], *, language: str = "", more: bool = False) -> tuple[Item, ...]:
    """Return items as a part of the text, for people who have the sheet read out to them."""
    return (Mark(role, language=language, more=more), *items, END)


# words


def _heading(block: Heading, width: float, press: Press) -> Slab:
    """The title in all languages, with a line across the column, and the note at its right or below."""
    indent = press.icon * 1.3 if block.icon else 0.0
    title_set = _said(block.said, "heading", width - indent, "left", press)
    height = max(title_set.height, press.icon if block.icon else 0.0)
    top = (height - title_set.height) / 2
    items = list(shifted(title_set.items, indent, top))
    if block.icon:
        items += drawn_signs((Sign(block.icon),), 0, (height - press.icon) / 2, press.icon)
    foot = height + press.air("after_heading")
    title = Mark("H2", title=block.said[0].text.replace("\u00ad", ""))
    drawn: tuple[Item, ...] = (title, *items, END, Line(0, foot, width, foot, 0.7, "rubric"))
    note, below = _noted(block.note, width, width - indent - title_set.width - press.unit, press)
    if note.items and below:
        drawn = (*drawn, *marked("P", shifted(note.items, 0, foot + press.air("after_heading") * 1.2)))
        foot += press.air("after_heading") * 1.6 + note.height
    elif note.items:
        drawn = (*drawn, *marked("P", shifted(note.items, 0, top + title_set.height - note.height)))
    return Slab(foot + press.air("after_heading") / 2, drawn, press.air("heading"), keep=True, begins=True)


def _noted(said: Said, width: float, room: float, press: Press) -> tuple[_Set, bool]:
    """Set the note of a heading, and say whether it has to stand below."""
    if not said:
        return _Set(0, ()), False
    if len(said) == 1 and _line(said[0], "small", press, 0) <= room:
        return _said(said, "small", width, "right", press), False
    return _said(said, "small", width, "left", press), True


def _said(texts: Said, style: str, width: float, align: str, press: Press) -> _Set:
    """The words in every language, one below the other."""
    items: list[Item] = []
    y = widest = 0.0
    for place, words in enumerate(texts):
        type = press.type(style, align, second=place > 0)
        fitted = _evened(words, width, type, style)
        y += type.size * _BETWEEN / MM if place else 0.0
        lines = place_text(fitted, 0, y, width)
        items += marked("Span", lines, language=words.language) if place else lines
        y += fitted.height
        widest = max(widest, *(fonts.width(type.font, fitted.size, line) for line in fitted.lines))
    return _Set(y, tuple(items), widest)


def said_at(texts: Said, style: str, width: float, align: str, press: Press) -> Drawn:
    """Set words for a drawing: their height, and the items from the top left corner."""
    flow_set = _said(texts, style, width, align, press)
    return flow_set.height, flow_set.items


def _evened(words: NamedText, width: float, type: Type, box: str) -> Fitted:
    """Fit lines, slightly narrower if this avoids a single short word at the end."""
    fitted = fit(words, width, _UNBOUNDED, type, box)
    if len(fitted.lines) < 2:
        return fitted
    for part in (1.0, 0.96, 0.92, 0.88, 0.84, 0.8):
        tried = fit(words, width * part, _UNBOUNDED, replace(type, least=type.size * 0.8), box)
        same = len(tried.lines) == len(fitted.lines) and tried.size == fitted.size
        if not same:
            return fitted
        if fonts.width(type.font, tried.size, tried.lines[-1]) >= width * _SHORT:
            return tried
    return fitted


# cells


def part_at(part: Part, width: float, align: str, press: Press) -> Drawn:
    """Set a part of a cell for a drawing: its height, and the items from the top left corner."""
    made = _part(part, width, align, press)
    return made.height, made.items


def _part(part: Part, width: float, align: str, press: Press) -> _Set:
    match part:
        case Put():
            words = _said(part.said, part.style, width, align, press)
            return replace(words, items=marked("H3", words.items)) if part.style == "name" else words
        case Rich():
            return _rich(part, width, press)
        case Choices():
            return _choices(part, width, align, press)
        case Plate():
            return _plate(part, width)
        case Best():
            return _best(part, width, align, press)


def _best(part: Best, width: float, align: str, press: Press) -> _Set:
    """A number on a ground that reaches a little beyond it on all sides."""
    flow_set = _said(part.said, part.style if part.style != "body" else "total", width, align, press)
    lines = [item for item in flow_set.items if isinstance(item, Text)]
    left, pad = min(line.x for line in lines), press.unit * _PAD
    ground = Rect(left - pad, -pad, flow_set.width + 2 * pad, flow_set.height + 2 * pad, "ground", "line", 0.3)
    return replace(flow_set, items=(ground, *flow_set.items))


def _rich(part: Rich, width: float, press: Press) -> _Set:
    """A sentence with icons, in every language."""
    items: list[Item] = []
    y = 0.0
    for place, words in enumerate(part.said):
        type = press.type(part.style, second=place > 0)
        sentence = set_sentence(words, width, type)
        y += type.size * _BETWEEN / MM if place else 0.0
        drawn = sentence.items(0, y, None if place else press.speak)
        items += marked("Span", drawn, language=words.language) if place else drawn
        y += sentence.height
    return _Set(y + type.size * _DESCENT / MM, tuple(items), width)


def _choices(content: Choices, width: float, align: str, press: Press) -> _Set:
    """Icons in one line; choices that do not fit go to the next, which begins with "or"."""
    lines: list[tuple[Choice, ...]] = []
    for choice in content.choices:
        longer = (*lines[-1], choice) if lines else (choice,)
        if lines and total_width(longer, press.icon) <= width:
            lines[-1] = longer
        else:
            lines.append(((OR, *choice) if lines and choice[0].icon != "house" else choice,))
    items: list[Item] = []
    y, step = 0.0, press.icon + press.air("stack")
    for line in lines:
        area = Area(0, y, width, press.icon)
        least = min(press.least_icon, press.icon) * (_SQUEEZED if press.anywhere else 1.0)
        setting = Setting(press.icon, least, align)
        drawn = place_choices(Choices(line, content.id, content.language), area, setting, "cell")
        items += _spoken(line, drawn, press, content.label)
        y += step
    return _Set(y - press.air("stack"), tuple(items))


def _spoken(choices: Sequence[Choice], drawn: Sequence[Item], press: Press, label: str) -> Sequence[Item]:
    """Return signs with the words that are read out instead of them."""
    signs: list[Sign] = []
    for choice in choices:
        signs += [OR] * bool(signs and choice[0].icon != "house") + list(choice)
    told = press.speak(signs) if press.speak else ""
    told = f"{label}{told}" if label and told else told
    return (Mark("Span", said=told), *drawn, END) if told else drawn


def _plate(part: Plate, width: float) -> _Set:
    """A woodcut on the ground and in the frame of its kind; the frame alone if there is none."""
    frame, drawing = read("frames")[part.kind], icons.drawing(part.picture) if part.picture else None
    inner = width - 1.6
    height = (inner * drawing.height / drawing.width if drawing else inner) + 1.6
    ground = Rect(0, 0, width, height, frame["tint"], frame["colour"], 0.7)
    return _Set(height, (ground, Icon(part.picture, 0.8, 0.8, round(inner, 3))) if drawing else (ground,))


def _cell(cell: Cell, column: Column, width: float, press: Press) -> _Set:
    items: list[Item] = []
    y = 0.0
    for place, part in enumerate(cell):
        y += _apart(cell[place - 1], part, press) if place else 0.0
        flow_set = _part(part, width, column.align, press)
        items += shifted(flow_set.items, 0, y)
        y += flow_set.height
    return _Set(y, tuple(items))


def _apart(above: Part, below: Part, press: Press) -> float:
    """Return the space between two parts of a cell; below a title, as much as between the lines of its text."""
    stack = press.air("stack")
    if isinstance(above, Put) and above.style == "name" and isinstance(below, Put | Rich):
        type = press.type(below.style)
        stack = max(stack, type.size * type.leading / MM * _TITLED - fonts.height(type.font, type.size))
    return stack


# tables


def _table(block: FlowTable, width: float, press: Press) -> list[Slab]:
    widths = _widths(block.columns, [*block.rows, block.head], width, press)
    slabs: list[Slab] = []
    head = None
    if block.head:
        valign = "top" if any(len(cell) > 1 for cell in block.head) else block.valign
        heads = _cells(block.head, block.columns, widths, valign, press, "TH")
        first = replace(_ruled(heads, width, press.air("row"), "rubric"), keep=True)
        slabs.append(first)
        head = _repeated(first)
    leads = _widths(block.lead, block.leads, width, press) if block.leads else []
    role, headed = "P" if block.laid else "TD", not block.laid
    flow_sets = [_cells(cells, block.columns, widths, block.valign, press, role, headed=headed) for cells in block.rows]
    if block.leads:
        led = [_cells(cells, block.lead, leads, "middle", press) for cells in block.leads]
        flow_sets = [_below(upper, lower, press.air("stack")) for upper, lower in zip(led, flow_sets, strict=True)]
    worded = headed and not any(column.wraps for column in block.columns)
    tall = _TALLER * min((flow_set.height for flow_set in flow_sets), default=0.0)
    for place, flow_set in enumerate(flow_sets):
        last = place == len(block.rows) - 1
        more_air = _AIRED * press.unit if worded and flow_set.height > tall else 0.0
        rule = "" if last else block.rule
        more = bool(slabs)
        row = _ruled(flow_set, width, press.air("row") * block.air + more_air, rule, more=more, laid=block.laid)
        low = len(block.rows) > 2 and row.height < _TALL * press.unit
        if low and last:
            slabs[-1] = replace(slabs[-1], keep=True)
        slabs.append(replace(row, keep=low and not place, head=head))
    if block.apart:
        slabs[0] = replace(slabs[0], above=press.air("apart"))
    return slabs


def _cells(
    cells: Sequence[Cell], columns: Sequence[Column], widths: Sequence[float], valign: str, press: Press,
    role: str = "TD", *, headed: bool = False,
) -> _Set:  # fmt: skip
    """Cells side by side; with `headed`, the first one with words is the head of the row."""
    gap = press.rhythm("cell") * press.wide
    flow_sets = [_cell(cell, columns[n], widths[n], press) for n, cell in enumerate(cells)]
    inner = max(cell.height for cell in flow_sets)
    items: list[Item] = []
    x = 0.0
    worded = [n for n, cell in enumerate(cells) if any(isinstance(part, Put) for part in cell)]
    first = worded[0] if headed and worded and len(cells) > 1 else -1
    for n, (flow_set, own, column) in enumerate(zip(flow_sets, widths, columns, strict=True)):
        y = (inner - flow_set.height) / 2 if valign == "middle" else 0.0
        items += shifted(marked("RH" if n == first else role, flow_set.items), x, y)
        x += own + gap + column.after * press.wide
    return _Set(inner, tuple(items))


def _below(upper: _Set, lower: _Set, gap: float) -> _Set:
    """Two lines of cells, one below the other."""
    y = upper.height + gap
    return _Set(y + lower.height, (*upper.items, *shifted(lower.items, 0, y)))


def _ruled(flow_set: _Set, width: float, air: float, rule: str, *, more: bool = False, laid: bool = False) -> Slab:
    """A row with the line below it; with `more`, of the table that the row above belongs to."""
    row = marked("Div", flow_set.items) if laid else marked("Table", marked("TR", flow_set.items), more=more)
    items, height = list(row), flow_set.height + air
    if rule:
        items.append(Line(0, height, width, height, 0.7 if rule == "rubric" else 0.35, rule))
    return Slab(height, tuple(items), air)


def _widths(columns: Sequence[Column], rows: Sequence[Sequence[Cell]], width: float, press: Press) -> list[float]:
    """Return the widths of the columns: first fixed and needed widths, then shares of the rest."""
    gap = press.rhythm("cell") * press.wide
    room = width - gap * (len(columns) - 1) - sum(column.after for column in columns) * press.wide
    widths = [
        column.width * press.wide or (0.0 if column.share else _needed(rows, n, column, press))
        for n, column in enumerate(columns)
    ]
    shares = sum(column.share for column, own in zip(columns, widths, strict=True) if not own)
    if press.big or press.anywhere:
        widths = _wrapping(columns, widths, rows, room, press)
    left = room - sum(widths)
    if left < -0.01 or (shares and left < shares):
        raise BuildError("table", "", "columns", f"{len(columns)} columns are too wide for {width:g} mm")
    if shares:
        return [own or left * column.share / shares for column, own in zip(columns, widths, strict=True)]
    growing = sum(column.grow for column in columns)
    return [own + (left / growing if column.grow else 0.0) for column, own in zip(columns, widths, strict=True)]


def _wrapping(
    columns: Sequence[Column], widths: list[float], rows: Sequence[Sequence[Cell]], room: float, press: Press
) -> list[float]:
    """Take what columns lack from those with words that can wrap, down to their longest word."""
    least = [column.width * press.wide or _needed(rows, n, column, press, whole=False) for n, column in
             enumerate(columns)]  # fmt: skip
    lacking = sum(own or small for own, small in zip(widths, least, strict=True)) - room
    spare = sum(own - small for own, small in zip(widths, least, strict=True) if own > small)
    part = min(1.0, max(lacking, 0.0) / spare) if spare else 0.0
    return [own - max(own - small, 0.0) * part for own, small in zip(widths, least, strict=True)]


def _needed(
    rows: Sequence[Sequence[Cell]], n: int, column: Column, press: Press, *, whole: bool = True
) -> float:  # fmt: skip
    """Return the width that the widest cell of a column needs, with its words on one line or each on its own."""
    return max((_needs(part, column, press, whole=whole) for row in rows if row for part in row[n]), default=0) + 0.05


def _needs(part: Part, column: Column, press: Press, *, whole: bool) -> float:
    match part:
        case Put() | Best():
            whole = whole and not column.words
            lines = [
                (replace(words, text=text), place)
                for place, words in enumerate(part.said) for text in ([words.text] if whole else words.text.split())
            ]  # fmt: skip
            longest = max((_line(words, part.style, press, place) for words, place in lines), default=0.0)
            return min(longest, _LEAST * press.unit) if press.anywhere and not whole else longest
        case Choices():
            if column.wraps or not whole:
                return max(total_width((choice,), press.icon) for choice in part.choices)
            return total_width(part.choices, press.icon)
        case Plate() | Rich():
            return 0.0


def _line(words: NamedText, style: str, press: Press, place: int) -> float:
    type = press.type(style, second=place > 0)
    return fonts.width(type.font, type.size, words.text)
