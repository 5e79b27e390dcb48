"""The open choice of a position: where in a round it is possible, and whose it is after a correction.

See `caylus.open_choice`. Choices about drawing, revealing or discarding cards are on `todo` above the choice of the
phase, or alone.
"""

from collections.abc import Callable, Iterator

from companion.engine.board import NO_WORKING, NOBODY
from companion.engine.errors import Reason
from companion.engine.phases import OVER, SETUP
from companion.engine.state import Task
from companion.games.magna_carta.choices import CHOICES
from companion.games.magna_carta.compiled import CompiledRules
from companion.games.magna_carta.phases import OWNER, WORKER
from companion.games.magna_carta.state import State
from companion.rules.vocabulary import Phase

_CARDS = ("card", "refill", "reveal")
"""What happens to cards of a hand, in the set-up and during an action."""


# what can be open when


def _phase(b: CompiledRules, s: State) -> Phase | None:
    return b.phases[s.phase - 1] if s.phase > SETUP else None


def _set_up(b: CompiledRules, s: State) -> bool:
    """Neutral cards, then one hand after another, then the start player."""
    if not (0 <= s.cursor <= b.players and s.active in (0, 1)):
        return False
    own = [task for task in s.todo if task[0] not in _CARDS]
    if len(s.road) < b.neutral_draws:
        return s.cursor == s.active == 0 and s.todo in ([], [("draw", NOBODY, len(s.road))])
    if not own:
        return True
    if own[0][0] == "mulligan":
        return own == s.todo == [("mulligan", s.cursor - 1, 0)] and s.cursor > 0
    return own == s.todo == [("start", NOBODY, 0)] and s.starter == NOBODY


def _nothing(b: CompiledRules, s: State) -> bool:
    return not s.todo and s.cursor == s.active == 0


def _actions(b: CompiledRules, s: State) -> bool:
    if s.active or not 0 <= s.cursor < b.players:
        return False
    own = [task for task in s.todo if task[0] not in _CARDS]
    seat = (s.starter + s.cursor - 1) % b.players
    return not own or (s.todo == [("action", seat, 0)] and seat not in s.bridge)


def _in_passing_order(kind: str) -> Callable[[CompiledRules, State], bool]:
    def fits(b: CompiledRules, s: State) -> bool:
        if s.active or not 0 <= s.cursor <= len(s.bridge):
            return False
        return s.todo in ([], [(kind, s.bridge[s.cursor - 1], 0)] if s.cursor else [])

    return fits


def _here(b: CompiledRules, s: State) -> Task | None:
    """Return what the card at the cursor offers to the player being asked."""
    if s.cursor >= len(s.road) or s.worker[s.cursor] == NOBODY or s.active not in (WORKER, OWNER):
        return None
    card, seat = s.road[s.cursor], s.worker[s.cursor]
    owner = b.owner_of[card]
    if s.active == OWNER and owner in (NOBODY, seat):
        return None
    who, working = (seat, b.worker_working[card]) if s.active == WORKER else (owner, b.owner_working[card])
    return (b.workings[working].kind, who, working) if working != NO_WORKING else None


def _buildings(b: CompiledRules, s: State) -> bool:
    if not (0 <= s.cursor <= len(s.road) and s.active in (0, WORKER, OWNER)):
        return False
    return s.todo in ([], [_here(b, s)])


_FITS: dict[Phase | None, Callable[[CompiledRules, State], bool]] = {
    None: _set_up,
    Phase.INCOME: _nothing,
    Phase.ACTIONS: _actions,
    Phase.PROVOST: _in_passing_order("bribe"),
    Phase.BUILDINGS: _buildings,
    Phase.CASTLE: _in_passing_order("batch"),
    Phase.END_OF_ROUND: _nothing,
}


def _fits(b: CompiledRules, s: State) -> bool:
    return not s.todo if s.phase == OVER else _cards_are_there(s) and _FITS[_phase(b, s)](b, s)


def _cards_are_there(s: State) -> bool:
    """Whether nobody is to reveal more cards than their unseen hand has."""
    shown = [seat for kind, seat, _ in s.todo if kind == "reveal"]
    return all(shown.count(seat) <= s.unknown[seat] for seat in shown)


def problems(b: CompiledRules, s: State) -> Iterator[Reason]:
    """Report a step or an open choice that the phase does not have."""
    if not _fits(b, s):
        told = " ".join(CHOICES.written(b, s.todo))
        yield Reason("open_choice", {"choice": told}) if told else Reason("step", {"step": f"{s.cursor} {s.active}"})


# filling in what was not said


def fill(b: CompiledRules, s: State, *, stepped: bool) -> None:
    """Derive how far the phase has come if only the open choice tells."""
    if not s.todo or stepped:
        return
    kind, seat, _ = s.todo[-1]
    if kind == "action" and s.starter != NOBODY:
        s.cursor = (seat - s.starter + 1) % b.players
    elif kind in ("bribe", "batch") and seat in s.bridge:
        s.cursor = s.bridge.index(seat) + 1
    elif CHOICES[kind].of_working:
        s.cursor, s.active = next(
            ((at, who) for at in range(len(s.road)) for who in (WORKER, OWNER) if _offers(b, s, at, who)), (0, 0)
        )


def _offers(b: CompiledRules, s: State, cursor: int, active: int) -> bool:
    s.cursor, s.active = cursor, active
    return _here(b, s) == s.todo[-1]


# after a correction


def resume(b: CompiledRules, old: State, new: State) -> None:
    """Keep the open choice if what it depends on is still there; otherwise ask the player whose turn it now is."""
    if not _fits(b, new):
        new.todo = []
        if new.phase != OVER:
            _RESUME.get(_phase(b, new), _anew)(b, old, new)


def _anew(b: CompiledRules, old: State, new: State) -> None:
    """Begin the phase again; in the set-up, with the hand that was being dealt."""
    if new.phase != SETUP:
        new.cursor = 0
    new.active = 0


def _resume_actions(b: CompiledRules, old: State, new: State) -> None:
    seat = (old.starter + old.cursor - 1) % b.players
    new.active, new.cursor = 0, (seat - new.starter + 1) % b.players
    if seat not in new.bridge and any(task[0] == "action" for task in old.todo):
        new.todo = [("action", seat, 0)]


def _resume_in_order(b: CompiledRules, old: State, new: State) -> None:
    done = old.bridge[: old.cursor - bool(old.todo)]
    new.active = 0
    new.cursor = next((at for at, seat in enumerate(new.bridge) if seat not in done), len(new.bridge))


def _resume_buildings(b: CompiledRules, old: State, new: State) -> None:
    """Ask again about the card, for the player who had not been asked yet."""
    new.cursor = min(old.cursor, len(new.road))
    new.active = old.active if new.cursor < len(new.road) and new.worker[new.cursor] != NOBODY else 0
    task = _here(b, new)
    new.todo = [task] if task and old.todo else []


_RESUME: dict[Phase | None, Callable[[CompiledRules, State, State], None]] = {
    Phase.ACTIONS: _resume_actions,
    Phase.PROVOST: _resume_in_order,
    Phase.BUILDINGS: _resume_buildings,
    Phase.CASTLE: _resume_in_order,
}
