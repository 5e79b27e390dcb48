"""Setting up on cards: for each number of players one card, with its numbers in front and the steps behind."""

from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.musts import musts, taught
from companion.printing.contents.pieces import Pieces, two_sided
from companion.printing.contents.setup import numbers, told
from companion.printing.display import Face
from companion.printing.flow import Block, Column, FlowTable, Heading, Leaf, Put, Rich
from companion.printing.flow_sheet import Sheet, sides
from companion.printing.job import Job

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
            {"numbers": [Heading(title), *numbers(own, players), *_few(own)], "steps": _steps(own, players)},
            shown=False,
        )
        faces = {
            f"setup {players} {side}": Face(job.size.width, job.size.height, items)
            for side, items in enumerate(sides(job, [leaf], Sheet(job.size, job.file["flow"], _EDGE)), 1)
        }
        pieces.faces |= faces
        pieces.pieces += two_sided(faces)
    return pieces


def _steps(desk: SheetDesk, players: int) -> list[Block]:
    """The steps in order."""
    rows = tuple(
        (desk.number(place, "step"), (Put(told(desk, f"setup.{step}", players)),))
        for place, step in enumerate(desk.rules.data.setup.steps, 1)
    )
    return [Heading(desk.say("web.setup")), FlowTable((Column(0), Column(1)), rows, valign="top", laid=True)]


def _few(desk: SheetDesk) -> list[Block]:
    """What is different with this number of players."""
    rows = tuple(((Rich(taught(desk, id)),),) for must in musts(desk, few=True) for id in must.teach)
    return [FlowTable((Column(1),), rows, valign="top", laid=True)] if rows else []
