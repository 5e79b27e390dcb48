"""What the log says is what happened on the table."""

import pytest

from companion.engine.game import game_at
from companion.i18n.narration import event_line
from companion.i18n.translator import Translator
from companion.rules import load

BRIBE = """
seats: red blue
turn: 3 provost
order: red blue
passed: red blue
road: n_farm n_forest n_sawmill n_quarry n_market n_carpenter
bailiff: 8
provost: 8
red: 5d
"""


@pytest.mark.parametrize(
    ("language", "forward", "back"),
    [("en", "forward", "back"), ("nl", "vooruit", "achteruit"), ("de", "vor", "zurück")],
)
def test_which_way_the_provost_went(language: str, forward: str, back: str) -> None:
    rules = load("caylus", "en", players=2)
    t = Translator(language, rules)
    for steps, way, other, space in ((2, forward, back, "10"), (-2, back, forward, "6")):
        game = game_at(rules, BRIBE, strict=False)
        (moved,) = (event for event in game.play(f"provost {steps:+}") if event.id == "provost_moved")
        words = event_line(t, moved).rstrip(".").replace(",", "").split()
        assert way in words
        assert other not in words
        assert space in words
