"""Opening the database: an embedded SQLite file, or PostgreSQL by its URL.

On SQLite, one connection does everything in sequence and no other process may open the file: the write-ahead log of
many SQLite versions can break with several connections. On PostgreSQL, each thread has its own connection.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from time import sleep
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import StaticPool

from companion import paths

FILE = "companion.db"
BESIDE = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps beside a database."""

HEAD = "0004"
"""The newest migration."""

PRAGMAS = {"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"}
"""Every acknowledged entry is on the disk: synchronous = 2 is FULL."""


_PATIENCE = 3
"""Seconds to wait for a connection to PostgreSQL."""

_A_TURN = 0.001
"""Seconds for which a backup releases the connection, enough for a waiting thread to take it."""

_SAID = {
    "locked": "in_use", "not a database": "not_a_database", "readonly": "read_only", "disk is full": "read_only",
}  # fmt: skip
"""Parts of SQLite's messages, and our codes for them."""


class Unusable(Exception):
    """The database cannot be opened; `code` says why, `where` is its address."""

    CODES = ("in_use", "not_a_database", "damaged", "newer", "read_only", "unreachable")

    def __init__(self, code: str, where: str) -> None:
        super().__init__(f"{where}: {code}")
        self.code, self.where = code, where


class Away(Exception):
    """The database server does not answer. The request can be repeated: a tap carries a key and is carried out once."""


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

    def __init__(self, where: str | Path) -> None:
        self.url = where if isinstance(where, str) and "://" in where else f"sqlite:///{where}"
        self.embedded = self.url.startswith("sqlite")
        self.lock = Lock()
        self.engine = _sqlite(self.url) if self.embedded else _postgresql(self.url)
        self._only: Connection | None = None
        """The only connection to an SQLite file, once it is open."""

    @property
    def shown(self) -> str:
        """The address without its password."""
        return _shown(self.url)

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        if not self.embedded:
            with _answering(), self.engine.begin() as connection:
                yield connection
            return
        with self.lock:
            if self._only is None:
                self._close_to_others()
                self._only = self.engine.connect()
            with self._only.begin():
                yield self._only

    @contextmanager
    def look(self) -> Iterator[Connection]:
        """Give a connection for a single read. On PostgreSQL, it needs no transaction."""
        if self.embedded:
            with self.begin() as connection:
                yield connection
            return
        with _answering(), self.engine.connect() as connection:
            yield connection.execution_options(isolation_level="AUTOCOMMIT")

    def _close_to_others(self) -> None:
        """Make the database file, and the files that SQLite keeps beside it, private."""
        file = self.engine.url.database or ""
        if file and file != ":memory:":
            paths.private_file(Path(file))
            for beside in BESIDE:
                paths.close_to_others(Path(f"{file}{beside}"))

    def copy_pages(self, target: sqlite3.Connection, pages: int) -> None:
        """Copy the SQLite file, `pages` at a time, and let other threads work in between.

        The only connection does the reading, so later writes are copied too and the copy need not start over.
        """

        def let_others(*_: int) -> None:
            self.lock.release()
            sleep(_A_TURN)
            self.lock.acquire()

        with self.begin() as connection:
            mine = connection.connection.dbapi_connection
        assert isinstance(mine, sqlite3.Connection)
        with self.lock:
            mine.backup(target, pages=pages, progress=let_others)

    def ready(self) -> "Database":
        """Return the database after checking and migrating it. Raises `Unusable`."""
        try:
            self._check()
        except Away as error:
            raise Unusable("unreachable", _shown(self.url)) from error
        except OperationalError as error:
            raise Unusable(self._code(error), _shown(self.url)) from error
        except Exception as error:
            for words, code in (("not a database", "not_a_database"), ("malformed", "damaged")):
                if words in str(error):
                    raise Unusable(code, _shown(self.url)) from error
            raise
        return self

    def _check(self) -> None:
        with self.begin() as connection:
            if self.embedded and connection.execute(text("PRAGMA quick_check(1)")).scalar() != "ok":
                raise Unusable("damaged", _shown(self.url))
            version = current(connection)
        if version != HEAD:
            from companion.table.migrations import upgrade

            if version and version > HEAD:
                raise Unusable("newer", _shown(self.url))
            upgrade(self)

    def _code(self, error: OperationalError) -> str:
        """Return the code for a database that does not open."""
        message = str(error)
        if not self.embedded:
            return "unreachable"
        for words, code in _SAID.items():
            if words in message:
                return code
        place = Path(self.engine.url.database or "")
        writable = os.access(place if place.exists() else place.parent, os.W_OK)
        return "unreachable" if writable or not place.parent.exists() else "read_only"

    def close(self) -> None:
        """Close the file, or all connections to the server."""
        with self.lock:
            if self._only is not None:
                self._only.close()
                self._only = None
            self.engine.dispose()


def current(connection: Connection) -> str:
    """Return the migration that the schema is at, or an empty string for an empty database."""
    if not inspect(connection).has_table("alembic_version"):
        return ""
    return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar() or "")


def _sqlite(url: str) -> Engine:
    arguments = {"check_same_thread": False, "timeout": 1, "isolation_level": None}
    engine = create_engine(url, poolclass=StaticPool, connect_args=arguments)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        # Damaged text must not fail here; it is reported when its row is read.
        connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
        cursor = connection.cursor()
        cursor.execute("PRAGMA locking_mode=exclusive")
        for name, value in PRAGMAS.items():
            cursor.execute(f"PRAGMA {name}={value}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _postgresql(url: str) -> Engine:
    return create_engine(
        url,
        pool_size=10,
        max_overflow=20,
        pool_pre_ping=True,
        pool_timeout=_PATIENCE,
        connect_args={"connect_timeout": _PATIENCE},
    )


def _shown(url: str) -> str:
    from sqlalchemy import make_url

    return make_url(url).render_as_string(hide_password=True).removeprefix("sqlite:///")
