"""A look says what lies on the table, in names, and nothing that the seat may not know."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.engine.amounts import KINDS
from companion.engine.game import Game, game_at, new_game
from companion.engine.loading import opened
from companion.engine.records import parse, replay
from companion.games.magna_carta.compiled import CompiledRules as CardBoard
from companion.games.magna_carta.state import State as CardState
from companion.rules import UnknownName, load
from companion.rules.vocabulary import CUBES
from tests.engine.corpus import cards, fresh, lies, rich_cards
from tests.looks import looked

GOLDEN = sorted((Path(__file__).parents[1] / "playthroughs").glob("*.txt"))


@cache
def golden(file: Path) -> Game:
    """A committed game, played to its end."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return replay(parse("\n".join(line[8:] for line in lines if line.startswith("record:"))), opened)


def positions(game: Game) -> Iterator[Game]:
    """The game after each of its actions."""
    again = Game(game.referee, game.first)
    yield again
    for action in game.actions:
        again.play(action)
        yield again


def held(look: dict[str, Any], what: str) -> list[Any]:
    return [player[what] for player in look["players"].values()]


@pytest.mark.slow
@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_every_position_of_every_game_can_be_looked_at(file: Path) -> None:
    game = golden(file)
    for now in positions(game):
        for seat in (None, *now.seats):
            look = looked(now, seat)
            assert json.loads(json.dumps(look)) == look
            state = now.state
            assert held(look, "deniers") == state.money
            assert held(look, "prestige") == state.prestige
            assert held(look, "home") == state.home
            for kind, cube in enumerate(CUBES):
                assert [cubes.get(cube, 0) for cubes in held(look, "cubes")] == state.cubes[kind::KINDS]
            assert list(look["players"]) == list(now.seats)
            assert (look["turn"], look["over"]) == (state.turn, now.over)


def places(look: dict[str, Any], colour: str) -> int:
    """Where a colour's workers stand, counted."""
    standing = [*look["castle"]["workers"], look["inn"], *(space["worker"] for space in look["road"])]
    standing += [worker for special in look["specials"] for worker in special["workers"]]
    return standing.count(colour)


@pytest.mark.parametrize("file", [f for f in GOLDEN if not f.stem.startswith("mc")], ids=lambda file: file.stem)
def test_nothing_of_a_caylus_table_is_lost(file: Path) -> None:
    for now in positions(golden(file)):
        look = looked(now)
        for colour, player in look["players"].items():
            assert player["home"] + places(look, colour) == player["workers"] == 6
            owned = [space["place"] for space in look["road"] if space["owner"] == colour]
            assert player["buildings"] == owned
            for section, n in player["houses"].items():
                assert look["castle"]["sections"][section]["houses"][colour] == n
        built = sum(space["category"] in ("wood", "stone", "prestige") for space in look["road"])
        stock = sum(map(len, look["stock"].values()))
        counts = [it.count for it in now.rules.data.buildings.values() if it.category in ("wood", "stone", "prestige")]
        assert built + stock == sum(counts)


def test_income_is_what_the_income_phase_brings() -> None:
    for file in GOLDEN:
        income: dict[str, int] = {}
        for now in positions(golden(file)):
            for event in now.events():
                if event.id == "received" and event["source"] == "income":
                    seat = str(event["seat"])
                    income[seat] = income.get(seat, 0) + event.number("deniers")
            now._raw.clear()
            if income:
                # nothing that brings income changes before the first choice of the turn
                assert income == {colour: player["income"] for colour, player in looked(now)["players"].items()}
            income = {}


POSITION = """\
edition: en
seats: red green blue
turn: 7 buildings
order: blue green red
road: n_farm n_market n_quarry+green residence=red n_sawmill n_carpenter f_peddler f_carpenter mason=green+blue!blue
stables: blue green
inn: red
castle: green red
special: gate+red inn+blue
passed: blue green red
bailiff: 8
provost: 9
section: walls
gone: n_forest
red: 5d 2F1W 12P houses 2/0/0
green: 3d 1C 4P favors 0/1/0/2 used cubes
blue: 0d 4P houses 4/1/0
"""


def test_a_table_of_caylus_in_names() -> None:
    game = game_at(load("caylus", "en", players=3), POSITION, strict=False)
    look = looked(game.referee, game.first)
    assert (look["turn"], look["phase"], look["over"], look["order"]) == (
        7,
        "buildings",
        False,
        ["blue", "green", "red"],
    )
    assert look["players"]["red"] == {
        "deniers": 5,
        "cubes": {"food": 2, "wood": 1, "stone": 0, "cloth": 0, "gold": 0},
        "prestige": 12,
        "home": 3,
        "workers": 6,
        "price": None,
        "income": 3,  # two for everybody, one for a residence
        "houses": {"dungeon": 2, "walls": 0, "towers": 0},
        "favors": {"prestige": 0, "deniers": 0, "cubes": 0, "buildings": 0},
        "used": [],
        "buildings": ["residence"],
    }
    assert look["players"]["green"]["favors"] == {"prestige": 0, "deniers": 1, "cubes": 0, "buildings": 2}
    assert look["players"]["green"]["used"] == ["cubes"]
    specials = {special["building"]: special["workers"] for special in look["specials"]}
    assert specials == {
        "gate": ["red"],
        "trading_post": [],
        "merchants_guild": [],
        "joust_field": [],
        "stables": ["blue", "green"],
        "inn": ["blue"],
    }
    assert (look["stables"], look["inn"]) == (["blue", "green"], "red")
    assert len(look["road"]) == 28
    assert look["road"][8] == {
        "space": 9,
        "building": "mason",
        "place": "mason",
        "category": "wood",
        "owner": "green",
        "worker": "blue",
        "promised": "blue",
    }
    assert look["road"][9] == dict.fromkeys(look["road"][8], None) | {"space": 10}
    assert look["bridge"] == {"price": None, "passed": ["blue", "green", "red"]}
    assert (look["provost"], look["bailiff"]) == (9, 8)
    castle = look["castle"]
    assert (castle["workers"], castle["given"]) == (["green", "red"], [])
    assert (castle["section"], castle["open"], castle["scoring"]) == ("walls", "walls", None)
    assert castle["sections"]["dungeon"] == {
        "parts": 6,
        "trigger": 12,
        "houses": {"red": 2, "green": 0, "blue": 4},
        "scored": True,
    }
    assert not castle["sections"]["walls"]["scored"]
    assert look["favors"] == {
        "mode": "table",
        "columns": 5,
        "columns_open": 4,
        "lines": {
            "prestige": ["1P", "2P", "3P", "4P", "5P"],
            "deniers": ["3d", "4d", "5d", "6d", "7d"],
            "cubes": ["1F", "1W/1S", "1C", "trade", "1G"],
            "buildings": ["nothing", "build wood", "build stone", "residence", "build prestige"],
        },
    }
    assert "mason" not in look["stock"]["wood"]
    assert look["stock"]["wood"].count("w_market") == 1
    assert look["stock"]["stone"].count("architect") == 2


def test_the_price_at_the_bridge_and_at_the_inn() -> None:
    text = POSITION.replace("buildings\n", "workers\n").replace("passed: blue green red", "passed: blue")
    text = text.replace("provost: 9", "step: 1 0\nprovost: 9")
    look = looked(game_at(load("caylus", "en", players=3), text, strict=False))
    assert look["bridge"] == {"price": 2, "passed": ["blue"]}
    assert {colour: player["price"] for colour, player in look["players"].items()} == {
        "red": 1,
        "green": 2,
        "blue": None,
    }


def test_a_finished_castle_is_no_section() -> None:
    look = looked(golden(next(file for file in GOLDEN if file.stem == "en-4-rich")))
    assert look["over"]
    assert look["castle"]["section"] is None
    assert all(section["scored"] for section in look["castle"]["sections"].values())


def test_the_section_that_is_being_scored_and_the_next_for_a_house() -> None:
    text = POSITION.replace("blue: 0d 4P houses 4/1/0", "blue: 0d 4P houses 4/10/0")
    assert looked(game_at(load("caylus", "en", players=3), text, strict=False))["castle"]["open"] == "towers"
    text = text.replace("blue: 0d 4P houses 4/10/0", "blue: 0d 4P houses 4/10/14")
    assert looked(game_at(load("caylus", "en", players=3), text, strict=False))["castle"]["open"] is None
    text = POSITION.replace("buildings\n", "end_of_turn\n").replace(
        "section: walls", "section: walls\nscoring: walls\nstep: 1 2\nchoice: favor:green"
    )
    assert looked(game_at(load("caylus", "en", players=3), text, strict=False))["castle"]["scoring"] == "walls"


def test_two_play_without_the_stables() -> None:
    stables = next(it for it in looked(fresh("en", 2))["specials"] if it["building"] == "stables")
    assert stables == {"building": "stables", "places": 0, "workers": []}


CARDS = """\
edition: nl
variants: standard
seats: red green
untracked: {untracked}
turn: 5 actions
start: green
road: n_park n_peddler+red small_farm=red*1 residence/church=red residence/market=green/statue bank=green+red!
provost: 4
tokens: 0 6 7
passed: green
given: 0 2
choice: action:red
red: 4d 2F2W home 2 hand lawyer/gold_mine discard peddler won 1/0/0
green: 3d 1G hand {hand} discard church
"""


def card_table(untracked: str = "", hand: str = "lawyer/large_farm/small_farm") -> Game:
    return game_at(
        load("magna_carta", "nl", ["standard"], 2), CARDS.format(untracked=untracked, hand=hand), strict=False
    )


def test_a_table_of_magna_carta_in_names() -> None:
    look = looked(card_table(), "red")
    deck_size = look["players"]["red"].pop("deck_size")
    board = card_table().referee.board  # type: ignore[attr-defined]
    assert deck_size == board.set_size - 2 - 1 - 2  # hand, discards, road
    assert (look["turn"], look["phase"], look["starter"], look["order"]) == (5, "actions", "green", ["green", "red"])
    assert look["players"]["red"] == {
        "deniers": 4,
        "cubes": {"food": 2, "wood": 2, "stone": 0, "gold": 0},
        "prestige": 0,
        "home": 2,
        "workers": 4,
        "income": 3,
        "hand": ["lawyer", "gold_mine"],  # in printed order
        "hand_size": 2,
        "discard": ["peddler"],
        "tokens": {"dungeon": 1, "walls": 0, "towers": 0},
        "given": 0,
        "buildings": ["small_farm", "residence"],
    }
    green = look["players"]["green"]
    assert (green["hand"], green["hand_size"], green["discard"]) == (None, 3, ["church"])
    assert green["buildings"] == ["statue", "bank"]
    assert green["deck_size"] == board.set_size - 3 - 1 - 2  # hand, discards, road
    assert look["road"][4] == {
        "space": 5,
        "building": "statue",
        "place": "market:green",
        "card": "market",
        "category": "prestige",
        "owner": "green",
        "worker": None,
        "stock": 0,
        "residence": True,
        "cover": "statue",
        "promised": False,
    }
    assert [space["building"] for space in look["road"][:4]] == ["n_park", "n_peddler", "small_farm", "residence"]
    assert [space["category"] for space in look["road"][:4]] == ["neutral", "neutral", "small", "residential"]
    assert (look["road"][2]["stock"], look["road"][1]["worker"]) == (1, "red")
    assert look["road"][5]["promised"] is True
    assert look["bridge"] == {"passed": ["green"]}
    assert look["castle"]["tokens"] == {"dungeon": 0, "walls": 6, "towers": 7}
    assert look["castle"]["all_tokens"] == {"dungeon": 5, "walls": 6, "towers": 7}
    assert look["castle"]["section"] == "walls"
    assert look["provost"] == 4
    assert look["prestige_cards"].pop("statue") == "green"
    assert len(look["prestige_cards"]) == 6
    assert set(look["prestige_cards"].values()) == {None}


def test_a_hand_that_nobody_shows_us_is_a_number() -> None:
    look = looked(card_table(untracked="green", hand="?3"), "green")
    assert (look["players"]["green"]["hand"], look["players"]["green"]["hand_size"]) == (None, 3)


def test_a_hand_of_which_some_cards_are_known() -> None:
    look = looked(card_table(untracked="green", hand="lawyer/?2"), "green")
    assert (look["players"]["green"]["hand"], look["players"]["green"]["hand_size"]) == (["lawyer"], 3)


def test_before_the_set_up_there_is_neither_provost_nor_start_player() -> None:
    look = looked(cards("standard", 3))
    assert (look["provost"], look["starter"], look["order"], look["phase"]) == (None, None, [], "setup")
    assert looked(golden(next(file for file in GOLDEN if file.stem == "mc-intro-2")))["provost"] is None


def test_an_empty_castle_has_no_section() -> None:
    look = looked(golden(next(file for file in GOLDEN if file.stem == "mc-standard-4")))
    assert (look["over"], look["castle"]["section"]) == (True, None)


def shuffled_elsewhere(b: CardBoard, s: CardState, seat: int | None) -> CardState:
    """The same table, but with quite other cards in the hands and decks that this seat cannot see."""
    other = s.copy()
    for one in range(b.players):
        if one != seat and not s.unknown[one]:
            heap = [bit for bit in range(b.set_size) if (s.hand[one] | s.deck[one]) >> bit & 1]
            wanted = s.hand[one].bit_count()
            other.hand[one] = sum(1 << bit for bit in heap[len(heap) - wanted :])
            other.deck[one] = sum(1 << bit for bit in heap[: len(heap) - wanted])
    return other


@pytest.mark.parametrize("file", [f for f in GOLDEN if f.stem.startswith("mc")], ids=lambda file: file.stem)
def test_a_look_never_tells_what_the_seat_may_not_know(file: Path) -> None:
    differed = 0
    for now in positions(golden(file)):
        board = now.referee.board  # type: ignore[attr-defined]
        for seat, colour in enumerate((None, *now.seats), -1):
            dealt = shuffled_elsewhere(board, lies(now), seat if seat >= 0 else None)
            differed += dealt != now.state
            look = looked(now, colour)
            assert looked(now.referee, dealt, colour) == look
            for other, player in look["players"].items():
                secret = lies(now).deck[now.seats.index(other)]
                if other != colour and player["deck_size"]:
                    assert not player["hand"]
                    public = [*player["discard"], *(it["card"] for it in look["road"] if it["owner"] == other)]
                    assert not set(board.cards_in(secret)) & set(public)
    assert differed > 100


def test_everybody_sees_his_own_hand() -> None:
    game = rich_cards("standard", 3)
    for seat, colour in enumerate(game.seats):
        look = looked(game, colour)
        assert [other for other, player in look["players"].items() if player["hand"]] == [colour]
        board = game.referee.board  # type: ignore[attr-defined]
        assert look["players"][colour]["hand"] == board.cards_in(lies(game).hand[seat])
    assert not any(player["hand"] for player in looked(game)["players"].values())


def test_nobody_looks_from_a_seat_that_is_not_there() -> None:
    with pytest.raises(UnknownName):
        new_game(load("caylus", "en", players=3), ["red", "green", "blue"]).look("black")
