"""The table on a wall: one picture without a menu, read from across the room, that shows nobody's hand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, g, request

from companion.engine.amounts import GOOD_OF
from companion.engine.events import Event
from companion.i18n.languages import choose
from companion.printing.rows import Choice
from companion.rules.vocabulary import Good
from companion.table import score_sheet
from companion.table.account import account
from companion.table.vocabulary import Depth
from companion.web import woodcuts
from companion.web.board.drawing import BoardDrawing, DrawnTile
from companion.web.board.layout import PLANS
from companion.web.locale import shelf
from companion.web.parts.faces import face
from companion.web.parts.naming import winner_words
from companion.web.parts.pages import pages_of
from companion.web.parts.purse import Purse, purse
from companion.web.parts.street import castle_walls
from companion.web.screens.board import last_events, order, scene_of
from companion.web.viewer import Viewer, tables

LANGUAGE = "language"
"""In the address; remembered as a cookie that only walls know, since others at this device read what they chose."""

COOKIE = "wall-language"

COLUMNS = range(4, 8)
"""So few tiles beside each other that they can be read, so many that all rows find room."""

_ROWS = {4: 2, 5: 3, 6: 4}
"""How many rows of such tiles fit below each other."""

_ROOM = 64
"""Of a tile for what it does, in pixels of small signs."""

_A_YEAR = 365 * 24 * 3600


# the language of a wall


def speak() -> None:
    """Let this request speak the language of the wall: the one in its address, or that of the last time."""
    known = list(shelf().languages)
    for asked in (request.args.get(LANGUAGE), request.cookies.get(COOKIE)):
        if found := choose(asked or "", known):
            g.language = found
            return


def remember(answer: Response) -> Response:
    """What a wall's address asked for, for the next time."""
    if request.args.get(LANGUAGE):
        answer.set_cookie(COOKIE, g.language, max_age=_A_YEAR, samesite="Lax", secure=request.is_secure)
    return answer


# what it shows


@dataclass(frozen=True)
class WallTile:
    """A place along the street: what is drawn of it, what it does, and whether the provost has closed it."""

    drawn: DrawnTile
    signs: tuple[Choice, ...] = ()
    beyond: bool = False


@dataclass(frozen=True)
class WallRow:
    """A row of the street, which turns back at its end; nothing stands there yet where it is empty."""

    tiles: tuple[WallTile | None, ...]
    """None where the bridge is."""
    back: bool
    empty: bool


@dataclass(frozen=True)
class PlayerStrip:
    """A player: what lies before them, which of its signs have just changed, and their place on the bridge, or 0."""

    purse: Purse
    changed: frozenset[str]
    passed: int


def wall(seen: Viewer) -> dict[str, Any]:
    table = seen.table
    calm = table.depth == Depth.SHEET or table.over
    shared = {
        "calm": calm,
        "woodcuts": woodcuts.address(),
        "free": any(colour not in seen.place.seated for colour in table.setup.colours) and not table.over,
        "glow": table.seq % 2,
    }
    return shared | (_result(seen) if calm else _table(seen))


def _table(seen: Viewer) -> dict[str, Any]:
    """What lies there."""
    last = tables().log(seen.place.opened.id, last=1)
    scene = scene_of(seen, seen.table, last)
    look = scene.look
    drawn = pages_of(seen.table.rules).drawing(scene, PLANS[0])
    columns = _columns(len(drawn.tiles) + (drawn.bridge is not None))
    touched = _touched(last_events(seen, seen.table, last))
    return {
        "drawn": drawn,
        "rows": list(_rows(seen, drawn, columns)),
        "columns": columns,
        "walls": {one.id: one for one in castle_walls(seen, look)},
        "price": look["bridge"].get("price"),
        "asked": _asked(seen),
        "strips": [_strip(seen, look, colour, touched) for colour in order(look)],
    }


def _columns(places: int) -> int:
    """As few columns as let all rows fit."""
    return next((n for n in COLUMNS if places <= n * _ROWS.get(n, 99)), COLUMNS[-1])


def _rows(seen: Viewer, drawn: BoardDrawing, columns: int) -> Iterator[WallRow]:
    look: Mapping[str, Any] = seen.table.game.look()
    specials = [one["building"] for one in look.get("specials", ())]
    buildings = [*specials, *(one["building"] for one in look["road"])]
    provost = look.get("provost") or 0
    tiles: list[WallTile | None] = [
        WallTile(
            tile,
            face(seen.t, building).within(_ROOM) if building else (),
            bool(provost) and int(tile.number or 0) > provost,
        )
        for tile, building in zip(drawn.tiles, buildings, strict=True)
    ]
    if drawn.bridge:
        tiles.insert(len(specials), None)
    for first in range(0, len(tiles), columns):
        row = tuple(tiles[first : first + columns])
        stands = any(tile is None or tile.drawn.name or tile.drawn.figures for tile in row)
        yield WallRow(row, bool(first // columns % 2), not stands)


def _asked(seen: Viewer) -> str:
    """What the player whose turn it is decides."""
    decision, paused = seen.table.decision, seen.table.people.paused
    return seen.t.say(f"choice.{decision.kind}") if decision and decision.seat and not paused else ""


def _strip(seen: Viewer, look: Mapping[str, Any], colour: str, touched: frozenset[tuple[str, str]]) -> PlayerStrip:
    passed = look["bridge"]["passed"]
    changed = frozenset(sign for who, sign in touched if who == colour)
    return PlayerStrip(purse(seen, look, colour), changed, passed.index(colour) + 1 if colour in passed else 0)


_CHANGES = {
    "received": "denier", "paid": "denier", "earned": "prestige", "lost": "prestige", "won_token": "token",
    "placed": "worker", "returned": "worker", "drew": "card", "drew_unseen": "card", "laid": "card",
}  # fmt: skip
"""What an event changes of somebody's."""


def _touched(events: Iterable[Event]) -> frozenset[tuple[str, str]]:
    """Whose numbers have just changed, and which."""
    found = set()
    for event in events:
        who = str(event.args.get("seat"))
        if event.id in _CHANGES:
            found.add((who, _CHANGES[event.id]))
        if cubes := event.args.get("cubes"):
            found |= {(who, str(kind)) for letter, kind in GOOD_OF.items() if letter in str(cubes)}
    return frozenset(found)


# when nothing is played


def _result(seen: Viewer) -> dict[str, Any]:
    """Who has how many points, best first; at the end who has won."""
    table = seen.table
    if table.depth == Depth.SHEET:
        found = score_sheet.sheet(table.rules, table.setup.colours, table.counted)
        said = ""
    else:
        whole = account(table, tables().log(seen.place.opened.id))
        found, said = whole.sheet, winner_words(seen, whole.sheet.winners) if whole.over else ""
    ranks = found.ranks() if table.has_result else {}
    return {
        "said": said,
        "ranked": [(colour, ranks.get(colour, 0), found.players[colour].total) for colour in found.best_first()],
        "winners": found.winners if said else [],
        "points": Good.PRESTIGE.value,
    }
