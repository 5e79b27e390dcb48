"""Positions of Magna Carta: what people write is read, what cannot be is named."""

from collections.abc import Callable

import pytest

from companion.engine.notation import NotationError
from companion.games.magna_carta.compiled import CompiledRules
from companion.games.magna_carta.consistency import problems
from companion.games.magna_carta.position import schema
from companion.games.magna_carta.state import State
from companion.rules import load

BOARD = CompiledRules(load("magna_carta", "nl", ["standard"], 3), ("red", "green", "blue"))
HEAD = "seats: red green blue\nturn: 3 actions\nstart: green\n"
ROAD = "road: n_park n_forest n_peddler"

FAULTS = [
    ("weather: fine", "unknown_key"),
    ("passed: pink", "no_such_player"),
    ("road: n_tavern", "no_such_building"),
    ("road: bank", "no_such_building"),
    ("road: n_park=red", "no_such_building"),
    ("road: bank=red bank=red", "building_twice"),
    ("road: park/bank=red", "building"),
    ("road: residence/bank=red/palace", "no_such_building"),
    ("road: bank=+", "building"),
    ("owned: palace=red", "no_such_building"),
    ("provost: 0", "range"),
    ("tokens: 1 2", "numbers"),
    ("tokens: 1 2 x", "number"),
    ("given: 1", "numbers"),
    ("red: 4x", "amount"),
    ("red: 4P 4R", "amount"),
    ("red: hand", "value_missing"),
    ("red: home 9", "range"),
    ("red: hand palace", "no_such_building"),
    ("red: hand bank/bank", "building_twice"),
    ("red: hand bank discard bank", "building_twice"),
    ("red: won 1/2", "numbers"),
    ("red: won 1/2/x", "numbers"),
    ("red: won 1/2/100", "numbers"),
    ("road: n_park=pink", "no_such_player"),
    ("road: n_park+pink", "no_such_player"),
    ("step: 1", "numbers"),
    ("choice: sleep:red", "no_such_choice"),
    ("choice: card:red:red", "no_such_choice"),
    ("choice: trade:red:effect/park", "no_such_effect"),
    ("choice: card:chance:pink", "no_such_player"),
    ("choice: refill:red:x", "number"),
]
IMPOSSIBLE = [
    ("red: home 2", "workers"),
    ("red: 1C", "no_such_cube"),
    ("passed: red red", "twice_in"),
    ("red: hand ?13", "hand"),
    (f"{ROAD} residence/lawyer=red", "owner"),
    (f"{ROAD} residence/bank=red+green", "takes_no_worker"),
    (f"{ROAD} small_farm=red*5", "stock"),
    (f"{ROAD} bank=red/statue", "cover"),
    (f"{ROAD} bank=red!", "promised_without_worker"),
    (f"{ROAD.replace(' n_park', ' n_park+red!', 1)}", "never_residence"),
    ("provost: 9", "provost"),
    ("tokens: 9 0 0", "tokens"),
]


def read(text: str, head: str = HEAD) -> State:
    state = schema(BOARD).read(head + text).state
    assert isinstance(state, State)
    return state


def test_what_is_not_said_is_in_the_deck_and_at_home() -> None:
    state = read(f"{ROAD} bank=red small_farm=green+red\nred: 4d 2F1W hand church/lawyer discard market\n")
    assert BOARD.cards_in(state.hand[0]) == ["lawyer", "church"]
    assert BOARD.cards_in(state.discard[0]) == ["market"]
    assert state.deck[0].bit_count() == 12 - 4
    assert state.deck[1].bit_count() == 11
    assert state.home == [3, 4, 4]
    assert state.stock[-1] == 4
    assert state.tokens == [6, 7, 8]


def test_a_hand_partly_seen() -> None:
    state = read(f"{ROAD}\nred: hand ?2/bank/?1\n")
    assert (state.unknown[0], BOARD.cards_in(state.hand[0])) == (3, ["bank"])


def test_residences_covers_and_loose_prestige() -> None:
    state = read(f"{ROAD} residence/bank=red/statue residence/church=green market=blue+red!\nowned: hotel=blue")
    assert state.flipped == [0, 0, 0, 1, 1, 0]
    assert [BOARD.prestige_cards[c] if c >= 0 else "" for c in state.cover] == ["", "", "", "statue", "", ""]
    assert state.prestige_owner[BOARD.prestige_cards.index("hotel")] == 2
    assert state.promised == [5]
    assert schema(BOARD).read(str(schema(BOARD).of(state))).state == state


def test_the_open_choice_says_whose_turn_follows() -> None:
    assert read(f"{ROAD}\nchoice: action:green").had == [1]
    assert read(f"{ROAD}\nchoice: action:red").had == [1, 2, 0]


def test_a_set_up_has_no_more_steps_than_players() -> None:
    assert {fault.code for fault in problems(BOARD, read("step: 9 0", "turn: 0 setup\n"))} == {"step"}


def test_passing_order_is_that_of_the_table_where_nothing_is_said() -> None:
    assert read(ROAD, HEAD.replace("actions", "provost")).bridge == [1, 2, 0]


@pytest.mark.parametrize(("text", "code"), FAULTS)
def test_faults_of_form(text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    assert (caught.value.code, caught.value.line) == (code, 4)


@pytest.mark.parametrize(("text", "code"), [("", "turn"), ("turn: 3\n", "turn"), ("turn: 3 siesta\n", "phase")])
def test_the_turn_must_be_said(text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        read("", "seats: red green blue\n" + text)
    assert caught.value.code == code


@pytest.mark.parametrize(("text", "code"), IMPOSSIBLE)
def test_what_cannot_be_is_named(text: str, code: str) -> None:
    text = text if "road" in text else f"{ROAD}\n{text}"
    assert code in {problem.code for problem in problems(BOARD, read(text))}


def test_more_that_cannot_be() -> None:
    assert "no_start_player" in {p.code for p in problems(BOARD, read(ROAD, "turn: 3 actions\n"))}
    late = HEAD.replace("actions", "provost")
    assert "not_all_passed" in {p.code for p in problems(BOARD, read(f"{ROAD}\npassed: red", late))}
    damages: tuple[tuple[Callable[[State], None], str], ...] = (
        (lambda s: s.money.__setitem__(0, -1), "below_nothing"),
        (lambda s: s.hand.__setitem__(0, s.deck[0]), "card"),
        (lambda s: s.road.__setitem__(1, s.road[0]), "building_twice"),
        (lambda s: s.cover.__setitem__(slice(0, 2), [0, 0]), "building_twice"),
        (lambda s: s.promised.append(99), "promised_without_worker"),
    )
    for damage, code in damages:
        state = read(ROAD)
        damage(state)
        assert code in {problem.code for problem in problems(BOARD, state)}


def test_a_good_position_has_no_problem() -> None:
    assert problems(BOARD, read(f"{ROAD}\nprovost: 2\nred: hand ?3")) == []
