"""Corrections: setting single fields of a table to what is really there.

The fields are those of a position (`engine.position`), so anything a position can express can be corrected, and the
same checks refuse impossible tables. Problems that existed before the correction do not count against it.

Corrections that follow one another are a run: together they are one correction of the table that lay there before.

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


def corrected(before: Position, changes: Mapping[str, str], rule: CourseRule = CourseRule.RUNS) -> PlainState:
    """Return the state with some fields changed. Raises `UnknownName`, `NotationError` or `BadPosition`.

    Corrections in old logs passed the checks of their time, which were fewer than today's.
    """
    if rule >= CourseRule.PLAYERS:
        _must_be_filled(before, changes)
    return _possible(before, changes, rule)


def _possible(
    before: Position, changes: Mapping[str, str], rule: CourseRule, again: Mapping[str, str] | None = None
) -> PlainState:
    after = before.changed(changes, rule)
    if again:
        after = after.changed(again, rule)
    if rule >= CourseRule.PLAYERS:
        reasons, over_already = before.problems(), before.schema.book.over_already
        faults = [problem for problem in after.problems() if problem not in reasons]
        if over_already and rule >= CourseRule.RUNS:
            faults += over_already(before.state, after.state)
        if faults:
            raise BadPosition(faults)
    return after.state


def altogether(before: Position, now: Position, said: Mapping[str, str], changes: Mapping[str, str]) -> dict[str, str]:
    """Return what a run of corrections says, with one more: earlier ones `said` it, and made `before` what lies `now`.

    What lay there before is said only if something else would lie there now. On a road that grows, all is said that has
    moved up. What follows from the rest is said only by the correction that says it. Raises what `corrected` raises.
    """
    _must_be_filled(now, changes)
    was, lies, known = before.fields(), now.changed(changes).fields(), before.schema.fields
    every = {path: lies.get(path, text) for path, text in said.items() if not known[path].derived} | dict(changes)
    moved = {path: lies.get(path, "") for path in [*was, *lies] if known[path].there and known[path].group == "road"}
    new = {path: text for path, text in (every | moved).items() if text != was.get(path, "")}
    without = before.changed(new).fields() if new else was
    return new | {path: text for path, text in every.items() if path not in moved and text != without.get(path, "")}


def corrected_since(before: Position, said: Mapping[str, str]) -> PlainState:
    """Return the state after a whole run of corrections. Raises what `corrected` raises.

    What is said to lie there as before is said of the table on which all the rest has been corrected.
    """
    was = before.fields()
    again = {path: text for path, text in said.items() if text == was.get(path, "")}
    new = {path: text for path, text in said.items() if path not in again}
    return _possible(before, new, CourseRule.RUNS, again)
