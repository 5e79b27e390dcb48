"""End scoring of Magna Carta."""

from typing import cast

from companion.engine.referee import Referee
from companion.engine.scoring import ONE, left_over
from companion.engine.state import PlainState
from companion.games.magna_carta.look import Look
from companion.games.magna_carta.rules import MagnaCartaRules
from companion.rules.base import Per


def fields(data: MagnaCartaRules) -> dict[str, Per]:
    """Return what is counted, and its rate."""
    tokens = {name: Per(per=1, prestige=section.prestige) for name, section in data.castle.sections.items()}
    return {**tokens, "road": ONE, "prestige": ONE, **left_over(data.end)}


def holdings(referee: Referee, state: PlainState) -> dict[str, dict[str, int]]:
    """Return what lies before each player besides goods and money: tokens, and the value of their cards."""
    look, data = cast(Look, referee.look(state)), referee.rules.data
    assert isinstance(data, MagnaCartaRules)
    return {colour: player["tokens"] | _built(data, look, colour) for colour, player in look["players"].items()}


def _built(data: MagnaCartaRules, look: Look, colour: str) -> dict[str, int]:
    """The values of a player's cards on the road and of their prestige cards."""
    worth = {name: building.prestige for name, building in data.buildings.items()}
    return {
        "road": sum(
            worth[space["building"]] for space in look["road"] if space["owner"] == colour and not space["cover"]
        ),
        "prestige": sum(worth[name] for name, owner in look["prestige_cards"].items() if owner == colour),
    }
