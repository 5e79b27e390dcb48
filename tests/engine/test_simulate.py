"""Games by themselves."""

from companion.engine.simulate import GameFigures, simulate
from companion.rules import load


def last(games: int, seed: int, *players: str, log: bool = False) -> GameFigures:
    *_, figures = simulate(load("caylus", "en", players=3), games, seed, players or ("random",), log=log)
    return figures


def without_time(figures: GameFigures) -> dict[str, float | int]:
    return {k: v for k, v in figures.report().items() if not k.endswith("per_second")}


def test_the_seed_decides_all_but_the_time() -> None:
    assert without_time(last(5, 1)) == without_time(last(5, 1))
    assert without_time(last(5, 1)) != without_time(last(5, 2))
    assert without_time(last(3, 1, log=True)) == without_time(last(3, 1))


def test_figures() -> None:
    report = last(5, 1).report()
    assert report["games"] == 5
    assert report["decisions_per_second"] > 0
    assert 5 < report["mean_options"] < 20
    assert 9 <= report["rounds"] <= 19  # the bailiff goes 18 spaces, one or two a turn
    assert report["score_lowest"] <= report["score_mean"] <= report["winning_mean"] <= report["score_highest"]


def test_magna_carta_too() -> None:
    *_, figures = simulate(load("magna_carta", "nl", ["intro"], 3), 3, 1)
    report = figures.report()
    assert report["score_highest"] > 0
    assert report["rounds"] > 5


def test_greed_pays() -> None:
    greedy, random = last(4, 1, "greedy").report(), last(4, 1).report()
    assert greedy["score_mean"] > 1.5 * random["score_mean"]
