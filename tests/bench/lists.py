# ruff: noqa: T201 - a command says what it found
"""The processor's time for the lists of a device with very many long tables: a club's tablet after some years.

python -m tests.bench.lists
"""

import argparse
import random
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path

from companion.table.commands import Play, Undo
from companion.table.database import FILE, Database
from companion.table.store import Store
from companion.table.tables import Tables
from companion.table.tokens import new_code, new_id
from companion.web import create_app
from tests.table.people import HOST, setup

TOKEN = "b" * 22
PAGES = ("/", "/new", "/history")


def grown(file: Path, tables: int, entries: int) -> None:
    """One finished table, as often as it is wanted."""
    database = Database(file).ready()
    kept, chance = Tables(Store(database)), random.Random(2)
    id = kept.create(setup(), TOKEN, seed=2).id
    while (table := kept.place(id).table).seq < entries or not table.over:
        if table.over:
            kept.act(id, Undo(to=table.living.seqs[-25]), HOST, seen_seq=table.seq)
        else:
            assert table.decision
            kept.act(id, Play(actions=(chance.choice(table.decision.options),)), HOST, seen_seq=table.seq)
    database.close()
    with closing(sqlite3.connect(file)) as raw, raw:
        for _ in range(tables - 1):
            new, code = new_id(), new_code()
            raw.execute(
                "INSERT INTO tables SELECT ?, ?, setup, created, host FROM tables WHERE id = ?", (new, code, id)
            )
            for name, columns in (
                ("log", 'seq, kind, data, "by", at, events, key, body'),
                ("snapshots", "seq, top, data"),
                ("summaries", "seq, data"),
            ):
                raw.execute(f"INSERT INTO {name} SELECT ?, {columns} FROM {name} WHERE table_id = ?", (new, id))


def main() -> None:
    """A line a page: the first look and the next."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--entries", type=int, default=600)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        grown(Path(folder) / FILE, asked.tables, asked.entries)
        database = Database(Path(folder) / FILE).ready()
        tables = Tables(Store(database))
        begun = time.process_time()
        for id, seq in tables.store.unsummed(asked.tables):
            tables.sum_up(id, seq)
        each = (time.process_time() - begun) * 1000 / asked.tables
        print(f"| a table summed up | {each:.0f} ms |")
        tables = Tables(Store(database))
        client = create_app(tables=tables).test_client()
        client.set_cookie("device", TOKEN)
        for page in PAGES:
            for look in ("first", "next"):
                begun = time.process_time()
                answer = client.get(page, headers={"Host": "localhost"})
                took = (time.process_time() - begun) * 1000
                assert answer.status_code == 200
                print(f"| {page}, {look} look, {len(answer.data) / 1000:.0f} kB | {took:.0f} ms |", flush=True)
        database.close()


if __name__ == "__main__":
    main()
