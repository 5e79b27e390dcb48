"""The score sheet: what lies before each player at the end, by field."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.game import Referee
from companion.engine.scoring import ScoreSheet, fields, final_sheet, holdings
from companion.rules import Rules
from companion.rules.magna_carta import MagnaCartaRules

Counted = dict[str, dict[str, int]]


def counted(before: Counted, seat: str, values: Mapping[str, int]) -> Counted:
    """The numbers with some of a player's set.

    >>> counted({"red": {"gold": 1}}, "red", {"cubes": 4})
    {'red': {'gold': 1, 'cubes': 4}}
    """
    return before | {seat: before.get(seat, {}) | dict(values)}


def from_state(referee: Referee, state: Any) -> Counted:
    """What lies on the table now, field by field."""
    rules, seats = referee.rules, referee.seats
    held: Counted = {colour: dict(found) for colour, found in holdings(rules, seats, state).items()}
    if isinstance(rules.data, MagnaCartaRules):
        look = referee.look(state)
        for colour in seats:
            held[colour] |= _built(rules.data, look, colour)
    return {colour: {name: held[colour][name] for name in fields(rules)} for colour in seats}


def _built(data: MagnaCartaRules, look: Mapping[str, Any], colour: str) -> dict[str, int]:
    """What a player's cards on the road are worth, and his prestige cards."""
    worth = {name: it.prestige for name, it in data.buildings.items()}
    return {
        "road": sum(worth[it["building"]] for it in look["road"] if it["owner"] == colour and not it["cover"]),
        "prestige": sum(worth[name] for name, owner in look["prestige_cards"].items() if owner == colour),
    }


def sheet(rules: Rules, seats: Sequence[str], numbers: Counted) -> ScoreSheet:
    """The end scoring of what was counted."""
    return final_sheet(rules, {colour: numbers.get(colour, {}) for colour in seats})
