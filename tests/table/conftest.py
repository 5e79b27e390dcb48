"""Both databases, for real: an SQLite file, and a PostgreSQL server of the tests' own on loopback."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import psycopg
import pytest

from companion.table.database import Database
from companion.table.store import Store
from companion.table.tables import Tables
from tests.patience import PATIENCE
from tests.tools import needed


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


class Server:
    """A PostgreSQL server in a folder of its own."""

    def __init__(self) -> None:
        self.programs = needed("initdb").parent
        self.folder = Path(mkdtemp(prefix="companion-postgresql-"))
        self.user = "postgres" if os.getuid() == 0 else None
        if self.user:
            shutil.chown(self.folder, self.user)
        self.port = free_port()
        self._run("initdb", "-D", "data", "-U", "companion", "--auth=trust", "-E", "UTF8", "--no-sync")
        self.process = self.start()

    def start(self) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(
            [self.programs / "postgres", "-D", "data", "-p", str(self.port), "-k", str(self.folder), "-h", "127.0.0.1"],
            cwd=self.folder, user=self.user, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        limit = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.url("postgres").replace("+psycopg", "")).close()
            except psycopg.OperationalError:
                assert time.monotonic() < limit, "PostgreSQL does not answer"
                time.sleep(0.05)
            else:
                return process

    def url(self, database: str) -> str:
        return f"postgresql+psycopg://companion@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        name = f"t{time.time_ns()}"
        with psycopg.connect(self.url("postgres").replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGQUIT)  # at once: nobody needs these databases again
        self.process.wait(PATIENCE)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        subprocess.run(command, cwd=self.folder, user=self.user, check=True, stdout=subprocess.DEVNULL)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """Where an empty database is, of each kind."""
    if request.param == "sqlite":
        return tmp_path / "companion.db"
    server: Server = request.getfixturevalue("postgresql")
    return server.new_database()


@pytest.fixture
def database(address: str | Path) -> Iterator[Database]:
    opened = Database(address).ready()
    yield opened
    opened.close()


@pytest.fixture
def store(database: Database) -> Store:
    return Store(database)


@pytest.fixture
def tables(store: Store) -> Tables:
    return Tables(store)
