"""The score sheet: what lies before each player at the end, by field."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.amounts import GOLD, KINDS
from companion.engine.scoring import ScoreSheet, fields, final_sheet
from companion.rules import Rules
from companion.rules.magna_carta import MagnaCartaRules

Counted = dict[str, dict[str, int]]


def counted(before: Counted, seat: str, values: Mapping[str, int]) -> Counted:
    """The numbers with some of a player's set.

    >>> counted({"red": {"gold": 1}}, "red", {"cubes": 4})
    {'red': {'gold': 1, 'cubes': 4}}
    """
    return before | {seat: before.get(seat, {}) | dict(values)}


def from_state(rules: Rules, seats: Sequence[str], state: Any) -> Counted:
    """What the app already knows, for a table that goes on with the score sheet alone."""
    found: Counted = {}
    for seat, colour in enumerate(seats):
        cubes = state.cubes[seat * KINDS : seat * KINDS + KINDS]
        known = {"gold": cubes[GOLD], "cubes": sum(cubes) - cubes[GOLD], "deniers": state.money[seat]}
        if isinstance(rules.data, MagnaCartaRules):
            tokens = state.won[seat :: len(seats)]
            known |= dict(zip(rules.data.castle.sections, tokens, strict=True))
        else:
            known["track"] = state.prestige[seat]
        found[colour] = {name: known.get(name, 0) for name in fields(rules)}
    return found


def sheet(rules: Rules, seats: Sequence[str], numbers: Counted) -> ScoreSheet:
    """The end scoring of what was counted."""
    return final_sheet(rules, {colour: numbers.get(colour, {}) for colour in seats})
