"""Leaf counts (perft): the number of action sequences of a given length from a position, as a regression check.

>>> from companion.engine.game import new_game
>>> from companion.rules import load
>>> perft(new_game(load("caylus", players=2)), 2)
30
"""

from collections.abc import Sequence

from companion.engine.action import Action
from companion.engine.game import Game
from companion.engine.referee import Referee
from companion.engine.state import PlainState


def perft(game: Game, depth: int) -> int:
    """Count the sequences of `depth` choices from here; a game that ends sooner counts as one leaf."""
    return _count(game.referee, game.state, game.options, depth)


def divide(game: Game, depth: int) -> dict[Action, int]:
    """Return the count of each option separately, to find where two versions differ."""
    counts = {}
    for action in game.options:
        state = game.state.copy()
        game.referee.choose(state, action)
        counts[action] = _count(game.referee, state, game.referee.settle(state), depth - 1)
    return counts


def _count(referee: Referee, state: PlainState, options: Sequence[Action], depth: int) -> int:
    if depth == 0 or not options:
        return 1
    if depth == 1:
        return len(options)
    total = 0
    for action in options:
        child = state.copy()
        referee.choose(child, action)
        total += _count(referee, child, referee.settle(child), depth - 1)
    return total
