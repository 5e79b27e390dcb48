"""Corrections: setting single fields of a table to what is really there.

The fields are those of a position (`engine.position`), so anything a position can express can be corrected, and the
same checks refuse impossible tables. Problems that existed before the correction do not count against it.

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
from companion.engine.kinds import Number
from companion.engine.notation import NotationError
from companion.engine.position import CourseRule, Position
from companion.engine.state import PlainState


def _must_be_filled(before: Position, changes: Mapping[str, str]) -> None:
    """Raise `NotationError` for a number that was removed, which would otherwise be read as 0."""
    for path, text in changes.items():
        kind = before.schema.field(path).kind
        if isinstance(kind, Number) and kind.empty is not None and not text.strip():
            raise NotationError("no_number", 1)


def corrected(before: Position, changes: Mapping[str, str], rule: CourseRule = CourseRule.PLAYERS) -> PlainState:
    """Return the state with some fields changed. Raises `UnknownName`, `NotationError` or `BadPosition`.

    Corrections in old logs passed the checks of their time, which were fewer than today's.
    """
    if rule == CourseRule.PLAYERS:
        _must_be_filled(before, changes)
    after = before.changed(changes, rule)
    if rule == CourseRule.PLAYERS:
        reasons = before.problems()
        faults = [problem for problem in after.problems() if problem not in reasons]
        if faults:
            raise BadPosition(faults)
    return after.state
