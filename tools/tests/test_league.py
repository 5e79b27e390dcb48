"""The league: fits, who plays whom, and that it goes on where it stopped."""

import random
from pathlib import Path

import numpy as np
import pytest

from companion.engine.inputs import stem_of
from companion.minds.weights import read_weights, weights_for
from companion.rules import load
from tools.minds import league
from tools.minds.files import weights_text
from tools.minds.league import League, Seen, Sums


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in {"FIRST_GAMES": 4, "POSITIONS": 250, "KEEP_EVERY": 2, "EXPLOITS": 2, "OLD": 3}.items():
        monkeypatch.setattr(league, name, number)


def begun(folder: Path, seed: int = 1, game: str = "magna_carta") -> League:
    return League(load(game, "nl", players=2), seed, folder)


def sums(rows: league.Array, results: league.Array) -> Sums:
    found = Sums.none(rows.shape[1])
    found.add(rows, results)
    return found


def test_a_fit_finds_the_weights_that_made_the_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(league, "FIRM", 0)
    numbers = np.random.default_rng(1)
    rows, wanted = numbers.normal(size=(4_000, 6)), np.array([3.0, -2.0, 0.5, 0.0, 1.0, 4.0])
    found = sums(rows, rows @ wanted + numbers.normal(size=4_000))
    weights: league.Array = np.zeros(6)
    for _ in range(9):
        weights = found.fit(weights, np.ones(3, bool))
    assert weights == pytest.approx(wanted, abs=0.1)
    assert found.target_spread == pytest.approx(float(np.std(rows @ wanted)), rel=0.05)


def test_what_is_seldom_met_or_not_seen_keeps_its_weight_but_for_what_was_never_known() -> None:
    rows = np.ones((1_000, 8))
    rows[5:, [1, 3]] = 0.0
    found = sums(rows, np.full(1_000, 9.0))
    before = np.array([1.0, 2.0, 3.0, 0.0, 0.5, 0.5, 0.5, 0.0])
    weights = found.fit(before, np.array([True, True, False, True]))
    assert [bool(same) for same in weights == before] == [False, True, True, False, False, True, True, False]


def test_rows_tell_the_end_of_the_game_and_its_beginning_apart() -> None:
    seen = Seen()
    seen.add(1, 20, [1.0, 4.0])
    seen.add(9, 5, [1.0, 8.0])
    assert seen.rows().tolist() == [[1, 4, 1, 4], [1, 8, 0.25, 2]]


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_a_taste_names_inputs_of_the_game(tmp_path: Path, game: str) -> None:
    one = begun(tmp_path, game=game)
    strangers = [member for member in one.members.values() if member.kind == "stranger"]
    assert len(strangers) >= 4
    assert sum(member.taste.any() or not member.seen.all() for member in strangers) == len(strangers) - 1
    roster = league.roster(one.rules)
    stems = {stem_of(name)[0] for name in one.names}
    assert all(player.get("taste", {}).keys() <= stems for player in roster)
    assert all(set(player.get("blind", ())) <= {name.partition(".")[0] for name in one.names} for player in roster)


@pytest.mark.slow
def test_a_league_that_stopped_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    for _ in begun(tmp_path / "whole").run(100):
        pass
    for _ in begun(tmp_path / "halves").run(40):
        pass
    second = begun(tmp_path / "halves")
    assert 40 <= second.games < 60
    for _ in second.run(100):
        pass
    whole = begun(tmp_path / "whole")
    assert whole.results == second.results
    assert whole.members.keys() == second.members.keys()
    for name in whole.members:
        assert weights_text(whole.learned(name, {})) == weights_text(second.learned(name, {}))


@pytest.mark.slow
def test_old_players_stay_as_they_were_and_exploiters_begin_anew(tmp_path: Path) -> None:
    one = begun(tmp_path)
    first = weights_text(one.learned("main-0", {}))
    reports = list(one.run(180))
    old = [member.name for member in one.members.values() if member.kind == "old"]
    assert len(old) == 3
    assert old[0] == "main-0"
    assert {name.partition("-")[0] for name in old} <= {"main", "exploiter"}
    assert weights_text(one.learned("main-0", {})).partition('"value"')[2] == first.partition('"value"')[2]
    assert weights_text(one.learned("main", {})).partition('"value"')[2] != first.partition('"value"')[2]
    assert {report.name for report in reports} == {player["name"] for player in league.roster(one.rules)}
    assert all(report.against.startswith("main") for report in reports if report.name == "exploiter")


def test_who_beats_a_player_is_met_more_often(tmp_path: Path) -> None:
    one = begun(tmp_path)
    main, chance = one.members["main"], random.Random(1)
    one.results = {f"main {name}": [9.0, 1.0] for name in one.members} | {"main castle": [1.0, 9.0]}
    met = [one._opponent(main, chance).name for _ in range(200)]
    assert met.count("castle") > 100
    assert len(set(met)) == len(one.members) - 1


def test_what_was_learned_is_written_and_read(tmp_path: Path) -> None:
    one = begun(tmp_path)
    file = tmp_path / "weights.json"
    file.write_text(weights_text(one.learned("main", {"command": "as asked"})))
    assert read_weights(file).value.keys() == weights_for(one.rules).value.keys()
    assert read_weights(file).provenance == {"command": "as asked", "games": 4, "seed": 1}


def test_another_league_is_not_gone_on_from(tmp_path: Path) -> None:
    for _ in begun(tmp_path).run(6):
        pass
    with pytest.raises(ValueError, match="of another league"):
        begun(tmp_path, seed=2)
