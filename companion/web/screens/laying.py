"""Laying the table: what has to be on it before the first worker, in pictures, to be ticked off.

Everything comes from the table itself, so it is right for these players, tiles and amounts. Each device ticks off for
itself. The card disappears with the first worker, or when somebody says that everything is in place.
"""

from dataclasses import dataclass

from flask import request, url_for

from companion.engine.look import AnyLook
from companion.table.vocabulary import Depth
from companion.web import woodcuts
from companion.web.parts.faces import BuildingFace, face
from companion.web.parts.pages import LaidStep, pages_of
from companion.web.viewer import Viewer

COOKIE = "laid"
"""The cookie, for this table alone, that says that everything is in place."""

FOR = 24 * 3600
"""The lifetime of the cookie in seconds."""


@dataclass(frozen=True)
class ShownStep:
    """A step with the names and faces of what belongs to it."""

    id: str
    title: str
    text: str
    tiles: tuple[tuple[int, BuildingFace, tuple[str, ...]], ...]
    """Space, face, and the figures on it."""
    figures: tuple[tuple[str, int, str], ...]
    """Figure, space, and the building there."""
    signs: tuple[tuple[str, int], ...]
    players: tuple[tuple[str, tuple[tuple[str, int, str], ...]], ...]


@dataclass(frozen=True)
class Laying:
    """The card with all steps."""

    steps: tuple[ShownStep, ...]
    rest: tuple[tuple[str, str], ...]
    """The steps that are the same at every table: name and text."""
    woodcuts: str
    address: str
    """The address that records that everything is in place."""


def laying(viewer: Viewer) -> Laying | None:
    """Return the card while it is needed."""
    if request.cookies.get(COOKIE) or not to_lay(viewer):
        return None
    look = viewer.table.game.look()
    t = viewer.t
    laid = [step for step in pages_of(viewer.table.rules).laid(look) if look["turn"] or not step.players]
    if not laid[0].tiles:
        return None
    steps = tuple(_shown(viewer, look, step) for step in laid)
    told = {step.id for step in steps}
    rest = [step for step in viewer.table.rules.data.setup.steps if step not in told]
    return Laying(
        steps,
        tuple((t.name(f"setup.{step}"), t.text(f"setup.{step}")) for step in rest),
        woodcuts.address(),
        url_for("joining.laid", code=viewer.code),
    )


def to_lay(viewer: Viewer) -> bool:
    """Return whether nobody has placed a worker yet, and all chance decisions of the setup are known."""
    table = viewer.table
    if table.depth == Depth.SHEET or table.over or table.chance_open or table.setup.position or table.setup.practice:
        return False
    look = table.game.look()
    begun = any(player["home"] < player["workers"] for player in look["players"].values()) or look["bridge"]["passed"]
    return look["turn"] <= 1 and not begun


def _shown(viewer: Viewer, look: AnyLook, step: LaidStep) -> ShownStep:
    t = viewer.t
    standing = {space: tuple(who for who, there in step.figures if there == space) for _, space in step.figures}
    built = {space["space"]: space["building"] for space in look["road"] if space["building"]}
    return ShownStep(
        step.id,
        t.name(f"setup.{step.id}") if t.has(f"setup.{step.id}") else t.name("term.road"),
        t.text(f"setup.{step.id}") if t.has(f"setup.{step.id}", "text") else "",
        tuple((space, face(t, building), standing.get(space, ())) for space, building in step.tiles),
        ()
        if step.tiles
        else tuple((who, space, face(t, built[space]).name if space in built else "") for who, space in step.figures),
        step.signs,
        tuple((colour, tuple((sign, n, t.count(sign, n)) for sign, n in held)) for colour, held in step.players),
    )
