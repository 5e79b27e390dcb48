"""The chances of winning: what the values of all seats say together, where a turn begins.

The lead of a seat counts for more the nearer the end is. How much more was fitted to simulated games, by game and
number of players, and is kept in `chances.json` with where it comes from; `python -m tools.minds chances` makes it.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from companion.engine.inputs import STEPS
from companion.minds.weights import NoWeights, names
from companion.rules import Rules

FILE = Path(__file__).parent / "chances.json"

SIGNS = ("leaf", "lead", "points")
"""What is weighed of each seat: its value where the turn begins, by how much that is ahead of the best other, and its
points so far."""

Curve = tuple[float, float, float]
"""What a sign counts for: at the end of the game, and how that changes with the share that is left, and its square."""


@dataclass(frozen=True)
class Chances:
    """The chances at tables of one game and number of players."""

    curves: Mapping[str, Curve]
    worth: Curve = (1.0, 0.0, 0.0)
    """What a point of value has come to in the end: seats that are better off win back less than values promise."""
    provenance: Mapping[str, object] = field(default_factory=dict)

    def of(self, signs: Mapping[str, Sequence[float]], left: int) -> tuple[float, ...]:
        """Each seat's chance of winning, from the signs of all seats and the share of the game that is left.

        >>> chances = Chances({"leaf": (0.1, -0.05, 0.0)})
        >>> [round(one, 2) for one in chances.of({"leaf": [30.0, 20.0], "points": [3, 9]}, 0)]
        [0.73, 0.27]
        """
        sums = [0.0] * len(signs["leaf"])
        signs = {**signs, "lead": leads(signs["leaf"])}
        for sign, curve in self.curves.items():
            weight = _at(curve, left)
            sums = [so_far + weight * value for so_far, value in zip(sums, signs[sign], strict=True)]
        return shares(sums)

    def points(self, left: int) -> float:
        """The points in the end for a point of value now.

        >>> Chances({}, (0.9, -0.4, 0.0)).points(20)
        0.5
        """
        return min(1.0, max(0.0, _at(self.worth, left)))


def _at(curve: Curve, left: int) -> float:
    end, more, square = curve
    share = left / STEPS
    return end + more * share + square * share * share


def leads(values: Sequence[float]) -> tuple[float, ...]:
    """By how much each is ahead of the best other.

    >>> leads([30.0, 20.0, 25.0])
    (5.0, -10.0, -5.0)
    """
    best, second = sorted(values, reverse=True)[:2]
    return tuple(value - (second if value == best else best) for value in values)


def shares(sums: Sequence[float]) -> tuple[float, ...]:
    """Sums as shares of one: who is ahead by one has e times the share.

    >>> shares([2.0, 2.0])
    (0.5, 0.5)
    """
    most = max(sums)
    powers = [math.exp(weight - most) for weight in sums]
    return tuple(power / sum(powers) for power in powers)


def chances_for(rules: Rules) -> Chances:
    """What was fitted for these rules, or for the nearest number of players. Raises `NoWeights`."""
    chanceses = _shipped()
    chances = next((chanceses[name] for name in names(rules) if name in chanceses), None)
    if chances is None:
        raise NoWeights(rules)
    return chances


def read_chances(file: Path) -> dict[str, Chances]:
    """All chances of a file, by game and number of players."""
    data = json.loads(file.read_text(encoding="utf-8"))
    return {
        name: Chances(
            {sign: _curve(curve) for sign, curve in chances["curves"].items()},
            _curve(chances["worth"]),
            chances["provenance"],
        )
        for name, chances in data.items()
    }


def _curve(numbers: Sequence[float]) -> Curve:
    end, more, square = numbers
    return end, more, square


@cache
def _shipped() -> dict[str, Chances]:
    return read_chances(FILE)
