"""Labels for the cards of Magna Carta: first the fronts, then the residences on the backs."""

from companion.games.magna_carta.rules import magna_carta
from companion.printing.contents.label import pasted
from companion.printing.job import Job
from companion.printing.sheet import Pieces
from companion.rules.effects import Residence
from companion.rules.vocabulary import Category

_OWN, _SHARED = (Category.SMALL, Category.LARGE), (Category.NEUTRAL, Category.PRESTIGE)


def labels(job: Job) -> Pieces:
    """Return a label for every side of a card that names a building."""
    data = magna_carta(job.rules.data)
    players, residence = len(data.players.colours), data.residence.tile
    counts = {
        building: data.buildings[building].count * (players if category in _OWN else 1)
        for category in (*_OWN, *_SHARED)
        for building in data.of(category)
    }
    if any(isinstance(data.buildings[building].effect, Residence) for building in counts):
        counts[residence] = sum(counts[building] for category in _OWN for building in data.of(category))
    return pasted(job, counts)
