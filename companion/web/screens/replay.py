"""Playing back a game: the board after each entry that counts, and what the log says about it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from flask import request, url_for

from companion.engine.snapshot import Snapshot
from companion.minds.mind import plays
from companion.table.exports import secret
from companion.table.log import Entry
from companion.table.snapshot import TableSnapshot
from companion.table.vocabulary import Depth, EntryKind
from companion.web.numbers import whole
from companion.web.parts.log_text import entry_lines
from companion.web.parts.naming import turn_noun
from companion.web.parts.overview import Overview, overview
from companion.web.parts.street import CHANGING
from companion.web.viewer import Viewer, tables


@dataclass(frozen=True)
class Replay:
    """A game of which there is nothing to play back."""

    steps: int = 0
    """How many steps there are: none."""


@dataclass(frozen=True)
class ReplayStep(Overview):
    """The table after one step, and what the log says about it."""

    steps: int = 0
    """How many steps there are."""
    at: int = 0
    """The step that is shown, from 1 on."""
    ways: tuple[tuple[str, str, str], ...] = ()
    """The links through the game: mark, label, and address if it leads anywhere."""
    marks: tuple[tuple[int, float, str], ...] = ()
    """The steps in which a round begins or a section is scored: number, percent of the way, and the section if so."""
    round: str = ""
    """The turn and its phase."""
    by: str = ""
    """The player who did it, if any."""
    seq: int = 0
    """The entry of this step."""
    lines: tuple[str, ...] = ()
    """What the log says about it."""
    practice: str = ""
    """The seat from which somebody may practice from here."""


def replay(viewer: Viewer) -> Replay | ReplayStep:
    """Show one step: the requested one, or the last."""
    if viewer.table.depth == Depth.SHEET:
        return Replay()
    living = set(viewer.table.living)
    entries = [
        entry
        for entry in tables().log(viewer.place.opened.id)
        if entry.kind == EntryKind.OPENED or (entry.seq in living and entry.kind in CHANGING)
    ]
    at = min(max(whole(request.args.get("at", ""), len(entries), digits=6), 1), len(entries))
    entry = entries[at - 1]
    then = tables().as_of(viewer.place, [seq for seq in viewer.table.living if seq <= entry.seq])
    lies = overview(replace(viewer, table=then), then.game.look(), [entry])
    return ReplayStep(
        **vars(lies) | {"ledger": tuple(replace(one, clock=None) for one in lies.ledger)},
        steps=len(entries),
        at=at,
        ways=tuple(_ways(viewer, at, len(entries))),
        marks=tuple(_marks(entries)),
        round=_round(viewer, then.game),
        by=entry.by if entry.by in viewer.table.setup.colours else "",
        seq=entry.seq,
        lines=tuple(entry_lines(viewer, entry)),
        practice=_practice(viewer, then, entry.seq),
    )


def _marks(entries: Sequence[Entry]) -> Iterator[tuple[int, float, str]]:
    for n, entry in enumerate(entries, 1):
        for raw in entry.events:
            if raw[0] in ("turn", "scoring"):
                yield n, round(100 * (n - 1) / max(1, len(entries) - 1), 1), str(raw[1]) if raw[0] == "scoring" else ""


def _round(viewer: Viewer, game: Snapshot) -> str:
    t = viewer.t
    if game.over:
        return t.say("web.table.over")
    if not game.turn:
        return t.say("web.table.setting_up")
    return " · ".join((t.say("web.table.round", turn=turn_noun(t), n=game.turn), t.name(f"phase.{game.phase}")))


def _practice(viewer: Viewer, then: TableSnapshot, at: int) -> str:
    """Return the seat from which somebody may practice from here, or nothing if they cannot."""
    setup = viewer.table.setup
    if then.game.over or setup.untracked or not plays(setup.game) or not viewer.table.may_be_practised:
        return ""
    if not viewer.table.living or at < viewer.table.living[0]:
        return ""
    if secret(viewer.table, tables().log(viewer.place.opened.id)):
        return ""
    return viewer.seat or then.waiting or setup.colours[0]


def _ways(viewer: Viewer, at: int, steps: int) -> list[tuple[str, str, str]]:
    """Return the four links through the game: mark, label, and address if it leads anywhere."""
    t = viewer.t

    def to(step: int, open: bool) -> str:
        return url_for("rendering.show", code=viewer.code, name="replay", at=step) if open else ""

    return [
        ("first", t.say("web.replay.first"), to(1, at > 1)),
        ("prev", t.say("web.replay.back"), to(at - 1, at > 1)),
        ("next", t.say("web.replay.on"), to(at + 1, at < steps)),
        ("last", t.say("web.replay.last"), to(steps, at < steps)),
    ]
