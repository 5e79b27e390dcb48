"""The open choice of a position: where in a turn it is possible, and whose it is after a correction.

`todo` holds the choices of the point that the phase has reached, and above them the royal favors gained there.
"""

from collections.abc import Callable, Iterator

from companion.engine.board import NO_WORKING, NOBODY
from companion.engine.errors import Reason
from companion.engine.phases import OVER, SETUP
from companion.engine.position import next_in_turn
from companion.engine.state import Task
from companion.games.caylus.choices import CHOICES, open_section
from companion.games.caylus.compiled import EMPTY, CompiledRules
from companion.games.caylus.phases import EXEMPT
from companion.games.caylus.state import State, batches
from companion.rules.vocabulary import BonusTo, Phase

MAIN, BONUS = "main", "bonus"

# what can be open when


def _phase(b: CompiledRules, s: State) -> Phase | None:
    return b.phases[s.phase - 1] if s.phase > SETUP else None


def _here(b: CompiledRules, s: State) -> dict[str, Task]:
    """Return what the building at the cursor offers to its worker, and perhaps to its owner, in the order of `todo`."""
    first = b.specials if _phase(b, s) == Phase.BUILDINGS else 0
    spot, last = s.cursor + first, b.spots if first else b.specials
    if not 0 <= spot < last or s.worker[spot] == NOBODY:
        return {}
    tile, seat, owner = s.road[spot], s.worker[spot], s.owner[spot]
    found: dict[str, Task] = {}
    working = b.bonus_working[tile]
    if owner not in (NOBODY, seat) and working != NO_WORKING:
        to = owner if b.data.production_bonus.to == BonusTo.OWNER else seat
        found[BONUS] = (b.workings[working].kind, to, working)
    working = b.tile_working[tile]
    if working != NO_WORKING:
        kind = b.workings[working].kind
        found[MAIN] = (kind, seat, spot if kind == "gate" else working)
    return found


def _gained(b: CompiledRules, task: Task) -> bool:
    """Whether this is a royal favor, or the effect of one."""
    return task[0] == "favor" or (CHOICES[task[0]].of_working and b.workings[task[2]].source == "favor")


def _own(b: CompiledRules, s: State) -> list[Task]:
    """Return the open choices of the current point, without the favors."""
    return [task for task in s.todo if not _gained(b, task)]


def _income(b: CompiledRules, s: State) -> bool:
    return not s.todo and s.cursor == s.active == 0


def _set_up(b: CompiledRules, s: State) -> bool:
    spot = next((b.spot(space) for space in b.data.road.neutral if s.road[b.spot(space)] == EMPTY), NOBODY)
    fits = ("draw", NOBODY, spot) if spot >= 0 else ("next", NOBODY, 0) if len(s.order) < b.players else None
    return s.cursor == s.active == 0 and s.todo in ([], [fits])


def _workers(b: CompiledRules, s: State) -> bool:
    if s.active or not 0 <= s.cursor < len(s.order):
        return False
    seat = s.order[s.cursor - 1]
    return s.todo in ([], [("worker", seat, 0)] if seat not in s.bridge else [])


def _special(b: CompiledRules, s: State) -> bool:
    own = _own(b, s)
    if own and own[0][0] == "inn":
        return own == [("inn", s.inn, 0)] and s.inn != NOBODY and (s.cursor, s.active) == (b.inn_spot + 1, 0)
    return 0 <= s.cursor <= b.specials and _fits_here(b, s, own)


def _provost(b: CompiledRules, s: State) -> bool:
    if s.active or not 0 <= s.cursor <= len(s.bridge):
        return False
    return s.todo in ([], [("bribe", s.bridge[s.cursor - 1], 0)] if s.cursor else [])


def _buildings(b: CompiledRules, s: State) -> bool:
    return 0 <= s.cursor < b.data.road.spaces and _fits_here(b, s, _own(b, s))


def _fits_here(b: CompiledRules, s: State, own: list[Task]) -> bool:
    """Whether these are some of the building's offers, in order, and none before it is activated."""
    offered = list(_here(b, s).values())
    return s.active in (0, 1) and own == [task for task in offered if task in own] and (s.active == 1 or not own)


def _castle(b: CompiledRules, s: State) -> bool:
    own = _own(b, s)
    if not s.castle:
        # The workers have gone home; the favor for the most batches may still be used.
        return not own and not s.given and s.active == 0 and 0 <= s.cursor <= b.castle_places
    begun = s.cursor or s.active or own or s.given
    if not 0 <= s.cursor <= len(s.castle) or s.active not in (0, 1, EXEMPT) or (begun and not _counted(b, s)):
        return False
    asked = s.castle[s.cursor] if s.cursor < len(s.castle) else NOBODY
    return own == [] or (own == [("batch", asked, s.cursor)] and s.active > 0)


def _counted(b: CompiledRules, s: State) -> bool:
    """Whether every worker has a number of batches, and the castle has a house for each batch."""
    built = all(batches(s, seat) <= sum(s.houses[seat :: b.players]) for seat in s.castle)
    return built and len(s.given) == len(s.castle)


def _end_of_turn(b: CompiledRules, s: State) -> bool:
    return not _own(b, s) and s.cursor in (0, 1) and 0 <= s.active <= b.players and (s.scoring < 0 or s.cursor == 1)


_FITS: dict[Phase | None, Callable[[CompiledRules, State], bool]] = {
    None: _set_up,
    Phase.INCOME: _income,
    Phase.WORKERS: _workers,
    Phase.SPECIAL: _special,
    Phase.PROVOST: _provost,
    Phase.BUILDINGS: _buildings,
    Phase.CASTLE: _castle,
    Phase.END_OF_TURN: _end_of_turn,
}


def problems(b: CompiledRules, s: State) -> Iterator[Reason]:
    """Report a step or an open choice that the phase does not have."""
    if s.todo if s.phase == OVER else not _FITS[_phase(b, s)](b, s):
        told = " ".join(CHOICES.written(b, s.todo))
        yield Reason("open_choice", {"choice": told}) if told else Reason("step", {"step": f"{s.cursor} {s.active}"})


# filling in what was not said


def fill(b: CompiledRules, s: State, *, stepped: bool) -> None:
    """Derive how far the phase has come if only the open choice tells; players who gave no batch yet have zero."""
    phase, own = _phase(b, s), _own(b, s)
    if phase == Phase.CASTLE and s.castle and not s.given and (s.cursor or s.active or own):
        s.given = [0] * len(s.castle)
    if own and own[-1][0] == "batch" and s.cursor < len(s.castle) and s.castle[s.cursor] == own[-1][1]:
        # A player may be there twice, by way of the gate.
        s.todo[s.todo.index(own[-1])] = ("batch", own[-1][1], s.cursor)
    if own and not stepped:
        _step_to(b, s, phase, own)


def _step_to(b: CompiledRules, s: State, phase: Phase | None, own: list[Task]) -> None:
    kind, seat, _ = own[-1]
    if phase == Phase.WORKERS and seat in s.order:
        s.cursor = (s.order.index(seat) + 1) % b.players
    elif phase == Phase.PROVOST and seat in s.bridge:
        s.cursor = s.bridge.index(seat) + 1
    elif phase == Phase.CASTLE and seat in s.castle:
        s.cursor, s.active = s.castle.index(seat), _turn_in_castle(b, s)
    elif kind == "inn":
        s.cursor = b.inn_spot + 1
    elif phase in (Phase.SPECIAL, Phase.BUILDINGS):
        s.active = 1
        places = range(b.specials if phase == Phase.SPECIAL else b.data.road.spaces)
        s.cursor = next((at for at in places if _offers(b, s, at, own)), 0)


def _offers(b: CompiledRules, s: State, cursor: int, own: list[Task]) -> bool:
    s.cursor = cursor
    return all(task in _here(b, s).values() for task in own)


def _turn_in_castle(b: CompiledRules, s: State) -> int:
    return EXEMPT if open_section(b, s) < 0 and b.data.castle.refusal_exempt_when_full else 1


# after a correction


def resume(b: CompiledRules, old: State, new: State) -> None:
    """Keep the open choice if what it depends on is still there; otherwise ask the player whose turn it now is."""
    if new.phase == OVER:
        new.todo = []
    elif not _FITS[_phase(b, new)](b, new):
        gained = [task for task in new.todo if _gained(b, task)]
        new.todo = []
        _RESUME.get(_phase(b, new), _anew)(b, old, new)
        new.todo += gained


def _anew(b: CompiledRules, old: State, new: State) -> None:
    new.cursor = new.active = 0
    new.scoring = NOBODY


def _resume_workers(b: CompiledRules, old: State, new: State) -> None:
    seat = old.order[old.cursor - 1] if old.todo and old.order else NOBODY
    new.active, new.cursor = 0, next_in_turn(seat, new.order)
    if seat in new.order and seat not in new.bridge and old.todo:
        new.todo = [("worker", seat, 0)]


def _resume_here(b: CompiledRules, old: State, new: State) -> None:
    """Ask again about the parts of the building that were still to be asked."""
    new.cursor, was, now = old.cursor, _here(b, old), _here(b, new)
    open_then = [who for who, task in was.items() if task in old.todo]
    new.active = int(bool(now) and old.active)
    new.todo = [now[who] for who in open_then if who in now]
    if now and MAIN in open_then and BONUS not in was:
        new.todo = list(now.values())
    if not open_then and _phase(b, new) == Phase.SPECIAL and any(kind == "inn" for kind, _, _ in old.todo):
        new.cursor, new.active = b.inn_spot + 1, 0
        new.todo = [("inn", new.inn, 0)] if new.inn != NOBODY else []


def _resume_provost(b: CompiledRules, old: State, new: State) -> None:
    asked = bool(old.todo)
    done = old.bridge[: old.cursor - asked]
    new.active = 0
    new.cursor = next((at for at, seat in enumerate(new.bridge) if seat not in done), len(new.bridge))


def _resume_castle(b: CompiledRules, old: State, new: State) -> None:
    """Keep the batches for which there are houses, and ask the first player who has not had their turn."""
    given = {seat: min(n, sum(new.houses[seat :: b.players])) for seat, n in zip(old.castle, old.given, strict=False)}
    done = old.castle[: old.cursor]
    new.cursor = next((at for at, seat in enumerate(new.castle) if seat not in done), len(new.castle))
    new.given, new.active = [given.get(seat, 0) for seat in new.castle], 0
    if new.cursor < len(new.castle) and (new.cursor or any(new.given)):
        new.active = _turn_in_castle(b, new)
        new.todo = [("batch", new.castle[new.cursor], new.cursor)]


_RESUME: dict[Phase | None, Callable[[CompiledRules, State, State], None]] = {
    Phase.WORKERS: _resume_workers,
    Phase.SPECIAL: _resume_here,
    Phase.PROVOST: _resume_provost,
    Phase.BUILDINGS: _resume_here,
    Phase.CASTLE: _resume_castle,
}
