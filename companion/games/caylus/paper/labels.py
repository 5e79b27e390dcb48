"""Labels for the tiles of Caylus; the buildings printed on the board bear no names."""

from companion.games.caylus.paper.tiles import ORDER
from companion.printing.contents.label import HOW, how, label
from companion.printing.job import Job
from companion.printing.sheet import Piece, Pieces
from companion.rules.vocabulary import Category


def labels(job: Job) -> Pieces:
    """Return a label for every tile, by category, and one that says how to paste them."""
    data, pieces = job.rules.data, Pieces()
    for category in ORDER:
        if category not in (Category.FIXED, Category.SPECIAL):
            for building in data.of(category):
                pieces.faces[building] = label(job, building)
                pieces.pieces += [Piece(building, "white", id=f"building.{building}")] * data.buildings[building].count
    pieces.faces[HOW] = how(job)
    pieces.pieces.append(Piece(HOW, "white"))
    return pieces
