"""Records: exact round trip, faults with line and column, and the game up to the fault."""

import random

import pytest

from companion.engine.game import Game
from companion.engine.loading import opened
from companion.engine.notation import NotationError
from companion.engine.records import BadRecord, Record, RecordError, checked_rules, parse, replay, write
from companion.rules import load
from tests.engine.corpus import Curious, cards, fresh, lies, play_out, rich

GAME = play_out(fresh("en", 3), Curious(random.Random(6), greed=0.5))
TEXT = write(GAME)


def replayed(text: str) -> Game:
    return replay(parse(text), opened)


def fails(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        replayed(text)
    return caught.value


def test_exact_round_trip() -> None:
    assert write(replayed(TEXT)) == TEXT
    assert replayed(TEXT).events() == GAME.events()


def test_one_line_for_each_player_and_turn() -> None:
    lines = [line for line in TEXT.splitlines() if line.startswith(("red:", "green:", "blue:"))]
    assert len(lines) <= 3 * GAME.state.turn


def test_a_game_from_the_middle_keeps_its_position() -> None:
    game = play_out(rich("nl", 2), Curious(random.Random(1)))
    text = write(game)
    assert "| turn: 5 income" in text
    assert write(replayed(text)) == text


def test_an_unfinished_game_stands_where_it_stopped() -> None:
    game = fresh("en", 3)
    game.answer_chance(1)
    game.play_all(["place castle", "pass"])
    text = write(game)
    assert "result" not in text
    assert replayed(text) == game
    halfway = fresh("en", 3)
    halfway.play_all(["draw n_market", "draw n_farm"])
    assert replayed(write(halfway)) == halfway
    assert "road" not in write(halfway)
    assert "chance: draw n_market; draw n_farm" in write(halfway)


def test_headers_of_a_record() -> None:
    game = play_out(fresh("en", 2, "lawyer_3", "simplified_favors"), Curious(random.Random(1)))
    lines = write(game).splitlines()
    assert lines[:5] == [
        "game: caylus",
        "edition: en",
        "variants: lawyer_3 simplified_favors two_players",
        "seats: blue red",
        f"rules: {game.rules.version}",
    ]
    drawn = [str(event["building"]) for event in game.events() if event.id == "drawn"]
    assert lines[5] == f"road: {' '.join(drawn)}"
    assert lines[7] == f"result: blue {game.state.prestige[0]} red {game.state.prestige[1]}"
    assert lines[8:10] == ["", "turn 1"]
    hidden = play_out(cards("standard", 2, untracked=True), Curious(random.Random(1)))
    assert write(hidden).splitlines()[:5] == [
        "game: magna_carta",
        "edition: nl",
        "variants: standard",
        "seats: red green",
        "untracked: green",
    ]


def test_comments_are_kept() -> None:
    lines = TEXT.splitlines()
    turn = lines.index("turn 2")
    lines.insert(turn + 1, "# and who began it")
    lines.insert(turn, "# the turn in which it happened")
    lines.insert(0, "# Sunday")
    text = "\n".join([*lines, "# good night"]) + "\n"
    record = parse(text)
    assert write(replay(record, opened), record.comments) == text
    assert replayed(text.replace("\nturn 3", "   # never mind\nturn 3")) == GAME


def test_an_illegal_action_names_its_place_and_keeps_what_came_before() -> None:
    lines = TEXT.splitlines()
    number = next(n for n, line in enumerate(lines) if line == "turn 2") + 1
    lines[number] = lines[number].split(";")[0] + "; place notary"
    error = fails("\n".join(lines))
    assert error.line == number + 1
    assert error.column == lines[number].index("place notary") + 1
    assert error.reason.code == "no_such_building"
    assert error.game is not None
    assert error.game.state.turn == 2
    assert error.game.actions == GAME.actions[: len(error.game.actions)]


def test_a_choice_too_many_is_out_of_turn() -> None:
    last = TEXT.rstrip().splitlines()[-1].partition(":")[0]
    error = fails(TEXT.rstrip() + "; pass")
    assert (error.reason.code, error.reason.args) == ("out_of_turn", {"player": last, "waiting": "nobody"})
    assert error.game == GAME
    game = fresh("en", 3)
    game.answer_chance(1)
    first, second = lies(game).order[:2]
    asked, waiting = game.seats[first], game.seats[second]
    error = fails(write(game) + f"\nturn 1\n{asked}: pass; pass\n")
    assert (error.reason.code, error.reason.args) == ("out_of_turn", {"player": asked, "waiting": waiting})
    assert (error.line, error.text) == (len(write(game).splitlines()) + 3, "pass")
    assert error.game is not None
    assert error.game.actions[-1] == "pass"
    half = fresh("en", 3)
    half.play_all(["draw n_market"])
    assert fails(write(half) + "\nturn 1\nred: pass\n").reason.args["waiting"] == "chance"


@pytest.mark.parametrize("header", ["result", "order", "road"])
def test_a_header_that_is_not_so(header: str) -> None:
    """The last tile and the last player are no choice, so only the check at the end can find them wrong."""
    lines = TEXT.splitlines()
    place = next(n for n, line in enumerate(lines) if line.startswith(f"{header}:"))
    right = lines[place].partition(": ")[2]
    wrong = f"{right.rsplit(' ', 1)[0]} other"
    lines[place] = f"{header}: {wrong}"
    error = fails("\n".join(lines))
    assert (error.reason.code, error.reason.args) == ("not_so", {"what": header, "actual": right})
    assert (error.line, error.column, error.text) == (place + 1, len(header) + 3, wrong)
    assert error.game == GAME
    assert str(error) == f"line {place + 1}, column {len(header) + 3}: {wrong!r}: not_so; see `RecordError.game`"


@pytest.mark.parametrize(("header", "word"), [("road", "draw n_tavern"), ("order", "next pink")])
def test_a_header_with_a_choice_that_is_none(header: str, word: str) -> None:
    lines = TEXT.splitlines()
    place = next(n for n, line in enumerate(lines) if line.startswith(f"{header}:"))
    lines[place] = f"{header}: {word.split()[1]} " + lines[place].partition(": ")[2]
    error = fails("\n".join(lines))
    assert (error.line, error.column, error.text) == (place + 1, len(header) + 3, word)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("weather: fine", "unknown_key", 1),
        ("game: caylus\ngame: caylus", "twice", 2),
        ("nonsense", "no_key", 1),
        ("turn x", "number", 1),
        ("seats: red blue\nturn 1\nred: pass\nred: pass", "twice", 4),
        ("turn 1\nnonsense", "no_key", 2),
        ("\ufeffseats: red blue\nturn 1\nplace red: pass", "no_such_player", 3),
    ],
)
def test_faults_of_form(text: str, code: str, line: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert (caught.value.code, caught.value.line) == (code, line)
    word = {"number": "x", "unknown_key": "weather", "no_key": "nonsense"}.get(
        code, text.splitlines()[-1].split(":")[0]
    )
    assert caught.value.args_by_name["text"] == word
    assert caught.value.column == (6 if code == "number" else 1)
    if code == "unknown_key":
        assert str(caught.value.args_by_name["valid"]).startswith(
            "game, edition, variants, seats, untracked, rules, road"
        )


def test_what_came_before_a_fault_of_form_is_kept() -> None:
    lines = TEXT.splitlines()
    place = lines.index("turn 3")
    with pytest.raises(BadRecord) as caught:
        parse("\n".join([*lines[:place], "gibberish"]))
    assert (caught.value.code, caught.value.line) == ("no_key", place + 1)
    before = replay(caught.value.record, opened)
    assert before.actions == GAME.actions[: len(before.actions)]
    assert before.state.turn == 3


def test_where_each_choice_stands() -> None:
    record = parse("seats: red blue\n\nturn 1\n# why not\nred:  pass ;place gate\n  # indented\nblue: stay\n")
    (first, second) = record.entries
    assert (first.turn, first.who) == (1, "red")
    assert [(word.text, word.line, word.column) for word in first.actions] == [("pass", 5, 7), ("place gate", 5, 13)]
    assert second.who == "blue"
    assert record.comments == {("1", "red"): ["# why not"], ("1", "blue"): ["  # indented"]}
    assert parse("| a: 1  # one\n|b: 2\n").position == "a: 1\nb: 2\n"


def test_a_semicolon_too_many_is_no_choice() -> None:
    first = next(line for line in TEXT.splitlines() if "; " in line)
    assert replayed(TEXT.replace(first, f"{first};  ;")) == GAME


def test_up_to_a_moment() -> None:
    game = replay(parse(TEXT), opened, until=lambda game: game.state.turn == 3)
    assert game.state.turn == 3
    assert game.actions == GAME.actions[: len(game.actions)]


def test_rules_of_another_printing_are_noticed() -> None:
    record = parse(TEXT)
    assert checked_rules(record, GAME.rules) is None
    reason = checked_rules(record, load("caylus", "nl", players=3))
    assert reason is not None
    assert reason.code == "other_rules"
    assert reason.args == {"stated": GAME.rules.version, "actual": load("caylus", "nl", players=3).version}
    assert checked_rules(Record({}, []), GAME.rules) is None
