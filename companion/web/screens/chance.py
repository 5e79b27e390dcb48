"""As it lies on the table: tiles, cards and players that the people drew, told in one form, in order."""

from dataclasses import dataclass
from typing import Any

from companion.engine import Action
from companion.web.parts.naming import building_name, drawn_question
from companion.web.viewer import Viewer

_RUN = ("draw", "next", "start")
"""What is drawn in the open, one after another; cards in a hand are told by whoever holds them."""


@dataclass(frozen=True)
class ChanceField:
    """One thing to tell: of what kind, its place in order, and what it can be."""

    kind: str
    place: int
    question: str
    """Which building lies on that space, who has that place."""
    options: tuple[tuple[str, str], ...]


def lay(seen: Viewer) -> dict[str, Any]:
    """What the template needs: everything that chance decides now, up to the next choice of a player."""
    table = seen.table
    told: list[ChanceField] = []
    if table.chance_open and (seen.who.host or not seen.who.spectator):
        game = table.game.play_on()
        first = game.decision.options
        while not game.over and game.decision.chance and game.decision.kind in _RUN:
            kind = game.decision.kind
            if told and told[-1].kind != kind:
                first = game.decision.options
            place = sum(one.kind == kind for one in told) + 1
            told.append(
                ChanceField(
                    kind,
                    place,
                    drawn_question(seen.t, kind, place),
                    tuple((action, _words(seen, action)) for action in first),
                )
            )
            game.play(game.decision.options[0])
    return {"told": told}


def _words(seen: Viewer, action: Action) -> str:
    """A tile or a player, as the options of chance name them."""
    return seen.name(action.seat) if action.seat else building_name(seen.t, action.building)
