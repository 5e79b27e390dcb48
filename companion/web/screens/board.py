"""The board: the table for a tablet beside it, and for spectators."""

from flask import Blueprint, Response, abort

from companion.printing import plates
from companion.web import woodcuts
from companion.web.parts.minds import targets
from companion.web.parts.overview import Overview, overview
from companion.web.parts.street import latest_change
from companion.web.sprites import kept
from companion.web.viewer import Viewer

pages = Blueprint("board", __name__)


def board(viewer: Viewer) -> Overview:
    """Return the table, in which no hand shows, since everybody sees the board."""
    return overview(viewer, viewer.table.game.look(), latest_change(viewer), targets=targets(viewer))


@pages.get("/woodcuts.svg", endpoint="woodcuts")
def woodcuts_file() -> Response:
    """Serve the woodcuts of all buildings as one file, which a device fetches once."""
    return kept(woodcuts.drawings())


@pages.get("/woodcuts/<name>.svg", endpoint="large_woodcut")
def large_woodcut_file(name: str) -> Response:
    """Serve the large woodcut of one building."""
    if not plates.exists(name):
        abort(404)
    return kept(woodcuts.large(name))
