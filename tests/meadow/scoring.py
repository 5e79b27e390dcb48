"""What counts at the end of the made-up game."""

from typing import Any

from companion.engine.referee import Referee
from companion.engine.scoring import ONE, left_over
from companion.rules.base import Per
from companion.rules.game import GameRules


def fields(data: GameRules) -> dict[str, Per]:
    return {"track": ONE, **left_over(data.end)}


def holdings(referee: Referee, state: Any) -> dict[str, dict[str, int]]:
    return {colour: {"track": points} for colour, points in zip(referee.seats, state.prestige, strict=True)}
