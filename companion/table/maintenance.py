"""Maintenance of stored tables: checks, backups, copies between databases, and replaying old games with new rules.

A backup is always an SQLite file, so it can be opened anywhere.
"""

import itertools
import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, Row, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from companion import paths
from companion.engine.position import HAD
from companion.rules import Library
from companion.table import account, rows
from companion.table.database import FILE, Database, Unusable, check_version, is_url, said_by_sqlite
from companion.table.errors import BadTable
from companion.table.marks import BESIDE
from companion.table.rows import Kept
from companion.table.schema import log, metadata, requests, seats, snapshots, summaries, tables
from companion.table.store import Store
from companion.table.table import Table
from companion.table.tokens import new_code, new_id
from companion.table.vocabulary import HOST, Depth

_CHUNK = 500
"""The number of rows copied at a time."""

_ATTEMPTS = 100
"""How often to copy a file again that changes too fast."""

_HEAD_OF_LOG = 32
"""Bytes at the beginning of a write-ahead log, which are others each time it begins anew."""


class NotKept(Exception):
    """A backup, restore or copy failed. Nothing has changed."""

    CODES = (
        "not_empty", "not_writable", "differs", "damaged", "nothing_whole", "is_database", "not_a_file", "no_folder",
    )  # fmt: skip

    def __init__(self, code: str, where: str) -> None:
        super().__init__(f"{where}: {code}")
        self.code, self.where = code, where


@dataclass(frozen=True)
class Contents:
    """How much a database holds, and the time of its newest entry."""

    tables: int
    entries: int
    newest: str


_CONTENTS = "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM log), (SELECT coalesce(max(at), '') FROM log)"


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


def copy(source: Database, target: Database) -> Contents:
    """Copy everything into an empty database and verify it before committing."""
    with source.begin() as there, target.begin() as here:
        if not source.embedded:
            # The whole copy must come from one moment, whatever others write meanwhile.
            there.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        if here.execute(select(func.count()).select_from(tables)).scalar():
            raise NotKept("not_empty", target.shown)
        try:
            for table in metadata.sorted_tables:
                _copy_rows(there, here, table)
        except UnicodeError as error:
            raise NotKept("damaged", source.shown) from error
        if digest(there) != digest(here):
            raise NotKept("differs", target.shown)
        return Contents(*here.execute(text(_CONTENTS)).one())


def _copy_rows(there: Connection, here: Connection, table: Any) -> None:
    for some in there.execute(select(table)).yield_per(_CHUNK).mappings().partitions():
        here.execute(table.insert(), [dict(row) for row in some])


def bring(source: Database, store: Store, mark: str) -> list[str]:
    """Copy the tables that a database lacks, or has not as far, for the device with this mark; return their ids.

    A table that has gone on differently here and there is kept, and the other one gets a new id and code.
    """
    brought: list[str] = []
    there_are = store.count()
    for row in Store(source).rows_of(None):
        with source.begin() as there, store.database.begin() as here:
            theirs, ours = _last(there, row.id), _last(here, row.id)
            if ours and _entry(here, row.id, theirs) == _entry(there, row.id, theirs):
                continue
            id = new_id() if ours and _entry(there, row.id, ours) != _entry(here, row.id, ours) else row.id
            code_taken = select(tables.c.id).where(tables.c.code == row.code, tables.c.id != id)
            code = new_code(there_are) if here.execute(code_taken).first() else row.code
            for part in reversed(_PARTS):
                here.execute(part.delete().where(_of(part, id)))
            for part in _PARTS:
                now = {"id": id, "code": code, "host": mark} if part is tables else {"table_id": id}
                now |= {"token": mark} if part is seats else {}
                found = there.execute(select(part).where(_of(part, row.id))).mappings().all()
                if found:
                    here.execute(part.insert(), [dict(it) | now for it in found])
            brought.append(id)
    return brought


_PARTS = (tables, log, snapshots, summaries, seats)
"""What a table consists of, each part after those that it needs."""


def _of(part: Any, id: str) -> Any:
    return (part.c.id if part is tables else part.c.table_id) == id


def _last(connection: Connection, id: str) -> int:
    return connection.execute(select(func.max(log.c.seq)).where(log.c.table_id == id)).scalar() or 0


def _entry(connection: Connection, id: str, seq: int) -> Any:
    """Return one entry, which tells whether two logs are the same so far."""
    return connection.execute(select(log.c.at, log.c.kind, log.c.data).where(_of(log, id), log.c.seq == seq)).first()


# reading what may be in use


@contextmanager
def reading(where: str) -> Iterator[Database]:
    """Open a database for reading, served or not. Of a file, that is a copy: nothing is made or migrated there.

    Raises `Unusable` for one that is not there or has no tables.
    """
    with TemporaryDirectory() as folder:
        file = Path(folder) / "copy.db"
        try:
            database = Database(where) if is_url(where) else Database(copy_file(where, file), named=where)
        except OSError as error:
            raise NotKept("not_writable", folder) from error
        with closing(database.ready(migrate=not is_url(where))):
            if not Store(database).count():
                raise Unusable("empty", database.shown)
            yield database


def copy_file(where: str | Path, target: Path) -> Path:
    """Copy an SQLite file, which is only read, as it is at one moment, though a server writes to it. Raises `Unusable`.

    Whatever changes in the file is in its write-ahead log first. The log is copied last, so it makes up for everything
    that changed while the file was copied, unless it has begun anew in between.
    """
    source = Path(where).resolve()  # the files beside it are where links lead
    with suppress(PermissionError):
        if not source.is_file():
            raise Unusable("missing", str(where))
    if not os.access(source, os.R_OK):
        raise Unusable("forbidden", str(paths.nearest(source)), paths.owner(source))
    for _ in range(_ATTEMPTS):
        before = _generation(source)
        _remove(target)
        for end in ("", "-journal", "-wal"):
            if Path(f"{source}{end}").exists():
                shutil.copyfile(f"{source}{end}", paths.private_file(Path(f"{target}{end}")))
        if before == _generation(source):
            return target
    raise Unusable("in_use", str(source))


def _generation(file: Path) -> tuple[Any, ...]:
    """Return what changes when the write-ahead log begins anew, or for a file without one, when anything changes."""
    log, journal = Path(f"{file}-wal"), Path(f"{file}-journal")
    if log.exists() and log.stat().st_size:
        with log.open("rb") as begun:
            return (begun.read(_HEAD_OF_LOG),)
    return (journal.exists(), file.stat().st_mtime_ns, file.stat().st_size)


# backups


def backup(where: str, file: Path) -> Contents:
    """Write a backup of a database, served or not."""
    return written(file, where, partial(_copy_into if is_url(where) else copy_file, where))


def _copy_into(where: str, part: Path) -> None:
    with reading(where) as source, closing(Database(part).ready()) as target:
        copy(source, target)


def restore(where: str, file: Path) -> tuple[Contents, Path | None]:
    """Put a copy of a database in the place of a file; what was there stays beside it, its log too.

    Returns what the copy holds, and the name that the file has now, if there was one.
    """
    there = file.exists()
    if there:
        _leave_alone(file)
    new = file.with_stem(f"{file.stem}-new")
    held = written(new, where, partial(_copy_into, where))
    old = file.with_stem(f"{file.stem}-old-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}")
    try:
        for end in ("", *BESIDE):
            with suppress(FileNotFoundError):
                Path(f"{file}{end}").rename(f"{old}{end}")
        paths.give_to_owner(new, file.parent)
        new.replace(file)
    except OSError as error:
        raise NotKept("not_writable", str(file)) from error
    return held, old if there else None


def _leave_alone(file: Path) -> None:
    """Raise `Unusable` for a file that somebody uses. A damaged one may go."""
    try:
        Database(file).ready(migrate=False).close()
    except Unusable as error:
        ours = ("damaged", "older", "newer", "empty") + ("not_a_database",) * (file.name == FILE)
        if error.code not in ours or not file.is_file():
            raise


def written(file: Path, original: str, fill: Callable[[Path], object]) -> Contents:
    """Have a new file filled, which takes its place once it is complete and whole. Raises `NotKept` or `Unusable`.

    A database that somebody uses is never replaced: they would go on writing to a file that is no longer there.
    """
    _must_be_writable(file.absolute().parent)
    if file.exists() and not file.is_file():
        raise NotKept("not_a_file", str(file))
    if file.exists() and Path(original).exists() and file.samefile(original):
        raise NotKept("is_database", str(file))
    file = file.resolve()  # a link stays one
    if file.name.endswith(BESIDE) or any(Path(f"{file}{end}").exists() for end in BESIDE):
        raise NotKept("is_database", str(file))
    try:
        with reserved(file) as part:
            clear(file.parent)
            fill(part)
            contents = inspected(part, original)
            part.replace(file)
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        raise NotKept("not_writable", str(file)) from error
    return contents


def _must_be_writable(folder: Path) -> None:
    near = paths.nearest(folder)
    if near != folder and (not near.is_dir() or os.access(near, os.X_OK)):
        raise NotKept("no_folder", str(folder))
    if not os.access(near, os.W_OK | os.X_OK) and paths.of_others(near):
        raise Unusable("forbidden", str(near), paths.owner(near))


def inspected(part: Path, original: str) -> Contents:
    """Return what a copy holds, once all its pages are known to be whole. Raises `Unusable`."""
    try:
        with closing(sqlite3.connect(part)) as connection:
            connection.execute("PRAGMA journal_mode=delete")
            (health,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            [version] = connection.execute("SELECT version_num FROM alembic_version").fetchone() or [""]
            contents = Contents(*connection.execute(_CONTENTS).fetchone())
    except sqlite3.Error as error:
        if (code := said_by_sqlite(error)) in ("damaged", "not_a_database"):
            raise Unusable(code, original) from error
        raise
    check_version(version, original)
    if health != "ok" or not contents.tables:
        raise Unusable("damaged" if health != "ok" else "empty", original)
    return contents


_PART = ".part"


@contextmanager
def reserved(file: Path) -> Iterator[Path]:
    """Give the name under which a file is made, and leave nothing of that. Raises `sqlite3.Error` if somebody has it.

    A lock that ends with the process tells what is still being made from what was killed.
    """
    part, lock = file.with_name(f".{file.name}{_PART}"), Path(f"{file}-lock")
    with closing(sqlite3.connect(lock, timeout=0, isolation_level=None)) as reservation:
        reservation.execute("PRAGMA journal_mode=memory")
        reservation.execute("BEGIN EXCLUSIVE")
        try:
            _remove(part)
            yield part
        finally:
            _remove(part)
            lock.unlink(missing_ok=True)


def clear(folder: Path) -> None:
    """Remove what killed backups left unfinished."""
    for part in folder.glob(f".*{_PART}"):
        with suppress(sqlite3.Error), reserved(folder / part.name[1 : -len(_PART)]):
            pass


def _remove(part: Path) -> None:
    for end in ("", *BESIDE):
        Path(f"{part}{end}").unlink(missing_ok=True)


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
    looks: list[Callable[[], object]] = [partial(_opened, row, library), partial(_begun, row)]
    looks += [partial(rows.entry, line) for line in lines]
    looks += [partial(rows.kept, standing) for standing in standings]
    looks += [partial(rows.summary, stored) for stored in summed if stored.data]
    looks += [partial(_sits, row, stored) for stored in itertools.chain(*people)]
    seqs = {line.seq for line in lines}
    faults = [BadTable("gap", seq=n) for n in range(1, max(seqs, default=1) + 1) if n not in seqs]
    faults += [BadTable("elsewhere", seq=standing.seq) for standing in standings if standing.seq not in seqs]
    faults += itertools.chain(*map(_tried, looks))
    yield from faults
    if replay and not faults:
        kept = {standing.seq: rows.kept(standing) for standing in standings}
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


def _opened(row: Row[Any], library: Library | None) -> Table:
    with rows.reading("bad_setup"):
        return Table(rows.opened(row).setup, library)


def _begun(row: Row[Any]) -> None:
    with rows.reading("bad_setup"):
        rows.moment(row.created)
        if row.deleted:
            rows.moment(row.deleted)


def _replayed(row: Row[Any], lines: Iterable[Row[Any]], kept: Mapping[int, Kept], library: Library | None) -> None:
    with rows.naming(row):
        table = _opened(row, library)
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
