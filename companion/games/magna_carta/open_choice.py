"""The open choice of a position: where in a round it is possible, and whose it is after a correction.

See `caylus.open_choice`. What happens to cards of a hand, in the set-up and during an action, is on `todo` above the
choice of the phase, or alone.
"""

from collections.abc import Callable, Iterator

from companion.engine.board import NO_WORKING, NOBODY
from companion.engine.errors import Reason
from companion.engine.phases import OVER, asked_in_turn, by_place, phase_of
from companion.engine.state import OWNER, WORKER, Task, still_served, well_served
from companion.games.magna_carta.choices import CHOICES
from companion.games.magna_carta.compiled import CompiledRules
from companion.games.magna_carta.phases import round_the_table
from companion.games.magna_carta.state import State
from companion.rules.vocabulary import Phase

# what can be open when


def _set_up(b: CompiledRules, s: State) -> bool:
    """Neutral cards, then one hand after another, then the start player."""
    if not (0 <= s.cursor <= b.players and s.active in (0, 1)):
        return False
    own = _own(s)
    if len(s.road) < b.neutral_draws:
        return s.cursor == s.active == 0 and own in ([], [("draw", NOBODY, len(s.road))])
    if not own:
        return True
    if own[0][0] == "mulligan":
        return own == [("mulligan", s.cursor - 1, 0)] and s.cursor > 0
    return own == [("start", NOBODY, 0)] and s.starter == NOBODY


def _nothing(b: CompiledRules, s: State) -> bool:
    return not _own(s) and not s.had and s.cursor == s.active == 0


def _actions(b: CompiledRules, s: State) -> bool:
    if s.cursor or s.active or len(set(s.had)) != len(s.had):
        return False
    tasks = [("action", seat, 0) for seat in s.had[-1:] if seat not in s.bridge]
    return _own(s) in ([], tasks)


def _own(s: State) -> list[Task]:
    """Return the open choices of the current point, without those above it."""
    return [task for task in s.todo if CHOICES[task[0]].of_course]


def _here(b: CompiledRules, s: State) -> Task | None:
    """Return what the card at the cursor offers to the player being asked."""
    if s.cursor >= len(s.road) or s.worker[s.cursor] == NOBODY or s.active not in (WORKER, OWNER):
        return None
    card, seat = s.road[s.cursor], s.worker[s.cursor]
    owner = b.owner_of[card]
    if s.active == OWNER and owner in (NOBODY, seat):
        return None
    who, benefit = (seat, b.worker_working[card]) if s.active == WORKER else (owner, b.owner_working[card])
    return (b.benefits[benefit].kind, who, benefit) if benefit != NO_WORKING else None


def _buildings(b: CompiledRules, s: State) -> bool:
    if s.had or not (0 <= s.cursor <= len(s.road) and s.active in (0, WORKER, OWNER)):
        return False
    return _own(s) in ([], [_here(b, s)])


_FITS: dict[Phase | None, Callable[[CompiledRules, State], bool]] = {
    None: _set_up,
    Phase.INCOME: _nothing,
    Phase.ACTIONS: _actions,
    Phase.PROVOST: asked_in_turn("bribe", _own),
    Phase.BUILDINGS: _buildings,
    Phase.CASTLE: asked_in_turn("batch", _own),
    Phase.END_OF_ROUND: _nothing,
}


def fits(b: CompiledRules, s: State) -> bool:
    if s.phase == OVER:
        return not s.todo
    phase = phase_of(b, s)
    here = phase == Phase.BUILDINGS and well_served(s.served, s.worker)
    return _cards_are_there(s) and _FITS[phase](b, s) and (here or not s.served)


def _cards_are_there(s: State) -> bool:
    """Whether nobody is to reveal more cards than their unseen hand has."""
    shown = [seat for kind, seat, _ in s.todo if kind == "reveal"]
    return all(shown.count(seat) <= s.unknown[seat] for seat in shown)


def problems(b: CompiledRules, s: State) -> Iterator[Reason]:
    """Report a step or an open choice that the phase does not have."""
    if not fits(b, s):
        yield CHOICES.misplaced(b, s)


# filling in what was not said


def fill(b: CompiledRules, s: State, *, stepped: bool, turns: bool) -> None:
    """Derive how far the phase has come if only the open choice tells."""
    if not turns and (stepped or not _own(s)):
        turns_from_places(b, s)
    if not s.todo or stepped or turns:
        return
    kind, seat, _ = s.todo[-1]
    order = order_of_turns(b, s)
    if seat in order:
        s.had = order[: order.index(seat) + 1]
    elif CHOICES[kind].of_working:
        s.cursor, s.active = next(
            ((at, who) for at in range(len(s.road)) for who in (WORKER, OWNER) if _offers(b, s, at, who)), (0, 0)
        )


def turns_from_places(b: CompiledRules, s: State) -> None:
    """Name who has had their turn. Older texts and states have a place in an order instead."""
    phase = phase_of(b, s)
    if s.phase == OVER:
        s.had, s.cursor, s.active = [], 0, 0
    elif phase in _IN_ORDER:
        order, rounds = order_of_turns(b, s), phase == Phase.ACTIONS
        if s.cursor <= len(order) - rounds:
            last = rounds and s.todo and not s.cursor  # in a round, after the last place comes the first
            s.had, s.cursor = order[:] if last else order[: s.cursor], 0


def order_of_turns(b: CompiledRules, s: State) -> list[int]:
    """Return the order in which people take their turns in this phase; empty if they do not."""
    if phase_of(b, s) == Phase.ACTIONS:
        return round_the_table(b, s)
    return s.bridge if phase_of(b, s) in _IN_ORDER else []


_IN_ORDER = (Phase.ACTIONS, Phase.PROVOST, Phase.CASTLE)


def _offers(b: CompiledRules, s: State, cursor: int, active: int) -> bool:
    s.cursor, s.active = cursor, active
    return _here(b, s) == s.todo[-1]


# after a correction


def resume(b: CompiledRules, old: State, new: State) -> None:
    """Keep the open choice if what it depends on is still there; otherwise ask whoever is to be asked now.

    If an order of turns has been corrected, that is the first in the new order who has not had their turn; whoever was
    being asked has not. A card that the provost no longer reaches is shut.
    """
    phase = phase_of(b, new)
    new.served = still_served(new.served, old.worker, new.worker)
    if new.phase == OVER:
        new.todo = []
    elif order_of_turns(b, new) != order_of_turns(b, old) or not fits(b, new):
        _resume(b, old, new)
    elif phase == Phase.BUILDINGS and b.provost_in_play and new.cursor > new.provost:
        new.todo = _revealable(new)


def _resume(b: CompiledRules, old: State, new: State) -> None:
    phase, revealed, is_open = phase_of(b, new), _revealable(new), bool(_own(new))
    new.todo = []
    if phase in _IN_ORDER:
        new.cursor = new.active = 0
        new.had = new.had[: len(new.had) - is_open]
    elif phase == Phase.BUILDINGS:
        _resume_buildings(b, old, new)
    else:
        # The phase begins again; the set-up, with the hand that was being dealt.
        new.cursor = new.cursor if phase is None else 0
        new.active, new.had = 0, []
    new.todo += revealed if phase is not None else []


def resume_by_place(b: CompiledRules, old: State, new: State) -> None:
    """As `resume`, for entries of old logs: a turn belonged to a place in the order, whoever stood there."""
    phase = phase_of(b, new)
    if phase in _IN_ORDER:
        was, now, is_open = order_of_turns(b, old), order_of_turns(b, new), bool(_own(old))
        new.had = by_place(old.had, was, now, is_open, rounds=phase == Phase.ACTIONS)
    if not fits(b, new):
        had = new.had
        _resume(b, old, new)
        new.had = had


def _revealable(s: State) -> list[Task]:
    """Return what is open above the course of the phase, without more to reveal than an unseen hand has."""
    left, tasks = list(s.unknown), []
    for kind, seat, arg in s.todo:
        if kind == "reveal":
            left[seat] -= 1
        if not CHOICES[kind].of_course and (kind != "reveal" or left[seat] >= 0):
            tasks.append((kind, seat, arg))
    return tasks


def _resume_buildings(b: CompiledRules, old: State, new: State) -> None:
    """Ask again about the card, for the player who had not been asked yet."""
    new.cursor = min(old.cursor, len(new.road))
    new.active = old.active if new.cursor < len(new.road) and new.worker[new.cursor] != NOBODY else 0
    task = _here(b, new)
    new.todo = [task] if task and _own(old) else []
