"""The player aid as cards, a set for every player: the turn and the castle on one, the buildings on the other."""

from companion.printing.contents.aid import asked, sections
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.pieces import Pieces, two_sided
from companion.printing.display import Face
from companion.printing.flow import Leaf
from companion.printing.flow_sheet import Sheet, sides
from companion.printing.job import Job

_EDGE = 3.5
"""The margin of a card, in millimeters."""


def aid_cards(job: Job) -> Pieces:
    """Return a set of cards for each player, two sides of the aid on each."""
    desk = SheetDesk.of(job)
    leaf = Leaf(desk.say("print.product.aid_cards"), (), sections(asked(desk), narrow=True), shown=False)
    leaves = sides(job, [leaf], Sheet(job.size, job.file["flow"], _EDGE))
    faces = {f"aid {n}": Face(job.size.width, job.size.height, items) for n, items in enumerate(leaves, 1)}
    return Pieces(two_sided(faces) * max(desk.counts()), faces)
