"""The player aid: a line for each phase, prices, scoring, and what every building costs and does, in icons.

The same contents make one page, half a sheet with two sides, and cards.
"""

from dataclasses import replace

from companion.engine.scoring import left_over
from companion.i18n.answers import in_play
from companion.printing import fonts
from companion.printing.contents.buildings import woodcut, worth
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.reference import ORDER
from companion.printing.contents.signs import ARROW, PLUS, effect_choices
from companion.printing.display import Document, Face, Item, Line, Page, Text, Use
from companion.printing.flow import Block, Cell, Column, FlowTable, Heading, Leaf, Paragraph, Plate, Put, Rich, Said
from companion.printing.flow_sheet import Sheet, flowing, sides
from companion.printing.job import Job
from companion.printing.paper import Size, craft, paper
from companion.printing.rows import Choice, Choices, Sign
from companion.printing.sheet import Pieces, two_sided
from companion.printing.text import NamedText, Type, fit
from companion.register import brings, game_module
from companion.rules.base import Per
from companion.rules.effects import Effect
from companion.rules.game import BuildingBase
from companion.rules.vocabulary import Category

ICON = Column(0)
TEXT = Column(1)
RIGHT = Column(0, align="right")
PRICED = (TEXT, RIGHT)
"""Words, with a cost or gain at the right."""

_PLATE = 6.0
"""The width of a woodcut, in millimeters."""

_PICTURE, _NAME, _COST, _WORTH, _WORKER, _OWNER = range(6)
"""The cells of a building."""

_HEADS = {_WORKER: "worker", _OWNER: "house"}

_AIRY = 1.9
"""How much more space there is between the phases than between other rows."""

_NOTED = 1.5
"""How much more space there is around a sentence than between rows."""

_APART = 2.2
"""The space between the points of a building and what it does, in millimeters."""


@flowing
def aid(desk: SheetDesk) -> list[Leaf]:
    """The whole aid. The game's package adds the sections that only it has."""
    there = asked(desk)
    return [there.leaf(there.say("print.product.aid"), sections(there))]


def asked(desk: SheetDesk) -> SheetDesk:
    """Return the desk under the rules for the number of players that was asked for, if one was."""
    [*counts] = desk.counts()
    return desk.with_players(counts[0]) if desk.request.players else desk


def sections(desk: SheetDesk, *, narrow: bool = False) -> dict[str, list[Block]]:
    """Return the sections of every aid; for cards without woodcuts, and with icons for words where there are some."""
    game = desk.rules.game
    own = game_module(game, "paper.aid").sections(desk, narrow=narrow) if brings(game, "paper.aid") else {}
    kinds = {str(kind): _kind(desk, kind, narrow=narrow) for kind in ORDER}
    return {"turn": turn(desk, narrow=narrow), "end": _end(desk), **kinds, **own}


def turn(desk: SheetDesk, *, narrow: bool = False) -> list[Block]:
    """The phases in order: a large number, the name, and what happens; on cards the name in the same line."""
    phases = list(enumerate(desk.rules.data.sequence.phases, 1))
    if narrow:
        lines = tuple(
            (desk.number(place, "step"), (Rich(_named_line(desk, f"phase.{phase}")),)) for place, phase in phases
        )
        return [Heading(desk.name(_turn_term(desk))), FlowTable((ICON, TEXT), lines, valign="top", laid=True)]
    rows = tuple(
        (
            desk.number(place, "figure"),
            (Put(desk.name(f"phase.{phase}"), "name"), Rich(_line(desk, f"phase.{phase}"))),
            desk.icon(f"phase-{phase}"),
        )
        for place, phase in phases
    )
    return [FlowTable((Column(0), TEXT, ICON), rows, valign="top", air=_AIRY, laid=True)]


def _turn_term(desk: SheetDesk) -> str:
    """The id of the word of the box for a turn of the whole table."""
    return next(f"term.{term}" for term in ("round", "turn") if term in desk.rules.data.words.terms)


def _named_line(desk: SheetDesk, id: str) -> Said:
    lines = {line.language: line.text for line in _line(desk, id, "card")}
    return desk.each(id, lambda t: f"*{t.name(id)}.* {lines[t.code]}")


def _line(desk: SheetDesk, id: str, *facets: str) -> Said:
    """Return the line for the aid, or the first of other facets that there is."""
    wanted = (*facets, "aid", "line")
    return desk.each(id, lambda t: t.words(next(facet for facet in wanted if t.has(id, facet)), id))


def _end(desk: SheetDesk) -> list[Block]:
    """What counts only at the end, in games that have it, and by which rates what is left over does."""
    rates = left_over(desk.rules.data.end)
    rows = tuple(
        (desk.put(desk.name(f"end.{of}")), desk.icons(f"end.{of}", _rate(of, rate))) for of, rate in rates.items()
    )
    return [
        Heading(desk.name("term.end"), note=desk.say("print.endgame.rounded")),
        *([rule(desk, "term.end")] if desk.t.has("term.end", "aid") else []),
        FlowTable(PRICED, rows), Paragraph(desk.line("end.ties"), "small"),
    ]  # fmt: skip


def _rate(of: str, rate: Per) -> Choice:
    icon = {"cubes": "plain", "deniers": "coin"}.get(of, of)
    paid = (Sign(icon, str(rate.per)),) if icon == "coin" else (Sign(icon),) * rate.per
    return (*paid, ARROW, Sign("prestige", str(rate.prestige)))


def rule(desk: SheetDesk, id: str, icon: str = "") -> FlowTable:
    """Return a rule of the aid as a line of its own, with its icon before it."""
    said = (Rich(_line(desk, id), "small" if not icon else "body"),)
    row = (desk.icon(icon), said) if icon else (said,)
    return FlowTable((ICON, TEXT)[-len(row) :], (row,), laid=True, air=_NOTED)


# buildings


def _kind(desk: SheetDesk, kind: Category, *, narrow: bool) -> list[Block]:
    """All buildings of a kind: the name, the cost, the points, and what a worker and the owner get."""
    data = desk.rules.data
    there = [name for name in data.of(kind) if in_play(it := data.buildings[name]) and getattr(it, "places", True)]
    if not there:
        return []
    owners = not narrow and all(data.owner_effect(building) for building in there)
    shown = [_building(desk, building, narrow=narrow, owners=owners) for building in there]
    used = [n for n in range(len(shown[0])) if any(cells[n] for cells in shown)]
    aligned = ("left", "left", "left", "right", "left" if _COST in used else "right", "left")
    apart = _APART / 2 if narrow else _APART
    wide = _NAME if used[-1] == _WORTH or _COST not in used else _WORKER
    columns = tuple(
        Column(width=_PLATE) if n == _PICTURE
        else Column(
            int(n == wide), align=aligned[n], wraps=True, words=n == _NAME,
            after=apart if n == _WORTH != used[-1] else 0,
        )
        for n in used
    )  # fmt: skip
    rows = tuple(tuple(cells[n] for n in used) for cells in shown)
    heads = tuple(desk.icon(_HEADS[n]) if n in _HEADS else () for n in used) if owners else ()
    id = f"category.{kind}"
    note = desk.each(id, lambda t: t.words("aid", id)) if desk.t.has(id, "aid") else ()
    return [Heading(desk.many(id), note=note), FlowTable(columns, rows, heads)]


def _building(desk: SheetDesk, building: str, *, narrow: bool, owners: bool) -> tuple[Cell, ...]:
    """Return a row. What the owner gets has a cell of its own, or stands below what the worker gets."""
    it, id = desk.rules.data.buildings[building], f"building.{building}"
    plate: Cell = (Plate(woodcut(building, desk.job.library.overlays), str(it.category)),) if not narrow else ()
    worker, owner = _does(desk, building, it.effect), _does(desk, building, desk.rules.data.owner_effect(building))
    told = owner if owners else _housed(owner)
    does = (worker, told) if owners else ((*worker, *told), ())
    gain, label = _worth(it), desk.t.labelled(desk.t.say("label.cost"), "")
    cost = tuple(replace(part, label=label) for part in desk.goods(id, it.cost) if isinstance(part, Choices))
    apart = narrow and bool(it.effect)
    brings = tuple(part for sign in gain for part in desk.icons(id, (sign,))) if apart else desk.icons(id, gain)
    return (plate, desk.put(desk.name(id), "strong"), cost, brings, *does)


def _worth(building: BuildingBase) -> Choice:
    income = (PLUS, Sign("coin", str(building.income))) if building.income else ()
    return (*income, *worth(building))


def _does(desk: SheetDesk, building: str, effect: Effect | None) -> Cell:
    """What an effect does."""
    found = effect_choices(desk.rules, effect, f"building.{building}", desk.t.code) if effect else None
    return (found,) if found else ()


def _housed(owner: Cell) -> Cell:
    """Put a house before what the owner gets."""
    return tuple(
        replace(part, choices=((Sign("house"), *part.choices[0]), *part.choices[1:]))
        for part in owner
        if isinstance(part, Choices)
    )


# for the games


def priced(desk: SheetDesk, texts: Said, *price: Sign) -> tuple[Cell, ...]:
    """Return a row of a table of prices."""
    return (desk.put(texts), desk.icons(texts[0].id, price))


def coins(*prices: int) -> tuple[Sign, ...]:
    return tuple(Sign("coin", str(price)) for price in prices)


_CARD_EDGE = 3.5
"""The margin of a card, in millimeters."""


def aid_cards(job: Job) -> Pieces:
    """Return a set of cards for each player, two sides of the aid on each."""
    desk = SheetDesk.of(job)
    leaf = Leaf(desk.say("print.product.aid_cards"), (), sections(asked(desk), narrow=True), shown=False)
    leaves = sides(job, [leaf], Sheet(job.size, job.file["flow"], _CARD_EDGE))
    faces = {f"aid {n}": Face(job.size.width, job.size.height, items) for n, items in enumerate(leaves, 1)}
    return Pieces(two_sided(faces) * max(desk.counts()), faces)


_HALF_EDGE = 7.0
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
    leaves = sides(job, [leaf], Sheet(half, job.file["flow"], _HALF_EDGE, _FOOT))
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
    fitted = fit(legal, half.width - 2 * _HALF_EDGE, 4, _NOTE, "foot")
    base = half.height - craft().unprintable - fonts.height("text", fitted.size) * 0.4
    return [Text(_HALF_EDGE, base, fitted.lines[0], "text", fitted.size, "muted")]
