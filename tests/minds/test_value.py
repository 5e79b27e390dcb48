"""A value is a sum of what is seen."""

from typing import NamedTuple

import pytest

from companion.engine.inputs import STEPS
from companion.minds.value import Value, groups


class Seen(NamedTuple):
    """A position, as nothing but the numbers that are seen of it."""

    numbers: tuple[float, ...]
    left: int = 0


class FourInputs:
    """Four inputs in three groups."""

    names = ("goods.wood", "goods.stone", "money.all", "points.own")

    def of(self, state: Seen, seat: int) -> list[float]:
        return [number * (seat + 1) for number in state.numbers]

    def left(self, state: Seen) -> int:
        return state.left


VALUE = Value(
    FourInputs(),  # type: ignore[arg-type]
    {"goods.wood": (1.0, 0.0), "goods.stone": (2.0, 1.0), "money.all": (0.5, 0.0), "unheard.of": (9.0, 9.0)},
)


@pytest.mark.parametrize(("left", "worth"), [(0, 1 + 4 + 1.5), (STEPS, 1 + 6 + 1.5), (STEPS // 2, 1 + 5 + 1.5)])
def test_each_input_counts_by_what_is_left_of_the_game(left: int, worth: float) -> None:
    """What nothing was learned about counts for nothing."""
    state = Seen((1, 2, 3, 4), left)
    assert VALUE.of(state, 0) == pytest.approx(worth)  # type: ignore[arg-type]
    assert VALUE.of(state, 1) == pytest.approx(2 * worth)  # type: ignore[arg-type]
    assert sum(VALUE.parts(state, 0)) == pytest.approx(worth)  # type: ignore[arg-type]
    assert VALUE.parts(state, 0)[3] == 0  # type: ignore[arg-type]


def test_groups_are_named_in_their_order() -> None:
    assert groups(FourInputs.names) == ["goods", "money", "points"]
