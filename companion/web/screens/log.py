"""The log in words, newest first: what counts, what was undone, and what can be undone."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from flask import request

from companion.engine.events import spoken
from companion.table.log import Entry
from companion.table.redaction import seen_events
from companion.table.vocabulary import UNDOABLE, Depth, EntryKind
from companion.web.locale import ago
from companion.web.numbers import whole
from companion.web.parts.log_text import changes, doer, entry_lines
from companion.web.parts.naming import turn_noun
from companion.web.viewer import Viewer, tables

PAGE = 80
"""Entries per page."""


@dataclass(frozen=True)
class LogRow:
    """An entry as the list shows it."""

    seq: int
    round: str
    """The turn in which it was made, as a heading."""
    who: str
    colour: str
    when: str
    lines: list[str]
    changes: list[tuple[str, str, str]]
    """For a correction: fields with old and new values."""
    undone: bool
    undo: str
    """How this device may undo from here: `undo`, `ask`, or empty if it may not."""


@dataclass(frozen=True)
class LogRound:
    """The entries of one turn, which can be folded."""

    heading: str
    rows: list[LogRow]


@dataclass(frozen=True)
class LogScreen:
    """A page of the log, newest first."""

    rounds: Sequence[LogRound]
    """The entries by turns."""
    of: str
    """The player whose entries alone are shown, if any."""
    takes: Sequence[str]
    """The kinds of undo that its rows offer: `undo`, `ask`."""
    older: int
    """The newest entry of the next page, or 0."""
    newer: bool
    """Whether this is not the first page."""
    redo: int
    """How many undone entries this device may bring back."""


def log(viewer: Viewer) -> LogScreen:
    """Return a page of the log by turns, whose entries it shows, and what can be undone or redone."""
    newest = viewer.table.seq
    before, of = _before(newest), _of(viewer)
    entries = [e for e in _log(viewer, before, all_of_it=bool(of)) if e.seq <= before]
    shown = [e for e in entries if not of or of in _concerned(viewer, e)][-PAGE:]
    undone, turns = viewer.table.undone, _turns(viewer, entries, shown[0].seq if shown else 0)
    rows = [_row(viewer, entry, turns[entry.seq]) for entry in reversed(shown)]
    return LogScreen(
        rounds=[LogRound(heading, list(group)) for heading, group in groupby(rows, lambda row: row.round)],
        of=of,
        takes=sorted({row.undo for row in rows if row.undo}),
        older=shown[0].seq - 1 if shown and shown[0].seq > 1 else 0,
        newer=before < newest,
        redo=len(undone[-1]) if viewer.table.redoes(viewer.who) else 0,
    )


def _log(viewer: Viewer, before: int, *, all_of_it: bool) -> list[Entry]:
    """Return the entries that a page may need."""
    return tables().log(viewer.place.opened.id, None if all_of_it else viewer.table.seq - before + 1 + PAGE)


def _of(viewer: Viewer) -> str:
    """Return the player whose entries are requested; empty for all."""
    text = request.values.get("of", "")
    return text if text in viewer.table.setup.colours else ""


def _concerned(viewer: Viewer, entry: Entry) -> set[str]:
    """Return the author of an entry, and the players to whom something happened in it."""
    colours = viewer.table.setup.colours
    told = [spoken(raw, colours) for raw in seen_events(viewer.table.referee, entry.events, viewer.unknown)]
    return {entry.by, str(entry.data.get("seat", ""))} | {str(event.args.get("seat", "")) for event in told}


def _before(newest: int) -> int:
    return min(whole(request.values.get("before", ""), newest), newest)


def _turns(viewer: Viewer, entries: list[Entry], first: int) -> dict[int, int]:
    """Return the turn of each entry, from entry `first` on. An undo leads back to an earlier turn."""
    begun = [n for entry in entries if entry.seq >= first for n in _begun(entry)]
    turn = begun[0] - 1 if begun else _now(viewer)
    turns: dict[int, int] = {}
    undone: list[int] = []
    for entry in entries:
        if entry.seq < first:
            continue
        turns[entry.seq] = turn
        if entry.kind == EntryKind.UNDONE:
            undone.append(turn)
            turn = turns.get(entry.data["to"], turn)
        elif entry.kind == EntryKind.REDONE:
            turn = undone.pop() if undone else turn
        turn = max(_begun(entry), default=turn)
    return turns


def _begun(entry: Entry) -> list[int]:
    """Return the turns that began in an entry."""
    return [raw[1] for raw in entry.events if raw[0] == "turn"]


def _now(viewer: Viewer) -> int:
    return 0 if viewer.table.depth == Depth.SHEET else viewer.table.game.turn


def _heading(viewer: Viewer, turn: int) -> str:
    if turn:
        return viewer.t.say("web.log.round", turn=turn_noun(viewer.t), n=turn)
    return "" if viewer.table.depth == Depth.SHEET else viewer.t.say("web.table.setting_up")


def _row(viewer: Viewer, entry: Entry, turn: int) -> LogRow:
    living = viewer.table.living
    counts = entry.seq in living
    return LogRow(
        entry.seq,
        _heading(viewer, turn),
        doer(viewer, entry.by),
        entry.by if entry.by in viewer.table.setup.colours else "",
        ago(viewer.t, entry.at) if entry.at else "",
        entry_lines(viewer, entry),
        changes(viewer, entry) if entry.kind == EntryKind.CORRECTED else [],
        entry.kind in UNDOABLE and not counts,
        _undo(viewer, entry) if counts else "",
    )


def _undo(viewer: Viewer, entry: Entry) -> str:
    """Return how this device may undo from an entry: alone, by asking, or not at all."""
    if viewer.table.setup.shuffled(entry.seq) or viewer.table.over:
        return ""
    if viewer.table.undoes_alone(entry.seq, viewer.who):
        return "undo"
    return "" if viewer.who.spectator else "ask"
