"""End scoring of Caylus."""

from companion.engine.holdings import worth, worth_of_what_is_left
from companion.engine.phases import OVER
from companion.engine.referee import Referee
from companion.engine.scoring import ONE, left_over
from companion.engine.state import PlainState
from companion.games.caylus.rules import CaylusRules, caylus
from companion.rules.base import Per


def fields(data: CaylusRules) -> dict[str, Per]:
    """Return what is counted, and its rate."""
    return {"track": ONE, **left_over(data.end)}


def holdings(referee: Referee, state: PlainState) -> dict[str, dict[str, int]]:
    """Return what lies before each player besides goods and money.

    When the game is over, the points for these are on the track already, and do not count again.
    """
    end = caylus(referee.rules.data).end
    scored = [worth(worth_of_what_is_left(state, seat, end)) for seat in range(len(referee.seats))]
    points = [on_track - (state.phase == OVER) * last for on_track, last in zip(state.prestige, scored, strict=True)]
    return {colour: {"track": n} for colour, n in zip(referee.seats, points, strict=True)}
