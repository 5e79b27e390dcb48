"""The count of decisions: all tables are sat at, and whatever is wrong is found."""

from collections.abc import Sequence
from zlib import crc32

import pytest

from companion.engine.action import Action
from companion.engine.state import PlainState
from companion.minds.level import Level
from companion.minds.mind import Mind
from companion.rules import library, load
from tests.bench import decisions
from tests.bench.decisions import Asked, Sitting, tables


def sat(monkeypatch: pytest.MonkeyPatch, most: int = 60) -> dict[str, object]:
    """What is found at one table where everything is asked again."""
    monkeypatch.setattr(decisions, "AGAIN", 1.0)
    monkeypatch.setattr(decisions, "SHARES", {Level.APPRENTICE: 0.5, Level.BUILDER: 0.5, Level.MASTER: 0.0})
    asked = Asked()
    Sitting(asked, load("magna_carta", players=3), 1).play(most)
    return asked.report()


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
    found = sat(monkeypatch)
    assert (found["decisions"], found["asked_again"], found["tables"]) == (60, 60, 1)
    assert found["dealt_anew"]
    assert [found[what] for what in ("illegal", "exceptions", "unlike", "unlike_dealt", "master")] == [0] * 5


def test_an_exception_and_an_illegal_choice_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def odd(self: Mind, state: PlainState, options: Sequence[Action]) -> Action:
        if self.level == Level.BUILDER:
            raise ZeroDivisionError
        return Action("place nowhere")

    monkeypatch.setattr(Mind, "choose", odd)
    monkeypatch.setattr(Sitting, "_ask_again", lambda *asked: None)
    found = sat(monkeypatch)
    assert found["exceptions"] == found["builder"]
    assert found["illegal"] == found["apprentice"]
    assert found["wrong"]


def test_a_move_that_depends_on_hidden_cards_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def peeking(self: Mind, state: PlainState, options: Sequence[Action]) -> Action:
        return options[crc32(repr(state.key()).encode()) % len(options)]

    monkeypatch.setattr(Mind, "choose", peeking)
    found = sat(monkeypatch)
    assert found["unlike_dealt"]
    assert not found["unlike"]


def test_a_move_that_is_never_the_same_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def moody(self: Mind, state: PlainState, options: Sequence[Action]) -> Action:
        asked.append(state)
        return options[len(asked) % len(options)]

    monkeypatch.setattr(Mind, "choose", moody)
    assert sat(monkeypatch)["unlike"]


def test_what_takes_too_long_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "DEADLINE", -1.0)
    assert sat(monkeypatch, 5)["late"] == 5
