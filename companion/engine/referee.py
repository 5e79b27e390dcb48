"""What is the same in both games' referees: they hand the calls on to the parts of their engine."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.engine import course
from companion.engine.errors import Reason
from companion.engine.state import PlainState
from companion.rules import Rules, UnknownName


@dataclass(frozen=True)
class Parts:
    """The parts of one game's engine."""

    state: type[PlainState]
    start: Callable[[Any], Any]
    steps: Callable[[Any], list[course.Step]]
    choices: course.Choices
    why_not: Callable[[Any, Any, list[str], str], Reason | None]
    read: Callable[[Any, str], Any]
    write: Callable[[Any, Any], str]
    problems: Callable[[Any, Any], list[Reason]]
    worth: Callable[[Any, Any, int], float]
    look: Callable[[Any, Any, int | None], Any]


@dataclass(frozen=True)
class Hands:
    """How hands that others may not see show themselves in a game's choices."""

    draw: str
    """The kind of choice that a player's draw is."""
    from_hand: tuple[str, ...]
    """The verbs whose actions name a card of the hand."""
    in_the_open: tuple[str, ...]
    """The verbs about which an answer tells nothing of the hand."""
    seen_event: Callable[[tuple[Any, ...]], tuple[Any, ...]]
    """An event as those see it who may not know the hand."""


class BaseReferee:
    """One table of one game (see `engine.game.Referee` for what each call is for)."""

    parts: ClassVar[Parts]
    hands: ClassVar[Hands | None] = None
    """None where everything lies open."""
    labelled: ClassVar[frozenset[str]]
    """The kinds of choice whose argument is a working."""

    def __init__(self, rules: Rules, seats: tuple[str, ...], board: Any, untracked: tuple[str, ...] = ()) -> None:
        self.rules, self.seats, self.untracked, self.board = rules, seats, untracked, board
        self._steps = self.parts.steps(board)

    @property
    def secret_actions(self) -> frozenset[str]:
        """The actions that name a card which only its holder may know."""
        return frozenset()

    def start(self) -> Any:
        """The table before chance has spoken."""
        return self.parts.start(self.board)

    def settle(self, state: Any) -> list[str]:
        """Carry on to the next real choice."""
        return course.settle(self.board, state, self._steps, self.parts.choices)

    def choose(self, state: Any, text: str) -> None:
        """Carry out an option."""
        course.choose(self.board, state, text, self.parts.choices)

    def why_not(self, state: Any, options: list[str], text: str) -> Reason | None:
        """The reason against an action."""
        return self.parts.why_not(self.board, state, options, text)

    def about(self, state: Any) -> str:
        """The building, card or favor line that the open choice is about."""
        kind, _, arg = state.todo[-1]
        return str(self.board.workings[arg].of) if kind in self.labelled else ""

    def read(self, data: dict[str, Any]) -> Any:
        """A state from plain data."""
        return self.parts.state.from_json(data)

    def read_position(self, text: str) -> Any:
        """A state from the text of a position."""
        return self.parts.read(self.board, text)

    def write_position(self, state: Any) -> str:
        """A state as text."""
        return self.parts.write(self.board, state)

    def problems(self, state: Any) -> list[Reason]:
        """What cannot be on a table."""
        return self.parts.problems(self.board, state)

    def worth(self, state: Any, seat: int) -> float:
        """Points, and what the rest may yet become."""
        return self.parts.worth(self.board, state, seat)

    def look(self, state: Any, seat: str | None = None) -> dict[str, Any]:
        """The table as plain named data, as far as a seat may see it."""
        if seat is not None and seat not in self.seats:
            raise UnknownName("colour", seat, list(self.seats))
        seen: dict[str, Any] = self.parts.look(self.board, state, None if seat is None else self.seats.index(seat))
        return seen

    def scores(self, state: Any) -> list[int]:
        """Each seat's points."""
        return list(state.prestige)
