"""What a position looks like to a player that weighs it: plain numbers with names, made from what a seat may see.

A game that minds can play brings a module `inputs` with `INPUTS`, a class of this kind for its own state.
"""

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol, TypeVar

from companion.engine.state import PlainState

S = TypeVar("S", bound=PlainState)

STEPS = 20
"""The steps in which the share of the game that is left is told."""


FAR = 3
"""Workers this many spaces from the provost, or more, are told alike."""

DISTANCES = ("behind_3", "behind_2", "behind_1", "level", "ahead_1", "ahead_2", "ahead_3")
"""A worker's distance from the provost, in spaces."""

DOUBTFUL = 0.4
"""The share of a worker beyond the space after the provost, as long as the provost may be moved."""


class GameInputs(Protocol[S]):
    """The inputs of one table."""

    luck: bool
    """Whether anything hangs on luck once the table is set up: cards that are drawn, or that nobody has seen."""

    @property
    def names(self) -> Sequence[str]:
        """The name of each number, `goods.stone`: before the point the group that reasons name."""

    def of(self, state: S, seat: int) -> list[float]:
        """The numbers of a seat, in the order of the names, from what this seat may see."""

    def left(self, state: S) -> int:
        """The share of the game that is left, from `STEPS` down to 0."""

    def standings(self, state: S) -> list[int]:
        """The points of each seat so far."""

    def on_road(self, state: S) -> tuple[list[int], list[int]]:
        """Whose workers stand where the provost has reached, and whose beyond: a seat for each worker."""

    def in_use(self, state: S, *, all_reached: bool) -> S:
        """The position as its buildings come into use, with the provost as it stands or beyond every worker."""

    def dealt(self, state: S, seat: int, chance: random.Random) -> S:
        """What this seat sees, with hidden cards as they may be: a state to play on from."""


Inputs = GameInputs[PlainState]
"""Of any game."""


class InputNames(list[str]):
    """The names of a table's inputs, group after group."""

    def add(self, name: str) -> int:
        """Add a name; gives its place."""
        self.append(name)
        return len(self) - 1

    def block(self, group: str, names: Sequence[str]) -> int:
        """Add a block of names; gives the place of its first."""
        first = len(self)
        self.extend(f"{group}.{name}" for name in names)
        return first


def stem_of(name: str) -> tuple[str, int]:
    """The name of an input without the number at its end, and that number.

    >>> stem_of("favors.buildings_3"), stem_of("land.stone")
    (('favors.buildings', 3), ('land.stone', 1))
    """
    stem, _, number = name.rpartition("_")
    return (stem, int(number)) if number.isdigit() else (name, 1)


@lru_cache(maxsize=4096)
def batches(food: int, *others: int) -> int:
    """How many batches of one food and two different other cubes can be made.

    >>> batches(2, 1, 1, 0, 1), batches(1, 3, 0, 0, 0)
    (1, 0)
    """
    total = sum(others)
    return min(food, total // 2, total - max(others))


def least(needs: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Those needs that no other is a part of: who meets any, meets one of these.

    >>> least([(1, 1), (1, 0), (0, 2)])
    ((1, 0), (0, 2))
    """
    alone = dict.fromkeys(needs)
    return tuple(
        numbers
        for numbers in alone
        if not any(other != numbers and all(a <= b for a, b in zip(other, numbers, strict=True)) for other in alone)
    )


def meets(held: Sequence[int], needs: Sequence[tuple[int, ...]]) -> bool:
    """Whether what is held is enough for one of the needs, which may name less of it."""
    for need in needs:
        for have, wanted in zip(held, need, strict=False):
            if have < wanted:
                break
        else:
            return True
    return False
