"""Samples of many combinations. A seed draws them, so that each seed asks another part and the same seed the same.

The seed is the environment variable TEST_SEED.
"""

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, product
from random import Random
from typing import Any, TypeVar

SEED = int(os.environ.get("TEST_SEED", "1"))

T = TypeVar("T")
Row = dict[Any, Any]
Pair = frozenset[tuple[Any, Any]]
Table = Mapping[Any, Sequence[Any]]
"""The values of each axis."""


def chance(what: object) -> Random:
    """Chance for one purpose, the same in every process of a run."""
    return Random(f"{SEED} {what}")


def some(everything: Iterable[T], most: int, what: object) -> list[T]:
    """Return so many of these, in their order; all if there are fewer.

    >>> some("abc", 2, "letters") in (["a", "b"], ["a", "c"], ["b", "c"]), some("abc", 9, "letters")
    (True, ['a', 'b', 'c'])
    """
    values = list(everything)
    chosen = set(chance(what).sample(range(len(values)), min(most, len(values))))
    return [value for place, value in enumerate(values) if place in chosen]


def pairs(*lists: Sequence[Any], seed: int = SEED) -> list[tuple[Any, ...]]:
    """Return rows with one value of each list, few of them, in which any two values of two lists meet at least once.

    >>> rows = pairs("abc", "def", "ghi", seed=1)
    >>> len(rows) < 15, len({(first, last) for first, _, last in rows})
    (True, 9)
    """
    return [tuple(row.values()) for row in all_pairs([dict(enumerate(lists))], seed=seed)]


def all_pairs(tables: Sequence[Table], possible: Callable[[Row], bool] = bool, seed: int = SEED) -> list[Row]:
    """Return rows of several tables, in which any two values of a table meet that can, in a row of this or another.

    What is possible is asked of unfinished rows too.
    """
    draws, rows, where = Random(seed), list[Row](), defaultdict[Pair, list[Table]](list)
    for table in tables:
        for (one, values), (other, fellows) in combinations(table.items(), 2):
            for value, fellow in product(values, fellows):
                where[frozenset(((one, value), (other, fellow)))].append(table)
    wanted = {pair: where[pair] for pair in sorted(where, key=lambda pair: len(where[pair])) if possible(dict(pair))}
    while wanted:
        pair, holders = next(iter(wanted.items()))
        row, table = dict(pair), draws.choice(holders)
        for axis in draws.sample([axis for axis in table if axis not in row], len(table) - 2):
            values = [value for value in table[axis] if possible({**row, axis: value})]
            row[axis] = max(values, key=lambda value: (_new(row, axis, value, wanted), draws.random()))
        rows.append({axis: row[axis] for axis in table})
        for met in combinations(row.items(), 2):
            wanted.pop(frozenset(met), None)
    return rows


def _new(row: Row, axis: Any, value: Any, wanted: Mapping[Pair, Any]) -> int:
    """Return how many pairs a value would add to a row."""
    return sum(frozenset((item, (axis, value))) in wanted for item in row.items())
