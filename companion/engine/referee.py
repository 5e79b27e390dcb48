"""The referee: what the engine of each game offers, and the part that is the same for all.

Each game implements `GameReferee[State]` for its own state, and mypy checks it. Code that plays any game takes a
`Referee`, whose states are opaque: a state from a referee may only be given back to that referee.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Generic, Protocol, TypeAlias, TypeVar

from companion.engine import phases
from companion.engine.action import Action, Verbs
from companion.engine.board import AnyCompiledRules
from companion.engine.choice import Kinds, Refusals
from companion.engine.consequences import Consequence, Preview
from companion.engine.errors import BadState, Reason
from companion.engine.events import Raw
from companion.engine.look import AnyLook
from companion.engine.position import HAD, Schema
from companion.engine.reminders import Chooser, Reminder
from companion.engine.state import PlainState
from companion.rules import Rules, UnknownName

S = TypeVar("S", bound=PlainState)

STEPS = range(10_000)
"""More steps than a whole game takes even if nobody has a choice; beyond this, the phases loop endlessly."""


class AnyChoice(Protocol):
    """One kind of choice of any game (see `engine.choice`)."""

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs that answer it."""

    def follows(self, preview: Preview) -> Iterator[Consequence]:
        """Yield what an option would bring about, besides what holds for all choices."""

    def reminds(self, chooser: Chooser) -> Iterator[Reminder]:
        """Yield what people forget here."""


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

    def asks_at_once(self, state: S) -> bool:
        """Whether somebody has a choice, or the game is over, before anything is carried out or told."""

    def choose(self, state: S, action: Action) -> None:
        """Carry out an option."""

    @property
    def choices(self) -> Mapping[str, AnyChoice]:
        """Every kind of choice of the game."""

    def refused(self, state: S) -> Refusals:
        """Return the reasons against all that could answer the open choice and is not an option."""

    def why_not(self, state: S, action: Action, refused: Refusals | None = None) -> Reason:
        """Return the reason against an action that is not an option; what is `refused` may be known already."""

    def about(self, state: S) -> str:
        """Return what the open choice is about: a building, card or favor line, or empty."""

    def deal_unseen(self, state: S) -> None:
        """Draw again the cards that an assistant drew unseen, for the hands that this referee knows."""

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


B = TypeVar("B", bound=AnyCompiledRules)


@dataclass(frozen=True)
class Parts(Generic[B, S]):
    """The functions and tables that make up one game's engine."""

    state: type[S]
    verbs: Verbs
    start: Callable[[B], S]
    steps: Callable[[B], Sequence[phases.Step[B, S]]]
    choices: Kinds[B, S]
    schema: Callable[[B], Schema[S]]
    problems: Callable[[B, S], list[Reason]]
    worth: Callable[[B, S, int], float]
    look: Callable[[B, S, int | None], AnyLook]


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

    def __init__(self, rules: Rules, seats: tuple[str, ...], board: B, untracked: tuple[str, ...] = ()) -> None:
        self.rules, self.seats, self.untracked, self.board = rules, seats, untracked, board
        self.verbs = self.parts.verbs
        self._steps, self._choices = self.parts.steps(board), self.parts.choices.table

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

    def deal_unseen(self, state: S) -> None:
        """Draw again the cards that an assistant drew unseen, for the hands that this referee knows."""

    @cached_property
    def schema(self) -> Schema[S]:
        """The fields of this table's positions."""
        return self.parts.schema(self.board)

    def __getstate__(self) -> dict[str, object]:
        """Leave out the schema, which is made of functions; whoever gets a copy makes it again."""
        return {name: value for name, value in vars(self).items() if name != "schema"}

    def start(self) -> S:
        """Return the state before any decision."""
        return self.parts.start(self.board)

    def settle(self, state: S) -> list[Action]:
        """Run until somebody has a choice of two or more options, or the game is over.

        Returns the options in order, empty when the game is over; the choice itself is the last entry of `todo`. Raises
        `BadState` if no choice is ever reached, or one without an option.
        """
        board, steps, choices = self.board, self._steps, self._choices
        for _ in STEPS:
            todo = state.todo
            if not todo:
                if state.phase == phases.OVER:
                    return []
                steps[state.phase](board, state)
                continue
            kind, seat, arg = todo[-1]
            options_of, play = choices[kind]
            options = options_of(board, state, seat, arg)
            if len(options) > 1:
                return options
            if not options:
                raise BadState("no_option", choice=kind)
            todo.pop()
            play(board, state, seat, arg, options[0])
        raise BadState("endless")

    def asks_at_once(self, state: S) -> bool:
        """Whether somebody has a choice, or the game is over, before anything is carried out or told."""
        trial, happened = state.copy(), list[Raw]()
        trial.log = happened
        for _ in STEPS:
            if happened:
                break
            if trial.todo:
                kind, seat, arg = trial.todo[-1]
                return len(self._choices[kind][0](self.board, trial, seat, arg)) > 1
            if trial.phase == phases.OVER:
                return True
            self._steps[trial.phase](self.board, trial)
        return False

    def choose(self, state: S, action: Action) -> None:
        """Carry out an option of the open choice."""
        kind, seat, arg = state.todo.pop()
        self._choices[kind][1](self.board, state, seat, arg, action)

    @property
    def choices(self) -> Mapping[str, AnyChoice]:
        """Every kind of choice of the game."""
        return self.parts.choices

    def refused(self, state: S) -> Refusals:
        """Return the reasons against all that could answer the open choice and is not an option."""
        return self.parts.choices.refused(self.board, state)

    def why_not(self, state: S, action: Action, refused: Refusals | None = None) -> Reason:
        """Return the reason against an action that is not an option; what is `refused` may be known already."""
        refusals = self.refused(state) if refused is None else refused
        return self.parts.choices.why_not(self.board, state, action, refusals)

    def about(self, state: S) -> str:
        """Return the building, card, favor line or player that the open choice is about, or empty."""
        kind, _, arg = state.todo[-1]
        return self.parts.choices[kind].about(self.board, arg)

    def read(self, data: Mapping[str, object]) -> S:
        """Return a state from plain data."""
        state = self.parts.state.from_json(data)
        if HAD not in data and self.schema.book.turns_from_places:
            self.schema.book.turns_from_places(state)
        return state

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
        return self.parts.look(self.board, state, None if seat is None else self.seats.index(seat))

    def scores(self, state: S) -> list[int]:
        return list(state.prestige)
