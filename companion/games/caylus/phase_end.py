"""Closing a phase of Caylus where people play and nobody referees: what the rules do by themselves.

Everything here is the referee's own course with the choices left out.
"""

from companion.engine import phases as turns
from companion.engine.amounts import KINDS
from companion.engine.assistant import all_across, run_through
from companion.engine.holdings import lose
from companion.games.caylus.choices import draw, next_player, open_section
from companion.games.caylus.compiled import EMPTY, NOBODY, CompiledRules
from companion.games.caylus.phases import STEPS, score, set_up
from companion.games.caylus.state import State, free_neutrals
from companion.rules.vocabulary import Phase

_ALONE = (Phase.INCOME, Phase.END_OF_TURN)
"""The phases that run by themselves."""


def close(b: CompiledRules, s: State) -> None:
    """Close the phase, and let run what runs by itself."""
    s.todo.clear()
    if s.phase == turns.SETUP:
        _close_set_up(b, s)
    else:
        finish_scoring(b, s)
        if s.phase != turns.OVER:
            _CLOSE.get(b.phases[s.phase - 1], _nothing)(b, s)
    _run_on(b, s)


def _nothing(b: CompiledRules, s: State) -> None:
    """This phase runs by itself."""


def _close_workers(b: CompiledRules, s: State) -> None:
    all_across(s, s.order)
    STEPS[Phase.WORKERS](b, s)


def _close_special(b: CompiledRules, s: State) -> None:
    run_through(b, s, STEPS[Phase.SPECIAL])


def _close_provost(b: CompiledRules, s: State) -> None:
    all_across(s, s.order)
    s.cursor = len(s.bridge)
    STEPS[Phase.PROVOST](b, s)


def _close_buildings(b: CompiledRules, s: State) -> None:
    run_through(b, s, STEPS[Phase.BUILDINGS])


def _close_castle(b: CompiledRules, s: State) -> None:
    """Who gave nothing pays for it, unless there was no room left when their turn came."""
    count_all(s)
    full = open_section(b, s) < 0 and b.data.castle.refusal_exempt_when_full
    for place in range(s.cursor, len(s.castle)):
        if not s.given[place] and not (full and not any(s.given[place + 1 :])):
            lose(s, s.castle[place], b.data.castle.refusal, "refusal")
    s.cursor = len(s.castle)
    STEPS[Phase.CASTLE](b, s)
    s.cursor = 0


def _run_on(b: CompiledRules, s: State) -> None:
    """The phases without people, as long as no favor waits to be used."""
    while s.phase != turns.OVER and b.phases[s.phase - 1] in _ALONE:
        if s.todo and not (s.scoring >= 0 and s.active < b.players):
            return
        STEPS[b.phases[s.phase - 1]](b, s)


_CLOSE = {
    Phase.WORKERS: _close_workers,
    Phase.SPECIAL: _close_special,
    Phase.PROVOST: _close_provost,
    Phase.BUILDINGS: _close_buildings,
    Phase.CASTLE: _close_castle,
}
"""What people leave when they go on from a phase; the others run by themselves."""


def _close_set_up(b: CompiledRules, s: State) -> None:
    """Tiles and players that nobody named follow in their printed order."""
    while (spot := free_neutral_spot(b, s)) >= 0:
        draw(b, s, NOBODY, spot, b.draw[free_neutrals(b, s)[0]])
    wanted = dict.fromkeys([*s.order, *range(b.players)])
    s.order = []
    for seat in wanted:
        next_player(b, s, NOBODY, 0, b.next[seat])
    set_up(b, s)


def free_neutral_spot(b: CompiledRules, s: State) -> int:
    """The first space that still waits for its neutral tile, or -1."""
    return next((b.spot(space) for space in b.data.road.neutral if s.road[b.spot(space)] == EMPTY), NOBODY)


def finish_scoring(b: CompiledRules, s: State) -> None:
    """The rest of a scoring that was begun."""
    while s.scoring >= 0:
        score(b, s)


def count_all(s: State) -> None:
    """A number of batches for everybody in the castle."""
    s.given += [0] * (len(s.castle) - len(s.given))


def phase_number(b: CompiledRules, phase: Phase) -> int:
    """A phase as the state counts it."""
    return b.phases.index(phase) + 1


def release(b: CompiledRules, s: State) -> None:
    """The referee begins the phase anew; the end of a turn goes on where it is."""
    if s.phase == turns.SETUP:
        s.order, s.money, s.cubes = [], [0] * b.players, [0] * (b.players * KINDS)
    if s.phase != phase_number(b, Phase.END_OF_TURN):
        finish_scoring(b, s)
        s.cursor = s.active = 0
    if s.given:
        count_all(s)
