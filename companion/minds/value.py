"""How well a seat stands: a sum of inputs, each times what it has been found to be worth.

The worth of an input changes with the share of the game that is left. As the value is a sum, its parts can be named.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul

from companion.engine.inputs import STEPS, Inputs
from companion.engine.state import PlainState
from companion.minds.weights import Terms


@dataclass(frozen=True)
class Part:
    """What one group of inputs adds to a value; its words are `mind.GROUP`."""

    group: str
    worth: float
    input: str = ""
    """The input of the group that speaks most for it, without the group."""
    change: float = 0.0
    """How much larger that input is."""


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

    def difference(self, better: PlainState, worse: PlainState, seat: int) -> list[Part]:
        """What speaks for one position against another, and what speaks against it: the weightiest first."""
        groups: defaultdict[str, list[tuple[float, str, float]]] = defaultdict(list)
        inputs = zip(self.inputs.of(better, seat), self.inputs.of(worse, seat), strict=True)
        worths = zip(self.parts(better, seat), self.parts(worse, seat), strict=True)
        for name, (change, other), (more, less) in zip(self.inputs.names, inputs, worths, strict=True):
            if more != less:
                group, _, input = name.partition(".")
                groups[group].append((more - less, input, change - other))
        parts = [_part(group, members) for group, members in groups.items()]
        return sorted((part for part in parts if part.worth), key=lambda part: -abs(part.worth))


def _part(group: str, parts: Sequence[tuple[float, str, float]]) -> Part:
    """Sum up a group, named after the input that goes farthest in its direction."""
    worth = sum(amount for amount, _, _ in parts)
    _, input, change = max(parts, key=lambda part: part[0] if worth > 0 else -part[0])
    return Part(group, worth, input, change)


def groups(names: Sequence[str]) -> list[str]:
    """The groups that reasons name, in order."""
    return list(dict.fromkeys(name.partition(".")[0] for name in names))
