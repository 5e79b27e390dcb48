"""The favor table of Caylus as a mat: a line for each kind of favor, with a start and a cell for each column."""

from companion.games.caylus.rules import CaylusRules, caylus
from companion.printing.contents.pieces import Pieces
from companion.printing.contents.signs import effect_choices
from companion.printing.display import Area, Item, Rect, Text
from companion.printing.job import Job
from companion.printing.mats import area_of, columns, icon, lines, mat, ring, signs, written
from companion.printing.rows import Choices, Sign
from companion.printing.text import NamedText, Type

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
        items += _line(job, data, line, cells)
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


def _line(job: Job, data: CaylusRules, line: str, cells: list[Area]) -> list[Item]:
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
            items += _signs(content, cell.grown(-1.3))
    return items


def _signs(content: Choices, cell: Area) -> list[Item]:
    """What a cell brings, with the discount below it, if any."""
    choice = content.choices[0]
    cut = next((n for n, sign in enumerate(choice) if sign.text == "−"), len(choice))
    parts = [Choices((part,), content.id, content.language) for part in (choice[:cut], choice[cut:]) if part]
    if len(parts) == 1:
        return signs(content, cell, 7.0, 5.0, "cell")
    rows = lines(cell, [cell.height / 2] * 2)
    return [item for part, row in zip(parts, rows, strict=True) for item in signs(part, row, 6.4, 5.0, "cell")]
