"""What is entered anew: refused by name with the true numbers, or read back for ever after; never an accident."""

import random
from collections.abc import Iterator

import pytest

from companion.engine import BadPosition, Game, NotationError
from companion.engine.errors import BadState
from companion.engine.game import game_at, new_game
from companion.i18n.narration import fault_line, problem_line
from companion.i18n.translator import Translator
from companion.rules import UnknownName, load
from companion.table.corrections import corrected
from tests.engine.test_playing_on import CARD_ROAD, CARDS, MAKERS, ROAD, TILES, play_on
from tests.words import LANGUAGES, plain

NEARLY_NOTHING = (".", " . ", "", " ", "-", "=", "+", "!", "/", "*", "?", ". .", "0")
TILE_PHASES = ("setup", "income", "workers", "special", "provost", "buildings", "castle", "end_of_turn", "over")
CARD_PHASES = ("setup", "income", "actions", "provost", "buildings", "castle", "end_of_round", "over")
WORKERS = f"{TILES}{ROAD}\nturn: 3 workers\n"
ACTIONS = f"{CARDS}{CARD_ROAD}\nturn: 3 actions\n"


def opened(text: str, *, strict: bool = True) -> Game:
    if text.startswith("game: magna_carta"):
        return game_at(load("magna_carta", "nl", ["standard"], 3), text, strict=strict)
    return game_at(load("caylus", "en", players=3), text, strict=strict)


def faults(text: str) -> dict[str, dict[str, str | int]]:
    """What is wrong with a position."""
    with pytest.raises(BadPosition) as caught:
        opened(text)
    return {problem.code: dict(problem.args) for problem in caught.value.problems}


def each_phase(make: str) -> Iterator[Game]:
    """A game at its first choice of each phase that has one."""
    game, chance, seen = MAKERS[make](), random.Random(make), set()
    while not game.over:
        if game.state.phase not in seen:
            seen.add(game.state.phase)
            yield game.copy()
        game.play(chance.choice(game.options))


@pytest.mark.slow
@pytest.mark.parametrize("make", ["caylus, two", "cards", "cards, unseen"])
def test_nearly_nothing_in_any_field_of_any_phase_is_refused_or_played_on(make: str) -> None:
    phases = 0
    for game in each_phase(make):
        phases += 1
        for path in game.position().fields():
            for text in NEARLY_NOTHING:
                try:
                    state = corrected(game.position(), {path: text})
                except (NotationError, BadPosition, UnknownName):
                    continue
                play_on(Game(game.referee, state), random.Random(path), 3)
    assert phases >= 4


@pytest.mark.parametrize("make", ["caylus, two", "cards"])
@pytest.mark.parametrize("text", [".", " . ", "", " ", "-", "3"])
def test_the_turn_cannot_be_emptied(make: str, text: str) -> None:
    with pytest.raises(NotationError) as caught:
        MAKERS[make]().position().changed({"turn": text})
    assert caught.value.code == "turn"


# workers


def test_more_workers_on_the_table_than_there_are() -> None:
    road = f"{CARDS}road: n_park+red n_forest+red n_peddler bank=red+red lawyer=green+red church=green+red\n"
    assert faults(f"{road}turn: 3 actions")["too_many_workers"] == {"player": "red", "n": 5, "most": 4}
    assert opened(f"{road}turn: 3 actions", strict=False).state.home[0] == -1, "so tables of before could begin"
    seven = f"{ROAD}\ncastle: red"
    for name in ("n_farm", "n_forest", "n_sawmill", "n_quarry", "n_market", "n_carpenter"):
        seven = seven.replace(name, f"{name}+red")
    text = f"{TILES}{seven}\nturn: 3 workers"
    assert faults(text)["too_many_workers"] == {"player": "red", "n": 7, "most": 6}


@pytest.mark.parametrize(("text", "n", "expected"), [(f"{WORKERS}red: home 4", 4, 6), (f"{ACTIONS}red: home 3", 3, 4)])
def test_workers_that_are_missing(text: str, n: int, expected: int) -> None:
    assert faults(text)["workers"] == {"player": "red", "n": n, "expected": expected}


# amounts


def held(game: Game, path: str) -> int:
    return int(game.position().fields()[path])


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
@pytest.mark.parametrize("path", ["red.deniers", "red.food", "red.wood"])
def test_what_play_adds_to_the_most_that_can_be_entered_is_read_back(game: str, path: str) -> None:
    rules = load("caylus", "en", players=2) if game == "caylus" else load("magna_carta", "nl", ["standard"], 2)
    table = new_game(rules, ["red", "green"])
    chance = random.Random(path)
    while not table.state.turn:
        table.play(chance.choice(table.options))
    while held(table, path) <= 9999:
        table = game_at(rules, str(table.position().changed({path: "9999", "green.deniers": "50"})))
        for _ in range(40):
            if held(table, path) <= 9999:
                table.play(chance.choice(table.options))
    position = table.position()
    assert Game.from_position(position) == Game.from_position(str(position)) == table
    assert position.schema.from_json(position.to_json()) == position
    assert Game.from_record(table.record()) == table
    again = Game.from_position(position.changed({"green.stone": "3", path: str(position[path])}))
    assert again.position()[path] == position[path], "what is there already is not entered anew"
    play_on(again, chance, 20)
    assert Game.from_record(again.record()) == again
    with pytest.raises(NotationError, match="range"):
        position.changed({path: str(held(table, path) + 1)})


@pytest.mark.parametrize("make", ["caylus, two", "cards"])
@pytest.mark.parametrize("good", ["d", "F", "W", "P"])
def test_nobody_enters_what_play_leads_to(make: str, good: str) -> None:
    schema = MAKERS[make]().position().schema
    text = f"turn: 1 income\nred: {{}}{good}"
    schema.read(text.format(9999), entered=True)
    schema.read(text.format(99999))
    for number, entered in ((10000, True), (100000, False)):
        with pytest.raises(NotationError) as caught:
            schema.read(text.format(number), entered=entered)
        fault = caught.value
        assert (fault.code, fault.line, fault.column) == ("range", 2, 6)
        assert (fault.args_by_name["text"], fault.args_by_name["most"]) == (f"{number}{good}", number - 1)


# turns


@pytest.mark.parametrize("turn", [f"0 {phase}" for phase in TILE_PHASES[1:]] + ["3 setup", "999 workers", "100 castle"])
def test_a_turn_that_no_game_has(turn: str) -> None:
    assert "turn" in faults(f"{TILES}{ROAD}\nturn: {turn}")


@pytest.mark.parametrize("turn", [f"0 {phase}" for phase in CARD_PHASES[1:]] + ["4 setup", "999 actions"])
def test_a_round_that_no_game_has(turn: str) -> None:
    assert "turn" in faults(f"{CARDS}{CARD_ROAD}\nturn: {turn}")


@pytest.mark.parametrize("phase", ["0 setup", "3 income"])
@pytest.mark.parametrize("table", [f"{TILES}{ROAD}", f"{CARDS}{CARD_ROAD}"])
def test_nobody_has_passed_or_placed_before_the_workers(table: str, phase: str) -> None:
    table = table.replace("start: red\n", "") if phase == "0 setup" else table
    assert "too_early" in faults(f"{table}\nturn: {phase}\npassed: red")
    assert "too_early" in faults(f"{table.replace('n_forest', 'n_forest+red')}\nturn: {phase}")
    if phase == "3 income":
        opened(f"{table}\nturn: {phase}")


def test_the_lodger_of_the_inn_is_there_before_the_workers() -> None:
    assert opened(f"{TILES}{ROAD}\nturn: 3 income\ninn: red").state.home[0] == 5


@pytest.mark.parametrize("text", [f"{TILES}{ROAD}\nturn: 0 workers", f"{TILES}{ROAD}\nturn: 3 income\npassed: red",
                                  f"{CARDS}{CARD_ROAD}\nturn: 999 actions"])  # fmt: skip
def test_a_table_of_before_goes_on_from_there(text: str) -> None:
    with pytest.raises(BadState):
        opened(text)
    play_on(opened(text, strict=False), random.Random(1), 30)


# said twice


@pytest.mark.parametrize(
    ("line", "word"),
    [("red: 8d 9d", "9d"), ("red: 2F1F", "1F"), ("red: 3P 1d 4P", "4P"), ("red: home 6 home 5", "5"),
     ("special: gate+red gate+blue", "gate+blue")],
)  # fmt: skip
def test_what_is_said_twice_is_refused(line: str, word: str) -> None:
    with pytest.raises(NotationError) as caught:
        opened(f"{WORKERS}{line}")
    fault = caught.value
    assert (fault.code, fault.column) == ("said_already", line.rindex(word) + 1)
    assert word.endswith(str(fault.args_by_name["text"]))


def test_an_old_position_may_say_it_twice() -> None:
    assert opened(f"{WORKERS}red: 8d 9d home 5 home 6", strict=False).state.money[0] == 17


# in words


@pytest.mark.parametrize(("make", "change", "said"), [
    ("cards", {"road.2": "bank=red+green", "road.4": "bank=red"}, "Bank already has a place."),
    ("cards", {"road.4": "small_farm=red", "road.5": "small_farm=red"}, "Small Farm already has a place."),
    ("caylus, two", {"road.1": "n_farm", "road.2": "n_farm"}, ""),
])  # fmt: skip
def test_a_building_that_lies_elsewhere_is_called_as_in_the_box(make: str, change: dict[str, str], said: str) -> None:
    game = MAKERS[make]()
    game.answer_chance(1)
    with pytest.raises(NotationError) as caught:
        game.position().changed(change)
    for language in LANGUAGES:
        told = fault_line(Translator(language, game.rules), caught.value)
        assert not any(sign in told for sign in ("“", "„", "‘", "«", "_")), told
    assert said.lower() in fault_line(Translator("en", game.rules), caught.value).lower()


def test_a_fault_calls_people_by_their_names() -> None:
    with pytest.raises(BadPosition) as caught:
        opened(f"{WORKERS}red: home 4")
    t = Translator("en", load("caylus", "en"))
    said = problem_line(t, caught.value.problems[0], {"red": "Anna"})
    assert plain(said) == "Anna has 4 workers in all; there must be 6."
    assert plain(problem_line(t, caught.value.problems[0])).startswith("Red has 4 workers")
