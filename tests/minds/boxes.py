"""Tables for the minds to sit at."""

import random
from collections.abc import Iterator, Sequence

from companion.engine.action import Action
from companion.engine.game import referee_for
from companion.engine.referee import Referee
from companion.engine.simulate import random_player
from companion.engine.state import PlainState
from companion.minds.weights import Weights
from companion.rules import Rules, library

EVERY = [
    (game, edition, players)
    for game, players_of in (("caylus", (2, 3, 4, 5)), ("magna_carta", (2, 3, 4)))
    for edition in library().editions(game)
    for players in players_of
]

PLAIN = Weights(
    dict.fromkeys(("points.own", "rivals.lead", "batches.coming", "favors.waiting", "cards.hand"), (1.0, 0.5)),
    {"points.own": (1.0, 0.0), "money.all": (0.3, 0.1)},
)
"""Weights that nobody learned, for what does not depend on how good they are."""


def table(game: str, edition: str | None = None, players: int = 4, variants: Sequence[str] = ()) -> Referee:
    return seated(library().rules(game, edition or library().default_edition(game, "en"), variants, players))


def seated(rules: Rules) -> Referee:
    return referee_for(rules, rules.data.players.colours[: rules.players or 0])


Choice = tuple[PlainState, list[Action]]


def choices(referee: Referee, seed: int) -> Iterator[Choice]:
    """The choices that players have in one game of random moves."""
    chance, state = random.Random(seed), referee.start()
    options = referee.settle(state)
    while options:
        if state.todo[-1][1] >= 0:
            yield state.copy(), options
        referee.choose(state, random_player(referee, state, options, chance))
        options = referee.settle(state)
