"""Opening the database: an embedded SQLite file, or PostgreSQL by its URL.

On SQLite, one connection does everything in sequence and no other process may open the file: the write-ahead log of
many SQLite versions can break with several connections, and its index in shared memory ends the process if the file
becomes read-only. `maintenance` reads a copy. On PostgreSQL, each thread has its own connection.
"""

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from stat import S_ISREG
from threading import Event, Lock, Thread
from time import sleep
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, InterfaceError, NoSuchModuleError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import StaticPool

from companion import paths
from companion.table.marks import BESIDE, Marks
from companion.table.schema import metadata

FILE = "companion.db"

VERSIONS = ("0001", "0002", "0003", "0004")
HEAD = VERSIONS[-1]
"""The migrations, and the newest."""

PRAGMAS = {"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"}
"""Every acknowledged entry is on the disk: synchronous = 2 is FULL."""

_PATIENCE = 3
"""Seconds to wait for a connection to PostgreSQL."""

_PAGES, _A_TURN = 500, 0.001
"""The number of pages copied at a time, and the seconds in between, enough for a waiting thread to take its turn."""

_SAID = {
    "locked": "in_use", "not a database": "not_a_database", "no such table": "not_a_database", "malformed": "damaged",
    "readonly": "read_only", "disk is full": "read_only",
}  # fmt: skip
"""Parts of SQLite's messages, and our codes for them."""

_SAID_BY_SERVER = {
    "password": "password", "does not exist": "unknown", "refused": "refused", "timeout": "refused",
    "resolve": "refused", "not known": "refused",
}  # fmt: skip
"""Parts of PostgreSQL's messages, and our codes for them."""

_NO_RIGHT = "42501"
"""PostgreSQL's error code if the user may not do that."""


class Unusable(Exception):
    """The database cannot be opened; `code` says why, `where` is its address, `why` what its driver said."""

    CODES = (
        "in_use", "not_a_database", "damaged", "newer", "older", "read_only", "unreachable", "missing", "empty",
        "password", "password_file", "unknown", "refused", "scheme", "driver", "forbidden",
        "no_right",
    )  # fmt: skip

    def __init__(self, code: str, where: str, why: str = "") -> None:
        super().__init__(f"{where}: {code}")
        self.code, self.where, self.why = code, where, why


class Away(Exception):
    """The database does not answer, or is lost for the moment (`lost`, see `Database.lost`).

    The request can be repeated: a tap carries a key and is carried out once.
    """

    def __init__(self, lost: str = "") -> None:
        super().__init__(lost)
        self.lost = lost


_GONE = ("08", "57P", "53300")
"""Prefixes of PostgreSQL error codes for: no connection, shutting down or starting, too many connections."""


@contextmanager
def _answering() -> Iterator[None]:
    """Raise `Away` if the database server does not answer."""
    try:
        yield
    except (OperationalError, InterfaceError) as error:
        code = getattr(error.orig, "sqlstate", None)
        if code is None or code.startswith(_GONE):
            raise Away from error
        raise
    except PoolTimeout as error:
        raise Away from error


class Database:
    """An open database. `begin` gives a transaction, which is durable once it ends without an error."""

    GONE = ("moved", "beside", "written")
    LOST = (*GONE, "read_only")
    """What can happen to an open file: it is another one or gone, one of those beside it is, somebody else has written
    to one of them, it cannot be written."""

    def __init__(self, where: str | Path, named: str = "") -> None:
        self.url = str(where) if is_url(where) else f"sqlite:///{where}"
        self.embedded = self.url.startswith("sqlite")
        self.lock = Lock()
        try:
            self.engine = _sqlite(self.url) if self.embedded else _postgresql(self.url)
        except (ArgumentError, NoSuchModuleError, ValueError) as error:
            raise Unusable("scheme", re.sub("//.*@", "//", str(where))) from error
        except ModuleNotFoundError as error:
            raise Unusable("driver" if error.name == "psycopg" else "scheme", _shown(self.url)) from error
        name = self.engine.url.database or ":memory:"
        self.file = Path(name).resolve() if self.embedded and name != ":memory:" else None
        """The SQLite file itself, wherever links led: SQLite keeps the others beside it."""
        self._named = Path(name)
        self.shown = named or _shown(self.url)
        """The address without its password; that of the original for a copy."""
        self._only: Connection | None = None
        """The only connection that writes to an SQLite file, once it is open."""
        self._marks = Marks()
        """How we left the files that are open."""

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        if not self.embedded:
            with _answering(), self.engine.begin() as connection:
                yield connection
            return
        with self.lock:
            if self._only is None:
                self._only = self._connected()
            elif (lost := self._marks.lost()) in self.GONE:
                raise Away(lost)
            mine = self._only.connection.dbapi_connection
            assert isinstance(mine, sqlite3.Connection)
            before = mine.total_changes
            try:
                with self._only.begin():
                    yield self._only
            finally:
                if mine.total_changes != before:
                    self._marks.renew()

    @contextmanager
    def look(self) -> Iterator[Connection]:
        """Give a connection for a single read. On PostgreSQL, it needs no transaction."""
        if self.embedded:
            with self.begin() as connection:
                yield connection
            return
        with _answering(), self.engine.connect() as connection:
            yield connection.execution_options(isolation_level="AUTOCOMMIT")

    def _connected(self) -> Connection:
        """Open the file. Once it is known to be ours, it is made private with those that SQLite keeps beside it."""
        if self.file:
            self._allow(self.file)
        connection = self.engine.connect()
        for end in ("", *BESIDE) if self.file else ():
            paths.close_to_others(Path(f"{self.file}{end}"))
        connection.detach()  # nothing runs when a database that nobody closed is thrown away
        return connection

    def _allow(self, file: Path) -> None:
        """Make a new file. Raises `Unusable` for what is no file, and for an empty one of somebody else."""
        with suppress(OSError):  # why is said when it is opened
            status = file.stat()
            if not S_ISREG(status.st_mode):
                raise Unusable("not_a_database", self.shown)
            if not status.st_size and os.name == "posix" and status.st_uid != os.geteuid():
                raise Unusable("forbidden", self.shown, paths.owner(file))
            return
        paths.private_file(file)

    def lost(self) -> str:
        """Return what has happened to the open file, one of `LOST`, or nothing."""
        with self.lock:
            return self._marks.lost()

    def learn(self) -> None:
        """Forgive a new time of files that are as they were, which is known of those that rest."""
        with self.lock:
            self._marks.forgive()
        self._marks.learn()

    def pour(self, file: Path) -> None:
        """Copy everything that the open file holds, wherever that is now, and let other threads work in between.

        The only connection does the reading, so later writes are copied too and the copy need not start over.
        """

        def let_others(status: int, *_: int) -> None:
            if status == sqlite3.SQLITE_BUSY:
                raise sqlite3.OperationalError("somebody else has written to the file")  # it would try for ever
            self.lock.release()
            sleep(_A_TURN)
            self.lock.acquire()

        with self.lock, closing(sqlite3.connect(paths.private_file(file))) as target:
            mine = self._only and self._only.connection.dbapi_connection
            assert isinstance(mine, sqlite3.Connection)
            mine.backup(target, pages=_PAGES, progress=let_others)

    def ready(self, *, migrate: bool = True) -> "Database":
        """Return the database after checking and migrating it. Raises `Unusable`."""
        try:
            self._check(migrate=migrate)
        except Unusable:
            self.close()
            raise
        except Exception as error:
            self.close()
            code = self._code(error)
            if not code:
                raise
            if code == "forbidden" and self.file:
                raise Unusable(code, str(paths.nearest(self.file)), paths.owner(self.file)) from error
            raise Unusable(code, self.shown, _first_line(error)) from error
        if self.file:
            self._marks = Marks(self._named, self.file, Path(f"{self.file}-wal"))
        return self

    def _check(self, *, migrate: bool) -> None:
        with self.begin() as connection:
            if self.embedded and connection.execute(text("PRAGMA quick_check(1)")).scalar() != "ok":
                raise Unusable("damaged", self.shown)
            version = current(connection)
            if version or metadata.tables.keys() & set(inspect(connection).get_table_names()):
                check_version(version, self.shown)
        if version != HEAD:
            from companion.table.migrations import upgrade

            if not migrate:
                raise Unusable("older" if version else "empty", self.shown)
            upgrade(self)

    def _code(self, error: Exception) -> str:
        """Return the code for a database that does not open, or nothing for a fault of ours."""
        if not self.embedded:
            return _code_of_server(error)
        code = said_by_sqlite(error)
        if code or not isinstance(error, OperationalError | sqlite3.OperationalError):
            return code
        place = self.file or Path()
        if paths.of_others(place):
            return "forbidden"
        writable = os.access(place if place.exists() else place.parent, os.W_OK)
        return "unreachable" if writable or not place.parent.exists() else "read_only"

    def close(self) -> None:
        """Close the file, or all connections to the server. What somebody else has written stays as it is.

        SQLite would write its log into it. So the connection is kept until the process ends, which closes it as it is.
        """
        with self.lock:
            if self._only is not None and self._marks.lost() == "written":
                kept = (self._only.connection.dbapi_connection, self._marks)
                Thread(target=_keep, args=(kept,), daemon=True).start()
            elif self._only is not None:
                self._only.close()
                self._marks.close()
            self._only = None
            self.engine.dispose()
            self._marks = Marks()


def _keep(_: object) -> None:
    """Keep something for as long as the process runs: what a thread has is not cleared before."""
    Event().wait()


def is_url(where: str | Path) -> bool:
    return "://" in str(where)


def said_by_sqlite(error: Exception) -> str:
    """Return the code for what SQLite says of a file, or nothing."""
    return next((code for words, code in _SAID.items() if words in str(error)), "")


def _code_of_server(error: Exception) -> str:
    """Return the code for why PostgreSQL does not let us in."""
    if getattr(getattr(error, "orig", None), "sqlstate", "") == _NO_RIGHT:
        return "no_right"
    cause = error.__cause__ if isinstance(error, Away) else error
    if not isinstance(cause, OperationalError | InterfaceError | PoolTimeout):
        return ""
    message = str(cause)
    code = next((code for words, code in _SAID_BY_SERVER.items() if words in message), "unreachable")
    secrets = Path(os.environ.get("PGPASSFILE", Path.home() / ".pgpass"))
    ignored = secrets.exists() and (paths.open_to_others(secrets) or not os.access(secrets, os.R_OK))
    return "password_file" if ignored and "no password" in message else code


def _first_line(error: Exception) -> str:
    """Return what the driver said, in one line."""
    cause = error.__cause__ if isinstance(error, Away) else error
    return str(getattr(cause, "orig", None) or cause).strip().partition("\n")[0]


def current(connection: Connection) -> str:
    """Return the migration that the schema is at, or an empty string for an empty database."""
    if not inspect(connection).has_table("alembic_version"):
        return ""
    return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar() or "")


def check_version(version: str, where: str) -> None:
    """Raise `Unusable` for a migration that is none of ours."""
    if version not in VERSIONS:
        raise Unusable("newer" if version.isdecimal() else "not_a_database", where)


def _sqlite(url: str) -> Engine:
    arguments = {"check_same_thread": False, "timeout": 1, "isolation_level": None}
    engine = create_engine(url, poolclass=StaticPool, connect_args=arguments)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        # Damaged text must not fail here; it is reported when its row is read.
        connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
        cursor = connection.cursor()
        cursor.execute("PRAGMA locking_mode=exclusive")
        names = {name for (name,) in cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if names and "alembic_version" not in names:  # another program's: nothing is changed there
            connection.close()
            raise sqlite3.DatabaseError("not a database of tables")
        for name, value in PRAGMAS.items():
            cursor.execute(f"PRAGMA {name}={value}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _postgresql(url: str) -> Engine:
    if "@" in (make_url(url).host or ""):
        raise ArgumentError("a password has a sign that parts an address")
    return create_engine(
        url,
        pool_size=10,
        max_overflow=20,
        pool_pre_ping=True,
        pool_timeout=_PATIENCE,
        connect_args={"connect_timeout": _PATIENCE},
    )


def _shown(url: str) -> str:
    return make_url(url).render_as_string(hide_password=True).removeprefix("sqlite:///")
