"""Closing a phase of Caylus without a referee: what the rules do automatically.

Everything here uses the referee's own steps, without the choices.
"""

from companion.engine import phases as turns
from companion.engine.amounts import KINDS
from companion.engine.assistant import all_across, run_through
from companion.engine.board import NOBODY
from companion.engine.holdings import lose
from companion.games.caylus.choices import DRAW, NEXT, open_section
from companion.games.caylus.compiled import EMPTY, CompiledRules
from companion.games.caylus.phases import STEPS, next_section, score, set_up
from companion.games.caylus.state import State, free_neutrals
from companion.rules.vocabulary import Phase

_ALONE = (Phase.INCOME, Phase.END_OF_TURN)
"""The phases that need no people."""


def close(b: CompiledRules, s: State) -> None:
    """Close the phase, and run those that follow automatically."""
    s.todo.clear()
    if s.phase == turns.SETUP:
        _close_set_up(b, s)
    else:
        finish_scoring(b, s)
        if s.phase != turns.OVER:
            _CLOSE.get(b.phases[s.phase - 1], _nothing)(b, s)
    _run_on(b, s)


def _nothing(b: CompiledRules, s: State) -> None:
    """Do nothing, because this phase runs automatically."""


def _close_workers(b: CompiledRules, s: State) -> None:
    all_across(s, s.order)
    STEPS[Phase.WORKERS](b, s)


def _close_special(b: CompiledRules, s: State) -> None:
    run_through(b, s, STEPS[Phase.SPECIAL])


def _close_provost(b: CompiledRules, s: State) -> None:
    all_across(s, s.order)
    s.had = s.bridge[:]
    STEPS[Phase.PROVOST](b, s)


def _close_buildings(b: CompiledRules, s: State) -> None:
    run_through(b, s, STEPS[Phase.BUILDINGS])


def _close_castle(b: CompiledRules, s: State) -> None:
    """Penalize players who handed in nothing, unless there was no room left when their turn came."""
    count_all(s)
    full = open_section(b, s) < 0 and b.data.castle.refusal_exempt_when_full
    served = s.had[: len(s.had) - (s.active > 0)]
    for place, seat in enumerate(s.castle):
        if seat in served:
            served.remove(seat)
        elif not s.given[place] and not (full and not any(s.given[place + 1 :])):
            lose(s, seat, b.data.castle.refusal, "refusal")
    s.had, s.active = s.castle[:], 0
    STEPS[Phase.CASTLE](b, s)


def _run_on(b: CompiledRules, s: State) -> None:
    """Run the automatic phases, until a favor waits to be used."""
    while s.phase != turns.OVER and b.phases[s.phase - 1] in _ALONE:
        if s.todo and not (s.scoring >= 0 and len(s.had) < b.players):
            return
        STEPS[b.phases[s.phase - 1]](b, s)


_CLOSE = {
    Phase.WORKERS: _close_workers,
    Phase.SPECIAL: _close_special,
    Phase.PROVOST: _close_provost,
    Phase.BUILDINGS: _close_buildings,
    Phase.CASTLE: _close_castle,
}
"""What closing each phase of people does."""


def _close_set_up(b: CompiledRules, s: State) -> None:
    """Draw the tiles and players that nobody named, in printed order."""
    while (spot := free_neutral_spot(b, s)) >= 0:
        DRAW.play(b, s, NOBODY, spot, b.draw[free_neutrals(b, s)[0]])
    wanted = dict.fromkeys([*s.order, *range(b.players)])
    _take_back(b, s)
    s.order, s.had = [], []
    for seat in wanted:
        NEXT.play(b, s, NOBODY, 0, b.next[seat])
    s.money = [max(0, money) for money in s.money]
    set_up(b, s)


def _take_back(b: CompiledRules, s: State) -> None:
    """Take from whoever was drawn the money of their place; less than nothing if they have been corrected to less."""
    for place, seat in enumerate(s.had):
        s.money[seat] -= b.data.setup.money[place]


def free_neutral_spot(b: CompiledRules, s: State) -> int:
    """Return the first space that still needs a neutral tile, or -1."""
    return next((b.spot(space) for space in b.data.road.neutral if s.road[b.spot(space)] == EMPTY), NOBODY)


def finish_scoring(b: CompiledRules, s: State) -> None:
    """Finish a scoring that has begun. One said in another phase has scored everybody already."""
    if s.scoring >= 0 and s.phase != phase_number(b, Phase.END_OF_TURN):
        next_section(b, s)
    while s.scoring >= 0:
        score(b, s)


def count_all(s: State) -> None:
    """Give everybody in the castle a number of batches."""
    s.given += [0] * (len(s.castle) - len(s.given))


def phase_number(b: CompiledRules, phase: Phase) -> int:
    """Return the number that the state uses for a phase."""
    return b.phases.index(phase) + 1


def release(b: CompiledRules, s: State) -> None:
    """Finish a scoring said by hand. In the set-up, leave it to the referee to draw whoever was not drawn."""
    if s.phase != turns.SETUP:
        if s.phase != phase_number(b, Phase.END_OF_TURN):
            finish_scoring(b, s)
    else:
        _take_back(b, s)
        s.order = [seat for seat in s.order if seat in s.had]
        s.had = s.order[:]
        for place, seat in enumerate(s.order):
            s.money[seat] = max(0, s.money[seat] + b.data.setup.money[place])


def as_dealt(b: CompiledRules, s: State) -> None:
    """Forget what has been corrected in the set-up."""
    s.money, s.cubes = [0] * b.players, [0] * (b.players * KINDS)
    for place, seat in enumerate(s.had):
        s.money[seat] = b.data.setup.money[place]


def begin_anew(b: CompiledRules, s: State) -> None:
    """Let the referee begin the phase again; the end of a turn continues where it is."""
    if s.phase == turns.SETUP:
        s.order, s.had = [], []
        as_dealt(b, s)
    if s.phase != phase_number(b, Phase.END_OF_TURN):
        finish_scoring(b, s)
        s.cursor = s.active = 0
        s.had = []
    if s.given:
        count_all(s)
