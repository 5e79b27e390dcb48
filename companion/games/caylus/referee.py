"""The interface that every game implements (see `engine.referee.GameReferee`), for Caylus."""

from companion.engine.referee import BaseReferee, GameReferee, Parts
from companion.games.caylus.actions import VERBS
from companion.games.caylus.choices import CHOICES
from companion.games.caylus.compiled import KINDS_OF_CHOICE, CompiledRules
from companion.games.caylus.consistency import ODD, impossible
from companion.games.caylus.heuristic import worth
from companion.games.caylus.look import look
from companion.games.caylus.phases import steps
from companion.games.caylus.position import schema
from companion.games.caylus.refusals import why_not
from companion.games.caylus.state import State, start
from companion.rules import Rules


class CaylusReferee(BaseReferee[CompiledRules, State]):
    """The referee of one table of Caylus, where nothing is hidden."""

    parts = Parts(State, VERBS, start, steps, CHOICES, why_not, schema, impossible, worth, look)
    odd = ODD
    labelled = frozenset(kind for kind, has_working in KINDS_OF_CHOICE.items() if has_working)

    def __init__(self, rules: Rules, seats: tuple[str, ...], untracked: tuple[str, ...] = ()) -> None:
        super().__init__(rules, seats, CompiledRules(rules, seats), untracked)

    def about(self, state: State) -> str:
        """Return the building or favor line that the open choice is about."""
        kind = state.todo[-1][0]
        return kind if kind in ("gate", "inn") else super().about(state)


REFEREE: type[GameReferee[State]] = CaylusReferee
