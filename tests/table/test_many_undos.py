"""A file with very many undos is read in a time that goes with its length, whatever they take back."""

import json
import random

import pytest

from companion.table import exports, imports
from companion.table.commands import Play
from companion.table.handlers import do
from companion.table.imports import NOTED_EVERY
from companion.table.log import Entry, MemoryLog
from companion.table.table import Table
from tests.table.people import HOST, setup

PLAYS, PAIRS = 120, 150


def with_pairs(deep: int) -> tuple[Table, str]:
    """A game, and its file with many undos of so many entries, each brought back at once."""
    past, chance = MemoryLog(), random.Random(1)
    table = Table.open(setup(), seed=3, past=past)
    while table.seq < PLAYS and not table.over:
        assert table.decision
        do(table, Play(actions=(chance.choice(table.decision.options),)), HOST)
    data = json.loads(exports.whole(table.snapshot(), past.kept))
    at, to = data["log"][-1]["at"], table.living.seqs[-deep]
    for _ in range(PAIRS):
        for kind, said in (("undone", {"to": to}), ("redone", {})):
            seq = data["log"][-1]["seq"] + 1
            data["log"].append({"seq": seq, "kind": kind, "data": said, "by": "host", "at": at, "events": []})
    return table, json.dumps(data)


@pytest.mark.parametrize("deep", [1, 5, 17, 60, PLAYS - 5])
def test_an_undo_replays_no_more_than_a_few_entries(monkeypatch: pytest.MonkeyPatch, deep: int) -> None:
    table, text = with_pairs(deep)
    replayed: list[int] = []
    replay = Table._replay

    def counted(self: Table, entry: Entry) -> None:
        replayed.append(entry.seq)
        replay(self, entry)

    monkeypatch.setattr(Table, "_replay", counted)
    again = imports.read(text).table
    assert len(replayed) <= 2 * PAIRS * NOTED_EVERY
    assert again.state == table.state
    assert again.living.seqs == table.living.seqs
    assert again.seq == table.seq + 2 * PAIRS
    assert again.snapshot().decision == table.snapshot().decision
