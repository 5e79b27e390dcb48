"""The shared board: for the middle of the table, a television, and everybody who only looks."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, url_for

from companion.engine.events import Event, spoken
from companion.printing import icons
from companion.table.redaction import seen_events
from companion.web.board.drawing import Scene
from companion.web.board.layout import PLANS
from companion.web.board.words import changed
from companion.web.locale import shelf
from companion.web.parts.naming import turn_noun
from companion.web.parts.pages import pages_of
from companion.web.sprites import fingerprint, kept, sprite
from companion.web.viewer import Viewer, tables

pages = Blueprint("boards", __name__)


def board(seen: Viewer) -> dict[str, Any]:
    scene = scene_of(seen)
    own, look = pages_of(seen.table.rules), scene.look
    return {
        "look": look,
        "title": seen.t.say("web.board.title", turn=turn_noun(seen.t, "noun"), n=look["turn"]),
        "points": {colour: dict(own.facts(it)).get("prestige") for colour, it in look["players"].items()},
        "woodcuts": woodcuts_address(),
        "drawings": [own.drawing(scene, plan) for plan in PLANS],
        "facts": lambda colour: facts(seen, look["players"][colour]),
        "strips": [(colour, look["players"][colour], colour == seen.table.waiting) for colour in order(look)],
    }


def woodcuts_address() -> str:
    """Where the drawings of the buildings are."""
    return url_for("boards.woodcuts", v=_fingerprint(shelf().overlays))


def scene_of(seen: Viewer) -> Scene:
    """The table as anybody sees it: a board in the middle shows nobody's hand."""
    table = seen.table
    return Scene(table.game.look(), seen.t, seen.name, table.rules.data, changed(last_events(seen)))


def last_events(seen: Viewer) -> list[Event]:
    """What happened last, as far as this device may know."""
    table = seen.table
    last = tables().log(seen.place.opened.id, last=1)
    colours = table.setup.colours
    return [spoken(raw, colours) for entry in last for raw in seen_events(table.referee, entry.events, seen.unknown)]


def facts(seen: Viewer, it: dict[str, Any]) -> list[str]:
    """What a strip says besides money, cubes and points."""
    t = seen.t
    said = [
        t.say("web.board.workers", n=it["home"], of=it["workers"]),
        t.say("web.board.income", income=t.count("denier", it["income"])),
    ]
    if "hand_size" in it:
        said.append(t.say("web.board.hand", n=it["hand_size"]))
    won = sum(it.get("tokens", {}).values())
    return [*said, t.say("web.board.tokens", n=won)] if won else said


def order(look: Mapping[str, Any]) -> list[str]:
    """The players in the order of their turn, or as they sit before that is known."""
    return [*look["order"], *(colour for colour in look["players"] if colour not in look["order"])]


@pages.get("/woodcuts.svg")
def woodcuts() -> Response:
    """The drawings of the buildings as one file, which a device fetches once."""
    return kept(_drawings())


def _drawings() -> str:
    return _sprite(shelf().overlays)


@cache
def _fingerprint(overlays: tuple[Path, ...]) -> str:
    return fingerprint(_sprite(overlays).encode())


@cache
def _sprite(overlays: tuple[Path, ...]) -> str:
    return sprite(icons.folder() / "buildings", *(folder / "drawings" for folder in overlays))
