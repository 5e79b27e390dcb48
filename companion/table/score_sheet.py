"""The score sheet: each player's belongings at the end, by field."""

from collections.abc import Mapping, Sequence

from companion.engine.scoring import ScoreSheet, final_sheet
from companion.rules import Rules

Counted = Mapping[str, Mapping[str, int]]


def counted(before: Counted, seat: str, values: Mapping[str, int]) -> Counted:
    """Return the numbers with some of one player's replaced.

    >>> counted({"red": {"gold": 1}}, "red", {"cubes": 4})
    {'red': {'gold': 1, 'cubes': 4}}
    """
    return {**before, seat: {**before.get(seat, {}), **values}}


def sheet(rules: Rules, seats: Sequence[str], numbers: Counted) -> ScoreSheet:
    """Return the final scoring of these numbers."""
    return final_sheet(rules, {colour: numbers.get(colour, {}) for colour in seats})
