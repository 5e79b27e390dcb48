"""Laying the table: what has to be on it before the first worker, in pictures, to be ticked off.

Everything comes from the table itself, so it is right for these players, tiles and amounts. Each device ticks off for
itself. The card disappears with the first worker, or when somebody says that everything is in place.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.look import AnyLook
from companion.rules.vocabulary import Good
from companion.web import woodcuts
from companion.web.parts.faces import face
from companion.web.parts.pages import LaidStep, pages_of
from companion.web.parts.street import Tile
from companion.web.screens.seats import is_free
from companion.web.viewer import Viewer

Held = tuple[str, int, str]
"""A sign, how many of it, and both in words."""


@dataclass(frozen=True)
class ShownStep:
    """A step with the names and faces of what belongs to it."""

    id: str
    title: str
    text: str
    tiles: tuple[Tile, ...]
    figures: tuple[tuple[str, int, str], ...]
    """Figure, space, and the building there."""
    signs: tuple[tuple[str, int], ...]
    each: tuple[Held, ...]
    """What all players have alike."""
    players: tuple[tuple[str, tuple[Held, ...]], ...]
    """What else each of them has, in turn order."""


@dataclass(frozen=True)
class Laying:
    """The card with all steps."""

    steps: tuple[ShownStep, ...]
    rest: tuple[tuple[str, str], ...]
    """The steps that are the same at every table: name and text."""
    woodcuts: str
    free: tuple[str, ...]
    """The seats that the host has still to let somebody in for."""


def laying(viewer: Viewer) -> Laying | None:
    """Return the card while it is needed."""
    if not viewer.table.to_lay:
        return None
    look = viewer.table.game.look()
    t = viewer.t
    laid = [step for step in pages_of(viewer.table.rules).laid(look) if look["turn"] or not step.players]
    if not laid[0].tiles:
        return None
    figures = [figure for step in laid for figure in step.figures]
    standing = {space: tuple(who for who, there in figures if there == space) for _, space in figures}
    steps = tuple(_shown(viewer, look, step, standing) for step in laid)
    told = {step.id for step in steps}
    rest = [step for step in viewer.table.rules.data.setup.steps if step not in told]
    return Laying(
        steps,
        tuple((t.name(f"setup.{step}"), t.text(f"setup.{step}")) for step in rest),
        woodcuts.address(),
        tuple(seat for seat in viewer.table.setup.colours if viewer.who.host and is_free(viewer.place, seat)),
    )


def _shown(viewer: Viewer, look: AnyLook, step: LaidStep, standing: Mapping[int, tuple[str, ...]]) -> ShownStep:
    t = viewer.t
    built = {space["space"]: space["building"] for space in look["road"] if space["building"]}
    held = {colour: tuple((sign, n, t.count(sign, n)) for sign, n in signs) for colour, signs in step.players}
    alike = set.intersection(*map(set, held.values())) if held else set()
    each = tuple(one for one in next(iter(held.values()), ()) if one in alike and one[0] != Good.DENIER)
    return ShownStep(
        step.id,
        t.name(f"setup.{step.id}") if t.has(f"setup.{step.id}") else t.name("term.road"),
        t.text(f"setup.{step.id}") if t.has(f"setup.{step.id}", "text") else "",
        tuple(
            Tile(building, face(t, building), space, figures=standing.get(space, ())) for space, building in step.tiles
        ),
        ()
        if step.tiles
        else tuple((who, space, face(t, built[space]).name if space in built else "") for who, space in step.figures),
        step.signs,
        each,
        tuple((colour, tuple(one for one in signs if one not in each)) for colour, signs in held.items()),
    )
