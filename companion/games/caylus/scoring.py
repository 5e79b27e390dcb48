"""End scoring of Caylus."""

from companion.engine.referee import Referee
from companion.engine.scoring import ONE, left_over
from companion.engine.state import PlainState
from companion.games.caylus.rules import CaylusRules
from companion.rules.base import Per


def fields(data: CaylusRules) -> dict[str, Per]:
    """Return what is counted, and its rate."""
    return {"track": ONE, **left_over(data.end)}


def holdings(referee: Referee, state: PlainState) -> dict[str, dict[str, int]]:
    """Return what lies before each player besides goods and money."""
    return {colour: {"track": points} for colour, points in zip(referee.seats, state.prestige, strict=True)}
