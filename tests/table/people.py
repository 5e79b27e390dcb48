"""Tables and people for the tests."""

import random
from typing import Any

from companion.table.commands import Command, Correct, Play, Redo, Undo
from companion.table.log import Entry, MemoryLog
from companion.table.people import Who
from companion.table.setup import Seat, Setup
from companion.table.table import Table
from companion.table.tables import Tables

HOST = Who(host=True)
ALL = Who(frozenset({"red", "blue", "green", "orange", "black"}), host=True)
"""One device for the whole table."""


def setup(game: str = "caylus", colours: str = "red blue green", **more: Any) -> Setup:
    editions = {"caylus": "en", "magna_carta": "en"}
    data = {"game": game, "edition": editions[game], "seats": tuple(Seat(colour=c) for c in colours.split())}
    return Setup(**(data | more))


def seat(colour: str) -> Who:
    return Who(frozenset({colour}))


def kept(table: Table) -> list[Entry]:
    """The log of a table in memory."""
    assert isinstance(table.past, MemoryLog)
    return table.past.kept


def replayed(table: Table) -> Table:
    """The same table from its log alone."""
    again = Table(table.setup, past=MemoryLog(list(kept(table))))
    for entry in kept(table):
        again.apply(entry)
    return again


def some_wish(table: Table, chance: random.Random) -> Command:
    """What somebody might do: mostly play, now and then take back, bring back or put right."""
    dice = chance.random()
    if dice < 0.1 and len(table.living.seqs) > 3:
        to = table.living.seqs[-chance.randint(1, 3)]
        if table.snapshot().undoes_alone(to, HOST):
            return Undo(to=to)
    if dice < 0.14 and table.living.undone:
        return Redo()
    if dice < 0.18 and table.state.turn:
        # The one is never so already, so this always changes something.
        money = int(table.position.fields()["red.deniers"])
        return Correct(changes={"red.deniers": str((money + 1 + chance.randint(0, 5)) % 30)}, why="we forgot")
    assert table.decision is not None
    return Play(actions=(chance.choice(table.decision.options),))


def play_on(tables: Tables, id: str, wishes: int, seed: int) -> int:
    """Let one device for the whole table do so many things; how many there were."""
    chance = random.Random(seed)
    for n in range(wishes):
        table = tables.place(id).table
        if table.over:
            return n
        tables.act(id, some_wish(table, chance), ALL, seen_seq=table.seq, key=f"{seed}-{table.seq}")
    return wishes
