"""A box for the cards, to cut out, fold and glue: its sides in a row, with a lid that tucks in."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.games.magna_carta.rules import magna_carta
from companion.printing.display import Area, Document, Face, Frame, Item, Line, Page, Rect
from companion.printing.errors import TooLarge
from companion.printing.face import Picture, picture
from companion.printing.job import Job
from companion.printing.paper import Size, craft, paper
from companion.printing.sheet import edge_faces, edges
from companion.printing.text import NamedText, Type, fit, place
from companion.rules.vocabulary import Category

_CARD = 0.32
"""The thickness of a card, in millimeters."""
_ROOM = 1.5
"""How much larger the box is inside than its cards."""
_GLUE, _TUCK, _SLANT = 11.0, 14.0, 3.0
"""The widths of the flap that is glued and of the one that is tucked in, and how much flaps narrow."""

Point = tuple[float, float]


def tuck_box(job: Job) -> Document:
    """Return the sheet: cuts are solid, folds dashed, and dots mark the flaps to be glued."""
    box, sheet, labels = _Box(job.size, _thickness(job)), paper(job.request.paper), job.labels
    if box.width > sheet.width - 2 * craft().unprintable:
        sheet = sheet.turned()
    top = craft().unprintable + craft().band
    if box.width > sheet.width - 2 * craft().unprintable or box.height > sheet.height - 2 * top:
        raise TooLarge(str(job.size), job.request.paper)
    x, y = (sheet.width - box.width) / 2, (sheet.height - box.height) / 2
    cuts = tuple(Line(a + x, b + y, c + x, d + y, 0.6, "ink") for a, b, c, d in box.cuts())
    folds = tuple(Line(a + x, b + y, c + x, d + y, 0.5, "muted", (3, 2)) for a, b, c, d in box.folds())
    sides: list[Item] = [*_front(job, box.side(2), x, y), *_back(job, box.side(4), x, y)]
    dots: list[Item] = [Rect(a + x - 1, b + y - 1, 2, 2, "ink", radius=1) for a, b in box.glued()]
    said = NamedText(job.t.say("print.tuck_box.how"), "print.tuck_box.how", job.t.code)
    how = fit(said, box.width - 4, 12, Type(size=9, least=7, lines=2), "how")
    words = place(how, x + 2, y + box.height - 8, box.width - 4)
    items = (*sides, *cuts, *folds, *dots, *words, *edges(sheet.width, sheet.height, ""))
    page = Page(sheet.width, sheet.height, items, labels.title)
    faces: dict[str, Face] = edge_faces(sheet.width - 2 * craft().unprintable, craft(), labels)
    return Document(
        labels.title, labels.legal, job.t.code, (page,), faces, job.rules.edition, cuts=cuts, folds=folds,
    )  # fmt: skip


def _thickness(job: Job) -> float:
    """Return how thick all cards are on top of each other: every player's, the shared ones, and those of the table."""
    data = magna_carta(job.rules.data)
    own = sum(data.buildings[b].count for kind in (Category.SMALL, Category.LARGE) for b in data.of(kind))
    shared = sum(data.buildings[b].count for kind in (Category.NEUTRAL, Category.PRESTIGE) for b in data.of(kind))
    return (own * len(data.players.colours) + shared + 3) * _CARD


class _Box:
    """The net of a box, from its upper left corner: a flap, a narrow side, the front, a narrow side, the back."""

    def __init__(self, card: Size, thick: float) -> None:
        self.across, self.high, self.deep = card.width + _ROOM, card.height + _ROOM, thick + _ROOM
        self.xs = [0.0, _GLUE]
        for wide in (self.deep, self.across, self.deep, self.across):
            self.xs.append(self.xs[-1] + wide)
        self.top = _TUCK + self.deep
        self.foot = self.top + self.high
        self.width = self.xs[-1]
        self.height = self.foot + self.deep + 10

    def side(self, number: int) -> Area:
        return Area(self.xs[number], self.top, self.xs[number + 1] - self.xs[number], self.high)

    def cuts(self) -> Iterator[tuple[float, float, float, float]]:
        for (ax, ay), (bx, by) in pairwise(self._outline()):
            yield ax, ay, bx, by

    def _outline(self) -> list[Point]:
        """Return the points around the whole net, clockwise from the glued flap."""
        flap, left, front, right, back, end = self.xs
        wing, lid, low = self.deep * 0.8, self.deep, self.foot + self.deep
        points = [(flap, self.foot - _SLANT), (flap, self.top + _SLANT), (left, self.top)]
        points += _wing(left, front, self.top, -wing)
        points += [(front, self.top), (right, self.top)]
        points += _wing(right, back, self.top, -wing)
        points += [(back, self.top), (back, self.top - lid), (back + _SLANT, self.top - lid - _TUCK)]
        points += [(end - _SLANT, self.top - lid - _TUCK), (end, self.top - lid), (end, self.foot)]
        points += [(end - _SLANT, low - 2), (back + _SLANT, low - 2), (back, self.foot)]
        points += _wing(back, right, self.foot, wing)
        points += [(right, self.foot), (right - _SLANT, low - 2), (front + _SLANT, low - 2), (front, self.foot)]
        points += _wing(front, left, self.foot, wing)
        return [*points, (left, self.foot), (flap, self.foot - _SLANT)]

    def folds(self) -> Iterator[tuple[float, float, float, float]]:
        for x in self.xs[1:-1]:
            yield x, self.top, x, self.foot
        for a, b in pairwise(self.xs[1:]):
            yield a, self.foot, b, self.foot
        for number in (1, 3, 4):
            yield self.xs[number], self.top, self.xs[number + 1], self.top
        yield self.xs[4], self.top - self.deep, self.xs[5], self.top - self.deep

    def glued(self) -> Iterator[Point]:
        """Yield a point on each flap with glue: the one at the side, and the front's at the foot."""
        yield self.xs[0] + _GLUE / 2, (self.top + self.foot) / 2
        yield (self.xs[2] + self.xs[3]) / 2, self.foot + self.deep / 2


def _wing(start: float, end: float, y: float, high: float) -> list[Point]:
    """Return a flap that narrows towards its end."""
    by = _SLANT if end > start else -_SLANT
    return [(start + by / 2, y), (start + by, y + high), (end - by, y + high), (end - by / 2, y)]


def _front(job: Job, area: Area, x: float, y: float) -> Sequence[Item]:
    """Return the front: the castle and the name of the game, in a frame."""
    area = Area(area.x + x, area.y + y, area.width, area.height)
    inner = area.grown(-7)
    castle = Area(inner.x, inner.y + inner.height * 0.42, inner.width, inner.height * 0.5)
    return [
        Frame("plain", area.width, area.height, area.x, area.y),
        *_title(job, Area(inner.x, inner.y + inner.height * 0.06, inner.width, inner.height * 0.36)),
        picture(Picture("buildings/castle"), castle),
    ]


def _back(job: Job, area: Area, x: float, y: float) -> Sequence[Item]:
    area = Area(area.x + x, area.y + y, area.width, area.height)
    inner = area.grown(-7)
    return [
        Frame("plain", area.width, area.height, area.x, area.y),
        *_title(job, Area(inner.x, inner.y + inner.height * 0.3, inner.width, inner.height * 0.4)),
    ]


def _title(job: Job, area: Area) -> Sequence[Item]:
    id = f"game.{job.rules.game}"
    type = Type("title", 30, 14, lines=3, leading=1.05, align="center", colour="rubric")
    fitted = fit(NamedText(job.t.name(id), id, job.t.code), area.width, area.height, type, id)
    return place(fitted, area.x, area.y, area.width)
