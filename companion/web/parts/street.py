"""The table as a seat sees it: special buildings, bridge, castle, and the winding road.

It is the same for all viewers; what can be chosen on it is in `choice`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.look import AnyLook
from companion.web.parts.faces import BuildingFace, face
from companion.web.parts.pages import CastleWall, TableParts, parts_of
from companion.web.viewer import Viewer

CASTLE = "castle"
COLUMNS = (7, 6)
"""Tiles in a row, on a usual phone and on a small one."""


@dataclass(frozen=True)
class Tile:
    """A place on the table."""

    key: str
    """Its name in actions; `space 9` for an empty space."""
    face: BuildingFace | None = None
    space: int = 0
    owner: str = ""
    workers: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    """The figures at its edge."""
    beyond: int = 0
    """How many spaces it is beyond the provost."""
    flag: str = ""
    """The section that is scored when the bailiff gets here."""
    stock: int = 0
    """The cubes on the card."""
    promised: str = ""
    """The player whose residence it will become."""
    used: bool = True
    """Whether it is part of this game."""
    folds: tuple[int, ...] = ()
    """The numbers of columns for which it is in a folded row."""

    @property
    def name(self) -> str:
        return self.face.name if self.face else ""


@dataclass(frozen=True)
class Fold:
    """The rows that are folded because they are still empty, for one number of columns."""

    columns: int
    first: int
    last: int
    flags: tuple[tuple[str, int], ...]
    """The sections that are scored there, with their spaces."""


@dataclass(frozen=True)
class TableTop:
    """The whole table."""

    specials: tuple[Tile, ...]
    road: tuple[Tile, ...]
    folds: tuple[Fold, ...]
    walls: tuple[CastleWall, ...]
    guests: tuple[str, ...] | None
    """The workers in the castle, in order; None if no worker goes there."""
    steps: tuple[tuple[str, str], ...]
    """The places on the bridge: the price, and who is there."""

    @property
    def open_wall(self) -> CastleWall | None:
        """The section to which the next part is added."""
        return next((wall for wall in self.walls if wall.state == "open"), None)


def table_top(viewer: Viewer, look: AnyLook, reached: int = 0) -> TableTop:
    """Return the table; rows up to the space `reached` are not folded."""
    parts = parts_of(viewer.table.rules, look)
    road = tuple(_road(viewer, look, parts, reached))
    specials = (
        Tile(
            special_space.building,
            face(viewer.t, special_space.building),
            workers=special_space.workers,
            used=special_space.used,
        )
        for special_space in parts.specials
    )
    steps = tuple(_steps(look, parts.prices))
    return TableTop(tuple(specials), road, tuple(_folds(road)), parts.walls, parts.guests, steps)


def _road(viewer: Viewer, look: AnyLook, parts: TableParts, reached: int) -> Iterator[Tile]:
    flags = {wall.trigger: wall.id for wall in parts.walls if wall.state != "scored"}
    provost = parts.figures.get("provost", 0)
    last = max([reached, *parts.figures.values(), *(spot["space"] for spot in look["road"] if spot["building"])])
    for place in look["road"]:
        space = place["space"]
        yield Tile(
            place["place"] or f"space {space}",
            face(viewer.t, place["building"]) if place["building"] else None,
            space,
            place["owner"] or "",
            (place["worker"],) if place["worker"] else (),
            tuple(who for who, there in parts.figures.items() if there == space),
            max(0, space - provost) if provost else 0,
            flags.get(space, ""),
            parts.stocks.get(space, 0),
            parts.promised.get(space, ""),
            folds=tuple(columns for columns in COLUMNS if (space - 1) // columns > (last - 1) // columns),
        )


def _folds(road: tuple[Tile, ...]) -> Iterator[Fold]:
    for columns in COLUMNS:
        folded = [tile for tile in road if columns in tile.folds]
        if folded:
            flags = tuple((tile.flag, tile.space) for tile in folded if tile.flag)
            yield Fold(columns, folded[0].space, folded[-1].space, flags)


def _steps(look: AnyLook, prices: tuple[int, ...]) -> Iterator[tuple[str, str]]:
    """Yield the places of the bridge: the price if it varies, or else the number, and who is there."""
    passed = look["bridge"]["passed"]
    for n in range(len(look["players"])):
        yield str(prices[n]) if prices else str(n + 1), passed[n] if n < len(passed) else ""
