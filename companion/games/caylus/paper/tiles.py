"""The tiles of Caylus: those that are shuffled or built, and covers for those printed on the board."""

from companion.games.caylus.rules import caylus
from companion.printing.contents.buildings import building_face
from companion.printing.contents.pieces import Piece, Pieces
from companion.printing.job import Job
from companion.rules.vocabulary import Category

ORDER = (
    Category.NEUTRAL, Category.WOOD, Category.STONE, Category.RESIDENTIAL, Category.PRESTIGE, Category.FIXED,
    Category.SPECIAL,
)  # fmt: skip


def tiles(job: Job) -> Pieces:
    """Return every tile as often as the box has it, by category, and the printed buildings once each."""
    data = caylus(job.rules.data)
    made = Pieces()
    for category in ORDER:
        for building in data.of(category):
            made.faces[building] = building_face(job, building)
            piece = Piece(building, f"{category}-tint", id=f"building.{building}", pile=f"category.{category}")
            made.pieces += [piece] * data.buildings[building].count
    return made
