"""What the makers of products hand to the imposition."""

from dataclasses import dataclass, field

from companion.printing.display import Face


@dataclass(frozen=True)
class Piece:
    """One card or tile: its sides by the names of their faces, and the grounds these lie on."""

    front: str
    ground: str
    back: str = ""
    back_ground: str = ""
    over: tuple[str, ...] = ()
    """Faces laid over both sides: a player's badge."""
    id: str = ""
    """What it is, where that has a name."""
    pile: str = ""
    """The id of the pile that it lies in on the table."""


@dataclass
class Pieces:
    """All cards of a product and the faces they show."""

    pieces: list[Piece] = field(default_factory=list)
    faces: dict[str, Face] = field(default_factory=dict)
