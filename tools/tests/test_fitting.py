"""Fitting the chances of winning: what games were made by is found again, and what is written is what was shipped."""

from pathlib import Path

import numpy as np
import pytest

from companion.minds.chances import FILE, SIGNS, Chances, leads, read_chances
from companion.rules import library
from tools.minds.files import write_chances
from tools.minds.fitting import Starts, collected, fitted, joined, measured, worth


def test_the_file_is_as_it_is_written(tmp_path: Path) -> None:
    copy = tmp_path / "chances.json"
    write_chances(copy, read_chances(FILE))
    assert copy.read_text(encoding="utf-8") == FILE.read_text(encoding="utf-8")


def invented(turns: int, seed: int) -> Starts:
    """Turns in which the win goes by a tenth of the leaf, and the result is half of it."""
    chance = np.random.default_rng(seed)
    signs = np.zeros((turns, 3, len(SIGNS)))
    signs[:, :, 0] = chance.normal(0, 15, (turns, 3))
    signs[:, :, 1] = [leads(row) for row in signs[:, :, 0]]
    odds = np.exp(signs[:, :, 0] * 0.1)
    odds /= odds.sum(axis=1, keepdims=True)
    winners = (odds.cumsum(axis=1) < chance.random((turns, 1))).sum(axis=1)
    return Starts(chance.random(turns), signs, np.eye(3)[winners], signs[:, :, 0] / 2 + chance.normal(0, 5, (turns, 3)))


def test_what_games_were_made_by_is_found_again() -> None:
    starts = invented(20_000, 1)
    found = Chances(fitted(starts), worth(starts))
    for left in (0, 10, 20):
        assert found.of({"leaf": (10.0, 0.0, 0.0), "points": (0.0, 0.0, 0.0)}, left)[0] == pytest.approx(
            0.576, abs=0.02
        )
        assert found.points(left) == pytest.approx(0.5, abs=0.03)
    figures = measured(found, invented(20_000, 2))
    assert figures["uniform"] == pytest.approx(0.6667)
    assert float(str(figures["brier"])) < 0.55
    assert float(str(figures["calibration"])) < 0.03


def test_the_same_games_are_played_each_time() -> None:
    rules = library().rules("magna_carta", None, (), 2)
    one, two = (joined(list(collected(rules, 0, 2, seed=5))) for _ in range(2))
    assert (one.signs == two.signs).all()
    assert (one.won.sum(axis=1) == 1).all()
    assert set(one.left[:1]) == {1.0}
