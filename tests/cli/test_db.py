"""`companion db` on files that are no backup, and beside a server."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.cli.db import served
from companion.table.database import FILE, Database
from companion.table.store import Store
from companion.table.tables import Tables
from tests.postgresql import Server
from tests.table.people import play_on, setup
from tests.tools import leave_out, needed

pytestmark = pytest.mark.slow


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
    assert str(file) in result.output
    assert list(target.parent.iterdir()) == []
    if content != "ours, damaged":
        assert file.read_bytes() == before


@pytest.mark.parametrize("kind", ["fifo", "folder", "link", "link to nothing yet"])
def test_a_backup_takes_the_place_of_files_only(kept: Path, tmp_path: Path, kind: str) -> None:
    target, there = tmp_path / "target", tmp_path / "there.db"
    if kind == "fifo":
        os.mkfifo(target)
    elif kind == "folder":
        target.mkdir()
    else:
        target.symlink_to(there)
    if kind == "link":
        assert run("db", "backup", str(there)).exit_code == 0
    before = target.lstat().st_ino
    result = run("db", "backup", str(target), "--lang", "en")
    assert target.lstat().st_ino == before
    if kind in ("fifo", "folder"):
        assert (result.exit_code, result.output.count("\n"), "is not a file" in result.output) == (2, 1, True)
    else:
        assert result.exit_code == 0, result.output
        assert run("db", "check", "--database", str(there)).exit_code == 0


@pytest.mark.parametrize(
    "words",
    [
        ("db", "copy", "{kept}", "{it}"),
        ("db", "restore", "{kept}", "--database", "{it}"),
        ("db", "upgrade", "--database", "{it}"),
        ("db", "check", "--database", "{it}"),
        ("table", "list", "--database", "{it}"),
        ("serve", "--host", "127.0.0.1", "--port", "0", "--database", "{it}"),
    ],
)
@pytest.mark.parametrize("kind", ["fifo", "another program's", "somebody's beginning"])
def test_what_is_none_of_our_databases_stays_as_it_is(kept: Path, tmp_path: Path, kind: str, words: list[str]) -> None:
    it = tmp_path / "it.db"
    if kind == "fifo":
        os.mkfifo(it)
    elif kind == "another program's":
        with closing(sqlite3.connect(it)) as other:
            other.execute("CREATE TABLE songs (title TEXT)")
    elif os.geteuid() == 0:
        it.touch()
        os.chown(it, 8327, 8327)
    else:
        pytest.skip("only the superuser has files of others")
    it.chmod(0o644)

    def seen() -> tuple[int, float, bytes]:
        return it.stat().st_mode, it.stat().st_mtime, b"" if kind == "fifo" else it.read_bytes()

    before = seen()
    result = run(*(word.format(kept=kept / FILE, it=it) for word in words), "--lang", "en")
    assert (result.exit_code, result.output.count("\n")) == (2, 1), result.output
    assert (seen(), list(tmp_path.iterdir())) == (before, [it])


def test_what_a_backup_replaces_stays_beside_it_to_its_last_entry(kept: Path, tmp_path: Path) -> None:
    """Also if the server was killed, and the newest entries are only in the log."""
    backup, here = tmp_path / "evening.db", tmp_path / "here"
    assert run("db", "backup", str(backup)).exit_code == 0
    with closing(Database(kept / FILE).ready()) as database:
        tables = Tables(Store(database))
        play_on(tables, tables.store.ids()[0], 5, seed=2)
        shutil.copytree(kept, here)
    result = run("db", "restore", str(backup), "--data", str(here), "--lang", "en")
    assert result.exit_code == 0, result.output
    assert "Tables: 2, entries: 54" in result.output
    [old] = set(here.iterdir()) - {here / FILE}
    assert str(old) in result.output
    assert "Tables: 2, entries: 59" in run("db", "backup", str(backup), "--database", str(old), "--lang", "en").output


def test_a_backup_takes_the_place_of_a_damaged_file(kept: Path, tmp_path: Path) -> None:
    assert run("db", "backup", str(tmp_path / "evening.db")).exit_code == 0
    (kept / FILE).write_bytes(b"noise" * 9_000)
    assert run("db", "restore", str(tmp_path / "evening.db")).exit_code == 0
    assert run("db", "check").exit_code == 0
    assert any(file.read_bytes() == b"noise" * 9_000 for file in kept.iterdir())


def test_a_mistyped_database_is_not_made_to_be_migrated(tmp_path: Path) -> None:
    for words in (["--database", str(tmp_path / "typo.db")], ["--data", str(tmp_path / "typo")]):
        assert "no database" in run("db", "upgrade", *words, "--lang", "en").output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("version", ["", "9e1b", "9999"])
def test_a_backup_is_of_our_tables(kept: Path, tmp_path: Path, version: str) -> None:
    with closing(sqlite3.connect(kept / FILE)) as other:
        other.execute(
            "UPDATE alembic_version SET version_num = ?" if version else "DROP TABLE alembic_version",
            [version] * bool(version),
        )
        other.commit()
    result = run("db", "backup", str(tmp_path / "b.db"), "--lang", "en")
    assert (result.exit_code, result.output.count("\n")) == (2, 1)
    assert not (tmp_path / "b.db").exists()


def test_while_a_server_uses_it_what_reads_works_and_what_writes_says_so(kept: Path, tmp_path: Path) -> None:
    database = Database(kept / FILE).ready()
    tables = Tables(Store(database))
    play_on(tables, tables.store.ids()[0], 5, seed=2)  # not yet in the file itself
    for words in (("db", "check"), ("validate",), ("doctor",), ("db", "backup", str(tmp_path / "b.db"))):
        result = run(*words, "--lang", "en")
        assert result.exit_code == 0, result.output
    assert "Tables: 2, entries: 59" in result.output
    for words in (("db", "upgrade"), ("db", "restore", str(tmp_path / "b.db"))):
        result = run(*words, "--lang", "en")
        assert (result.exit_code, result.output.count("\n")) == (2, 1)
        assert "Another server is using" in result.output
    database.close()
    assert [file.name for file in kept.iterdir()] == [FILE]


def test_what_reads_makes_and_changes_nothing(kept: Path, tmp_path: Path) -> None:
    before = (kept / FILE).read_bytes()
    for reads in (("db", "check"), ("validate",), ("doctor",), ("db", "backup", str(tmp_path / "b.db"))):
        assert run(*reads).exit_code == 0
        assert [file.name for file in kept.iterdir()] == [FILE]
    tried: list[tuple[str, ...]] = [
        ("db", "check"),
        ("validate",),
        ("doctor",),
        ("db", "backup", str(tmp_path / "c.db")),
    ]
    for n, words in enumerate(tried):
        (kept / f"typo{n}").mkdir()
        run(*words, "--data", str(kept / f"typo{n}"))
        assert list((kept / f"typo{n}").iterdir()) == []
    assert (kept / FILE).read_bytes() == before
    assert not (tmp_path / "c.db").exists()


def test_an_older_database_is_checked_and_backed_up_as_it_is(tmp_path: Path) -> None:
    old = Path(__file__).parents[1] / "corpus" / "v2" / FILE
    shutil.copy(old, tmp_path)
    for words in (("db", "check"), ("db", "backup", str(tmp_path / "b.db"))):
        result = run(*words, "--data", str(tmp_path), "--lang", "en")
        assert result.exit_code == 0, result.output
    assert (tmp_path / FILE).read_bytes() == old.read_bytes()
    assert run("validate", "--database", str(tmp_path / "b.db")).exit_code == 0


def test_the_folder_of_the_server_that_runs_is_found_or_named(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not Path("/proc/self/fd").is_dir():
        leave_out("this system does not tell which files are open")
    monkeypatch.delenv("COMPANION_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    database = Database(kept / FILE).ready()
    result = run("db", "backup", str(tmp_path / "b.db"), "--lang", "en")
    database.close()
    assert str(kept) in result.output  # other servers may run on this machine
    assert ("is backed up in" if result.exit_code == 0 else "Several servers are running") in result.output
    assert (tmp_path / "b.db").exists() == (result.exit_code == 0)


def test_a_folder_that_only_a_container_sees_is_not_the_servers(tmp_path: Path) -> None:
    inside = f"mount -t tmpfs none {tmp_path} && exec 3> {tmp_path / FILE} && echo open && read end"
    words = [str(needed("unshare")), "--user", "--map-root-user", "--mount", "sh", "-c", inside]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdin
        assert process.stdout
        if process.stdout.readline() != b"open\n":
            pytest.skip("this system makes no rooms of its own for programs")
        assert tmp_path not in served()
        process.stdin.close()


def test_the_copy_is_checked_before_it_takes_the_place_of_another(kept: Path, tmp_path: Path) -> None:
    assert run("db", "backup", str(tmp_path / "b.db")).exit_code == 0
    before = (tmp_path / "b.db").read_bytes()
    content = (kept / FILE).read_bytes()
    for damaged in (b"", content[: len(content) // 2 // 4096 * 4096], content[:-4096] + b"\xa5" * 4096):
        (kept / FILE).write_bytes(damaged)
        assert run("db", "backup", str(tmp_path / "b.db")).exit_code == 2
        assert (tmp_path / "b.db").read_bytes() == before
        assert [file.name for file in tmp_path.iterdir()] == ["b.db"]


def test_what_a_killed_backup_left_is_cleared(kept: Path, tmp_path: Path) -> None:
    left = (".a.db.part", ".a.db.part-journal", "a.db-lock", ".b.db.part")
    for name in left:
        (tmp_path / name).write_text("half of it")
    (tmp_path / "a.db-lock").write_text("")
    with closing(sqlite3.connect(tmp_path / "other.db-lock", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        (tmp_path / ".other.db.part").write_text("somebody is still at it")
        assert run("db", "backup", str(tmp_path / "b.db")).exit_code == 0
    assert {file.name for file in tmp_path.iterdir()} == {"b.db", ".other.db.part", "other.db-lock"}


@pytest.fixture
def guarded() -> Iterator[Server]:
    """A PostgreSQL server that asks for a password."""
    server = Server()
    with psycopg.connect(server.url("postgres").replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("ALTER USER companion PASSWORD 'castle'")
        (server.folder / "data" / "pg_hba.conf").write_text("host all all 127.0.0.1/32 scram-sha-256\n")
        connection.execute("SELECT pg_reload_conf()")
    yield server
    server.stop()


def test_a_database_that_cannot_be_opened_says_why_and_what_to_do(
    guarded: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets = tmp_path / "pgpass"
    secrets.write_text(f"127.0.0.1:{guarded.port}:*:companion:castle\n")
    secrets.chmod(0o644)
    address = guarded.url("postgres")

    def refused(where: str, *said: str) -> None:
        for words in (("db", "check"), ("db", "backup", str(tmp_path / "b.db")), ("validate",), ("db", "upgrade")):
            result = run(*words, "--database", where, "--lang", "en")
            assert (result.exit_code, result.output.count("\n")) == (2, 1), result.output
            assert [it for it in said if it not in result.output] == []
            assert "moat" not in result.output
        assert not (tmp_path / "b.db").exists()

    refused(address, "PGPASSFILE", "no password supplied")
    refused(address.replace("companion@", "companion:moat@"), "PGPASSFILE", "password authentication failed")
    monkeypatch.setenv("PGPASSFILE", str(secrets))
    refused(address, "chmod 600")
    secrets.chmod(0o600)
    refused(guarded.url("nowhere"), "no such database", '"nowhere" does not exist')
    refused(address.replace(str(guarded.port), "1"), "Nobody answers", "refused")
    refused(address.replace("postgresql+psycopg", "mysql"), "postgresql+psycopg://")
    assert "There are no tables" in run("db", "check", "--database", address, "--lang", "en").output
    assert run("db", "upgrade", "--database", address).exit_code == 0


def test_a_database_without_rights_or_with_tables_of_others_says_so(postgresql: Server, tmp_path: Path) -> None:
    address = postgresql.new_database()
    with psycopg.connect(address.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS weak")
        connection.execute("CREATE ROLE weak LOGIN")
        connection.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
        weak = address.replace("//companion@", "//weak@")
        for where, words in (
            (weak, ["serve", "--host", "127.0.0.1", "--port", "0"]),
            (weak, ["db", "backup", str(tmp_path / "b.db")]),
            (postgresql.url("postgres").replace("//companion@", "//weak@"), ["db", "upgrade"]),
        ):
            result = run(*words, "--database", where, "--lang", "en")
            assert (result.exit_code, result.output.count("\n")) == (2, 1), result.output
            assert "GRANT" in result.output
        connection.execute("DROP TABLE alembic_version")
        for words in (["serve", "--host", "127.0.0.1", "--port", "0"], ["db", "upgrade"]):
            result = run(*words, "--database", address, "--lang", "en")
            assert (result.exit_code, "is not a database of this companion" in result.output) == (2, True)
