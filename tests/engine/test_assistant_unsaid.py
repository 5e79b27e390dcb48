"""What goes without saying is said as entries: told once, by its source, and to whom the rules give it."""

from typing import Any

import pytest

from companion.engine.assistant import assistant_for, run_through
from companion.engine.errors import IllegalAction, Reason
from companion.engine.game import Game, game_at
from companion.engine.implied import expand_entry
from companion.rules import load
from tests.engine.corpus import card_games, games
from tests.engine.desk import Desk, begun, dealt
from tests.laws.closing import until_closed
from tests.looks import looked


def enter(desk: Desk, *texts: str) -> list[str]:
    """Enter as people do; what the log then holds."""
    said: list[str] = []
    for text in texts:
        for entry in expand_entry(desk.assistant, desk.state, text):
            desk.say(entry)
            said.append(entry)
    return said


def refused(desk: Desk, text: str) -> Reason:
    with pytest.raises(IllegalAction) as caught:
        expand_entry(desk.assistant, desk.state, text)
    return caught.value.reason


def test_who_has_no_choice_is_given_his_own_when_the_phase_is_closed() -> None:
    desk = begun().say("place red trading_post", "place green n_quarry", "place blue gold_mine", "provost +20")
    assert enter(desk, "next") == ["pass red", "pass green", "pass blue", "next", "use red trading_post take 3d"]
    gifts = ["use green n_quarry take 1S", "use blue gold_mine take 1G"]
    assert enter(desk, "next", "next") == ["next", "next", *gifts]
    assert enter(desk, "next") == ["next"], "what was given is not given again"
    assert desk.player("red")["deniers"] == 7 - 1 + 1 + 3
    assert desk.player("green")["cubes"]["stone"] == 1
    assert desk.player("blue")["cubes"]["gold"] == 1
    assert ("received", 0, 3, "effect", "trading_post") in desk.state.log
    assert all(desk.player(colour)["home"] == 6 for colour in ("red", "green", "blue"))


def test_choices_are_left_to_the_people() -> None:
    desk = begun().say("place red n_farm", "place green n_market", "place blue gate", "provost +20", "pass red")
    assert enter(desk, "next", "next", "next", "next") == ["pass green", "pass blue", *["next"] * 4]


def test_workers_beyond_the_provost_bring_nothing() -> None:
    desk = begun().say("place green gold_mine", "pass green", "next", "next", "provost -3", "next")
    assert enter(desk, "next") == ["next"]
    assert desk.player("green")["cubes"]["gold"] == 0


def test_what_people_say_themselves_is_not_brought_again() -> None:
    desk = begun().say("place red trading_post", "place green n_quarry", "pass blue", "next")
    assert enter(desk, "red +3d trading_post") == ["red +3d trading_post", "home red trading_post"]
    assert enter(desk, "next") == ["next"]
    desk.say("next")
    assert enter(desk, "green +1S n_quarry", "next") == ["green +1S n_quarry", "home green n_quarry", "next"]
    assert desk.player("red")["deniers"] == 7 - 1 + 3
    assert desk.player("green")["cubes"]["stone"] == 1


def test_amounts_before_their_phase_and_without_a_worker_leave_everybody_where_they_are() -> None:
    desk = begun().say("place red n_quarry")
    assert enter(desk, "red +1S n_quarry") == ["red +1S n_quarry"]
    desk.say("pass red", "next", "next", "next")
    assert enter(desk, "green +1S n_quarry", "red -1S n_quarry", "red +1F") == [
        "green +1S n_quarry", "red -1S n_quarry", "red +1F",
    ]  # fmt: skip


def test_the_owner_gets_the_cube_that_lies_on_his_card() -> None:
    desk = dealt().say("build red small_farm", "place green small_farm:red", "pass red", "next")
    desk.say(f"provost +{len(desk.look()['road']) - desk.look()['provost']}", "next")
    assert enter(desk, "next") == [
        "use green small_farm:red take 1F", "use red small_farm:red take 1F", "next",
    ]  # fmt: skip


@pytest.mark.parametrize("card", ["small_farm", "large_farm"])
@pytest.mark.parametrize("order", [(), ("owner",), ("owner", "worker"), ("worker", "owner")])
def test_the_owner_gets_it_once_whoever_says_so(card: str, order: tuple[str, ...]) -> None:
    desk = dealt().say("red +9d9F9W", f"build red {card}", f"place green {card}:red", "pass red", "next")
    desk.say(f"provost +{len(desk.look()['road']) - desk.look()['provost']}", "next")
    entries = {
        "small_farm": {"owner": "take red small_farm:red", "worker": "green +1F small_farm"},
        "large_farm": {"owner": "red +1F large_farm", "worker": "green +2F large_farm"},
    }[card]
    before = {colour: desk.player(colour)["cubes"]["food"] for colour in ("red", "green")}
    enter(desk, *(entries[who] for who in order), "next")
    after = {colour: desk.player(colour)["cubes"]["food"] for colour in ("red", "green")}
    assert after["red"] == before["red"] + 1
    assert after["green"] == before["green"] + (1 if card == "small_farm" else 2)


TWO_MARKETS = (
    "seats: red green blue\nuntracked: red green blue\nturn: 3 buildings\nstart: red\nprovost: 6\n"
    "road: n_park n_forest n_peddler market=red+green market=green+red market=blue+green\n"
    "red: 5d 3F\ngreen: 5d 3F\nblue: 5d"
)


@pytest.mark.parametrize("trades", [("red", "green"), ("green", "red")])
@pytest.mark.parametrize("place", ["market", "market:green"])
def test_of_two_cards_of_a_name_it_is_the_one_that_can_have_brought_it(trades: tuple[str, ...], place: str) -> None:
    desk = dealt()
    desk.state = game_at(load("magna_carta", "nl", ["standard"], 3), TWO_MARKETS).state.copy()
    for seat in trades:
        enter(desk, f"{seat} -1F +4d {place if seat == 'red' else 'market'}")
    enter(desk, "next")
    assert desk.state.money == [10, 10, 6]


@pytest.mark.parametrize("seats", [("green", "red"), ("red", "green")])
def test_each_has_their_part_of_a_building_and_the_worker_goes_home_with_the_last(seats: tuple[str, str]) -> None:
    desk = begun().say("build red s_farm", "place green s_farm", "provost +20", "pass red")
    enter(desk, "next", "next")
    desk.say("next")
    had = [desk.player(seat)["cubes"]["food"] for seat in ("red", "green")]
    entries = [f"{seat} {'+2F1C' if seat == 'green' else '+1F'} s_farm" for seat in seats]
    assert enter(desk, entries[0]) == [entries[0], f"had {seats[0]} s_farm"]
    game = Game(desk.assistant.referee, desk.assistant.release(desk.state))
    if game.decision.kind == "take":
        game.play("take 1F")
    after = [looked(game)["players"][seat]["cubes"] for seat in ("red", "green")]
    assert [cubes["food"] for cubes in after] == [had[0] + 1, had[1] + 2]
    assert after[1]["cloth"] == 1
    enter(desk, entries[1])
    assert desk.player("green")["home"] == 6


@pytest.mark.parametrize("text", ["green +1R4x n_quarry", "had green n_farm"])
def test_what_is_no_amount_or_no_part_is_refused_and_takes_nobody_home(text: str) -> None:
    desk = begun().say("place green n_quarry", "next", "next", "next")
    desk.state.phase += desk.look()["phase"] != "buildings"
    with pytest.raises(IllegalAction):
        enter(desk, text)


def test_of_several_cards_of_a_name_whoever_enters_for_them_together_must_say_which() -> None:
    desk = dealt()
    desk.state = game_at(load("magna_carta", "nl", ["standard"], 3), TWO_MARKETS).state.copy()
    asked = Reason("which_of_several", {"building": "market", "text": "market:red"})
    assert refused(desk, "green -2F +8d market") == asked
    assert enter(desk, "green -2F +8d market:blue") == ["green -2F +8d market:blue", "had green market:blue"]


def test_whoever_moves_the_provost_by_a_building_has_had_it() -> None:
    desk = begun().say("place blue merchants_guild", "next")
    assert enter(desk, "provost +2 red") == ["provost +2 red"]
    assert enter(desk, "provost +2", "provost +2") == ["provost +2 blue", "home blue merchants_guild", "provost +2"]
    assert desk.player("blue")["home"] == 6


@pytest.mark.parametrize("places", [("place green inn",), ()])
def test_whoever_comes_to_the_inn_is_not_asked_to_leave_in_that_turn(places: tuple[str, ...]) -> None:
    desk = begun().say("inn red", *places, "next")
    assert enter(desk, "inn green") == ["inn green", "had green inn"]
    game = Game(desk.assistant.referee, desk.assistant.release(desk.state))
    assert (looked(game)["inn"], looked(game)["phase"]) == ("green", "provost")
    assert enter(desk, "home green inn", "inn red") == ["home green inn", "inn red", "had red inn"]
    desk.say("inn blue")
    game = Game(desk.assistant.referee, desk.assistant.release(desk.state))
    assert (game.decision.kind, game.decision.seat) == ("inn", "blue")


def test_a_section_that_the_bailiff_is_said_to_reach_is_scored() -> None:
    desk = begun().say("build red mason", "red +9P")
    points = desk.player("green")["prestige"]
    assert enter(desk, "bailiff +5", "bailiff +1", "bailiff +1") == ["bailiff +5", "bailiff +1", "score", "bailiff +1"]
    assert (desk.look()["castle"]["section"], desk.player("green")["prestige"]) == ("walls", max(0, points - 2))
    assert not desk.assistant.referee.problems(desk.assistant.release(desk.state))


@pytest.mark.parametrize("worker", ["red", "green"])
def test_the_owner_of_a_building_gets_one_prestige_for_another_players_worker(worker: str) -> None:
    desk = begun().say("red +9d9W9S", "build red mason on 9")
    built = desk.player("red")["prestige"]
    enter(desk, f"place {worker} mason")
    assert refused(desk, f"place {worker} mason") == Reason("there_already", {"place": "mason"})
    enter(desk, "provost +10", "pass blue", "next", "next", "next", "next")
    assert desk.player("red")["prestige"] == built + (worker == "green")


def test_the_first_to_pass_is_first_in_order_where_nobody_says_otherwise() -> None:
    for desk, first in ((begun(), "red"), (begun().say("order green"), "green"), (dealt(), "red")):
        before = desk.player(first)["deniers"]
        assert enter(desk, "next")[0] == f"pass {first}"
        assert desk.player(first)["deniers"] == before + 1
    desk = begun().say("pass blue")
    assert enter(desk, "next") == ["pass red", "pass green", "next"]


def test_one_worker_of_each_player_in_the_castle() -> None:
    desk = begun()
    assert enter(desk, "place red castle", "place green castle") == ["place red castle", "place green castle"]
    assert refused(desk, "place red castle") == Reason("there_already", {"place": "castle"})
    assert refused(desk, "  place  red castle ") == Reason("there_already", {"place": "castle"})
    enter(desk, "home red castle", "place red castle", "place red stables")
    assert refused(desk, "place red stables") == Reason("there_already", {"place": "stables"})


def test_who_has_passed_places_nobody_in_that_phase() -> None:
    for desk, place in ((begun(), "n_farm"), (dealt(), "n_peddler")):
        enter(desk, "pass red")
        assert refused(desk, f"place red {place}") == Reason("passed_already", {"player": "red"})
    desk = begun().say("place red gate", "pass red", "next")
    enter(desk, "home red gate", "place red castle")
    assert desk.look()["castle"]["workers"] == ["red"]


@pytest.mark.parametrize("text", ["", "next next", "place", "place red", "red +", "x" * 5000, "place pink castle"])
def test_what_makes_no_sense_is_for_the_assistant_to_refuse(text: str) -> None:
    desk = begun()
    assert expand_entry(desk.assistant, desk.state, text) == [text]
    desk.refused(text)


@pytest.mark.slow
def test_in_every_game_it_comes_to_what_the_rules_give() -> None:
    """From states of whole games: entries on one side, the referee's own steps on the other."""
    seen = 0
    for game in (*games(seed=70), *card_games(seed=80)):
        assistant: Any = assistant_for(game.rules, game.seats)
        phase = None
        now = Game(game.referee, game.first)
        for action in game.actions:
            now.play(action)
            state = now.state
            current = assistant.board.phases[state.phase - 1] if state.phase > 0 else None
            if current != phase and (step := assistant.game_rules.acting.get(current)):
                seen += compare(assistant, state, step)
            phase = current
    assert seen > 100


def compare(assistant: Any, state: Any, step: Any) -> int:
    mine, expected = assistant.take_over(state), assistant.take_over(state)
    mine.log = expected.log = []
    run_through(assistant.board, expected, step, assistant.game_rules.choices)
    said = until_closed(expand_entry(assistant, mine, "next"))
    for entry in said:
        assistant.apply(mine, entry)
    for part in ("money", "cubes", "prestige", "home", *(("stock",) if hasattr(mine, "stock") else ())):
        assert getattr(mine, part) == getattr(expected, part), (part, said)
    return len(said) - 1
