"""`companion db`, `validate` and `doctor` as somebody runs them on what `serve` keeps."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.table.database import FILE, Database
from companion.table.schema import log
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


def test_check_and_validate_find_nothing_wrong(kept: Path) -> None:
    assert run("db", "check", "--lang", "en").output == "Tables: 2. Faults: 0.\n"
    assert run("validate", "--lang", "nl").output == "Tafels nagespeeld: 2. Anders met de huidige spelregels: 0.\n"


def test_a_gap_is_named_and_the_exit_code_says_so(kept: Path) -> None:
    database = Database(kept / FILE).ready()
    id = Store(database).ids()[0]
    opened = Store(database).find(id=id)
    assert opened
    with database.begin() as connection:
        connection.execute(log.delete().where(log.c.table_id == id, log.c.seq == 9))
    database.close()
    result = run("db", "check", "--lang", "de")
    assert result.exit_code == 1
    assert f"Tisch {opened.code}: Eintrag 9 fehlt." in result.output


def test_backup_and_restore(kept: Path, tmp_path: Path) -> None:
    assert run("db", "backup", str(tmp_path / "evening.db")).exit_code == 0
    result = run("db", "restore", str(tmp_path / "evening.db"), "--database", str(tmp_path / "new.db"), "--lang", "en")
    assert result.exit_code == 0
    assert "Tables: 2" in result.output
    replayed = run("validate", "--database", str(tmp_path / "new.db"), "--lang", "en")
    assert replayed.output.startswith("Tables replayed: 2.")


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


def test_copying_where_something_is_already(kept: Path, tmp_path: Path) -> None:
    target = str(tmp_path / "other.db")
    assert run("db", "copy", str(kept / FILE), target).exit_code == 0
    result = run("db", "copy", str(kept / FILE), target, "--lang", "en")
    assert (result.exit_code, result.output) == (2, f"{target} already contains tables. Choose an empty one.\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("db", "restore", "/nowhere/b.db", "--lang", "nl"), "/nowhere/b.db is er niet.\n"),
        (("db", "copy", "/nowhere/a.db", "/tmp/b.db", "--lang", "de"), "/nowhere/a.db gibt es nicht.\n"),
        (("db", "check", "--database", "/nowhere/a.db", "--lang", "en"), "/nowhere/a.db cannot be opened.\n"),
    ],
)
def test_what_cannot_be_done_is_one_line(words: tuple[str, ...], said: str) -> None:
    result = run(*words)
    assert (result.exit_code, result.output) == (2, said)


def test_while_a_server_uses_it(kept: Path) -> None:
    database = Database(kept / FILE).ready()
    result = run("db", "check", "--lang", "en")
    assert result.exit_code == 2
    assert "Another server is using" in result.output
    database.close()


@pytest.mark.slow
def test_the_doctor_finds_a_healthy_house(kept: Path) -> None:
    result = run("doctor", "--lang", "en")
    assert result.exit_code == 0
    assert [line[0] for line in result.output.splitlines()] == ["✓"] * 6


@pytest.mark.slow
def test_the_doctor_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("a letter to the king" * 100)
    result = run("doctor", "--data", str(tmp_path), "--lang", "nl")
    assert result.exit_code == 1
    assert "✗ Database" in result.output
    assert "is geen database met tafels" in result.output
