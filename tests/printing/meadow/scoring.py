"""What counts at the end of the made-up game."""

from companion.engine.scoring import left_over
from companion.rules.base import Per
from companion.rules.game import GameRules


def fields(data: GameRules) -> dict[str, Per]:
    return {"hay": Per(per=2, prestige=3), **left_over(data.end)}
