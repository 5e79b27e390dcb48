"""What a mind thinks decided the game of a table, in steps: the table's log as minds read it."""

import time
from collections.abc import Callable, Iterable

from companion.engine.game import referee_for
from companion.minds.decided import Analyst, Inquiry, Stretch
from companion.minds.level import Level
from companion.rules import Library, library
from companion.table.log import Entry
from companion.table.setup import Setup
from companion.table.table import Table
from companion.table.vocabulary import GO_ON, Depth, EntryKind


def begun(
    setup: Setup, played: Iterable[Entry], rules_library: Library | None = None, level: Level = Level.MASTER
) -> Inquiry:
    """Return the inquiry into a game, before its first step, from the entries that count. This replays the game.

    Raises `NoMind` or `NoWeights` if no mind knows the game.
    """
    return _analyst(setup, rules_library, level).begin(stretches(setup, played, rules_library))


def further(
    setup: Setup,
    inquiry: Inquiry,
    rules_library: Library | None = None,
    seconds: float | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Inquiry:
    """Return the inquiry one step further, and more while the time lasts; without a time, to its end."""
    analyst, end = _analyst(setup, rules_library, inquiry.so_far.level), clock() + (seconds or 0)
    while not inquiry.finished:
        inquiry = analyst.step(inquiry)
        if seconds is not None and clock() >= end:
            break
    return inquiry


def _analyst(setup: Setup, rules_library: Library | None, level: Level) -> Analyst:
    rules = (rules_library or library()).rules(setup.game, setup.edition, setup.variants, len(setup.seats))
    return Analyst(referee_for(rules, setup.colours, setup.untracked), level)


def stretches(setup: Setup, played: Iterable[Entry], rules_library: Library | None = None) -> list[Stretch]:
    """Return the game by stretches.

    A correction and a change of depth begin a new stretch. While the assistant helps, nobody's decisions are known, so
    each turn is the position in which it began.
    """
    walker = Table(setup, rules_library)
    turns = _position(walker)
    for entry in played:
        refereed, turn = walker.depth == Depth.REFEREE, _turn(walker)
        walker.apply(entry)
        if entry.kind == EntryKind.PLAYED and refereed:
            actions = tuple((entry.seq, text) for text in entry.data["actions"] if text != GO_ON)
            turns[-1] = Stretch(turns[-1].first, (*turns[-1].played, *actions))
        elif entry.kind in (EntryKind.CORRECTED, EntryKind.DEPTH) or _turn(walker) != turn:
            turns += _position(walker)
    return turns


def _turn(table: Table) -> int:
    return 0 if table.depth == Depth.SHEET else int(table.state.turn)


def _position(table: Table) -> list[Stretch]:
    """Return the position of now as a stretch; none where only the score is kept."""
    if table.depth == Depth.REFEREE:
        return [Stretch((table.standing.coming or table.game).first.copy())]
    if table.depth == Depth.ASSISTANT:
        return [Stretch(table.assistant.release(table.state.copy()))]
    return []
