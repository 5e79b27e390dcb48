"""What decided a game, as people read it."""

from dataclasses import dataclass, field

import pytest

from companion.engine.action import Options
from companion.engine.game import Game
from companion.i18n.decided import gain_rows, level_name, provost_words, turned_words, worth_words
from companion.minds.level import Level
from tests.i18n.test_labels import POSITIONS
from tests.i18n.told import translator
from tests.words import plain


@dataclass(frozen=True)
class Part:
    group: str
    input: str
    change: float = 1.0


GAME = Game.from_position("\n".join(POSITIONS["caylus", "workers"]))
SAFER, OWNED, UNSAID, FIRST = (
    Part("provost", "lost", -1.0),
    Part("land", "mason"),
    Part("stock", "wood"),
    Part("order", "place", -1.0),
)


@dataclass(frozen=True)
class Turned:
    """Red passed, and might have gone to the castle."""

    reasons: tuple[Part, ...]
    seat: str = "red"
    kind: str = GAME.decision.kind
    about: str = ""
    options: Options = GAME.decision.options
    look: object = field(default_factory=lambda: GAME.look("red"))
    chosen: object = GAME.read("pass")
    better: object = GAME.read("place castle")
    worth: float = 2.4
    chance: float = 0.05


WHY = [
    ((), ""),
    ((UNSAID,), ""),
    ((SAFER,), "What counts here: fewer workers beyond the provost."),
    ((UNSAID, SAFER, OWNED), "What counts here: fewer workers beyond the provost; owning the mason."),
    ((SAFER, OWNED, FIRST), "What counts here: fewer workers beyond the provost; owning the mason."),
]


@pytest.mark.parametrize(("reasons", "because"), WHY)
def test_a_turning_point_names_both_options_and_two_reasons_at_most(reasons: tuple[Part, ...], because: str) -> None:
    said = turned_words(translator("caylus", "en", "en"), GAME.rules, Turned(reasons), {})  # type: ignore[arg-type]
    assert (plain(said.chosen), said.better) == ("Pass (+1 denier)", "Worker in the castle")
    assert plain(said.worth) == "About 2 prestige points more, and a chance of winning 5 percentage points higher."
    assert said.because == because


WORTH = [
    ("en", 2.6, 0.02, "About 3 prestige points more, and a chance of winning 2 percentage points higher."),
    ("en", 1.2, 0.014, "About 1 prestige point more."),
    ("en", 2.6, -0.3, "About 3 prestige points more."),
    ("de", 2.6, 0.05, "Etwa 3 Prestigepunkte mehr, und 5 Prozentpunkte mehr Siegchance."),
    ("nl", 2.6, 0.05, "Ongeveer 3 prestigepunten meer, en 5 procentpunt meer kans om te winnen."),
    (
        "fr",
        2.6,
        0.05,
        "Environ 3 points de prestige de plus, et des chances de victoire supérieures de 5 points de pourcentage.",
    ),
]


@pytest.mark.parametrize(("language", "worth", "chance", "said"), WORTH)
def test_a_chance_is_said_where_it_is_more_than_one_percent(
    language: str, worth: float, chance: float, said: str
) -> None:
    assert plain(worth_words(translator("caylus", "en", language), worth, chance)) == said


def test_levels_have_names() -> None:
    t = translator("caylus", "en", "en")
    assert [level_name(t, level) for level in Level] == ["Apprentice", "Builder", "Master"]


GAINS = {
    "red": {"points": 4.4, "money": 1.6, "goods": -3.2, "cards": 0.9, "game": 2.0},
    "blue": {"points": -9.0, "money": 0.2, "goods": 1.4, "cards": -0.4},
}


def test_what_choices_brought_is_a_table_that_adds_up() -> None:
    """The largest first; what is at most a point for everybody, or has no words, is in the last row."""
    assert gain_rows(translator("caylus", "en", "en"), GAINS, ("red", "blue")) == [
        ("prestige points", (4, -9)),
        ("goods", (-3, 1)),
        ("money", (2, 0)),
        ("everything else", (3, 0)),
    ]


def test_rows_that_hardly_count_are_left_out() -> None:
    t = translator("caylus", "en", "en")
    assert gain_rows(t, {"red": {"points": 1.2}, "blue": {}}, ("red", "blue")) == []
    assert gain_rows(t, {"red": {"points": 1.6}, "blue": {}}, ("red", "blue")) == [("prestige points", (2, 0))]
    assert gain_rows(t, {"red": {"money": 1.4, "points": 1.4}, "blue": {}}, ("red", "blue"))[-1] == (
        "everything else",
        (3, 0),
    )


COST = {"blue": (3, 4.6), "red": (1, 2.0)}


def test_whom_the_provost_cost_most_is_named() -> None:
    t = translator("caylus", "en", "en")
    most = "The provost cost {} the most: 3 workers left unused, worth about 5 prestige points."
    assert plain(provost_words(t, COST, {})) == most.format("Blue")
    assert plain(provost_words(t, COST, {"blue": "Ann"})) == most.format("Ann")
    assert provost_words(t, {}, {}) == "The provost reached every worker."
