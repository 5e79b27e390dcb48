"""The shared board: for a tablet on the table, a television, and spectators."""

from collections.abc import Iterable
from typing import Any

from flask import Blueprint, Response, abort

from companion.engine.events import Event, spoken
from companion.engine.look import AnyLook
from companion.i18n.translator import Counted
from companion.printing import plates
from companion.table.log import Entry
from companion.table.redaction import seen_events
from companion.table.snapshot import TableSnapshot
from companion.web import woodcuts
from companion.web.board.drawing import Scene
from companion.web.board.layout import PLANS
from companion.web.board.words import changed
from companion.web.parts.naming import turn_noun
from companion.web.parts.pages import in_order, pages_of
from companion.web.sprites import kept
from companion.web.viewer import Viewer, tables

pages = Blueprint("board", __name__)


def board(viewer: Viewer) -> dict[str, Any]:
    return pictured(viewer, viewer.table, tables().log(viewer.place.opened.id, last=1))


def pictured(viewer: Viewer, table: TableSnapshot, last: Iterable[Entry]) -> dict[str, Any]:
    """Return a board and its players at one moment, marking what these entries have just changed."""
    scene = scene_of(viewer, table, last)
    own, look = pages_of(table.rules), scene.look
    return {
        "look": look,
        "box": {"edition": table.rules.edition, "variant": list(table.rules.variants)},
        "title": viewer.t.say("web.board.title", turn=turn_noun(viewer.t, "noun"), n=look["turn"]),
        "points": {colour: dict(own.facts(look, colour)).get("prestige") for colour in look["players"]},
        "woodcuts": woodcuts.address(),
        "drawings": [own.drawing(scene, plan) for plan in PLANS],
        "facts": lambda colour: facts(viewer, table, look, colour),
        "strips": [(colour, look["players"][colour], colour == table.waiting) for colour in in_order(look)],
    }


def scene_of(viewer: Viewer, table: TableSnapshot, last: Iterable[Entry] = ()) -> Scene[AnyLook]:
    """Return the drawing's data, in which no hand shows, since everybody sees the board."""
    return Scene(table.game.look(), viewer.t, viewer.name, table.rules.data, changed(last_events(viewer, table, last)))


def last_events(viewer: Viewer, table: TableSnapshot, last: Iterable[Entry]) -> list[Event]:
    """Return the events of these entries, as far as this device may know them."""
    colours = table.setup.colours
    return [spoken(raw, colours) for entry in last for raw in seen_events(table.referee, entry.events, viewer.unknown)]


def facts(viewer: Viewer, table: TableSnapshot, look: AnyLook, colour: str) -> list[str]:
    """Return what a strip says besides money, cubes and points."""
    t, player, own = viewer.t, look["players"][colour], dict(pages_of(table.rules).facts(look, colour))
    lines = [
        t.say("web.board.workers", n=player["home"], of=player["workers"]),
        t.say("web.board.income", income=Counted("denier", player["income"])),
    ]
    if "card" in own:
        lines.append(t.say("web.board.hand", n=own["card"]))
    won = own.get("token", 0)
    return [*lines, t.say("web.board.tokens", n=won)] if won else lines


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
