"""The calls of the Magna Carta engine (see `engine.game.Referee`)."""

from typing import Any

from companion.engine.errors import Reason
from companion.engine.magna_carta import course, positions
from companion.engine.magna_carta.board import KINDS_OF_CHOICE, Board
from companion.engine.magna_carta.consistency import problems
from companion.engine.magna_carta.refusals import why_not
from companion.engine.magna_carta.state import State, start
from companion.engine.magna_carta.views import seen_event, view
from companion.engine.magna_carta.worth import worth
from companion.rules import Rules


class MagnaCartaReferee:
    """Magna Carta at one table. The players in `untracked` do not show us their cards."""

    def __init__(self, rules: Rules, seats: tuple[str, ...], untracked: tuple[str, ...] = ()) -> None:
        self.rules, self.seats, self.untracked = rules, seats, untracked
        self.board = Board(rules, seats, untracked)

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
        """The card that the open choice is about, or the player who draws."""
        kind, _, arg = state.todo[-1]
        if KINDS_OF_CHOICE[kind]:
            return self.board.workings[arg].of
        return self.seats[arg] if kind == "card" else ""

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
        return problems(self.board, state)

    def drawn_at_start(self) -> list[str]:
        """Nothing that a header would hold: cards are drawn all through the game."""
        return []

    def worth(self, state: State, seat: int) -> float:
        """Points, and what the rest may yet become."""
        return worth(self.board, state, seat)

    def scores(self, state: State) -> list[int]:
        """Each seat's points, known at the end."""
        return state.prestige

    def view(self, state: State, seat: int | None) -> State:
        """The state as a seat sees it."""
        return view(self.board, state, seat)

    def seen_event(self, event: tuple[Any, ...], seat: int | None) -> tuple[Any, ...]:
        """An event as a seat sees it."""
        return seen_event(event, seat)
