"""The pieces of a drawn board with their words: plain data between the look of a table and the template."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from companion.engine.look import AnyLook
from companion.i18n.translator import Translator
from companion.web.board.layout import Plan, Spot

Called = Callable[[str], str]
"""Returns a player's name."""


L_co = TypeVar("L_co", bound=AnyLook, covariant=True)
"""The look of a game."""


@dataclass(frozen=True)
class Scene(Generic[L_co]):
    """A table to draw: its look, the viewer's words, and what has just changed."""

    look: L_co
    t: Translator
    called: Called
    data: Any
    """The data of the rules."""
    changed: frozenset[str] = frozenset()
    """What the last entry changed: places as actions name them, `space N`, and the names of figures."""


@dataclass(frozen=True)
class DrawnTile:
    """A place along the street."""

    spot: Spot
    number: str = ""
    name: str = ""
    size: float = 26.0
    """The font size of the name."""
    kind: str = ""
    woodcut: str = ""
    owner: str = ""
    owner_name: str = ""
    workers: tuple[str, ...] = ()
    promised: str = ""
    figures: tuple[str, ...] = ()
    """The figures at its edge: provost, bailiff."""
    flag: str = ""
    """The section that is scored when the bailiff gets here."""
    stock: int = 0
    glows: bool = False
    row: tuple[str, ...] = ()
    """The place in words: its number, building, owner, worker, and what else is there."""
    entry: str = ""
    """The id of its rules entry."""


@dataclass(frozen=True)
class Step:
    """A place on the bridge: its price, and who is on it."""

    x: float
    y: float
    price: str = ""
    colour: str = ""


@dataclass(frozen=True)
class DrawnBridge:
    """The bridge, drawn as a place of the street."""

    spot: Spot
    name: str
    steps: tuple[Step, ...]
    glows: bool = False
    said: str = ""


@dataclass(frozen=True)
class DrawnPart:
    """A part of the castle, or a token; not there if it is not yet built or already taken."""

    x: float
    y: float
    size: float
    colour: str = ""
    there: bool = True


@dataclass(frozen=True)
class DrawnSection:
    """A section of the castle with its parts."""

    id: str
    spot: Spot
    outline: str
    name: str
    note: str
    parts: tuple[DrawnPart, ...]
    state: str = ""
    """`scored`, `next` or empty."""
    said: str = ""
    glows: bool = False


@dataclass(frozen=True)
class Guest:
    """A worker in the castle, and the batches it has delivered."""

    x: float
    y: float
    colour: str = ""
    batches: int = 0


@dataclass(frozen=True)
class Cell:
    """A favor: its signs with numbers, and the markers on it."""

    spot: Spot
    signs: tuple[tuple[str, int], ...] = ()
    open: bool = True
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class DrawnLine:
    """A line of the favor table."""

    name: str
    y: float
    size: float
    cells: tuple[Cell, ...]
    said: str = ""


@dataclass(frozen=True)
class BoardDrawing:
    """A whole board."""

    plan: Plan
    height: float
    road: str
    tiles: tuple[DrawnTile, ...]
    bridge: DrawnBridge | None = None
    sections: tuple[DrawnSection, ...] = ()
    guests: tuple[Guest, ...] = ()
    castle_said: str = ""
    favors: tuple[DrawnLine, ...] = ()
    favors_at: Spot | None = None
    keep: Spot | None = None
    """The area of the castle."""
    extra: dict[str, str] = field(default_factory=dict)


def steps_across(spot: Spot, prices: Iterable[object], passed: Sequence[str]) -> tuple[Step, ...]:
    """Return the places of a bridge side by side, with their prices and who has passed onto them."""
    labels = [str(price) for price in prices]
    apart, y = spot.w / len(labels), spot.y + spot.h * 0.62
    return tuple(
        Step(spot.x + apart * (n + 0.5), y, price, passed[n] if n < len(passed) else "")
        for n, price in enumerate(labels)
    )


def battlements(spot: Spot, teeth: int) -> str:
    """Return the outline of a wall with `teeth` merlons as an SVG path.

    >>> battlements(Spot(0, 0, 30, 20), 2)
    'M0 20 V0 h10 v9 h10 v-9 h10 V20 z'
    """
    step = spot.w / (2 * teeth - 1)
    tooth = f" h{step:g} v9 h{step:g} v-9"
    return f"M{spot.x:g} {spot.y + spot.h:g} V{spot.y:g}{tooth * (teeth - 1)} h{step:g} V{spot.y + spot.h:g} z"
