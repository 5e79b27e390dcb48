"""Looking after what is kept: checks, backups, copies from one database to another, and old games on new rules.

A backup is an SQLite file whatever database it is of, so it can be opened anywhere.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, select

from companion.rules import Library, RulesError
from companion.table.database import Database, Unusable
from companion.table.errors import TableError
from companion.table.log import Living
from companion.table.schema import log, metadata, tables
from companion.table.store import Store
from companion.table.table import Table

_CHUNK = 500
"""Rows on their way at the same time; pages of a backup between two looks at who else is waiting."""


class NotKept(Exception):
    """A backup, restore or copy that was not made. Nothing has changed."""

    CODES = ("not_empty", "not_there", "not_writable", "differs", "no_backup")

    def __init__(self, code: str, where: str) -> None:
        super().__init__(f"{where}: {code}")
        self.code, self.where = code, where


@dataclass(frozen=True)
class Finding:
    """Something about one table that is not as it should be."""

    CODES = ("gap", "rules", "setup", "elsewhere")

    table: str
    code: str
    seq: int = 0


# copies


def digest(connection: Connection) -> dict[str, str]:
    """A fingerprint of each table's rows, in whatever order: equal on two databases that hold the same."""
    return {table.name: _digest(connection, table) for table in metadata.sorted_tables}


def _digest(connection: Connection, table: Any) -> str:
    total = 0
    for row in connection.execute(select(table)).yield_per(_CHUNK):
        said = json.dumps(list(row), ensure_ascii=False).encode()
        total = (total + int.from_bytes(sha256(said).digest(), "big")) % (1 << 256)
    return f"{total:064x}"


def copy(source: Database, target: Database) -> dict[str, int]:
    """Everything from one database into an empty one, verified before it is kept; the rows of each table."""
    with source.begin() as there, target.begin() as here:
        if here.execute(select(func.count()).select_from(tables)).scalar():
            raise NotKept("not_empty", target.shown)
        rows = {table.name: _copy_rows(there, here, table) for table in metadata.sorted_tables}
        if digest(there) != digest(here):
            raise NotKept("differs", target.shown)
    return rows


def _copy_rows(there: Connection, here: Connection, table: Any) -> int:
    copied = 0
    for rows in there.execute(select(table)).yield_per(_CHUNK).mappings().partitions():
        here.execute(table.insert(), [dict(row) for row in rows])
        copied += len(rows)
    return copied


# backups


def backup(source: Database, file: Path) -> int:
    """A backup in a file, which appears whole or not at all; its bytes."""
    part = file.with_name(f".{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        if source.embedded:
            _copy_pages(source, part)
        else:
            _copy_into(source, part)
        part.replace(file)
    except (OSError, sqlite3.Error, Unusable) as error:
        part.unlink(missing_ok=True)
        raise NotKept("not_writable", str(file)) from error
    return file.stat().st_size


def _copy_pages(source: Database, part: Path) -> None:
    """While it is in use; others wait for a few pages at most."""
    with closing(sqlite3.connect(part)) as target, source.begin() as connection:
        mine = connection.connection.dbapi_connection
        assert isinstance(mine, sqlite3.Connection)
        connection.commit()
        mine.backup(target, pages=_CHUNK)
        target.execute("PRAGMA journal_mode=delete")


def _copy_into(source: Database, part: Path) -> None:
    target = Database(part).ready()
    try:
        copy(source, target)
    finally:
        target.close()


def restore(file: Path, target: Database) -> dict[str, int]:
    """A backup into an empty database."""
    if not file.is_file():
        raise NotKept("not_there", str(file))
    if not file.read_bytes()[:16].startswith(b"SQLite format 3"):
        raise NotKept("no_backup", str(file))
    source = Database(file).ready()
    try:
        return copy(source, target)
    finally:
        source.close()


# checks


def check(database: Database) -> list[Finding]:
    """Whether every log is whole: numbers without a gap, and setups that can be read."""
    store = Store(database)
    found = []
    for id in store.ids():
        seqs = _seqs(database, id)
        gap = next((n for n, seq in enumerate(seqs, 1) if n != seq), 0)
        if gap or not seqs:
            found.append(Finding(id, "gap", gap))
    return found


def _seqs(database: Database, id: str) -> list[int]:
    with database.begin() as connection:
        return list(connection.execute(select(log.c.seq).where(log.c.table_id == id).order_by(log.c.seq)).scalars())


def validate(database: Database, shelf: Library | None = None) -> Iterator[tuple[str, Finding | None]]:
    """Every table replayed on the present rules, from its log alone; what differs is named."""
    store = Store(database)
    for id in store.ids():
        yield id, _replayed(store, id, shelf)


def _replayed(store: Store, id: str, shelf: Library | None) -> Finding | None:
    opened = store.find(id=id)
    assert opened
    try:
        table = Table(opened.setup, shelf)
    except (RulesError, TableError):
        return Finding(id, "setup")
    entries = store.entries(id)
    for entry in entries:
        table.past.add(entry)
    for entry in entries:
        try:
            table.apply(entry)
        except TableError:
            return Finding(id, "rules", entry.seq)
    kept = store.standing_of(id, Living.of(entries).seqs)
    if kept and kept[0] == (table.living.seqs or [0])[-1] and kept[1]["state"] != table.state.to_json():
        return Finding(id, "elsewhere", table.seq)
    return None
