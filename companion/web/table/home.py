"""The first page: this device's tables, a new table, the rules, the print shop."""

from dataclasses import dataclass

from flask import Blueprint, Response, render_template

from companion.i18n.translator import Translator
from companion.table.rows import Opened
from companion.table.snapshot import TableSnapshot
from companion.web.locale import ago, code, content, not_kept, own_box, words
from companion.web.parts.frame import round_words, table_name
from companion.web.refusals import broken_words
from companion.web.table.joining import deleted_words
from companion.web.viewer import Viewer, organises, table_words, tables, token

pages = Blueprint("home", __name__)
pages.after_request(not_kept)

SHOWN = 12
"""How many tables the first page lists; the others are in the statistics."""


@dataclass(frozen=True)
class Mine:
    """One of this device's tables, as the list shows it."""

    code: str
    name: str
    colours: tuple[str, ...]
    players: str
    round: str
    turn: str
    """Whose turn it is; empty if nobody has to act."""
    mine: bool
    """Whether it is this device's turn."""
    when: str
    at: str
    """When the last entry was made."""
    over: bool


@pages.get("/")
def home() -> str:
    mine, broken = tables().mine(token(), line_of, SHOWN)
    # Any game's translator will do: the page only needs the letters of the colors.
    t = own_box(content().library.games[0]).t
    return render_template(
        "table/home.html",
        t=t,
        mine=sorted(mine, key=lambda table: table.over),
        broken=broken_words(broken),
        deleted=deleted_words(),
        organises=organises(),
    )


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a phone needs to know to keep the app among its others."""
    return Response(render_template("manifest.webmanifest"), mimetype="application/manifest+json")


def line_of(opened: Opened) -> Mine:
    """Return a table in a line or two."""
    place = tables().place(opened.id)
    table, who = place.snapshot, place.who(token())
    t = table_words(code(), table)
    viewer = Viewer(place, table, who, t, "")
    players = t.all_of([viewer.name(colour) for colour in table.setup.colours])
    turn = _turn(viewer)
    return Mine(
        opened.code,
        table_name(viewer),
        table.setup.colours,
        players,
        round_words(viewer),
        turn,
        bool(turn) and table.waiting in who.colours,
        _when(words(), table),
        table.clock.at,
        table.over,
    )


def _turn(viewer: Viewer) -> str:
    table, t = viewer.table, viewer.t
    if table.over or table.people.paused or not table.waiting:
        return ""
    if table.waiting in viewer.who.colours:
        return t.say("web.home.your_turn")
    return t.say("web.home.turn_of", who=viewer.name(table.waiting))


def _when(t: Translator, table: TableSnapshot) -> str:
    return ago(t, table.clock.at) if table.clock.at else ""
