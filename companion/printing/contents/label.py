"""Labels: to paste over the middle of a tile or card, and for the bags and compartments of a box."""

from collections.abc import Mapping

from companion.printing import icons
from companion.printing.contents.buildings import effects, kept
from companion.printing.contents.reference import ORDER
from companion.printing.display import Area, Face, Rect
from companion.printing.face import Content
from companion.printing.frames import edge
from companion.printing.job import Job
from companion.printing.paper import craft, label_sheet
from companion.printing.rows import Choices, Sign
from companion.printing.sheet import Piece, Pieces
from companion.printing.text import NamedText

_EDGE = (0.9, 1.6)
"""How far below the cut the edge of the kind is, and how high, in millimeters."""

_HOW = "label how"


def pasted(job: Job, counts: Mapping[str, int]) -> Pieces:
    """Return so many labels of each of these buildings, and one that says how to paste them."""
    pieces = Pieces()
    for building, count in counts.items():
        pieces.faces[building] = _label(job, building)
        pieces.pieces += [Piece(building, "white", id=f"building.{building}")] * count
    pieces.faces[_HOW] = _how(job)
    pieces.pieces.append(Piece(_HOW, "white"))
    return pieces


def _label(job: Job, building: str) -> Face:
    """Compose the label of a building."""
    id, gains = f"building.{building}", effects(job, building)
    kind = "owner" if "owner" in gains else "label"
    contents: dict[str, Content | None] = {
        "name": NamedText(job.t.name(id), id, job.t.code),
        "names": job.names_beside(id),
        **gains,
    }
    return _cut(job.compose(kind, "", kept(contents, job, kind)), str(job.rules.data.buildings[building].category))


def _how(job: Job) -> Face:
    """Compose the label that says how to paste the others."""
    words = NamedText(job.t.say("print.labels.how"), "print.labels.how", job.t.code)
    return _cut(job.compose("how", "", {"words": words}), "plain")


def _cut(face: Face, kind: str, line: str = "line") -> Face:
    """Return a label with the edge of its kind, and a line to cut along."""
    outline = Rect(0, 0, face.width, face.height, "", line, craft().mark_line)
    strip = edge(kind, Area(0, _EDGE[0], face.width, _EDGE[1])) if kind else ()
    return Face(face.width, face.height, (outline, *strip, *face.items))


_COIN = "denier_"
_CUBES = "cubes"
"""The component that stands for cubes of every kind."""


def box_labels(job: Job) -> Pieces:
    """Return a label for every component with a drawing, and for every kind of tile or card that is in the box."""
    data, pieces = job.rules.data, Pieces()
    for part, count in data.components.items():
        if part.startswith(_COIN):
            value = part.removeprefix(_COIN)
            _add(job, pieces, "term.denier", Sign("coin", value), count, name=job.t.count("denier", int(value)))
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


def _add(job: Job, pieces: Pieces, id: str, sign: Sign, count: int = 0, kind: str = "", name: str = "") -> None:
    """Add a label, with the number of pieces if it is known."""
    name = name or (job.t.words("many", id) if kind else job.t.name(id))
    cut_already = label_sheet(job.request.paper) is not None
    contents: dict[str, Content | None] = {
        "sign": Choices(((sign,),), id, job.t.code),
        "name": NamedText(name, id, job.t.code),
        "names": job.other_names(id),
        "count": Choices(((Sign(text=str(count)),),), id, job.t.code) if count else None,
    }
    composed = job.compose("label", "", kept(contents, job, "label"))
    face = f"{id} {sign.text}".strip()
    pieces.faces[face] = _cut(composed, kind, "" if cut_already else "line")
    pieces.pieces.append(Piece(face, "white", id=id))
