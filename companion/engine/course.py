"""How a game runs on: steps and forced choices until somebody has a real choice. The phases are each game's own."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.engine.errors import BadState
from companion.engine.holdings import receive

SETUP, FIRST, OVER = 0, 1, -1
"""Phase 0 is the set-up; the phases of a turn follow from 1 in the order of the data; -1 is the end of the game."""

MOST_STEPS = 10_000
"""So many steps without a choice no game takes: a whole game that nobody decides anything in takes fewer."""

Options = Callable[[Any, Any, int, int], list[str]]
"""What can be chosen: board, state, seat, argument."""

Play = Callable[[Any, Any, int, int, str], None]
"""What a choice does: board, state, seat, argument, action."""

Choices = Mapping[str, tuple[Options, Play]]

Step = Callable[[Any, Any], None]
"""The next thing of a phase: it puts a choice on `todo`, carries something out, or closes the phase."""


def settle(b: Any, s: Any, steps: Sequence[Step], choices: Choices) -> list[str]:
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


def choose(b: Any, s: Any, text: str, choices: Choices) -> None:
    """Carry out one of the options of the open choice."""
    kind, seat, arg = s.todo.pop()
    choices[kind][1](b, s, seat, arg, text)


def go_to_bridge(s: Any, seat: int, first_pass: int) -> None:
    """A player passes; the first one receives something for it."""
    s.bridge.append(seat)
    if s.log is not None:
        s.log.append(("passed", seat, len(s.bridge)))
    if len(s.bridge) == 1:
        receive(s, seat, first_pass, "first_pass")


def ask_in_passing_order(s: Any, kind: str) -> bool:
    """Ask the next player in the order of passing; whether there was one."""
    if s.cursor == len(s.bridge):
        return False
    s.todo.append((kind, s.bridge[s.cursor], 0))
    s.cursor += 1
    return True
