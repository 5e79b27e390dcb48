"""The numbers for setting up Magna Carta."""

from companion.games.magna_carta.paper.aid import token_table
from companion.games.magna_carta.rules import magna_carta
from companion.printing.contents.aid import PRICED, priced
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.signs import goods_signs
from companion.printing.flow import Block, FlowTable
from companion.printing.rows import Sign


def numbers(desk: SheetDesk, players: int) -> list[Block]:
    """Return the cards on the road, everybody's goods, and the castle's tokens."""
    data = magna_carta(desk.rules.data)
    start = data.setup
    stocks = {
        building.stock[players] for building in data.buildings.values() if building.count and players in building.stock
    }
    rows = [
        priced(desk, desk.say("print.setup.neutral"), Sign(text=str(start.neutrals[players])), Sign("card")),
        priced(desk, desk.say("print.setup.each"), Sign("coin", str(start.money)), *goods_signs(start.goods)),
        priced(desk, desk.say("print.aid.hand"), Sign(text=str(start.hand)), Sign("card")),
        *(priced(desk, desk.say("print.setup.stock"), Sign(text=str(n))) for n in sorted(stocks)),
    ]
    return [FlowTable(PRICED, tuple(rows)), token_table(desk, data, (players,))]


def facts(desk: SheetDesk, players: int) -> dict[str, object]:
    """Return the numbers of this number of players that the steps name."""
    data = magna_carta(desk.rules.data)
    tokens = {name: data.castle.tokens(name, players) for name in data.castle.sections}
    return {"neutrals": data.setup.neutrals[players], **tokens}
