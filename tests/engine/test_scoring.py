"""Score sheets: the arithmetic written out, every point with its source."""

import random
from collections.abc import Callable

import pytest

from companion.engine.game import Game
from companion.engine.scoring import account, final_sheet, game_sheet, prestige_by_turn
from companion.rules import load
from tests.engine.corpus import Curious, cards, fresh, games, play_out, rich


def test_end_scoring_of_caylus() -> None:
    sheet = final_sheet(
        load("caylus"),
        {
            "red": {"track": 40, "gold": 2, "cubes": 8, "deniers": 11},  # 40 + 2 x 3 + 8 // 3 + 11 // 4 = 50
            "green": {"track": 50, "gold": 0, "cubes": 2, "deniers": 3},  # 50 + 0 + 0 + 0
            "blue": {"track": 45, "gold": 1, "cubes": 0, "deniers": 4},  # 45 + 3 + 0 + 1 = 49
        },
    )
    assert {player: it.total for player, it in sheet.players.items()} == {"red": 50, "green": 50, "blue": 49}
    assert sheet.winners == ("red", "green")
    assert sheet.ranks() == {"red": 1, "green": 1, "blue": 3}


def test_end_scoring_of_magna_carta_has_its_own_rates() -> None:
    held = {"dungeon": 1, "walls": 2, "towers": 3, "road": 7, "prestige": 10, "gold": 2, "cubes": 7, "deniers": 8}
    # 4 + 2 x 3 + 3 x 2 + 7 + 10 + 2 + 7 // 3 + 8 // 3
    assert final_sheet(load("magna_carta"), {"red": held}).players["red"].total == 4 + 6 + 6 + 7 + 10 + 2 + 2 + 2


def test_what_is_not_held_counts_nothing() -> None:
    lines = final_sheet(load("caylus"), {"red": {}}).players["red"].lines
    assert [(line.source, line.of, line.points, line.amount) for line in lines] == [
        ("end", "track", 0, 0),
        ("end", "gold", 0, 0),
        ("end", "cubes", 0, 0),
        ("end", "deniers", 0, 0),
    ]


def test_the_formula_is_spelled_out() -> None:
    (gold,) = [
        line for line in final_sheet(load("caylus"), {"red": {"gold": 2}}).players["red"].lines if line.of == "gold"
    ]
    assert gold.rate is not None
    assert (gold.amount, gold.rate.per, gold.rate.prestige, gold.points) == (2, 1, 3, 6)


@pytest.mark.slow
def test_every_point_of_a_game_has_a_source() -> None:
    for game in games(seed=11):
        sheet = game_sheet(game)
        assert [it.total for it in sheet.players.values()] == game.state.prestige
        assert game.state.prestige[game.seats.index(sheet.winners[0])] == max(game.state.prestige)


def test_lines_gather_what_is_of_one_source() -> None:
    game = play_out(fresh("en", 3), Curious(random.Random(4), greed=0.5))
    sheet = game_sheet(game)
    for colour, player in sheet.players.items():
        mine = [e for e in game.events() if e.id in ("earned", "lost") and e["seat"] == colour]
        kinds = list(dict.fromkeys((e["source"], e["of"]) for e in mine))
        assert [(line.source, line.of) for line in player.lines] == kinds
        for line in player.lines:
            of_it = [e for e in mine if (e["source"], e["of"]) == (line.source, line.of)]
            assert line.points == sum(e.number("points") * (1 if e.id == "earned" else -1) for e in of_it)
            assert line.amount == len(of_it)


def test_a_game_from_the_middle_has_what_came_before() -> None:
    game = play_out(rich("en", 2), Curious(random.Random(1)))
    assert all(it.lines[0].source == "before" and it.lines[0].points == 9 for it in game_sheet(game).players.values())


def test_prestige_by_turn_ends_at_the_score() -> None:
    game = play_out(fresh("en", 3), Curious(random.Random(2), greed=0.5))
    chart = prestige_by_turn(game)
    assert len(chart) == game.state.turn
    assert list(chart[-1].values()) == game.state.prestige
    assert chart[0] != chart[-1]
    for turn in range(1, game.state.turn):
        now = type(game)(game.referee, game.first)
        for action in game.actions:
            if now.state.turn > turn:
                break
            now.play(action)
        # the first choice of a turn is a worker, and nobody has yet scored in it
        assert chart[turn - 1] == dict(zip(now.seats, now.state.prestige, strict=True))


@pytest.mark.parametrize("game", [lambda: fresh("en", 2), lambda: cards("standard", 2)])
def test_the_account_of_a_game_is_what_it_scored(game: Callable[[], Game]) -> None:
    played = play_out(game(), Curious(random.Random(3)))
    it = account(played)
    totals = {colour: sheet.total for colour, sheet in it.sheet.players.items()}
    assert (it.over, totals) == (True, played.snapshot().scores)
    counted = {colour: sheet.total for colour, sheet in final_sheet(it.rules, it.held).players.items()}
    assert counted == totals
