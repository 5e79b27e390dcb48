"""The parts of the player aid, and the numbers for setting up, that are specific to Magna Carta."""

from companion.games.magna_carta.rules import MagnaCartaRules, magna_carta
from companion.i18n.translator import Term
from companion.printing.contents.aid import ICON, PRICED, TEXT, coins, priced, rule
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.signs import goods_signs
from companion.printing.flow import Block, Cell, Column, FlowTable, Framed, Heading, Rich
from companion.printing.rows import Sign


def sections(desk: SheetDesk, *, narrow: bool = False) -> dict[str, list[Block]]:
    """Return the actions, the castle's tokens, and what everybody starts with."""
    data = magna_carta(desk.rules.data)
    return {
        "joker": [Framed((rule(desk, "term.gold", "gold"),))],
        "stock": [rule(desk, "term.stock"), *_residences(desk, data)],
        "prices": _actions(desk, data, narrow=narrow), "castle": _token_castle(desk, data), "setup": _start(desk, data),
    }  # fmt: skip


def _residences(desk: SheetDesk, data: MagnaCartaRules) -> list[Block]:
    """Where residences come from, which have no card of their own; nothing where there are none."""
    return [rule(desk, "category.residential")] if data.buildings["lawyer"].count else []


def _actions(desk: SheetDesk, data: MagnaCartaRules, *, narrow: bool) -> list[Block]:
    """What one may do and what it costs; on cards the name in the same line."""
    rows = tuple(
        (
            desk.icon(_FREE[action]) if action in _FREE
            else desk.icons(f"action.{action}", coins(data.actions.prices[action])),
            *_action(desk, f"action.{action}", narrow=narrow),
        )
        for action in data.actions.order
    )  # fmt: skip
    columns = (ICON, TEXT) if narrow else (ICON, Column(0.42), TEXT)
    return [Heading(desk.name("phase.actions"), "phase-actions"), FlowTable(columns, rows, valign="top", air=_AIRY)]


def _action(desk: SheetDesk, id: str, *, narrow: bool) -> tuple[Cell, ...]:
    if not narrow:
        return desk.put(desk.name(id), "strong"), desk.put(desk.line(id))
    return ((Rich(desk.each(id, lambda t: f"*{t.name(id)}.* {t.line(id)}")),),)


_AIRY = 1.7
"""How much more space there is between sentences than between rows of icons."""

_FREE = {"build": "card", "prestige": "kind-prestige", "pass": "marker"}
"""The icons of the actions that have no price of their own."""


def _token_castle(desk: SheetDesk, data: MagnaCartaRules) -> list[Block]:
    """A batch, and the tokens by number of players."""
    batch = priced(desk, desk.say("print.aid.batch", batch=Term("term.batch")), *goods_signs(data.castle.batch))
    return [
        Heading(desk.name("term.castle"), "phase-castle"),
        FlowTable(PRICED, (batch,)),
        token_table(desk, data, range(data.players.minimum, data.players.maximum + 1), short=True),
    ]


def token_table(
    desk: SheetDesk, data: MagnaCartaRules, counts: range | tuple[int, ...], *, short: bool = False
) -> FlowTable:
    """Return a table of the sections: the value of a token, and how many there are for each number of players.

    In short, the heads are icons.
    """
    head = (
        (), (), desk.put(desk.say("print.aid.each"), "head"),
        *(
            desk.icons("print.players", (Sign(text=str(n)), Sign("meeple"))) if short
            else desk.put(desk.say("print.players", n=n), "head")
            for n in counts
        ),
    )  # fmt: skip
    rows = tuple(
        (
            desk.icon(f"section-{name}"), desk.put(desk.name(f"section.{name}"), "strong"),
            desk.icons(f"section.{name}", (Sign("prestige", str(section.prestige)),)),
            *(desk.number(data.castle.tokens(name, n)) for n in counts),
        )
        for name, section in data.castle.sections.items()
    )  # fmt: skip
    right = Column(0, align="right", after=1.5)
    return FlowTable((ICON, Column(0, words=True, grow=True), right, *(right for _ in counts)), rows, head)


def _start(desk: SheetDesk, data: MagnaCartaRules) -> list[Block]:
    setup = data.setup
    rows = (
        priced(desk, desk.say("print.aid.begin"), *coins(setup.money), *goods_signs(setup.goods)),
        priced(desk, desk.say("print.aid.hand"), Sign(text=str(setup.hand)), Sign("card")),
        priced(desk, desk.say("print.aid.workers"), Sign(text=str(setup.workers)), Sign("worker")),
    )
    return [Heading(desk.say("web.setup")), FlowTable(PRICED, rows)]


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
