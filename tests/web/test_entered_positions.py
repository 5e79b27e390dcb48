"""Positions of Magna Carta typed by hand: refused in words, or played on; and games that are over, which stay so."""

from itertools import product
from typing import Any

import pytest

from companion.table.errors import Refused
from tests.walk.judging import RAW
from tests.web.club import HOST, Club
from tests.web.conftest import LocalClient
from tests.web.test_doors import by_program, post

SEATS = ("red", "green", "orange")
TABLE = f"game: magna_carta\nedition: nl\nvariants: standard\nseats: {' '.join(SEATS)}\nstart: red\n"
ROAD = "road: n_park n_forest+green n_peddler lawyer=red+orange\n"
PEOPLE = "red: 9d home 4\ngreen: 9d 2F1W home 3\norange: 9d home 3\n"

TURNS = ("0 setup", "8 income", "8 actions", "8 provost", "8 buildings", "8 castle", "8 end_of_round", "12 over")
ALL_AT_HOME = ("8 income", "8 castle", "8 end_of_round")
CHOICES = (
    "action:orange", "bribe:green", "batch:red", "mulligan:red", "start:chance", "card:chance:red", "draw:chance:1",
    "reveal:red", "refill:red:1", "take:green:effect/n_forest", "residence:orange:effect/lawyer",
)  # fmt: skip
PASSED = ("", "red", "red green", "red green orange")


def sent(text: str) -> dict[str, Any]:
    seats = [{"colour": colour} for colour in SEATS]
    return {"game": "magna_carta", "edition": "nl", "variants": ["standard"], "seats": seats, "position": text}


@pytest.mark.slow
@pytest.mark.parametrize("turn", TURNS)
def test_what_is_accepted_can_be_played_on(client: LocalClient, turn: str) -> None:
    accepted = 0
    board = ROAD + PEOPLE
    if turn in ALL_AT_HOME:
        board = board.replace("+green", "").replace("+orange", "").replace("home 3", "home 4")
    for passed, choice in product(PASSED, ("", *CHOICES)):
        lines = [
            f"turn: {turn}",
            *([f"passed: {passed}"] if passed else []),
            *([f"choice: {choice}"] if choice else []),
        ]
        text = TABLE + board + "\n".join(lines)
        answer = post(client, "/api/v1/tables", json=sent(text))
        if answer.status_code == 422:
            assert len(answer.json["said"]) > 15
            assert not RAW.search(answer.json["said"])
            continue
        assert answer.status_code == 201, text
        _plays_on(client, answer.json["code"], answer.json["token"])
        accepted += 1
    assert accepted >= (turn != "0 setup"), "something must be accepted"


def _plays_on(client: LocalClient, code: str, token: str) -> None:
    """A dozen actions, each the last that is offered: passing, declining, laying nothing."""
    headers = {"Authorization": f"Bearer {token}"}
    for _ in range(12):
        view = client.get(f"/api/v1/tables/{code}", headers=headers).json or {}
        if view["over"]:
            return
        wish = {"kind": "play", "actions": [view["decision"]["options"][-1]["action"]]}
        done = client.post(f"/api/v1/tables/{code}/act", headers=headers, json={"wish": wish, "seen": view["seq"]})
        assert done.status_code == 200, (wish, done.json)


def test_nobody_acts_after_passing(client: LocalClient) -> None:
    text = f"{TABLE}{ROAD}{PEOPLE}turn: 8 actions\npassed: red green orange\nchoice: action:orange\n"
    for language, said in (
        ("en", "not a possible choice at this moment"),
        ("de", "action:orange"),
        ("nl", "action:orange"),
    ):
        status, told = by_program(client, language, "magna_carta", text)
        assert status == 422
        assert said in told


def test_everybody_passing_at_a_stroke_ends_the_phase() -> None:
    club = Club(game="magna_carta", edition="nl", colours=SEATS)
    while club.table.decision and club.table.decision.kind != "action":
        club.play(club.table.decision.options[0])
    club.wish(HOST, "correct", changes={"passed": " ".join(SEATS)})
    club.play("go on")
    assert club.table.decision
    assert club.table.decision.kind in ("bribe", "batch", "action")
    assert club.table.state.turn in (1, 2)


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_a_game_that_is_over_takes_no_entry(game: str) -> None:
    club = Club(game=game, edition={"caylus": "en", "magna_carta": "nl"}[game])
    while club.table.decision:
        club.play(club.table.decision.options[-1])
    before = club.api(HOST, "GET", "", "en").json
    assert before["over"]
    for action in ("red +2d", "pass", "next", "go on", "score"):
        wish = {"wish": {"kind": "play", "actions": [action]}, "seen": club.seq}
        answer = club.api(HOST, "POST", "/act", "en", json=wish)
        assert (answer.status_code, answer.json["code"]) == (422, "game_over")
        assert answer.json["said"] == "The game is over."
    assert club.api(HOST, "GET", "", "en").json["look"] == before["look"]
    with pytest.raises(Refused):
        club.play("red +2d")
