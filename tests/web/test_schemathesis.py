"""A short run of `tests.web.hostile`: made from the description, half of it against it."""

import warnings

import pytest

from tests.web.hostile import Target, attack, operations

pytestmark = pytest.mark.slow

CASES = 6


@pytest.fixture(scope="module")
def target() -> Target:
    return Target()


def test_no_answer_is_a_fault_of_ours_or_not_described(target: Target) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        statuses = {it.definition.raw["operationId"]: attack(target, it, CASES) for it in operations(target)}
    assert len(statuses) > 15
    reached = sum((one for one in statuses.values()), start=type(statuses["act"])())
    assert {200, 201, 204, 403, 404, 422} <= set(reached), "the requests no longer reach what they are for"
