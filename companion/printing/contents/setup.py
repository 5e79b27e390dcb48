"""Setting up: the steps in order and the numbers for each number of players, on a leaf each, or on cards."""

from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.teach import musts, taught
from companion.printing.display import Face
from companion.printing.flow import Block, Cell, Column, FlowTable, Heading, Leaf, Put, Rich, Said
from companion.printing.flow_sheet import Sheet, flowing, sides
from companion.printing.job import Job
from companion.printing.sheet import Pieces, two_sided
from companion.register import brings, game_module


@flowing
def setup(desk: SheetDesk) -> list[Leaf]:
    """Return a leaf for every number of players asked for."""
    return [_leaf(desk.with_players(players), players) for players in desk.counts()]


def _leaf(desk: SheetDesk, players: int) -> Leaf:
    sections = {
        "numbers": _headed(desk, numbers(desk, players)),
        "steps": _steps(desk, players, named=True),
        "variants": _variants(desk),
    }
    return desk.leaf(desk.say("print.setup.title", n=players), sections)


def numbers(desk: SheetDesk, players: int) -> list[Block]:
    """The numbers that the game's package gives, if any."""
    game = desk.rules.game
    own: list[Block] = game_module(game, "paper.aid").numbers(desk, players) if brings(game, "paper.aid") else []
    return own


def _headed(desk: SheetDesk, blocks: list[Block]) -> list[Block]:
    return [Heading(desk.say("print.setup.numbers")), *blocks] if blocks else []


def _steps(desk: SheetDesk, players: int, *, named: bool) -> list[Block]:
    """The steps in order, with their names or in fewer words."""
    rows = list[tuple[Cell, ...]]()
    for place, step in enumerate(desk.rules.data.setup.steps, 1):
        name = desk.put(desk.name(f"setup.{step}"), "strong") if named else ()
        does = Put(told(desk, f"setup.{step}", players))
        rows.append((desk.number(place, "name" if named else "step"), (*name, does)))
    return [Heading(desk.say("web.setup")), FlowTable((Column(0), Column(1)), tuple(rows), valign="top", laid=True)]


def told(desk: SheetDesk, id: str, players: int) -> Said:
    """Return what is done in a step; for this number of players alone, if it depends on that."""
    if not desk.t.has(id, "step"):
        return desk.text(id)
    facts = game_module(desk.rules.game, "paper.aid").facts(desk, players)
    return desk.each(id, lambda t: t.words("step", id, **facts))


def _variants(desk: SheetDesk) -> list[Block]:
    """The other variants in force: those that the number of players brings, and those asked for."""
    usual = desk.job.library.rules(desk.rules.game, desk.rules.edition).variants
    rows = tuple(
        ((Put(desk.name(f"variant.{name}"), "strong"), Put(desk.text(f"variant.{name}"))),)
        for name in desk.rules.variants
        if name not in usual and desk.t.has(f"variant.{name}")
    )
    return [Heading(desk.say("label.variants")), FlowTable((Column(1),), rows)] if rows else []


_EDGE = 3.5
"""The margin of a card, in millimeters."""


def setup_cards(job: Job) -> Pieces:
    """Return a card for every number of players; two where the steps in two languages need it."""
    desk, pieces = SheetDesk.of(job), Pieces()
    for players in desk.counts():
        own = desk.with_players(players)
        title = own.say("print.setup.title", n=players)
        leaf = Leaf(
            title,
            (),
            {
                "numbers": [Heading(title), *numbers(own, players), *_few(own)],
                "steps": _steps(own, players, named=False),
            },
            shown=False,
        )
        faces = {
            f"setup {players} {side}": Face(job.size.width, job.size.height, items)
            for side, items in enumerate(sides(job, [leaf], Sheet(job.size, job.file["flow"], _EDGE)), 1)
        }
        pieces.faces |= faces
        pieces.pieces += two_sided(faces)
    return pieces


def _few(desk: SheetDesk) -> list[Block]:
    """What is different with this number of players."""
    rows = tuple(((Rich(taught(desk, id)),),) for must in musts(desk, few=True) for id in must.teach)
    return [FlowTable((Column(1),), rows, valign="top", laid=True)] if rows else []
