"""The assistant at a table of Caylus: every entry, and what it refuses."""

from typing import Any

import pytest

from companion.engine.assistant import LONGEST
from companion.engine.errors import Reason
from tests.engine.desk import Desk, begun

# reading


@pytest.mark.parametrize(
    "text",
    ["", "  ", "hello", "red", "red +d", "red 2d", "red +2x", "red +2R mason extra", "red -1R", "red +1T",
     "pass", "pass red green", "next red", "end now", "provost", "provost 2", "provost +2 red green", "bailiff one",
     "batch red 1P", "batch red FWSF W", "build red mason on", "build red mason on x", "build red mason 2X",
     "favor red prestige", "favor red gardens 1", "favor red prestige 6", "favor red cubes 2 1C",
     "favor red cubes 3 1C x", "score it", "draw", "home", "inn", "order", "stables", "convert red",
     "x" * (LONGEST + 1)],
)  # fmt: skip
def test_what_cannot_be_read(text: str) -> None:
    assert begun().refused(text) == Reason("unknown_action", {"text": text})


@pytest.mark.parametrize("text", ["red +10000d", "red +9999d9999d", f"red +{'9' * 150}d", "red +1d -99999F"])
def test_nobody_gets_more_than_can_be_said(text: str) -> None:
    assert begun().refused(text) == Reason("too_much", {"most": 9999})


def test_what_a_phase_brings_may_be_more_than_can_be_said() -> None:
    desk = begun()
    desk.state.money[0] = 9999
    while desk.player("red")["deniers"] <= 9999:
        desk.say("next")
    rich = desk.player("red")["deniers"]
    assert desk.refused("red +1d") == Reason("too_much", {"most": 9999})
    desk.say("green +1d", "red -1d", "next")
    assert desk.player("red")["deniers"] == rich - 1


def test_spaces_and_the_order_of_letters_do_not_matter() -> None:
    assert begun().say("  red   +1W +1S ", "batch red SWF").player("red")["cubes"] == {
        "food": 1, "wood": 1, "stone": 0, "cloth": 0, "gold": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "code", "args"),
    [
        ("pass pink", "no_such_player", {"player": "pink"}),
        ("order red pink", "no_such_player", {"player": "pink"}),
        ("pink +2d", "unknown_action", {"text": "pink +2d"}),
        ("red -9d", "has_only", {"player": "red", "good": "denier", "n": 7}),
        ("red -1C", "has_only", {"player": "red", "good": "cloth", "n": 0}),
        ("red -1P", "has_only", {"player": "red", "good": "prestige", "n": 0}),
        ("red +1W castle", "no_such_building", {"building": "castle"}),
        ("red +3d -5d -3d", "has_only", {"player": "red", "good": "denier", "n": 7}),
        ("place red palace", "no_such_building", {"building": "palace"}),
        ("place red mason", "not_on_road", {"building": "mason"}),
        ("home red", "no_worker_there", {"player": "red"}),
        ("home red n_farm", "no_worker_there", {"player": "red"}),
        ("home red inn", "no_worker_there", {"player": "red"}),
        ("build red palace", "no_such_building", {"building": "palace"}),
        ("build red n_farm", "other_category", {"building": "n_farm"}),
        ("build red residence", "other_category", {"building": "residence"}),
        ("build red mason on 29", "no_such_space", {"first": 1, "last": 28}),
        ("build red mason on 0", "no_such_space", {"first": 1, "last": 28}),
        ("build red mason WS", "has_only", {"player": "red", "good": "stone", "n": 0}),
        ("convert red mason", "not_on_road", {"building": "mason"}),
        ("convert red inn", "not_on_road", {"building": "inn"}),
        ("convert red n_farm 1C1d", "has_only", {"player": "red", "good": "cloth", "n": 0}),
        ("batch red FWG", "has_only", {"player": "red", "good": "gold", "n": 0}),
        ("provost -6", "no_such_space", {"first": 1, "last": 28}),
        ("provost +23", "no_such_space", {"first": 1, "last": 28}),
        ("bailiff -1", "no_such_space", {"first": 6, "last": 28}),
        ("draw n_farm", "drawn_already", {"building": "n_farm"}),
        ("draw mason", "not_neutral", {"building": "mason"}),
        ("favor red cubes 4 1G>2F", "has_only", {"player": "red", "good": "gold", "n": 0}),
    ],
)
def test_what_names_nothing_here_or_is_not_there(text: str, code: str, args: dict[str, Any]) -> None:
    assert begun().refused(text) == Reason(code, args)


# the set-up


def test_money_follows_the_order() -> None:
    desk = Desk("caylus", 4, edition="nl").say("order red", "order orange green")
    assert desk.look()["order"] == ["orange", "green", "red"]
    assert desk.told("received") == []
    desk.say("next")
    assert desk.look()["order"] == ["orange", "green", "red", "blue"]  # who is not named comes last
    deniers = {colour: player["deniers"] - 2 for colour, player in desk.look()["players"].items()}
    assert deniers == {"orange": 5, "green": 6, "red": 6, "blue": 7}
    assert desk.player("red")["cubes"]["food"] == 2
    assert (desk.look()["turn"], desk.look()["phase"]) == (1, "workers")


def test_the_road_as_it_lies() -> None:
    desk = Desk().say("draw n_market", "draw n_farm on 3", "draw n_quarry")
    assert [space["building"] for space in desk.look()["road"][:4]] == ["n_market", "n_quarry", "n_farm", None]
    assert desk.refused("draw n_forest on 3").code == "road_full"
    assert desk.refused("draw n_forest on 7") == Reason("no_such_space", {"first": 1, "last": 6})
    assert desk.assistant.entries(desk.state) == [
        "draw n_forest", "draw n_sawmill", "draw n_carpenter", "next",
    ]  # fmt: skip
    desk.say("next")
    names = [space["building"] for space in desk.look()["road"][:8]]
    assert names == [
        "n_market",
        "n_quarry",
        "n_farm",
        "n_forest",
        "n_sawmill",
        "n_carpenter",
        "f_peddler",
        "f_carpenter",
    ]
    assert len(desk.told("drawn")) == 6


def test_a_section_is_not_scored_before_the_game_begins() -> None:
    assert Desk().refused("score") == Reason("not_now", {"expected": "next"})


def test_a_building_on_a_neutral_space_leaves_its_tile_over() -> None:
    desk = Desk().say("build red mason on 2", "next")
    assert [space["building"] for space in desk.look()["road"][:3]] == ["n_farm", "mason", "n_forest"]
    assert desk.refused("draw n_carpenter").code == "road_full"


# amounts


def test_amounts_and_what_they_are_for() -> None:
    desk = begun().say("red +3d -1F +2P +1G", "red -1G +4P tailor")
    assert desk.player("red")["deniers"] == 10
    assert desk.player("red")["prestige"] == 6
    assert desk.player("red")["cubes"]["gold"] == 0
    assert desk.told("earned") == [("earned", 0, 2, "adjusted", ""), ("earned", 0, 4, "effect", "tailor")]
    desk.say("red -5P")
    assert desk.told("lost") == [("lost", 0, 5, "adjusted", "")]


def test_a_favor_won_waits_until_it_is_used() -> None:
    desk = begun("special").say("red -1d +1R joust_field")
    assert desk.told("favored") == [("favored", 0, 1, "effect", "joust_field")]
    waiting = [text for text in desk.assistant.entries(desk.state) if text.startswith("favor")]
    assert waiting == [f"favor red {line} 1" for line in ("prestige", "deniers", "cubes", "buildings")]
    desk.say("favor red deniers 1")
    assert desk.player("red")["deniers"] == 7 - 1 + 3
    assert desk.player("red")["favors"]["deniers"] == 1
    assert desk.player("red")["used"] == ["deniers"]
    assert not any(text.startswith("favor") for text in desk.assistant.entries(desk.state))
    assert desk.told("favor_used") == [("favor_used", 0, "deniers", 1, 1)]


def test_a_favor_that_is_not_used_is_forgotten_with_its_phase() -> None:
    desk = begun("special").say("red +1R", "next")
    assert not any(text.startswith("favor") for text in desk.assistant.entries(desk.state))


def test_a_favor_nobody_told_of_can_be_used_too() -> None:
    desk = begun().say("favor green cubes 2 1S")
    assert desk.player("green")["cubes"]["stone"] == 1
    assert desk.player("green")["favors"]["cubes"] == 2  # whoever uses the second cell has their marker there
    desk.say("favor green cubes 4", "favor green buildings 5")
    assert desk.player("green")["favors"] == {"prestige": 0, "deniers": 0, "cubes": 4, "buildings": 5}
    assert desk.player("green")["cubes"]["stone"] == 1  # a cell that lets choose brings nothing by itself
    desk.say("favor green cubes 4 1S>1W1F", "favor green prestige 1", "favor green cubes 1")
    assert desk.player("green")["cubes"] == {"food": 4, "wood": 2, "stone": 0, "cloth": 0, "gold": 0}
    assert desk.player("green")["prestige"] == 1
    assert desk.player("green")["favors"]["cubes"] == 4  # not beyond the open columns, and not back


def test_simplified_favors_are_points_at_once() -> None:
    desk = begun("special", 3, "simplified_favors").say("red +1R joust_field")
    assert desk.player("red")["prestige"] == 3
    assert desk.refused("favor red prestige 1").code == "unknown_action"


# workers


def test_a_worker_costs_what_the_bridge_says() -> None:
    desk = begun().say("place red n_farm", "pass green", "place red castle", "place blue stables")
    assert desk.player("red")["deniers"] == 7 - 1 - 2
    assert desk.player("red")["home"] == 4
    assert desk.player("green")["deniers"] == 8 + 1
    assert desk.look()["stables"] == ["blue"]
    assert desk.look()["castle"]["workers"] == ["red"]
    assert desk.refused("pass green") == Reason("passed_already", {"player": "green"})
    desk.say("place green gold_mine")  # who has passed places nothing more; if they do, we do not charge them
    assert desk.player("green")["deniers"] == 9


def test_on_ones_own_building_and_from_the_inn_it_costs_less() -> None:
    desk = begun().say("build red mason", "inn green", "pass blue", "place red mason", "place green n_farm")
    assert desk.player("red")["deniers"] == 7 - 1
    assert desk.player("green")["deniers"] == 8 - 1
    desk.say("place green n_farm", "red -6d")
    assert desk.refused("place red n_market") == Reason("has_only", {"player": "red", "good": "denier", "n": 0})


def test_the_owner_of_a_building_scores_for_anothers_worker() -> None:
    desk = begun().say("build red mason", "place green mason")
    assert desk.told("earned")[-1] == ("earned", 0, 1, "used", "mason")


def test_two_workers_do_not_stand_on_one_building() -> None:
    desk = begun().say("place red n_farm", "place green n_farm")
    assert (desk.player("red")["home"], desk.player("green")["home"]) == (6, 5)
    assert desk.look()["road"][0]["worker"] == "green"


def test_a_worker_goes_only_where_there_is_a_place() -> None:
    desk = begun().say("convert red n_farm")
    assert desk.refused("place red n_farm").code == "not_on_road"
    two = begun("workers", 2)
    assert two.refused("place red stables") == Reason("takes_no_worker", {"building": "stables"})


def test_no_more_workers_than_there_are() -> None:
    desk = begun().say(*(f"place red {b}" for b in ("gate", "inn", "n_farm", "n_market", "castle", "stables")))
    assert desk.refused("place red n_quarry") == Reason("no_worker_left", {"player": "red"})
    desk.say("home red gate")
    assert desk.player("red")["home"] == 1
    desk.say("home red")
    assert desk.player("red")["home"] == 6
    assert desk.look()["castle"]["workers"] == desk.look()["stables"] == []


def test_the_inn() -> None:
    desk = begun().say("place red inn", "inn red", "place red inn")
    assert (desk.look()["inn"], desk.player("red")["home"]) == ("red", 4)
    desk.say("home red")
    assert (desk.look()["inn"], desk.player("red")["home"]) == ("red", 5)  # who lodges stays
    desk.say("home red inn")
    assert (desk.look()["inn"], desk.player("red")["home"]) == (None, 6)
    desk.say("inn green", "inn blue")
    assert (desk.look()["inn"], desk.player("green")["home"], desk.player("blue")["home"]) == ("blue", 6, 5)
    desk.say("red +9d", *(f"place red {b}" for b in ("gate", "n_farm", "n_market", "n_quarry", "castle", "stables")))
    assert desk.refused("inn red") == Reason("no_worker_left", {"player": "red"})


def test_the_newcomer_at_the_inn_drives_out_who_was_there() -> None:
    desk = begun().say("inn red", "place green inn", "next")
    entries = desk.assistant.entries(desk.state)
    assert entries == ["inn green", "inn blue", "home red inn", "next", "score", "end"]
    desk.say("next")
    assert (desk.look()["inn"], desk.player("red")["home"], desk.player("green")["home"]) == ("green", 6, 5)


def test_the_stables_change_the_order() -> None:
    desk = begun().say("place blue stables", "place green stables", "stables green blue")
    assert desk.look()["order"] == ["green", "blue", "red"]
    assert desk.look()["stables"] == []
    assert desk.player("blue")["home"] == 6
    desk.say("place red stables", "next", "next")
    assert desk.look()["order"] == ["red", "green", "blue"]
    assert desk.say("order blue").look()["order"] == ["blue", "red", "green"]


def test_in_special_buildings_a_worker_moves_free() -> None:
    desk = begun().say("place red gate", "next", "home red gate", "place red castle")
    assert desk.player("red")["deniers"] == 6
    assert desk.look()["castle"]["workers"] == ["red"]


# provost and bailiff


def test_who_is_named_pays_in_the_phase_of_the_provost() -> None:
    desk = begun("provost").say("provost +3 red", "provost -1")
    assert desk.look()["provost"] == 8
    assert desk.player("red")["deniers"] == 4
    assert desk.refused("provost +5 red") == Reason("has_only", {"player": "red", "good": "denier", "n": 4})
    assert desk.told("provost_moved", "provost_set") == [("provost_moved", 0, 3, 9), ("provost_set", 8)]
    assert desk.assistant.entries(desk.state)[:6] == [f"provost {n:+d}" for n in (-3, -2, -1, 1, 2, 3)]
    assert desk.say("provost -6").assistant.entries(desk.state)[:2] == ["provost -1", "provost +1"]
    assert desk.say("bailiff +2").look()["bailiff"] == 8
    guild = begun("special").say("provost +2 red")
    assert (guild.look()["provost"], guild.player("red")["deniers"]) == (8, 7)


def test_workers_beyond_the_provost_go_home_with_the_others() -> None:
    desk = begun().say("place red n_farm", "place red f_carpenter", "next", "next", "next", "provost -3")
    desk.say("next")
    assert desk.look()["phase"] == "castle"
    assert desk.player("red")["home"] == 6


# buildings


def test_building_brings_points_and_names_its_cost() -> None:
    desk = begun("buildings").say("build red mason", "build red w_market FW", "build green lawyer on 20")
    assert [desk.look()["road"][space]["building"] for space in (8, 9, 19)] == ["mason", "w_market", "lawyer"]
    assert desk.player("red")["prestige"] == 8
    assert desk.player("red")["cubes"] == {"food": 1, "wood": 0, "stone": 0, "cloth": 0, "gold": 0}
    assert desk.refused("build blue mason") == Reason("not_in_stock", {"building": "mason"})
    assert desk.say("build blue tailor 1F on 11").look()["road"][10]["owner"] == "blue"


def test_the_road_can_be_full() -> None:
    desk = begun("buildings")
    names = [name for stock in desk.look()["stock"].values() for name in stock]
    free = sum(space["building"] is None for space in desk.look()["road"])
    desk.say(*(f"build red {name}" for name in names[:free]))
    assert desk.refused(f"build red {names[free]}").code == "road_full"


def test_a_prestige_building_goes_onto_a_residence() -> None:
    desk = begun("buildings").say("build red mason", "convert red mason", "build red statue")
    assert desk.look()["road"][8]["building"] == "statue"
    assert desk.told("favored") == [("favored", 0, 1, "built", "statue")]
    assert "mason" in desk.look()["stock"]["wood"]
    assert "statue" not in desk.look()["stock"]["prestige"]
    desk.say("build green cathedral")
    assert desk.look()["road"][9]["owner"] == "green"  # without a residence, on the first free space


def test_what_lies_there_makes_room() -> None:
    desk = begun().say("place red n_farm", "build green mason on 1")
    assert desk.player("red")["home"] == 6
    assert desk.look()["road"][0]["building"] == "mason"


def test_a_residence_brings_income_and_waits_for_its_worker() -> None:
    desk = begun().say("place green n_farm", "convert red n_farm 1d", "convert blue n_market")
    assert desk.told("promised", "converted") == [("promised", 0, "n_farm"), ("converted", 2, "n_market", 5)]
    assert desk.refused("convert blue n_farm") == Reason("promised", {"building": "n_farm"})
    assert desk.player("red")["deniers"] == 6
    desk.say("next", "next", "next", "next")
    assert desk.look()["road"][0]["building"] == "residence"
    assert (desk.player("red")["income"], desk.player("green")["income"]) == (3, 2)
    desk.say("next")
    assert desk.look()["turn"] == 2
    assert desk.told("received")[-3:] != []
    assert ("received", 0, 1, "income", "residence") in desk.state.log


# the castle and the end of a turn


def test_a_batch_is_a_house_and_points() -> None:
    desk = begun("castle").say("red +1S", "batch red FWS", "batch red", "batch green")
    assert desk.look()["castle"]["sections"]["dungeon"]["houses"] == {"red": 2, "green": 1, "blue": 0}
    assert desk.look()["castle"]["given"] == [2, 1]
    assert desk.player("red")["prestige"] == 10
    assert desk.player("red")["cubes"]["food"] == 1
    desk.say("next")
    assert desk.told("favored") == [("favored", 0, 1, "best_builder", "")]
    assert desk.look()["phase"] == "castle"  # the favor is used before the turn ends
    assert desk.say("favor red prestige 1", "next").look()["turn"] == 2


def test_who_gives_nothing_in_the_castle_loses_points() -> None:
    desk = begun().say("red +3P", "green +1P", "place green castle", "place red castle", "place blue castle")
    desk.say("next", "next", "next", "next", "batch blue", "home green castle", "next")
    assert (desk.player("red")["prestige"], desk.player("green")["prestige"]) == (1, 1)
    desk = begun().say("place red castle", "place blue castle", "red +5P", "next", "next", "next", "next")
    desk.say("batch red", "home red castle", "next")
    assert desk.told("favored") == []  # their batches have gone with them


def test_a_full_castle_takes_no_house_and_no_points() -> None:
    desk = begun().say("place blue castle", "next", "next", "next", "next", "blue +5P", *["batch red"] * 30)
    assert desk.refused("batch red") == Reason("castle_full", {})
    assert not any(text.startswith("batch") for text in desk.assistant.entries(desk.state))
    desk.say("next")
    assert desk.player("blue")["prestige"] == 3  # there was room when their turn came
    desk = begun().say("place red castle", "place blue castle", "next", "next", "next", "next", "blue +5P")
    desk.say(*["batch red"] * 30, "next")
    assert desk.player("blue")["prestige"] == 5


def test_batches_need_a_worker() -> None:
    desk = begun().say(*(f"place red {b}" for b in ("gate", "inn", "n_farm", "n_market", "n_quarry", "stables")))
    assert desk.refused("batch red") == Reason("no_worker_left", {"player": "red"})


def test_a_section_is_scored_by_hand_and_its_columns_open_after_the_favors() -> None:
    desk = begun("castle").say("batch green", "batch green", "red +5P", "score")
    assert desk.told("scoring") == [("scoring", "dungeon")]
    assert desk.player("red")["prestige"] == 3
    assert desk.told("favored") == [("favored", 1, 1, "scoring", "dungeon")]
    assert desk.look()["favors"]["columns_open"] == 2
    desk.say("favor green prestige 1", "score")
    assert desk.look()["favors"]["columns_open"] == 4
    assert desk.look()["castle"]["sections"]["dungeon"]["scored"]
    desk.say("score")
    assert desk.look()["castle"]["section"] == "towers"  # nobody had a house in the walls, so no favor waits
    desk.say("score")
    assert desk.look()["over"]
    assert desk.assistant.entries(desk.state) == []


def test_a_scoring_left_open_is_finished_by_going_on() -> None:
    desk = begun("buildings").say("batch green", "batch green", "score", "next")
    assert desk.look()["castle"]["section"] == "walls"
    desk = begun("buildings").say(*["batch green"] * 30, "score", "score", "score", "score", "score")
    assert desk.look()["castle"]["scoring"] == "towers"
    desk.say("next")
    assert desk.look()["over"]


def test_the_turn_ends_by_itself() -> None:
    desk = begun("provost").say("provost +3", "next", "batch red", "batch red", "next", "next")
    assert desk.look()["phase"] == "castle"
    desk.say("next")
    assert (desk.look()["turn"], desk.look()["bailiff"], desk.look()["provost"]) == (2, 8, 8)
    desk = begun("castle").say("bailiff +5", "batch red", "batch red", "next", "next")
    assert desk.look()["phase"] == "end_of_turn"  # a favor of the scoring waits
    assert desk.look()["castle"]["scoring"] == "dungeon"
    assert desk.assistant.entries(desk.state)[0] == "favor red prestige 1"
    desk.say("favor red prestige 1")
    desk.say("next")
    assert (desk.look()["turn"], desk.look()["castle"]["section"]) == (2, "walls")


def test_the_end_can_be_said() -> None:
    desk = begun().say("red +2G +4C", "end")
    assert desk.look()["over"]
    # six points for gold; 4 cloth, 2 food and 1 wood are two times three; seven deniers are one time four
    assert desk.player("red")["prestige"] == 6 + 2 + 1
    for text in ("next", "end", "pass red", "batch red"):
        assert desk.refused(text) == Reason("game_over", {})
    assert desk.say("red +1P").player("red")["prestige"] == 10
