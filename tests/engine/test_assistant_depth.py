"""From the referee to the assistant and back."""

import random
from typing import Any

import pytest

from companion.engine.assistant import assistant_for
from companion.engine.game import Game, game_at, new_game
from companion.engine.position import CourseRule
from companion.rules import load
from tests.engine.corpus import Curious, cards, fresh, lies, rich, rich_cards
from tests.engine.desk import SEATS, Desk, begun, walk
from tests.looks import looked


def moments(game: Game, seed: int) -> list[Game]:
    """Positions along a game."""
    player = Curious(random.Random(seed), greed=0.5)
    found = []
    while not game.over and len(game.actions) < 1500:
        game.play(player.pick(game))
        if len(game.actions) % 7 == 0:
            found.append(game.copy())
    return found


TABLES = [
    lambda: fresh("en", 3),
    lambda: rich("en", 4),
    lambda: fresh("nl", 2),
    lambda: cards("standard", 3),
    lambda: cards("intro", 2, untracked=True),
    lambda: rich_cards("standard", 4),
]


@pytest.mark.slow
@pytest.mark.parametrize("table", range(len(TABLES)))
def test_any_table_can_be_taken_over_and_given_back(table: int) -> None:
    for game in moments(TABLES[table](), table):
        assistant = assistant_for(game.rules, game.seats)
        mine = assistant.take_over(game.state)
        assert mine.todo == game.state.todo
        assert mine.money == game.state.money
        free = assistant.release(mine)
        assert assistant.referee.problems(free) == []
        again = Game(assistant.referee, free)
        assert again.over or again.decision.options
        desk = Desk()
        desk.assistant, desk.state = assistant, mine
        desk.state.log = []
        walk(desk, random.Random(3), 12)
        released = assistant.release(desk.state)
        if not looked(desk)["over"]:
            assert Game(assistant.referee, released).state.turn >= game.state.turn


def test_what_was_entered_counts_as_a_turn() -> None:
    desk = begun().say("place red n_farm", "pass green", "red +3d")
    game = Game(desk.assistant.referee, desk.assistant.release(desk.state))
    assert (game.decision.kind, game.decision.seat) == ("worker", "blue")
    assert game.state.money == [9, 9, 8]
    assert (desk.assistant.seats, desk.assistant.rules.game) == (SEATS, "caylus")


def test_a_set_up_given_back_is_decided_anew() -> None:
    desk = Desk().say("draw n_market", "order green", "red +3d")
    game = Game(desk.assistant.referee, desk.assistant.release(desk.state))
    assert (game.decision.kind, game.state.money, lies(game).order) == ("draw", [3, 0, 0], [])
    desk = Desk("magna_carta", 2, "standard", edition="nl").say("start green")
    game = Game(desk.assistant.referee, desk.assistant.release(desk.state))
    assert game.decision.kind == "draw"


def test_a_start_player_named_by_hand_begins_with_the_hands_that_were_dealt() -> None:
    game = new_game(load("magna_carta", "nl", ["standard"], 3), SEATS)
    assistant = assistant_for(game.rules, SEATS)
    while game.decision.kind != "start":
        game.play(game.options[0])
    state, hands = assistant.take_over(game.state), lies(game).hand
    assistant.apply(state, "start green")
    game = Game(game.referee, assistant.release(state))
    assert (game.decision.kind, game.decision.seat, lies(game).hand) == ("action", "green", hands)


def test_a_hand_that_was_being_exchanged_is_unseen_when_the_phase_is_over() -> None:
    game = cards("standard", 2, untracked=True)
    while game.decision.kind != "action" or game.decision.seat == game.seats[0]:
        game.play(game.options[-1])
    seat = game.decision.seat or ""
    game.play("swap")
    game.play(game.options[0])
    assert game.decision.kind == "reveal"
    desk = Desk()
    desk.assistant = assistant_for(game.rules, game.seats)
    desk.state = desk.assistant.take_over(game.state)
    desk.say("next")
    assert desk.player(seat)["hand_size"] == 3
    assert desk.state.unknown[desk.assistant.seats.index(seat)] == 3


@pytest.mark.parametrize(("rule", "deniers"), [(CourseRule.PLACES, 0), (CourseRule.PLAYERS, 5), (CourseRule.RUNS, 99)])
def test_what_was_corrected_in_a_set_up_stays_but_in_old_logs(rule: CourseRule, deniers: int) -> None:
    desk = Desk().say("next")
    game = new_game(desk.assistant.rules, SEATS)
    while game.decision.kind == "draw":
        game.play(game.options[0])
    game.play("next green")
    game.state.money[SEATS.index("green")] = 99
    assert desk.assistant.release(game.state, rule).money == [0, deniers, 0]


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_a_set_up_taken_over_deals_everybody_once(table: int) -> None:
    game, player = TABLES[table](), Curious(random.Random(1))
    dealt_here: dict[str, list[Any]] = {}
    while game.state.phase == 0 and not game.over:
        assistant = assistant_for(game.rules, game.seats)
        state = assistant.take_over(game.state)
        free = Game(assistant.referee, assistant.release(state))
        assert free.state.phase == 0
        drawn = lies(free).order if game.rules.game == "caylus" else []
        assert all(bool(money) == (seat in drawn) for seat, money in enumerate(free.state.money))
        assistant.apply(state, "next")
        look = looked(assistant, state)
        for what in ("deniers", "cubes", "hand_size", "home"):
            now = sorted(map(str, (player.get(what) for player in look["players"].values())))
            assert dealt_here.setdefault(what, now) == now
        assert len(set(look["order"])) == len(game.seats)
        game.play(player.pick(game))


def test_a_scoring_goes_on_where_it_is() -> None:
    desk = begun("castle").say("bailiff +6", "batch red", "batch red", "next", "next")
    assert looked(desk)["phase"] == "end_of_turn"
    game = Game(desk.assistant.referee, desk.assistant.release(desk.state))
    assert (game.decision.kind, game.decision.seat, lies(game).bailiff) == ("favor", "red", desk.state.bailiff)
    game.play("favor prestige 1")
    assert game.state.turn == 2


def test_a_scoring_said_by_hand_is_over_before_a_referee_begins() -> None:
    desk = begun("buildings").say("batch red", "batch red", "score")
    free: Any = desk.assistant.release(desk.state)
    assert (free.scoring, free.section, free.given) == (-1, 1, [2])


def test_a_position_in_the_income_phase_pays_it() -> None:
    game = rich("en", 3)
    assistant = assistant_for(game.rules, game.seats)
    state = assistant.referee.schema.read(game.origin).state
    assistant.apply(state, "next")
    assert state.money == game.state.money
    assert looked(assistant, state)["phase"] == "workers"


def test_hands_that_were_known_stay_known_to_their_owner() -> None:
    game = cards("standard", 2)
    game.answer_chance(3)
    game.play("keep")
    game.answer_chance(3)
    assistant = assistant_for(game.rules, game.seats)
    state = assistant.take_over(game.state)
    hand = looked(assistant, state, game.seats[0])["players"][game.seats[0]]["hand"]
    assert len(hand) == 3
    assistant.apply(state, f"build {game.seats[0]} {hand[0]}")
    assert looked(assistant, state, game.seats[0])["players"][game.seats[0]]["hand"] == hand[1:]


def test_a_card_that_was_put_down_can_be_built() -> None:
    text = "edition: nl\nvariants: standard\nseats: red green\nturn: 2 actions\nstart: red\nroad: n_park n_peddler\n"
    game = game_at(load("magna_carta", "nl", ["standard"], 2), f"{text}red: 5d discard bank\ngreen: 5d", strict=False)
    assistant = assistant_for(game.rules, game.seats)
    state = assistant.take_over(game.state)
    assistant.apply(state, "build red bank")
    assert looked(assistant, state)["players"]["red"]["discard"] == []
