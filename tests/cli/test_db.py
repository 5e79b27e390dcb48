"""`companion db` on files that are no backup, and beside a server."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.table.database import FILE, Database
from companion.table.store import Store
from companion.table.tables import Tables
from tests.table.people import play_on, setup


def run(*words: str) -> Result:
    return CliRunner().invoke(main, [*words], catch_exceptions=False)


@pytest.fixture
def kept(own_data_folder: Path) -> Path:
    """A data folder with two tables in it, as a server leaves it."""
    database = Database(own_data_folder / FILE).ready()
    tables = Tables(Store(database))
    for game in ("caylus", "magna_carta"):
        play_on(tables, tables.create(setup(game), "host", seed=1).id, 25, seed=1)
    database.close()
    return own_data_folder


@pytest.mark.parametrize("content", ["a letter", "another program's", "ours, damaged", "nothing"])
def test_what_is_no_backup_leaves_nothing_where_it_would_go(kept: Path, tmp_path: Path, content: str) -> None:
    file, target = tmp_path / "backup.db", tmp_path / "here" / "new.db"
    target.parent.mkdir()
    if content == "another program's":
        with closing(sqlite3.connect(file)) as other:
            other.execute("CREATE TABLE songs (title TEXT)")
    elif content == "ours, damaged":
        assert run("db", "backup", str(file)).exit_code == 0
        file.write_bytes(file.read_bytes()[:20_000])
    else:
        file.write_text("root:x:0:0:root:/root:/bin/bash\n" if content == "a letter" else "")
    before = file.read_bytes()
    result = run("db", "restore", str(file), "--database", str(target), "--lang", "en")
    assert (result.exit_code, result.output.count("\n")) == (2, 1)
    assert result.output.startswith(str(file))
    assert list(target.parent.iterdir()) == []
    if content != "ours, damaged":
        assert file.read_bytes() == before


def test_while_a_server_uses_it(kept: Path) -> None:
    database = Database(kept / FILE).ready()
    result = run("db", "check", "--lang", "en")
    assert result.exit_code == 2
    assert "Another server is using" in result.output
    database.close()
