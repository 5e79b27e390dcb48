"""The assistant at a table of Magna Carta: every entry, and what it refuses."""

from typing import Any

import pytest

from companion.engine.errors import Reason
from tests.engine.desk import Desk, dealt


@pytest.mark.parametrize(
    ("text", "code", "args"),
    [
        ("red +1C", "unknown_action", {"text": "red +1C"}),
        ("red +1R", "unknown_action", {"text": "red +1R"}),
        ("red -1T", "unknown_action", {"text": "red -1T"}),
        ("red +25T", "no_tokens", {"n": 21}),
        ("batch red C", "unknown_action", {"text": "batch red C"}),
        ("batch red FWS", "has_only", {"player": "red", "good": "stone", "n": 0}),
        ("token red moat", "unknown_action", {"text": "token red moat"}),
        ("place red bank", "not_on_road", {"building": "bank"}),
        ("place red palace", "no_such_building", {"building": "palace"}),
        ("place red palace:red", "no_such_building", {"building": "palace:red"}),
        ("home red", "no_worker_there", {"player": "red"}),
        ("home red n_peddler", "no_worker_there", {"player": "red"}),
        ("had red n_peddler", "no_worker_there", {"player": "red"}),
        ("build red palace", "no_such_building", {"building": "palace"}),
        ("build red n_park", "other_category", {"building": "n_park"}),
        ("build red bank on 1", "other_category", {"building": "bank"}),
        ("build red statue on 1", "not_your_residence", {"space": 1}),
        ("build red statue on 9", "no_such_space", {"first": 1, "last": 3}),
        ("convert red bank", "not_on_road", {"building": "bank"}),
        ("convert red n_park", "no_such_building", {"building": "n_park"}),
        ("take red n_peddler", "not_produced", {"building": "n_peddler"}),
        ("provost +1", "no_such_space", {"first": 1, "last": 3}),
        ("draw n_park", "drawn_already", {"building": "n_park"}),
        ("draw bank", "not_neutral", {"building": "bank"}),
        ("draw palace", "no_such_building", {"building": "palace"}),
        ("pass pink", "no_such_player", {"player": "pink"}),
        ("score", "unknown_action", {"text": "score"}),
    ],
)
def test_what_the_cards_do_not_know(text: str, code: str, args: dict[str, Any]) -> None:
    assert dealt().refused(text) == Reason(code, args)


def test_the_set_up_of_the_cards() -> None:
    desk = Desk("magna_carta", 3, "standard", edition="nl").say("draw n_quarry")
    assert desk.assistant.entries(desk.state)[-4:] == ["start red", "start green", "start blue", "next"]
    assert "draw n_quarry" not in desk.assistant.entries(desk.state)
    desk.say("start blue", "next")
    road = [space["building"] for space in desk.look()["road"]]
    assert (len(road), road[0], road[-1]) == (3, "n_quarry", "n_peddler")
    assert desk.look()["order"] == ["blue", "red", "green"]
    assert desk.player("red") | {"cubes": 0} == desk.player("green") | {"cubes": 0}
    assert (desk.player("red")["deniers"], desk.player("red")["hand_size"]) == (6, 3)
    assert desk.look()["provost"] == 3
    assert dealt().look()["starter"] == "red"  # nobody was named


def test_a_road_that_was_named_whole_stays_as_it_is() -> None:
    desk = Desk("magna_carta", 2, "standard", edition="nl").say("draw n_quarry", "draw n_peddler", "next")
    assert [space["building"] for space in desk.look()["road"]] == ["n_quarry", "n_peddler"]


def test_cards_are_drawn_and_changed_at_their_price() -> None:
    desk = dealt().say("draw red", "swap red", "swap red")
    assert (desk.player("red")["deniers"], desk.player("red")["hand_size"]) == (3, 4)
    assert desk.told("swapped") == [("swapped", 0)] * 2
    assert desk.say("red -3d").refused("draw red").code == "has_only"
    assert desk.refused("swap red").code == "has_only"
    board: Any = desk.assistant.board
    desk.say(*(f"build red {name}" for name in board.own))
    assert desk.player("red")["hand_size"] == 0
    assert desk.refused("draw red").code == "no_card"
    assert desk.refused("swap red").code == "no_hand"
    assert not any(" red" in text and text[:4] in ("draw", "swap") for text in desk.assistant.entries(desk.state))


def test_a_card_comes_out_of_the_hand_once() -> None:
    desk = dealt().say("build red bank FW", "build green bank")
    assert desk.refused("build red bank") == Reason("not_in_hand", {"building": "bank"})
    assert (desk.player("red")["hand_size"], desk.player("red")["cubes"]["wood"]) == (2, 1)
    assert [space["place"] for space in desk.look()["road"][3:]] == ["bank:red", "bank:green"]
    assert desk.refused("place blue bank") == Reason("unknown_action", {"text": "place blue bank"})  # whose?


def test_a_worker_on_a_card() -> None:
    desk = dealt().say("build red bank", "place green bank", "place blue bank:red")
    assert (desk.player("green")["home"], desk.player("blue")["home"]) == (4, 3)
    assert desk.player("green")["deniers"] == 5
    desk.say("home blue bank", "convert red bank F")
    assert desk.refused("place green bank") == Reason("takes_no_worker", {"building": "residence"})
    desk.say(
        "green +9d", *(f"place green {b}" for b in ("n_park", "n_peddler")), "build red market", "place green market"
    )
    desk.say("build red church", "place green church", "build red peddler")
    assert desk.refused("place green peddler") == Reason("no_worker_left", {"player": "green"})
    assert desk.say("home green").player("green")["home"] == 4
    assert desk.say("next").say("place green market").player("green")["deniers"] == 5 + 9 - 4


def test_a_residence_and_what_covers_it() -> None:
    desk = dealt().say(
        "build red bank", "build red market", "place green bank", "convert red bank", "convert red market"
    )
    assert desk.told("promised", "converted") == [("promised", 0, "bank"), ("converted", 0, "market", 5)]
    assert desk.refused("convert red bank").code == "promised"
    assert desk.refused("convert red market").code == "residence_already"
    desk.say("next", "next", "next")
    assert desk.player("red")["income"] == 4
    desk.say("build red statue on 5", "build red cathedral")
    assert [space["cover"] for space in desk.look()["road"][3:]] == ["cathedral", "statue"]
    assert desk.refused("build green statue") == Reason("not_in_stock", {"building": "statue"})
    desk.say("build green theater")
    assert desk.player("green")["buildings"] == ["theater"]  # without a residence it lies before them


def test_cubes_are_taken_from_a_card() -> None:
    desk = dealt("buildings").say("build red small_farm", "red -2F")
    assert "take red small_farm:red" in desk.assistant.entries(desk.state)
    desk.say(*["take red small_farm"] * 4)
    assert desk.player("red")["cubes"]["food"] == 4
    assert desk.refused("take red small_farm") == Reason("not_produced", {"building": "small_farm"})


def test_tokens() -> None:
    desk = dealt("castle").say("token red", "token red towers", "red +1T church", "green +1S", "batch green FWS")
    assert desk.player("red")["tokens"] == {"dungeon": 2, "walls": 0, "towers": 1}
    assert desk.player("green")["tokens"]["dungeon"] == 1
    assert desk.assistant.entries(desk.state) == ["batch red", "batch green", "batch blue", "next", "end"]
    desk.say("next")
    assert desk.player("green")["cubes"]["gold"] == 1  # most batches
    desk = dealt("castle").say("token red dungeon", *["token red dungeon"] * 5)
    assert desk.refused("token red dungeon") == Reason("no_tokens", {"n": 0})
    desk.say(*["batch red"] * 15)
    assert desk.refused("token red").code == desk.refused("batch red").code == "no_tokens"
    assert desk.assistant.entries(desk.state) == ["next", "end"]
    assert desk.say("next").look()["over"]


def test_nobody_gives_a_batch() -> None:
    desk = dealt("castle").say("next")
    assert desk.look()["castle"]["tokens"] == {"dungeon": 4, "walls": 7, "towers": 8}
    assert (desk.look()["turn"], desk.look()["order"]) == (2, ["green", "blue", "red"])


def test_the_provost_of_the_cards() -> None:
    desk = dealt("provost").say("build red bank", "provost +1 green", "provost -2")
    assert (desk.look()["provost"], desk.player("green")["deniers"]) == (2, 5)
    assert desk.assistant.entries(desk.state)[:3] == ["provost -1", "provost +1", "provost +2"]
    reason = desk.say("red -6d").refused("provost +2 red")
    assert reason == Reason("has_only", {"player": "red", "good": "denier", "n": 0})
    assert desk.told("provost_moved", "provost_set") == [("provost_moved", 1, 1, 4), ("provost_set", 2)]
    desk = dealt("buildings").say("provost -1 red")
    assert (desk.look()["provost"], desk.player("red")["deniers"]) == (2, 6)
    assert dealt("actions", 3, "intro").refused("provost +1").code == "unknown_action"


def test_a_round_begins_with_another_player() -> None:
    desk = dealt().say("start green")
    assert desk.look()["order"] == ["green", "blue", "red"]
    assert desk.told("starts")[-1] == ("starts", 1)
    desk.say("end")
    assert desk.look()["over"]
