"""A short run of `tests.bench.decisions`: all tables are sat at, and no decision is wrong."""

import pytest

from companion.minds.level import Level
from companion.rules import library, load
from tests.bench import decisions
from tests.bench.decisions import Asked, Sitting, tables


def test_every_box_is_played_in_every_way_with_every_number() -> None:
    found = [(it.game, it.edition, it.variants, it.players) for it in tables(library())]
    assert len(found) == len(set(found))
    assert {(game, players) for game, _, _, players in found} == {
        *(("caylus", players) for players in (2, 3, 4, 5)),
        *(("magna_carta", players) for players in (2, 3, 4)),
    }
    for game in library().games:
        assert {edition for of, edition, _, _ in found if of == game} == set(library().editions(game))
        assert {one for of, _, ways, _ in found if of == game for one in ways} == set(library().variants(game))


def test_nothing_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """At one table where everything is asked again."""
    monkeypatch.setattr(decisions, "AGAIN", 1.0)
    monkeypatch.setattr(decisions, "SHARES", {Level.APPRENTICE: 0.5, Level.BUILDER: 0.5, Level.MASTER: 0.0})
    asked = Asked()
    Sitting(asked, load("magna_carta", players=3), 1).play(60)
    found = asked.report()
    assert (found["decisions"], found["asked_again"], found["tables"]) == (60, 60, 1)
    assert found["dealt_anew"]
    assert [found[what] for what in ("illegal", "exceptions", "unlike", "unlike_dealt", "master")] == [0] * 5
