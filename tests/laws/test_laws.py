"""Each law for seconds, on tables drawn by TEST_SEED; `python -m tests.laws` draws others for as long as it may."""

import random

import pytest

from tests.laws.laws import LAWS
from tests.pairs import SEED

PARTS, SEEDS = 3, 5
"""The tables of a law are asked about in parts, of so many each; the first part is what `make quick` asks."""


@pytest.mark.parametrize(
    ("law", "part"),
    [pytest.param(law, n, marks=[pytest.mark.slow] if n else []) for law in LAWS for n in range(PARTS)],
)
def test_it_holds(law: str, part: int) -> None:
    looks = 0
    for seed in range(1000 * SEED + part * SEEDS, 1000 * SEED + (part + 1) * SEEDS):
        try:
            looks += LAWS[law](random.Random(f"{law} {seed}"))
        except Exception as fault:
            fault.add_note(f'python -m tests.laws --law "{law}" --seed {seed}')
            raise
    assert looks
