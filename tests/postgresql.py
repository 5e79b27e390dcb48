"""A PostgreSQL server of the tests' own on loopback, one for all tests of a process."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from tempfile import mkdtemp

import psycopg
import pytest

from companion.table.database import Database
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
        return self._create(f"t{time.time_ns()}", self._template)

    @cached_property
    def _template(self) -> str:
        """A database with our tables, of which all others are copies."""
        Database(self._create("ours", "template1")).ready().close()
        return "ours"

    def _create(self, name: str, template: str) -> str:
        with psycopg.connect(self.url("postgres").replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
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
