"""The rulebooks played: every worked example, every numbered ruling, every point on which the editions disagree."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.engine.errors import BadPosition
from companion.engine.notation import NotationError
from companion.paths import rules_data
from tests.scenarios.play import play
from tests.scenarios.script import BOOKS, Scenario, ScriptError, read, scenarios

HERE = Path(__file__).parent
ALL = list(scenarios(HERE))
RULINGS = {"caylus": 69, "magna_carta": 22}
PRINTED_ONLY = {"printed_names"}
"""Points that no play can show."""


def _data(path: Path) -> Any:
    return tomllib.loads(path.read_text(encoding="utf-8"))


EXAMPLES: list[dict[str, Any]] = _data(HERE / "examples.toml")["example"]


@pytest.mark.parametrize(
    ("scenario", "edition"),
    [pytest.param(one, edition, id=f"{one.title} [{edition}]") for one in ALL for edition in one.editions],
)
def test_scenario(scenario: Scenario, edition: str) -> None:
    play(scenario, edition)


def test_titles_are_unique_and_nothing_is_empty() -> None:
    assert [title for title, n in Counter(one.title for one in ALL).items() if n > 1] == []
    assert [one.place for one in ALL if not any(step.mark in "=!" for step in one.steps)] == []


@pytest.mark.parametrize("game", BOOKS)
def test_every_ruling_is_played(game: str) -> None:
    played = {number for one in ALL if one.game == game for number in one.rulings}
    assert played == set(range(1, RULINGS[game] + 1))


@pytest.mark.parametrize("game", BOOKS)
def test_a_ruling_is_known_by_its_number(game: str) -> None:
    named = _data(rules_data() / game / "rulings.toml")["rulings"]
    assert sorted(ruling["number"] for ruling in named.values()) == list(range(1, RULINGS[game] + 1))


def test_every_point_is_played_under_every_edition() -> None:
    points = set(_data(rules_data() / "caylus" / "points.toml")["points"]) - PRINTED_ONLY
    wanted = {(point, edition) for point in points for edition in BOOKS["caylus"].values()}
    assert {(point, edition) for one in ALL for point in one.points for edition in one.editions} == wanted


def test_every_example_is_played_by_the_scenarios_it_names() -> None:
    by_title = {one.title: one for one in ALL}
    for example in EXAMPLES:
        assert example["scenarios"], example
        for title in example["scenarios"]:
            assert title in by_title, f"{example['book']} {example['place']}: no scenario {title!r}"
            assert (example["book"], example["place"]) in by_title[title].examples
            assert BOOKS[by_title[title].game][example["book"]] in by_title[title].editions


def test_every_scenario_of_an_example_is_listed_there() -> None:
    listed = {(it["book"], it["place"]): it["scenarios"] for it in EXAMPLES}
    assert len(listed) == len(EXAMPLES)
    for one in ALL:
        for example in one.examples:
            assert one.title in listed.get(example, []), f"{one.place}: {example}"


TABLE = """\
=== A table
| seats: red green blue
| turn: 3 workers
| order: red green blue
| road: n_farm n_forest n_sawmill n_quarry n_market n_carpenter
| red: 5d
"""


def _play(tmp_path: Path, text: str) -> None:
    (tmp_path / "table.txt").write_text(text)
    for scenario in read(tmp_path / "table.txt"):
        play(scenario, "en")


@pytest.mark.parametrize(
    "line",
    ["colour: red", "rulings: 3", "* red: pass", "| edition: en", "= castle of red: 1", "= red: 3 deniers"],
)
def test_a_line_that_says_nothing_is_refused(tmp_path: Path, line: str) -> None:
    with pytest.raises(ScriptError, match=r"table\.txt:7"):
        _play(tmp_path, f"{TABLE}{line}\n")


@pytest.mark.parametrize("line", ["| green: 5x", "| town: 3", "| castle: purple"])
def test_a_position_that_cannot_be_read_is_refused_by_its_line(tmp_path: Path, line: str) -> None:
    with pytest.raises(NotationError, match="line 7"):
        _play(tmp_path, f"{TABLE}{line}\n= choice: worker:red\n")


@pytest.mark.parametrize("line", ["| castle: red red", "| green: home 5", "| blue: favors 3/0/0/0"])
def test_an_impossible_position_is_refused(tmp_path: Path, line: str) -> None:
    with pytest.raises(BadPosition):
        _play(tmp_path, f"{TABLE}{line}\n= choice: worker:red\n")


@pytest.mark.parametrize(
    "line",
    [
        "> green: pass",
        "> red: place statue",
        "! red: place castle: occupied castle green",
        "! red: place statue: occupied statue green",
        "= red: 4d",
        "= red: 1F",
        "= road 1: n_forest",
        "= provost: 7",
        "= option: place stalls",
        "= no option: pass",
        "= event: received red",
        "= over",
    ],
)
def test_what_is_not_so_fails_by_its_line(tmp_path: Path, line: str) -> None:
    with pytest.raises(pytest.fail.Exception, match=r"table\.txt:7"):
        _play(tmp_path, f"{TABLE}{line}\n")
