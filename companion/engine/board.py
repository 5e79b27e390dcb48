"""What every game's board has: the rules of one table compiled for play, as code that plays any game reads them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from companion.engine.action import Action
from companion.engine.amounts import Payment
from companion.rules.base import Goods
from companion.rules.game import GameRules
from companion.rules.vocabulary import Phase

NOBODY = -1
"""Stands for a seat where there is none: chance, no owner, no worker."""

NO_WORKING = -1


class AnyBenefit(Protocol):
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
    def benefits(self) -> Sequence[AnyBenefit]:
        """Everything that buildings let workers do."""

    @property
    def labels(self) -> Sequence[str]:
        """The name of each benefit in the text of a position."""


def taking(options: Iterable[Goods]) -> dict[Action, Payment]:
    """Return what can be taken, by the action that takes it."""
    return moving("take", [Payment.of(Goods(), goods) for goods in options])


def moving(verb: str, payments: Iterable[Payment]) -> dict[Action, Payment]:
    """Return what actions of a verb move, by action."""
    return {Action(f"{verb} {payment.text()}", verb, payment=payment): payment for payment in payments}
