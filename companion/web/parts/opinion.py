"""What a mind thinks decided the game of a table, found step by step in another process, and kept for readers."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from companion.minds.decided import Inquiry
from companion.minds.mind import NoMind
from companion.minds.weights import NoWeights
from companion.register import brings
from companion.rules import library
from companion.table.exports import counting, secret
from companion.table.log import Entry
from companion.table.opinion import begun, further
from companion.table.setup import Setup
from companion.table.vocabulary import Depth
from companion.web.handoff import Result, run_in_process
from companion.web.locale import content
from companion.web.viewer import Viewer

SECONDS = 1.0
"""How long a request thinks: as many steps as begin within this time."""


@lru_cache(maxsize=64)
def _inquiry(_table: str, _seq: int) -> Result[Inquiry]:
    """Return how far the latest inquiries have come, by table and newest entry."""
    return Result()


class NoOpinion(Exception):
    """There is nothing to say: `not_yet`, `hidden`, `nothing` or `no_mind`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def asks_for_opinion(viewer: Viewer, entries: Sequence[Entry]) -> bool:
    """Whether what decided the game may be asked: a mind knows the game, it is over, and everything may be known."""
    return brings(viewer.table.rules.game, "inputs") and not _why_not(viewer, entries)


def opinion(viewer: Viewer, entries: Sequence[Entry]) -> Inquiry:
    """Return how far the inquiry into a finished game has come, after some further steps. Raises `NoOpinion`."""
    if why := _why_not(viewer, entries):
        raise NoOpinion(why)
    inquiry = _inquiry(viewer.place.opened.id, viewer.table.seq)
    asked_before = inquiry.known
    if asked_before is None or not asked_before.finished:
        played = (
            [replace(entry, events=()) for entry in counting(viewer.table, entries)] if asked_before is None else []
        )
        answer = run_in_process(_step, viewer.table.setup, played, content().overlays, asked_before)
        if isinstance(answer, str):
            raise NoOpinion(answer)
        # Somebody else may have come further in the meantime.
        latest = inquiry.known
        asked_before = inquiry.known = latest if latest and latest.done > answer.done else answer
    if not asked_before.so_far.choices and asked_before.finished:
        raise NoOpinion("nothing")
    return asked_before


def _why_not(viewer: Viewer, entries: Sequence[Entry]) -> str:
    if not viewer.table.over:
        return "not_yet"
    if secret(viewer.table, entries):
        return "hidden"
    return "nothing" if viewer.table.depth == Depth.SHEET else ""


def _step(setup: Setup, played: list[Entry], overlays: tuple[Path, ...], inquiry: Inquiry | None) -> Inquiry | str:
    """Think for a while: replay the game first if nothing is known yet."""
    known_library = library(overlays)
    try:
        inquiry = inquiry or begun(setup, played, known_library)
        return further(setup, inquiry, known_library, SECONDS)
    except (NoMind, NoWeights):
        return "no_mind"
