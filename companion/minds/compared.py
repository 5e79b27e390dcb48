"""What speaks for one option against another: what the lines of play brought that begin with them, by source.

Both options are played on to the end of the turn, with the same luck. What differs between the two by more than its
error is a part of the difference; its worth is that of the value where the next turn begins.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from companion.engine.action import Action
from companion.engine.phases import OVER
from companion.engine.state import PlainState
from companion.minds.look_ahead import RIVAL, Playout, Policy, lines
from companion.minds.value import Part

CERTAIN = 1.96
"""Standard deviations to either side of a band of 95 %."""
NEARLY = 0.5
"""Options that differ by no more points than this are as good as each other."""
REACHED = 1.5
"""What one more worker that the provost reaches weighs among reasons, in points."""

Amounts = Mapping[str, tuple[float, float]]
"""By source, as `goods.stone`: how much of it there is, and what that is worth in points."""


@dataclass(frozen=True)
class Comparison:
    """What one option brings more than another."""

    worth: float
    """Points of value, on average over the lines."""
    error: float
    """The half of the band of 95 % around them."""
    parts: tuple[Part, ...]
    """What there is more or less of, in the order of what that is worth."""

    @property
    def near(self) -> bool:
        """Whether neither is better, as far as the lines say."""
        return abs(self.worth) <= max(self.error, NEARLY)


def compared(
    policy: Policy,
    state: PlainState,
    one: Action,
    other: Action,
    seeds: Sequence[int],
    slips: float = 0.0,
    rival: float = RIVAL,
) -> Comparison:
    """Compare lines that begin with one option with lines of the same luck that begin with another."""
    seat = state.todo[-1][1]
    pairs = list(zip(*lines(policy, state, (one, other), seeds, slips), strict=True))
    worth, error = _mean([mine.worth(policy, seat, rival) - its.worth(policy, seat, rival) for mine, its in pairs])
    alike = all((mine.end.phase == OVER) == (its.end.phase == OVER) for mine, its in pairs)
    amounts = [(_amounts(policy, mine, seat), _amounts(policy, its, seat)) for mine, its in pairs if alike]
    # Rounds that end the game have fewer sources than others.
    shared: Amounts = min((mine for mine, _ in amounts), key=len, default={})
    parts = {source: _part(source, amounts) for source in shared}
    if parts and not _on_the_road(policy, state, one):
        del parts["provost.lost"], parts["provost.rivals"]
    elif parts and parts["provost.reached"].change <= 0:
        del parts["provost.lost"]
    said = sorted((part for part in parts.values() if part.change), key=lambda part: -part.worth)
    return Comparison(worth, error, tuple(said))


def _on_the_road(policy: Policy, state: PlainState, action: Action) -> bool:
    """Whether an option has to do with the provost: it puts a worker on the road, or moves it."""
    after = state.copy()
    policy.referee.choose(after, action)
    return policy.inputs.on_road(after) != policy.inputs.on_road(state)


def _part(source: str, amounts: Sequence[tuple[Amounts, Amounts]]) -> Part:
    """How much more there is of one source, nothing where that is no more than its error, and what it is worth."""
    change, error = _mean([one[source][0] - other[source][0] for one, other in amounts])
    worth, _ = _mean([one[source][1] - other[source][1] for one, other in amounts])
    group, _, name = source.partition(".")
    return Part(group, worth, name, change if abs(change) > error else 0.0)


def _amounts(policy: Policy, line: Playout, seat: int) -> Amounts:
    """What a line has brought a seat: numbered inputs are steps, of which the highest counts.

    Houses are counted, because inputs know nothing of a section that has been scored.
    """
    over = line.end.phase == OVER
    points = policy.referee.scores(line.end) if over else policy.inputs.standings(line.end)
    rivals, own = sum(points) - points[seat], points[seat]
    found: dict[str, tuple[float, float]] = {}
    if not over:
        x, row = policy.inputs.of(line.end, seat), policy.leaf.rows[policy.inputs.left(line.end)]
        for (stem, number), value, weight in zip(policy.stems, x, row, strict=True):
            most, worth = found.get(stem, (0.0, 0.0))
            found[stem] = max(most, number * value), worth + value * weight
        player = policy.referee.look(line.end)["players"][policy.referee.seats[seat]]
        for section, number in cast("Mapping[str, int]", player.get("houses", {})).items():
            found[f"houses.{section}"] = number, found.get(f"houses.{section}", (0.0, 0.0))[1]
    found["points.own"] = own, found.get("points.own", (0.0, own))[1]
    found["rivals.points"] = rivals, -RIVAL * rivals / (len(points) - 1)
    found["provost.reached"] = line.reached, 0.0
    found["provost.lost"] = line.lost, -REACHED * line.lost
    found["provost.rivals"] = line.rivals_lost, RIVAL * REACHED * line.rivals_lost
    return found


def _mean(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean, and the half of the band around it."""
    count = len(numbers)
    mean = sum(numbers) / count
    spread = sum((number - mean) ** 2 for number in numbers) / max(1, count - 1)
    return mean, CERTAIN * math.sqrt(spread / count)
