"""Positions: what people write is read, what cannot be is named."""

from dataclasses import replace

import pytest

from companion.engine.errors import BadState
from companion.engine.game import game_at
from companion.engine.notation import NotationError, lines_of
from companion.games.caylus.compiled import CompiledRules
from companion.games.caylus.consistency import problems
from companion.games.caylus.position import schema
from companion.games.caylus.referee import CaylusReferee
from companion.games.caylus.state import State
from companion.rules import load

BOARD = CompiledRules(load("caylus", "en", players=3), ("red", "green", "blue"))
HEAD = "seats: red green blue\nturn: 3 workers\norder: red green blue\n"
ROAD = "road: n_farm n_forest n_sawmill n_quarry n_market n_carpenter f_peddler f_carpenter"

FAULTS = [
    ("nonsense", "no_key", 4, 1),
    ("weather: fine", "unknown_key", 4, 1),
    ("red: 1d\nred: 2d", "twice", 5, 1),
    ("provost: x", "number", 4, 10),
    ("provost: 99", "range", 4, 10),
    ("provost: 7 8", "one_word", 4, 10),
    ("road: n_farm n_tavern", "no_such_building", 4, 14),
    ("road: n_farm n_farm", "building_twice", 4, 14),
    ("road: gate", "before_the_bridge", 4, 7),
    ("road: n_farm=pink", "no_such_player", 4, 7),
    ("road: n_farm=+", "building", 4, 7),
    (f"road: {'. ' * 29}", "road_too_long", 4, 63),
    ("special: n_farm+red", "not_special", 4, 10),
    ("gone: nothing", "no_such_building", 4, 7),
    ("castle: pink", "no_such_player", 4, 9),
    ("section: cellar", "no_such_section", 4, 10),
    ("red: 4x", "amount", 4, 6),
    ("red: 4R", "amount", 4, 6),
    ("red: home", "value_missing", 4, 6),
    ("red: home 9", "range", 4, 11),
    ("red: favors 1/2", "numbers", 4, 13),
    ("red: houses 1/2/x", "numbers", 4, 13),
    ("red: used luck", "no_such_line", 4, 11),
    ("step: 1", "numbers", 4, 7),
    ("served: 3.guest", "numbers", 4, 9),
    ("choice: sleep:red", "no_such_choice", 4, 9),
    ("choice: draw:red:1", "no_such_choice", 4, 9),
    ("choice: trade:red:effect/mason", "no_such_effect", 4, 9),
    ("choice: trade:red:nowhere", "no_such_effect", 4, 9),
    ("choice: batch:red", "not_in_castle", 4, 9),
]
IMPOSSIBLE = [
    ("red: 4d home 5", "workers"),
    ("red: 31F", "too_many_cubes"),
    ("red: 81d", "too_many_coins"),
    ("red: houses 0/7/14", "too_many_houses"),
    ("stables: red red", "twice_in"),
    ("stables: red green blue red", "too_many_in"),
    ("red: favors 3/0/0/0", "marker"),
    ("road: n_farm .+red", "no_such_building"),
    ("road: n_farm . mason=red", "gap"),
    ("road: mason", "owner"),
    ("road: n_farm=red", "owner"),
    ("road: residence=red+green", "takes_no_worker"),
    ("road: n_farm!red", "promised_without_worker"),
    ("gone: mason", "gone"),
    ("road: mason=red\ngone: mason", "building_twice"),
    ("provost: 0", "provost"),
    ("bailiff: 3", "bailiff"),
    ("red: houses 7/0/0", "section_full"),
    ("section: done", "finished"),
    ("scoring: done", "finished"),
    ("scoring: walls", "not_due"),
    ("castle: red\ngiven: 1 1", "given"),
]


def read(text: str) -> State:
    state = schema(BOARD).read(HEAD + text).state
    assert isinstance(state, State)
    return state


def test_what_is_not_said_is_as_at_the_start_of_the_phase() -> None:
    state = read(f"{ROAD}\nred: 4d 2F1W 7P\n")
    assert state.money == [4, 0, 0]
    assert state.home == [6, 6, 6]
    assert (state.bailiff, state.provost, state.section, state.open_columns) == (6, 6, 0, 2)
    assert state.road[BOARD.spot(16)] == BOARD.index["gold_mine"], "what is printed on the board need not be said"
    assert state.todo == []


def test_workers_on_the_table_are_missing_at_home() -> None:
    state = read(f"{ROAD} mason=green+red\nspecial: gate+red inn+blue\nstables: red\ncastle: green red\ninn: blue\n")
    assert state.home == [2, 5, 4]


def test_the_open_choice_says_whose_turn_follows() -> None:
    assert read(f"{ROAD}\nchoice: worker:green").had == [0, 1]


def test_a_comment_and_another_order_of_lines_change_nothing() -> None:
    plain = read(f"{ROAD}\nprovost: 8\nred: 4d")
    assert read(f"# a comment\nred: 4d   # and one more\n\nspecial: gate\nprovost: 8\n{ROAD}\n") == plain


@pytest.mark.parametrize(("text", "code", "line", "column"), FAULTS)
def test_a_fault_names_line_and_column(text: str, code: str, line: int, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    assert (caught.value.code, caught.value.line, caught.value.column) == (code, line, column)
    assert str(caught.value).startswith(f"line {line}, column {column}: {code}")
    assert (caught.value.args_by_name["line"], caught.value.args_by_name["column"]) == (line, column)


def test_a_fault_carries_the_word_and_what_is_valid() -> None:
    with pytest.raises(NotationError) as caught:
        read("provost: 99")
    assert str(caught.value) == "line 4, column 10: range text=99 least=0 most=28"
    assert caught.value.args_by_name == {"line": 4, "column": 10, "text": "99", "least": 0, "most": 28}
    with pytest.raises(NotationError) as caught:
        read("castle: pink")
    assert caught.value.args_by_name["player"] == "pink"
    assert caught.value.args_by_name["valid"] == "red, green, blue"


@pytest.mark.parametrize(
    ("text", "code"), [("", "turn"), ("turn: 3", "turn"), ("turn: 3 siesta", "phase"), ("turn: x workers", "number")]
)
def test_the_turn_must_be_said(text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        schema(BOARD).read(f"seats: red green blue\n{text}\n")
    assert caught.value.code == code


@pytest.mark.parametrize(("text", "code"), IMPOSSIBLE)
def test_what_cannot_be_is_named(text: str, code: str) -> None:
    try:
        found = {problem.code for problem in problems(BOARD, read(text))}
    except NotationError as error:
        found = {error.code}
    assert code in found


def test_more_that_cannot_be() -> None:
    late = HEAD.replace("workers", "provost")
    assert "not_all_passed" in {p.code for p in schema(BOARD).read(f"{late}{ROAD}\npassed: red").problems()}
    state = read(ROAD)
    state.order = [0, 1]
    assert "order" in {problem.code for problem in problems(BOARD, state)}
    state = read(ROAD)
    state.money[0] = -1
    assert "below_nothing" in {problem.code for problem in problems(BOARD, state)}
    state = read(ROAD)
    state.owner[BOARD.spot(20)] = 0
    assert "on_empty_space" in {problem.code for problem in problems(BOARD, state)}
    state = read(ROAD)
    state.where[BOARD.index["gold_mine"]] = -1
    assert "not_on_board" in {problem.code for problem in problems(BOARD, state)}
    state = read(ROAD)
    state.worker[state.where[BOARD.stables]], state.home[0] = 0, state.home[0] - 1
    assert "takes_no_worker" in {problem.code for problem in problems(BOARD, state)}
    state = read(ROAD)
    state.where[BOARD.index["mason"]] = BOARD.spot(1)
    assert "building_twice" in {problem.code for problem in problems(BOARD, state)}


def test_lines_keep_where_their_words_stand() -> None:
    (line,) = lines_of("  red:  5d  2F # rich")
    assert (line.key.text, line.key.column) == ("red", 3)
    assert [(word.text, word.column) for word in line.words] == [("5d", 9), ("2F", 13)]


def test_the_provost_may_stand_behind_the_building_being_activated() -> None:
    """So corrected, or so entered: the phase ends there, and the game goes on."""
    position = f"edition: en\n{HEAD}{ROAD} mason=red+green\nprovost: 5\nbailiff: 9\nstep: 7 0\n"
    game = game_at(load("caylus", "en", players=3), position.replace("3 workers", "5 buildings"), strict=False)
    assert game.state.home == [6, 6, 6]
    assert game.decision.kind == "worker"


def test_what_would_never_come_to_a_choice_is_given_up() -> None:
    def nothing(_b: object, _s: object) -> None:
        """A phase that does nothing and never ends."""

    class Endless(CaylusReferee):
        parts = replace(CaylusReferee.parts, steps=lambda _: [nothing] * 8)

    with pytest.raises(BadState, match="endless"):
        Endless(BOARD.rules, BOARD.seats).settle(read(ROAD))
