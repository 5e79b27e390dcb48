"""What the phases of all games have in common. Each game defines its own; `engine.referee` runs them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from companion.engine.action import Action
from companion.engine.board import NOBODY, AnyCompiledRules
from companion.engine.errors import Reason
from companion.engine.holdings import Scored, earn, receive
from companion.engine.state import PlainState, Task
from companion.engine.turns import next_turn
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
