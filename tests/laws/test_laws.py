"""Each law for a few tables; `python -m tests.laws` draws others."""

import random

import pytest

from tests.laws.laws import LAWS

SEEDS = {
    "depth and back": 6,
    "everybody once": 10,
    "nobody left out": 10,
    "all at home": 10,
    "every action has one answer": 4,
    "closed as refereed": 8,
    "taken back": 5,
    "sent elsewhere": 5,
    "added up": 8,
}


@pytest.mark.parametrize(("law", "seed"), [(law, seed) for law, n in SEEDS.items() for seed in range(n)])
def test_it_holds(law: str, seed: int) -> None:
    assert LAWS[law](random.Random(f"{law} {seed}")) > 0


def test_each_law_is_asked() -> None:
    assert set(SEEDS) == set(LAWS)
