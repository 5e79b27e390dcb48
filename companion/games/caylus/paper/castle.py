"""The castle of Caylus as a mat: places for workers, the price of a house, and three sections with all their houses."""

from itertools import pairwise

from companion.games.caylus.rules import CaylusRules, Section, caylus
from companion.printing.contents.pieces import Pieces
from companion.printing.contents.signs import ARROW
from companion.printing.display import Area, Item, Line, Rect, Text
from companion.printing.face import Picture
from companion.printing.job import Job
from companion.printing.mats import area_of, columns, evenly, icon, mat, ring, signs, written
from companion.printing.rows import Choice, Choices, Sign
from companion.printing.text import NamedText, Type

_WORKER = 20.0
_HEAD, _LINE = 10.5, 6.2
"""The heights of a section's name and of a line of its scoring, in millimeters."""

_NAME = Type("title", 16, 14, colour="rubric")
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
    head = Area(inside.x, inside.y, inside.width, _HEAD - pad)
    items.append(icon(f"section-{section}", Area(head.x, head.y, 7, head.height), 7))
    worth = Area(head.x + head.width - 9, head.y, 9, head.height)
    items += signs(Choices(((Sign("prestige", str(castle_section.prestige)),),), id, t.code), worth, 8, 7, "worth")
    name = Area(head.x + 8, head.y, head.width - 18, head.height)
    items += written(NamedText(t.name(id), id, t.code), name, _NAME, "section")
    y = inside.y + _HEAD
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
