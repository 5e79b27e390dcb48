"""What the phases of all games have in common, and whose turn it is, told by who has had theirs.

Each game defines its own phases; `engine.referee` runs them. A state remembers players, never a place in an order. If
somebody corrects the order of play, of passing or of the castle, nobody is asked or scored twice or left out.

>>> from types import SimpleNamespace
>>> s = SimpleNamespace(had=[])
>>> [next_turn(s, order) for order in ([2, 0, 1], [0, 2, 1], [1, 2, 0], [1, 2, 0])]
[2, 0, 1, -1]
>>> s = SimpleNamespace(had=[])
>>> [next_in_rounds(s, [0, 1, 2], out) for out in ([], [], [1], [1], [1])], s.had
([0, 1, 2, 0, 2], [0, 1, 2])
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from companion.engine.action import Action
from companion.engine.board import NOBODY, AnyCompiledRules
from companion.engine.errors import Reason
from companion.engine.holdings import Scored, earn, receive
from companion.engine.state import PlainState, Task
from companion.rules.vocabulary import Phase

B = TypeVar("B")
S = TypeVar("S", bound=PlainState)

SETUP, FIRST, OVER = 0, 1, -1
"""Phase 0 is the set-up, the phases of a turn count from 1 in the order of the data, and -1 is the end of the game."""

MOST_TURNS = 99
"""More turns than any game takes."""

OptionsOf = Callable[[B, S, int, int], list[Action]]
"""Returns the options. Arguments: board, state, seat, argument of the choice."""

Play = Callable[[B, S, int, int, Action], None]
"""Carries out an option. Arguments: board, state, seat, argument of the choice, action."""

Choices = Mapping[str, tuple[OptionsOf[B, S], Play[B, S]]]

Step = Callable[[B, S], None]
"""Does the next thing in a phase: puts a choice on `todo`, carries something out, or closes the phase."""


def phase_of(b: AnyCompiledRules, s: PlainState) -> Phase | None:
    """Return the phase of a turn; None in the set-up and at the end."""
    return b.phases[s.phase - 1] if s.phase > SETUP else None


def turn_faults(s: PlainState) -> Iterator[Reason]:
    """The turn must be 0 in the set-up, and only then."""
    if s.turn if s.phase == SETUP else not 1 <= s.turn <= MOST_TURNS:
        yield Reason("turn", {"most": MOST_TURNS})


def begin_phase(s: PlainState, phase: int, names: Sequence[Phase]) -> None:
    """Begin a phase; `names` are the phases of a turn."""
    s.phase, s.cursor, s.active, s.had = phase, 0, 0, []
    if s.log is not None:
        s.log.append(("phase", s.turn, names[phase - 1].value))


def begin_turn(s: PlainState, order: Sequence[int], names: Sequence[Phase]) -> None:
    """Begin the next turn, in this order of play."""
    s.turn += 1
    if s.log is not None:
        s.log.append(("turn", s.turn, tuple(order)))
    begin_phase(s, FIRST, names)


def go_to_bridge(s: PlainState, seat: int, first_pass: int) -> None:
    """Let a player pass; the first to pass receives money."""
    s.bridge.append(seat)
    if s.log is not None:
        s.log.append(("passed", seat, len(s.bridge)))
    if len(s.bridge) == 1:
        receive(s, seat, first_pass, "first_pass")


def ask_in_passing_order(s: PlainState, kind: str) -> bool:
    """Ask the next player in passing order. Returns whether there was one."""
    if (seat := next_turn(s, s.bridge)) != NOBODY:
        s.todo.append((kind, seat, 0))
    return seat != NOBODY


def asked_in_turn(kind: str, own: Callable[[S], list[Task]]) -> Callable[[B, S], bool]:
    """Whether each player has been asked this at most once, and only the last of them may still be.

    `own` returns the open choices of the course of the phase.
    """

    def fits(_: B, s: S) -> bool:
        tasks = [(kind, s.had[-1], 0)] if s.had else []
        return s.cursor == s.active == 0 and len(set(s.had)) == len(s.had) and own(s) in ([], tasks)

    return fits


def end(s: PlainState, scored: Iterable[Iterable[Scored]]) -> None:
    """Score what counts at the end, for one seat after the other, and end the game."""
    for seat, points in enumerate(scored):
        for n, source, of in points:
            earn(s, seat, n, source, of)
    s.phase, s.cursor, s.active, s.had, s.todo = OVER, 0, 0, [], []
    if s.log is not None:
        s.log.append(("ended",))


class TakesTurns(Protocol):
    """The part of a state that says who has had their turn."""

    had: list[int]
    """The seats that have had their turn in this phase, or in this round of it, in order; the last may be having it."""


def next_turn(s: TakesTurns, order: Sequence[int]) -> int:
    """Give the next player in this order their turn; `NOBODY` if all have had it. Who stands there twice has two."""
    had = s.had
    place = len(had)
    if had != order[:place]:  # somebody has corrected the order
        place = _first_to_have(had, order)
    if place == len(order):
        return NOBODY
    had.append(order[place])
    return order[place]


def next_in_rounds(s: TakesTurns, order: Sequence[int], out: Sequence[int]) -> int:
    """Give the next player who is not out their turn; when all have had one, a new round begins.

    Whoever is out is passed over and has had this round too. Somebody must not be out.
    """
    had, turns = s.had, order
    place = len(had)
    if had != order[:place]:  # somebody has corrected the order
        turns = [*had, *(seat for seat in order if seat not in had)]
    while True:
        while place < len(turns):
            seat = turns[place]
            had.append(seat)
            if seat not in out:
                return seat
            place += 1
        s.had = had = []
        turns, place = order, 0


def _first_to_have(had: Sequence[int], order: Sequence[int]) -> int:
    """Return the first place in an order whose turn nobody has had."""
    places = enumerate(order)
    return next((at for at, seat in places if had.count(seat) <= order[:at].count(seat)), len(order))


def place_of(order: Sequence[int], had: Sequence[int]) -> int:
    """Return where in the order whoever is having their turn stands; for their second turn, their second place."""
    seat = had[-1]
    at = -1
    for _ in range(had.count(seat)):
        at = order.index(seat, at + 1)
    return at


def by_place(had: Sequence[int], was: Sequence[int], now: Sequence[int], is_open: bool, *, rounds: bool) -> list[int]:
    """Return who has had their turn by the rule of old logs: whoever stands in the places of those who had it.

    An order that `was` is `now` another. Whoever is being `asked` keeps their turn if they stand where they stood, or
    if there are rounds; otherwise the first who has not had one is asked.

    >>> by_place([2, 0], [2, 0, 1], [2, 1, 0], False, rounds=False)
    [2, 1]
    >>> [by_place([2, 0], [2, 0, 1], [1, 2, 0], True, rounds=rounds) for rounds in (False, True)]
    [[], [1, 2]]
    """
    done = len(had) - is_open
    if len(had) <= len(now) and (not is_open or now[done] == had[-1]):
        return list(now[: len(had)])
    if rounds:
        return list(now[: now.index(had[-1])]) if had[-1] in now else []
    return list(now[: next((at for at, seat in enumerate(now) if seat not in was[:done]), len(now))])
