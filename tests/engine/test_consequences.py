"""What an option would bring about, told beforehand, against what then happens when it is done."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.engine.amounts import parse_amount
from companion.engine.consequences import CONSEQUENCES, Consequence, consequences
from companion.engine.game import Game, new_game
from companion.rules import load
from tests.engine.refusals import moments

pytestmark = pytest.mark.slow

COLOURS = ["red", "blue", "green", "orange"]
USEFUL = ("build", "batch", "take", "trade", "residence", "prestige")

OWN = {
    "caylus": {
        "in_castle", "part", "refusal", "risk", "more_batches", "last_batch", "first_pass", "on_bridge", "stays_home",
        "marker", "bound", "guest", "frees", "takes_order", "throws_out", "gains", "earns", "favors",
    },
    "magna_carta": {"token", "last_batch", "first_pass", "on_bridge"},
}  # fmt: skip
"""What only one of the games tells."""


def games(name: str, seeds: int = 8) -> Iterator[Game]:
    """Games at each of their choices of a player, played with a liking for what builds."""
    for seed in range(seeds):
        players = 2 + seed % 3
        variants = ["standard"] if name == "magna_carta" else []
        game = new_game(load(name, "nl", variants, players=players), COLOURS[:players])
        chance = random.Random(seed)
        while not game.over:
            decision = game.decision
            if not decision.chance:
                yield game
            useful = [option for option in decision.options if option.startswith(USEFUL)]
            game.play(chance.choice(useful if useful and chance.random() < 0.7 else list(decision.options)))


def told(game: Game) -> Iterator[tuple[str, list[Consequence]]]:
    """What is told of the options; of many alike every third."""
    table, options = game.snapshot(), game.decision.options
    for option in options[:: 3 if len(options) > 9 else 1]:
        yield option, table.follows(option)


@pytest.mark.parametrize("name", ["caylus", "magna_carta"])
def test_what_is_told_beforehand_is_what_happens(name: str) -> None:
    seen = set()
    for game in games(name, 6):
        seat, table = game.decision.seat or "", game.snapshot()
        for option, found in told(game):
            after = table.after(game.read(option)).look(seat)["players"][seat]
            for one in found:
                seen.add(one.id)
                assert tuple(one.args) == CONSEQUENCES[one.id]
                if one.id in ("left", "has"):
                    for kind, n in parse_amount(str(one.args["goods"])).kinds():
                        assert n == (after["deniers"] if kind == "denier" else after["cubes"][kind])
                if one.id == "gains":
                    assert one.args["seat"] != seat
                if one.id == "earns":
                    assert one.args["now"] == after["prestige"]
    everywhere = {"beyond", "opens", "shuts", "moves_after", "moves_last", "stands", "has", "left", "left_none"}
    assert everywhere | OWN[name] <= seen, (everywhere | OWN[name]) - seen


def test_the_castle_says_when_it_is_my_turn_there_what_a_part_brings_and_what_comes_of_nothing() -> None:
    game = new_game(load("caylus", "nl", players=3), COLOURS[:3])
    game.answer_chance(seed=1)
    found = {one.id: one.args for one in game.snapshot().follows(game.read("place castle"))}
    assert found["in_castle"]["place"] == 1
    assert found["part"] == {"section": "dungeon", "free": 6, "points": 5}
    assert found["risk"]["points"] == 2
    game.play("place castle")
    assert {one.id: one.args for one in game.snapshot().follows(game.read("place castle"))}["in_castle"]["place"] == 2


def test_the_last_part_of_a_section_fills_it() -> None:
    game = next(game for game in games("caylus") if game.decision.kind == "batch" and len(game.decision.options) > 1)
    castle, seats = game.look()["castle"], len(game.seats)  # type: ignore[typeddict-item]
    sections, houses = list(castle["sections"]), game.state.houses  # type: ignore[attr-defined]
    first = sections.index(castle["open"]) * seats
    parts = castle["sections"][castle["open"]]["parts"]
    houses[first : first + seats] = [parts - 1] + [0] * (seats - 1)
    assert "fills" in {one.id for one in game.snapshot().follows(game.decision.options[0])}
    houses[first] = parts - 2
    assert "fills" not in {one.id for one in game.snapshot().follows(game.decision.options[0])}


def test_a_full_castle_has_no_part_to_tell_of() -> None:
    game = next(game for game in games("caylus") if "place castle" in game.decision.options)
    seats, castle = len(game.seats), game.look()["castle"]  # type: ignore[typeddict-item]
    for n, section in enumerate(castle["sections"].values()):
        game.state.houses[n * seats] = section["parts"]  # type: ignore[attr-defined]
    assert "part" not in {one.id for one in game.snapshot().follows(game.read("place castle"))}


def test_stopping_costs_only_those_who_gave_nothing() -> None:
    for game in games("caylus"):
        if game.decision.kind == "batch":
            seat = game.decision.seat or ""
            look = game.look()
            given = dict(zip(look["castle"]["workers"], look["castle"]["given"], strict=True))  # type: ignore[typeddict-item]
            found = [one.args["points"] for one in game.snapshot().follows(game.read("done")) if one.id == "refusal"]
            loss = min(2, look["players"][seat]["prestige"])
            assert found == ([] if given[seat] or not loss else [loss])


def test_stopping_at_no_points_costs_nothing() -> None:
    game = next(game for game in games("caylus") if game.decision.kind == "batch" and _gave_nothing(game))
    seat = game.seats.index(game.decision.seat or "")
    for points, told in ((0, []), (1, [1]), (2, [2]), (9, [2])):
        game.state.prestige[seat] = points
        found = game.snapshot().follows(game.read("done"))
        assert [one.args["points"] for one in found if one.id == "refusal"] == told


def _gave_nothing(game: Game) -> bool:
    castle: Any = game.look()["castle"]  # type: ignore[typeddict-item]
    return not dict(zip(castle["workers"], castle["given"], strict=True))[game.decision.seat]


@pytest.mark.parametrize("name", ["caylus", "magna_carta"])
def test_a_prestige_building_says_that_the_residence_and_its_income_go(name: str) -> None:
    told = set()
    for game in (game for game in moments().values() if game.rules.game == name and not game.over):
        residences = {one["space"] for one in game.look()["road"] if one["building"] == "residence"}
        for option in game.decision.options:
            if option.verb in ("build", "prestige"):
                replaced = [one.args for one in game.snapshot().follows(option) if one.id == "replaces"]
                over = option.space in residences
                assert replaced == ([{"building": "residence", "deniers": 1}] if over else []), option
                told.add(over)
    assert True in told, "nobody came to it"


def test_a_mulligan_says_that_it_is_all_cards_and_once() -> None:
    game = next(game for game in games("magna_carta") if game.decision.kind == "mulligan")
    hand = game.look(game.decision.seat)["players"][game.decision.seat or ""]["hand_size"]  # type: ignore[typeddict-item]
    found = {option: [one.id for one in game.snapshot().follows(option)] for option in game.decision.options}
    assert found == {"keep": [], "mulligan": ["mulligan"]}
    assert game.snapshot().follows(game.read("mulligan"))[0].args == {"n": hand}


def test_nothing_is_told_where_nobody_is_asked() -> None:
    for name in ("caylus", "magna_carta"):
        game = new_game(load(name, "nl", players=2), COLOURS[:2])
        assert game.snapshot().follows(game.decision.options[0]) == []
        assert consequences(game.snapshot(), game.decision.options[0]) == []


def test_what_any_game_has_is_told_of_one_that_brings_nothing_of_its_own() -> None:
    game = next(games("caylus"))
    assert {one.id for one in consequences(game.snapshot(), game.decision.options[0])} <= {
        "beyond",
        "left",
        "left_none",
    }
