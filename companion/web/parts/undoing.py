"""A request to undo more than one's own last action: what would be taken back, what comes back, who has agreed."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.engine.events import Event
from companion.engine.look import AnyPlayerLook
from companion.table.log import Entry
from companion.table.requests import UndoRequest
from companion.table.vocabulary import HOST
from companion.web.parts.faces import BuildingFace, face
from companion.web.parts.log_text import FARTHEST, doer, entry_lines
from companion.web.parts.street import CASTLE, events_of
from companion.web.viewer import Viewer, tables

NEWEST = 2
"""How many steps are shown at once, if there are more than one more."""


@dataclass(frozen=True)
class TakenBack:
    """An entry that would be taken back: its sentence, whose it is, and the tile that it is about."""

    text: str
    by: str
    place: str
    """The tile, as actions name it, or the castle; empty if it is about no place."""
    face: BuildingFace | None
    space: int


@dataclass(frozen=True)
class Undoing:
    """The request, ready to be shown."""

    title: str
    mine: bool
    """Whether this device asks."""
    may_answer: bool
    steps: tuple[TakenBack, ...]
    """The newest first."""
    back: tuple[tuple[str, Mapping[str, int]], ...]
    """What each player gets back or gives back, by kind."""
    then: str
    """Whose turn it is afterwards, as a sentence."""
    answers: tuple[tuple[str, str, bool], ...]
    """Everybody who is asked: color, name, and whether they have agreed."""

    @property
    def shown(self) -> int:
        """How many steps are shown at once."""
        return len(self.steps) if len(self.steps) <= NEWEST + 1 else NEWEST


def undoing(viewer: Viewer) -> Undoing | None:
    """Return the open request to undo."""
    request, table, t = viewer.table.people.asked, viewer.table, viewer.t
    if request is None:
        return None
    entries = _entries(viewer, request.to)
    mine = request.by in viewer.who.names
    n = len([seq for seq in table.living if seq >= request.to])
    then = tables().as_of(viewer.place, [seq for seq in table.living if seq < request.to])
    seats = then.waiting in viewer.who.colours
    name = viewer.name(then.waiting) if then.waiting else ""
    return Undoing(
        title=t.say("web.undo.you_ask", n=n) if mine else t.say("web.undo.asks", who=doer(viewer, request.by), n=n),
        mine=mine,
        may_answer=bool(request.waiting(table.people.seated) & viewer.who.names),
        steps=tuple(_taken_back(viewer, entry) for entry in entries),
        back=tuple(_back(table.game.look()["players"], then.game.look()["players"])),
        then="" if not name else t.say("web.undo.then_you") if seats else t.say("web.undo.then", who=name),
        answers=tuple(_answers(viewer, request)),
    )


def _entries(viewer: Viewer, to: int) -> list[Entry]:
    """Return what would be taken back, the newest first; nothing if it is too far back."""
    far, living = viewer.table.seq - to + 1, set(viewer.table.living)
    log = tables().log(viewer.place.opened.id, last=far) if far <= FARTHEST else []
    return [entry for entry in reversed(log) if entry.seq in living and entry.seq >= to]


def _taken_back(viewer: Viewer, entry: Entry) -> TakenBack:
    place, space = _about(events_of(viewer, [entry]))
    base = re.split("[.:]", place)[0]
    shown = face(viewer.t, base) if base in viewer.table.rules.data.buildings else None
    by = entry.by if entry.by in viewer.table.setup.colours else ""
    return TakenBack(entry_lines(viewer, entry, first=1)[0], by, place, shown, space)


def _about(events: list[Event]) -> tuple[str, int]:
    """Return the place that events are about first, and its space."""
    for event in events:
        place = event.args.get("building") or (event.args.get("source") == CASTLE and CASTLE)
        if place:
            return str(place), int(str(event.args.get("space") or 0))
    return "", 0


def undone_places(viewer: Viewer) -> Mapping[str, str]:
    """Return the places of a request to undo, to be framed on the street."""
    asked = undoing(viewer)
    return {step.place: "" for step in asked.steps if step.place} if asked else {}


def _back(
    now: Mapping[str, AnyPlayerLook], then: Mapping[str, AnyPlayerLook]
) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Yield what players have afterwards that they have not now, or the other way round."""
    for colour, player in then.items():
        changes = {kind: n - _held(now[colour])[kind] for kind, n in _held(player).items()}
        if any(changes.values()):
            yield colour, {kind: n for kind, n in changes.items() if n}


def _held(player: AnyPlayerLook) -> dict[str, int]:
    return {
        "denier": player["deniers"], **player["cubes"], "prestige": player["prestige"], "worker": player["home"],
    }  # fmt: skip


def _answers(viewer: Viewer, request: UndoRequest) -> Iterator[tuple[str, str, bool]]:
    """Yield everybody who is asked: who sits there, and the host where they have no seat."""
    seated, host = viewer.place.seated, viewer.place.opened.host
    asker = host if request.by == HOST else seated.get(request.by, "")
    waiting = request.waiting(viewer.table.people.seated)
    for colour in viewer.table.setup.colours:
        if colour in seated and seated[colour] != asker:
            yield colour, viewer.name(colour), colour not in waiting
    if host != asker and host not in seated.values():
        yield "", viewer.t.say("told.host"), HOST not in waiting
