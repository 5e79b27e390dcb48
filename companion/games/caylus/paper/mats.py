"""The mats of Caylus: bridge, turn order, points, favors and castle, to lay on the board or beside it."""

from collections.abc import Sequence
from itertools import pairwise

from companion.games.caylus.rules import CaylusRules, Section, caylus
from companion.printing.contents.signs import ARROW, effect_choices
from companion.printing.display import Area, Item, Line, Rect, Text
from companion.printing.face import Picture
from companion.printing.job import Job
from companion.printing.mats import area_of, columns, evenly, icon, lines, mat, ring, signs, untitled, written
from companion.printing.rows import Choice, Choices, Sign
from companion.printing.sheet import Pieces
from companion.printing.text import NamedText, Type
from companion.printing.words import product_name

PLACE = 25.0
"""The maximum width of a place, in millimeters."""


def bridge(job: Job) -> Pieces:
    data = caylus(job.rules.data)
    t, id = job.t, "term.bridge"
    first = (Sign("place", "1"), Sign("arrow", wide=True, ratio=2 / 3), Sign("coin", str(data.bridge.first_pass)))
    return mat(job, id, {
        "woodcut": Picture("buildings/bridge"),
        "pass": Choices((first,), id, t.code),
        "pass_words": NamedText(t.say("print.bridge"), "print.bridge", t.code),
    }, places(job, data, area_of(job.layout("mat"), "places")))  # fmt: skip


def places(job: Job, data: CaylusRules, area: Area) -> list[Item]:
    """Return a place for each price, in order."""
    prices = data.bridge.prices
    side = min(PLACE, area.height, area.width / len(prices) - 1)
    return priced(job, prices, evenly(area, len(prices), side))


def priced(job: Job, prices: Sequence[int], areas: Sequence[Area]) -> list[Item]:
    """Return places with prices, for the marker of the player who passes."""
    items: list[Item] = []
    for price, place in zip(prices, areas, strict=True):
        content = Choices(((Sign("coin", str(price)),),), "term.bridge", job.t.code)
        size = place.width * 0.56
        items += [ring(place, dashed=True), *signs(content, place, size, size, "price")]
    return items


def order(job: Job) -> Pieces:
    data, id = caylus(job.rules.data), "term.turn_order"
    places, money = (area_of(job.layout("mat"), name) for name in ("places", "money"))
    items: list[Item] = []
    begins = data.setup.money
    for number, place in enumerate(evenly(places, len(begins), min(PLACE, places.height)), 1):
        items += [ring(place, dashed=True), *_sign(job, Sign(text=str(number)), place, 10)]
        below = Area(place.x, money.y, place.width, money.height)
        items += _sign(job, Sign("coin", str(begins[number - 1])), below, money.height)
    words = NamedText(job.t.say("print.aid.begin"), "print.aid.begin", job.t.code)
    return mat(job, id, {"money_words": words}, items)


def _sign(job: Job, sign: Sign, area: Area, size: float) -> list[Item]:
    return signs(Choices(((sign,),), "term.turn_order", job.t.code), area, size, size, "place")


_TEN = 10
_NUMBER = {False: Type("text", 9, colour="muted"), True: Type("bold", 11)}
"""The type of a number, and of one that can be divided by five."""


def score(job: Job) -> Pieces:
    track = area_of(job.layout("mat"), "track")
    items: list[Item] = []
    for tens, row in enumerate(lines(track, [track.height / _TEN] * _TEN)):
        for ones, cell in enumerate(columns(row, [row.width / _TEN] * _TEN)):
            items += _space(job, _TEN * tens + ones, cell)
    id, t = "print.product.score", job.t
    others = dict.fromkeys(product_name(other, "score") for other in job.others)
    return untitled(job, {
        "name": NamedText(product_name(t, "score"), id, t.code),
        "names": NamedText(" · ".join(name for name in others if name != product_name(t, "score")), id, t.code),
        "words": NamedText(t.say("print.score", last=_TEN * _TEN - 1), id, t.code),
    }, items)  # fmt: skip


def _space(job: Job, points: int, cell: Area) -> list[Item]:
    strong = points % 5 == 0
    number = Area(cell.x + 1.4, cell.y + 1.2, cell.width - 2.8, 4)
    words = NamedText(str(points), "print.product.score", job.t.code)
    return [
        Rect(cell.x, cell.y, cell.width, cell.height, "ground" if strong else "page", "line"),
        *written(words, number, _NUMBER[strong], "space"),
    ]


_NAME, _START, _HEAD = 34.5, 17.5, 8.0
"""The widths of the names and of the start, and the height of the column numbers, in millimeters."""

_MARKER = 16.0
_BIG = Type("title", 16, 14, align="left", colour="rubric")


def favors(job: Job) -> Pieces:
    data = caylus(job.rules.data)
    table = area_of(job.layout("mat"), "table")
    each = (table.width - _NAME - _START) / data.favors.columns
    across = columns(table, [_NAME, _START, *[each] * data.favors.columns])
    down = lines(table, [_HEAD, *[(table.height - _HEAD) / len(data.favors.lines)] * len(data.favors.lines)])
    items = _heads(job, data, across, down[0])
    for line, row in zip(data.favors.lines, down[1:], strict=True):
        cells = [Area(area.x, row.y, area.width, row.height) for area in across]
        items += _favor_line(job, data, line, cells)
    return mat(job, "term.favor_table", {}, items)


def _opened_by(data: CaylusRules, column: int) -> str:
    """Return the section whose scoring opens a column; empty if the column is open from the start."""
    if column <= data.favors.open_columns:
        return ""
    return min(
        (section for section, castle_section in data.castle.sections.items() if castle_section.opens_column >= column),
        key=lambda section: data.castle.sections[section].opens_column,
    )


def _heads(job: Job, data: CaylusRules, across: list[Area], row: Area) -> list[Item]:
    """The number of each column, with the section that opens it."""
    items: list[Item] = []
    for column, cell in enumerate(across[2:], 1):
        section = _opened_by(data, column)
        number = Sign(text=str(column))
        content = ((Sign(f"section-{section}"), number),) if section else ((number,),)
        head = Area(cell.x, row.y, cell.width, row.height)
        items += signs(Choices(content, "term.favor_table", job.t.code), head, 6.0, 5.0, "column")
    return items


def _favor_line(job: Job, data: CaylusRules, line: str, cells: list[Area]) -> list[Item]:
    t, id = job.t, f"line.{line}"
    name, start = cells[0], cells[1]
    items: list[Item] = [Rect(name.x, name.y, sum(c.width for c in cells), name.height, "", "line", 0.7)]
    label = Area(name.x + 2, name.y, name.width - 2.4, name.height)
    items += written(NamedText(t.name(id), id, t.code), label, _BIG, "line")
    middle = Area(
        start.x + (start.width - _MARKER) / 2, start.y + (start.height - _MARKER) / 2, _MARKER, _MARKER
    )  # fmt: skip
    items += [ring(middle, dashed=True), icon("favor", middle, 8.5, "royal")]
    for column, (cell, effect) in enumerate(zip(cells[2:], data.favors.lines[line], strict=True), 1):
        section = _opened_by(data, column)
        items.append(Rect(cell.x, cell.y, cell.width, cell.height, f"{section}-tint" if section else "page", "line"))
        content = effect_choices(job.rules, effect, f"favor.{line}.{column}", t.code)
        if content is None:
            items.append(Text(cell.x + cell.width / 2 - 1.2, cell.y + cell.height / 2 + 1, "–", "strong", 12, "muted"))
        else:
            items += _cell_signs(content, cell.grown(-1.3))
    return items


def _cell_signs(content: Choices, cell: Area) -> list[Item]:
    """What a cell brings, with the discount below it, if any."""
    choice = content.choices[0]
    cut = next((n for n, sign in enumerate(choice) if sign.text == "−"), len(choice))
    parts = [Choices((part,), content.id, content.language) for part in (choice[:cut], choice[cut:]) if part]
    if len(parts) == 1:
        return signs(content, cell, 7.0, 5.0, "cell")
    rows = lines(cell, [cell.height / 2] * 2)
    return [item for part, row in zip(parts, rows, strict=True) for item in signs(part, row, 6.4, 5.0, "cell")]


_WORKER = 20.0
_SECTION_HEAD, _LINE = 10.5, 6.2
"""The heights of a section's name and of a line of its scoring, in millimeters."""

_SECTION_NAME = Type("title", 16, 14, colour="rubric")
_ROWS = 5
"""The number of rows of houses."""


def castle(job: Job) -> Pieces:
    data = caylus(job.rules.data)
    t, layout = job.t, job.layout("mat")
    items = _workers(data, area_of(layout, "places"))
    area, gap = area_of(layout, "sections"), 3.0
    wide = [-(-part.parts // _ROWS) for part in data.castle.sections.values()]
    spare = area.width - gap * (len(wide) - 1) - sum(wide) * float(job.file["place"])
    widths = [n * float(job.file["place"]) + spare / len(wide) for n in wide]
    for (section, castle_section), panel in zip(data.castle.sections.items(), columns(area, widths, gap), strict=True):
        items += _section(job, section, castle_section, panel)
    batch, loss = (*batch_signs(data), ARROW, Sign("house")), Sign("prestige", f"−{data.castle.refusal}")
    best = (Sign("house"), Sign(text=">"), Sign("house"), ARROW, *(Sign("favor"),) * data.castle.best_builder.favor)
    return mat(job, "term.castle", {
        "woodcut": Picture("buildings/castle"),
        "batch": Choices((batch,), "term.batch", t.code),
        "best": Choices((best,), "term.castle", t.code),
        "refusal": Choices(((Sign(text="0"), Sign("house"), ARROW, loss),), "term.castle", t.code),
    }, items)  # fmt: skip


def batch_signs(data: CaylusRules) -> Choice:
    """Return a batch: three different cubes, food among them, of which two may be gold too."""
    batch = data.castle.batch
    cubes = [Sign(kind) for kind in batch.compulsory]
    cubes += [Sign("any")] * (batch.cubes - len(cubes))
    return (*((Sign(text="≠"),) if batch.different else ()), *cubes)


def _workers(data: CaylusRules, area: Area) -> list[Item]:
    items: list[Item] = []
    for number, place in enumerate(evenly(area, data.castle.places, _WORKER), 1):
        items.append(ring(place, dashed=True))
        items += signs(Choices(((Sign(text=str(number)),),), "term.castle_order", ""), place, 8, 8, "place")
    return items


def _section(job: Job, section: str, castle_section: Section, panel: Area) -> list[Item]:
    t, id, pad = job.t, f"section.{section}", 2.0
    inside = panel.grown(-pad)
    items: list[Item] = [Rect(panel.x, panel.y, panel.width, panel.height, f"{section}-tint", "line", 0.7)]
    head = Area(inside.x, inside.y, inside.width, _SECTION_HEAD - pad)
    items.append(icon(f"section-{section}", Area(head.x, head.y, 7, head.height), 7))
    worth = Area(head.x + head.width - 9, head.y, 9, head.height)
    items += signs(Choices(((Sign("prestige", str(castle_section.prestige)),),), id, t.code), worth, 8, 7, "worth")
    name = Area(head.x + 8, head.y, head.width - 18, head.height)
    items += written(NamedText(t.name(id), id, t.code), name, _SECTION_NAME, "section")
    y = inside.y + _SECTION_HEAD
    for signs_of_line in _scoring(castle_section):
        line = Area(inside.x, y, inside.width, _LINE)
        items += signs(Choices((signs_of_line,), id, t.code), line, 5.4, 4.4, "scoring", "left")
        y += _LINE
    items.append(Line(inside.x, y + 1, inside.x + inside.width, y + 1, 0.5, "line"))
    return items + _houses(castle_section, panel, float(job.file["place"]))


def _scoring(section: Section) -> list[Choice]:
    """When the section is scored, and what each number of houses then brings, as signs."""
    signses: list[Choice] = [(Sign("bailiff"), ARROW, Sign("place", str(section.trigger)))]
    ends = [later.houses - 1 for _, later in pairwise(section.scoring)]
    for score, last in zip(section.scoring, [*ends, None], strict=True):
        brings = (Sign("favor"),) * score.favor
        if score.prestige:
            brings = (Sign("prestige", str(score.prestige).replace("-", "−")), *brings)
        signses.append((Sign(text=_span(score.houses, last)), Sign("house"), ARROW, *brings))
    return signses


def _span(first: int, last: int | None) -> str:
    if last is None:
        return f"{first}+"
    return f"{first}" if last <= first or not first else f"{first}–{last}"


def _houses(section: Section, panel: Area, side: float) -> list[Item]:
    """Squares from the top left, each with a house to be covered."""
    across = -(-section.parts // _ROWS)
    left = panel.x + (panel.width - across * side) / 2
    top = panel.y + panel.height - 2 - _ROWS * side
    items: list[Item] = []
    for number in range(section.parts):
        row, column = divmod(number, across)
        place = Area(left + column * side, top + row * side, side, side)
        items.append(Rect(place.x, place.y, side, side, "page", "line"))
        items.append(icon("house", place, 8, "line"))
        items.append(Text(place.x + 1.2, place.y + 3.2, str(number + 1), "text", 7, "muted"))
    return items
