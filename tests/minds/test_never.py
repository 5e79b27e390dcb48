"""No level makes a move that a person would call nonsense."""

import pytest

from companion.engine.game import Game
from companion.minds.level import Level
from companion.minds.look_ahead import Budget
from companion.minds.mind import Mind
from tests.minds.never import NEVER, Never

SEEDS = range(1, 9)
"""An apprentice's taste and a master's lines of play differ from seed to seed."""


@pytest.mark.parametrize("level", list(Level))
@pytest.mark.parametrize("never", NEVER, ids=lambda never: never.why)
def test_never(never: Never, level: Level) -> None:
    game = Game.from_position(never.position)
    assert set(never.moves) <= set(game.options), game.options
    for seed in SEEDS:
        mind = Mind(game.referee, level, seed=seed, budget=Budget(12))
        assert mind.choose(game.state, game.options) not in never.moves
