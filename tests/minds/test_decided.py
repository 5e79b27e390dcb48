"""What decided a game: found in steps, from all that is known and nothing else, and always the same."""

import pickle
import random
from pathlib import Path

import pytest

from companion.engine.game import Game, new_game
from companion.engine.loading import opened
from companion.engine.records import parse, replay
from companion.engine.state import PlainState
from companion.minds import decided
from companion.minds.decided import (
    LEAST,
    LEVELS,
    LOOKED_INTO,
    REASONS,
    Analyst,
    Decided,
    Inquiry,
    LeftBeyond,
    LinePoint,
    SectionScored,
    Stretch,
    TurningPoint,
    of_game,
)
from companion.minds.level import Level
from companion.minds.mind import Mind
from companion.minds.value import Part, groups
from companion.rules import library
from tests.minds.boxes import table
from tests.minds.never import BATCH, TAILOR

pytestmark = pytest.mark.slow

RECORDS = sorted((Path(__file__).parent.parent / "playthroughs").glob("*.txt"))
PASSED_IN = 3


def played(game: str = "caylus", players: int = 3, *, passes: bool = True) -> Game:
    """A game of Builders. In turn 3, whoever comes first passes although all their workers are at home."""
    found = new_game(library().rules(game, None, (), players))
    mind = Mind(found.referee)
    waits = passes
    while not found.over:
        found.answer_chance(seed=4)
        if found.over:
            break
        action = mind.choose(found.state, found.options)
        if waits and found.state.turn == PASSED_IN and "pass" in found.options:
            waits, action = False, found.read("pass")
        found.play(action)
    return found


@pytest.fixture(scope="module")
def game() -> Game:
    return played()


@pytest.fixture(scope="module")
def found(game: Game) -> Decided:
    return Analyst(game.referee).whole([of_game(game)])


def step_by_step(analyst: Analyst, stretches: list[Stretch]) -> Inquiry:
    """As a server does it: what is known between two steps goes through a pipe."""
    inquiry = analyst.begin(stretches)
    while not inquiry.finished:
        inquiry = pickle.loads(pickle.dumps(analyst.step(inquiry)))
    return inquiry


def test_who_passes_with_all_workers_at_home_gave_something_away(game: Game, found: Decided) -> None:
    (point,) = found.turning_points
    assert (point.turn, point.phase, point.chosen) == (PASSED_IN, "workers", "pass")
    assert game.actions[point.ply] == "pass"
    assert (point.entry, point.before) == (point.ply + 1, point.ply)
    assert point.better.verb == "place"
    assert point.better in point.options
    assert point.worth >= LEAST
    assert point.chance > 0
    assert all(part.worth > 0 for part in point.reasons)


def test_where_nobody_gave_anything_away_there_is_no_turning_point() -> None:
    game = played(passes=False)
    assert Analyst(game.referee).whole([of_game(game)]).turning_points == ()


def test_steps_make_the_same_of_it_as_the_whole(game: Game, found: Decided) -> None:
    inquiry = step_by_step(Analyst(game.referee), [of_game(game)])
    assert inquiry.so_far.to_json() == found.to_json()
    assert inquiry.steps == game.state.turn + 1 + LOOKED_INTO, "the set-up is a step too"


def test_another_seed_may_think_otherwise_but_names_the_same_choice(game: Game, found: Decided) -> None:
    (point,) = Analyst(game.referee, seed=2).whole([of_game(game)]).turning_points
    assert point.ply == found.turning_points[0].ply


def test_the_line_has_a_point_for_each_turn_and_one_at_the_end(game: Game, found: Decided) -> None:
    assert [point.turn for point in found.line] == [*range(1, game.state.turn + 1), game.state.turn]
    assert [point.over for point in found.line] == [False] * game.state.turn + [True]
    assert all(sum(point.chances) == pytest.approx(1) for point in found.line)
    scores = game.referee.scores(game.state)
    assert [chance > 0 for chance in found.line[-1].chances] == [points == max(scores) for points in scores]
    assert (found.turns, found.of_turns) == (game.state.turn, game.state.turn)


def test_all_sections_are_scored_and_in_the_turn_in_which_they_were(game: Game, found: Decided) -> None:
    turn, expected = 0, []
    for event in game.events():
        if event.id == "turn":
            turn = event.number("number")
        elif event.id == "scoring":
            expected.append((str(event["section"]), turn))
    assert [(one.section, one.turn) for one in found.scored] == expected
    assert expected


def test_who_moved_the_provost_back_is_named_with_the_workers_beyond_it(game: Game, found: Decided) -> None:
    turn, back = 0, dict[tuple[int, str], int]()
    for event in game.events():
        if event.id == "turn":
            turn = event.number("number")
        elif event.id == "provost_moved":
            key = (turn, str(event["seat"]))
            back[key] = back.get(key, 0) - event.number("steps")
    assert found.left_beyond
    for one in found.left_beyond:
        assert dict(one.moved) == {seat: n for (turn, seat), n in back.items() if turn == one.turn and n > 0}
        assert one.workers > 0
        assert one.worth >= 0


POSITION = """edition: en
seats: red green
turn: 4 provost
order: green red
road: n_farm+red n_forest n_sawmill n_quarry n_market n_carpenter f_peddler f_carpenter mason=red+red
passed: green red
bailiff: 9
provost: 7
red: 5d 1F1W1S 12P houses 2/0/0
green: 0d 1C 9P houses 1/0/0
"""


def test_only_workers_beyond_the_provost_are_lost() -> None:
    referee = table("caylus", "en", 2)
    inputs = Mind(referee).policy.inputs
    state = Game.from_position(POSITION).state
    assert inputs.on_road(state) == ([0], [0]), "of red's two workers"
    assert inputs.on_road(inputs.in_use(state, all_reached=True)) == ([0, 0], [])
    assert inputs.on_road(inputs.in_use(state, all_reached=False))[1] == [0]


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_every_recorded_game_can_be_thought_over(file: Path) -> None:
    lines = (line[8:] for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("record: "))
    game = replay(parse("\n".join(lines)), opened)
    found = Analyst(game.referee, Level.BUILDER).whole([of_game(game)])
    assert found.of_turns == game.state.turn
    assert found.turns == game.state.turn + 1 - max(1, game.first.turn)
    assert len(found.turning_points) == 3, "they were played at random"
    assert len({(it.turn, it.seat) for it in found.turning_points}) == 3
    assert [it.ply for it in found.turning_points] == sorted(it.ply for it in found.turning_points)
    assert found.provost or not found.left_beyond


def test_a_builder_weighs_and_does_not_look_ahead(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(decided, "lines")
    found = Analyst(game.referee, Level.BUILDER).whole([of_game(game)])
    assert found.level == Level.BUILDER
    assert [point.chosen for point in found.turning_points] == ["pass"]


def test_a_game_from_a_position_begins_there(game: Game) -> None:
    whole = of_game(game)
    cut = next(n for n, (turn, _, _) in enumerate(game.deciders()) if turn == PASSED_IN + 1)
    later = Game(game.referee, game.first)
    later.play_all([text for _, text in whole.played[:cut]])
    found = Analyst(game.referee).whole([Stretch(later.state, whole.played[cut:])])
    assert found.line[0].turn == PASSED_IN + 1
    assert (found.turns, found.of_turns) == (game.state.turn - PASSED_IN, game.state.turn)
    assert found.turning_points == ()


def test_where_nobody_noted_the_choices_only_the_chances_are_known(game: Game, found: Decided) -> None:
    starts: dict[int, PlainState] = {}
    state = Game(game.referee, game.first)
    for action in game.actions:
        starts.setdefault(state.state.turn, state.state.copy())
        state.play(action)
    known = Analyst(game.referee).whole([Stretch(starts[turn]) for turn in (1, 2, 3)])
    assert [point.chances for point in known.line] == [point.chances for point in found.line[:3]]
    assert (known.choices, known.turns, known.of_turns) == (0, 0, 3)


def test_what_a_seat_may_not_see_changes_nothing() -> None:
    """The opinion of each choice is formed from what its player saw."""
    game = played("magna_carta", 2, passes=False)
    analyst = Analyst(game.referee)
    state = game.first.copy()
    options = game.referee.settle(state)
    for action in game.actions[:40]:
        game.referee.choose(state, action)
        options = game.referee.settle(state)
    assert options
    seat = state.todo[-1][1]
    other = analyst.mind.policy.inputs.dealt(state, seat, random.Random(9))
    assert analyst.mind.seen(state).key() == analyst.mind.seen(other).key()
    assert analyst.mind.signs(state)["leaf"][seat] == analyst.mind.signs(other)["leaf"][seat]


# one choice, followed on its own

CHOICES = [
    ("castle", BATCH, "done", "batch FWS"),
    ("buildings", TAILOR, "decline", "trade 3C>6P"),
]
"""What red did, and what would plainly have been better."""


def one_choice(position: str, action: str, level: Level, entry: int = 7) -> Decided:
    game = Game.from_position(position)
    return Analyst(game.referee, level).whole([Stretch(game.state, ((entry, action),))])


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("phase", "position", "chosen", "better"), CHOICES)
def test_what_was_given_away_is_a_turning_point(
    phase: str, position: str, chosen: str, better: str, level: Level
) -> None:
    game, found = Game.from_position(position), one_choice(position, chosen, level)
    (point,) = found.turning_points
    assert (point.turn, point.phase, point.seat, point.kind) == (
        game.state.turn, phase, "red", game.decision.kind,
    )  # fmt: skip
    assert (point.about, point.look) == (game.decision.about, game.look("red"))
    assert (point.chosen, point.better, point.entry, point.before, point.ply) == (chosen, better, 7, 6, 0)
    assert {*point.options} == {*game.options}
    assert point.worth >= LEAST
    assert 0 < point.chance < 1
    assert 0 < len(point.reasons) <= REASONS
    assert all(part.worth > 0 for part in point.reasons)
    assert sum(found.gains["red"].values()) < 0
    assert found.gains["green"] == {}
    assert (found.level, found.choices, found.turns) == (level, 1, 1)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("phase", "position", "worse", "best"), CHOICES)
def test_who_did_the_best_gained_by_it(phase: str, position: str, worse: str, best: str, level: Level) -> None:
    found = one_choice(position, best, level)
    assert found.turning_points == ()
    assert sum(found.gains["red"].values()) > 0


def test_a_chance_is_as_much_better_as_the_points_make_it() -> None:
    points = {level: one_choice(BATCH, "done", level).turning_points[0] for level in LEVELS}
    for point in points.values():
        found = Analyst(Game.from_position(BATCH).referee, Level.BUILDER)
        line = one_choice(BATCH, "done", Level.BUILDER).line[0]
        worth = point.worth / found.points(Game.from_position(BATCH).state)
        better = found._chances.of(
            {**line.signs, "leaf": (line.signs["leaf"][0] + worth, line.signs["leaf"][1])}, line.left
        )
        assert point.chance == pytest.approx(better[0] - line.chances[0])


PROVOST = """edition: en
seats: red green
turn: 4 provost
order: green red
road: n_farm+red n_forest n_sawmill n_quarry n_market n_carpenter f_peddler f_carpenter mason=red+red
passed: green red
bailiff: 10
provost: 9
red: 5d 1F1W1S1C 12P houses 2/0/0
green: 3d 1C 9P houses 1/0/0
"""


@pytest.mark.parametrize(
    ("moves", "moved"), [(("provost -2", "stay"), {"green": 2}), (("stay", "provost -1"), {"red": 1})]
)
def test_workers_beyond_the_provost_are_noted_with_who_moved_it_back(
    moves: tuple[str, ...], moved: dict[str, int]
) -> None:
    game = Game.from_position(PROVOST)
    found = Analyst(game.referee, Level.BUILDER).whole([Stretch(game.state, tuple(enumerate(moves, 1)))])
    (left,) = found.left_beyond
    assert (left.turn, left.seat, left.workers, dict(left.moved)) == (4, "red", 1, moved)
    assert left.worth >= 0
    assert found.cost_of_provost() == {"red": (1, left.worth)}


def test_where_the_provost_reaches_everybody_nothing_is_noted() -> None:
    game = Game.from_position(PROVOST)
    found = Analyst(game.referee, Level.BUILDER).whole([Stretch(game.state, ((1, "stay"), (2, "stay")))])
    assert (found.left_beyond, found.cost_of_provost(), found.provost) == ((), {}, True)
    assert not Analyst(table("magna_carta", variants=["intro"]), Level.BUILDER).begin([]).so_far.provost


def test_entries_of_the_log_are_those_it_was_played_with(game: Game, found: Decided) -> None:
    """A log counts otherwise than a game: entries with several choices, and others with none in between."""
    actions = [text for _, text in of_game(game).played]
    numbers = [10 + 3 * (n // 2) for n in range(len(actions))]
    again = Analyst(game.referee).whole([Stretch(game.first.copy(), tuple(zip(numbers, actions, strict=True)))])
    (point,), (known,) = again.turning_points, found.turning_points
    assert point.ply == known.ply
    assert point.entry == numbers[known.ply]
    assert point.before == numbers[known.ply] - 3
    assert [(one.turn, one.entry) for one in again.line] == [(one.turn, numbers[one.entry - 1]) for one in found.line]


def test_a_game_in_pieces_counts_its_choices_through(game: Game, found: Decided) -> None:
    whole, parts = of_game(game), game.deciders()
    cut = next(n for n, (turn, _, _) in enumerate(parts) if turn == PASSED_IN)
    later = Game(game.referee, game.first)
    later.play_all([text for _, text in whole.played[:cut]])
    pieces = [Stretch(game.first, whole.played[:cut]), Stretch(later.state, whole.played[cut:])]
    again = Analyst(game.referee).whole(pieces)
    assert [point.ply for point in again.turning_points] == [point.ply for point in found.turning_points]
    assert again.choices == found.choices
    assert [one.turn for one in again.line] == [one.turn for one in found.line]


def test_what_cannot_be_played_ends_a_stretch() -> None:
    game = Game.from_position(BATCH)
    found = Analyst(game.referee, Level.BUILDER).whole([Stretch(game.state, ((1, "place nowhere"), (2, "done")))])
    assert (found.choices, found.turning_points) == (0, ())


@pytest.mark.parametrize(("level", "more"), [(Level.MASTER, LOOKED_INTO), (Level.BUILDER, 1)])
def test_it_is_known_how_many_steps_it_takes(game: Game, level: Level, more: int) -> None:
    inquiry = Analyst(game.referee, level).begin([of_game(game)])
    assert (inquiry.steps, inquiry.done, inquiry.finished) == (game.state.turn + 1 + more, 0, False)
    assert (inquiry.so_far.level, inquiry.so_far.line, inquiry.so_far.turns) == (level, (), game.state.turn)


def test_gains_are_named_by_groups_that_reasons_know(found: Decided, game: Game) -> None:
    assert {*found.gains} == {*game.seats}
    known = {*groups(Mind(game.referee).policy.inputs.names)}
    assert all({*its} <= known for its in found.gains.values())


def test_as_data_it_is_all_there_in_round_numbers() -> None:
    game = Game.from_position(BATCH)
    point = TurningPoint(
        turn=3, phase="castle", entry=9, before=8, ply=7, seat="red", kind="batch", about="", options=game.options,
        look=game.look("red"), chosen=game.read("done"), better=game.read("batch FWS"), worth=2.456, chance=0.12345,
        reasons=(Part("points", 1.234, "own", 5.678),),
    )  # fmt: skip
    found = Decided(
        Level.MASTER,
        ("red", "green"),
        line=(LinePoint(3, 8, (0.12345, 0.87655), {"leaf": (1.0, 2.0)}, 5), LinePoint(3, 9, (0.0, 1.0), over=True)),
        scored=(SectionScored("dungeon", 3),),
        turning_points=(point,),
        gains={"red": {"points": 1.234, "money": -0.567}, "green": {}},
        left_beyond=(LeftBeyond(3, "red", 2, 1.234, (("green", 2),)),),
        choices=40,
        turns=2,
        of_turns=3,
    )
    assert found.to_json() == {
        "level": "master",
        "seats": ["red", "green"],
        "choices": 40,
        "turns": 2,
        "of_turns": 3,
        "line": [
            {"turn": 3, "entry": 8, "over": False, "chances": {"red": 0.123, "green": 0.877}},
            {"turn": 3, "entry": 9, "over": True, "chances": {"red": 0.0, "green": 1.0}},
        ],
        "scored": [{"turn": 3, "section": "dungeon"}],
        "turning_points": [
            {
                "turn": 3, "phase": "castle", "entry": 9, "before": 8, "ply": 7, "seat": "red", "choice": "batch",
                "chosen": "done", "better": "batch FWS", "worth": 2.46, "chance": 0.123,
                "reasons": [{"group": "points", "input": "own", "change": 5.68, "worth": 1.23}],
            }
        ],
        "gains": {"red": {"points": 1.23, "money": -0.57}, "green": {}},
        "left_beyond": [{"turn": 3, "seat": "red", "workers": 2, "worth": 1.23, "moved_back": {"green": 2}}],
    }  # fmt: skip
