"""Chances of winning: shares that add up, with where they come from and how good they are."""

from pathlib import Path

import pytest

from companion.minds.chances import FILE, Chances, chances_for, leads, read_chances, shares
from companion.minds.mind import Mind
from companion.minds.weights import NoWeights
from companion.register import register, unregister
from companion.rules import library
from tests.meadow import box
from tests.minds.boxes import EVERY, choices, table


@pytest.mark.parametrize(("game", "edition", "players"), EVERY)
def test_every_box_has_chances_for_all_its_seats(game: str, edition: str, players: int) -> None:
    referee = table(game, edition, players)
    mind = Mind(referee)
    state, _ = next(choices(referee, 1))
    found = chances_for(referee.rules).of(mind.signs(state), mind.policy.inputs.left(state))
    assert len(found) == players
    assert sum(found) == pytest.approx(1)
    assert min(found) > 0


def test_a_game_that_was_never_fitted_has_none(tmp_path: Path) -> None:
    register("meadow", "tests.meadow")
    try:
        rules = library((box.lay_out(tmp_path),)).rules("meadow", players=2)
        with pytest.raises(NoWeights):
            chances_for(rules)
    finally:
        unregister("meadow")


@pytest.mark.parametrize("name", sorted(read_chances(FILE)))
def test_chances_say_where_they_come_from_and_how_good_they_are(name: str) -> None:
    found = read_chances(FILE)[name]
    assert {"command", "edition", "rules", "measured"} <= found.provenance.keys()
    figures = found.provenance["measured"]
    assert isinstance(figures, dict)
    assert figures["brier"] < 0.9 * figures["uniform"]
    assert 0.1 < found.points(10) <= 1


def test_at_four_players_the_chances_are_as_good_as_the_documents_say() -> None:
    figures = chances_for(library().rules("caylus", None, (), 4)).provenance["measured"]
    assert isinstance(figures, dict)
    assert figures["brier"] <= 0.55


EVEN = Chances({"leaf": (0.1, 0.0, 0.0), "lead": (0.05, -0.05, 0.0), "points": (0.0, 0.0, 0.2)})
SIGNS = {"leaf": (30.0, 20.0, 20.0), "points": (10.0, 12.0, 4.0)}


def test_seats_that_stand_alike_have_like_chances() -> None:
    for left in (0, 5, 20):
        assert EVEN.of({"leaf": (7.0,) * 4, "points": (3.0,) * 4}, left) == pytest.approx((0.25,) * 4)
    first, second, third = EVEN.of(SIGNS, 0)
    assert first > second == third
    assert EVEN.of({name: values[::-1] for name, values in SIGNS.items()}, 0) == pytest.approx((third, second, first))


def test_a_sign_counts_by_what_is_left_of_the_game() -> None:
    """Where nothing is left: the lead; half way: half of it; at the start: points, by the square of what is left."""
    end, half, start = (EVEN.of(SIGNS, left) for left in (0, 10, 20))
    assert end == pytest.approx(shares((3.0 + 0.5, 2.0 - 0.5, 2.0 - 0.5)))
    assert half == pytest.approx(shares((3.25 + 0.5, 1.75 + 0.6, 1.75 + 0.2)))
    assert start == pytest.approx(shares((3.0 + 2.0, 2.0 + 2.4, 2.0 + 0.8)))
    assert all(sum(one) == pytest.approx(1) for one in (end, half, start))


LEADS = [
    ([5.0, 5.0], (0.0, 0.0)),
    ([5.0, 8.0], (-3.0, 3.0)),
    ([8.0, 8.0, 1.0], (0.0, 0.0, -7.0)),
    ([1.0, 4.0, 9.0, 2.0], (-8.0, -5.0, 5.0, -7.0)),
]


@pytest.mark.parametrize(("values", "ahead"), LEADS)
def test_a_lead_is_over_the_best_other(values: list[float], ahead: tuple[float, ...]) -> None:
    assert leads(values) == ahead


def test_who_is_far_behind_still_has_a_share() -> None:
    assert shares([0.0, -700.0])[1] > 0
    assert shares([1000.0, 1000.0, 1001.0])[2] == pytest.approx(0.576, abs=0.001)


def test_a_point_of_value_comes_to_a_point_at_most_and_never_to_less_than_nothing() -> None:
    worth = Chances({}, (1.5, -2.0, 0.25))
    assert [worth.points(left) for left in (0, 10, 20)] == [1.0, pytest.approx(0.5625), 0.0]
    assert Chances({}).points(20) == 1.0


def test_chances_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "chances.json"
    file.write_text(
        '{"caylus-3": {"curves": {"leaf": [0.1, 0.2, 0.3]}, "worth": [0.9, -0.4, 0.1], "provenance": {"games": 9}}}'
    )
    (found,) = read_chances(file).values()
    assert found == Chances({"leaf": (0.1, 0.2, 0.3)}, (0.9, -0.4, 0.1), {"games": 9})
    assert [*read_chances(file)] == ["caylus-3"]


def test_a_file_with_torn_curves_is_no_file_of_chances(tmp_path: Path) -> None:
    file = tmp_path / "chances.json"
    file.write_text('{"caylus-3": {"curves": {"leaf": [0.1, 0.2]}, "worth": [1, 0, 0], "provenance": {}}}')
    with pytest.raises(ValueError, match="unpack"):
        read_chances(file)
