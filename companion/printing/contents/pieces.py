"""What a product consists of, for the imposition."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import zip_longest

from companion.printing.display import Face


@dataclass(frozen=True)
class Piece:
    """A card or tile: the names of its faces, and the grounds they are printed on."""

    front: str
    ground: str
    back: str = ""
    back_ground: str = ""
    over: tuple[str, ...] = ()
    """Faces printed on top of both sides, such as a player's badge."""
    id: str = ""
    """The id of what it is, if that has a name."""
    pile: str = ""
    """The id of the pile that it is part of on the table."""


@dataclass
class Pieces:
    """All pieces of a product, and their faces."""

    pieces: list[Piece] = field(default_factory=list)
    faces: dict[str, Face] = field(default_factory=dict)


def two_sided(faces: Iterable[str]) -> list[Piece]:
    """Return white cards with these sides in order; the last one may have no back."""
    sides = [*faces]
    return [Piece(front, "white", back, "white") for front, back in zip_longest(sides[::2], sides[1::2], fillvalue="")]
