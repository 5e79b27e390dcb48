"""The player aid on half a sheet with two sides: two of them on one sheet of paper, with a single cut between."""

from companion.printing import fonts
from companion.printing.contents.aid import asked, sections
from companion.printing.contents.desk import SheetDesk
from companion.printing.display import Document, Face, Item, Line, Page, Text, Use
from companion.printing.flow_sheet import Sheet, sides
from companion.printing.job import Job
from companion.printing.paper import craft, paper
from companion.printing.text import NamedText, Type, fit
from companion.printing.units import Size

_EDGE = 7.0
"""The margin of each half, in millimeters."""

_FOOT = 2.4
"""The height of the line at the foot."""

_NOTE = Type("text", 7, 5.5, colour="muted")


def aid_half(job: Job) -> Document:
    """Lay out both sides, each twice beside itself: turned over, the same half lies behind."""
    whole, labels = paper(job.request.paper).turned(), job.labels
    half = Size(whole.width / 2, whole.height)
    desk = asked(SheetDesk.of(job))
    leaf = desk.leaf(desk.say("print.product.aid"), sections(desk))
    leaves = sides(job, [leaf], Sheet(half, job.file["flow"], _EDGE, _FOOT))
    faces = {
        f"side {n}": Face(half.width, half.height, (*items, *_note(job, half))) for n, items in enumerate(leaves, 1)
    }
    cut = Line(half.width, craft().unprintable, half.width, whole.height - craft().unprintable, 0.3, "line", (3, 3))
    pages = tuple(
        Page(
            whole.width, whole.height,
            (Use(name, 0, 0, read=True), Use(name, half.width, 0), cut), f"{labels.title} {n}",
        )
        for n, name in enumerate(faces, 1)
    )  # fmt: skip
    return Document(labels.title, labels.legal, job.t.code, pages, faces, job.rules.edition)


def _note(job: Job, half: Size) -> list[Item]:
    """The line at the foot that says whose game this is."""
    legal = NamedText(job.labels.legal, "print.legal", job.t.code)
    fitted = fit(legal, half.width - 2 * _EDGE, 4, _NOTE, "foot")
    base = half.height - craft().unprintable - fonts.height("text", fitted.size) * 0.4
    return [Text(_EDGE, base, fitted.lines[0], "text", fitted.size, "muted")]
