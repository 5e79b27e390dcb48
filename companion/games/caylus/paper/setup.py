"""The numbers for setting up Caylus."""

from companion.games.caylus.rules import caylus
from companion.printing.contents.aid import PRICED, priced
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.signs import goods_signs
from companion.printing.flow import Block, FlowTable
from companion.printing.rows import Sign


def numbers(desk: SheetDesk, players: int) -> list[Block]:
    """Return the money by turn order, everybody's goods, where the pawns start, and the prices on the bridge."""
    data = caylus(desk.rules.data)
    start, spaces = data.setup, (("bailiff", data.bailiff.start), ("provost", data.provost.start))
    rows = [
        *(
            priced(desk, desk.say("print.setup.place", n=n), Sign("coin", str(deniers)))
            for n, deniers in enumerate(start.money[:players], 1)
        ),
        priced(desk, desk.say("print.setup.each"), *goods_signs(start.goods)),
        *(priced(desk, desk.name(f"term.{pawn}"), Sign(pawn), Sign(text=str(n), wide=True)) for pawn, n in spaces),
        priced(desk, desk.name("term.bridge"), *(Sign("coin", str(n)) for n in data.bridge.prices[:players])),
    ]
    return [FlowTable(PRICED, tuple(rows))]
