"""The table as everybody sees it: special buildings, bridge, castle, favor table, and the winding road.

It is the same for all viewers and on all screens; what can be chosen on it is in `choice`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from companion.engine.events import Event, spoken
from companion.engine.look import AnyLook
from companion.table.log import Entry
from companion.table.redaction import seen_events
from companion.table.vocabulary import EntryKind
from companion.web.parts.faces import BuildingFace, face
from companion.web.parts.pages import CastleWall, FavorLine, TableParts, pages_of, parts_of
from companion.web.viewer import Viewer

CASTLE, BRIDGE = "castle", "bridge"
"""Places that are not tiles."""

COLUMNS = (7, 6)
"""Tiles in a row, on a usual phone and on a small one."""

CHANGING = (EntryKind.OPENED, EntryKind.PLAYED, EntryKind.CORRECTED)
"""The kinds of entries that change what lies on the table."""


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
    """The figures in its corner."""
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
    now: bool = False
    """Whether it has just changed."""
    target: bool = False
    """Whether somebody has to move something here."""
    ghost: str = ""
    """The player for whom somebody has to put a worker here."""
    folds: tuple[int, ...] = ()
    """The numbers of columns for which it is in a folded row."""

    @property
    def name(self) -> str:
        return self.face.name if self.face else ""

    @property
    def kind(self) -> str:
        return self.face.kind if self.face else "empty"

    @property
    def states(self) -> tuple[str, ...]:
        """What the style sheet shows of it, besides whether it can be chosen."""
        found = {
            "empty": not self.face, "beyond": self.beyond, "unused": not self.used, "now": self.now,
            "target": self.target,
        }  # fmt: skip
        return (*(name for name, is_so in found.items() if is_so), *(f"fold-{n}" for n in self.folds))


@dataclass(frozen=True)
class Fold:
    """The rows that are folded because they are still empty, for one number of columns."""

    columns: int
    first: int
    last: int
    flags: tuple[tuple[str, int], ...]
    """The sections that are scored there, with their spaces."""


@dataclass(frozen=True)
class Scoring:
    """The section that is scored next, the space at which the bailiff brings it about, and where it is."""

    section: str
    space: int
    bailiff: int


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
    """The places on the bridge, if there is one: the price, and who is there."""
    favors: tuple[FavorLine, ...] = ()
    scoring: Scoring | None = None
    batches: Mapping[str, int] = field(default_factory=dict)
    """The batches of each player, in order, and the good for the first of those who have given most."""
    prize: str = ""
    now: frozenset[str] = frozenset()
    """The places that have just changed, as actions name them."""
    targets: Mapping[str, str] = field(default_factory=dict)
    """Where somebody has to move something, and for whom if it is a worker."""

    @property
    def open_wall(self) -> CastleWall | None:
        """The section to which the next part is added."""
        return next((wall for wall in self.walls if wall.state == "open"), None)

    @property
    def leads(self) -> str:
        """The player who has given most batches so far."""
        return max(self.batches, key=lambda colour: self.batches[colour]) if any(self.batches.values()) else ""

    @property
    def castle_now(self) -> bool:
        return CASTLE in self.now

    @property
    def bridge_now(self) -> bool:
        return BRIDGE in self.now

    @property
    def castle_ghost(self) -> str:
        return self.targets.get(CASTLE, "")


def table_top(
    viewer: Viewer,
    look: AnyLook,
    last: Iterable[Entry] = (),
    reached: int = 0,
    targets: Mapping[str, str] | None = None,
) -> TableTop:
    """Return the table, marking what the `last` entries have changed; rows up to the space `reached` are not folded."""
    parts = parts_of(viewer.table.rules, look)
    now = changed(events_of(viewer, last))
    marked = [
        _marked(tile, now, targets or {}) for tile in (*_specials(viewer, parts), *_road(viewer, look, parts, reached))
    ]
    specials = tuple(tile for tile in marked if not tile.space)
    road = tuple(tile for tile in marked if tile.space)
    walls = tuple(replace(wall, now=wall.id in now) for wall in parts.walls)
    favors = tuple(pages_of(viewer.table.rules).favors(viewer.t, viewer.table.rules, look))
    steps = tuple(_steps(look, parts.prices)) if viewer.t.has(f"term.{BRIDGE}") else ()
    folds = tuple(_folds(road))
    return TableTop(
        specials, road, folds, walls, parts.guests, steps, favors, _scoring(parts), parts.batches, parts.prize, now,
        targets or {},
    )  # fmt: skip


def _marked(tile: Tile, now: frozenset[str], targets: Mapping[str, str]) -> Tile:
    here = {tile.key, *tile.figures, *([f"space {tile.space}"] if tile.space else [])}
    return replace(tile, now=bool(here & now), target=tile.key in targets, ghost=targets.get(tile.key, ""))


def _scoring(parts: TableParts) -> Scoring | None:
    bailiff = parts.figures.get("bailiff")
    found = [wall for wall in parts.walls if wall.trigger and wall.state != "scored"]
    return Scoring(found[0].id, found[0].trigger, bailiff) if found and bailiff else None


def _specials(viewer: Viewer, parts: TableParts) -> Iterator[Tile]:
    for one in parts.specials:
        yield Tile(one.building, face(viewer.t, one.building), workers=one.workers, used=one.used)


def _road(viewer: Viewer, look: AnyLook, parts: TableParts, reached: int) -> Iterator[Tile]:
    flags = {wall.trigger: wall.id for wall in parts.walls if wall.state != "scored"}
    provost = parts.figures.get("provost", 0)
    farthest = max([reached, *parts.figures.values(), *(one["space"] for one in look["road"] if one["building"])])
    for one in look["road"]:
        space = one["space"]
        yield Tile(
            one["place"] or f"space {space}",
            face(viewer.t, one["building"]) if one["building"] else None,
            space,
            one["owner"] or "",
            (one["worker"],) if one["worker"] else (),
            tuple(who for who, there in parts.figures.items() if there == space),
            max(0, space - provost) if provost else 0,
            flags.get(space, ""),
            parts.stocks.get(space, 0),
            parts.promised.get(space, ""),
            folds=tuple(columns for columns in COLUMNS if (space - 1) // columns > (farthest - 1) // columns),
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


# what has just happened


def latest_change(viewer: Viewer) -> tuple[Entry, ...]:
    """Return the last entry that has changed what lies on the table, if it is among the newest."""
    living = set(viewer.table.living)
    found = [entry for entry in viewer.table.latest if entry.kind in CHANGING and entry.seq in living]
    return tuple(found[-1:])


def events_of(viewer: Viewer, entries: Iterable[Entry]) -> list[Event]:
    """Return the events of entries, as far as this device may know them."""
    colours, referee = viewer.table.setup.colours, viewer.table.referee
    return [spoken(raw, colours) for entry in entries for raw in seen_events(referee, entry.events, viewer.unknown)]


def changed(events: Iterable[Event]) -> frozenset[str]:
    """Return what events changed: places as actions name them, `space N`, sections, and the names of figures."""
    found: set[str] = set()
    for event in events:
        args = event.args
        found |= {str(args[key]) for key in ("building", "place", "section") if args.get(key)}
        if args.get("space"):
            found.add(f"space {args['space']}")
        if event.id in ("provost_moved", "bailiff_moved"):
            found -= {f"space {args['space']}"}
            found.add(event.id.partition("_")[0])
        if event.id == "passed":
            found.add(BRIDGE)
        if args.get("source") == CASTLE and args.get("of"):
            found.add(str(args["of"]))
    return frozenset(found)
