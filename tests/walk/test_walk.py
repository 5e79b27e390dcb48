"""A short walk, and that it sees what it is there to see.

TEST_SEED draws it, and every figure is time of the processor, so how busy the machine is changes nothing.
"""

import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import main
from tests.pairs import SEED
from tests.walk import boxes, inventing, judging
from tests.walk.server import MEGABYTES, Answer, Fault, Server
from tests.walk.walk import Walk

pytestmark = pytest.mark.slow

STEPS = 250
"""About a quarter of a minute of the processor."""


@pytest.mark.drawn(1)
@pytest.mark.parametrize("seed", [2 * SEED - 1, 2 * SEED])
def test_everything_that_is_accepted_plays_on(seed: int) -> None:
    walk = Walk(seed, STEPS)
    found = walk.run()
    assert not found, "\n\n".join([walk.told(), *(one.told() for one in found)])
    assert 0 < walk.largest < MEGABYTES
    ways = "play 200, correct 200, correct 422, undo 200, open 422, look 200, form 200, return 200"
    for kind in ways.split(", "):
        assert walk.done[kind], f"nobody did this: {kind} ({walk.told()})"


def test_the_box_of_the_docs_can_be_walked_with(tmp_path: Path) -> None:
    box = boxes.overlay(tmp_path / "box")
    result = CliRunner().invoke(main, ["rules", "check", "--overlay", str(box)])
    assert result.exit_code == 0, result.output


@pytest.mark.drawn(0)
def test_a_walk_is_the_same_again() -> None:
    first, second = Walk(3, 60), Walk(3, 60)
    first.run()
    second.run()
    assert first.done == second.done


@pytest.mark.parametrize(
    "words",
    [
        "It is {player}'s turn", "event.paid", "the term.provost", "Blue plays building.mason.", "““3”” is no number",
        "MissingWords: x", "pays None.",
    ],
)  # fmt: skip
def test_what_is_not_said_is_noticed(words: str) -> None:
    with pytest.raises(Fault, match="unsaid"):
        judging.speaks("/t/X", "text/html", f"<p>{words}</p>")
    with pytest.raises(Fault, match="unsaid"):
        judging.speaks("/tables/X", "application/json", f'{{"said": ["{words}"]}}')


def test_what_is_said_is_let_pass() -> None:
    for words in ("Red places a worker. 3 deniers, 1.5 cm", "road.3", "{7*7}", "<textarea>event.paid</textarea>"):
        judging.speaks("/t/X", "text/html", f"<p>{words}</p>")


def test_sums_that_are_wrong_are_noticed() -> None:
    paid: Any = {"events": [{"id": "paid", "args": {"seat": "red", "deniers": 2}}]}
    took: Any = {"events": [{"id": "took", "args": {"seat": "red", "cubes": "1F2G"}}]}
    before, after = _view(deniers=5), _view(deniers=3, food=1, gold=2)
    judging.conserves(before, after, [paid, took])
    with pytest.raises(Fault, match=r"deniers.*3, 4"):
        judging.conserves(before, _view(deniers=4, food=1, gold=2), [paid, took])


def _view(*, deniers: int, food: int = 0, gold: int = 0) -> dict[str, Any]:
    red = {"deniers": deniers, "prestige": 0, "cubes": {"food": food, "gold": gold}}
    return {"seq": 7, "look": {"players": {"red": red}}}


def test_a_worker_that_is_lost_is_noticed() -> None:
    red = {"home": 3, "workers": 5}
    road = [{"worker": "red"}, {"worker": None}]
    look: Any = {"players": {"red": red}, "road": road, "inn": "red", "castle": {"workers": []}}
    judging.workers_agree({"depth": "referee", "seq": 1, "look": look})
    with pytest.raises(Fault, match="4 at home, 2 out, of 5"):
        judging.workers_agree({"depth": "referee", "seq": 1, "look": look | {"players": {"red": red | {"home": 4}}}})


def test_hands_that_show_are_noticed() -> None:
    for found in (
        {"look": {"players": {"red": {"hand": ["bank"]}}}},
        {"fields": {"red.hand": "bank"}},
        {"entries": [{"seq": 1, "data": {}, "events": [{"id": "drew", "args": {"seat": "red", "card": "bank"}}]}]},
    ):
        with pytest.raises(Fault, match="hidden"):
            judging.keeps_hands("/x", found, ["red"])
        judging.keeps_hands("/x", found, ["blue"])
    judging.keeps_hands("/x", {"look": {"players": {"red": {"hand": ["bank"], "deck_size": 0}}}}, ["red"])


def test_a_server_that_loses_its_way_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server(tmp_path, 1)
    try:
        assert server.processor() > 0
        with pytest.raises(Fault, match="slow"):
            server._judge("GET /", 1.2, Answer(200, {}, b""))
        with pytest.raises(Fault, match="5xx"):
            server._judge("GET /", 0.1, Answer(500, {}, b""))
        monkeypatch.setattr("tests.walk.server.MEGABYTES", 1)
        with pytest.raises(Fault, match="memory"):
            server.ask("GET", "/")
    finally:
        server.stop()


def test_positions_are_changed_and_still_read_as_some() -> None:
    chance, texts = random.Random(1), inventing.positions()
    changed = [inventing.position(text, texts, chance) for text in texts for _ in range(20)]
    assert len(set(changed)) > 300
    assert sum("seats:" in text and "turn:" in text for text in changed) > len(changed) / 2
