"""The referee: what the engine of each game offers, and the part that is the same for all.

Each game implements `GameReferee[State]` for its own state, and mypy checks it. Code that plays any game takes a
`Referee`, whose states are opaque: a state from a referee may only be given back to that referee.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Generic, Protocol, TypeAlias, TypeVar, cast

from companion.engine import phases
from companion.engine.action import Action, Verbs
from companion.engine.amounts import Payment
from companion.engine.errors import Reason
from companion.engine.events import Raw
from companion.engine.look import AnyLook
from companion.engine.position import Schema
from companion.engine.state import PlainState
from companion.rules import Rules, UnknownName
from companion.rules.game import GameRules
from companion.rules.vocabulary import Phase

S = TypeVar("S", bound=PlainState)


class GameReferee(Protocol[S]):
    """The interface of a game's engine, the same for all games."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' colors."""

    @property
    def rules(self) -> Rules:
        """The rules of this table."""

    @property
    def untracked(self) -> tuple[str, ...]:
        """The players whose hands the app does not know."""

    @property
    def verbs(self) -> Verbs:
        """The verbs of this game."""

    @property
    def hands(self) -> "Hands | None":
        """How hidden hands appear in this game; None if nothing is hidden."""

    @property
    def secret_actions(self) -> frozenset[str]:
        """The actions that name a card which only its holder may know."""

    def view(self, state: S, seat: int | None) -> S:
        """Return the state as a seat sees it; with None, without any hand."""
        ...

    def unseen(self, state: S, colours: Collection[str]) -> S:
        """Return the state as seen by those who do not know the hands of these players."""

    def shows_unseen(self, before: S, after: S, colours: Collection[str]) -> bool:
        """Whether the second state reveals where a card is that the first one leaves unseen in one of these hands."""

    @property
    def odd(self) -> frozenset[str]:
        """The codes of problems that no game leads to but that can be played on from."""

    @property
    def schema(self) -> Schema[S]:
        """The fields of this table's positions."""

    def start(self) -> S:
        """Return the state before any decision."""

    def settle(self, state: S) -> list[Action]:
        """Run to the next real choice and return its options, empty at the end."""

    def choose(self, state: S, action: Action) -> None:
        """Carry out an option."""

    def why_not(self, state: S, action: Action) -> Reason:
        """Return the reason against an action that is not an option."""

    def about(self, state: S) -> str:
        """Return what the open choice is about: a building, card or favor line, or empty."""

    def read(self, data: Mapping[str, object]) -> S:
        """Return a state from plain data."""

    def problems(self, state: S) -> list[Reason]:
        """Return what is impossible on a table."""

    def worth(self, state: S, seat: int) -> float:
        """Estimate how well a player stands, for players that look one choice ahead."""

    def look(self, state: S, seat: str | None = None) -> AnyLook:
        """Return the table as plain named data, as far as a seat may see it; with None, without any hand."""

    def scores(self, state: S) -> list[int]:
        """Return each seat's points at the end."""


Referee: TypeAlias = GameReferee[PlainState]
"""The referee of any game."""


class AnyWorking(Protocol):
    """Something that a building lets a worker do."""

    @property
    def of(self) -> str:
        """The building."""

    @property
    def kind(self) -> str:
        """The kind of choice it offers."""

    @property
    def source(self) -> str:
        """Whose it is: `effect` for the owner of the worker."""

    @property
    def payments(self) -> Mapping[Action, Payment]:
        """For `take` and `trade`: the action and what it moves."""


class AnyCompiledRules(Protocol):
    """The rules of one table, compiled for play."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' colors."""

    @property
    def data(self) -> GameRules:
        """The data of the game."""

    @property
    def phases(self) -> Sequence[Phase]:
        """The phases of a turn, in order."""

    @property
    def first_pass(self) -> int:
        """What the first player to pass receives."""

    @property
    def bribe_steps(self) -> int:
        """How many steps the provost can be moved for money."""

    @property
    def workings(self) -> Sequence[AnyWorking]:
        """Everything that buildings let workers do."""


B = TypeVar("B", bound=AnyCompiledRules)


@dataclass(frozen=True)
class Parts(Generic[B, S]):
    """The functions and tables that make up one game's engine."""

    state: type[S]
    verbs: Verbs
    start: Callable[[B], S]
    steps: Callable[[B], Sequence[phases.Step[B, S]]]
    choices: phases.Choices[B, S]
    why_not: Callable[[B, S, Action], Reason]
    schema: Callable[[B], Schema[S]]
    problems: Callable[[B, S], list[Reason]]
    worth: Callable[[B, S, int], float]
    look: Callable[[B, S, int | None], object]


@dataclass(frozen=True)
class Hands:
    """How hands that others may not see appear in a game's choices."""

    draw: str
    """The kind of choice with which a player draws."""
    from_hand: tuple[str, ...]
    """The verbs whose actions name a card of the hand."""
    in_the_open: tuple[str, ...]
    """The verbs that tell nothing about the hand."""
    seen_event: Callable[[Raw], Raw]
    """Returns an event as seen by those who may not know the hand."""


class BaseReferee(Generic[B, S]):
    """One table of one game; `GameReferee` describes the calls."""

    parts: Parts[B, S]
    hands: ClassVar[Hands | None] = None
    """None if nothing is hidden."""
    odd: ClassVar[frozenset[str]] = frozenset()
    labelled: ClassVar[frozenset[str]]
    """The kinds of choice whose argument is the index of a working."""

    def __init__(self, rules: Rules, seats: tuple[str, ...], board: B, untracked: tuple[str, ...] = ()) -> None:
        self.rules, self.seats, self.untracked, self.board = rules, seats, untracked, board
        self.verbs = self.parts.verbs
        self._steps = self.parts.steps(board)

    @property
    def secret_actions(self) -> frozenset[str]:
        """The actions that name a card which only its holder may know."""
        return frozenset()

    def view(self, state: S, seat: int | None) -> S:
        """Return the state as a seat sees it; with None, without any hand."""
        return state

    def unseen(self, state: S, colours: Collection[str]) -> S:
        """Return the state as seen by those who do not know the hands of these players."""
        return state

    def shows_unseen(self, before: S, after: S, colours: Collection[str]) -> bool:
        """Whether the second state reveals where a card is that the first one leaves unseen in one of these hands."""
        return False

    @cached_property
    def schema(self) -> Schema[S]:
        """The fields of this table's positions."""
        return self.parts.schema(self.board)

    def start(self) -> S:
        """Return the state before any decision."""
        return self.parts.start(self.board)

    def settle(self, state: S) -> list[Action]:
        """Run to the next real choice and return its options."""
        return phases.settle(self.board, state, self._steps, self.parts.choices)

    def choose(self, state: S, action: Action) -> None:
        phases.choose(self.board, state, action, self.parts.choices)

    def why_not(self, state: S, action: Action) -> Reason:
        """Return the reason against an action that is not an option."""
        return self.parts.why_not(self.board, state, action)

    def about(self, state: S) -> str:
        """Return the building, card or favor line that the open choice is about, or empty."""
        kind, _, arg = state.todo[-1]
        return self.board.workings[arg].of if kind in self.labelled else ""

    def read(self, data: Mapping[str, object]) -> S:
        return self.parts.state.from_json(data)

    def problems(self, state: S) -> list[Reason]:
        """Return what is impossible on a table."""
        return self.parts.problems(self.board, state)

    def worth(self, state: S, seat: int) -> float:
        """Estimate a player's standing: points, and what everything else may become."""
        return self.parts.worth(self.board, state, seat)

    def look(self, state: S, seat: str | None = None) -> AnyLook:
        """Return the table as plain named data, as far as a seat may see it."""
        if seat is not None and seat not in self.seats:
            raise UnknownName("colour", seat, list(self.seats))
        return cast(AnyLook, self.parts.look(self.board, state, None if seat is None else self.seats.index(seat)))

    def scores(self, state: S) -> list[int]:
        return list(state.prestige)
