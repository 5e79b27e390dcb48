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
from companion.web.handoff import Result, elsewhere
from companion.web.locale import shelf
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


def asks_for_opinion(seen: Viewer, entries: Sequence[Entry]) -> bool:
    """Whether what decided the game may be asked: a mind knows the game, it is over, and everything may be known."""
    return brings(seen.table.rules.game, "inputs") and not _why_not(seen, entries)


def opinion(seen: Viewer, entries: Sequence[Entry]) -> Inquiry:
    """Return how far the inquiry into a finished game has come, after some further steps. Raises `NoOpinion`."""
    if why := _why_not(seen, entries):
        raise NoOpinion(why)
    inquiry = _inquiry(seen.place.opened.id, seen.table.seq)
    known = inquiry.known
    if known is None or not known.finished:
        played = [replace(entry, events=()) for entry in counting(seen.table, entries)] if known is None else []
        found = elsewhere(_step, seen.table.setup, played, shelf().overlays, known)
        if isinstance(found, str):
            raise NoOpinion(found)
        # Somebody else may have come further in the meantime.
        latest = inquiry.known
        known = inquiry.known = latest if latest and latest.done > found.done else found
    if not known.so_far.choices and known.finished:
        raise NoOpinion("nothing")
    return known


def finished_opinion(seen: Viewer, entries: Sequence[Entry]) -> Inquiry | None:
    """Return the inquiry if it is finished; this never thinks. Raises `NoOpinion`."""
    if why := _why_not(seen, entries):
        raise NoOpinion(why)
    known = _inquiry(seen.place.opened.id, seen.table.seq).known
    return known if known and known.finished and known.so_far.choices else None


def _why_not(seen: Viewer, entries: Sequence[Entry]) -> str:
    if not seen.table.over:
        return "not_yet"
    if secret(seen.table, entries):
        return "hidden"
    return "nothing" if seen.table.depth == Depth.SHEET else ""


def _step(setup: Setup, played: list[Entry], overlays: tuple[Path, ...], known: Inquiry | None) -> Inquiry | str:
    """Think for a while: replay the game first if nothing is known yet."""
    known_library = library(overlays)
    try:
        known = known or begun(setup, played, known_library)
        return further(setup, known, known_library, SECONDS)
    except (NoMind, NoWeights):
        return "no_mind"
