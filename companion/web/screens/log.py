"""The log in words, newest first: what counts, what was undone, and how far back one may go."""

import re
from dataclasses import dataclass
from typing import Any

from flask import request

from companion.i18n.translator import Translator
from companion.table.log import Entry
from companion.table.vocabulary import UNDOABLE, Kind
from companion.web.moments import ago
from companion.web.numbers import whole
from companion.web.parts.spaces import building_name
from companion.web.parts.telling import doer, entry_lines
from companion.web.people import Viewer, tables
from companion.web.screens.correct import shown_groups

PAGE = 40
"""Entries on a page."""


@dataclass(frozen=True)
class Row:
    """An entry as the list shows it."""

    seq: int
    who: str
    colour: str
    when: str
    lines: list[str]
    changes: list[tuple[str, str, str]]
    """Of a correction: what, what it was, what it is."""
    undone: bool
    undo: str
    """How this device may take it back, with all that came after: `undo`, `ask`, or not at all."""


def log(seen: Viewer) -> dict[str, Any]:
    """What the template needs: a page of the log, and what could be brought back."""
    newest = seen.table.seq
    before = _before(newest)
    entries = [e for e in tables().log(seen.place.opened.id, last=newest - before + 1 + PAGE) if e.seq <= before]
    shown = entries[-PAGE:]
    labels = _labels(seen) if any(entry.kind == Kind.CORRECTED for entry in shown) else {}
    undone = seen.table.living.undone
    return {
        "rows": [_row(seen, entry, labels) for entry in reversed(shown)],
        "older": shown[0].seq - 1 if shown and shown[0].seq > 1 else 0,
        "newer": before < newest,
        "redo": len(undone[-1]) if undone and not seen.who.spectator else 0,
    }


def _before(newest: int) -> int:
    return min(whole(request.values.get("before", ""), newest), newest)


def _row(seen: Viewer, entry: Entry, labels: dict[str, str]) -> Row:
    living = seen.table.living.seqs
    counts = entry.seq in living
    return Row(
        entry.seq,
        doer(seen, entry.by),
        entry.by if entry.by in seen.table.setup.colours else "",
        ago(seen.t, entry.at) if entry.at else "",
        entry_lines(seen, entry),
        _changes(seen, entry, labels) if entry.kind == Kind.CORRECTED else [],
        entry.kind in UNDOABLE and not counts,
        _undo(seen, entry) if counts else "",
    )


def _undo(seen: Viewer, entry: Entry) -> str:
    """The host takes back anything, everybody his own last action; the rest is asked for."""
    if seen.table.shuffled(entry.seq):
        return ""
    last = seen.table.last_living()
    if seen.who.host or (last and last[0] == entry.seq and last[1] in seen.who.colours):
        return "undo"
    return "" if seen.who.spectator else "ask"


def _labels(seen: Viewer) -> dict[str, str]:
    """What the fields of corrections are called."""
    own = set(seen.table.setup.colours)
    return {
        one.path: f"{group.title}: {one.label}" if group.id in own else one.label
        for group in shown_groups(seen)
        for one in group.inputs
    }


def _changes(seen: Viewer, entry: Entry, labels: dict[str, str]) -> list[tuple[str, str, str]]:
    """What a correction set. Fields that this device may not see are not told."""
    old, new = entry.data.get("old", {}), entry.data["changes"]
    return [
        (labels[path], said(seen, old.get(path, "")), said(seen, text)) for path, text in new.items() if path in labels
    ]


def said(seen: Viewer, text: str) -> str:
    """A field of a position in words: its names as people call them."""
    found = re.sub(r"[A-Za-z][\w.]*", lambda word: _word(seen, word[0]), text)
    return re.sub(r"[=+/]", ", ", found) or "–"


def _word(seen: Viewer, word: str) -> str:
    t: Translator = seen.t
    if word in seen.table.setup.colours:
        return seen.name(word)
    if t.has(f"building.{word.partition('.')[0]}"):
        return building_name(t, word)
    for kind in ("section", "line", "phase"):
        if t.has(f"{kind}.{word}"):
            return t.name(f"{kind}.{word}")
    return word
