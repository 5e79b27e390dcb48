"""What an option says of itself: its label and button in words, and what it costs and brings as data."""

from functools import cache

import pytest

from companion.engine import Action
from companion.engine.game import Game, new_game
from companion.i18n.options import Option, option_words
from companion.i18n.translator import Translator
from companion.rules import load
from tests.i18n.told import Case, cases
from tests.words import plain

BLOCKS = cases("options")
POSITIONS = {(one.game, one.given[0].removeprefix("@ ")): one.given[1:] for one in BLOCKS if one.given[0][0] == "@"}
CASES = [one for one in BLOCKS if one.given[0][0] != "@"]


def asked(case: Case) -> tuple[Game, Action]:
    """Lead the game to the choice: play what is named, and until a kind of choice where one is (`*start`)."""
    name, _, text = case.given[0].partition(": ")
    *before, action = text.split("; ")
    game = begun(case.game, name).copy()
    for step in before:
        if step.startswith("*"):
            while f"{game.decision.kind}" != step[1:]:
                game.play(game.options[0])
        else:
            game.play(step)
    return game, game.read(action)


@cache
def begun(game: str, name: str) -> Game:
    position = POSITIONS[game, name]
    return Game.from_position("\n".join(position)) if position else new_game(load(game, "en", players=2))


def words(case: Case, t: Translator) -> Option:
    game, action = asked(case)
    return option_words(t, game.rules, game.decision, action, game.look(game.decision.seat))


def shown(option: Option) -> str:
    """Everything of an option that is not words."""
    cost, gain = ("+".join(f"{n} {kind}" for kind, n in goods.items()) for goods in (option.cost, option.gain))
    data = {
        "building": option.building, "owner": option.owner, "price": option.price, "cost": cost, "gain": gain,
        "steps": option.steps, "space": option.space, "short": plain(option.short),
    }  # fmt: skip
    return "; ".join([option.group.value, *(f"{name} {value}" for name, value in data.items() if value)])


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_option_says_what_it_is(case: Case) -> None:
    for t, lines in case.translators():
        option = words(case, t)
        assert [f"{plain(option.label)} / {plain(option.does)}"] == lines


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_option_says_what_it_costs_and_brings(case: Case) -> None:
    option = words(case, next(case.translators())[0])
    assert [f"= {shown(option)}"] == case.given[1:]


def test_an_owner_who_gave_a_name_is_called_by_it() -> None:
    (case,) = (one for one in CASES if one.given[0] == "actions: place market:green")
    game, action = asked(case)
    t = Translator("en", game.rules)
    option = option_words(t, game.rules, game.decision, action, game.look("red"), {"green": "Ann"})
    assert option.label == "Worker: Market (Ann)"
