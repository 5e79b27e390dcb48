"""The player aid: a line for each phase, prices, scoring, and what every building costs and does, in icons.

The same contents make one page, half a sheet with two sides, and cards.
"""

from companion.engine.scoring import left_over
from companion.i18n.answers import in_play
from companion.printing.contents.buildings import woodcut, worth
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.reference import ORDER
from companion.printing.contents.signs import ARROW, MINUS, PLUS, does, goods_signs
from companion.printing.flow import Block, Cell, Column, FlowTable, Heading, Leaf, Paragraph, Plate, Put, Rich, Said
from companion.printing.flow_sheet import flowing
from companion.printing.rows import Choice, Sign
from companion.register import brings, game_module
from companion.rules.base import Per
from companion.rules.game import BuildingBase
from companion.rules.vocabulary import Category

ICON = Column(0)
TEXT = Column(1)
RIGHT = Column(0, align="right")
PRICED = (TEXT, RIGHT)
"""Words, with a cost or gain at the right."""

_PLATE = 6.0
"""The width of a woodcut, in millimeters."""

_PICTURE, _NAME, _COST, _WORTH = 0, 1, 2, 3
"""The cells of a building, before what it does."""

_APART = 2.2
"""The space between the points of a building and what it does, in millimeters."""


@flowing
def aid(desk: SheetDesk) -> list[Leaf]:
    """The whole aid. The game's package adds the sections that only it has."""
    return [desk.leaf(desk.say("print.product.aid"), sections(desk))]


def sections(desk: SheetDesk, *, narrow: bool = False) -> dict[str, list[Block]]:
    """Return the sections of every aid; for cards without woodcuts, and with icons for words where there are some."""
    game = desk.rules.game
    own = game_module(game, "paper.aid").sections(desk, narrow=narrow) if brings(game, "paper.aid") else {}
    kinds = {str(kind): _kind(desk, kind, narrow=narrow) for kind in ORDER}
    return {"turn": _turn(desk), "end": _end(desk), **kinds, **own}


def _turn(desk: SheetDesk) -> list[Block]:
    """The phases in order: a large number, the name, and what happens."""
    rows = tuple(
        (
            desk.number(place, "figure"),
            (Put(desk.name(f"phase.{phase}"), "name"), Rich(_line(desk, f"phase.{phase}"))),
            desk.icon(f"phase-{phase}"),
        )
        for place, phase in enumerate(desk.rules.data.sequence.phases, 1)
    )
    return [FlowTable((Column(0), TEXT, ICON), rows, valign="top")]


def _line(desk: SheetDesk, id: str) -> Said:
    """Return the line for the aid, or for a game that has none the one for a card."""
    return desk.each(id, lambda t: t.words("aid" if t.has(id, "aid") else "line", id))


def _end(desk: SheetDesk) -> list[Block]:
    """What is left over counts at the end, by these rates."""
    rates = left_over(desk.rules.data.end)
    rows = tuple(
        (desk.put(desk.name(f"end.{of}")), desk.icons(f"end.{of}", _rate(of, rate))) for of, rate in rates.items()
    )
    return [
        Heading(desk.name("term.end")), FlowTable(PRICED, rows), Paragraph(desk.say("print.endgame.rounded"), "small"),
        Paragraph(desk.line("end.ties"), "small"),
    ]  # fmt: skip


def _rate(of: str, rate: Per) -> Choice:
    icon = {"cubes": "plain", "deniers": "coin"}.get(of, of)
    paid = (Sign(icon, str(rate.per)),) if icon == "coin" else (Sign(icon),) * rate.per
    return (*paid, ARROW, Sign("prestige", str(rate.prestige)))


# buildings


def _kind(desk: SheetDesk, kind: Category, *, narrow: bool) -> list[Block]:
    """All buildings of a kind: the name, the cost, the points, and what a worker and the owner get."""
    data = desk.rules.data
    there = [building for building in data.of(kind) if in_play(data.buildings[building])]
    if not there:
        return []
    shown = [_building(desk, building, narrow=narrow) for building in there]
    used = [n for n in range(len(shown[0])) if any(cells[n] for cells in shown)]
    aligned = ("left", "left", "left", "right", "left" if _COST in used else "right")
    apart = _APART / 2 if narrow else _APART
    wide = _NAME if narrow else used[-1]
    columns = (
        Column(width=_PLATE) if n == _PICTURE
        else Column(int(n == wide), align=aligned[n], wraps=True, after=apart if n == _WORTH != used[-1] else 0)
        for n in used
    )  # fmt: skip
    rows = tuple(tuple(cells[n] for n in used) for cells in shown)
    return [Heading(desk.many(f"category.{kind}")), FlowTable(tuple(columns), rows)]


def _building(desk: SheetDesk, building: str, *, narrow: bool) -> tuple[Cell, ...]:
    tile, id = desk.rules.data.buildings[building], f"building.{building}"
    plate: Cell = (Plate(woodcut(building, desk.job.library.overlays), str(tile.category)),) if not narrow else ()
    return (
        plate, desk.put(desk.name(id), "strong"), desk.goods(id, tile.cost), desk.icons(id, _worth(tile)),
        _does(desk, building),
    )  # fmt: skip


def _worth(building: BuildingBase) -> Choice:
    income = (PLUS, Sign("coin", str(building.income))) if building.income else ()
    return (*income, *worth(building))


def _does(desk: SheetDesk, building: str) -> Cell:
    choices = does(desk.rules, building, f"building.{building}", desk.t.code)
    return (choices,) if choices else ()


# for the games


def priced(desk: SheetDesk, texts: Said, *price: Sign) -> tuple[Cell, ...]:
    """Return a row of a table of prices."""
    return (desk.put(texts), desk.icons(texts[0].id, price))


def coins(*prices: int) -> tuple[Sign, ...]:
    return tuple(Sign("coin", str(price)) for price in prices)


__all__ = ["ARROW", "ICON", "MINUS", "PLUS", "PRICED", "TEXT", "aid", "coins", "goods_signs", "priced", "sections"]
