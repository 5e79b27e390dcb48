"""Runs steps and forced choices until somebody has a real choice. Each game defines its own phases."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from companion.engine.action import Action
from companion.engine.errors import BadState, Reason
from companion.engine.holdings import receive
from companion.engine.state import PlainState
from companion.rules.vocabulary import Phase

B = TypeVar("B")
S = TypeVar("S", bound=PlainState)

SETUP, FIRST, OVER = 0, 1, -1
"""Phase 0 is the set-up; the phases of a turn follow from 1 in the order of the data; -1 is the end of the game."""

MOST_STEPS = 10_000
"""So many steps without a choice no game takes: a whole game that nobody decides anything in takes fewer."""

MOST_TURNS = 99
"""More turns than any game takes."""

OptionsOf = Callable[[B, S, int, int], list[Action]]
"""What can be chosen: board, state, seat, argument."""

Play = Callable[[B, S, int, int, Action], None]
"""What a choice does: board, state, seat, argument, action."""

Choices = Mapping[str, tuple[OptionsOf[B, S], Play[B, S]]]

Step = Callable[[B, S], None]
"""The next thing of a phase: it puts a choice on `todo`, carries something out, or closes the phase."""


def turn_faults(s: PlainState) -> Iterator[Reason]:
    """The set-up is turn 0, and nothing else is."""
    if s.turn if s.phase == SETUP else not 1 <= s.turn <= MOST_TURNS:
        yield Reason("turn", {"most": MOST_TURNS})


def settle(b: B, s: S, steps: Sequence[Step[B, S]], choices: Choices[B, S]) -> list[Action]:
    """Run until there is a choice of two or more, or the game is over.

    `steps` are those of the set-up and of each phase. Gives the options of the choice, in order; the choice itself is
    the last entry of `todo`. Raises `BadState` where no choice ever comes.
    """
    for _ in range(MOST_STEPS):
        if not s.todo:
            if s.phase == OVER:
                return []
            steps[s.phase](b, s)
            continue
        kind, seat, arg = s.todo[-1]
        options_of, play = choices[kind]
        options = options_of(b, s, seat, arg)
        if len(options) > 1:
            return options
        s.todo.pop()
        play(b, s, seat, arg, options[0])
    raise BadState("endless")


def choose(b: B, s: S, action: Action, choices: Choices[B, S]) -> None:
    """Carry out one of the options of the open choice."""
    kind, seat, arg = s.todo.pop()
    choices[kind][1](b, s, seat, arg, action)


def begin_phase(s: PlainState, phase: int, names: Sequence[Phase]) -> None:
    """A phase from its start; `names` are those of a turn."""
    s.phase, s.cursor, s.active = phase, 0, 0
    if s.log is not None:
        s.log.append(("phase", s.turn, names[phase - 1].value))


def begin_turn(s: PlainState, order: Sequence[int], names: Sequence[Phase]) -> None:
    """The next turn, which is played in this order."""
    s.turn += 1
    if s.log is not None:
        s.log.append(("turn", s.turn, tuple(order)))
    begin_phase(s, FIRST, names)


def go_to_bridge(s: PlainState, seat: int, first_pass: int) -> None:
    """A player passes; the first one receives something for it."""
    s.bridge.append(seat)
    if s.log is not None:
        s.log.append(("passed", seat, len(s.bridge)))
    if len(s.bridge) == 1:
        receive(s, seat, first_pass, "first_pass")


def ask_in_passing_order(s: PlainState, kind: str) -> bool:
    """Ask the next player in the order of passing; whether there was one."""
    if s.cursor == len(s.bridge):
        return False
    s.todo.append((kind, s.bridge[s.cursor], 0))
    s.cursor += 1
    return True
