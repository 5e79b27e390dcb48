"""The course of a turn. Each phase has a step that does the next thing in it.

A step puts a choice on `todo`, carries something out, or closes the phase; `engine.referee` runs steps until
somebody has a real choice. `had` says who has had their turn, `cursor` which building the phase has come to, and
`active` whether it is being dealt with.
"""

from companion.engine.board import NOBODY
from companion.engine.holdings import Scored, earn, lose, receive, take_cubes, worth_of_what_is_left
from companion.engine.phases import (
    Step,
    ask_in_passing_order,
    begin_phase,
    begin_turn,
    end,
    next_in_rounds,
    next_turn,
    place_of,
)
from companion.engine.state import OWNER, WORKER
from companion.games.caylus.choices import houses_in, leave_inn, open_section, use
from companion.games.caylus.compiled import EMPTY, CompiledRules
from companion.games.caylus.moves import clear_the_table, gain_favors, return_worker, send_home
from companion.games.caylus.state import State
from companion.rules.vocabulary import BonusTo, OrderRule, Phase

EXEMPT = 2
"""The value of `active` in the castle if there was no room left before this player's turn."""


def steps(b: CompiledRules) -> list[Step[CompiledRules, State]]:
    """Return the set-up, then the phases in the order of the data."""
    return [set_up, *(STEPS[phase] for phase in b.phases)]


def set_up(b: CompiledRules, s: State) -> None:
    """Draw neutral tiles, then the turn order, one at a time."""
    for space in b.data.road.neutral:
        if s.road[b.spot(space)] == EMPTY:
            s.todo.append(("draw", NOBODY, b.spot(space)))
            return
    if len(s.order) < b.players:
        s.todo.append(("next", NOBODY, 0))
        return
    for seat in range(b.players):
        take_cubes(s, seat, b.data.setup.goods.cubes(), "setup")
    _next_turn(b, s)


def income(b: CompiledRules, s: State) -> None:
    """Phase 1: pay deniers to everybody, in turn order."""
    for seat in s.order:
        for deniers, of in incomes(b, s, seat):
            receive(s, seat, deniers, "income", of)
    _end_phase(b, s)


def incomes(b: CompiledRules, s: State, seat: int) -> list[tuple[int, str]]:
    """Return what a player receives in phase 1 and for which building; the first entry is for none."""
    if seat not in s.owner:
        return [(b.data.income.base, "")]
    owned = [s.road[spot] for spot, owner in enumerate(s.owner) if owner == seat]
    return [(b.data.income.base, ""), *((b.income[tile], b.base[tile]) for tile in owned if b.income[tile])]


def workers(b: CompiledRules, s: State) -> None:
    """Phase 2: ask in turn order, repeatedly, until all have passed."""
    if len(s.bridge) == b.players:
        _end_phase(b, s)
    else:
        s.todo.append(("worker", next_in_rounds(s, s.order, s.bridge), 0))


def special_buildings(b: CompiledRules, s: State) -> None:
    """Phase 3: use the special buildings in order."""
    spot = s.cursor
    while spot < b.specials and s.worker[spot] == NOBODY and spot != b.inn_spot and s.road[spot] != b.stables:
        s.cursor, s.active, spot = spot + 1, 0, spot + 1
    if spot == b.specials:
        _send_all_home(b, s, range(b.specials))
        while s.stables:
            return_worker(s, s.stables.pop(0), b.tiles[b.stables])
        _end_phase(b, s)
    elif s.road[spot] == b.stables:
        _stables(b, s)
    elif spot == b.inn_spot:
        _inn(b, s)
    elif s.active:
        send_home(b, s, spot)
    else:
        s.active = 1
        seat = s.worker[spot]
        benefit = b.tile_working[s.road[spot]]
        s.todo.append((b.benefits[benefit].kind, seat, spot if b.benefits[benefit].kind == "gate" else benefit))


def _stables(b: CompiledRules, s: State) -> None:
    """Move the players in the stables to the front, in their order there; the others keep theirs."""
    if s.stables:
        reorder(s, s.stables)
        for seat in s.stables:
            return_worker(s, seat, b.tiles[b.stables])
        s.stables = []
    s.cursor += 1


def reorder(s: State, first: list[int]) -> None:
    """Move these players to the front, in this order; the others keep theirs."""
    s.order = list(dict.fromkeys(first + s.order))
    if s.log is not None:
        s.log.append(("reordered", tuple(s.order)))


def _inn(b: CompiledRules, s: State) -> None:
    """A newcomer drives out the lodger; without a newcomer, the lodger may leave."""
    newcomer = s.worker[b.inn_spot]
    s.cursor += 1
    if newcomer != NOBODY:
        if s.inn != NOBODY:
            leave_inn(s)
        s.inn, s.worker[b.inn_spot] = newcomer, NOBODY
        if s.log is not None:
            s.log.append(("lodged", newcomer))
    elif s.inn != NOBODY and s.inn not in s.had:
        s.todo.append(("inn", s.inn, 0))


def provost(b: CompiledRules, s: State) -> None:
    """Phase 4: ask everybody once, in passing order."""
    if not ask_in_passing_order(s, "bribe"):
        _end_phase(b, s)


def buildings(b: CompiledRules, s: State) -> None:
    """Phase 5: use the buildings up to and including the provost's space; workers beyond it go home with nothing."""
    spot = b.specials + s.cursor
    while s.cursor < s.provost and s.worker[spot] == NOBODY:
        s.cursor, s.active, spot = s.cursor + 1, 0, spot + 1
    if s.cursor >= s.provost:
        _send_all_home(b, s, range(b.specials, b.spots))
        _end_phase(b, s)
    elif s.active:
        send_home(b, s, spot)
    else:
        s.active = 1
        _activate(b, s, spot)


def _send_all_home(b: CompiledRules, s: State, spots: range) -> None:
    """Send home the workers that no building has sent home: beyond the provost, or put where the phase had been."""
    for spot in spots:
        if s.worker[spot] != NOBODY:
            send_home(b, s, spot)


def _activate(b: CompiledRules, s: State, spot: int) -> None:
    """Offer the worker's effect, then the bonus cube for another player's worker; `todo` is a stack."""
    tile, seat, owner = s.road[spot], s.worker[spot], s.owner[spot]
    if owner not in (NOBODY, seat) and (spot, OWNER) not in s.served:
        use(b, s, owner if b.data.production_bonus.to == BonusTo.OWNER else seat, b.bonus_working[tile])
    if (spot, WORKER) not in s.served:
        use(b, s, seat, b.tile_working[tile])


def castle(b: CompiledRules, s: State) -> None:
    """Phase 6: take batches in order of arrival, then give the favor for the most batches."""
    if s.active:
        if not s.given[place_of(s.castle, s.had)] and s.active != EXEMPT:
            lose(s, s.had[-1], b.data.castle.refusal, "refusal")
        s.active = 0
    seat = next_turn(s, s.castle)
    if seat != NOBODY:
        s.given = s.given or [0] * len(s.castle)
        s.active = EXEMPT if open_section(b, s) < 0 and b.data.castle.refusal_exempt_when_full else 1
        s.todo.append(("batch", seat, 0))
        return
    _leave_castle(b, s)
    _end_phase(b, s)


def _leave_castle(b: CompiledRules, s: State) -> None:
    """Send the workers home and reward the best builder, who uses the favor before the next phase begins."""
    most = max(s.given, default=0)
    for seat in s.castle:
        return_worker(s, seat, "castle")
    best = s.castle[s.given.index(most)] if most else NOBODY
    s.castle, s.given, s.had = [], [], []
    if best != NOBODY:
        reward = b.data.castle.best_builder
        gain_favors(b, s, best, reward.favor, "best_builder")


def end_of_turn(b: CompiledRules, s: State) -> None:
    """Phase 7: move the bailiff and the provost, and score a section if it is due."""
    if s.cursor == 0:
        _move_bailiff(b, s)
        s.cursor = 1
    elif s.scoring >= 0:
        score(b, s)
    elif _due(b, s):
        s.scoring = s.section
        if s.log is not None:
            s.log.append(("scoring", b.section_names[s.section]))
    else:
        if s.castle or s.stables or max(s.worker) >= 0:
            clear_the_table(b, s)
        s.bridge = []
        _end_phase(b, s)


def _move_bailiff(b: CompiledRules, s: State) -> None:
    rule = b.data.bailiff
    s.bailiff += rule.ahead if s.provost > s.bailiff else rule.level
    s.provost = s.bailiff
    if s.log is not None:
        s.log.append(("bailiff_moved", s.bailiff))


def _due(b: CompiledRules, s: State) -> bool:
    """Whether the section under construction is to be scored."""
    return reached(b, s, s.section) or built_up(b, s, s.section)


def reached(b: CompiledRules, s: State, section: int) -> bool:
    """Whether the bailiff has reached the end of a section."""
    return s.bailiff >= b.sections[section].trigger


def built_up(b: CompiledRules, s: State, section: int) -> bool:
    """Whether all parts of a section are built."""
    return houses_in(b, s, section) >= b.sections[section].parts


def scored(b: CompiledRules, s: State) -> int:
    """Count the sections that must have been scored, judging by the table."""
    castle = b.phases.index(Phase.CASTLE) + 1
    done = 0
    while done < len(b.sections) and (reached(b, s, done) or (s.phase < castle and built_up(b, s, done))):
        done += 1
    return done


def columns_open(b: CompiledRules, section: int) -> int:
    """Return how many columns of the favor table are open while a section is under construction."""
    return b.sections[section - 1].opens_column if section else b.data.favors.open_columns


def score(b: CompiledRules, s: State) -> None:
    """Score one player at a time in turn order, then begin the next section and open its columns."""
    section, name = b.sections[s.scoring], b.section_names[s.scoring]
    seat = next_turn(s, s.order)
    if seat != NOBODY:
        line = section.score(s.houses[s.scoring * b.players + seat])
        if line.prestige < 0:
            lose(s, seat, -line.prestige, "scoring", name)
        elif line.prestige:
            earn(s, seat, line.prestige, "scoring", name)
        if line.favor:
            gain_favors(b, s, seat, line.favor, "scoring", name)
        return
    s.had = []
    next_section(b, s)


def next_section(b: CompiledRules, s: State) -> None:
    """Begin the section after the one that has been scored; after the last, the game ends."""
    s.scoring = -1
    s.section += 1
    s.open_columns = columns_open(b, s.section)
    if s.section == len(b.sections):
        end_game(b, s)


def end_game(b: CompiledRules, s: State) -> None:
    """Score the gold, cubes and deniers that are left."""
    end(s, (end_scoring(b, s, seat) for seat in range(b.players)))


def end_scoring(b: CompiledRules, s: State, seat: int) -> list[Scored]:
    """Return what a player scores when the game ends."""
    return worth_of_what_is_left(s, seat, b.data.end)


def _end_phase(b: CompiledRules, s: State) -> None:
    """Begin the next phase or the next turn."""
    if s.todo:
        # A favor won on closing the phase still belongs to it: return here when it has been used.
        return
    s.lines_used = [0] * b.players
    if s.phase == len(b.phases):
        _next_turn(b, s)
    else:
        begin_phase(s, s.phase + 1, b.phases)


def _next_turn(b: CompiledRules, s: State) -> None:
    if s.turn and b.data.order.rule == OrderRule.ALTERNATE:
        s.order = s.order[1:] + s.order[:1]
    begin_turn(s, s.order, b.phases)


STEPS: dict[Phase, Step[CompiledRules, State]] = {
    Phase.INCOME: income,
    Phase.WORKERS: workers,
    Phase.SPECIAL: special_buildings,
    Phase.PROVOST: provost,
    Phase.BUILDINGS: buildings,
    Phase.CASTLE: castle,
    Phase.END_OF_TURN: end_of_turn,
}
"""The step of each phase."""
