"""Setting up: the steps in order and the numbers for just so many players, one leaf for each number."""

from companion.games.caylus.rules import CaylusRules
from companion.games.magna_carta.rules import MagnaCartaRules
from companion.printing.contents.aid import token_table
from companion.printing.contents.desk import Desk
from companion.printing.contents.signs import goods_signs
from companion.printing.flow import Block, Cell, Column, Heading, Leaf, Put, Said, Table
from companion.printing.flow_sheet import flowing
from companion.printing.rows import Sign

_SHAPE = (Column(1), Column(0, align="right"))


@flowing
def setup(desk: Desk) -> list[Leaf]:
    """A leaf for every number of players asked for."""
    return [_leaf(desk.with_players(players), players) for players in desk.counts()]


def _leaf(desk: Desk, players: int) -> Leaf:
    data = desk.rules.data
    numbers = _caylus(desk, data, players) if isinstance(data, CaylusRules) else _magna_carta(desk, data, players)
    sections = {
        "numbers": [Heading(desk.say("print.setup.numbers")), *numbers],
        "steps": _steps(desk),
        "variants": _variants(desk),
    }
    return desk.leaf(desk.say("print.setup.title", n=players), sections)


def _steps(desk: Desk) -> list[Block]:
    """The steps, numbered."""
    rows = tuple(
        (desk.number(place, "name"), (Put(desk.name(f"setup.{step}"), "strong"), Put(desk.text(f"setup.{step}"))))
        for place, step in enumerate(desk.rules.data.setup.steps, 1)
    )
    return [Heading(desk.say("web.setup")), Table((Column(0), Column(1)), rows, valign="top")]


def _variants(desk: Desk) -> list[Block]:
    """What else holds for these players: variants that their number brings, and those asked for."""
    usual = desk.job.library.rules(desk.rules.game, desk.rules.edition).variants
    rows = tuple(
        ((Put(desk.name(f"variant.{name}"), "strong"), Put(desk.text(f"variant.{name}"))),)
        for name in desk.rules.variants
        if name not in usual and desk.t.has(f"variant.{name}")
    )
    return [Heading(desk.say("label.variants")), Table((Column(1),), rows)] if rows else []


def _row(desk: Desk, said: Said, *signs: Sign) -> tuple[Cell, ...]:
    return (desk.put(said), desk.icons(said[0].id, signs))


def _caylus(desk: Desk, data: CaylusRules, players: int) -> list[Block]:
    """Money by place in the turn order, what everybody takes, where the pawns stand, and the prices that rise."""
    start, spaces = data.setup, (("bailiff", data.bailiff.start), ("provost", data.provost.start))
    rows = [
        *(
            _row(desk, desk.say("print.setup.place", n=n), Sign("coin", str(deniers)))
            for n, deniers in enumerate(start.money[:players], 1)
        ),
        _row(desk, desk.say("print.setup.each"), *goods_signs(start.goods)),
        *(_row(desk, desk.name(f"term.{pawn}"), Sign(pawn), Sign(text=str(n), wide=True)) for pawn, n in spaces),
        _row(desk, desk.name("term.bridge"), *(Sign("coin", str(n)) for n in data.bridge.prices[:players])),
    ]
    return [Table(_SHAPE, tuple(rows))]


def _magna_carta(desk: Desk, data: MagnaCartaRules, players: int) -> list[Block]:
    """Cards on the road, what everybody takes, and the tokens of the castle."""
    start = data.setup
    stocks = {it.stock[players] for it in data.buildings.values() if it.count and players in it.stock}
    rows = [
        _row(desk, desk.say("print.setup.neutral"), Sign(text=str(start.neutrals[players])), Sign("card")),
        _row(desk, desk.say("print.setup.each"), Sign("coin", str(start.money)), *goods_signs(start.goods)),
        _row(desk, desk.say("print.aid.hand"), Sign(text=str(start.hand)), Sign("card")),
        *(_row(desk, desk.say("print.setup.stock"), Sign(text=str(n)), Sign("any")) for n in sorted(stocks)),
    ]
    return [Table(_SHAPE, tuple(rows)), token_table(desk, data, (players,))]
