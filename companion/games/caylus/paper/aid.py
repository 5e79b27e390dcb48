"""The parts of the player aid that are specific to Caylus."""

from companion.games.caylus.rules import CaylusRules, Score, caylus
from companion.i18n.translator import Term
from companion.printing.contents.aid import ICON, MINUS, PLUS, PRICED, TEXT, coins, priced, residence
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.signs import effect_choices, goods_signs
from companion.printing.flow import Block, Cell, Column, FlowTable, Heading, Paragraph
from companion.printing.rows import Choice, Sign
from companion.printing.text import NamedText
from companion.rules.effects import Effect
from companion.rules.vocabulary import FavorMode


def sections(desk: SheetDesk) -> dict[str, list[Block]]:
    """Return the prices, the castle, the favor table, and the scoring of the sections."""
    data = caylus(desk.rules.data)
    return {
        "prices": _prices(desk, data),
        "batch": _castle(desk, data),
        "favors": _favors(desk, data),
        "sections": _sections(desk, data),
    }


def _prices(desk: SheetDesk, data: CaylusRules) -> list[Block]:
    """What workers, passing and the provost cost and bring."""
    bridge, provost = data.bridge, Term("term.provost")
    rows = [
        priced(desk, desk.say("print.aid.worker"), *coins(*bridge.prices)),
        priced(desk, desk.say("print.aid.own_building"), *coins(bridge.own_building)),
        priced(desk, desk.say("print.aid.inn", inn=Term("building.inn")), *coins(bridge.inn)),
        priced(desk, desk.say("print.aid.provost_step", provost=provost), *coins(data.provost.price_per_step)),
        residence(desk, data.residence.tile),
        priced(desk, desk.say("print.aid.income"), PLUS, *coins(data.income.base)),
        priced(desk, desk.say("print.aid.first_pass"), PLUS, *coins(bridge.first_pass)),
        priced(desk, desk.say("print.aid.owner"), PLUS, Sign("prestige", str(bridge.owner_prestige))),
    ]
    if not data.buildings["stables"].places:
        rows.append((desk.put(desk.line("variant.two_players")), ()))
    return [Heading(desk.say("print.aid.prices")), FlowTable(PRICED, tuple(rows))]


def _castle(desk: SheetDesk, data: CaylusRules) -> list[Block]:
    """What a batch is, and the penalty for having none."""
    castle, batch = data.castle, Term("term.batch")
    cubes = [*castle.batch.compulsory, *["plain"] * (castle.batch.cubes - len(castle.batch.compulsory))]
    refused = desk.say("print.aid.no_batch", batch=batch, castle=Term("term.castle"))
    rows = (
        priced(desk, desk.say("print.aid.batch", batch=batch), *map(Sign, cubes)),
        priced(desk, desk.say("print.aid.best_builder"), *goods_signs(castle.best_builder)),
        priced(desk, refused, MINUS, Sign("prestige", str(castle.refusal))),
    )
    return [Heading(desk.name("term.castle")), FlowTable(PRICED, rows)]


def _favors(desk: SheetDesk, data: CaylusRules) -> list[Block]:
    """The favor table as on the board, or, without it, what a favor is worth."""
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
    return [heading, FlowTable(shape, rows, head), Paragraph(note, "small")]


def _favor(desk: SheetDesk, id: str, effect: Effect) -> Cell:
    choices = effect_choices(desk.rules, effect, id, desk.t.code)
    return (choices,) if choices else desk.put((NamedText("–", id, desk.t.code),), "small")


def _sections(desk: SheetDesk, data: CaylusRules) -> list[Block]:
    """Each section: its parts, their value, when it is scored, and what scoring brings."""
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
    shape = (ICON, Column(0), number, number, number, number, TEXT)
    full = tuple((row[0], name, *row[1:]) for row, name in zip(rows, names, strict=True))
    return [Heading(desk.say("print.aid.sections")), FlowTable(shape, full, ((), *head))]


def _score(line: Score) -> Choice:
    """A line of the scoring table: what a number of houses brings or costs."""
    points = (Sign("prestige", str(abs(line.prestige))),) if line.prestige else ()
    less = (MINUS,) if line.prestige < 0 else ()
    favors = (Sign("favor"),) * line.favor
    return (Sign(text=str(line.houses)), Sign("house"), Sign(text=":", wide=True), *less, *points, *favors)
