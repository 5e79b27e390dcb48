"""A mind at a table: it plays by the rules, always the same, and by what its seat may see."""

import random
from collections import Counter
from itertools import islice

import pytest

from companion.engine.game import Game, referee_for
from companion.engine.referee import Referee
from companion.engine.state import PlainState
from companion.minds import mind as minds
from companion.minds.level import Level
from companion.minds.look_ahead import Budget
from companion.minds.mind import NEARLY, Mind, MindPlayer, levels, plays, without_waste
from companion.rules import library
from tests.minds.boxes import PLAIN, choices, seated, table
from tests.minds.never import magna_carta

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


# what each level takes


class Ranked:
    """An open choice of made-up worths."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *worths: float) -> None:
        self.referee = table("caylus")
        self.state, options = next(one for one in choices(self.referee, 1) if len(one[1]) > len(worths))
        self.options = [action for action in options if action.verb == "place"][: len(worths)]
        self.passing = next(action for action in options if action.verb == "pass")
        self.worths = list(zip(worths, self.options, strict=True))
        monkeypatch.setattr(minds, "ranked", lambda *_: list(self.worths))

    def taken(self, level: Level, seeds: int = 300) -> Counter[int]:
        """How often each of them is taken, by its place."""
        player, actions, taken = mind(self.referee, level), [action for _, action in self.worths], Counter[int]()
        for player.seed in range(seeds):
            taken[actions.index(player.choose(self.state, actions))] += 1
        return taken


def test_an_apprentice_takes_the_better_the_likelier(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = Ranked(monkeypatch, 5.0, 4.7, 4.2, 4.1, 4.0).taken(Level.APPRENTICE)
    assert {*taken} == {0, 1, 2}, "the first three"
    assert taken[0] > taken[1] > taken[2] > 0


def test_an_apprentice_takes_nothing_that_is_worse_by_more_than_a_point(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {*Ranked(monkeypatch, 5.0, 4.0, 3.9).taken(Level.APPRENTICE)} == {0, 1}
    assert {*Ranked(monkeypatch, 5.0, 3.0).taken(Level.APPRENTICE)} == {0}


def test_an_apprentice_who_would_best_take_something_does_not_decline_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ranked = Ranked(monkeypatch, 5.0, 4.9)
    ranked.worths[1] = 4.9, ranked.passing
    assert {*ranked.taken(Level.APPRENTICE)} == {0}


def test_a_builder_takes_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    ranked = Ranked(monkeypatch, 5.0, 5.0, 4.9)
    assert {*ranked.taken(Level.BUILDER, 5)} == {0}
    assert mind(ranked.referee, Level.BUILDER).think(ranked.state, ranked.options).ranked == tuple(ranked.worths)


WASTE = [
    ("3 buildings", "n_park+red n_peddler", "1d -", {"take 1F"}),
    ("3 buildings", "n_park n_peddler+red", "1d -", {"trade 1d>1F", "trade 1d>1W", "trade 1d>1S", "decline"}),
    ("3 buildings", "n_park n_peddler market=red+red", "1d 1F", {"trade 1F>4d", "decline"}),
]


@pytest.mark.parametrize(("phase", "road", "red", "weighed"), WASTE)
def test_what_costs_nothing_is_not_declined(phase: str, road: str, red: str, weighed: set[str]) -> None:
    lines = (
        f"road: {road}",
        "provost: 3" if "market" in road else "provost: 2",
        "tokens: 4 6 7",
        f"red: {red} hand bank",
    )
    game = Game.from_position(magna_carta(phase, *lines, "green: 3d 1F hand lawyer"))
    assert "decline" in game.options
    assert {*without_waste(game.options)} == weighed
    assert {action for _, action in mind(game.referee, Level.BUILDER).think(game.state, game.options).ranked} == weighed


def test_the_signs_are_what_each_seat_sees_and_the_points_of_all() -> None:
    referee = table("magna_carta", players=3)
    player = Mind(referee, weights=PLAIN)
    state = [state for state, _ in choices(referee, 2)][-5]
    signs = player.signs(state)
    assert signs["points"] == tuple(float(n) for n in player.policy.inputs.standings(state))
    assert signs["leaf"] == tuple(player.policy.leaf.of(referee.view(state, seat), seat) for seat in range(3))
    assert len({*signs["leaf"]}) > 1


def test_a_player_of_simulated_games_is_a_mind_at_whatever_table() -> None:
    players = levels()
    assert [*players] == ["apprentice", "builder", "master"]
    player = MindPlayer(Level.BUILDER, seed=3, weights=PLAIN, budget=SHORT)
    for game in ("caylus", "magna_carta", "caylus"):
        referee = table(game)
        for state, options in islice(choices(referee, 3), 0, 30, 7):
            chosen = player(referee, state, options, random.Random(0))
            assert chosen == mind(referee, Level.BUILDER, 3).choose(state, options)


def test_minds_play_the_games_that_bring_what_they_see() -> None:
    assert all(map(plays, library().games))
