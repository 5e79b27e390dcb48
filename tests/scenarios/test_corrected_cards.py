"""An owner's correction of a card of Magna Carta is what is played, whatever the card costs then."""

from pathlib import Path

import pytest

from companion.engine.game import game_at
from companion.rules import Library

TABLE = """\
variants: intro
seats: red green
turn: 3 actions
start: red
road: n_park n_peddler
red: 1d {cubes} hand market
"""


@pytest.mark.parametrize(
    ("card", "cost", "cubes", "option"),
    [
        ("statue", "{ stone = 2 }", "2S", "prestige statue SS"),
        ("statue", "{}", "-", "prestige statue"),
        ("market", "{}", "-", "build market"),
    ],
)
def test_a_corrected_cost_is_paid(tmp_path: Path, card: str, cost: str, cubes: str, option: str) -> None:
    (tmp_path / "magna_carta").mkdir()
    (tmp_path / "magna_carta" / "mine.toml").write_text(f"[buildings.{card}]\ncost = {cost}\n", encoding="utf-8")
    game = game_at(
        Library([tmp_path]).rules("magna_carta", "nl", ["intro"], 2), TABLE.format(cubes=cubes), strict=False
    )
    assert option in game.options
    game.play(option)
    assert game.state.cubes == [0] * len(game.state.cubes)
