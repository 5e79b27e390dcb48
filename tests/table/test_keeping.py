"""Backups, copies, checks, and old games on the present rules."""

import json
import shutil
from pathlib import Path

import pytest

from companion.table.database import Database, Unusable
from companion.table.errors import NoSuchTable
from companion.table.maintenance import NotKept, backup, check, copy, digest, reading
from companion.table.schema import log, snapshots
from companion.table.store import Store
from companion.table.tables import Tables
from tests.postgresql import Server
from tests.table.people import play_on, setup


def restore(file: Path, target: Database) -> None:
    with reading(str(file)) as source:
        copy(source, target)


def filled(database: Database) -> Tables:
    tables = Tables(Store(database))
    for n, game in enumerate(("caylus", "magna_carta", "caylus")):
        id = tables.create(setup(game, title="König Ĳ „x“"), "host", seed=n).id
        play_on(tables, id, 40, seed=n)
        tables.sit(id, "red", "phone")
    return tables


def where(database: Database) -> str:
    return str(database.file or database.url)


def fingerprints(database: Database) -> dict[str, str]:
    with database.begin() as connection:
        return digest(connection)


def test_from_sqlite_to_postgresql_and_back(tmp_path: Path, postgresql: Server) -> None:
    first = Database(tmp_path / "first.db").ready()
    filled(first)
    middle = Database(postgresql.new_database()).ready()
    last = Database(tmp_path / "last.db").ready()
    rows = copy(first, middle)
    assert copy(middle, last) == rows
    assert rows.tables == 3
    assert rows.entries > 100
    assert fingerprints(first) == fingerprints(middle) == fingerprints(last)
    tables = Tables(Store(last))
    for id in tables.store.ids():
        assert tables.place(id).table.state == Tables(Store(first)).place(id).table.state
        play_on(tables, id, 5, seed=99)
    for database in (first, middle, last):
        database.close()


def test_nothing_is_copied_over_what_is_there(tmp_path: Path, database: Database) -> None:
    filled(database)
    other = Database(tmp_path / "other.db").ready()
    filled(other)
    before = fingerprints(database)
    with pytest.raises(NotKept) as raised:
        copy(other, database)
    assert raised.value.code == "not_empty"
    assert fingerprints(database) == before
    other.close()


def test_a_backup_is_whole_while_play_goes_on(tmp_path: Path, database: Database) -> None:
    tables = filled(database)
    before = fingerprints(database)
    assert backup(where(database), tmp_path / "backup.db").tables == 3
    play_on(tables, tables.store.ids()[0], 5, seed=3)
    assert fingerprints(database) != before
    restored = Database(tmp_path / "restored.db").ready()
    restore(tmp_path / "backup.db", restored)
    assert fingerprints(restored) == before
    restored.close()
    assert {file.name for file in tmp_path.glob("*backup*")} == {"backup.db"}


def test_a_backup_that_cannot_be_written_leaves_nothing(tmp_path: Path, database: Database) -> None:
    with pytest.raises(NotKept) as raised:
        backup(where(database), tmp_path / "nowhere" / "backup.db")
    assert raised.value.code == "no_folder"


def test_what_is_no_backup_is_refused(tmp_path: Path, database: Database) -> None:
    (tmp_path / "letter").write_text("dear king")
    (tmp_path / "void").touch()
    Database(tmp_path / "fresh").ready().close()
    for name, code in (("letter", "not_a_database"), ("nothing", "missing"), ("void", "empty"), ("fresh", "empty")):
        with pytest.raises(Unusable) as raised:
            restore(tmp_path / name, database)
        assert (raised.value.code, raised.value.where) == (code, str(tmp_path / name))


def test_a_missing_entry_is_found(database: Database) -> None:
    tables = filled(database)
    assert list(check(database)) == []
    id = tables.store.ids()[0]
    with database.begin() as connection:
        connection.execute(log.delete().where(log.c.table_id == id, log.c.seq == 7))
    assert [(it, fault.code, fault.args_by_name) for it, fault in check(database)] == [(id, "gap", {"seq": 7})]


def test_every_table_replays_on_the_present_rules(database: Database) -> None:
    filled(database)
    assert list(check(database, replay=True)) == []


def test_what_the_rules_no_longer_allow_is_named(database: Database) -> None:
    tables = filled(database)
    id = tables.store.ids()[0]
    with database.begin() as connection:
        connection.execute(
            log.update().where(log.c.table_id == id, log.c.seq == 2).values(data='{"actions":["place moon"]}')
        )
    assert list(check(database)) == []
    found = [(it, fault.code, fault.args_by_name) for it, fault in check(database, replay=True)]
    assert found == [(id, "replay", {"seq": 2})]


def test_a_kept_standing_that_the_log_does_not_lead_to_is_named(database: Database) -> None:
    tables = Tables(Store(database))
    id = tables.create(setup(), "host", seed=1).id
    play_on(tables, id, 14, seed=5)
    table = tables.place(id).table
    row = {"table_id": id, "seq": table.seq, "top": table.living.seqs[-1], "data": "{}"}
    with database.begin() as connection:
        standing = table.to_json()
        standing["state"]["money"][0] += 1
        connection.execute(snapshots.delete())
        connection.execute(snapshots.insert(), row | {"data": json.dumps(standing)})
    assert [fault.code for _, fault in check(database, replay=True)] == ["elsewhere"]


def test_a_deleted_table_is_checked_copied_and_brought_back_elsewhere(tmp_path: Path, database: Database) -> None:
    tables = filled(database)
    (id, *_) = tables.store.ids()
    opened = tables.place(id).opened
    tables.delete(opened.code, "host")
    assert list(check(database, replay=True)) == []
    backup(where(database), tmp_path / "backup.db")
    other = Database(tmp_path / "other.db").ready()
    restore(tmp_path / "backup.db", other)
    elsewhere = Tables(Store(other))
    with pytest.raises(NoSuchTable):
        elsewhere.by_code(opened.code)
    assert elsewhere.prune() == 0
    assert [it.code for it in elsewhere.deleted("host")] == [opened.code]
    assert elsewhere.mine("host", lambda one: one.code)[0].count(opened.code) == 0
    elsewhere.restore(opened.code, "host")
    assert elsewhere.place(id).table.state == Tables(Store(other)).place(id).table.state
    assert elsewhere.by_code(opened.code) == opened
    other.close()


def test_a_damaged_moment_of_deletion_is_named_and_hides_no_other_table(database: Database) -> None:
    tables = filled(database)
    first, second, _ = (tables.place(id).opened for id in tables.store.ids())
    tables.delete(first.code, "host")
    tables.delete(second.code, "host")
    tables.store.set_deleted(first.id, "yesterday")
    assert [it.code for it in tables.deleted("host")] == [second.code]
    assert [(id, fault.code) for id, fault in check(database)] == [(first.id, "bad_setup")]


def test_an_old_file_has_no_deleted_tables(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).parents[1] / "corpus" / "v2" / "companion.db", tmp_path / "old.db")
    old = Database(tmp_path / "old.db").ready()
    tables = Tables(Store(old))
    assert tables.prune() == 0
    assert {row.deleted for row in (tables.store.row(id=id) for id in tables.store.ids()) if row is not None} == {""}
    assert tables.store.count() == len(tables.store.ids())
    old.close()
