"""The table as a seat sees it: special buildings, bridge, castle, and the winding road.

It is the same for all viewers; what can be chosen on it is in `choice`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.web.parts.faces import BuildingFace, face
from companion.web.viewer import Viewer

CASTLE = "castle"
COLUMNS = (7, 6)
"""Tiles in a row, on a usual phone and on a small one."""

_FIGURES = ("provost", "bailiff")


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
class CastleWall:
    """A section of the castle, with who built each part."""

    id: str
    parts: tuple[str, ...]
    """Colors in building order, then empty strings; `token` for tokens that are left."""
    worth: int
    state: str = ""
    """`scored`, `open` or empty."""
    trigger: int = 0

    @property
    def free(self) -> int:
        return sum(part in ("", "token") for part in self.parts)


@dataclass(frozen=True)
class TableTop:
    """The whole table."""

    specials: tuple[Tile, ...]
    road: tuple[Tile, ...]
    folds: tuple[Fold, ...]
    walls: tuple[CastleWall, ...]
    guests: tuple[str, ...]
    """The workers in the castle, in order."""
    steps: tuple[tuple[str, str], ...]
    """The places on the bridge: the price, and who is there."""

    @property
    def open_wall(self) -> CastleWall | None:
        """The section to which the next part is added."""
        return next((wall for wall in self.walls if wall.state == "open"), None)


def table_top(seen: Viewer, look: Mapping[str, Any], reached: int = 0) -> TableTop:
    """Return the table; rows up to the space `reached` are not folded."""
    road = tuple(_road(seen, look, reached))
    castle = look.get("castle", {})
    return TableTop(
        tuple(_specials(seen, look)),
        road,
        tuple(_folds(road)),
        tuple(castle_walls(seen, look)),
        tuple(castle.get("workers", ())),
        tuple(_steps(seen, look)),
    )


def _specials(seen: Viewer, look: Mapping[str, Any]) -> Iterator[Tile]:
    for one in look.get("specials", ()):
        lodger = look.get("inn") if one["building"] == "inn" else None
        workers = (*one["workers"], *([lodger] if lodger else []))
        yield Tile(one["building"], face(seen.t, one["building"]), workers=workers, used=bool(one["places"]))


def _road(seen: Viewer, look: Mapping[str, Any], reached: int) -> Iterator[Tile]:
    flags = {one["trigger"]: id for id, one in look.get("castle", {}).get("sections", {}).items() if not one["scored"]}
    standing = [look.get(who) or 0 for who in _FIGURES]
    last = max([reached, *standing, *(one["space"] for one in look["road"] if one["building"])])
    for one in look["road"]:
        space, promised = one["space"], one.get("promised")
        yield Tile(
            one["place"] or f"space {space}",
            face(seen.t, one["building"]) if one["building"] else None,
            space,
            one["owner"] or "",
            (one["worker"],) if one["worker"] else (),
            tuple(who for who in _FIGURES if look.get(who) == space),
            max(0, space - standing[0]) if standing[0] else 0,
            flags.get(space, ""),
            one.get("stock", 0),
            (one["owner"] or "") if promised is True else promised or "",
            folds=tuple(columns for columns in COLUMNS if (space - 1) // columns > (last - 1) // columns),
        )


def _folds(road: tuple[Tile, ...]) -> Iterator[Fold]:
    for columns in COLUMNS:
        folded = [tile for tile in road if columns in tile.folds]
        if folded:
            flags = tuple((tile.flag, tile.space) for tile in folded if tile.flag)
            yield Fold(columns, folded[0].space, folded[-1].space, flags)


def castle_walls(seen: Viewer, look: Mapping[str, Any]) -> Iterator[CastleWall]:
    """The sections of the castle, as far as a game has any."""
    castle = look.get("castle", {})
    rules = getattr(getattr(seen.table.rules.data, "castle", None), "sections", {})
    for id, one in castle.get("sections", {}).items():
        built = [colour for colour, n in one["houses"].items() for _ in range(n)]
        parts = (*built, *[""] * (one["parts"] - len(built)))
        state = "scored" if one["scored"] else "open" if castle["open"] == id else ""
        yield CastleWall(id, parts, rules[id].prestige, state, one["trigger"])
    for id, most in castle.get("all_tokens", {}).items():
        left = castle["tokens"][id]
        state = "open" if castle["section"] == id else "scored" if not left else ""
        yield CastleWall(id, (*["token"] * left, *["gone"] * (most - left)), rules[id].prestige, state)


def _steps(seen: Viewer, look: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the places of the bridge: the price if it varies, or else the number, and who is there."""
    passed = look["bridge"]["passed"]
    prices = getattr(getattr(seen.table.rules.data, "bridge", None), "prices", None)
    for n in range(len(look["players"])):
        yield str(prices[n]) if prices else str(n + 1), passed[n] if n < len(passed) else ""
