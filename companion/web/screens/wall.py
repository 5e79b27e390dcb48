"""The wall: the table as one picture, legible from across the room, without a menu or anybody's hand."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from flask import Response, g, request

from companion.engine.amounts import GOOD_OF
from companion.engine.events import Event
from companion.engine.look import AnyLook
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
from companion.web.parts.pages import TableParts, in_order, pages_of, parts_of
from companion.web.parts.purse import Purse, purse
from companion.web.screens.board import last_events, scene_of
from companion.web.screens.seats import is_free
from companion.web.viewer import Viewer, keep, tables

LANGUAGE = "language"
"""The query parameter. It is remembered in a cookie for walls alone, since other pages have their own language."""

COOKIE = "wall-language"

COLUMNS = range(4, 8)
"""The numbers of columns: few enough to be legible, many enough for all rows to fit."""

_ROWS = {4: 2, 5: 3, 6: 4}
"""How many rows of such tiles fit."""

_ROOM = 64
"""Pixels for the effect on a tile."""


# the language of a wall


def speak() -> None:
    """Use the wall's language for this request: the one in its address, or the last one used."""
    known = list(shelf().languages)
    for asked in (request.args.get(LANGUAGE), request.cookies.get(COOKIE)):
        if found := choose(asked or "", known):
            g.language = found
            return


def remember(answer: Response) -> Response:
    """Remember the language in a wall's address for the next time."""
    if request.args.get(LANGUAGE):
        keep(answer, COOKIE, g.language)
    return answer


# contents


@dataclass(frozen=True)
class WallTile:
    """A place along the street: its drawing, its effect, and whether it is beyond the provost."""

    drawn: DrawnTile
    signs: tuple[Choice, ...] = ()
    beyond: bool = False


@dataclass(frozen=True)
class WallRow:
    """A row of the street, which may run backwards or be still empty."""

    tiles: tuple[WallTile | None, ...]
    """None stands for the bridge."""
    back: bool
    empty: bool


@dataclass(frozen=True)
class PlayerStrip:
    """A player: what they have, which signs have just changed, and their place on the bridge, or 0."""

    purse: Purse
    changed: frozenset[str]
    passed: int


def wall(seen: Viewer) -> dict[str, Any]:
    table = seen.table
    calm = table.depth == Depth.SHEET or table.over
    shared = {
        "calm": calm,
        "woodcuts": woodcuts.address(),
        "free": any(is_free(seen.place, colour) for colour in table.setup.colours) and not table.over,
        "glow": table.seq % 2,
    }
    return shared | (_result(seen) if calm else _table(seen))


def _table(seen: Viewer) -> dict[str, Any]:
    """Return the table in play."""
    last = tables().log(seen.place.opened.id, last=1)
    scene = scene_of(seen, seen.table, last)
    look, parts = scene.look, parts_of(seen.table.rules, scene.look)
    drawn = pages_of(seen.table.rules).drawing(scene, PLANS[0])
    columns = _columns(len(drawn.tiles) + (drawn.bridge is not None))
    touched = _touched(last_events(seen, seen.table, last))
    return {
        "drawn": drawn,
        "rows": list(_rows(seen, look, parts, drawn, columns)),
        "columns": columns,
        "walls": {one.id: one for one in parts.walls},
        "price": parts.price,
        "asked": _asked(seen),
        "strips": [_strip(seen, look, colour, touched) for colour in in_order(look)],
    }


def _columns(places: int) -> int:
    """Return the fewest columns with which all rows fit."""
    return next((n for n in COLUMNS if places <= n * _ROWS.get(n, 99)), COLUMNS[-1])


def _rows(seen: Viewer, look: AnyLook, parts: TableParts, drawn: BoardDrawing, columns: int) -> Iterator[WallRow]:
    specials = [one.building for one in parts.specials]
    buildings = [*specials, *(one["building"] for one in look["road"])]
    provost = parts.figures.get("provost", 0)
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
    """Return the choice that a player has to make."""
    decision, paused = seen.table.decision, seen.table.people.paused
    return seen.t.say(f"choice.{decision.kind}") if decision and decision.seat and not paused else ""


def _strip(seen: Viewer, look: AnyLook, colour: str, touched: frozenset[tuple[str, str]]) -> PlayerStrip:
    passed = look["bridge"]["passed"]
    changed = frozenset(sign for who, sign in touched if who == colour)
    return PlayerStrip(purse(seen, look, colour), changed, passed.index(colour) + 1 if colour in passed else 0)


_CHANGES = {
    "received": "denier", "paid": "denier", "earned": "prestige", "lost": "prestige", "won_token": "token",
    "placed": "worker", "returned": "worker", "drew": "card", "drew_unseen": "card", "laid": "card",
}  # fmt: skip
"""Which of a player's numbers an event changes."""


def _touched(events: Iterable[Event]) -> frozenset[tuple[str, str]]:
    """Return which numbers of which players have just changed."""
    found = set()
    for event in events:
        who = str(event.args.get("seat"))
        if event.id in _CHANGES:
            found.add((who, _CHANGES[event.id]))
        if cubes := event.args.get("cubes"):
            found |= {(who, str(kind)) for letter, kind in GOOD_OF.items() if letter in str(cubes)}
    return frozenset(found)


# when the game is not in play


def _result(seen: Viewer) -> dict[str, Any]:
    """Return everybody's points, best first, and the winner at the end."""
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
