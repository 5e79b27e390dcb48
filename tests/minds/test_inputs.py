"""What a mind sees of a position."""

import random
from itertools import islice
from pathlib import Path

import pytest

from companion.engine.game import Game
from companion.engine.inputs import STEPS, Inputs
from companion.i18n.translator import Translator
from companion.minds.mind import NoMind, inputs_for
from companion.minds.value import groups
from companion.register import register, unregister
from companion.rules import library
from tests.meadow import box
from tests.minds.boxes import EVERY, choices, seated, table


@pytest.mark.parametrize(("game", "edition", "players"), EVERY)
def test_every_box_has_inputs_with_names_of_their_own(game: str, edition: str, players: int) -> None:
    referee = table(game, edition, players)
    inputs = inputs_for(referee)
    assert len(set(inputs.names)) == len(inputs.names)
    for state, _ in islice(choices(referee, 1), 40):
        assert len(inputs.of(state, state.todo[-1][1])) == len(inputs.names)


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_less_is_left_of_the_game_from_turn_to_turn(game: str) -> None:
    referee = table(game)
    inputs = inputs_for(referee)
    left = [inputs.left(state) for state, _ in choices(referee, 2)]
    assert left[0] == STEPS
    assert left == sorted(left, reverse=True)
    assert left[-1] < STEPS / 3


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_standings_are_the_points_at_the_end(game: str) -> None:
    referee = table(game)
    state = referee.start()
    chance = random.Random(3)
    last = inputs_for(referee).standings(state)
    while options := referee.settle(state):
        last = inputs_for(referee).standings(state)
        referee.choose(state, options[int(chance.random() * len(options))])
    ends = referee.scores(state)
    assert all(0 <= end - before <= 15 for end, before in zip(ends, last, strict=True)), (ends, last)


POSITION = """edition: en
seats: red green
turn: 4 workers
order: green red
road: n_farm n_forest n_sawmill n_quarry n_market n_carpenter f_peddler f_carpenter mason=red
bailiff: 9
red: 5d {cubes} 12P houses 2/0/0
green: 3d 1C 9P houses 1/0/0
"""


def seen(cubes: str, *played: str) -> dict[str, float]:
    """What the player sees who has played this, each other option being a pass."""
    game = Game.from_position(POSITION.format(cubes=cubes))
    inputs: Inputs = inputs_for(game.referee)
    for action in played:
        while game.decision.seat == "green":
            game.play("pass")
        game.play(action)
    return dict(zip(inputs.names, inputs.of(game.state, 0), strict=True))


def test_batches_are_counted_from_what_is_held_and_what_workers_will_bring() -> None:
    assert seen("1F1W1S")["batches.now"] == 1
    before, after = seen("1F1W"), seen("1F1W", "place n_quarry")
    assert before["batches.coming"] == 0
    assert (after["batches.now"], after["batches.coming"]) == (0, 1)
    assert seen("1F1W", "place castle")["castle.empty"] == 1
    assert seen("1F1W1S", "place castle")["castle.full"] == 1


def test_a_worker_who_cannot_pay_is_useless() -> None:
    assert seen("2F", "place joust_field")["places.useless"] == 1
    assert seen("1C", "place joust_field")["places.useless"] == 0
    assert seen("1C", "place joust_field")["places.joust_field"] == 1


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_every_group_has_words(game: str) -> None:
    names = inputs_for(table(game)).names
    words = Translator("en")
    assert [group for group in {*groups(names)} - {"game"} if not words.has(f"mind.{group}", "say")] == []


def test_a_game_without_inputs_has_no_mind(tmp_path: Path) -> None:
    register("meadow", "tests.meadow")
    try:
        rules = library((box.lay_out(tmp_path),)).rules("meadow", players=2)
        with pytest.raises(NoMind):
            inputs_for(seated(rules))
    finally:
        unregister("meadow")
