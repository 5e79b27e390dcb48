"""A short run of the fuzzer, and proof that each of its detectors goes off."""

import random
from typing import Any

import pytest

from companion.engine import holdings
from companion.engine.game import Game
from companion.games.caylus import choices, phases, state
from companion.games.caylus.state import State
from tests.engine.corpus import Curious, rich
from tests.engine.detectors import Fault, Watch
from tests.engine.fuzz import one

pytestmark = pytest.mark.slow

GAMES = 24


@pytest.mark.drawn(8)
@pytest.mark.parametrize("seed", range(1, GAMES + 1))
def test_no_detector_goes_off(seed: int) -> None:
    assert one(seed, thorough=0.3) > 20


def watched() -> Watch:
    return Watch(rich("en", 3), random.Random(1), thorough=0.2)


def goes_off(detector: str) -> None:
    with pytest.raises(Fault, match=detector):
        watched().run(Curious(random.Random(1)))


def test_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(choices.CHOICES.table, "bribe", (choices.CHOICES["bribe"].offer, broken))
    goes_off("exception")


def test_dead_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "over", property(lambda game: not game.options or game.state.turn == 7))
    goes_off("dead end")


def test_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phases, "_due", lambda b, s: False)
    monkeypatch.setattr("companion.games.caylus.consistency._sections", lambda b, s: ())
    monkeypatch.setattr(phases, "_move_bailiff", lambda b, s: None)
    monkeypatch.setattr("tests.engine.detectors.LONGEST", 300)
    goes_off("endless game")


def test_illegal_action(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "why_not", lambda game, text: None)
    goes_off("illegal action accepted")


def test_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Game.undo

    def forgetful(game: Game) -> str:
        undone = whole(game)
        game.state.money[0] += 1
        return undone

    monkeypatch.setattr(Game, "undo", forgetful)
    goes_off("undo is not the inverse")


def test_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = State.copy

    def shallow(self: State) -> State:
        new = whole(self)
        new.money = self.money
        return new

    watch = watched()
    monkeypatch.setattr(state.State, "copy", shallow)
    with pytest.raises(Fault, match="copy shared with the original"):
        watch.copied()


def test_serialise(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = State.to_json

    def lossy(self: State) -> dict[str, Any]:
        return whole(self) | {"inn": -1, "cursor": 0}

    monkeypatch.setattr(State, "to_json", lossy)
    goes_off("serialise is not the identity")


def test_conservation(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = holdings.receive

    def generous(s: State, seat: int, deniers: int, source: str, of: str = "") -> None:
        whole(s, seat, deniers, source, of)
        s.money[seat] += source == "income"

    monkeypatch.setattr(phases, "receive", generous)
    goes_off("conservation broken")
