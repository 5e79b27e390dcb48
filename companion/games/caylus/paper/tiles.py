"""The tiles of Caylus: those that are shuffled or built, and covers for those printed on the board."""

from companion.games.caylus.rules import CaylusRules, caylus
from companion.printing.contents.buildings import building_face
from companion.printing.contents.signs import ARROW
from companion.printing.display import Face
from companion.printing.job import Job
from companion.printing.rows import Choice, Sign
from companion.printing.sheet import Piece, Pieces
from companion.rules.effects import Inn
from companion.rules.vocabulary import Category

ORDER = (
    Category.NEUTRAL, Category.WOOD, Category.STONE, Category.RESIDENTIAL, Category.PRESTIGE, Category.FIXED,
    Category.SPECIAL,
)  # fmt: skip


def tiles(job: Job) -> Pieces:
    """Return every tile as often as the box has it, by category, and the printed buildings once each."""
    data = caylus(job.rules.data)
    pieces = Pieces()
    for category in ORDER:
        for building in data.of(category):
            pieces.faces[building] = tile_face(job, building)
            piece = Piece(building, f"{category}-tint", id=f"building.{building}", pile=f"category.{category}")
            pieces.pieces += [piece] * data.buildings[building].count
    return pieces


def tile_face(job: Job, building: str) -> Face:
    """Compose the face of a tile or cover, with the places for workers."""
    return building_face(job, building, places=_places(caylus(job.rules.data), building))


def _places(data: CaylusRules, building: str) -> Choice:
    """Return a place for a worker, the ranks to take in the stables, or the left and right place of the inn.

    Whoever is in the right one pays the price in it.
    """
    tile = data.buildings[building]
    if isinstance(tile.effect, Inn):
        return (*[Sign("ring")] * (tile.places - 1), ARROW, Sign("ring-coin", str(data.price(tile.effect).denier)))
    if tile.places > 1:
        return tuple(Sign("ring", str(n)) for n in range(1, tile.places + 1))
    return (Sign("ring"),) * tile.places if tile.effect else ()
