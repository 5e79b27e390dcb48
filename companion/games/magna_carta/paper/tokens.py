"""The castle tokens of Magna Carta: the value on the front, the section on the back."""

from companion.games.magna_carta.rules import magna_carta
from companion.printing.contents.pieces import Piece, Pieces
from companion.printing.face import Picture
from companion.printing.job import Job
from companion.printing.mats import round_piece, with_rings
from companion.printing.rows import Choices, Sign
from companion.printing.text import NamedText


def tokens(job: Job) -> Pieces:
    """Return all tokens of the box, section by section."""
    data = magna_carta(job.rules.data)
    t, pieces = job.t, Pieces()
    for section, castle_section in data.castle.sections.items():
        id, sign = f"section.{section}", Sign(f"section-{section}")
        back, tint = f"{section} back", f"{section}-tint"
        worth = Sign("prestige", str(castle_section.prestige))
        front = job.compose("token", "", {
            "worth": Choices(((sign, worth),), id, t.code),
            "name": NamedText(t.name(id), id, t.code),
        })  # fmt: skip
        pieces.faces[section] = round_piece(with_rings(front, "gilt", (3.2,), 0.8))
        pieces.faces[back] = job.compose("back", "", {"section": Picture(f"buildings/{section}")})
        pieces.pieces += [Piece(section, tint, back, tint, id=id)] * castle_section.tokens
    return pieces
