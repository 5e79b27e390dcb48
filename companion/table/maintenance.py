"""Maintenance of stored tables: checks, backups, copies between databases, and replaying old games with new rules.

A backup is always an SQLite file, so it can be opened anywhere.
"""

import itertools
import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, func, select, text

from companion import paths
from companion.engine.position import HAD
from companion.rules import Library
from companion.table import account, rows
from companion.table.database import BESIDE, Database, Unusable
from companion.table.errors import BadTable
from companion.table.rows import Kept
from companion.table.schema import log, metadata, requests, seats, snapshots, summaries, tables
from companion.table.store import Store
from companion.table.table import Table
from companion.table.vocabulary import HOST, Depth

_CHUNK = 500
"""The number of rows copied at a time, and of pages backed up before other threads get their turn."""


class NotKept(Exception):
    """A backup, restore or copy failed. Nothing has changed."""

    CODES = (
        "not_empty", "not_there", "not_writable", "differs", "no_backup", "damaged", "nothing_whole", "is_database",
        "server_cannot",
    )  # fmt: skip

    def __init__(self, code: str, where: str) -> None:
        super().__init__(f"{where}: {code}")
        self.code, self.where = code, where


# copies


def digest(connection: Connection) -> dict[str, str]:
    """Return a fingerprint of the rows of each table, independent of their order."""
    return {table.name: _digest(connection, table) for table in metadata.sorted_tables}


def _digest(connection: Connection, table: Any) -> str:
    total = 0
    for row in connection.execute(select(table)).yield_per(_CHUNK):
        row_bytes = json.dumps(list(row), ensure_ascii=False).encode("utf-8", "surrogateescape")
        total = (total + int.from_bytes(sha256(row_bytes).digest(), "big")) % (1 << 256)
    return f"{total:064x}"


def copy(source: Database, target: Database) -> dict[str, int]:
    """Copy everything into an empty database and verify it before committing; return the rows per table."""
    with source.begin() as there, target.begin() as here:
        if not source.embedded:
            # The whole copy must come from one moment, whatever others write meanwhile.
            there.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        if here.execute(select(func.count()).select_from(tables)).scalar():
            raise NotKept("not_empty", target.shown)
        try:
            copied = {table.name: _copy_rows(there, here, table) for table in metadata.sorted_tables}
        except UnicodeError as error:
            raise NotKept("damaged", source.shown) from error
        if digest(there) != digest(here):
            raise NotKept("differs", target.shown)
    return copied


def _copy_rows(there: Connection, here: Connection, table: Any) -> int:
    copied = 0
    for some in there.execute(select(table)).yield_per(_CHUNK).mappings().partitions():
        here.execute(table.insert(), [dict(row) for row in some])
        copied += len(some)
    return copied


# backups


def part_of(file: Path) -> Path:
    """Return the temporary file that becomes the backup once it is complete."""
    return file.with_name(f".{file.name}.part")


def check_target(source: Database, file: Path) -> None:
    """Refuse to write a backup over a database in use, above all over this one.

    A process that has it open would keep writing to a file that is no longer there.
    """
    theirs = [Path(f"{os.path.realpath(source.engine.url.database or '')}{end}") for end in ("", *BESIDE)]
    beside = [Path(f"{os.path.realpath(file)}{end}") for end in ("-wal", "-journal")]
    if any(_same(mine, other) for mine in (file, part_of(file)) for other in theirs if source.embedded) or any(
        path.exists() for path in beside
    ):
        raise NotKept("is_database", str(file))


def _same(first: Path, second: Path) -> bool:
    """Return whether two paths lead to the same file, existing or not."""
    if first.exists() and second.exists():
        return first.samefile(second)
    return os.path.realpath(first) == os.path.realpath(second)


def backup(source: Database, file: Path) -> int:
    """Write a backup, which appears complete or not at all; return its size in bytes."""
    part = part_of(file)
    check_target(source, file)
    try:
        _leave_nothing(part)
        if source.embedded:
            _copy_pages(source, part)
        else:
            _copy_into(source, part)
        part.replace(file)
    except (OSError, sqlite3.Error, Unusable) as error:
        _leave_nothing(part)
        raise NotKept("not_writable", str(file)) from error
    return file.stat().st_size


def _leave_nothing(part: Path) -> None:
    """Remove an unfinished backup and the files that SQLite keeps beside it."""
    for end in ("", *BESIDE):
        Path(f"{part}{end}").unlink(missing_ok=True)


def _copy_pages(source: Database, part: Path) -> None:
    """Copy the file while it is in use; other threads wait for a few pages at most."""
    with closing(sqlite3.connect(paths.private_file(part))) as target:
        source.copy_pages(target, _CHUNK)
        target.execute("PRAGMA journal_mode=delete")


def _copy_into(source: Database, part: Path) -> None:
    target = Database(part).ready()
    try:
        copy(source, target)
    finally:
        target.close()


@contextmanager
def opened_backup(file: Path) -> Iterator[Database]:
    """Open a backup for reading. Raises `NotKept` or `Unusable`; other people's files are left untouched."""
    if not file.is_file():
        raise NotKept("not_there", str(file))
    if not _is_ours(file):
        raise NotKept("no_backup", str(file))
    source = Database(file).ready()
    try:
        yield source
    finally:
        source.close()


def _is_ours(file: Path) -> bool:
    """Return whether a file has our schema, as far as can be seen without changing it."""
    with file.open("rb") as begun:
        if not begun.read(16).startswith(b"SQLite format 3"):
            return False
    if Path(f"{file}-wal").exists():
        return True  # the newest rows are in there; opening the file will tell
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?immutable=1", uri=True)) as connection:
            connection.execute("SELECT version_num FROM alembic_version")
    except sqlite3.Error as error:
        return "no such table" not in str(error)
    return True


def restore(file: Path, target: Database) -> dict[str, int]:
    """Restore a backup into an empty database."""
    with opened_backup(file) as source:
        return copy(source, target)


# checks


def check(
    database: Database, library: Library | None = None, *, replay: bool = False
) -> Iterator[tuple[str, BadTable]]:
    """Read every row of every table, and yield each fault with the id of its table.

    With `replay`, every log is also replayed under the current rules, and stored standings are compared.
    """
    store = Store(database)
    for id in store.ids():
        row = store.row(id=id, deleted=True)
        if row is not None:
            for fault in _faults(store, row, library, replay=replay):
                fault.joining = fault.joining or rows.printable(row.code)
                yield id, fault
    yield from _stray(database)


def _faults(store: Store, row: Row[Any], library: Library | None, *, replay: bool) -> Iterator[BadTable]:
    """Yield the faults of one table."""
    with store.database.begin() as connection:
        parts = [
            connection.execute(select(part).where(part.c.table_id == row.id)).all()
            for part in (snapshots, summaries, *_PEOPLE)
        ]
    lines, (standings, summed, *people) = store.lines(row.id), parts
    kept: dict[int, Kept] = {}
    faults = [*_tried(partial(rows.opened, row)), *_tried(partial(_begun, row))]
    seqs = [line.seq for line in lines]
    faults += [BadTable("gap", seq=n) for n in range(1, max(seqs, default=1) + 1) if n not in set(seqs)]
    for line in lines:
        faults += _tried(partial(rows.entry, line))
    for standing in standings:
        faults += _tried(partial(_note, kept, standing))
        faults += [BadTable("elsewhere", seq=standing.seq)] if standing.seq not in seqs else []
    for stored in summed:
        faults += _tried(partial(rows.summary, stored)) if stored.data else []
    for stored in itertools.chain(*people):
        faults += _tried(partial(_sits, row, stored))
    yield from faults
    if replay and not faults:
        yield from _tried(partial(_replayed, row, lines, kept, library))


def _tried(look: Callable[[], object]) -> list[BadTable]:
    try:
        look()
    except BadTable as error:
        return [error]
    return []


_PEOPLE = (seats, requests)


def _sits(row: Row[Any], stored: Row[Any]) -> None:
    with rows.reading("bad_seat", seat=stored.colour):
        rows.moment(stored.at)
        if stored.colour not in (*rows.opened(row).setup.colours, HOST):
            raise ValueError(stored.colour)


def _begun(row: Row[Any]) -> None:
    with rows.reading("bad_setup"):
        rows.moment(row.created)
        if row.deleted:
            rows.moment(row.deleted)


def _note(kept: dict[int, Kept], row: Row[Any]) -> None:
    kept[row.seq] = rows.kept(row)


def _replayed(row: Row[Any], lines: Iterable[Row[Any]], kept: Mapping[int, Kept], library: Library | None) -> None:
    with rows.naming(row):
        with rows.reading("bad_setup"):
            table = Table(rows.opened(row).setup, library)
        for entry in rows.entries(lines, 1):
            table.apply(entry)
            table.past.add(entry)
            account.told(table.snapshot(), [entry])
            standing = kept.get(entry.seq)
            if standing and not _stands(table, standing):
                raise BadTable("elsewhere", seq=entry.seq)


def _stands(table: Table, standing: Kept) -> bool:
    """Whether a table is where a stored standing says."""
    with rows.reading("bad_standing", seq=table.seq):
        state = table.referee.read(standing.data["state"])
    if HAD not in standing.data["state"] and table.depth == Depth.ASSISTANT:
        state.had = table.state.had  # older versions did not count what was entered as a turn
    return bool(state == table.state)


def _stray(database: Database) -> Iterator[tuple[str, BadTable]]:
    """Yield a fault for rows that belong to no table."""
    for part in (log, snapshots, summaries, *_PEOPLE):
        lost = select(part.c.table_id).where(part.c.table_id.not_in(select(tables.c.id))).distinct()
        with database.begin() as connection:
            ids = list(connection.execute(lost).scalars())
        yield from ((id, BadTable("stray", rows=part.name)) for id in ids)
