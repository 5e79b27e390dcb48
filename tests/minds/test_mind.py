"""A mind at a table: it plays by the rules, always the same, and by what its seat may see."""

import random

import pytest

from companion.engine.game import referee_for
from companion.engine.referee import Referee
from companion.engine.state import PlainState
from companion.minds.level import Level
from companion.minds.look_ahead import Budget
from companion.minds.mind import NEARLY, Mind
from companion.minds.value import Part
from companion.rules import library
from tests.minds.boxes import PLAIN, choices, seated, table

SHORT = Budget(8)

TABLES = [
    ("caylus", 4, []),
    ("caylus", 2, []),
    ("caylus", 3, ["simplified_favors"]),
    ("magna_carta", 4, []),
    ("magna_carta", 2, ["intro"]),
]
every_table = pytest.mark.parametrize(("game", "players", "variants"), TABLES)
every_level = pytest.mark.parametrize("level", list(Level))


def mind(referee: Referee, level: Level, seed: int = 1) -> Mind:
    return Mind(referee, level, seed=seed, weights=PLAIN, budget=SHORT)


@every_table
@pytest.mark.parametrize("level", [Level.APPRENTICE, Level.BUILDER])
def test_ten_thousand_choices_are_options_and_leave_the_table_alone(
    game: str, players: int, variants: list[str], level: Level
) -> None:
    referee = table(game, players=players, variants=variants)
    player = mind(referee, level)
    made = 0
    for seed in range(100):
        for state, options in choices(referee, seed):
            before = state.copy()
            assert player.choose(state, options) in options
            assert state == before
            made += 1
        if made > 1_000:
            break
    assert made > 1_000


@every_table
def test_a_master_chooses_options_too(game: str, players: int, variants: list[str]) -> None:
    referee = table(game, players=players, variants=variants)
    player = mind(referee, Level.MASTER)
    for state, options in list(choices(referee, 5))[::12]:
        before = state.copy()
        assert player.choose(state, options) in options
        assert state == before


@every_table
@every_level
def test_the_same_seed_and_position_give_the_same_move(
    game: str, players: int, variants: list[str], level: Level
) -> None:
    referee = table(game, players=players, variants=variants)
    asked = list(choices(referee, 6))[::15]
    first = [mind(referee, level).choose(state, options) for state, options in asked]
    again = [mind(referee, level).choose(state, options) for state, options in reversed(asked)]
    assert first == again[::-1]


def test_another_seed_gives_an_apprentice_other_moves() -> None:
    referee = table("caylus")
    asked = list(choices(referee, 6))[::4]
    moves = [[mind(referee, Level.APPRENTICE, seed).choose(*one) for one in asked] for seed in (1, 2)]
    assert moves[0] != moves[1]


def test_an_apprentice_takes_nothing_that_is_much_worse_than_the_best() -> None:
    referee = table("caylus")
    found = set()
    for state, options in choices(referee, 7):
        thought = mind(referee, Level.APPRENTICE).think(state, options)
        worth = {action: worth for worth, action in thought.ranked}
        place = [action for _, action in thought.ranked].index(thought.action)
        assert thought.ranked[0][0] - worth[thought.action] <= NEARLY
        found.add(place)
    assert found == {0, 1, 2}


def other_deal(referee: Referee, state: PlainState, chance: random.Random) -> PlainState:
    """The same table with other hands, for all the seat that decides can tell."""
    from companion.minds.mind import inputs_for

    seat = state.todo[-1][1]
    return inputs_for(referee).dealt(state, seat, chance)


@pytest.mark.slow
@every_level
@pytest.mark.parametrize("variants", [[], ["intro"]])
def test_what_a_seat_may_not_see_changes_no_move(level: Level, variants: list[str]) -> None:
    referee = seated(library().rules("magna_carta", "nl", variants, 3))
    chance, differ = random.Random(8), 0
    for state, options in list(choices(referee, 9))[::4]:
        other = other_deal(referee, state, chance)
        differ += other != state
        player = mind(referee, level)
        assert player.think(state, options) == player.think(other, options)
    assert differ > 10


def test_the_parts_of_a_reason_are_the_difference() -> None:
    referee = table("caylus")
    player = mind(referee, Level.BUILDER)
    for state, options in list(choices(referee, 10))[::20]:
        thought = player.think(state, options)
        (best, one), (worst, other) = thought.ranked[0], thought.ranked[-1]
        parts: list[Part] = player.why(state, one, other)
        assert sum(part.worth for part in parts) == pytest.approx(best - worst)
        assert [abs(part.worth) for part in parts] == sorted((abs(part.worth) for part in parts), reverse=True)


@every_level
def test_a_mind_plays_where_others_do_not_show_their_cards(level: Level) -> None:
    rules = library().rules("magna_carta", "nl", [], 3)
    seats = rules.data.players.colours[:3]
    referee = referee_for(rules, seats, seats[:2])
    player = mind(referee, level)
    asked = [one for one in choices(referee, 11) if one[0].todo[-1][1] == 2]
    assert len(asked) > 20
    for state, options in asked[::5]:
        assert player.choose(state, options) in options
