"""Games of builders, and the figures made of them."""

import json
import random
from pathlib import Path

import pytest

from companion.minds import builders, figures
from companion.minds.builders import BuildersTable, GamePlayed, OtherGames, SeatPlayed, play, played, recorded
from companion.minds.figures import difference, mean, shipped, spread
from companion.minds.ladder import Outcome
from companion.minds.weights import weights_for
from companion.rules import Rules, library, load


@pytest.fixture
def rules() -> Rules:
    return load("magna_carta", players=2)


def game(points: list[int], built: list[list[str]], turns: int = 12, row: tuple[str, ...] = ("a", "b")) -> GamePlayed:
    seats = [SeatPlayed(it, place, built[place], {}, {}) for place, it in enumerate(points)]
    return GamePlayed(list(row), turns, seats)


# games


def test_what_happened_is_read_from_the_events() -> None:
    log = [
        ("drawn", "n_farm", 1), ("laid", -1, "n_park", 2), ("turn", 1, (1, 0)), ("placed", 0, "mason"),
        ("placed", 0, "mason"), ("built", 0, "architect.2", 9), ("laid", 1, "bank", 3), ("turn", 2, (0, 1)),
        ("converted", 1, "bank", 3), ("favor_used", 1, "cubes", 1, 1), ("passed", 0, 1),
    ]  # fmt: skip
    found = recorded(log, Outcome([20, 31], 9), "residence")
    assert (found.row, found.turns) == (["n_farm", "n_park"], 9)
    assert found.seats[0] == SeatPlayed(20, 1, ["architect"], {"mason": 2}, {})
    assert found.seats[1] == SeatPlayed(31, 0, ["bank", "residence"], {}, {"cubes": 1})


def test_a_game_depends_on_the_seed_and_its_number_alone(rules: Rules) -> None:
    one = BuildersTable(rules, 1)
    first, second = one.game(0), one.game(1)
    assert BuildersTable(rules, 1).game(1) == second != first
    assert BuildersTable(rules, 2).game(0) != first


def test_builders_have_tastes_of_their_own(rules: Rules) -> None:
    learned = weights_for(rules)
    one, other = (builders.with_taste(learned, random.Random(seed)) for seed in (1, 2))
    assert one.value != other.value
    changed = [abs(new[0] / old[0] - 1) for new, old in zip(one.value.values(), learned.value.values(), strict=True)
               if old[0]]  # fmt: skip
    assert 0.5 < sum(it < builders.TASTE for it in changed) / len(changed) < 0.85


def test_games_go_on_where_they_stopped(rules: Rules, tmp_path: Path) -> None:
    whole, halves = tmp_path / "whole.jsonl", tmp_path / "halves.jsonl"
    assert list(play(rules, 1, 3, whole)) == [1, 2, 3]
    assert list(play(rules, 1, 2, halves)) == [1, 2]
    halves.write_text(halves.read_text() + '{"row": [')  # it was stopped here
    assert list(play(rules, 1, 3, halves)) == [3]
    assert whole.read_text() == halves.read_text()
    assert len(played(whole, 2)) == 2
    with pytest.raises(OtherGames):
        list(play(rules, 2, 3, whole))


# figures


def test_a_mean_counts_games_not_players() -> None:
    """Two players of a game who always do the same are no more certain than one."""
    alone = mean([(n % 2, 1) for n in range(100)])
    assert alone == pytest.approx([0.5, 0.4015, 0.5985], abs=1e-3)
    assert mean([(2 * (n % 2), 2) for n in range(100)]) == pytest.approx(alone)


def test_a_band_holds_the_truth_nineteen_times_of_twenty() -> None:
    chance = random.Random(3)
    held = 0
    for _ in range(400):
        shared = [chance.gauss(0, 1) for _ in range(60)]
        one = [(3 + it + chance.gauss(0, 1), 1.0) for it in shared]
        other = [(2 * (1 + it) + chance.gauss(0, 1), 2.0) for it in shared]
        _, low, high = difference(one, other)
        held += low <= 2 <= high
    assert 0.92 <= held / 400 <= 0.98


def test_a_spread_is_the_standard_deviation() -> None:
    chance = random.Random(4)
    found = spread([[chance.gauss(50, 10) for _ in range(4)] for _ in range(500)])
    assert found[1] < 10 < found[2]
    assert found[2] - found[1] == pytest.approx(2 * 1.96 * 10 / (2 * 2000) ** 0.5, rel=0.15)


def test_those_who_did_are_compared_with_the_others_at_their_table() -> None:
    games = [game([40 + n % 2, 30], [["bank"], []]) for n in range(40)]
    games += [game([10, 10], [["bank"], ["bank"]]) for _ in range(40)]
    bank = figures.report(games)["built"]["bank"]
    assert isinstance(bank, dict)
    assert bank["points"][0] == pytest.approx(10.5)
    assert bank["wins"] == pytest.approx([1.0, 1.0, 1.0])
    assert bank["players"][0] == pytest.approx(0.75)


def test_what_is_too_rare_is_not_told() -> None:
    games = [game([40, 30], [["bank"], []]), *(game([40, 30], [[], []]) for _ in range(60))]
    assert figures.report(games)["built"] == {}


def test_places_row_and_length() -> None:
    games = [game([50, 30], [[], []], 10) for _ in range(40)]
    games += [game([40, 20], [[], []], 14, ("b", "a")) for _ in range(40)]
    found = figures.report(games)
    assert found["whole"]["turns"][0] == 12  # type: ignore[index]
    assert found["whole"]["lead"] == pytest.approx([20, 20, 20])
    assert found["seats"]["1"] == {"points": pytest.approx([45, 43.9, 46.1], abs=0.1), "wins": [1, 1, 1]}
    assert found["row"]["a"] == {"points": pytest.approx([10] * 3), "turns": pytest.approx([-4] * 3)}


def test_a_favor_line_is_that_of_those_who_chose_it_most() -> None:
    seat = SeatPlayed(1, 0, [], {}, {"cubes": 2, "deniers": 1})
    assert figures._mostly(seat, "cubes")
    assert not figures._mostly(seat, "deniers")
    assert not figures._mostly(SeatPlayed(1, 0, [], {}, {}), "cubes")


def test_a_file_reads_like_a_table() -> None:
    said = figures.text({"games": 2}, figures.report([game([50, 30], [[], []])] * 2))
    assert json.loads(said)["whole"]["points"] == [40, 40, 40]
    assert max(map(len, said.splitlines())) < 400
    assert len(said.splitlines()) < 30


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_shipped_figures_have_bands_and_say_where_they_come_from(game: str) -> None:
    found = shipped(game)
    span = library().rules(game).data.players
    assert set(found) <= set(range(span.minimum, span.maximum + 1))
    for players, it in found.items():
        said = it["provenance"]
        assert (said["game"], said["players"]) == (game, players)
        assert {"command", "games", "seed", "edition", "rules"} <= said.keys()
        rules = library().rules(game, str(said["edition"]), said["variants"], players)  # type: ignore[arg-type]
        assert said["weights"] == weights_for(rules).digest, "weights that no longer play"
        assert sum(seat["wins"][0] for seat in it["seats"].values()) == pytest.approx(1, abs=0.01)  # type: ignore[index]
        for part in ("built", "used", "lines", "row"):
            for figures_of in it[part].values():
                assert all(low <= value <= high for value, low, high in figures_of.values())  # type: ignore[attr-defined]
