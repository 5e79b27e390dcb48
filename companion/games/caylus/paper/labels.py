"""Labels for the tiles of Caylus; the buildings printed on the board bear no names."""

from companion.games.caylus.paper.tiles import ORDER
from companion.printing.contents.label import pasted
from companion.printing.job import Job
from companion.printing.sheet import Pieces
from companion.rules.vocabulary import Category


def labels(job: Job) -> Pieces:
    """Return a label for every tile, by category."""
    data = job.rules.data
    kinds = (kind for kind in ORDER if kind not in (Category.FIXED, Category.SPECIAL))
    return pasted(job, {building: data.buildings[building].count for kind in kinds for building in data.of(kind)})
