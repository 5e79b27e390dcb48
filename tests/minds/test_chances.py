"""Chances of winning: shares that add up, with where they come from and how good they are."""

from pathlib import Path

import pytest

from companion.minds.chances import FILE, chances_for, read_chances
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
