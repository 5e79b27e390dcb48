"""Learning: the fit, and that training goes on where it stopped."""

from pathlib import Path

import numpy as np
import pytest

from companion.minds.weights import read_weights
from companion.rules import load
from tools.minds import training
from tools.minds.files import weights_text
from tools.minds.training import Seen, Sums, Trainer


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "FIRST_GAMES", 6)
    monkeypatch.setattr(training, "GENERATION", 4)
    monkeypatch.setattr(training, "KEEP_EVERY", 2)
    monkeypatch.setattr(training, "TRIAL_EVERY", 2)
    monkeypatch.setattr(training, "TRIAL_SETUPS", 1)


def trainer(folder: Path, seed: int = 1) -> Trainer:
    return Trainer(load("magna_carta", "nl", players=2), seed, folder)


def test_a_fit_finds_the_weights_that_made_the_results() -> None:
    numbers = np.random.default_rng(1)
    rows, wanted = numbers.normal(size=(4_000, 6)), np.array([3.0, -2.0, 0.5, 0.0, 1.0, 4.0])
    sums = Sums.none(6)
    sums.add(rows, rows @ wanted + numbers.normal(size=4_000))
    assert sums.fit() == pytest.approx(wanted, abs=0.1)
    assert sums.target_spread == pytest.approx(float(np.std(rows @ wanted)), rel=0.05)


def test_rows_tell_the_end_of_the_game_and_its_beginning_apart() -> None:
    seen = Seen()
    seen.add(1, 20, [1.0, 4.0])
    seen.add(9, 5, [1.0, 8.0])
    assert seen.rows().tolist() == [[1, 4, 1, 4], [1, 8, 0.25, 2]]


@pytest.mark.slow
def test_training_that_stopped_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    for _ in trainer(tmp_path / "whole").run(26):
        pass
    for _ in trainer(tmp_path / "halves").run(14):
        pass
    second = trainer(tmp_path / "halves")
    assert second.games == 14
    generations = [report.generation for report in second.run(26)]
    assert generations == [4, 5, 6]
    whole = trainer(tmp_path / "whole")
    assert np.array_equal(whole.weights, trainer(tmp_path / "halves").weights)
    assert weights_text(whole.learned({})) == weights_text(second.learned({}))


def test_what_was_learned_is_written_and_read(tmp_path: Path) -> None:
    one = trainer(tmp_path)
    for _ in one.run(10):
        pass
    learned = one.learned({"command": "as asked"})
    file = tmp_path / "weights.json"
    file.write_text(weights_text(learned))
    assert weights_text(read_weights(file)) == weights_text(learned)
    assert learned.provenance == {"command": "as asked", "games": 10, "seed": 1}


def test_another_training_is_not_gone_on_from(tmp_path: Path) -> None:
    for _ in trainer(tmp_path).run(6):
        pass
    with pytest.raises(ValueError, match="of another training"):
        trainer(tmp_path, seed=2)


def test_later_turns_are_mixed_into_what_a_turn_is_worth(tmp_path: Path) -> None:
    one = trainer(tmp_path)
    for _ in one.run(6):
        pass
    start = Seen()
    for turn in (1, 2, 3):
        start.add(turn, 10, [0.0] * len(one.inputs.names))
    one.leaf = np.zeros(one.width)
    assert one._worth_of_turns(start, 10.0) == pytest.approx({3: 10.0, 2: 8.0, 1: 6.4})


def test_the_weights_of_the_first_plateau_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "QUIET", 1)
    monkeypatch.setattr(training, "LEAST_GENERATIONS", 2)
    for report in trainer(tmp_path).run(60):
        if report.mixed:
            break
    kept = read_weights(tmp_path / "plateau.json")
    assert kept.provenance["games"] == report.games
    assert kept.value
    before = (tmp_path / "plateau.json").read_bytes()
    for _ in trainer(tmp_path).run(report.games + 4):
        pass
    assert (tmp_path / "plateau.json").read_bytes() == before
