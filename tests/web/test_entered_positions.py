"""Positions entered by hand: tapped, or typed and refused in words or played on; games that are over stay so."""

import random
import re
from collections.abc import Iterator
from html import unescape
from itertools import product
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.engine.game import Game, new_game
from companion.engine.kinds import words_of
from companion.engine.position import Position
from companion.rules import load
from companion.table.errors import Refused
from tests.walk.judging import RAW
from tests.web.club import HOST, Club, new_app
from tests.web.conftest import LocalClient, client_of
from tests.web.tables import USEFUL
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

    def send(self, address: str, fields: dict[str, str] | dict[str, list[str]], **more: str) -> Any:
        data = MultiDict(self.form)
        for name, text in fields.items():
            data.setlist(name, text if isinstance(text, list) else [text, *data.getlist(name)[1:]])
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


# any table, as people would enter it


def boards(game: Game, seed: int) -> Iterator[Position]:
    """The table at the first choice of each turn of a game played at random by people who like to build."""
    chance, turn = random.Random(seed), 0
    while not game.over:
        if game.decision.kind == game.referee.schema.taking and game.state.turn != turn:
            turn = game.state.turn
            yield game.position()
        options = game.options
        neutral = [option for option in options if option.startswith("residence n_")]
        useful = [option for option in options if option.split()[0] in USEFUL or "lawyer" in option]
        game.play(chance.choice(neutral or (useful if useful and chance.random() < 0.7 else options)))


def neutral_ones(position: Position) -> int:
    return sum(text.startswith("n_") for text in position.fields().values())


def alike(fields: dict[str, str]) -> dict[str, str]:
    """Of equal tiles it does not matter which one lies there."""
    return {path: re.sub(r"\.\d+", "", text) if path.startswith("road.") else text for path, text in fields.items()}


def enter(photo: Photo, position: Position) -> Any:
    """Tap what lies on the road, the figures and the order, then type the rest."""
    schema, typed = position.schema, {}
    for path, text in position.fields().items():
        line, _, n = path.partition(".")
        if line == "road":
            lay(photo, n, schema.fields[path].kind, text)
        elif path in ("provost", "bailiff"):
            photo.tap(f"at {text}", path)
        elif path in ("order", "start"):
            photo.tap(*(f"{path} {colour}" for colour in text.split()))
        elif text and f'name="field.{path}"' in photo.page:
            slots = schema.fields[path].kind.slots(position[path])
            typed[f"field.{path}"] = [slot.value for slot in slots if slot.form != "tick" or slot.valid]
    return photo.send("/new/position", typed)


def lay(photo: Photo, n: str, kind: Any, text: str) -> None:
    lies = dict(photo.form).get(path := f"field.road.{n}", "")
    if alike({"road.": lies}) == alike({"road.": text}):
        return
    photo.tap(f"at {n}", *(["clear"] if lies else []))
    values = dict(zip(kind.parts, kind.read(words_of(text)) if text else [""] * len(kind.parts), strict=True))
    main = next(value for part, value in values.items() if part.main)
    if main:
        offered = re.findall(r'name="tap" value="lay ([^"]+)"', photo.page)
        photo.tap("lay " + next(name for name in offered if name.partition(".")[0] == main.partition(".")[0]))
        for part, value in values.items():
            if value and not part.main and part.form != "hidden":
                photo.tap(f"at {n}")
                there = dict(zip(kind.parts, kind.read(words_of(dict(photo.form)[path])), strict=True))
                photo.tap(*([f"{part.name} {value}"] if there[part] != value else []))


@pytest.mark.parametrize(
    ("game", "players"), [("caylus", n) for n in (2, 3, 4, 5)] + [("magna_carta", n) for n in (2, 3, 4)]
)
def test_the_board_of_a_played_game_is_entered_by_taps(game: str, players: int) -> None:
    client, rules = client_of(new_app()), load(game, "en", players=players)
    colours = rules.data.players.colours[:players]
    seen = [board for seed in range(3) for board in boards(new_game(rules, colours), seed)]
    for position in (min(seen, key=neutral_ones), random.Random(players).choice(seen)):
        photo = Photo(client, game, "en", *colours)
        opened = enter(photo, position)
        assert opened.status_code == 303, (re.findall('role="alert">([^<]*)', photo.page), str(position))
        same = opened_table(client.application, opened.headers["Location"].rpartition("/")[2]).position
        assert alike(same.fields()) == alike(position.fields())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_order_is_that_of_the_last_taps(players: int) -> None:
    colours = ("red", "green", "blue", "black", "orange")[:players]
    photo = Photo(client_of(new_app()), "caylus", "de", *colours)
    for order in (colours, colours, colours[::-1]):
        photo.tap(*(f"order {colour}" for colour in order), f"order {order[-1]}")
        assert dict(photo.form)["field.order"] == " ".join(order)


def test_a_neutral_tile_has_no_owner_and_a_residence_lies_in_its_place() -> None:
    photo = Photo(client_of(new_app()), "caylus", "de", "red", "green")
    photo.tap("lay n_farm", "at 1")
    assert 'value="owner red"' not in photo.page
    photo.tap("clear", "lay residence", "owner red")
    assert dict(photo.form)["field.road.1"] == "residence=red"
    photo.tap("at 7")
    assert 'value="clear"' not in photo.page


def test_refusals_name_the_person_and_the_field_all_at_once() -> None:
    names = {"name.1": "Anna", "name.2": "Bernd"}
    photo = Photo(client_of(new_app()), "caylus", "de", "red", "green", **names)
    photo.type(red_food="-3", green_wood="zwei")
    photo.send("/new/position", {})
    for said in (
        "Fill in the number at “Round and phase”.",
        "Anna, Food: “-3” is out of range: 0 to 9,999.",
        "Bernd, Wood: “zwei” is not a whole number.",
    ):
        assert said in unescape(photo.page)
    photo.type(turn="7", red_food="0", green_wood="0", green_favors_prestige="9")
    photo.tap("order red", *(f"lay n_{name}" for name in ("market", "farm", "quarry", "sawmill", "forest")))
    photo.send("/new/position", {})
    (said,) = re.findall('role="alert">([^<]*)', photo.page)
    assert "Bernd, Prestige points: the marker" in said
    assert "In turn 7, the bailiff" in said
