"""Wooden pieces and coins in paper: discs, standees to be folded, and money."""

from companion.printing import plates
from companion.printing.contents.signs import badge
from companion.printing.display import Area, Face, Item, Line, Rect, Use
from companion.printing.face import Content, Picture, compose, layout
from companion.printing.job import Job
from companion.printing.mats import round_piece, with_rings
from companion.printing.paper import Size
from companion.printing.rows import Choices, Sign
from companion.printing.sheet import Piece, Pieces
from companion.printing.text import NamedText

_RING = 3.4
"""The distance of a disc's ring from the cut, in millimeters; `_WIDE` is its width, in points."""

_WIDE = 3.0

_BAND = 2.0
"""The height of the color at the foot of a standee, in millimeters."""


def discs(job: Job) -> Pieces:
    """Return the discs of the box. Both sides are the same."""
    pieces = Pieces()
    for name, role, colour, count in _box(job):
        kind = "disc" if colour else "shared"
        face = with_rings(job.compose(kind, "", _contents(job, role, colour)), colour or "ink", (_RING,), _WIDE)
        pieces.faces |= {name: round_piece(face), f"{name} back": face}
        pieces.pieces += [Piece(name, "page", f"{name} back", "page", id=f"term.{role}")] * count
    return pieces


def standees(job: Job) -> Pieces:
    """Return the standees of the box: two sides foot to foot, with a flap at either end."""
    pieces = Pieces()
    for name, role, colour, count in _box(job):
        panel = _panel(job, role, colour)
        pieces.faces |= {f"{name} side": panel, name: _standee(job, f"{name} side", panel, colour or "muted")}
        pieces.pieces += [Piece(name, "page", id=f"term.{role}")] * count
    return pieces


def _box(job: Job) -> list[tuple[str, str, str, int]]:
    """Return the name, role, color and number of the pieces in the box: first each player's, then those of nobody."""
    data = job.rules.data
    colours, parts = data.players.colours, data.components
    own = [
        (f"{role} {colour}", role, colour, parts[role] // len(colours))
        for colour in colours
        for role in job.file["roles"]
        if role in parts
    ]
    return own + [(role, role, "", parts[role]) for role in job.file["shared"] if role in parts]


def _contents(job: Job, role: str, colour: str) -> dict[str, Content | None]:
    t, id = job.t, f"term.{role}"
    contents: dict[str, Content | None] = {"role": Choices(((Sign(role, colour=colour),),), id, t.code)}
    if not colour:
        return contents | {"name": NamedText(t.name(id), id, t.code)}
    return contents | {"badge": badge(job, colour)}


def _panel(job: Job, role: str, colour: str) -> Face:
    size = Size(job.size.width, job.size.height / 2 - float(job.file["flap"]))
    panel = layout(list(job.file["faces"]["panel"]), size) or job.layout("panel")
    contents = _contents(job, role, colour)
    if plates.exists(f"{role}_piece"):
        contents["role"] = Picture(f"{plates.WOODCUTS}{role}_piece", colour or "ink")
    return compose(panel, "", {name: content for name, content in contents.items() if content is not None})


def _standee(job: Job, side: str, panel: Face, colour: str) -> Face:
    """The far side is upside down, so that both are upright when folded. Only the feet are colored."""
    width, height, flap = job.size.width, job.size.height, float(job.file["flap"])
    flaps = [Area(0, 0, width, flap), Area(0, height - flap, width, flap)]
    items: list[Item] = [Rect(area.x, area.y, area.width, area.height, "page") for area in flaps]
    items += [Rect(0, y, width, _BAND, colour) for y in (flap - _BAND, height - flap)]
    items += [Use(side, 0, flap, 180), Use(side, 0, flap + panel.height)]
    folds = (flap, height / 2, height - flap)
    items += [Line(0, y, width, y, 0.5, "ink", (2.5, 2.0)) for y in folds]
    return Face(width, height, tuple(items))


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
        "name": NamedText(t.count("denier", value), id, t.code),
    })  # fmt: skip
    return with_rings(face, "gilt", _RINGS[: 1 if value == 1 else 2], 0.8)
