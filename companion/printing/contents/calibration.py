"""The calibration sheet: a printer's margins, the shift of its backs, and how small it prints legibly.

The front has crosses with a scale, the back plain crosses. Held against the light, a plain cross points at the numbers
for `--offset`. The crosses coincide when the sheet is turned, so any shift is due to the printer.
"""

from companion.printing import fonts
from companion.printing.display import Area, Document, Item, Line, Page, Text
from companion.printing.job import Job
from companion.printing.paper import craft, paper
from companion.printing.product import Request
from companion.printing.rows import Sign, drawn
from companion.printing.sheet import edge_faces, edges
from companion.printing.text import NamedText, Type, fit, place

REACH = 12
"""The length of the scale, in millimeters to each side."""

_EDGES = (3.0, 4.0, 5.0, 6.35)
"""The distances from the paper's edge at which lines are drawn, in millimeters."""

_SAMPLES = (6.0, 7.0, 8.5, 10.0)
_SIGNS = ("food", "wood", "stone", "cloth", "gold", "any", "plain", "prestige", "favor", "worker", "provost", "token")


def calibration(job: Job) -> Document:
    """Lay out the two pages."""
    request, labels = job.request, job.labels
    sheet = paper(request.paper)
    width, height = sheet.width, sheet.height
    length = width - 2 * craft().unprintable
    sides = [(labels.front, _front(job, width, height)), (labels.back, _back(job, request, width, height))]
    pages = tuple(Page(width, height, (*items, *edges(width, height, title)), title) for title, items in sides)
    return Document(
        labels.title, labels.legal, job.t.code, pages, edge_faces(length, craft(), labels), job.rules.edition
    )


def _crosses(width: float, height: float) -> list[tuple[float, float]]:
    """Return the middle and a point towards each corner, to show rotation too; mirrored, they change places."""
    x, y = width / 2, height / 2
    far_x, far_y = width / 2 - 38, height / 2 - 60
    return [(x, y), *((x + a * far_x, y + b * far_y) for a in (-1, 1) for b in (-1, 1))]


def _front(job: Job, width: float, height: float) -> list[Item]:
    t = job.t
    items: list[Item] = []
    items += _edge_lines(job, width, height)
    for x, y in _crosses(width, height):
        items += _scale(x, y)
    items += _paragraph(job, "print.calibration.front", t.say("print.calibration.front"), 74, width)
    return items + _samples(job, width, height)


def _edge_lines(job: Job, width: float, height: float) -> list[Item]:
    """Lines close to every edge: the first one printed completely shows the printer's margin."""
    items: list[Item] = []
    for number, inset in enumerate(_EDGES):
        label = f"{job.t.number(inset)}\u00a0mm"
        begin = height * 0.56 + number * 11
        for x in (inset, width - inset):
            items.append(Line(x, begin, x, begin + 10, 0.5, "ink"))
            at = x + 1 if x < width / 2 else x - 1 - fonts.width("text", 6, label)
            items.append(Text(at, begin + 6, label, "text", 6, "muted"))
        begin = width * 0.7 + number * 8
        items += [Line(begin, y, begin + 7, y, 0.5, "ink") for y in (inset, height - inset)]
    return items


def _back(job: Job, request: Request, width: float, height: float) -> list[Item]:
    right, down = request.offset.correction({"long": "x", "short": "y"}.get(request.duplex, ""))
    items: list[Item] = []
    for x, y in _crosses(width, height):
        at_x, at_y = x + right, y + down
        items.append(Line(at_x - REACH, at_y, at_x + REACH, at_y, 0.5, "ink"))
        items.append(Line(at_x, at_y - REACH, at_x, at_y + REACH, 0.5, "ink"))
    return items + _paragraph(job, "print.calibration.back", job.t.say("print.calibration.back"), 74, width)


def _scale(x: float, y: float) -> list[Item]:
    """A cross with a tick for every millimeter and a number for every fifth; right and down are positive."""
    items: list[Item] = [Line(x - REACH, y, x + REACH, y, 0.35, "ink"), Line(x, y - REACH, x, y + REACH, 0.35, "ink")]
    for mm in range(-REACH, REACH + 1):
        tick = 1.6 if mm % 5 == 0 else 0.8
        items.append(Line(x + mm, y - tick, x + mm, y + tick, 0.25, "ink"))
        items.append(Line(x - tick, y + mm, x + tick, y + mm, 0.25, "ink"))
        if mm and mm % 5 == 0:
            label = f"{abs(mm)}".rjust(2) if mm > 0 else f"−{abs(mm)}"
            half = fonts.width("text", 6, label) / 2
            items.append(Text(x + mm - half, y + 4, label, "text", 6, "ink"))
            items.append(Text(x + 2.2, y + mm + 0.7, label, "text", 6, "ink"))
    return items


def _paragraph(job: Job, id: str, text: str, top: float, width: float) -> list[Item]:
    area = Area(width / 2 - 62, top, 124, 40)
    fitted = fit(NamedText(text, id, job.t.code), area.width, area.height, Type("text", 10, 9.5, 8, 1.35), "paragraph")
    return [*place(fitted, area.x, area.y, area.width)]


def _samples(job: Job, width: float, height: float) -> list[Item]:
    """Icons of 5 mm and small type, to check that they are legible."""
    left, top = width / 2 - 62, height / 2 + 28
    items = [item for place, name in enumerate(_SIGNS) for item in drawn((Sign(name),), left + place * 8.0, top, 5.0)]
    for line, points in enumerate(_SAMPLES):
        text = f"{job.t.number(points)}\u00a0pt  {job.t.name(f'game.{job.rules.game}')} 0123456789"
        items.append(Text(left, top + 13 + line * 5.2, text, "text", points, "ink"))
    return items
