"""Every kind of choice has its reasons: what `docs/web.md` says of it is what is told, and nothing else is."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from companion.engine.consequences import CONSEQUENCES
from companion.engine.reminders import REMINDERS
from companion.games.caylus.choices import CHOICES as CAYLUS
from companion.games.magna_carta.choices import CHOICES as MAGNA_CARTA
from tests.engine.test_consequences import games, told


def table() -> dict[str, set[str]]:
    """What is told of each kind of choice; an empty row says that it is nothing."""
    text = (Path(__file__).parents[2] / "docs" / "web.md").read_text(encoding="utf-8")
    section = text.partition("### Reasons")[2].partition("\n#")[0]
    rows = re.findall(r"^\| (`.+?) \| (.+?) \| ?(.*?) ?\|$", section, re.MULTILINE)
    found: dict[str, set[str]] = {}
    for kinds, friend, ids in rows:
        assert bool(ids) != friend.startswith("nothing: "), kinds
        found |= {kind: set(re.findall(r"`(\w+)`", ids)) for kind in re.findall(r"`(\w+)`", kinds)}
    return found


def test_every_kind_of_choice_has_its_row_and_every_reason_a_choice() -> None:
    assert table().keys() == CAYLUS.keys() | MAGNA_CARTA.keys()
    assert set().union(*table().values()) == CONSEQUENCES.keys() | REMINDERS.keys()


@pytest.mark.parametrize("name", ["caylus", "magna_carta"])
def test_what_is_told_of_a_choice_is_what_is_written(name: str) -> None:
    reasons, found = table(), defaultdict[str, set[str]](set)
    for game in games(name):
        ids = {one.id for _, facts in told(game) for one in facts}
        found[game.decision.kind] |= ids | {one.id for one in game.snapshot().reminders()}
    assert {kind: ids - reasons[kind] for kind, ids in found.items() if ids - reasons[kind]} == {}
    assert [kind for kind, ids in found.items() if reasons[kind] and not ids] == []
