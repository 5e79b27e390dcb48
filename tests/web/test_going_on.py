"""After a correction: what is told to everybody, the one tap that goes on, and pages that bear what was accepted."""

import re
from contextlib import suppress

import pytest
from werkzeug.test import TestResponse

from companion.i18n.translator import Translator
from companion.table.errors import NotNow
from companion.table.vocabulary import Depth
from tests.web.club import BASE, HOST, SPECTATOR, Club, new_app
from tests.web.test_api import Display
from tests.web.test_corrections import send
from tests.words import LANGUAGES

SCREENS = ("", "/board", "/scores", "/log", "/correct", "/settings", "/view/seat")


def text_of(answer: TestResponse) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.text).split())


def seat_page(club: Club, name: str, language: str = "en") -> str:
    return text_of(club.page(name, "GET", f"/t/{club.code}", language))


@pytest.mark.parametrize(
    ("language", "going_on", "told"),
    [
        ("en", "Go on: Bo passes", "Ann corrects Bo, Denier"),
        ("nl", "Ga verder: Bo past", "Ann corrigeert Bo, "),
        ("de", "Weiter: Bo passt", "Ann korrigiert Bo, "),
    ],
)
def test_what_follows_is_said_and_happens_at_a_tap(language: str, going_on: str, told: str) -> None:
    club = Club(names=("Ann", "Bo"))
    if club.table.waiting == "red":
        club.play("place castle")
    assert club.table.waiting == "blue"
    send(club, "red", {"field.blue.deniers": "0"}, why="the inn")
    assert club.table.state.bridge == []
    for name in ("red", "blue", HOST):
        assert going_on in seat_page(club, name, language)
    assert going_on not in seat_page(club, SPECTATOR, language)
    log = text_of(club.page("blue", "GET", f"/t/{club.code}/log", language))
    assert told in log
    assert "the inn" in log
    form = {"kind": "play", "action": "go on", "seen": str(club.seq)}
    assert club.page("red", "POST", f"/t/{club.code}/act", language, data=form).status_code == 303
    assert club.table.state.bridge == [club.table.setup.colours.index("blue")]
    assert club.table.waiting == "red"


def test_each_of_several_fields_is_told_and_of_many_how_many_more() -> None:
    club = Club(names=("Ann", "Bo"))
    send(club, "red", {"field.blue.deniers": "9", "field.red.food": "4"})
    log = text_of(club.page("blue", "GET", f"/t/{club.code}/log"))
    assert re.search(r"Ann corrects Bo, \w+: \d+ becomes 9\.", log)
    assert re.search(r"Ann corrects \w+: \d+ becomes 4\.", log)
    many = {f"field.blue.{cube}": "7" for cube in ("food", "wood", "stone", "cloth", "gold")}
    send(club, "red", many | {"field.blue.prestige": "7"})
    assert "And 2 more." in text_of(club.page("blue", "GET", f"/t/{club.code}/log"))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("Space 9: – becomes Mason (Owner: Ann Lee, Worker: Bo)", "becomes 3, Placing workers")),
        ("nl", ("Veld 9: – wordt Mason (Eigenaar: Ann Lee, Arbeider: Bo)", "wordt 3, ")),
        ("de", ("Feld 9: Aus – wird Mason (Besitzer: Ann Lee, Arbeiter: Bo)", "wird 3, ")),
    ],
)
def test_who_is_what_can_be_told_apart(language: str, told: tuple[str, ...]) -> None:
    """An owner from a worker, and a name of two words from two names."""
    club = Club(names=("Ann Lee", "Bo"))
    for changes in ({"road.9": "mason=red+blue"}, {"turn": "3 workers"}, {"order": "blue red"}, {"order": "red blue"}):
        with suppress(NotNow):
            club.wish(HOST, "correct", changes=changes)
    log = text_of(club.page("blue", "GET", f"/t/{club.code}/log", language))
    mason = Translator(language, club.table.rules).name("building.mason")
    assert all(one.replace("Mason", mason) in log for one in (*told, "Ann Lee, Bo", "Bo, Ann Lee"))


def test_an_undo_says_what_it_took_back() -> None:
    club = Club(names=("Ann", "Bo"))
    send(club, "red", {"field.blue.deniers": "9"})
    club.wish(HOST, "undo", to=club.seq)
    assert re.search(r"takes back: Ann corrects Bo, \w+: \d+ becomes 9\.", seat_page(club, "blue"))


def test_another_depth_is_told_by_its_name() -> None:
    club = Club()
    club.wish(HOST, "depth", depth=Depth.ASSISTANT)
    assert "how closely the game is followed: Assistant" in text_of(club.page("blue", "GET", f"/t/{club.code}/log"))


def test_the_interface_offers_it_like_any_choice() -> None:
    club = Club(names=("Ann", "Bo"))
    waiting = club.table.waiting
    send(club, "red", {f"field.{waiting}.deniers": "0"})
    decision = Display(club, "blue").get("").json["decision"]
    assert (decision["kind"], decision["seat"], decision["mine"]) == ("go_on", None, True)
    assert [option["action"] for option in decision["options"]] == ["go on"]
    assert decision["options"][0]["said"].startswith("Go on: ")


@pytest.mark.slow
@pytest.mark.parametrize("amount", ["9" * 28, "99999", "٣٣", "1e5"])
def test_no_number_makes_the_pages_unreadable(amount: str) -> None:
    club = Club(names=("Ann", "Bo"))
    display = Display(club, "red")
    assert display.wish({"kind": "correct", "changes": {"red.deniers": amount}}).status_code == 422
    assert send(club, "red", {"field.red.deniers": amount}).status_code == 422
    send(club, "red", {"field.red.deniers": "9999", "field.red.prestige": "9999"})
    for screen in SCREENS:
        for language in LANGUAGES:
            assert club.page("red", "GET", f"/t/{club.code}{screen}", language).status_code == 200, screen


def test_a_position_with_the_provost_behind_is_answered() -> None:
    seats = [{"colour": "red"}, {"colour": "blue"}]
    road = "road: n_farm n_forest n_sawmill n_quarry n_market n_carpenter . . mason=red+blue"
    position = f"{road}\norder: red blue\nturn: 5 buildings\nprovost: 5\nbailiff: 9\nstep: 7 0"
    setup = {"game": "caylus", "edition": "en", "seats": seats, "position": position}
    assert new_app().test_client().post("/api/v1/tables", json=setup, base_url=BASE).status_code == 201


def test_only_the_holder_of_the_hand_it_depends_on_may_go_on() -> None:
    """The interface promises nobody else a choice, not even the host."""
    club = Club(game="magna_carta", edition="nl", variants=("standard",), colours=("red", "green"))
    while (decision := club.table.decision) and decision.kind != "action":
        club.play(decision.options[0])
    holder = club.table.waiting
    club.wish("red", "correct", changes={f"{holder}.deniers": "0"})
    for name in sorted((HOST, "red", "green", SPECTATOR), key=holder.__eq__):
        mine, seen = name == holder, club.api(name, "GET", "").json["decision"]
        assert (seen["kind"], seen["seat"], seen["mine"]) == ("go_on", holder, mine)
        assert [option["action"] for option in seen["options"]] == ["go on"][:mine]
        wish = {"wish": {"kind": "play", "actions": ["go on"]}, "seen": club.seq}
        assert club.api(name, "POST", "/act", json=wish).status_code == (200 if mine else 403)


def taken_over(*entries: str) -> Club:
    """A table at which Ann has a worker on the farm, and a referee takes over when the buildings are used."""
    club = Club(names=("Ann", "Bo"), depth=Depth.ASSISTANT)
    for entry in ("next", "place red n_farm", "next", "next", "next", *entries):
        club.wish("red", "play", actions=(entry,))
    club.wish(HOST, "depth", depth="referee")
    return club


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", "Which workers of Ann have already brought what was entered by hand, and should go home before"),
        ("nl", "Welke arbeiders van Ann hebben al gebracht wat met de hand is ingevoerd, en moeten naar huis"),
        ("de", "Welche Arbeiter von Ann haben schon gebracht, was von Hand eingetragen wurde, und müssen nach Hause"),
        ("fr", "Ann : quels ouvriers ont déjà rapporté ce qui a été saisi à la main et doivent rentrer"),
    ],
)  # fmt: skip
def test_what_entries_leave_open_is_asked_when_a_referee_takes_over(language: str, asked: str) -> None:
    club = taken_over("red +2F")
    for name in ("red", "blue", HOST, SPECTATOR):
        assert asked in seat_page(club, name, language)
    farm = next(path for path, text in club.table.position.fields().items() if text == "n_farm+red")
    club.wish("red", "correct", changes={farm: "n_farm"})
    assert asked not in seat_page(club, "red", language)
    club.play("go on")
    assert club.table.state.turn == 2
    assert club.table.position.fields()["red.food"] == "4"


@pytest.mark.parametrize("entries", [(), ("red +2F n_farm",), ("next", "red +2F"), ("red +2F", "home red n_farm")])
def test_nothing_is_asked_where_entries_say_everything(entries: tuple[str, ...]) -> None:
    assert "entered by hand" not in seat_page(taken_over(*entries), "red")
