"""The player aid: the turn at a glance, prices, favors, scoring. One sheet with two sides."""

from companion.i18n.needed_words import known_ids
from companion.i18n.translator import Term
from companion.printing.contents.buildings import worth
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.signs import ARROW, goods_signs
from companion.printing.flow import Block, Cell, Column, FlowTable, Heading, Leaf, Put, Said
from companion.printing.flow_sheet import flowing
from companion.printing.rows import Sign
from companion.register import brings, room
from companion.rules.vocabulary import Category

ICON = Column(0)
TEXT = Column(1)
PRICED = (TEXT, Column(0, align="right"))
"""Words, with a cost or gain at the right."""

PLUS, MINUS = Sign(text="+"), Sign(text="−")


@flowing
def aid(desk: SheetDesk) -> list[Leaf]:
    """Both sides of the aid. The game's package adds the sections that only it has."""
    game = desk.rules.game
    own = room(game, "paper.aid").sections(desk) if brings(game, "paper.aid") else {}
    sections = {"turn": _turn(desk), "end": _end(desk), "costs": _costs(desk), **own}
    return [desk.leaf(desk.say("print.product.aid"), sections)]


def _turn(desk: SheetDesk) -> list[Block]:
    """The phases in order, each with its icon; with an explanation if the sheet has only one language."""
    said = desk.line if len(desk.voices) > 1 else desk.text
    rows = tuple(
        (
            (*desk.icon(f"phase-{phase}"), *desk.number(place, "head")),
            (Put(desk.name(f"phase.{phase}"), "strong"), Put(said(f"phase.{phase}"))),
        )
        for place, phase in enumerate(desk.rules.data.sequence.phases, 1)
    )
    return [Heading(desk.say("print.aid.turn")), FlowTable((ICON, TEXT), rows, valign="top")]


def _end(desk: SheetDesk) -> list[Block]:
    """What counts at the end, in scoring order."""
    ids = [id for id in known_ids(desk.job.library, desk.rules.game) if id.startswith("end.")]
    rows = tuple((desk.put(desk.name(id), "strong"), desk.put(desk.line(id))) for id in ids)
    return [Heading(desk.name("term.end")), FlowTable((ICON, TEXT), rows)]


def _costs(desk: SheetDesk) -> list[Block]:
    """What can be built, what it costs and what it is worth."""
    data = desk.rules.data
    blocks: list[Block] = []
    for kind in dict.fromkeys(it.category for it in data.buildings.values() if it.cost):
        rows = tuple(
            (
                desk.put(desk.name(f"building.{b}")),
                desk.goods(f"building.{b}", data.buildings[b].cost, most=3),
                desk.icons(f"building.{b}", worth(data.buildings[b])),
            )
            for b in data.of(kind)
        )
        if rows and kind != Category.RESIDENTIAL:
            blocks += [Heading(desk.many(f"category.{kind}")), FlowTable((*PRICED, PRICED[1]), rows)]
    return blocks


def priced(desk: SheetDesk, said: Said, *price: Sign) -> tuple[Cell, ...]:
    """Return a row of a table of prices."""
    return (desk.put(said), desk.icons(said[0].id, price))


def residence(desk: SheetDesk, tile: str) -> tuple[Cell, ...]:
    """Return the row for the price and value of a residence."""
    it = desk.rules.data.buildings[tile]
    said = desk.say("print.aid.residence", residence=Term(f"building.{tile}"), lawyer=Term("building.lawyer"))
    return priced(desk, said, *goods_signs(it.cost), ARROW, Sign("prestige", str(it.prestige)))


def coins(*prices: int) -> tuple[Sign, ...]:
    return tuple(Sign("coin", str(price)) for price in prices)
