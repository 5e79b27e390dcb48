"""The coins of a box. Both sides are the same, so it does not matter which is up."""

from companion.printing.contents.pieces import Piece, Pieces
from companion.printing.display import Face
from companion.printing.job import Job
from companion.printing.mats import round_piece, with_rings
from companion.printing.rows import Choices, Sign
from companion.printing.text import NamedText

_COIN = "denier_"
"""The prefix of coins among the components; their value follows."""

_RINGS = (3.2, 4.0)


def money(job: Job) -> Pieces:
    """Return the coins of each value in the box, the smallest value first."""
    counts = {
        int(part.removeprefix(_COIN)): n for part, n in job.rules.data.components.items() if part.startswith(_COIN)
    }
    pieces = Pieces()
    for value, count in sorted(counts.items()):
        front, back, face = f"coin {value}", f"coin {value} back", _coin(job, value)
        pieces.faces |= {front: round_piece(face), back: face}
        tint = "ground" if value == 1 else "coin-tint"
        pieces.pieces += [Piece(front, tint, back, tint)] * count
    return pieces


def _coin(job: Job, value: int) -> Face:
    """Coins of larger values have a second ring, so they can be distinguished across the table."""
    t, id = job.t, "term.denier"
    face = job.compose("coin", "", {
        "value": Choices(((Sign("coin", str(value)),),), id, t.code),
        "name": NamedText(t.name(id), id, t.code),
    })  # fmt: skip
    return with_rings(face, "gilt", _RINGS[: 1 if value == 1 else 2], 0.8)
