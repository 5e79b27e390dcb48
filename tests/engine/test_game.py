"""One game in play: decisions, refusals, events, undo, copies, saves."""

import copy
import pickle
import random
from pathlib import Path
from typing import Any

import pytest

from companion.engine.errors import BadPosition, BadState, IllegalAction
from companion.engine.game import SNAPSHOT_EVERY, Game, game_at, new_game, referee_for
from companion.engine.loading import opened, saved_game
from companion.rules import Library, UnknownName, load
from tests.engine.corpus import Curious, card_games, cards, fresh, games, lies, play_out, rich
from tests.engine.test_coverage import lost_favor


def begun(players: int = 3) -> Game:
    game = fresh("en", players)
    game.answer_chance(5)
    return game


def test_chance_is_a_decision_of_nobody() -> None:
    game = fresh("en", 3)
    assert game.decision.chance
    assert game.decision.options == tuple(
        f"draw n_{b}" for b in ("farm", "forest", "sawmill", "quarry", "market", "carpenter")
    )
    game.play_all(["draw n_market", "draw n_farm", "draw n_forest", "draw n_carpenter", "draw n_quarry"])
    assert game.decision.options == ("next blue", "next red", "next green")
    game.play_all(["next green", "next blue"])
    assert (game.decision.seat, game.decision.kind) == ("green", "worker")
    assert game.state.money == [8, 8, 7]  # 6, 6 and 5, and the income of the first turn


def test_one_seed_deals_one_table() -> None:
    one, two, other = (fresh("en", 4) for _ in range(3))
    for game, seed in ((one, 7), (two, 7), (other, 8)):
        game.answer_chance(seed)
    assert one == two
    assert one != other


def test_chance_is_answered_up_to_the_first_player_whoever_it_is() -> None:
    for colour in ("blue", "red", "green"):
        game = fresh("en", 3)
        game.play_all(["draw n_market", "draw n_farm", "draw n_forest", "draw n_carpenter", "draw n_quarry"])
        game.play(f"next {colour}")
        game.answer_chance(1)
        assert (game.decision.kind, game.decision.seat) == ("worker", colour)
        assert game.actions[-1].startswith("next")


def test_one_generator_answers_several_tables_differently() -> None:
    chance = random.Random(1)
    one, two = fresh("en", 5), fresh("en", 5)
    one.answer_chance(chance)
    two.answer_chance(chance)
    assert one != two


def test_an_illegal_action_says_why_and_changes_nothing() -> None:
    game = begun()
    before = game.state.copy()
    with pytest.raises(IllegalAction) as caught:
        game.play("place mason")
    assert caught.value.reason.code == "not_on_road"
    assert caught.value.reason.args == {"building": "mason"}
    assert caught.value.text == "place mason"
    assert caught.value.args_by_name == {"text": "place mason"}
    assert str(caught.value) == "'place mason' is no option: not_on_road building=mason; see `Game.options`"
    assert game.state == before
    assert game.why_not("pass") is None


def test_what_a_choice_is_about() -> None:
    seen: dict[str, set[str]] = {}
    player = Curious(random.Random(2))
    for _ in range(4):
        game = rich("en", 3)
        while not game.over:
            decision = game.decision
            seen.setdefault(decision.kind, set()).add(decision.about)
            game.play(player.pick(game))
    assert seen["worker"] == seen["bribe"] == seen["batch"] == seen["favor"] == {""}
    assert seen["gate"] == {"gate"}
    assert seen["inn"] == {"inn"}
    assert {"tailor", "bank", "joust_field"} <= seen["trade"]
    assert "buildings" in seen["build"]


def test_a_finished_game_asks_nothing() -> None:
    game = play_out(begun(2), Curious(random.Random(1)))
    assert game.over
    assert game.why_not("pass") is not None
    with pytest.raises(BadState):
        _ = game.decision
    with pytest.raises(IllegalAction):
        game.play("pass")


def test_undo_to_the_very_beginning_and_forward_again() -> None:
    game = play_out(fresh("en", 5), Curious(random.Random(3)))
    actions, events, state = list(game.actions), game.events(), game.state.copy()
    assert len(actions) > 2 * SNAPSHOT_EVERY
    assert [game.undo() for _ in actions] == actions[::-1]
    assert game == fresh("en", 5)
    assert game.events() == fresh("en", 5).events()
    with pytest.raises(BadState):
        game.undo()
    game.play_all(actions)
    assert game.state == state
    assert game.events() == events


def test_a_copy_goes_its_own_way() -> None:
    game = begun()
    game.position()
    for twin in (game.copy(), pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        twin.play("pass")
        assert twin != game
        assert game.actions == twin.actions[:-1]
        assert twin.position()["turn"] == game.position()["turn"]
    assert (game == "a game") is False


def test_a_save_is_replayed_strictly() -> None:
    game = begun()
    game.play("place gate")
    saved = game.to_json()
    assert saved_game(saved) == game
    other = load("caylus", "nl", players=3).version
    with pytest.raises(BadState, match=f"^other_rules stated={saved['version']} actual={other}: "):
        saved_game(saved | {"edition": "nl"})
    with pytest.raises(BadState, match=r"^elsewhere: "):
        saved_game(saved | {"state": {**saved["state"], "money": [9, 9, 9]}})
    damages: tuple[dict[str, Any], ...] = (
        {"first": {}},
        {"first": {**saved["first"], "road": [1]}},
        {"actions": [1, 2]},
        {"seats": 3},
    )
    for damage in damages:
        with pytest.raises(BadState, match=r"^damaged: "):
            saved_game(saved | damage)
    with pytest.raises(IllegalAction):
        saved_game(saved | {"actions": ["place gate"]})


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_the_log_changes_nothing(seed: int) -> None:
    """The same actions without a log lead to the same state."""
    for told in (*games(seed), *card_games(seed), lost_favor()):
        silent, referee = told.first.copy(), told.referee
        referee.settle(silent)
        for action in told.actions:
            referee.choose(silent, action)
            referee.settle(silent)
        assert silent == told.state


def test_changing_the_data_changes_the_engine(tmp_path: Path) -> None:
    folder = tmp_path / "caylus"
    folder.mkdir()
    (folder / "mine.toml").write_text("""\
[buildings.tailor.effect]
options = [{ pay = { cloth = 5 }, gain = { prestige = 9 } }]

[castle.sections.dungeon]
scoring = [{ houses = 0, prestige = 2 }]

[castle]
refusal_exempt_when_full = false

[buildings.inn]
places = 0

[buildings.gate.effect]
not_where_present = ["stables"]

[production_bonus]
to = "worker"

[activation]
compulsory = []
""")
    rules = Library([tmp_path]).rules("caylus", "en", players=2)
    head = "seats: red green\nturn: 4 buildings\norder: red green\nroad: n_farm+red tailor=red+green\nprovost: 6\n"
    game = game_at(rules, head + "green: 5C", strict=False)
    assert game.options == ("take 1F", "take 1C", "decline")
    game.play("decline")
    assert list(game.options) == ["trade 5C>9P", "decline"]
    scored = game_at(
        rules,
        "seats: red green\nturn: 4 end_of_turn\norder: red green\nroad: n_farm\nbailiff: 11\nprovost: 14",
        strict=False,
    )
    assert scored.state.prestige == [2, 2]
    assert [(e["seat"], e["points"], e["source"], e["of"]) for e in scored.events() if e.id == "earned"] == [
        ("red", 2, "scoring", "dungeon"),
        ("green", 2, "scoring", "dungeon"),
    ]
    farm = "seats: red green\nturn: 4 buildings\norder: red green\nroad: n_farm s_farm=red+green\nprovost: 6\n"
    bonus = game_at(rules, farm, strict=False)
    bonus.play("take 1C2F")
    assert (bonus.decision.seat, bonus.decision.options) == ("green", ("take 1F", "take 1C"))
    gate = "seats: red green\nturn: 4 special\norder: red green\nroad: n_farm\nspecial: gate+red\ncastle: red green\n"
    twice = game_at(rules, gate + "red: 6F6W6S\ngreen: 3F3W3S", strict=False)
    assert "move castle" in twice.options, "this owner's gate only bars the stables"
    twice.play("move castle")
    assert lies(twice).castle == [0, 1, 0]
    while not twice.over and twice.decision.kind != "batch":
        twice.play("stay")
    twice.play_all(["batch FWS", "done", "batch FWS", "done", "batch FWS", "done"])
    assert lies(twice).houses[:2] == [2, 1]
    game = game_at(rules, "seats: red green\nturn: 4 workers\norder: red green\nroad: n_farm\nred: 4d", strict=False)
    assert "place inn" not in game.options


def test_headers_open_a_table() -> None:
    assert opened({"seats": "red green"}).rules.game == "caylus"
    simple = opened({"seats": "red green blue", "variants": "simplified_favors lawyer_3"})
    assert simple.rules.variants == ("lawyer_3", "simplified_favors")
    assert (simple.seats, simple.referee.untracked) == (("red", "green", "blue"), ())
    hidden = opened({"game": "magna_carta", "edition": "nl-b", "seats": "red green", "untracked": "green"})
    assert (hidden.rules.edition, hidden.referee.untracked) == ("nl-b", ("green",))
    begun_there = opened({"seats": "red green"}, "seats: red green\nturn: 4 workers\norder: green red\nred: 4d\n")
    assert (begun_there.decision.seat, begun_there.state.money) == ("red", [4, 1])
    assert opened({"seats": "red green", "edition": "de"}).rules.edition == "de"
    with pytest.raises(BadState, match=r"^no_seats: "):
        opened({"game": "caylus"})


def test_a_save_keeps_its_first_position_and_who_hides_his_cards() -> None:
    middle = rich("en", 2)
    assert saved_game(middle.to_json()).origin == middle.origin != ""
    hidden = cards("standard", 3, untracked=True)
    assert saved_game(hidden.to_json()).referee.untracked == ("green", "orange")
    old = {key: value for key, value in hidden.to_json().items() if key != "untracked"}
    assert saved_game(old).referee.untracked == ()


def test_games_are_equal_by_what_lies_on_the_table() -> None:
    assert begun() == begun() != begun(4)
    written: object = begun().state.to_json()
    assert begun().state != written
    other = begun()
    other.state.money[0] += 1
    assert begun().state != other.state


def test_two_games_in_one_process_never_touch() -> None:
    one, two = begun(), begun()
    one.play("place castle")
    assert two == begun()


def test_tables_that_cannot_be() -> None:
    rules = load("caylus", "en", players=3)
    with pytest.raises(UnknownName, match="colour"):
        new_game(rules, ["red", "green", "pink"])
    with pytest.raises(BadState, match=r"^seats_twice: "):
        new_game(rules, ["red", "green", "red"])
    with pytest.raises(BadState, match=r"^seats_number n=2 expected=3: "):
        new_game(rules, ["red", "green"])
    with pytest.raises(BadState, match=r"^players_open: "):
        new_game(load("caylus"))


def test_a_table_that_starts_in_the_middle() -> None:
    rules = load("caylus", "nl", players=2)
    text = "seats: red blue\nturn: 4 workers\norder: red blue\nroad: n_farm mason=red\nred: 3d 2F\nblue: 1d"
    game = game_at(rules, text, strict=False)
    assert (game.decision.seat, game.state.turn) == ("red", 4)
    with pytest.raises(BadPosition, match="workers") as caught:
        game_at(rules, text + " home 3", strict=False)
    assert [problem.code for problem in caught.value.problems] == ["workers"]
    assert str(caught.value).startswith("impossible problems=workers {'player': 'blue', 'n': 3, 'expected': 6}: ")


def test_a_slip_of_whoever_calls_is_named() -> None:
    for slip, named in (
        (lambda: load("caylus", variants="two_players"), "variants is 'two_players'; a list"),
        (lambda: new_game(load("caylus", players=2), "red"), "seats is 'red'; a list"),
        (lambda: begun().play(None), "None is no action; a text"),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError, match=f"^{named}"):
            slip()
    text = str(begun().position())
    assert str(Game.from_position(f"\ufeff{text}").position()) == text
    with pytest.raises(UnknownName) as caught:
        Game.from_position(text.replace("edition: en", "edition: home"))
    assert "`library`" in caught.value.__notes__[0]


def test_the_engine_refuses_rules_of_another_game() -> None:
    from companion.games.caylus.compiled import CompiledRules

    with pytest.raises(TypeError):
        CompiledRules(load("magna_carta", players=2), ("red", "blue"))
    assert referee_for(load("caylus", players=2), ["red", "blue"]).seats == ("red", "blue")


def test_a_game_without_hands_hides_nothing_from_anybody() -> None:
    game = begun()
    referee, later = game.referee, game.copy()
    later.play(later.options[0])
    assert referee.unseen(game.state, ("red",)) == referee.view(game.state, None) == game.state
    assert not referee.shows_unseen(game.state, later.state, ("red",))
    assert not referee.secret_actions


def test_a_position_is_none_of_its_texts() -> None:
    position = begun().position()
    assert position != str(position)
