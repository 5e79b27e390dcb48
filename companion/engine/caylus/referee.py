"""The six calls of the Caylus engine (see `engine.game.Referee`)."""

from typing import Any

from companion.engine.caylus import course, positions
from companion.engine.caylus.board import Board
from companion.engine.caylus.consistency import impossible
from companion.engine.caylus.refusals import why_not
from companion.engine.caylus.state import State, start
from companion.engine.caylus.worth import worth
from companion.engine.errors import Reason
from companion.rules import Rules

_WORKING_KINDS = frozenset({"take", "trade", "build", "residence", "guild"})


class CaylusReferee:
    """Caylus at one table, where everything lies open."""

    untracked: tuple[str, ...] = ()

    def __init__(self, rules: Rules, seats: tuple[str, ...]) -> None:
        self.rules, self.seats = rules, seats
        self.board = Board(rules, seats)

    def start(self) -> State:
        """The table before chance has spoken."""
        return start(self.board)

    def settle(self, state: State) -> list[str]:
        """Carry on to the next real choice."""
        return course.settle(self.board, state)

    def choose(self, state: State, text: str) -> None:
        """Carry out an option."""
        course.choose(self.board, state, text)

    def why_not(self, state: State, options: list[str], text: str) -> Reason | None:
        """The reason against an action."""
        return why_not(self.board, state, options, text)

    def about(self, state: State) -> str:
        """The building or the favor line that the open choice is about."""
        kind, _, arg = state.todo[-1]
        if kind in _WORKING_KINDS:
            return self.board.workings[arg].of
        return kind if kind in ("gate", "inn") else ""

    def read(self, data: dict[str, Any]) -> State:
        """A state from plain data."""
        return State.from_json(data)

    def read_position(self, text: str) -> State:
        """A state from the text of a position."""
        return positions.read(self.board, text)

    def write_position(self, state: State) -> str:
        """A state as text."""
        return positions.write(self.board, state)

    def problems(self, state: State) -> list[Reason]:
        """What cannot be on a table."""
        return impossible(self.board, state)

    def drawn_at_start(self) -> list[str]:
        """The neutral tiles."""
        return [self.board.tiles[tile] for tile in self.board.neutral]

    def worth(self, state: State, seat: int) -> float:
        """Points, and what the rest may yet become."""
        return worth(self.board, state, seat)

    def scores(self, state: State) -> list[int]:
        """Each seat's points."""
        return state.prestige
