"""Both databases, for real: an SQLite file, and a PostgreSQL server of the tests' own on loopback."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.database import Database
from companion.table.store import Store
from companion.table.tables import Tables
from tests.postgresql import Server


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
