"""Samples of what is too much to try. A seed draws them: another seed asks another part, and the same seed the same.

The seed is the environment variable TEST_SEED.
"""

import os
import random
from collections.abc import Iterable, Sequence
from itertools import combinations, product
from typing import Any, TypeVar

T = TypeVar("T")

SEED = int(os.environ.get("TEST_SEED", "1"))


def chance(what: object) -> random.Random:
    """Chance for one purpose, the same in every process of a run."""
    return random.Random(f"{SEED} {what}")


def some(everything: Iterable[T], most: int, what: object) -> list[T]:
    """Return so many of these, in their order; all if there are fewer.

    >>> some("abc", 2, "letters") in (["a", "b"], ["a", "c"], ["b", "c"]), some("abc", 9, "letters")
    (True, ['a', 'b', 'c'])
    """
    found = list(everything)
    chosen = set(chance(what).sample(range(len(found)), min(most, len(found))))
    return [one for n, one in enumerate(found) if n in chosen]


def pairs(*lists: Sequence[Any], seed: int = SEED) -> list[tuple[Any, ...]]:
    """Return rows with one value of each list, few of them, in which any two values of two lists meet at least once.

    >>> rows = pairs("ab", "cd", "ef", seed=1)
    >>> len(rows), len({(first, last) for first, _, last in rows})
    (4, 4)
    """
    chance = random.Random(seed)
    left = [
        {column: one, other: two}
        for column, other in combinations(range(len(lists)), 2)
        for one, two in product(range(len(lists[column])), range(len(lists[other])))
    ]
    rows = []
    while left:
        row = dict(chance.choice(left))
        for column in chance.sample(range(len(lists)), len(lists)):
            if column not in row:
                values = chance.sample(range(len(lists[column])), len(lists[column]))
                row[column] = max(values, key=lambda value: len(_met(left, {**row, column: value})))
        met = _met(left, row)
        left = [pair for pair in left if pair not in met]
        rows.append(tuple(values[row[column]] for column, values in enumerate(lists)))
    return rows


def _met(left: list[dict[int, int]], row: dict[int, int]) -> list[dict[int, int]]:
    """The pairs that meet in a row."""
    return [pair for pair in left if pair.items() <= row.items()]
