"""Labels to paste over the middle of a tile or card: name, effect, and the names by which to find the piece."""

from collections.abc import Mapping

from companion.printing.contents.buildings import effects, kept
from companion.printing.display import Area, Face, Rect
from companion.printing.face import Content
from companion.printing.frames import edge
from companion.printing.job import Job
from companion.printing.paper import craft
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


def _cut(face: Face, kind: str) -> Face:
    """Return a label with the edge of its kind, and a line to cut along."""
    outline = Rect(0, 0, face.width, face.height, "", "line", craft().mark_line)
    strip = edge(kind, Area(0, _EDGE[0], face.width, _EDGE[1]))
    return Face(face.width, face.height, (outline, *strip, *face.items))
