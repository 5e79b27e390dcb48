"""The screens of a table, one module each: a function from a viewer to the data its template needs."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.web.screens import (
    assistant,
    board,
    chance,
    correct,
    decided,
    end,
    log,
    replay,
    scores,
    seat,
    seats,
    settings,
    sheet,
    wall,
)  # fmt: skip
from companion.web.viewer import Viewer

Build = Callable[[Viewer], Any]
"""Returns what the template of a screen needs: a frozen dataclass, whose fields say what they are."""

SCREENS: Mapping[str, Build] = {
    "seat": seat.seat,
    "join": seats.seats,
    "lay": chance.lay,
    "assistant": assistant.assistant,
    "sheet": sheet.sheet,
    "log": log.log,
    "correct": correct.correct,
    "settings": settings.settings,
    "board": board.board,
    "scores": scores.scores,
    "end": end.end,
    "wall": wall.wall,
    "replay": replay.replay,
    "decided": decided.decided,
}
"""The screens by name, as in the URL and in the template `table/NAME.html`."""

FOR_ALL = frozenset({"wall"})
"""Screens that look the same for everybody: without hands and without a menu."""
