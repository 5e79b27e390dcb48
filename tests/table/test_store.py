"""What is kept is what was acknowledged: the same promises on both databases."""

import json
import random
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import inspect, select, update

from companion.table.commands import Play
from companion.table.database import PRAGMAS, Database, Unusable
from companion.table.errors import BadTable, KeyReused, NoSuchTable, Stale
from companion.table.hub import Hub
from companion.table.limits import Limits
from companion.table.schema import log, metadata, snapshots
from companion.table.store import Store
from companion.table.tables import Tables
from tests.table.people import HOST, play_on, setup, some_wish


def again(tables: Tables) -> Tables:
    """Another process on the same database: nothing in its memory."""
    return Tables(Store(tables.store.database))


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_a_table_opened_again_stands_as_it_stood(tables: Tables, game: str) -> None:
    id = tables.create(setup(game), "host", seed=5).id
    for stop in range(8):
        play_on(tables, id, 9, seed=stop)
        before, after = tables.place(id).table, again(tables).place(id).table
        assert after.state == before.state
        assert after.living == before.living
        assert after.seq == before.seq
        assert after.clock.used == pytest.approx(before.clock.used)


def test_opening_replays_the_same_with_and_without_its_kept_standings(tables: Tables) -> None:
    id = tables.create(setup(), "host", seed=6).id
    play_on(tables, id, 60, seed=1)
    short = again(tables).place(id).table
    with tables.store.database.begin() as connection:
        connection.execute(metadata.tables["snapshots"].delete())
    whole = again(tables).place(id).table
    assert whole.state == short.state
    assert whole.living == short.living


def test_phones_that_come_at_once_open_their_table_once(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    id = tables.create(setup(), "host", seed=6).id
    fresh, read = again(tables), Store.whole
    ready, reads, seen = threading.Barrier(6), list[str](), list[object]()

    def whole(store: Store, id: str, *, standing: bool = True) -> object:
        reads.append(id)
        time.sleep(0.05)  # the others come meanwhile
        return read(store, id, standing=standing)

    def come() -> None:
        ready.wait(60)
        seen.append(fresh.place(id))

    monkeypatch.setattr(Store, "whole", whole)
    phones = [threading.Thread(target=come) for _ in range(6)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join(60)
    assert reads == [id]
    assert [one is seen[0] for one in seen] == [True] * 6


def test_a_table_deleted_while_it_is_opened_stays_deleted(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = tables.create(setup(), "host", seed=6)
    fresh, read = again(tables), Store.whole
    has_read, deleted = threading.Event(), threading.Event()

    def whole(store: Store, id: str, *, standing: bool = True) -> object:
        found = read(store, id, standing=standing)
        has_read.set()
        deleted.wait(0.5)  # the time in which it could be deleted
        return found

    def delete() -> None:
        has_read.wait(60)
        fresh.delete(opened.code, "host")
        deleted.set()

    monkeypatch.setattr(Store, "whole", whole)
    host = threading.Thread(target=delete)
    host.start()
    fresh.place(opened.id)
    host.join(60)
    assert deleted.is_set()
    for find in (fresh.by_code, fresh.visit):
        with pytest.raises(NoSuchTable):
            find(opened.code)
    with pytest.raises(NoSuchTable):
        fresh.place(opened.id)


def test_a_table_that_cannot_be_opened_is_tried_once(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = tables.create(setup(), "host", seed=6)
    play_on(tables, opened.id, 30, seed=1)
    fresh, read, reads = again(tables), Store.whole, list[str]()

    def whole(store: Store, id: str, *, standing: bool = True) -> object:
        reads.append(id)
        return read(store, id, standing=standing)

    monkeypatch.setattr(Store, "whole", whole)
    change = update(log).where(log.c.table_id == opened.id, log.c.seq == 19)
    with tables.store.database.begin() as connection:
        (at,) = connection.execute(select(log.c.at).where(log.c.table_id == opened.id, log.c.seq == 19)).one()
        connection.execute(change.values(at="yesterday"))
        connection.execute(metadata.tables["snapshots"].delete())
    told, tries = [], []
    for _ in range(3):
        with pytest.raises(BadTable) as fault:
            fresh.visit(opened.code)
        told.append((fault.value.code, fault.value.args_by_name, fault.value.joining, fault.value.id))
        tries.append(len(reads))
    assert told == [("bad_entry", {"seq": 19}, opened.code, opened.id)] * 3
    assert len(set(tries)) == 1
    with tables.store.database.begin() as connection:
        connection.execute(change.values(at=at))
    fresh.delete(opened.code, "host")
    fresh.restore(opened.code, "host")
    assert fresh.visit(opened.code).table.state == tables.place(opened.id).table.state


def test_the_same_tap_twice_is_applied_once(tables: Tables) -> None:
    id = tables.create(setup(), "host", seed=1).id
    wish = Play(actions=("place castle",))
    first = tables.act(id, wish, HOST, seen_seq=2, key="tap")
    second = tables.act(id, wish, HOST, seen_seq=2, key="tap")
    from_another_process = again(tables).act(id, wish, HOST, seen_seq=2, key="tap")
    assert (first.repeated, second.repeated, from_another_process.repeated) == (False, True, True)
    assert first.seq == second.seq == from_another_process.seq == tables.store.newest(id)


def test_a_key_with_another_wish_is_refused(tables: Tables) -> None:
    id = tables.create(setup(), "host", seed=1).id
    tables.act(id, Play(actions=("place castle",)), HOST, seen_seq=2, key="tap")
    with pytest.raises(KeyReused):
        tables.act(id, Play(actions=("pass",)), HOST, seen_seq=2, key="tap")


def test_an_old_page_is_refused_and_nothing_is_written(tables: Tables) -> None:
    id = tables.create(setup(), "host", seed=1).id
    tables.act(id, Play(actions=("place castle",)), HOST, seen_seq=2, key="a")
    with pytest.raises(Stale) as raised:
        tables.act(id, Play(actions=("pass",)), HOST, seen_seq=2, key="b")
    assert raised.value.args_by_name == {"newest": 3}
    assert tables.store.newest(id) == 3


def raced(tables: list[Tables], id: str, action: str, seen: int) -> list[bool]:
    """The same wish from all at the same moment; for each whether it was done."""
    gate, done = threading.Barrier(len(tables)), [False] * len(tables)

    def tap(n: int) -> None:
        gate.wait()
        with suppress(Stale):
            tables[n].act(id, Play(actions=(action,)), HOST, seen_seq=seen, key=f"{seen}-{n}")
            done[n] = True

    threads = [threading.Thread(target=tap, args=(n,)) for n in range(len(tables))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return done


def test_of_many_at_the_same_moment_exactly_one_wins(address: str | Path) -> None:
    """Each as its own process would: with a memory and, on PostgreSQL, connections of its own."""
    first = Tables(Store(Database(address).ready()))
    embedded = first.store.database.embedded
    others = [again(first) if embedded else Tables(Store(Database(address).ready())) for _ in range(6)]
    id = first.create(setup(), "host", seed=1).id
    for _ in range(15):
        table = first.place(id).table
        assert table.decision is not None
        assert sum(raced(others, id, table.decision.options[-1], table.seq)) == 1
        first.forget(id)
    assert [entry.seq for entry in first.store.entries(id)] == list(range(1, 18))
    for it in (*others, first):
        it.store.database.close()


def test_everybody_is_told_after_it_is_kept(tables: Tables) -> None:
    id = tables.create(setup(), "host", seed=1).id
    listener = tables.hub.listen(id)
    done = tables.act(id, Play(actions=("place castle",)), HOST, seen_seq=2)
    assert listener.take() == done.seq
    assert tables.store.newest(id) == done.seq


def test_a_failed_wish_leaves_memory_as_it_was(tables: Tables) -> None:
    id = tables.create(setup(), "host", seed=1).id
    state = tables.place(id).table.state.copy()
    with pytest.raises(Exception, match="not_on_road"):
        tables.act(id, Play(actions=("place castle", "place mason")), HOST, seen_seq=2)
    assert tables.place(id).table.state == state
    assert again(tables).place(id).table.state == state


def test_a_table_that_is_not_there(tables: Tables) -> None:
    with pytest.raises(NoSuchTable):
        tables.by_code("AAAAA")
    with pytest.raises(NoSuchTable):
        tables.place("nothing")


def test_few_tables_stay_in_memory_and_all_can_be_played(store: Store) -> None:
    tables = Tables(store, limits=Limits(open_tables=3), hub=Hub(10))
    ids = [tables.create(setup(), "host", seed=n).id for n in range(8)]
    for id in ids:
        play_on(tables, id, 3, seed=2)
    assert len(tables._open) == 3
    assert all(tables.place(id).table.seq == 5 for id in ids)


def test_a_table_that_was_deleted_a_day_ago_leaves_nothing(tables: Tables) -> None:
    (kept, _), (gone, code) = ((it.id, it.code) for it in (tables.create(setup(), "host", seed=n) for n in range(2)))
    play_on(tables, gone, 20, seed=1)
    tables.sit(gone, "red", "phone")
    tables.delete(code, "host")
    tables.store.set_deleted(gone, "2024-01-01T00:00:00.000+00:00")
    assert tables.prune() == 1
    with tables.store.database.begin() as connection:
        for table in metadata.sorted_tables:
            column = "id" if table.name == "tables" else "table_id"
            assert gone not in set(connection.execute(table.select()).scalars().all()), (table.name, column)
    assert tables.store.ids() == [kept]


def test_a_standing_of_other_rules_is_not_believed(tables: Tables) -> None:
    """After a box has been changed the log alone tells what lies on the table."""
    id = tables.create(setup(), "host", seed=1).id
    play_on(tables, id, 20, seed=1)
    before = again(tables).place(id).table.state
    with tables.store.database.begin() as connection:
        (row,) = connection.execute(select(snapshots).where(snapshots.c.table_id == id))
        standing = json.loads(row.data)
        standing["state"]["money"][0] += 7
        connection.execute(update(snapshots).values(data=json.dumps(standing)))
    assert again(tables).place(id).table.state != before
    with tables.store.database.begin() as connection:
        begun = json.loads(connection.execute(select(log.c.data).where(log.c.seq == 1)).scalar_one())
        connection.execute(update(log).where(log.c.seq == 1).values(data=json.dumps(begun | {"rules": "older"})))
    assert again(tables).place(id).table.state == before


# the database itself


def test_migrations_lead_to_the_tables_the_code_speaks_of(database: Database) -> None:
    with database.begin() as connection:
        found = inspect(connection)
        assert set(metadata.tables) <= set(found.get_table_names())
        for name, table in metadata.tables.items():
            assert {column["name"] for column in found.get_columns(name)} == set(table.columns.keys())


def test_sqlite_keeps_what_it_acknowledges(tmp_path: Path) -> None:
    """A kill cannot tell FULL from NORMAL, a power cut can: so the setting itself is asserted."""
    database = Database(tmp_path / "companion.db").ready()
    with database.begin() as connection:
        found = {name: str(connection.exec_driver_sql(f"PRAGMA {name}").scalar()) for name in PRAGMAS}
        strict = connection.exec_driver_sql("SELECT count(*) FROM pragma_table_list WHERE strict = 1").scalar()
    assert found == {"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"}
    assert strict == len(metadata.tables)
    database.close()


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    first = Database(tmp_path / "companion.db").ready()
    with pytest.raises(Unusable) as raised:
        Database(tmp_path / "companion.db").ready()
    assert raised.value.code == "in_use"
    first.close()


def test_what_is_no_database_is_named(tmp_path: Path) -> None:
    file = tmp_path / "companion.db"
    file.write_text("a letter to the king " * 200)
    with pytest.raises(Unusable) as raised:
        Database(file).ready()
    assert raised.value.code == "not_a_database"
    assert file.read_text().startswith("a letter")


def test_a_database_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    database = Database(tmp_path / "companion.db").ready()
    with database.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    with pytest.raises(Unusable) as raised:
        Database(tmp_path / "companion.db").ready()
    assert raised.value.code == "newer"


def test_wishes_of_many_games_at_once_do_not_mix(tables: Tables) -> None:
    ids = [tables.create(setup(), "host", seed=n).id for n in range(4)]
    alone = {}
    for id in ids:
        chance = random.Random(7)
        while tables.place(id).table.seq < 30:
            table = tables.place(id).table
            tables.act(id, some_wish(table, chance), HOST, seen_seq=table.seq)
        alone[id] = tables.place(id).table.state.copy()
    together = again(tables)
    for id in ids:
        assert together.place(id).table.state == alone[id]
