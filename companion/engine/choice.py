"""A kind of choice: everything that is known about it, in one class.

A game lists its kinds once (`CHOICES` in its module `choices`). What answers each, which options it has, why another
action is not one of them, what it is about and which words it needs all follow from that list. mypy refuses a kind that
leaves one of its parts out.

`offer` makes the options and the reasons against the others in one pass: what it does not offer, it refuses. So the two
cannot disagree, and while nobody asks for reasons, none is made.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from companion.engine.action import Action
from companion.engine.amounts import Payment, Vector
from companion.engine.board import NOBODY, AnyCompiledRules
from companion.engine.consequences import Consequence, Preview
from companion.engine.errors import Reason
from companion.engine.holdings import missing, missing_cubes, missing_deniers
from companion.engine.kinds import Value, as_names, known
from companion.engine.notation import Word
from companion.engine.phases import Choices
from companion.engine.reminders import Chooser, Reminder
from companion.engine.state import PlainState, Task

B = TypeVar("B", bound=AnyCompiledRules)
S = TypeVar("S", bound=PlainState)

CHANCE = "chance"
"""Stands for the player where chance decides, in the text of a position."""


class Refusals(dict[Action, Reason]):
    """The reason against each action that could be an option and is not. The first reason given counts."""

    def add(self, action: Action, code: str, **args: str | int) -> None:
        self.setdefault(action, Reason(code, args))

    def lacking(self, action: Action, s: PlainState, seat: int, payment: Payment | Vector | int) -> None:
        """Refuse an action that the player cannot pay for, and name the first thing they lack."""
        if isinstance(payment, Payment):
            reason = missing(s, seat, payment)
        elif isinstance(payment, int):
            reason = missing_deniers(s, seat, payment)
        else:
            reason = missing_cubes(s, seat, payment)
        if reason is not None:
            self.setdefault(action, reason)


class ChoiceKind(ABC, Generic[B, S]):
    """One kind of choice. Arguments of its methods: board, state, seat, argument of the choice."""

    @property
    @abstractmethod
    def kind(self) -> str:
        """Its name in positions, logs and words (`choice.KIND`)."""

    @property
    @abstractmethod
    def verbs(self) -> tuple[str, ...]:
        """The verbs that answer it."""

    chance = False
    """Whether chance decides."""
    of_working = False
    """Whether its argument is the index of a benefit."""
    of_course = False
    """Whether a phase asks it at one place in its course, which the game's `open_choice` knows. Any other stands above
    that course: it stays open whatever is corrected."""
    goes_without_saying = False
    """Whether whoever says nothing leaves all as it is: where people enter what happened, nobody is waited for."""
    expected = 0.5
    """What a worker on a building that offers it may be worth, for the simplest computer player."""

    @abstractmethod
    def offer(self, b: B, s: S, seat: int, arg: int, refused: Refusals | None = None) -> list[Action]:
        """Return the options in order, and tell `refused` why each other action that could be one is not."""

    @abstractmethod
    def play(self, b: B, s: S, seat: int, arg: int, action: Action) -> None:
        """Carry out an option."""

    def stray(self, b: B, s: S, seat: int, arg: int, action: Action) -> Reason | None:
        """Return the reason against an action that never is an option here: another sort of building, a slip.

        None if the action cannot be understood here at all.
        """
        return None

    def about(self, b: B, arg: int) -> str:
        """Return what it is about: a building, a card, a favor line or a player; empty if nothing in particular."""
        return ""

    def written(self, b: B, arg: int) -> str:
        """Return its argument as the text of a position has it; empty if it has none."""
        return ""

    def read(self, b: B, s: S, seat: int, label: str, word: Word) -> int:
        """Parse its argument, the `label` in the word of a position; empty if there is none."""
        return 0

    def follows(self, preview: Preview) -> Iterator[Consequence]:
        """Yield what an option would bring about, besides what holds for all choices."""
        return iter(())

    def reminds(self, chooser: Chooser) -> Iterator[Reminder]:
        """Yield what people forget here."""
        return iter(())


class BenefitChoice(ChoiceKind[B, S]):
    """A choice that a building, card or favor offers: its argument is the index of the benefit. It may be declined."""

    of_working = True

    def hindrance(self, b: B, s: S, seat: int, arg: int) -> str:
        """Return why nothing could be done at all."""
        return "cannot_pay"

    def decline(self, b: B, s: S, seat: int, arg: int) -> None:
        """Leave it unused. If it could not have been used, the event says why."""
        if s.log is not None:
            why = "" if len(self.offer(b, s, seat, arg)) > 1 else self.hindrance(b, s, seat, arg)
            s.log.append(("declined", seat, b.benefits[arg].of, self.kind, why))

    def about(self, b: B, arg: int) -> str:
        return b.benefits[arg].of

    def written(self, b: B, arg: int) -> str:
        return b.labels[arg]

    def read(self, b: B, s: S, seat: int, label: str, word: Word) -> int:
        if label not in b.labels or b.benefits[b.labels.index(label)].kind != self.kind:
            raise word.fault("no_such_effect", effect=label)
        return b.labels.index(label)


class Kinds(dict[str, ChoiceKind[B, S]]):
    """All kinds of choice of a game, by name."""

    def __init__(self, kinds: Iterable[ChoiceKind[B, S]]) -> None:
        super().__init__((choice_kind.kind, choice_kind) for choice_kind in kinds)
        self.table: Choices[B, S] = {kind: (choice_kind.offer, choice_kind.play) for kind, choice_kind in self.items()}
        """The options and the play function of each, without a further step in between."""
        self.verbs = frozenset(verb for choice_kind in self.values() for verb in choice_kind.verbs)

    def refused(self, b: B, s: S) -> Refusals:
        """Return why every action that could answer the open choice does not."""
        refused = Refusals()
        if s.todo:
            kind, seat, arg = s.todo[-1]
            self[kind].offer(b, s, seat, arg, refused)
        return refused

    def why_not(self, b: B, s: S, action: Action, refused: Refusals) -> Reason:
        """Return the reason against an action that is not an option; `refused` are those of the open choice."""
        if not s.todo:
            return Reason("game_over")
        kind, seat, arg = s.todo[-1]
        reason = None
        if action.verb in self[kind].verbs:
            reason = refused.get(action) or self[kind].stray(b, s, seat, arg, action)
        elif action.verb in self.verbs:
            reason = Reason("not_now", {"expected": kind})
        return reason or Reason("unknown_action", {"text": str(action)})

    def misplaced(self, b: B, s: S) -> Reason:
        """Return the reason against open choices, or a step, that the phase does not have."""
        told = " ".join(self.written(b, s.todo))
        return Reason("open_choice", {"choice": told}) if told else Reason("step", {"step": f"{s.cursor} {s.active}"})

    # the open choices in the text of a position

    def written(self, b: B, todo: Iterable[Task]) -> tuple[str, ...]:
        """Return open choices as words: `worker:red`, `trade:red:effect/mason`."""
        words = []
        for kind, seat, arg in todo:
            parts = (kind, b.seats[seat] if seat >= 0 else CHANCE, self[kind].written(b, arg))
            words.append(":".join(filter(None, parts)))
        return tuple(words)

    def read(self, b: B, s: S, value: Value, word: Word) -> list[Task]:
        """Parse open choices. Raises `NotationError`."""
        return [self._task(b, s, Word(text, word.line, word.column)) for text in as_names(value)]

    def _task(self, b: B, s: S, word: Word) -> Task:
        kind, _, rest = word.text.partition(":")
        who, _, label = rest.partition(":")
        if kind not in self or self[kind].chance != (who == CHANCE):
            raise word.fault("no_such_choice", valid=", ".join(self))
        seat = NOBODY if who == CHANCE else b.seats.index(known(word, who, b.seats, "player"))
        return kind, seat, self[kind].read(b, s, seat, label, word)
