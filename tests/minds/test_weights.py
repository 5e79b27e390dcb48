"""The weights that are shipped: each box finds some, and they say where they come from."""

import json
from pathlib import Path

import pytest

from companion.minds.mind import inputs_for
from companion.minds.weights import FOLDER, read_weights, weights_for
from tests.minds.boxes import EVERY, table

SHIPPED = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize(("game", "edition", "players"), EVERY)
def test_every_box_finds_weights_for_what_matters_most(game: str, edition: str, players: int) -> None:
    referee = table(game, edition, players)
    weights = weights_for(referee.rules)
    names = inputs_for(referee).names
    assert len(weights.value.keys() & set(names)) > 0.8 * len(names)
    assert weights.value["points.own"][0] + weights.value["rivals.lead"][0] > 0.5


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_weights_say_where_they_come_from(file: Path) -> None:
    weights = read_weights(file)
    assert {"command", "edition", "rules", "games", "seed", "ladder"} <= weights.provenance.keys()
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["leaf"]
    assert data["provenance"]["ladder"]["games"] >= 400
    assert data["provenance"]["ladder"]["low"] > 0.8
