"""The scoring track of Caylus as a mat. Rows are tens, so ten points more is the space below."""

from companion.printing.contents.pieces import Pieces
from companion.printing.display import Area, Item, Rect
from companion.printing.job import Job
from companion.printing.mats import area_of, columns, lines, untitled, written
from companion.printing.text import NamedText, Type
from companion.printing.words import product_name

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
