"""The course of a phase after corrections: cases that people came upon, one by one. The laws are in `tests/laws`."""

import random
from typing import Any

import pytest

from companion.engine.errors import BadPosition, BadState
from companion.engine.game import Game
from companion.rules import load
from companion.table.corrections import corrected
from tests.engine.corpus import Curious, cards, fresh, lies, play_out, rich

CASTLE = """\
edition: en
seats: red green blue
turn: 4 castle
order: red green blue
road: n_farm n_forest n_sawmill n_quarry n_market n_carpenter
castle: red green blue
red: 9d 3F3W3S
green: 9d 3F3W3S
blue: 9d 3F3W3S
"""
SWAP = """\
game: magna_carta
edition: nl
variants: standard
seats: red green
untracked: green
turn: 3 actions
start: green
road: n_park n_peddler {built}
provost: 1
green: 9d 3F hand ?3
red: 2d
"""


def put_right(game: Game, **changes: str) -> Game:
    return Game(game.referee, corrected(game.position(), changes))


def test_who_has_had_their_turn_is_not_asked_again_in_the_corrected_order() -> None:
    game = Game.from_position(CASTLE)
    game.play_all(["batch FWS", "done"])
    assert game.decision.seat == "green"
    game = put_right(game, castle="blue green red")
    assert game.decision.seat == "blue"
    game.play("done")
    assert game.decision.seat == "green"
    assert game.state.to_json()["given"] == [0, 0, 1]


def test_who_was_being_asked_keeps_what_they_gave() -> None:
    game = Game.from_position(CASTLE)
    game.play("batch FWS")
    game = put_right(game, castle="green red blue")
    assert (game.decision.seat, game.state.to_json()["given"]) == ("green", [0, 1, 0])


def test_who_is_put_back_in_the_castle_gets_the_batches_they_had() -> None:
    game = Game.from_position(CASTLE)
    game.play_all(["batch FWS", "done"])
    game = put_right(game, castle="green blue")
    back = put_right(game, castle="red green blue")
    assert (back.decision.seat, back.position()["batches"]) == ("green", (0, 0, 0))
    assert put_right(back, batches="1 0 0").state.to_json()["given"] == [1, 0, 0]
    with pytest.raises(BadPosition, match="batches"):
        put_right(back, batches="2 0 0")


def test_a_worker_put_in_the_stables_when_they_are_done_comes_home() -> None:
    game = Game.from_position(CASTLE.replace("4 castle", "4 special").replace("castle:", "passed:") + "inn: green\n")
    assert game.decision.kind == "inn"
    game = put_right(game, stables="red", **{"red.home": "5"})
    game.play("stay")
    assert (game.decision.kind, lies(game).home) == ("bribe", [6, 5, 6])
    assert lies(game).order == [0, 1, 2]


def test_an_unseen_hand_is_revealed_though_it_has_all_cards_there_are() -> None:
    rules = load("magna_carta", "nl", ["standard"], 2)
    own = [*rules.data.of("small"), *rules.data.of("large")]
    game = Game.from_position(SWAP.format(built=" ".join(f"{name}=green" for name in own[:-3])))
    game.play("swap")
    assert (game.decision.kind, len(game.decision.options)) == ("reveal", 4)
    seen = Game(game.referee, game.referee.view(game.state, None))
    assert seen.decision.options == game.decision.options
    assert Game.from_position(seen.position()).decision.kind == "reveal"
    assert put_right(game, **{"red.deniers": "5"}).decision.kind == "reveal"


def test_a_choice_without_an_option_is_named() -> None:
    game = play_out(fresh("en", 2), Curious(random.Random(1)))
    game.state.todo = [("draw", -1, 0)]
    with pytest.raises(BadState) as caught:
        game.referee.settle(game.state)
    assert (caught.value.code, caught.value.args_by_name) == ("no_option", {"choice": "draw"})


@pytest.mark.parametrize("table", [lambda: fresh("en", 2), lambda: cards("standard", 2)])
def test_points_follow_what_is_corrected_after_the_end(table: Any) -> None:
    game = play_out(table(), Curious(random.Random(2), greed=0.6))
    gold, points = int(game.position().fields()["red.gold"]), game.snapshot().scores
    after = put_right(game, **{"red.gold": str(gold + 2)}).snapshot().scores
    each = game.rules.data.end.gold.of(1)
    assert after == points | {"red": points["red"] + 2 * each}


def test_points_that_are_corrected_themselves_stay() -> None:
    game = play_out(rich("en", 2), Curious(random.Random(2), greed=0.6))
    after = put_right(game, **{"red.gold": "40", "red.prestige": "77"})
    assert after.snapshot().scores["red"] == 77
