"""Minds at a table: who may give them seats, which hands they play, and that logs and stored tables know them."""

import pytest

from companion.minds.level import Level
from companion.minds.proposal import propose
from companion.table import exports, imports
from companion.table.commands import GiveToMind, Hint, Play, Undo
from companion.table.errors import NotNow
from companion.table.handlers import do
from companion.table.people import Who
from companion.table.questions import question
from companion.table.redaction import hidden
from companion.table.setup import Seat, Setup
from companion.table.table import Table
from companion.table.vocabulary import Chance, EntryKind

HOST = Who(host=True)
RED = Who(frozenset({"red"}))


def table(game: str = "caylus", edition: str = "en", **more: object) -> Table:
    seats = tuple(Seat(colour=colour) for colour in ("red", "green", "blue"))
    return Table.open(Setup.model_validate({"game": game, "edition": edition, "seats": seats} | more), seed=1)


def with_mind(at: Table, colour: str, level: Level | None = Level.BUILDER) -> Table:
    do(at, GiveToMind(seat=colour, level=level), HOST)
    return at


def carry_out(at: Table) -> None:
    """What somebody enters for the mind whose choice is open."""
    seen = at.snapshot()
    assert seen.mind
    move = propose(question(seen, seen.mind, "here"))
    do(at, Play(actions=move.actions), Who(frozenset({seen.waiting})))


def test_a_game_that_no_mind_plays_opens_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.table.table.plays", lambda _: False)
    with pytest.raises(NotNow, match="no_mind"):
        table(seats=(Seat(colour="red"), Seat(colour="blue", mind=Level.BUILDER)))


def test_nobody_sees_the_hand_of_a_mind_unless_somebody_has_to_draw_for_it() -> None:
    dealt = with_mind(table("magna_carta", "nl"), "green")
    assert "green" in hidden(dealt, HOST)
    drawn = with_mind(table("magna_carta", "nl", chance=Chance.TABLE), "green")
    assert "green" not in hidden(drawn, HOST)
    assert "green" in hidden(drawn, RED)
    assert "blue" in hidden(drawn, HOST)


def test_minds_are_still_there_after_the_table_was_stored_and_after_an_import() -> None:
    at = with_mind(table(hints=True, seats=(Seat(colour="red", mind=Level.MASTER), Seat(colour="blue"))), "red", None)
    with_mind(at, "blue", Level.APPRENTICE)
    while not at.snapshot().mind:
        do(at, Play(actions=(at.game.decision.options[0],)), HOST)
    carry_out(at)
    stored = Table(at.setup)
    stored.restore(at.to_json())
    assert stored.people == at.people
    assert stored.people.minds == {"blue": Level.APPRENTICE}
    while at.snapshot().mind:
        carry_out(at)
    do(at, Hint(), HOST)
    log = list(at.past.entries(0, list(range(1, at.seq + 1))))
    brought = imports.read(exports.whole(at.snapshot(), log))
    assert [entry.kind for entry in brought.entries] == [entry.kind for entry in log if entry.kind != EntryKind.MIND]


def test_a_mind_does_the_same_again_after_an_undo() -> None:
    at = with_mind(table(), "blue")
    while at.waiting != "blue":
        do(at, Play(actions=(at.game.decision.options[0],)), HOST)
    carry_out(at)
    first = at.latest[-1].data
    do(at, Undo(to=at.seq), HOST)
    carry_out(at)
    assert at.latest[-1].data == first
    assert at.latest[-1].by == "blue"
