"""The wall: the table as one picture, legible from across the room, without a menu or anybody's hand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from flask import Response, g, request

from companion.i18n.languages import choose
from companion.table import score_sheet
from companion.table.account import account
from companion.table.vocabulary import Depth
from companion.web import woodcuts
from companion.web.locale import content
from companion.web.parts.chart import Chart
from companion.web.parts.minds import targets
from companion.web.parts.naming import winner_words
from companion.web.parts.pages import in_order, parts_of
from companion.web.parts.purse import Purse, purse
from companion.web.parts.street import TableTop, Tile, events_of, table_top
from companion.web.screens.end import why_won
from companion.web.screens.scores import explained, points
from companion.web.screens.seats import is_free
from companion.web.viewer import Viewer, keep, tables

LANGUAGE = "language"
"""The query parameter. It is remembered in a cookie for walls alone, since other pages have their own language."""

COOKIE = "wall-language"

COLUMNS = range(4, 8)
"""The numbers of columns: few enough to be legible, many enough for all rows to fit."""

_ROWS = {4: 2, 5: 3, 6: 4}
"""How many rows of such tiles fit."""

# the language of a wall


def speak() -> None:
    """Use the wall's language for this request: the one in its address, or the last one used."""
    known = list(content().languages)
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
class WallRow:
    """A row of the street, which may run backwards or be still empty."""

    tiles: tuple[Tile | None, ...]
    """None stands for the bridge."""
    back: bool
    empty: bool


@dataclass(frozen=True)
class WallScreen:
    """What every wall shows."""

    calm: bool
    """Whether no game is in play."""
    woodcuts: str
    """The address of the woodcuts."""
    free: bool
    """Whether there is a free seat."""
    glow: int
    """Whether the number of the newest entry is odd: what has changed shines again when this does."""


@dataclass(frozen=True)
class WallTable(WallScreen):
    """The table in play."""

    street: TableTop
    """What lies on the table."""
    rows: tuple[WallRow, ...]
    """The street, row by row."""
    columns: int
    """How many tiles are in a row."""
    batches: Mapping[str, int]
    """The batches that each player in the castle has given."""
    price: int | None
    """What placing a worker costs now."""
    asked: str
    """The choice that a player has to make."""
    strips: tuple[Purse, ...]
    """What players have, in turn order."""
    passed: tuple[str, ...]
    """The players on the bridge, in order."""


@dataclass(frozen=True)
class WallResult(WallScreen):
    """Everybody's points, best first, and the winner at the end."""

    said: str
    """Who has won; empty while only points are counted."""
    because: str
    """What decided it."""
    ranked: tuple[tuple[str, int, int], ...]
    """Player, rank or 0, and points."""
    winners: tuple[str, ...]
    """Whoever has won."""
    chart: Chart | None
    """The points by round, at the end."""


def wall(viewer: Viewer) -> WallTable | WallResult:
    table = viewer.table
    calm = table.depth == Depth.SHEET or table.over
    free = any(is_free(viewer.place, colour) for colour in table.setup.colours) and not table.over
    shared = WallScreen(calm, woodcuts.address(), free, table.seq % 2)
    return _result(viewer, shared) if calm else _table(viewer, shared)


def _table(viewer: Viewer, shared: WallScreen) -> WallTable:
    last, look = tables().log(viewer.place.opened.id, last=1), viewer.table.game.look()
    parts, events = parts_of(viewer.table.rules, look), events_of(viewer, last)
    street = table_top(viewer, look, last, targets=targets(viewer))
    columns = _columns(len(street.specials) + len(street.road) + 1)
    return WallTable(
        **vars(shared),
        street=street,
        rows=tuple(_rows(street, columns)),
        columns=columns,
        batches=parts.batches,
        price=parts.price,
        asked=_asked(viewer),
        strips=tuple(purse(viewer, look, colour, events) for colour in in_order(look)),
        passed=tuple(look["bridge"]["passed"]),
    )


def _columns(places: int) -> int:
    """Return the fewest columns with which all rows fit."""
    return next((n for n in COLUMNS if places <= n * _ROWS.get(n, 99)), COLUMNS[-1])


def _rows(street: TableTop, columns: int) -> Iterator[WallRow]:
    tiles: list[Tile | None] = [*street.specials, *([None] if street.steps else []), *street.road]
    for first in range(0, len(tiles), columns):
        row = tuple(tiles[first : first + columns])
        stands = any(tile is None or tile.face or tile.figures for tile in row)
        yield WallRow(row, bool(first // columns % 2), not stands)


def _asked(viewer: Viewer) -> str:
    """Return the choice that a player has to make."""
    decision, paused = viewer.table.decision, viewer.table.people.paused
    return viewer.t.say(f"choice.{decision.kind}") if decision and decision.seat and not paused else ""


# when the game is not in play


def _result(viewer: Viewer, shared: WallScreen) -> WallResult:
    table = viewer.table
    if table.depth == Depth.SHEET:
        found = score_sheet.sheet(table.rules, table.setup.colours, table.counted)
        said = because = ""
        curves = None
    else:
        whole = account(table, tables().log(viewer.place.opened.id))
        found, said = whole.sheet, winner_words(viewer, whole.sheet.winners) if whole.over else ""
        because = why_won(viewer, explained(whole)) if whole.over else ""
        curves = points(viewer, whole).chart
    ranks = found.ranks() if table.has_result else {}
    return WallResult(
        **vars(shared),
        said=said,
        because=because,
        ranked=tuple((colour, ranks.get(colour, 0), found.players[colour].total) for colour in found.best_first()),
        winners=tuple(found.winners) if said else (),
        chart=curves,
    )
