"""Setting up on cards: for each number of players one card, with its numbers in front and the steps behind."""

from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.pieces import Pieces, two_sided
from companion.printing.contents.setup import numbers
from companion.printing.display import Face
from companion.printing.flow import Block, Column, FlowTable, Heading, Leaf, Put
from companion.printing.flow_sheet import Sheet, sides
from companion.printing.job import Job

_EDGE = 4.0
"""The margin of a card, in millimeters."""


def setup_cards(job: Job) -> Pieces:
    """Return a card for every number of players; two where the steps in two languages need it."""
    desk, pieces = SheetDesk.of(job), Pieces()
    for players in desk.counts():
        own = desk.with_players(players)
        title = own.say("print.setup.title", n=players)
        leaf = Leaf(title, (), {"numbers": [Heading(title), *numbers(own, players)], "steps": _steps(own)}, shown=False)
        faces = {
            f"setup {players} {side}": Face(job.size.width, job.size.height, items)
            for side, items in enumerate(sides(job, [leaf], Sheet(job.size, job.file["flow"], _EDGE)), 1)
        }
        pieces.faces |= faces
        pieces.pieces += two_sided(faces)
    return pieces


def _steps(desk: SheetDesk) -> list[Block]:
    """The steps in order, by their names alone."""
    rows = tuple(
        (desk.number(place, "strong"), (Put(desk.name(f"setup.{step}")),))
        for place, step in enumerate(desk.rules.data.setup.steps, 1)
    )
    return [Heading(desk.say("web.setup")), FlowTable((Column(0), Column(1)), rows)]
