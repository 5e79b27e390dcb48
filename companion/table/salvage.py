"""Recovering intact data from a damaged SQLite file into a new one.

The file itself is not changed: a copy is read row by row, and rows on unreadable pages are skipped. Each recovered
table is then cut after its last intact entry.
"""

import itertools
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy
from sqlalchemy import delete, insert, select, update

from companion.rules import Library
from companion.table.database import Database
from companion.table.errors import BadTable
from companion.table.maintenance import NotKept, copy_file, written
from companion.table.rescue import Rescued, rescue
from companion.table.schema import log, metadata, requests, seats, snapshots, tables
from companion.table.store import Store
from companion.table.tokens import new_code

_STEPS = 100_000
"""Row numbers to try one by one after an unreadable place; an inner page covers several thousand rows."""

_FAR = 61
"""After those, the distance is doubled each time, up to this power of two."""


@dataclass(frozen=True)
class Loss:
    """What was lost of a table: its end (`cut`), all of it (`lost`) or its `host`. Fills the message `salvage.CODE`."""

    CODES = ("cut", "lost", "host")

    code: str
    table: str
    seq: int = 0
    fault: BadTable | None = None


@dataclass
class Salvaged:
    """The result of salvaging a file."""

    tables: int = 0
    places: dict[str, int] = field(default_factory=dict)
    """The number of unreadable places, by database table."""
    ends: dict[str, int] = field(default_factory=dict)
    """The number of each table's last entry, as far as it is known."""
    losses: list[Loss] = field(default_factory=list)


def salvage(damaged: Path, new: Path, library: Library | None = None) -> Salvaged:
    """Copy all intact data to a new file, which appears only when complete. Raises `NotKept`."""
    if new.exists():
        raise NotKept("not_empty", str(new))
    outcome = Salvaged()

    def fill(part: Path) -> None:
        Database(part).ready().close()
        with TemporaryDirectory() as folder:
            copy = Path(folder) / "copy.db"
            copy_file(damaged, copy)
            _pour(copy, part, outcome)
        _mend_all(part, library, outcome)
        if not outcome.tables:
            raise NotKept("nothing_whole", str(damaged))

    written(new, str(damaged), fill)
    return outcome


# rows


def _pour(copy: Path, part: Path, outcome: Salvaged) -> None:
    """Copy every readable row."""
    with closing(_opened(copy, part)) as source, closing(sqlite3.connect(part)) as target:
        for table in metadata.sorted_tables:
            columns = [column.name for column in table.columns if column.name in _columns(source, table.name)]
            names, room = ", ".join(f'"{name}"' for name in columns), ", ".join("?" * len(columns))
            for row in _rows(source, table.name, names):
                try:
                    values = None if row is None else [_text(value) for value in row]
                    target.execute(f"INSERT OR IGNORE INTO {table.name} ({names}) VALUES ({room})", values or ())
                except (sqlite3.Error, UnicodeDecodeError):
                    outcome.places[table.name] = outcome.places.get(table.name, 0) + 1
        target.commit()
        with suppress(sqlite3.Error, UnicodeDecodeError):
            # Entry numbers are also in an index, on pages of its own.
            outcome.ends = {str(id, "utf-8"): last for id, last in source.execute(_ENDS)}


_ENDS = "SELECT table_id, max(seq) FROM log INDEXED BY sqlite_autoindex_log_1 GROUP BY table_id"


def _columns(source: sqlite3.Connection, table: str) -> set[str]:
    """Return the columns of a table; older files have fewer."""
    return {str(name, "utf-8") for (name,) in source.execute("SELECT name FROM pragma_table_info(?)", (table,))}


def _text(value: bytes | int | None) -> str | int | None:
    return value.decode() if isinstance(value, bytes) else value


def _opened(copy: Path, part: Path) -> sqlite3.Connection:
    """Open the copy for reading.

    Its first page is the same in every new file, so if it is damaged, the new file's is used instead.
    """
    source = _connected(copy)
    if _begins(source):
        return source
    source.close()
    with part.open("rb") as file:
        head = bytearray(file.read(100))
        size = int.from_bytes(head[16:18], "big")
        head += file.read(size - 100)
    head[28:32] = (copy.stat().st_size // size).to_bytes(4, "big")
    with copy.open("r+b") as file:
        file.write(head)
    return _connected(copy)


def _begins(source: sqlite3.Connection) -> bool:
    """Return whether the file's schema can be read and has our oldest tables."""
    try:
        names = {str(name, "utf-8") for (name,) in source.execute("SELECT name FROM sqlite_master")}
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return False
    return names >= {"tables", "log"}


def _connected(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file)
    connection.text_factory = bytes
    # Lets a file that is shorter than its header says be read as far as it goes.
    connection.execute("PRAGMA writable_schema=on")
    return connection


def _rows(source: sqlite3.Connection, table: str, names: str) -> Iterator[tuple[Any, ...] | None]:
    """Yield the rows of a table in order of their numbers, and None for each unreadable place."""
    after: int | None = 0
    while after is not None:
        query = f"SELECT rowid, {names} FROM {table} NOT INDEXED WHERE rowid > ? ORDER BY rowid"
        try:
            for number, *row in source.execute(query, (after,)):
                after = max(after, number)
                yield tuple(row)
        except sqlite3.DatabaseError:
            yield None
            after = _behind(source, query, after)
        else:
            return


def _behind(source: sqlite3.Connection, query: str, after: int) -> int | None:
    """Return the next number after which rows can be read, or None."""
    for number in itertools.chain(range(after + 1, after + _STEPS), (after + (1 << n) for n in range(17, _FAR))):
        try:
            row = source.execute(f"{query} LIMIT 1", (number,)).fetchone()
        except sqlite3.DatabaseError:
            continue
        return number if row else None
    return None


# tables


def _mend_all(part: Path, library: Library | None, outcome: Salvaged) -> None:
    database = Database(part)
    try:
        store = Store(database)
        with database.begin() as connection:
            connection.execute(delete(snapshots))
            ids = dict.fromkeys(connection.execute(select(tables.c.id).order_by(tables.c.created)).scalars())
            ids |= dict.fromkeys(connection.execute(select(log.c.table_id).distinct()).scalars())
        for id in ids:
            _mend(store, id, library, outcome)
        with database.begin() as connection:
            for people in (seats, requests):
                connection.execute(delete(people).where(people.c.table_id.not_in(select(tables.c.id))))
    finally:
        database.close()


def _mend(store: Store, id: str, library: Library | None, outcome: Salvaged) -> None:
    """Cut a table down to what is intact."""
    row = store.row(id=id, deleted=True)
    code = row.code if row is not None else id
    try:
        whole = rescue(row.setup if row is not None else "", store.lines(id), library)
    except BadTable as error:
        store.delete(id)
        outcome.losses.append(Loss("lost", code, fault=error))
        return
    outcome.tables += 1
    if row is None:
        code = new_code()
        outcome.losses.append(Loss("host", code))
    with store.database.begin() as connection:
        _keep(connection, id, code, whole, new=row is None)
    fault = whole.fault if whole.fault and whole.fault.code != "no_box" else None
    if outcome.ends.get(id, 0) > len(whole.entries):
        fault = fault or BadTable("gap", seq=len(whole.entries) + 1)
    if fault:
        outcome.losses.append(Loss("cut", code, len(whole.entries), fault))


def _keep(connection: sqlalchemy.Connection, id: str, code: str, whole: Rescued, *, new: bool) -> None:
    setup = whole.setup.model_dump_json()
    if new:
        row = {"id": id, "code": code, "setup": setup, "created": whole.entries[0].at, "host": ""}
        connection.execute(insert(tables), row)
    connection.execute(update(tables).where(tables.c.id == id).values(setup=setup))
    connection.execute(delete(log).where(log.c.table_id == id, log.c.seq > len(whole.entries)))
    for people in (seats, requests):
        gone = people.c.colour.not_in((*whole.setup.colours, "host"))
        connection.execute(delete(people).where(people.c.table_id == id, gone))
