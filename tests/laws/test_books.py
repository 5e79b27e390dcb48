"""The books of drawn games balance: 1,000 with --whole, a few by TEST_SEED; also where two devices enter."""

import random

import pytest

from tests.laws.books import balanced, balanced_between_two
from tests.pairs import SEED

SEEDS = 5


@pytest.mark.slow
@pytest.mark.drawn(2)
@pytest.mark.parametrize("part", range(200))
def test_the_books_balance(part: int) -> None:
    for seed in range(1000 * SEED + part * SEEDS, 1000 * SEED + (part + 1) * SEEDS):
        assert balanced(random.Random(f"books balance {seed}")), seed


@pytest.mark.slow
@pytest.mark.drawn(2)
@pytest.mark.parametrize("part", range(40))
def test_the_books_of_two_devices_balance(part: int) -> None:
    assert balanced_between_two(random.Random(f"two devices {1000 * SEED + part}"))
