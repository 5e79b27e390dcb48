"""Labels for the bags and compartments of a box: what is in it, and how many there are."""

from companion.printing import icons
from companion.printing.contents.buildings import kept
from companion.printing.contents.reference import ORDER
from companion.printing.display import Area, Face, Rect
from companion.printing.face import Content
from companion.printing.frames import edge
from companion.printing.job import Job
from companion.printing.paper import craft, label_sheet
from companion.printing.rows import Choices, Sign
from companion.printing.sheet import Piece, Pieces
from companion.printing.text import NamedText

_COIN = "denier_"
_CUBES = "cubes"
"""The component that stands for cubes of every kind."""

_EDGE = (0.9, 1.6)
"""How far below the cut the edge of a kind is, and how high, in millimeters."""


def box_labels(job: Job) -> Pieces:
    """Return a label for every component with a drawing, and for every kind of tile or card that is in the box."""
    data, pieces = job.rules.data, Pieces()
    for part, count in data.components.items():
        if part.startswith(_COIN):
            _add(job, pieces, "term.denier", Sign("coin", part.removeprefix(_COIN)), count)
        elif icons.exists(part) and job.t.has(f"term.{part}"):
            _add(job, pieces, f"term.{part}", Sign(part), count)
        elif part == _CUBES:
            for kind in data.words.cubes:
                _add(job, pieces, f"term.{kind}", Sign(kind))
        elif job.t.has(f"component.{part}"):
            _add(job, pieces, f"component.{part}", Sign("card"), count)
    _tokens(job, pieces)
    for kind in ORDER:
        count = sum(data.buildings[building].count for building in data.of(kind)) * _copies(job, kind)
        if count and kind not in ("fixed", "special"):
            _add(job, pieces, f"category.{kind}", Sign("card"), count, str(kind))
    return pieces


def _tokens(job: Job, pieces: Pieces) -> None:
    """Add a label for the tokens of each section of the castle, in games that have such tokens."""
    for section, it in getattr(getattr(job.rules.data, "castle", None), "sections", {}).items():
        if hasattr(it, "tokens"):
            _add(job, pieces, f"section.{section}", Sign("prestige", str(it.prestige)), it.tokens)


def _copies(job: Job, kind: str) -> int:
    """Every player has their own small and large cards."""
    return len(job.rules.data.players.colours) if kind in ("small", "large") else 1


def _add(job: Job, pieces: Pieces, id: str, sign: Sign, count: int = 0, kind: str = "") -> None:
    """Add a label, with the number of pieces if it is known."""
    name = job.t.words("many", id) if kind else job.t.name(id)
    cut_already = label_sheet(job.request.paper) is not None
    contents: dict[str, Content | None] = {
        "sign": Choices(((sign,),), id, job.t.code),
        "name": NamedText(name, id, job.t.code),
        "names": job.other_names(id),
        "count": Choices(((Sign(text=str(count)),),), id, job.t.code) if count else None,
    }
    composed = job.compose("label", "", kept(contents, job, "label"))
    outline = Rect(0, 0, composed.width, composed.height, "", "" if cut_already else "line", craft().mark_line)
    strip = edge(kind, Area(0, _EDGE[0], composed.width, _EDGE[1])) if kind else ()
    face = f"{id} {sign.text}".strip()
    pieces.faces[face] = Face(composed.width, composed.height, (outline, *strip, *composed.items))
    pieces.pieces.append(Piece(face, "white", id=id))
