"""The interface that every game implements (see `engine.referee.GameReferee`), for Caylus."""

from companion.engine.referee import BaseReferee, GameReferee, Parts
from companion.games.caylus.actions import VERBS
from companion.games.caylus.choices import CHOICES
from companion.games.caylus.compiled import CompiledRules
from companion.games.caylus.consistency import ODD, impossible
from companion.games.caylus.heuristic import worth
from companion.games.caylus.look import look
from companion.games.caylus.phases import steps
from companion.games.caylus.position import schema
from companion.games.caylus.state import State, start
from companion.rules import Rules


class CaylusReferee(BaseReferee[CompiledRules, State]):
    """The referee of one table of Caylus, where nothing is hidden."""

    parts = Parts(State, VERBS, start, steps, CHOICES, schema, impossible, worth, look)
    odd = ODD

    def __init__(self, rules: Rules, seats: tuple[str, ...], untracked: tuple[str, ...] = ()) -> None:
        super().__init__(rules, seats, CompiledRules(rules, seats), untracked)


REFEREE: type[GameReferee[State]] = CaylusReferee
