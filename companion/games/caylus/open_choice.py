"""The open choice of a position: where in a turn it is possible, and whose it is after a correction.

`todo` holds the choices of the point that the phase has reached, and above them the royal favors gained there.
"""

from collections.abc import Callable, Iterator
from functools import partial

from companion.engine.board import NO_WORKING, NOBODY
from companion.engine.errors import Reason
from companion.engine.phases import OVER, asked_in_turn, by_place, phase_of
from companion.engine.state import Task, still_served, well_served
from companion.games.caylus.choices import CHOICES, open_section
from companion.games.caylus.compiled import EMPTY, CompiledRules
from companion.games.caylus.phases import EXEMPT
from companion.games.caylus.state import State, batches
from companion.rules.vocabulary import BonusTo, Phase

MAIN, BONUS = "main", "bonus"

# what can be open when


def here_offered(b: CompiledRules, s: State) -> dict[str, Task]:
    """Return what the building at the cursor offers to its worker, and perhaps to its owner, in the order of `todo`."""
    first = b.specials if phase_of(b, s) == Phase.BUILDINGS else 0
    spot, last = s.cursor + first, b.spots if first else b.specials
    if not 0 <= spot < last or s.worker[spot] == NOBODY:
        return {}
    tile, seat, owner = s.road[spot], s.worker[spot], s.owner[spot]
    to = owner if b.data.production_bonus.to == BonusTo.OWNER else seat
    bonus = b.bonus_working[tile] if owner not in (NOBODY, seat) else NO_WORKING
    tasks: dict[str, Task] = {}
    for part, who, benefit in ((BONUS, to, bonus), (MAIN, seat, b.tile_working[tile])):
        if benefit != NO_WORKING:
            kind = b.benefits[benefit].kind
            tasks[part] = (kind, who, spot if kind == "gate" else benefit)
    return tasks


def stands_above(b: CompiledRules, task: Task) -> bool:
    """Whether this stands above the course of the phase: a royal favor, the effect of one, or anything like it."""
    kind = CHOICES[task[0]]
    return not kind.of_course or (kind.of_working and b.benefits[task[2]].source == "favor")


def _own(b: CompiledRules, s: State) -> list[Task]:
    """Return the open choices of the current point, without those above it."""
    return [task for task in s.todo if not stands_above(b, task)]


def _set_up(b: CompiledRules, s: State) -> bool:
    spot = next((b.spot(space) for space in b.data.road.neutral if s.road[b.spot(space)] == EMPTY), NOBODY)
    fits = ("draw", NOBODY, spot) if spot >= 0 else ("next", NOBODY, 0) if len(s.order) < b.players else None
    return s.cursor == s.active == 0 and _own(b, s) in ([], [fits]) and set(s.had) <= set(s.order)


def _income(b: CompiledRules, s: State) -> bool:
    return not _own(b, s) and not s.had and s.cursor == s.active == 0


def _workers(b: CompiledRules, s: State) -> bool:
    return _in_turn("worker")(b, s) and not (_own(b, s) and s.had[-1] in s.bridge)


def _in_turn(kind: str) -> Callable[[CompiledRules, State], bool]:
    def fits(b: CompiledRules, s: State) -> bool:
        return asked_in_turn(kind, partial(_own, b))(b, s)

    return fits


def _special(b: CompiledRules, s: State) -> bool:
    own = _own(b, s)
    if own and own[0][0] == "inn":
        return own == [("inn", s.inn, 0)] and s.inn != NOBODY and (s.cursor, s.active) == (b.inn_spot + 1, 0)
    return set(s.had) <= {s.inn} and 0 <= s.cursor <= b.specials and _fits_here(b, s, own)


def _buildings(b: CompiledRules, s: State) -> bool:
    return not s.had and 0 <= s.cursor < b.data.road.spaces and _fits_here(b, s, _own(b, s))


def _misserved(b: CompiledRules, s: State) -> bool:
    return bool(s.served) and not (phase_of(b, s) == Phase.BUILDINGS and well_served(s.served, s.worker))


def _fits_here(b: CompiledRules, s: State, own: list[Task]) -> bool:
    """Whether these are some of the building's offers, in order, and none before it is activated."""
    offered = list(here_offered(b, s).values())
    return s.active in (0, 1) and own == [task for task in offered if task in own] and (s.active == 1 or not own)


def _castle(b: CompiledRules, s: State) -> bool:
    own = _own(b, s)
    if not s.castle:
        # The workers have gone home, or somebody took them; the favor for the most batches may still be used.
        return not own and not s.given and s.active == s.cursor == 0
    begun = s.had or s.active or own or s.given
    if s.cursor or s.active not in (0, 1, EXEMPT) or (begun and not _counted(b, s)):
        return False
    if not s.active:
        return not own
    seat = s.had[-1] if s.had else NOBODY
    return s.castle.count(seat) >= s.had.count(seat) > 0 and own in ([], [("batch", seat, 0)])


def _counted(b: CompiledRules, s: State) -> bool:
    """Whether every worker has a number of batches, and the castle has a house for each batch."""
    built = all(batches(s, seat) <= sum(s.houses[seat :: b.players]) for seat in s.castle)
    return built and len(s.given) == len(s.castle)


def _end_of_turn(b: CompiledRules, s: State) -> bool:
    scoring = s.scoring >= 0 and s.cursor == 1
    return not _own(b, s) and s.cursor in (0, 1) and s.active == 0 and (scoring or (s.scoring < 0 and not s.had))


_FITS: dict[Phase | None, Callable[[CompiledRules, State], bool]] = {
    None: _set_up,
    Phase.INCOME: _income,
    Phase.WORKERS: _workers,
    Phase.SPECIAL: _special,
    Phase.PROVOST: _in_turn("bribe"),
    Phase.BUILDINGS: _buildings,
    Phase.CASTLE: _castle,
    Phase.END_OF_TURN: _end_of_turn,
}


def problems(b: CompiledRules, s: State) -> Iterator[Reason]:
    """Report a step or an open choice that the phase does not have."""
    if s.todo if s.phase == OVER else not _FITS[phase_of(b, s)](b, s) or _misserved(b, s):
        yield CHOICES.misplaced(b, s)


# filling in what was not said


def fill(b: CompiledRules, s: State, *, stepped: bool, turns: bool) -> None:
    """Derive how far the phase has come if only the open choice tells; players who gave no batch yet have zero."""
    phase, own = phase_of(b, s), _own(b, s)
    if (phase is None or stepped) and not turns:
        turns_from_places(b, s)
    elif own and not stepped and not turns:
        _step_to(b, s, phase, own)
    if phase == Phase.CASTLE and s.castle and not s.given and (s.had or s.active or own):
        s.given = [0] * len(s.castle)


def turns_from_places(b: CompiledRules, s: State) -> None:
    """Name who has had their turn. Older texts and states have a place in an order instead."""
    phase = phase_of(b, s)
    s.todo = [(kind, seat, 0 if kind == "batch" else arg) for kind, seat, arg in s.todo]
    if s.phase == OVER:
        s.had, s.cursor, s.active = [], 0, 0
    elif phase is None:
        s.had = drawn_by_money(s)
    elif phase == Phase.END_OF_TURN:
        s.had, s.active = s.order[: s.active] if s.scoring >= 0 else [], 0
    elif phase in _ORDERS:
        order, rounds = order_of_turns(b, s), phase == Phase.WORKERS
        done = s.cursor + (s.active > 0)
        if done <= len(order) - rounds or not order:
            last = rounds and s.todo and not done  # in a round, after the last place comes the first
            s.had, s.cursor = order[:] if last else order[:done], 0


def drawn_by_money(s: State) -> list[int]:
    """Return who has been drawn in the set-up, judging by whether they have the money of their place."""
    return [seat for seat in s.order if s.money[seat]]


def order_of_turns(b: CompiledRules, s: State) -> list[int]:
    """Return the order in which people take their turns in this phase; empty if they do not."""
    phase = phase_of(b, s)
    if phase == Phase.END_OF_TURN and s.scoring >= 0:
        return s.order
    order: list[int] = getattr(s, _ORDERS[phase]) if phase in _ORDERS else []
    return order


_ORDERS = {Phase.WORKERS: "order", Phase.PROVOST: "bridge", Phase.CASTLE: "castle"}


def _step_to(b: CompiledRules, s: State, phase: Phase | None, own: list[Task]) -> None:
    kind, seat, _ = own[-1]
    order = order_of_turns(b, s)
    if seat in order:
        s.had = order[: order.index(seat) + 1]
        s.active = _turn_in_castle(b, s) if phase == Phase.CASTLE else 0
    elif kind == "inn":
        s.cursor = b.inn_spot + 1
    elif phase in (Phase.SPECIAL, Phase.BUILDINGS):
        s.active = 1
        places = range(b.specials if phase == Phase.SPECIAL else b.data.road.spaces)
        s.cursor = next((at for at in places if _offers(b, s, at, own)), 0)


def _offers(b: CompiledRules, s: State, cursor: int, own: list[Task]) -> bool:
    s.cursor = cursor
    return all(task in here_offered(b, s).values() for task in own)


def _turn_in_castle(b: CompiledRules, s: State) -> int:
    return EXEMPT if open_section(b, s) < 0 and b.data.castle.refusal_exempt_when_full else 1


# after a correction


def resume(b: CompiledRules, old: State, new: State) -> None:
    """Keep the open choice if what it depends on is still there; otherwise ask whoever is to be asked now.

    If people take turns in an order and it has been corrected, that is the first in the new order who has not had their
    turn; whoever was being asked has not. A building that the provost no longer reaches is shut.
    """
    phase = phase_of(b, new)
    new.served = still_served(new.served, old.worker, new.worker)
    if phase is None:
        new.had = [seat for seat in old.had if seat in new.order]
    elif phase == Phase.SPECIAL:
        new.had = [seat for seat in new.had if seat == new.inn]
    if new.given and new.given == old.given:
        _give_again(b, old, new)
    if new.phase == OVER:
        new.todo = []
    elif order_of_turns(b, new) != order_of_turns(b, old) or not _FITS[phase](b, new):
        _resume(b, old, new)
    elif phase == Phase.BUILDINGS and new.cursor >= new.provost:
        new.todo = [task for task in new.todo if stands_above(b, task)]


def over_already(b: CompiledRules, old: State, new: State) -> list[Reason]:
    """Nobody can be put back in the castle when all have left and only the favor for the most batches is open."""
    left = phase_of(b, old) == Phase.CASTLE and bool(old.todo) and not old.castle
    same_phase = (old.turn, old.phase) == (new.turn, new.phase)
    return [Reason("too_late", {"place": "castle"})] if left and same_phase and new.castle else []


def _resume(b: CompiledRules, old: State, new: State) -> None:
    phase, is_open = phase_of(b, new), bool(_own(b, new))
    gained = [task for task in new.todo if stands_above(b, task)]
    new.todo = []
    if phase in _ORDERS:
        new.cursor = new.active = 0
        new.had = new.had[: len(new.had) - is_open]
    elif phase in (Phase.SPECIAL, Phase.BUILDINGS):
        _resume_here(b, old, new)
    elif new.scoring < 0:
        new.cursor = new.active = 0
    new.todo += gained


def resume_by_place(b: CompiledRules, old: State, new: State) -> None:
    """As `resume`, for entries of old logs: a turn belonged to a place in the order, whoever stood there."""
    phase, is_open = phase_of(b, new), bool(_own(b, old)) and old.scoring < 0
    if phase == Phase.CASTLE and new.given and not _counted(b, new):
        _give_again(b, old, new)
    if phase in _ORDERS or new.scoring >= 0:
        rounds = phase == Phase.WORKERS
        new.had = by_place(old.had, order_of_turns(b, old), order_of_turns(b, new), is_open, rounds=rounds)
    if not _FITS[phase](b, new):
        had = new.had
        _resume(b, old, new)
        new.had = had


def _give_again(b: CompiledRules, old: State, new: State) -> None:
    """Let each worker keep its batches wherever it now stands, as far as there are houses for them."""
    given: dict[int, list[int]] = {}
    for seat, n in zip(old.castle, old.given, strict=False):
        given.setdefault(seat, []).append(min(n, sum(new.houses[seat :: b.players])))
    new.given = [given[seat].pop(0) if given.get(seat) else 0 for seat in new.castle]


def _resume_here(b: CompiledRules, old: State, new: State) -> None:
    """Ask again about the parts of the building that were still to be asked."""
    new.cursor, was, now = old.cursor, here_offered(b, old), here_offered(b, new)
    open_then = [who for who, task in was.items() if task in old.todo]
    new.active = int(bool(now) and old.active)
    new.todo = [now[who] for who in open_then if who in now]
    if now and MAIN in open_then and BONUS not in was:
        new.todo = list(now.values())
    if not open_then and phase_of(b, new) == Phase.SPECIAL and any(kind == "inn" for kind, _, _ in old.todo):
        new.cursor, new.active = b.inn_spot + 1, 0
        new.todo = [("inn", new.inn, 0)] if new.inn != NOBODY else []
