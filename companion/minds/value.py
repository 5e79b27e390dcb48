"""How well a seat stands: a sum of inputs, each times what it has been found to be worth.

The worth of an input changes with the share of the game that is left. As the value is a sum, its parts can be named.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul

from companion.engine.inputs import STEPS, Inputs
from companion.engine.state import PlainState
from companion.minds.weights import Terms


@dataclass(frozen=True)
class Part:
    """What one source adds to a difference between two options."""

    group: str
    worth: float
    input: str = ""
    """The source, without the group of inputs that it belongs to."""
    change: float = 0.0
    """How much more there is of it."""


class Value:
    """The value of positions of one table."""

    def __init__(self, inputs: Inputs, terms: Terms) -> None:
        self.inputs = inputs
        pairs = [terms.get(name, (0.0, 0.0)) for name in inputs.names]
        self.rows = [[end + more * left / STEPS for end, more in pairs] for left in range(STEPS + 1)]
        """The worth of each input, by the share of the game that is left."""

    def of(self, state: PlainState, seat: int) -> float:
        """The points that this seat may expect, its lead weighed in."""
        inputs = self.inputs
        worth: float = sum(map(mul, inputs.of(state, seat), self.rows[inputs.left(state)]))
        return worth

    def parts(self, state: PlainState, seat: int) -> list[float]:
        """What each input adds, in the order of their names."""
        return list(map(mul, self.inputs.of(state, seat), self.rows[self.inputs.left(state)]))


def groups(names: Sequence[str]) -> list[str]:
    """The groups that reasons name, in order."""
    return list(dict.fromkeys(name.partition(".")[0] for name in names))
