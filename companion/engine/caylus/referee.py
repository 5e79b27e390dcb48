"""Caylus behind the calls that every game answers (see `engine.game.Referee`)."""

from typing import Any

from companion.engine.caylus import positions
from companion.engine.caylus.board import KINDS_OF_CHOICE, Board
from companion.engine.caylus.choices import CHOICES
from companion.engine.caylus.consistency import impossible
from companion.engine.caylus.course import steps
from companion.engine.caylus.look import look
from companion.engine.caylus.refusals import why_not
from companion.engine.caylus.state import State, start
from companion.engine.caylus.worth import worth
from companion.engine.referee import BaseReferee, Parts
from companion.rules import Rules


class CaylusReferee(BaseReferee):
    """Caylus at one table, where everything lies open."""

    parts = Parts(State, start, steps, CHOICES, why_not, positions.read, positions.write, impossible, worth, look)
    labelled = frozenset(kind for kind, has_working in KINDS_OF_CHOICE.items() if has_working)

    def __init__(self, rules: Rules, seats: tuple[str, ...]) -> None:
        super().__init__(rules, seats, Board(rules, seats))

    def about(self, state: Any) -> str:
        """The building or the favor line that the open choice is about."""
        kind = state.todo[-1][0]
        return kind if kind in ("gate", "inn") else super().about(state)
