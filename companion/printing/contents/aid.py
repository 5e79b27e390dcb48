"""The player aid: the turn at a glance, prices, favors, scoring. One sheet, two sides, all numbers from the data."""

from companion.games.caylus.rules import CaylusRules, Score
from companion.games.magna_carta.rules import MagnaCartaRules
from companion.i18n.translator import Term
from companion.printing.contents.buildings import worth
from companion.printing.contents.desk import Desk
from companion.printing.contents.signs import ARROW, effect_choices, goods_signs
from companion.printing.flow import Block, Cell, Column, Heading, Leaf, Paragraph, Put, Said, Table
from companion.printing.flow_sheet import flowing
from companion.printing.rows import Choice, Sign
from companion.printing.text import Words
from companion.rules.effects import Effect
from companion.rules.vocabulary import Category, FavorMode

_ICON = Column(0)
_TEXT = Column(1)
_PRICE = Column(0, align="right")
_PLUS, _MINUS = Sign(text="+"), Sign(text="−")


@flowing
def aid(desk: Desk) -> list[Leaf]:
    """Both sides of the aid of a game."""
    data = desk.rules.data
    own = _caylus(desk, data) if isinstance(data, CaylusRules) else _magna_carta(desk, data)
    sections = {"turn": _turn(desk), "end": _end(desk), "costs": _costs(desk, data), **own}
    return [desk.leaf(desk.say("print.product.aid"), sections)]


def _turn(desk: Desk) -> list[Block]:
    """The phases in order, each with its sign; explained where one language leaves room for it."""
    said = desk.line if len(desk.voices) > 1 else desk.text
    rows = tuple(
        (
            (*desk.icon(f"phase-{phase}"), *desk.number(place, "head")),
            (Put(desk.name(f"phase.{phase}"), "strong"), Put(said(f"phase.{phase}"))),
        )
        for place, phase in enumerate(desk.rules.data.sequence.phases, 1)
    )
    return [Heading(desk.say("print.aid.turn")), Table((_ICON, _TEXT), rows, valign="top")]


def _named(desk: Desk, id: str) -> Cell:
    return (Put(desk.name(id), "strong"), Put(desk.line(id)))


def _end(desk: Desk) -> list[Block]:
    """What counts at the end, in the order in which it is counted."""
    data = desk.rules.data
    first = ("tokens", "road", "prestige_cards") if isinstance(data, MagnaCartaRules) else ()
    ids = (*first, "gold", "cubes", "deniers", "ties")
    rows = tuple((desk.put(desk.name(f"end.{id}"), "strong"), desk.put(desk.line(f"end.{id}"))) for id in ids)
    return [Heading(desk.name("term.end")), Table((Column(0), _TEXT), rows)]


def _costs(desk: Desk, data: CaylusRules | MagnaCartaRules) -> list[Block]:
    """What can be built, what it costs and what it is worth."""
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
            blocks += [Heading(desk.many(f"category.{kind}")), Table((_TEXT, _PRICE, _PRICE), rows)]
    return blocks


def _priced(desk: Desk, said: Said, *price: Sign) -> tuple[Cell, ...]:
    return (desk.put(said), desk.icons(said[0].id, price))


def _residence(desk: Desk, data: CaylusRules | MagnaCartaRules) -> tuple[Cell, ...]:
    """What a residence costs at the lawyer and what it is worth."""
    tile = data.residence.tile
    it = data.buildings[tile]
    said = desk.say("print.aid.residence", residence=Term(f"building.{tile}"), lawyer=Term("building.lawyer"))
    return _priced(desk, said, *goods_signs(it.cost), ARROW, Sign("prestige", str(it.prestige)))


def _coins(prices: tuple[int, ...]) -> tuple[Sign, ...]:
    return tuple(Sign("coin", str(price)) for price in prices)


# Caylus


def _caylus(desk: Desk, data: CaylusRules) -> dict[str, list[Block]]:
    return {
        "prices": _prices(desk, data),
        "batch": _castle(desk, data),
        "favors": _favors(desk, data),
        "sections": _sections(desk, data),
    }


def _prices(desk: Desk, data: CaylusRules) -> list[Block]:
    """What workers, passing and the provost cost and bring."""
    bridge, provost = data.bridge, Term("term.provost")
    rows = [
        _priced(desk, desk.say("print.aid.worker"), *_coins(bridge.prices)),
        _priced(desk, desk.say("print.aid.own_building"), *_coins((bridge.own_building,))),
        _priced(desk, desk.say("print.aid.inn", inn=Term("building.inn")), *_coins((bridge.inn,))),
        _priced(desk, desk.say("print.aid.provost_step", provost=provost), *_coins((data.provost.price_per_step,))),
        _residence(desk, data),
        _priced(desk, desk.say("print.aid.income"), _PLUS, *_coins((data.income.base,))),
        _priced(desk, desk.say("print.aid.first_pass"), _PLUS, *_coins((bridge.first_pass,))),
        _priced(desk, desk.say("print.aid.owner"), _PLUS, Sign("prestige", str(bridge.owner_prestige))),
    ]
    if not data.buildings["stables"].places:
        rows.append((desk.put(desk.line("variant.two_players")), ()))
    return [Heading(desk.say("print.aid.prices")), Table((_TEXT, _PRICE), tuple(rows))]


def _castle(desk: Desk, data: CaylusRules) -> list[Block]:
    """What a batch is, and what having none costs."""
    castle, batch = data.castle, Term("term.batch")
    cubes = [*castle.batch.compulsory, *["plain"] * (castle.batch.cubes - len(castle.batch.compulsory))]
    refused = desk.say("print.aid.no_batch", batch=batch, castle=Term("term.castle"))
    rows = (
        _priced(desk, desk.say("print.aid.batch", batch=batch), *map(Sign, cubes)),
        _priced(desk, desk.say("print.aid.best_builder"), *goods_signs(castle.best_builder)),
        _priced(desk, refused, _MINUS, Sign("prestige", str(castle.refusal))),
    )
    return [Heading(desk.name("term.castle")), Table((_TEXT, _PRICE), rows)]


def _favors(desk: Desk, data: CaylusRules) -> list[Block]:
    """The favor table as it lies on the board, or what a favor is worth without it."""
    heading = Heading(desk.name("term.favor_table"), "favor")
    if data.favors.mode == FavorMode.FLAT:
        return [heading, Paragraph(desk.line("variant.simplified_favors"))]
    columns = range(1, data.favors.columns + 1)
    head = (desk.put((), "head"), *(desk.number(n, "head") for n in columns))
    rows = tuple(
        (desk.put(desk.name(f"line.{line}"), "strong"), *(_favor(desk, f"line.{line}", cell) for cell in cells))
        for line, cells in data.favors.lines.items()
    )
    note = desk.say(
        "print.aid.favors", open=data.favors.open_columns,
        dungeon=data.castle.sections["dungeon"].opens_column, walls=data.castle.sections["walls"].opens_column,
    )  # fmt: skip
    shape = (Column(0), *(Column(1 if n else 0.6) for n in range(len(columns))))
    return [heading, Table(shape, rows, head), Paragraph(note, "small")]


def _favor(desk: Desk, id: str, effect: Effect) -> Cell:
    choices = effect_choices(desk.rules, effect, id, desk.t.code)
    return (choices,) if choices else desk.put((Words("–", id, desk.t.code),), "small")


def _sections(desk: Desk, data: CaylusRules) -> list[Block]:
    """Each section: its parts, their worth, when it is scored, and what the scoring brings."""
    head = (
        desk.put((), "head"),
        desk.put(desk.say("label.parts"), "head"),
        desk.put(desk.say("print.aid.per_house"), "head"),
        desk.put(desk.say("print.aid.trigger"), "head"),
        desk.put(desk.say("print.aid.opens"), "head"),
        desk.put(desk.say("print.aid.houses"), "head"),
    )
    rows = tuple(
        (
            (*desk.icon(f"section-{name}"),),
            desk.number(it.parts),
            desk.icons(f"section.{name}", (Sign("prestige", str(it.prestige)),)),
            desk.number(it.trigger),
            desk.number(it.opens_column),
            desk.icons(f"section.{name}", *(_score(line) for line in it.scoring)),
        )
        for name, it in data.castle.sections.items()
    )
    names = [desk.put(desk.name(f"section.{name}"), "strong") for name in data.castle.sections]
    number = Column(0, align="right")
    shape = (_ICON, Column(0), number, number, number, number, _TEXT)
    full = tuple((row[0], name, *row[1:]) for row, name in zip(rows, names, strict=True))
    return [Heading(desk.say("print.aid.sections")), Table(shape, full, ((), *head))]


def _score(line: Score) -> Choice:
    """So many houses: what they bring or cost."""
    points = (Sign("prestige", str(abs(line.prestige))),) if line.prestige else ()
    less = (_MINUS,) if line.prestige < 0 else ()
    favors = (Sign("favor"),) * line.favor
    return (Sign(text=str(line.houses)), Sign("house"), Sign(text=":", wide=True), *less, *points, *favors)


# Magna Carta


def _magna_carta(desk: Desk, data: MagnaCartaRules) -> dict[str, list[Block]]:
    return {
        "actions": _actions(desk, data),
        "prices": _card_prices(desk, data),
        "castle": _token_castle(desk, data),
        "setup": _start(desk, data),
    }


def _actions(desk: Desk, data: MagnaCartaRules) -> list[Block]:
    rows = tuple(
        (
            _named(desk, f"action.{action}"),
            desk.icons(f"action.{action}", _coins(tuple({data.actions.prices.get(action, 0)} - {0}))),
        )
        for action in data.actions.order
    )
    return [Heading(desk.name("phase.actions"), "phase-actions"), Table((_TEXT, _PRICE), rows)]


def _card_prices(desk: Desk, data: MagnaCartaRules) -> list[Block]:
    """Income, passing, and what the provost and a residence cost where they are in play."""
    rows = [
        _priced(desk, desk.say("print.aid.income"), _PLUS, *_coins((data.income.base,))),
        _priced(desk, desk.say("print.aid.first_pass"), _PLUS, *_coins((data.bridge.first_pass,))),
    ]
    if data.provost.in_play:
        step = desk.say("print.aid.provost_card", provost=Term("term.provost"))
        rows.append(_priced(desk, step, *_coins((data.provost.price_per_step,))))
    if data.buildings["lawyer"].count:
        rows.append(_residence(desk, data))
    return [Heading(desk.say("print.aid.prices")), Table((_TEXT, _PRICE), tuple(rows))]


def _token_castle(desk: Desk, data: MagnaCartaRules) -> list[Block]:
    """A batch, the tokens there are by players, and what is lost when nobody builds."""
    castle = data.castle
    rows = (
        _priced(desk, desk.say("print.aid.batch", batch=Term("term.batch")), *goods_signs(castle.batch)),
        _priced(desk, desk.say("print.aid.best_builder"), *goods_signs(castle.best_builder)),
        _priced(desk, desk.say("print.aid.nobody"), Sign(text=f"−{castle.removed_without_batch}"), Sign("token")),
    )
    return [
        Heading(desk.name("term.castle"), "phase-castle"),
        Table((_TEXT, _PRICE), rows),
        token_table(desk, data, range(data.players.minimum, data.players.maximum + 1)),
    ]


def token_table(desk: Desk, data: MagnaCartaRules, counts: range | tuple[int, ...]) -> Table:
    """What a token of each section is worth, and how many there are for so many players."""
    head = (
        (), (), desk.put(desk.say("print.aid.each"), "head"),
        *(desk.put(desk.say("print.players", n=n), "head") for n in counts),
    )  # fmt: skip
    rows = tuple(
        (
            desk.icon(f"section-{name}"), desk.put(desk.name(f"section.{name}"), "strong"),
            desk.icons(f"section.{name}", (Sign("prestige", str(it.prestige)),)),
            *(desk.number(data.castle.tokens(name, n)) for n in counts),
        )
        for name, it in data.castle.sections.items()
    )  # fmt: skip
    right = Column(0, align="right")
    return Table((_ICON, _TEXT, right, *(right for _ in counts)), rows, head)


def _start(desk: Desk, data: MagnaCartaRules) -> list[Block]:
    """What everybody begins with."""
    setup = data.setup
    rows = (
        _priced(desk, desk.say("print.aid.begin"), *_coins((setup.money,)), *goods_signs(setup.goods)),
        _priced(desk, desk.say("print.aid.hand"), Sign(text=str(setup.hand)), Sign("card")),
        _priced(desk, desk.say("print.aid.workers"), Sign(text=str(setup.workers)), Sign("worker")),
    )
    return [Heading(desk.say("web.setup")), Table((_TEXT, _PRICE), rows)]
