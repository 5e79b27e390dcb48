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
from companion.web.locale import content
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
    codes = list(content().languages)
    for wish in (request.args.get(LANGUAGE), request.cookies.get(COOKIE)):
        if code := choose(wish or "", codes):
            g.language = code
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


def wall(viewer: Viewer) -> dict[str, Any]:
    table = viewer.table
    calm = table.depth == Depth.SHEET or table.over
    shared = {
        "calm": calm,
        "woodcuts": woodcuts.address(),
        "free": any(is_free(viewer.place, colour) for colour in table.setup.colours) and not table.over,
        "glow": table.seq % 2,
    }
    return shared | (_result(viewer) if calm else _table(viewer))


def _table(viewer: Viewer) -> dict[str, Any]:
    """Return the table in play."""
    last = tables().log(viewer.place.opened.id, last=1)
    scene = scene_of(viewer, viewer.table, last)
    look, parts = scene.look, parts_of(viewer.table.rules, scene.look)
    drawn = pages_of(viewer.table.rules).drawing(scene, PLANS[0])
    columns = _columns(len(drawn.tiles) + (drawn.bridge is not None))
    touched = _touched(last_events(viewer, viewer.table, last))
    return {
        "drawn": drawn,
        "rows": list(_rows(viewer, look, parts, drawn, columns)),
        "columns": columns,
        "walls": {castle_wall.id: castle_wall for castle_wall in parts.walls},
        "price": parts.price,
        "asked": _asked(viewer),
        "strips": [_strip(viewer, look, colour, touched) for colour in in_order(look)],
    }


def _columns(places: int) -> int:
    """Return the fewest columns with which all rows fit."""
    return next((n for n in COLUMNS if places <= n * _ROWS.get(n, 99)), COLUMNS[-1])


def _rows(viewer: Viewer, look: AnyLook, parts: TableParts, drawn: BoardDrawing, columns: int) -> Iterator[WallRow]:
    specials = [special_space.building for special_space in parts.specials]
    buildings = [*specials, *(space["building"] for space in look["road"])]
    provost = parts.figures.get("provost", 0)
    tiles: list[WallTile | None] = [
        WallTile(
            tile,
            face(viewer.t, building).within(_ROOM) if building else (),
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


def _asked(viewer: Viewer) -> str:
    """Return the choice that a player has to make."""
    decision, paused = viewer.table.decision, viewer.table.people.paused
    return viewer.t.say(f"choice.{decision.kind}") if decision and decision.seat and not paused else ""


def _strip(viewer: Viewer, look: AnyLook, colour: str, touched: frozenset[tuple[str, str]]) -> PlayerStrip:
    passed = look["bridge"]["passed"]
    changed = frozenset(sign for who, sign in touched if who == colour)
    return PlayerStrip(purse(viewer, look, colour), changed, passed.index(colour) + 1 if colour in passed else 0)


_CHANGES = {
    "received": "denier", "paid": "denier", "earned": "prestige", "lost": "prestige", "won_token": "token",
    "placed": "worker", "returned": "worker", "drew": "card", "drew_unseen": "card", "laid": "card",
}  # fmt: skip
"""Which of a player's numbers an event changes."""


def _touched(events: Iterable[Event]) -> frozenset[tuple[str, str]]:
    """Return which numbers of which players have just changed."""
    places = set()
    for event in events:
        who = str(event.args.get("seat"))
        if event.id in _CHANGES:
            places.add((who, _CHANGES[event.id]))
        if cubes := event.args.get("cubes"):
            places |= {(who, str(kind)) for letter, kind in GOOD_OF.items() if letter in str(cubes)}
    return frozenset(places)


# when the game is not in play


def _result(viewer: Viewer) -> dict[str, Any]:
    """Return everybody's points, best first, and the winner at the end."""
    table = viewer.table
    if table.depth == Depth.SHEET:
        score = score_sheet.sheet(table.rules, table.setup.colours, table.counted)
        text = ""
    else:
        whole = account(table, tables().log(viewer.place.opened.id))
        score, text = whole.sheet, winner_words(viewer, whole.sheet.winners) if whole.over else ""
    ranks = score.ranks() if table.has_result else {}
    return {
        "said": text,
        "ranked": [(colour, ranks.get(colour, 0), score.players[colour].total) for colour in score.best_first()],
        "winners": score.winners if text else [],
        "points": Good.PRESTIGE.value,
    }
