"""What is drawn, piece by piece, with its words: plain data between the look of a table and the template."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.i18n.translator import Translator
from companion.web.board.layout import Plan, Spot

Called = Callable[[str], str]
"""What a player is called."""


@dataclass(frozen=True)
class Scene:
    """A table to be drawn: its look, the words of who looks, and what has just changed."""

    look: Mapping[str, Any]
    t: Translator
    called: Called
    data: Any
    """The rules' data."""
    changed: frozenset[str] = frozenset()
    """What the last entry touched: places as actions name them, `space N`, and figures by their names."""


@dataclass(frozen=True)
class DrawnTile:
    """A place along the street."""

    spot: Spot
    number: str = ""
    name: str = ""
    size: float = 26.0
    """Of the name."""
    kind: str = ""
    woodcut: str = ""
    owner: str = ""
    owner_name: str = ""
    workers: tuple[str, ...] = ()
    promised: str = ""
    figures: tuple[str, ...] = ()
    """Who stands at the edge of it: provost, bailiff."""
    flag: str = ""
    """A section that is scored when the bailiff gets here."""
    stock: int = 0
    glows: bool = False
    row: tuple[str, ...] = ()
    """The same in words: what stands there, whose it is, who works there, what else."""
    entry: str = ""
    """What is said of it in the rules, as an id."""


@dataclass(frozen=True)
class Step:
    """A place on the bridge: its price, and who has passed onto it."""

    x: float
    y: float
    price: str = ""
    colour: str = ""


@dataclass(frozen=True)
class DrawnBridge:
    """The bridge, a place in the street."""

    spot: Spot
    name: str
    steps: tuple[Step, ...]
    glows: bool = False
    said: str = ""


@dataclass(frozen=True)
class DrawnPart:
    """A part of the castle, or a token: built by somebody, or not yet there or no longer."""

    x: float
    y: float
    size: float
    colour: str = ""
    there: bool = True


@dataclass(frozen=True)
class DrawnSection:
    """A section of the castle, filling up."""

    id: str
    spot: Spot
    outline: str
    name: str
    note: str
    parts: tuple[DrawnPart, ...]
    state: str = ""
    """`scored`, `next` or nothing."""
    said: str = ""
    glows: bool = False


@dataclass(frozen=True)
class Guest:
    """A worker in the castle, and the batches it has brought."""

    x: float
    y: float
    colour: str = ""
    batches: int = 0


@dataclass(frozen=True)
class Cell:
    """A favor: signs with their numbers, and the markers that stand there."""

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
    """The castle's ground."""
    extra: dict[str, str] = field(default_factory=dict)


def steps_across(spot: Spot, prices: Iterable[object], passed: Sequence[str]) -> tuple[Step, ...]:
    """The places on a bridge side by side, each with what stands on it; those who have passed stand there."""
    said = [str(price) for price in prices]
    apart, y = spot.w / len(said), spot.y + spot.h * 0.62
    return tuple(
        Step(spot.x + apart * (n + 0.5), y, price, passed[n] if n < len(passed) else "") for n, price in enumerate(said)
    )


def battlements(spot: Spot, teeth: int) -> str:
    """A wall with so many merlons, as a path round it.

    >>> battlements(Spot(0, 0, 30, 20), 2)
    'M0 20 V0 h10 v9 h10 v-9 h10 V20 z'
    """
    step = spot.w / (2 * teeth - 1)
    tooth = f" h{step:g} v9 h{step:g} v-9"
    return f"M{spot.x:g} {spot.y + spot.h:g} V{spot.y:g}{tooth * (teeth - 1)} h{step:g} V{spot.y + spot.h:g} z"
