"""What lies on the table, field by field, to be set to what really lies there.

The fields are those of a position (`engine.position`), so whatever a position can say can be corrected, and what cannot
be on a table is refused by the same checks. What was odd before a correction is not held against it.

>>> from companion.engine.game import new_game
>>> from companion.rules import load
>>> game = new_game(load("caylus", "en", players=2), ["red", "blue"])
>>> game.answer_chance(seed=1)
>>> state = corrected(game.position(), {"red.deniers": "9", "provost": "8", "blue.houses.dungeon": "1"})
>>> found = game.referee.schema.of(state).fields()
>>> found["red.deniers"], found["provost"], found["blue.houses.dungeon"]
('9', '8', '1')
"""

from collections.abc import Mapping

from companion.engine.errors import BadPosition
from companion.engine.position import Position
from companion.engine.state import PlainState


def corrected(before: Position, changes: Mapping[str, str], *, as_it_was: bool = False) -> PlainState:
    """The state with some fields set. Raises `UnknownName`, `NotationError` or `BadPosition`.

    A correction of an old log was accepted by the checks of its time, and is carried out `as_it_was`.
    """
    after = before.changed(changes, as_it_was=as_it_was)
    if not as_it_was:
        known = before.problems()
        found = [problem for problem in after.problems() if problem not in known]
        if found:
            raise BadPosition(found)
    return after.state
