"""The parts of the player aid, and the numbers for setting up, that are specific to Caylus."""

from companion.games.caylus.paper.mats import batch_signs
from companion.games.caylus.paper.scoring import matrix
from companion.games.caylus.rules import CaylusRules, caylus
from companion.i18n.translator import Term
from companion.printing.contents.aid import PRICED, coins, priced, rule
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.signs import MINUS, effect_choices, goods_signs
from companion.printing.flow import Block, Cell, Column, Figure, FlowTable, Heading, Paragraph
from companion.printing.rows import OR, Choice, Choices, Sign
from companion.printing.text import NamedText
from companion.rules.effects import (
    Build,
    Effect,
    Gain,
    Gate,
    Inn,
    MoveProvost,
    Nothing,
    Produce,
    Residence,
    Stables,
    Stock,
    Trade,
)
from companion.rules.vocabulary import FavorMode


def sections(desk: SheetDesk, *, narrow: bool = False) -> dict[str, list[Block]]:
    """Return the prices, the castle with the scoring of its sections, and the favor table."""
    data = caylus(desk.rules.data)
    return {
        "prices": _prices(desk, data, narrow=narrow),
        "castle": _castle(desk, data),
        "favors": _favors(desk, data, narrow=narrow),
    }


def _prices(desk: SheetDesk, data: CaylusRules, *, narrow: bool) -> list[Block]:
    """What workers cost; on cards the inn says for itself what it does."""
    bridge, few = data.bridge, not data.buildings["stables"].places
    rows = [
        priced(desk, desk.say("print.aid.worker"), *coins(*bridge.prices[: 1 if few else None])),
        priced(desk, desk.say("print.aid.own_building"), *coins(bridge.own_building)),
    ]
    if not narrow:
        rows.append(priced(desk, desk.say("print.aid.inn", inn=Term("building.inn")), *coins(bridge.inn)))
    told = [rule(desk, "variant.two_players")] if few else []
    return [Heading(desk.say("print.aid.cost")), FlowTable(PRICED, tuple(rows)), *told]


def _castle(desk: SheetDesk, data: CaylusRules) -> list[Block]:
    """What a batch is, and what each section brings by number of houses."""
    batch = (*desk.icons("term.batch", batch_signs(data)),)
    line = desk.put(desk.say("print.aid.different")) if data.castle.batch.different and data.castle.batch.gold else ()
    return [
        Heading(desk.name("term.castle")),
        FlowTable((Column(0), Column(1)), ((batch, line),)),
        Figure(lambda width, press: matrix(desk, data, width, press)),
    ]


def _favors(desk: SheetDesk, data: CaylusRules, *, narrow: bool) -> list[Block]:
    """The favor table as on the board, or, without it, what a favor is worth."""
    if data.favors.mode == FavorMode.FLAT:
        return [Heading(desk.name("term.favor"), "favor"), rule(desk, "term.favor")]
    heading = Heading(desk.name("term.favor_table"), "favor")
    columns = range(1, data.favors.columns + 1)
    head = (desk.put((), "head"), *(desk.number(n, "head") for n in columns))
    rows = tuple(
        (_called(desk, line, narrow=narrow), *(_favor(desk, f"line.{line}", cell) for cell in cells))
        for line, cells in data.favors.lines.items()
    )
    note = desk.say(
        "print.aid.favors", open=data.favors.open_columns,
        dungeon=data.castle.sections["dungeon"].opens_column, walls=data.castle.sections["walls"].opens_column,
    )  # fmt: skip
    shape = (Column(0), *(Column(0, align="center", grow=True) for _ in columns))
    return [heading, FlowTable(shape, rows, head), rule(desk, "term.favor"), Paragraph(note, "small")]


_ICONS = {"deniers": "coin", "cubes": "any", "buildings": "house"}
"""The icons of the lines whose own name is not that of a drawing."""


def _called(desk: SheetDesk, line: str, *, narrow: bool) -> Cell:
    id = f"line.{line}"
    return desk.icons(id, (Sign(_ICONS.get(line, line)),)) if narrow else desk.put(desk.name(id), "strong")


def _cheaper(effect: Effect) -> Choice:
    """Return what may be built, and what it then costs less; nothing for other effects."""
    match effect:
        case Build():
            built = Sign(f"kind-{effect.category}")
        case Residence():
            built = Sign("residence")
        case Gain() | Produce() | Trade() | MoveProvost() | Gate() | Stables() | Inn() | Stock() | Nothing():
            return ()
    return (built, MINUS, *goods_signs(effect.discount)) if effect.discount else (built,)


def _favor(desk: SheetDesk, id: str, effect: Effect) -> Cell:
    """The signs of a favor. Its options are one choice with "or" between them, which stays in one line."""
    cheaper, code = _cheaper(effect), desk.t.code
    choices = Choices((cheaper,), id, code) if cheaper else effect_choices(desk.rules, effect, id, code)
    if choices:
        first, *others = choices.choices
        choices = Choices((sum(((OR, *choice) for choice in others), first),), id, code)
    return (choices,) if choices else desk.put((NamedText("–", id, desk.t.code),), "small")


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


def facts(desk: SheetDesk, players: int) -> dict[str, object]:
    """Return the numbers of this number of players that the steps name."""
    return {"money": caylus(desk.rules.data).setup.money[:players]}
