"""Who knows the rules of one table: the calls that every game answers, and what is the same in all of them.

A referee is written for its game's own state, `GameReferee[State]`, and mypy holds each game's to it. Whoever plays
any game takes a `Referee`, whose states are opaque: one got from a referee goes back to the same referee.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Generic, Protocol, TypeAlias, TypeVar, cast

from companion.engine import phases
from companion.engine.action import Action, Verbs
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
    """What a game's engine offers: the same calls for all games."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The colours at the table."""

    @property
    def rules(self) -> Rules:
        """The rules of this table."""

    @property
    def untracked(self) -> tuple[str, ...]:
        """The players who do not show us their cards."""

    @property
    def verbs(self) -> Verbs:
        """What can be said in this game."""

    @property
    def hands(self) -> "Hands | None":
        """How hidden hands show in this game; none where everything lies open."""

    @property
    def secret_actions(self) -> frozenset[str]:
        """The actions that name a card which only its holder may know."""

    def view(self, state: S, seat: int | None) -> S:
        """The state as a seat sees it; nobody's seat sees no hand."""
        ...

    def unseen(self, state: S, colours: Collection[str]) -> S:
        """The state as those see it who do not know the hands of these players."""

    def shows_unseen(self, before: S, after: S, colours: Collection[str]) -> bool:
        """Whether a card that may be in one of these hands, in a state without them, lies elsewhere afterwards."""

    @property
    def odd(self) -> frozenset[str]:
        """The problems of a position that no game comes to, but that can be played on from."""

    @property
    def schema(self) -> Schema[S]:
        """What positions of this table can say."""

    def start(self) -> S:
        """The state before anything was decided."""

    def settle(self, state: S) -> list[Action]:
        """Carry on to the next real choice; its options, or none at the end."""

    def choose(self, state: S, action: Action) -> None:
        """Carry out an option."""

    def why_not(self, state: S, action: Action) -> Reason:
        """The reason against an action that is no option."""

    def about(self, state: S) -> str:
        """What the open choice is about: a building, or nothing."""

    def read(self, data: Mapping[str, object]) -> S:
        """A state from plain data."""

    def problems(self, state: S) -> list[Reason]:
        """What cannot be on a table."""

    def worth(self, state: S, seat: int) -> float:
        """How well a player stands, for a player who thinks one choice ahead."""

    def look(self, state: S, seat: str | None = None) -> AnyLook:
        """The table as plain named data, as far as a seat may see it; nobody's seat sees no hand."""

    def scores(self, state: S) -> list[int]:
        """Each seat's points at the end."""


Referee: TypeAlias = GameReferee[PlainState]
"""Of any game."""


class AnyWorking(Protocol):
    """What a building lets somebody do."""

    @property
    def of(self) -> str:
        """The building."""


class AnyCompiledRules(Protocol):
    """The rules of one table made ready for play."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The colours at the table."""

    @property
    def data(self) -> GameRules:
        """The numbers."""

    @property
    def phases(self) -> Sequence[Phase]:
        """The phases of a turn, in order."""

    @property
    def first_pass(self) -> int:
        """What the first player to pass receives."""

    @property
    def bribe_steps(self) -> int:
        """How far the provost can be moved for money."""

    @property
    def workings(self) -> Sequence[AnyWorking]:
        """What can be done with the buildings."""


B = TypeVar("B", bound=AnyCompiledRules)


@dataclass(frozen=True)
class Parts(Generic[B, S]):
    """The parts of one game's engine."""

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
    """How hands that others may not see show themselves in a game's choices."""

    draw: str
    """The kind of choice that a player's draw is."""
    from_hand: tuple[str, ...]
    """The verbs whose actions name a card of the hand."""
    in_the_open: tuple[str, ...]
    """The verbs about which an answer tells nothing of the hand."""
    seen_event: Callable[[Raw], Raw]
    """An event as those see it who may not know the hand."""


class BaseReferee(Generic[B, S]):
    """One table of one game (see `GameReferee` for what each call is for)."""

    parts: Parts[B, S]
    hands: ClassVar[Hands | None] = None
    """None where everything lies open."""
    odd: ClassVar[frozenset[str]] = frozenset()
    labelled: ClassVar[frozenset[str]]
    """The kinds of choice whose argument is a working."""

    def __init__(self, rules: Rules, seats: tuple[str, ...], board: B, untracked: tuple[str, ...] = ()) -> None:
        self.rules, self.seats, self.untracked, self.board = rules, seats, untracked, board
        self.verbs = self.parts.verbs
        self._steps = self.parts.steps(board)

    @property
    def secret_actions(self) -> frozenset[str]:
        """The actions that name a card which only its holder may know."""
        return frozenset()

    def view(self, state: S, seat: int | None) -> S:
        """The state as a seat sees it; nobody's seat sees no hand."""
        return state

    def unseen(self, state: S, colours: Collection[str]) -> S:
        """The state as those see it who do not know the hands of these players."""
        return state

    def shows_unseen(self, before: S, after: S, colours: Collection[str]) -> bool:
        """Whether a card that may be in one of these hands lies elsewhere afterwards."""
        return False

    @cached_property
    def schema(self) -> Schema[S]:
        """What positions of this table can say."""
        return self.parts.schema(self.board)

    def start(self) -> S:
        """The table before chance has spoken."""
        return self.parts.start(self.board)

    def settle(self, state: S) -> list[Action]:
        """Carry on to the next real choice."""
        return phases.settle(self.board, state, self._steps, self.parts.choices)

    def choose(self, state: S, action: Action) -> None:
        phases.choose(self.board, state, action, self.parts.choices)

    def why_not(self, state: S, action: Action) -> Reason:
        """The reason against an action that is no option."""
        return self.parts.why_not(self.board, state, action)

    def about(self, state: S) -> str:
        """The building, card or favor line that the open choice is about."""
        kind, _, arg = state.todo[-1]
        return self.board.workings[arg].of if kind in self.labelled else ""

    def read(self, data: Mapping[str, object]) -> S:
        return self.parts.state.from_json(data)

    def problems(self, state: S) -> list[Reason]:
        """What cannot be on a table."""
        return self.parts.problems(self.board, state)

    def worth(self, state: S, seat: int) -> float:
        """Points, and what the rest may yet become."""
        return self.parts.worth(self.board, state, seat)

    def look(self, state: S, seat: str | None = None) -> AnyLook:
        """The table as plain named data, as far as a seat may see it."""
        if seat is not None and seat not in self.seats:
            raise UnknownName("colour", seat, list(self.seats))
        return cast(AnyLook, self.parts.look(self.board, state, None if seat is None else self.seats.index(seat)))

    def scores(self, state: S) -> list[int]:
        return list(state.prestige)
