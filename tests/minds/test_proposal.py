"""What a mind says at a table: a move with what has to follow, and plans; possible, different, and of what is seen."""

import json
import random
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from companion.engine.game import Game, game_at, referee_for
from companion.engine.phases import OVER
from companion.engine.referee import Referee
from companion.engine.state import PlainState
from companion.minds.level import Level
from companion.minds.look_ahead import lines, rounds
from companion.minds.mind import Mind, inputs_for
from companion.minds.proposal import PLANS, STEPS_OF_PLAN, WEIGHTY, MindQuestion, plans, propose
from companion.rules import Library, library
from tests.minds.boxes import choices, table
from tests.minds.never import BATCH, FOOD, TAILOR

TABLES = [("caylus", 2), ("caylus", 4), ("magna_carta", 3)]


def question(referee: Referee, state: PlainState, level: Level = Level.BUILDER, seed: int = 1) -> MindQuestion:
    rules = referee.rules
    said = json.dumps(state.to_json())
    return MindQuestion(rules.game, rules.edition, rules.variants, referee.seats, (), said, level, seed)


def asked(game: str, players: int, every: int) -> list[tuple[Referee, PlainState]]:
    referee = table(game, players=players)
    return [(referee, state) for state, _ in islice(choices(referee, 4), 0, 120, every)]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_move_is_one_of_the_options(game: str, players: int) -> None:
    for referee, state in asked(game, players, 3):
        (action,) = propose(question(referee, state)).actions
        assert action in referee.settle(state.copy())


def test_where_only_some_lines_end_the_game_what_all_have_is_compared() -> None:
    referee = table("magna_carta", players=3)
    mind, mixed = Mind(referee), 0
    for state, options in choices(referee, 5):
        both = [option for option in options if option in ("draw", "pass")]
        if state.turn < 11 or len(both) < 2:
            continue
        view = mind.seen(state)
        (played, _) = lines(mind.policy, view, both, rounds(mind.policy, mind._chance(view)))
        if len({line.end.phase == OVER for line in played}) == 2:
            mixed += 1
            assert {part.group for part in mind.compared(state, *both).parts} <= {"points", "rivals", "provost"}
    assert mixed


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_plans_differ_in_what_they_do_and_stay_short(game: str, players: int) -> None:
    longest = 0
    for referee, state in asked(game, players, 11):
        options = referee.settle(state.copy())
        shown = plans(question(referee, state))
        firsts = [next(option for option in options if option == move.actions[0]) for move in shown]
        kinds = {(option.verb, option.building, option.seat) for option in options}
        different = {(option.verb, option.building, option.seat) for option in firsts}
        assert len(different) == len(shown) <= PLANS
        assert len(shown) == min(PLANS, len(kinds)) or "decline" in options
        for move in shown:
            assert 1 <= len(move.actions) <= STEPS_OF_PLAN
            assert all(action.split()[0] in ("place", "batch", "build") for action in move.actions[1:])
        longest = max(longest, *(len(move.actions) for move in shown))
    assert longest == STEPS_OF_PLAN


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_only_what_weighs_is_given_as_a_reason(game: str, players: int) -> None:
    reasoned = 0
    for referee, state in asked(game, players, 11):
        for move in (propose(question(referee, state)), *plans(question(referee, state))):
            worths = [part.worth for part in move.reasons or ()]
            assert worths == sorted(worths, reverse=True)
            assert all(worth >= WEIGHTY for worth in worths)
            reasoned += bool(worths)
    assert reasoned


def test_the_best_plan_is_the_move() -> None:
    for referee, state in asked("caylus", 3, 20):
        one = question(referee, state)
        assert plans(one)[0].actions[0] == propose(one).actions[0]


@pytest.mark.parametrize("level", [Level.APPRENTICE, Level.BUILDER])
def test_the_same_question_has_the_same_answer(level: Level) -> None:
    """In whichever process it is asked. How far a master comes at a table depends on the clock as well."""
    for referee, state in asked("magna_carta", 2, 20):
        answers = []
        for _ in range(2):
            propose.cache_clear()
            plans.cache_clear()
            answers.append((propose(question(referee, state, level)), plans(question(referee, state, level))))
        assert answers[0] == answers[1]


def test_what_nobody_but_another_player_sees_changes_no_answer() -> None:
    chance, differ = random.Random(1), 0
    for referee, state in asked("magna_carta", 3, 9):
        other = inputs_for(referee).dealt(state, state.todo[-1][1], chance)
        differ += other != state
        assert propose(question(referee, state)) == propose(question(referee, other))
        assert plans(question(referee, state)) == plans(question(referee, other))
    assert differ > 3


PLAIN = {
    "a batch that is held is handed in": (BATCH, "batch FWS"),
    "six points for three cloths are taken in the last turn": (TAILOR, "trade 3C>6P"),
    "a food for nothing is taken": (FOOD, "take 1F"),
}


@pytest.mark.parametrize("level", [Level.BUILDER, Level.MASTER])
@pytest.mark.parametrize(("position", "action"), PLAIN.values(), ids=PLAIN)
def test_where_it_is_plain_what_to_do_whoever_takes_the_best_does_it(position: str, action: str, level: Level) -> None:
    game = Game.from_position(position)
    one = question(game.referee, game.state, level)
    assert propose(one).actions == (action,)
    assert plans(one)[0].actions[0] == action


def test_who_does_not_show_cards_is_part_of_the_question() -> None:
    """Their hands are not in the game; the answer is a move all the same."""
    rules = table("magna_carta", players=2).rules
    seats = rules.data.players.colours[:2]
    referee = referee_for(rules, seats, seats[:1])
    state = next(state for state, _ in choices(referee, 2) if state.todo[-1][0] == "action")
    one = MindQuestion(
        rules.game, rules.edition, rules.variants, seats, seats[:1], json.dumps(state.to_json()), Level.BUILDER
    )
    assert propose(one).actions[0] in referee.settle(state)


def test_an_owners_box_is_part_of_the_question(tmp_path: Path) -> None:
    """There is nothing to gain at the tailor of this box."""
    (tmp_path / "caylus").mkdir()
    deals = "[{ pay = { cloth = 3 }, gain = { food = 1 } }]"
    (tmp_path / "caylus" / "mine.toml").write_text(f"[buildings.tailor.effect]\noptions = {deals}\n")
    one = question(*at_tailor(library()))
    own = replace(question(*at_tailor(library((tmp_path,)))), overlays=(tmp_path,))
    assert (propose(one).actions, propose(own).actions) == (("trade 3C>6P",), ("decline",))


def at_tailor(box: Library) -> tuple[Referee, PlainState]:
    game = game_at(box.rules("caylus", "en", (), 2), TAILOR)
    return game.referee, game.state
