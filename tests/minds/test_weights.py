"""The weights that are shipped: each box finds some, and they say where they come from."""

import json
from pathlib import Path

import pytest

from companion.minds.mind import inputs_for
from companion.minds.weights import FOLDER, NoWeights, Weights, key, names, read_weights, weights_for
from companion.register import register, unregister
from companion.rules import library
from tests.meadow import box
from tests.minds.boxes import EVERY, table

SHIPPED = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize(("game", "edition", "players"), EVERY)
def test_every_box_finds_weights_for_what_matters_most(game: str, edition: str, players: int) -> None:
    referee = table(game, edition, players)
    weights = weights_for(referee.rules)
    names = inputs_for(referee).names
    assert len(weights.value.keys() & set(names)) > 0.8 * len(names)
    assert weights.value["points.own"][0] + weights.value["rivals.lead"][0] > 0.5


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_weights_say_where_they_come_from(file: Path) -> None:
    weights = read_weights(file)
    assert {"command", "edition", "rules", "games", "seed", "ladder"} <= weights.provenance.keys()
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["leaf"]
    assert data["provenance"]["ladder"]["games"] >= 400
    assert data["provenance"]["ladder"]["low"] > 0.8


def test_weights_are_two_numbers_for_each_input(tmp_path: Path) -> None:
    file = tmp_path / "caylus-3.json"
    file.write_text('{"value": {"money.all": [1, 0.5]}, "leaf": {"points.own": [2, 0]}, "provenance": {"games": 9}}')
    assert read_weights(file) == Weights({"money.all": (1.0, 0.5)}, {"points.own": (2.0, 0.0)}, {"games": 9})


NONE = [
    "",
    "no weights",
    "3",
    "[]",
    "{}",
    '{"value": {}, "leaf": {}}',
    '{"value": {}, "provenance": {}}',
    '{"value": [1], "leaf": {}, "provenance": {}}',
    '{"value": {"money.all": 3}, "leaf": {}, "provenance": {}}',
    '{"value": {"money.all": [1]}, "leaf": {}, "provenance": {}}',
    '{"value": {"money.all": [1, 2, 3]}, "leaf": {}, "provenance": {}}',
    '{"value": {"money.all": ["x", 2]}, "leaf": {}, "provenance": {}}',
]


@pytest.mark.parametrize("text", NONE)
def test_a_file_without_weights_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "caylus-3.json"
    file.write_text(text)
    with pytest.raises(ValueError):  # noqa: PT011 - whichever part is wrong
        read_weights(file)


def test_a_file_that_lacks_a_part_is_named(tmp_path: Path) -> None:
    file = tmp_path / "caylus-3.json"
    file.write_text("{}")
    with pytest.raises(ValueError, match=r"caylus-3\.json holds no weights"):
        read_weights(file)
    with pytest.raises(OSError, match="nowhere"):
        read_weights(tmp_path / "nowhere.json")


def test_the_nearest_weights_are_looked_for() -> None:
    """The game's own number of players before others, of two the larger, and a variant's before those of the game."""
    rules = library().rules("magna_carta", "nl", ["intro"], 3)
    wanted = [*names(rules)]
    own, game = (f"magna_carta-intro-{n}" for n in (3, 4, 2)), (f"magna_carta-{n}" for n in (3, 4, 2))
    assert wanted[:6] == [name for pair in zip(own, game, strict=True) for name in pair]
    assert wanted[-1] == "magna_carta-0"
    assert (key("caylus", 3), key("caylus", 3, "intro")) == ("caylus-3", "caylus-intro-3")


def test_the_first_of_those_that_are_shipped_is_taken() -> None:
    for game, edition, players in EVERY:
        rules = library().rules(game, edition, (), players)
        first = next(name for name in names(rules) if (FOLDER / f"{name}.json").is_file())
        assert weights_for(rules) == read_weights(FOLDER / f"{first}.json")


def test_a_game_that_nobody_has_learned_has_no_weights(tmp_path: Path) -> None:
    register("meadow", "tests.meadow")
    try:
        rules = library((box.lay_out(tmp_path),)).rules("meadow", players=2)
        with pytest.raises(NoWeights, match="no weights for meadow with 2 players") as error:
            weights_for(rules)
        assert error.value.rules is rules
    finally:
        unregister("meadow")
