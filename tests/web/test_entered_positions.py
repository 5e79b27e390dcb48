"""Positions entered by hand: tapped, or typed and refused in words or played on; games that are over stay so."""

import re
from itertools import product
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.table.errors import Refused
from tests.walk.judging import RAW
from tests.web.club import HOST, Club, new_app
from tests.web.conftest import LocalClient, client_of
from tests.web.test_doors import by_program, post
from tests.web.test_joining import opened_table

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


# a photo of a table, tapped and typed


class Photo:
    """The page of a game in progress; a tap is a button, or a number with all its digits."""

    def __init__(self, client: LocalClient, game: str, edition: str, *colours: str, **more: str) -> None:
        self.client, self.taps = client, 0
        draft = more | {f"colour.{n}": colour for n, colour in enumerate(colours, 1)}
        draft |= {"game": game, "edition": edition, "players": str(len(colours)), "begin": "position"}
        self.page = post(client, "/new", data=draft).text

    @property
    def form(self) -> list[tuple[str, str]]:
        """What the page sends: what is hidden, typed and selected."""
        inputs = re.findall(r'<input type="(?:hidden|text)"[^>]*? name="([^"]+)" value="([^"]*)"', self.page)
        selects = re.findall(r'<select name="([^"]+)".*?</select>()', self.page, re.DOTALL)
        chosen = {name: re.findall(r'value="([^"]*)" selected', text) for name, text in self.selects()}
        return [*inputs, *((name, (chosen[name] or [""])[0]) for name, _ in selects)]

    def selects(self) -> list[tuple[str, str]]:
        return re.findall(r'<select name="([^"]+)"(.*?)</select>', self.page, re.DOTALL)

    def tap(self, *taps: str) -> None:
        for value in taps:
            assert f'name="tap" value="{value}"' in self.page, (
                value,
                re.findall(r'name="tap" value="(.*?)"', self.page),
            )
            self.send("/new/position/tap", {}, tap=value)
            self.taps += 1

    def type(self, **numbers: str) -> None:
        """Each number of a player, or of the round."""
        fields = {f"field.{name.replace('_', '.')}": number for name, number in numbers.items()}
        assert all(f'name="{name}"' in self.page for name in fields)
        self.send("/new/position/tap", fields)
        self.taps += len(fields)

    def send(self, address: str, fields: dict[str, str], **more: str) -> Any:
        data = MultiDict(self.form)
        for name, text in fields.items():
            data.setlist(name, [text, *data.getlist(name)[1:]])
        answer = post(self.client, address, data=MultiDict([*data.items(multi=True), *more.items()]))
        self.page = answer.text
        return answer

    def row(self, colour: str, **numbers: int) -> None:
        self.type(**{f"{colour}_{name}": str(n) for name, n in numbers.items()})


def test_a_photo_of_round_7_takes_sixty_taps() -> None:
    client = client_of(new_app())
    photo = Photo(client, "caylus", "de", "red", "green", "blue", "black")
    photo.tap("order blue", "order red", "order black")
    photo.tap(*(f"lay n_{name}" for name in ("market", "farm", "quarry", "sawmill", "forest")))
    photo.tap("lay w_farm_food", "owner red", "lay mason", "owner green", "lay w_sawmill", "owner blue")
    photo.tap("lay w_market", "owner red", "lay lawyer", "owner black")
    photo.type(turn="7")
    photo.row("red", deniers=4, food=1, wood=2, gold=1, prestige=14, houses_dungeon=2, favors_prestige=1)
    photo.row("green", deniers=6, food=2, stone=1, prestige=11, houses_dungeon=1, houses_walls=1, favors_deniers=2)
    photo.row("blue", deniers=2, wood=3, stone=2, cloth=1, prestige=9, houses_dungeon=1, favors_cubes=1)
    photo.row("black", deniers=3, food=2, cloth=2, gold=1, prestige=16, houses_dungeon=2, favors_buildings=2)
    refused = photo.send("/new/position", {})
    assert refused.status_code == 422
    assert "In turn 7, the bailiff must be on a space from 12 to 18." in photo.page
    photo.tap("at 13", "bailiff")
    opened = photo.send("/new/position", {})
    assert opened.status_code == 303
    assert photo.taps <= 60
    fields = opened_table(client.application, opened.headers["Location"].rpartition("/")[2]).position.fields()
    line = {"turn": "7 workers", "mover": "blue", "order": "blue red black green", "bailiff": "13", "provost": "13"}
    line |= {"section": "walls", "road.6": "n_carpenter", "road.7": "f_peddler", "road.9": "w_farm_food=red"}
    line |= {"road.13": "lawyer=black", "road.16": "gold_mine", "green.houses.walls": "1", "black.home": "6"}
    assert {path: fields[path] for path in line} == line
    assert fields["blue.deniers"] == "2"


@pytest.mark.parametrize("dealt", ["app", "own"])
def test_a_photo_of_cards(dealt: str) -> None:
    client = client_of(new_app())
    photo = Photo(client, "magna_carta", "nl", "red", "green", chance=dealt)
    photo.tap("start green", "lay n_forest", "lay small_farm", "owner red")
    photo.tap("lay small_farm", "worker red", "owner green", "provost")
    photo.tap("lay bank", "owner red", "at 5", "face residence/", "cover statue")
    photo.type(turn="5")
    photo.row("red", deniers=4, food=2, gold=1, won_dungeon=2)
    photo.row("green", deniers=1, wood=3, won_dungeon=1)
    opened = photo.send("/new/position", {})
    assert opened.status_code == 303, re.findall('role="alert">([^<]*)', photo.page)
    assert photo.taps <= 60
    fields = opened_table(client.application, opened.headers["Location"].rpartition("/")[2]).position.fields()
    line = {
        "start": "green",
        "road.4": "small_farm=green*2+red",
        "road.5": "residence/bank=red/statue",
        "red.gold": "1",
    }
    assert {path: fields[path] for path in line} == line
