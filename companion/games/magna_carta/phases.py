"""The course of a round. Works like `caylus.phases`, with the phases of this game."""

from collections.abc import Iterator

from companion.engine.board import NO_WORKING, NOBODY
from companion.engine.holdings import Scored, receive, take_cubes, worth_of_what_is_left
from companion.engine.phases import Step, ask_in_passing_order, begin_phase, begin_turn, end, next_in_rounds
from companion.engine.state import OWNER, WORKER
from companion.games.magna_carta.compiled import NO_COVER, CompiledRules
from companion.games.magna_carta.moves import ask_cards, best_section, lay, residences, send_home, step_provost
from companion.games.magna_carta.state import State
from companion.rules.vocabulary import Phase


def steps(b: CompiledRules) -> list[Step[CompiledRules, State]]:
    """Return the set-up, then the phases in the order of the data."""
    return [set_up, *(STEPS[phase] for phase in b.phases)]


def set_up(b: CompiledRules, s: State) -> None:
    """Draw the road and the hands, with free exchanges; give goods and money, and draw the start player."""
    neutrals = len(s.road)
    if neutrals < b.neutral_draws:
        s.todo.append(("draw", NOBODY, neutrals))
    elif neutrals == b.neutral_draws:
        lay(b, s, b.names.index(b.data.setup.last_neutral))
    elif s.cursor < b.players:
        seat = s.cursor
        if not s.active:
            s.active = 1
            ask_cards(b, s, seat, b.data.setup.hand)
        else:
            s.active, s.cursor = 0, seat + 1
            if b.data.setup.mulligans:
                s.todo.append(("mulligan", seat, 0))
    elif s.starter == NOBODY:
        s.todo.append(("start", NOBODY, 0))
    else:
        for seat in range(b.players):
            take_cubes(s, seat, b.data.setup.goods.cubes(), "setup")
            receive(s, seat, b.data.setup.money, "setup")
        if b.provost_in_play:
            s.provost = s.road.index(b.names.index(b.data.provost.start))
        _next_round(b, s)


def income(b: CompiledRules, s: State) -> None:
    """Phase 1: pay deniers to everybody, from the start player on."""
    for seat in round_the_table(b, s):
        for deniers, of in incomes(b, s, seat):
            receive(s, seat, deniers, "income", of)
    _end_phase(b, s)


def incomes(b: CompiledRules, s: State, seat: int) -> list[tuple[int, str]]:
    """Return what a player receives in phase 1 and for which card; the first entry is for none."""
    amounts = [(b.data.income.base, "")]
    amounts += [(b.residence.income, b.data.residence.tile)] * len(residences(b, s, seat))
    for place, owner in enumerate(s.prestige_owner):
        if owner == seat and b.building[b.first_prestige + place].income:
            amounts.append((b.building[b.first_prestige + place].income, b.prestige_cards[place]))
    return amounts


def actions(b: CompiledRules, s: State) -> None:
    """Phase 2: ask for one action at a time from the start player on, until all have passed."""
    if len(s.bridge) == b.players:
        _end_phase(b, s)
    else:
        s.todo.append(("action", next_in_rounds(s, round_the_table(b, s), s.bridge), 0))


def provost(b: CompiledRules, s: State) -> None:
    """Phase 3: ask everybody once, in passing order."""
    if not ask_in_passing_order(s, "bribe"):
        _end_phase(b, s)


def buildings(b: CompiledRules, s: State) -> None:
    """Phase 4: use each card up to and including the provost's; workers beyond it go home with nothing."""
    place, road = s.cursor, len(s.road)
    last = s.provost if b.provost_in_play else road - 1
    while place <= last and s.worker[place] == NOBODY:
        place, s.active = place + 1, 0
    s.cursor = place
    if place > last:
        _send_all_home(b, s)
        _end_phase(b, s)
    elif s.active == OWNER:
        send_home(b, s, place)
    else:
        _activate(b, s, place)


def _send_all_home(b: CompiledRules, s: State) -> None:
    """Send home the workers that no card has sent home: beyond the provost, or put where the phase had been."""
    for place, seat in enumerate(s.worker):
        if seat != NOBODY:
            send_home(b, s, place)


def _activate(b: CompiledRules, s: State, place: int) -> None:
    """Offer the worker's effect first, then the owner's if another player's worker is there.

    `active` says whose has been offered.
    """
    card, seat = s.road[place], s.worker[place]
    owner = b.owner_of[card]
    if s.active != WORKER:
        s.active = WORKER
        who, benefit = seat, b.worker_working[card]
    else:
        s.active = OWNER
        who, benefit = owner, b.owner_working[card] if owner not in (NOBODY, seat) else NO_WORKING
    if benefit != NO_WORKING and (place, s.active) not in s.served:
        s.todo.append((b.benefits[benefit].kind, who, benefit))


def castle(b: CompiledRules, s: State) -> None:
    """Phase 5: take batches in passing order; reward the most, or remove tokens if nobody handed in any."""
    if ask_in_passing_order(s, "batch"):
        return
    most = max(s.given)
    if most:
        best = next(seat for seat in s.bridge if s.given[seat] == most)
        take_cubes(s, best, b.data.castle.best_builder.cubes(), "best_builder")
    else:
        _remove_tokens(b, s)
    _end_phase(b, s)


def _remove_tokens(b: CompiledRules, s: State) -> None:
    for _ in range(b.data.castle.removed_without_batch):
        section = best_section(s)
        if section >= 0:
            s.tokens[section] -= 1
            if s.log is not None:
                s.log.append(("token_removed", b.section_names[section]))


def end_of_round(b: CompiledRules, s: State) -> None:
    """Phase 6: move the provost and the start player; the game ends when no token is left."""
    if b.provost_in_play:
        steps = min(b.data.provost.end_of_round, len(s.road) - 1 - s.provost)
        if steps:
            step_provost(s, NOBODY, steps)
    if not any(s.tokens):
        end_game(b, s)
        return
    _send_all_home(b, s)
    s.starter = (s.starter + 1) % b.players
    s.bridge = []
    s.given = [0] * b.players
    _next_round(b, s)


def end_game(b: CompiledRules, s: State) -> None:
    """Score tokens, cards on the road, prestige cards, gold, cubes and deniers."""
    end(s, (end_scoring(b, s, seat) for seat in range(b.players)))


def end_scoring(b: CompiledRules, s: State, seat: int) -> list[Scored]:
    """Return what a player scores when the game ends."""
    return [*_tokens_and_cards(b, s, seat), *worth_of_what_is_left(s, seat, b.data.end)]


def _tokens_and_cards(b: CompiledRules, s: State, seat: int) -> Iterator[Scored]:
    for section, name in enumerate(b.section_names):
        won = s.won[section * b.players + seat]
        if won:
            yield won * b.sections[section].prestige, "token", name
    for place, card in enumerate(s.road):
        if b.owner_of[card] == seat and s.cover[place] == NO_COVER:
            if s.flipped[place]:
                yield b.residence.prestige, "road", b.data.residence.tile
            else:
                yield b.building[card].prestige, "road", b.names[card]
    for place, owner in enumerate(s.prestige_owner):
        if owner == seat:
            yield b.building[b.first_prestige + place].prestige, "prestige", b.prestige_cards[place]


def round_the_table(b: CompiledRules, s: State) -> list[int]:
    """Return the seats from the start player on."""
    return b.rounds[s.starter]


def _end_phase(b: CompiledRules, s: State) -> None:
    begin_phase(s, s.phase + 1, b.phases)


def _next_round(b: CompiledRules, s: State) -> None:
    begin_turn(s, round_the_table(b, s), b.phases)


STEPS: dict[Phase, Step[CompiledRules, State]] = {
    Phase.INCOME: income,
    Phase.ACTIONS: actions,
    Phase.PROVOST: provost,
    Phase.BUILDINGS: buildings,
    Phase.CASTLE: castle,
    Phase.END_OF_ROUND: end_of_round,
}
"""The step of each phase."""
