"""Why an effect came to nothing: told in the log, told to who asks, in every language; and what may be declined."""

import pytest

from companion.engine import Game
from companion.engine.events import Event, spoken
from companion.games.caylus.rules import caylus as caylus_rules
from companion.i18n.languages import languages
from companion.i18n.narration import event_line, reason_line
from companion.i18n.translator import Translator
from companion.rules import load

SPACES = caylus_rules(load("caylus").data).road.spaces
ROAD = "n_farm n_forest n_sawmill n_quarry n_market n_carpenter f_peddler f_carpenter"
STONE = "s_farm park workshop church bank tailor gold_mine alchemist architect architect.2 jeweller"


def caylus(road: str, red: str, more: str = "") -> str:
    return (
        f"seats: red green\nturn: 4 buildings\norder: red green\nroad: {ROAD} {road}\nprovost: 27\n{more}red: {red}\n"
    )


def cards(road: str, red: str, tokens: str = "5 4 2") -> str:
    return (
        "game: magna_carta\nedition: nl\nvariants: standard\nseats: red green\nturn: 4 buildings\nstart: red\n"
        f"road: n_park n_peddler {road}\nprovost: {len(road.split()) + 2}\ntokens: {tokens}\nred: {red}\n"
    )


def owned(names: str) -> str:
    return " ".join(name if name == "gold_mine" else f"{name}=green" for name in names.split())


FULL = ROAD.replace("f_carpenter", "f_carpenter+red") + " residence=green" * 7 + " gold_mine" + " residence=green" * 99


MOMENTS = {
    "road_full": (caylus("", "9d 9F9W9S").replace(ROAD, " ".join(FULL.split()[:SPACES])), "build mason"),
    "no_residence": (caylus("architect=green+red", "9d 5G5S5C"), "build statue on 9"),
    "cannot_pay": (caylus("mason=green+red", "9d"), "build bank"),
    "none_in_stock": (caylus(f"mason=green+red {owned(STONE)}", "9d 9F9W9S9C9G"), "build bank"),
    "nothing_to_convert": (
        caylus("", "9d 9C", "").replace(ROAD, f"{'residence=green ' * 6}f_peddler f_carpenter lawyer=green+red"),
        "residence n_farm",
    ),
    "nothing_to_convert, in cards": (cards("lawyer=green+red", "3d 2F"), "residence bank F"),
    "card_empty": (cards("small_farm=red*0+green", "3d"), "take 1F"),
    "no_tokens": (
        cards("church=red+red market=green lawyer=green+green", "9d", "0 0 0") + "green: 1F\n",
        "trade 2d>1T",
    ),
}


def declined(game: Game) -> Event:
    return next(event for event in game.events() if event.id == "declined" and event["seat"] == "red")


@pytest.mark.parametrize("why", MOMENTS)
def test_the_log_and_who_asks_are_told_why_nothing_could_be_done(why: str) -> None:
    text, wished = MOMENTS[why]
    why = why.partition(",")[0]
    game = Game.from_position(text)
    if why == "card_empty":
        game.play("take 1F")  # the worker's owner comes before the card's
    event = declined(game)
    assert event["why"] == why
    reason = game.why_not(wished)
    assert reason is not None
    assert (reason.code, reason.args) == (why, {"building": event["of"]})
    told = {
        (event_line(t, event), reason_line(t, reason)) for t in (Translator(one, game.rules) for one in languages())
    }
    assert len(told) == len(languages())


def test_a_choice_that_was_declined_has_no_hindrance() -> None:
    game = Game.from_position(caylus("mason=green+red", "9d 9F9W9S9C9G"))
    game.play("decline")
    event = declined(game)
    assert (event["choice"], event["why"]) == ("build", "")
    reason = game.why_not("build bank")
    assert reason is None or reason.code in ("not_now", "game_over")
    for text, _ in (MOMENTS["card_empty"], MOMENTS["no_tokens"]):
        full = Game.from_position(text.replace("*0", "*2").replace("tokens: 0 0 0", "tokens: 5 4 2"))
        while full.decision.seat != "red":
            full.play("take 1F")
        full.play("decline")
        assert declined(full)["why"] == ""


def test_an_older_log_is_read_as_it_was_told() -> None:
    old = spoken(("declined", 0, "architect"), ("red", "green"))
    assert old.args == {"seat": "red", "of": "architect", "choice": "", "why": ""}
    t = Translator("en", load("caylus"))
    assert event_line(t, old) == "Red does not use the effect at the architect."
    with pytest.raises(ValueError, match="paid: 1 arguments"):
        spoken(("paid", 0), ("red", "green"))


def test_a_favor_that_leaves_a_choice_may_be_let_be() -> None:
    favors = caylus("", "9d favors 2/2/2/2").replace("turn: 4 buildings", "turn: 4 castle") + "choice: favor:red\n"
    game = Game.from_position(favors)
    game.play("favor cubes 2")
    assert game.decision.options == ("take 1W", "take 1S", "decline")
    game.play("decline")
    assert declined(game)["why"] == ""
    game = Game.from_position(favors)
    took = [event.id for event in game.play("favor cubes 1")]
    assert took[:2] == ["favor_used", "took"], "a gift without a choice is taken"
