"""Practice: a table for one person and minds, from any moment of another table."""

from flask import Blueprint, request
from werkzeug.wrappers import Response

from companion.minds.level import Level
from companion.minds.mind import plays
from companion.table import exports
from companion.table.errors import NotAllowed, NotNow
from companion.table.setup import Seat, Setup
from companion.table.vocabulary import Chance, Depth
from companion.web.numbers import whole
from companion.web.table.exports import Hidden, hidden
from companion.web.table.new_table import play_alone
from companion.web.viewer import Viewer, some_token, tables, viewer_of

pages = Blueprint("practice", __name__)
pages.register_error_handler(Hidden, hidden)


@pages.post("/t/<code>/practice")
def begin(code: str) -> Response:
    """Open a table that goes on from entry `at` of this one, with one seat for this device and minds for the rest."""
    viewer = viewer_of(code)
    if exports.secret(viewer.table, tables().log(viewer.place.opened.id)):
        raise Hidden
    if not viewer.table.may_be_practised:
        raise NotAllowed("still_playing")
    at = whole(request.form.get("at", ""), viewer.table.seq)
    return play_alone(tables().create(_setup(viewer, at, request.form.get("seat", "")), some_token()))


def _setup(viewer: Viewer, at: int, seat: str) -> Setup:
    """Return the setup of the new table. Raises `NotNow` where nobody could play on."""
    then = tables().as_of(viewer.place, [seq for seq in viewer.table.living if seq <= at])
    setup = viewer.table.setup
    if setup.untracked or not plays(setup.game):
        raise NotNow("hand_unknown" if setup.untracked else "no_mind")
    if then.depth == Depth.SHEET or then.game.over:
        raise NotNow("no_choice")
    mine = seat if seat in setup.colours else then.waiting or setup.colours[0]
    level = request.form.get("level", "")
    mind = Level(level) if level in {*Level} else Level.BUILDER
    seats = tuple(
        Seat(colour=colour, name=viewer.table.people.names.get(colour, ""), mind=None if colour == mine else mind)
        for colour in setup.colours
    )
    return Setup(
        game=setup.game, edition=setup.edition, variants=setup.variants, seats=seats, depth=Depth.REFEREE,
        chance=Chance.APP, position=str(then.game.position), language=viewer.t.code, hints=True, practice=True,
    )  # fmt: skip
