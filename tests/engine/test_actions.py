"""Actions: texts with parts, options in any spelling, a game that tells itself."""

import copy
import json
import pickle
import random

import pytest

from companion import engine
from companion.engine import Action, BadState, Game, IllegalAction, NotationError, Options
from companion.engine.action import ActionPart, canonical, read_action
from companion.engine.records import Record, parse
from tests.engine.corpus import Curious, cards, fresh, play_out, rich, rich_cards
from tests.engine.detectors import NONSENSE, universe

VERBS = {
    "build": (ActionPart.PLACE, ActionPart.CUBES, ActionPart.SPACE),
    "favor": (ActionPart.LINE, ActionPart.COLUMN),
    "provost": (ActionPart.STEPS,),
    "pass": (),
}


def test_an_action_knows_its_parts() -> None:
    action = read_action(" build architect.2  WFW on 12 ", VERBS)
    assert action == "build architect.2 FWW on 12"
    assert (action.verb, action.place, action.building, action.space) == ("build", "architect.2", "architect", 12)
    assert action.paid.kinds() == [("food", 1), ("wood", 2)]
    assert not action.gained
    assert read_action("provost -3", VERBS).steps == -3
    assert (read_action("favor cubes 3", VERBS).line, read_action("favor cubes 3", VERBS).column) == ("cubes", 3)


@pytest.mark.parametrize(
    ("text", "unread"),
    [("pass red", "red"), ("build mason on x", "on x"), ("provost far", "far"), ("", ""), ("fly away", "away")],
)
def test_what_says_nothing_is_kept_apart(text: str, unread: str) -> None:
    assert read_action(text, VERBS).unread == unread


def test_an_action_is_a_value() -> None:
    action = read_action("build mason FW", VERBS)
    assert hash(action) == hash("build mason FW")
    assert repr(action) == "Action('build mason FW')"
    assert json.dumps([action]) == '["build mason FW"]'
    for twin in (copy.deepcopy(action), pickle.loads(pickle.dumps(action))):
        assert (twin, type(twin), twin.place, twin.paid) == (action, Action, "mason", action.paid)
    with pytest.raises(AttributeError):
        action.place = "lawyer"


def respelled(text: str, chance: random.Random) -> str:
    """The same action as somebody else would write it."""
    words = []
    for word in text.split():
        letters = list(word)
        if set(word) <= set("FWSCG"):
            chance.shuffle(letters)
        words.append("".join(letters))
    return "  ".join(words) + " "


@pytest.mark.slow
@pytest.mark.parametrize("game", [rich("en", 3), cards("standard", 3), rich_cards("standard", 2), fresh("de", 2)])
def test_a_text_is_refused_exactly_when_it_is_no_option(game: Game) -> None:
    chance = random.Random(1)
    player = Curious(chance)
    known = universe(game.referee.board)  # type: ignore[attr-defined]
    while not game.over and game.state.turn < 9:
        decision = game.decision
        assert isinstance(decision.options, Options)
        for text in (*decision.options, *chance.sample(known, 20), *NONSENSE):
            said = respelled(text, chance)
            allowed = canonical(said) in list(decision.options)
            assert (said in decision.options) == (game.why_not(said) is None) == allowed, said
        pick = player.pick(game)
        game.play(respelled(pick, chance))
        assert game.peek() is pick, "the board's own action, which all games share"


def test_every_option_says_itself_again() -> None:
    for game in (rich("en", 3), rich_cards("standard", 3)):
        player = Curious(random.Random(2))
        while not game.over and game.state.turn < 9:
            for action in game.options:
                again = game.read(action)
                for part in Action.__slots__:
                    assert getattr(again, part) == getattr(action, part), (action, part)
            game.play(player.pick(game))


def test_options_cannot_be_changed() -> None:
    game = rich("en", 2)
    assert game.options is game.decision.options
    assert game.options[0] in game.options
    assert object() not in game.options
    with pytest.raises(IllegalAction):
        game.play("fly")
    assert not hasattr(game.options, "append")


def test_what_changes_is_no_key() -> None:
    game = fresh("en", 2)
    for thing in (game, game.state):
        with pytest.raises(TypeError):
            hash(thing)


@pytest.mark.parametrize("game", [fresh("en", 3), rich("nl", 2), cards("standard", 2, untracked=True)])
def test_a_game_tells_its_history(game: Game) -> None:
    begun = len(game.events())
    play_out(game, Curious(random.Random(3)))
    played = list(game.history())
    assert [one.action for one in played] == list(game.actions)
    assert [event for one in played for event in one.events] == game.events()[begun:]
    assert {one.seat for one in played} <= {None, *game.seats}
    again = Game.from_record(game.record())
    record = game.record()
    assert isinstance(record, Record)
    assert again == Game.from_record(str(record)) == Game.from_record(parse(str(record))) == game
    assert again.record() == game.record()


def test_a_game_is_its_position() -> None:
    game = rich("en", 2)
    play = game.options[0]
    game.play(play)
    assert Game.from_position(str(game)) == Game.from_position(game.position()) == game
    assert repr(game) == "<Game caylus en blue/red: turn 5, red asked for worker>"
    assert game.peek() == play
    assert game.undo() == play
    with pytest.raises(BadState):
        game.peek()


def test_the_engine_hands_out_its_names() -> None:
    for name in engine.__all__:
        assert getattr(engine, name).__name__ in (name, "GameReferee")
    with pytest.raises(AttributeError):
        _ = engine.Chessboard


def test_what_a_game_gives_away_changes_nothing_of_it() -> None:
    game = fresh("en", 2)
    game.answer_chance(seed=1)
    assert isinstance(game.actions, tuple)
    position = game.position()
    assert Game.from_position(position.to_json()) == Game.from_position(str(position)) == game
    assert repr(game.snapshot()).startswith("<Snapshot caylus en ")
    assert len(repr(game.snapshot())) < 100


@pytest.mark.parametrize("data", [{}, {"fields": {}}, {"seats": "red blue", "fields": 3}, {"seats": "red blue"}])
def test_data_that_are_no_position_are_refused(data: dict[str, object]) -> None:
    with pytest.raises((BadState, NotationError)):
        Game.from_position(data)
