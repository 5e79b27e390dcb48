"""Telling devices: nothing waits for them, nothing is lost that they need."""

import threading
from pathlib import Path

import pytest

from companion.table.commands import Play
from companion.table.database import Database
from companion.table.errors import NoSuchTable
from companion.table.hub import GONE, Hub, Listener, TooMany
from companion.table.listening import Listening
from companion.table.store import Store
from companion.table.tables import Tables
from tests.patience import PATIENCE
from tests.postgresql import Server
from tests.table.people import HOST, setup


def test_only_those_at_the_table_are_told() -> None:
    hub = Hub(4)
    here, there = hub.listen("a"), hub.listen("b")
    hub.publish("a", 7)
    assert (here.take(), there.take()) == (7, None)


def test_a_slow_device_gets_the_newest_once() -> None:
    hub = Hub(4)
    slow = hub.listen("a")
    for seq in range(1, 1_000):
        hub.publish("a", seq)
    assert (slow.take(), slow.take()) == (999, None)
    hub.publish("a", 999)
    assert slow.take() is None, "it has been told, perhaps by another process"
    hub.publish("a", 999, again=True)
    assert slow.take() == 999, "something beside the log was new"


def test_the_cap_holds_and_a_leaver_makes_room() -> None:
    hub = Hub(2)
    first, _ = hub.listen("a"), hub.listen("b")
    with pytest.raises(TooMany):
        hub.listen("a")
    hub.leave(first)
    hub.leave(first)
    assert hub.number == 1
    hub.listen("a")


def test_one_device_takes_nobody_elses_room() -> None:
    hub = Hub(10, of_device=2, of_address=3)
    for _ in range(2):
        hub.listen("a", "greedy")
    with pytest.raises(TooMany):
        hub.listen("b", "greedy")
    hub.listen("b", "modest")


def test_who_only_looks_shares_what_their_address_has() -> None:
    hub = Hub(10, of_device=2, of_address=3)
    for n in range(3):
        hub.listen("a", f"stranger {n}", "10.0.0.1")
    with pytest.raises(TooMany):
        hub.listen("a", "another", "10.0.0.1")
    hub.listen("a", "another", "10.0.0.2")
    hub.listen("a", "who sits here")


def test_the_hub_knows_who_listens_where() -> None:
    hub = Hub(9, of_address=1)
    here = [hub.listen("a", "phone"), hub.listen("a", "tablet", "10.0.0.1")]
    there = hub.listen("b", "phone")
    assert (hub.number, hub.listening("a"), hub.listening("b"), hub.listening("c")) == (3, 2, 1, 0)
    assert sorted(hub.tables()) == ["a", "b"]
    hub.leave(there)
    assert (hub.number, hub.tables()) == (2, ["a"])
    hub.leave(here[1])
    hub.listen("b", "watch", "10.0.0.1")
    assert [(it.table, it.device, it.address) for it in here] == [("a", "phone", ""), ("a", "tablet", "10.0.0.1")]


def test_a_listener_is_woken_for_the_newest_and_for_the_end() -> None:
    hub, woken = Hub(2), list[int | None]()
    listener = hub.listen("a")
    hub.publish("a", 3)
    listener.wake = lambda: woken.append(listener.take())
    hub.publish("a", 5)
    hub.publish("a", 4)
    hub.publish("b", 9)
    assert woken == [5]
    assert (listener.ended, listener.last) == (False, b"")
    hub.end("b")
    hub.end("a")
    assert (woken, listener.ended, listener.last) == ([5, None], True, GONE)
    assert GONE.startswith(b"event: end\n")
    other = hub.listen("a")
    hub.close()
    assert (other.ended, other.last) == (True, b"")


def test_a_deleted_table_ends_its_streams(tables: Tables) -> None:
    opened, other = (tables.create(setup(), "host", seed=1) for _ in range(2))
    here, there = tables.hub.listen(opened.id), tables.hub.listen(other.id)
    tables.delete(opened.code, "host")
    assert (here.ended, there.ended) == (True, False)


def test_closing_ends_every_stream() -> None:
    hub = Hub(50)
    listeners = [hub.listen(str(n % 3)) for n in range(50)]
    hub.close()
    assert all(one.ended for one in listeners)
    with pytest.raises(TooMany):
        hub.listen("a")


def heard(listener: Listener) -> int:
    """The next number that a listener is told."""
    woken = threading.Event()
    listener.wake = woken.set
    seq = listener.take()
    if seq is None:
        assert woken.wait(PATIENCE)
        seq = listener.take()
    assert seq is not None
    return seq


def test_one_process_hears_the_other(postgresql: Server) -> None:
    url = postgresql.new_database()
    one, two = (Tables(Store(Database(url).ready())) for _ in range(2))
    id = one.create(setup(), "host", seed=1).id
    two.listen()
    assert two._listening is not None
    assert two._listening.connected.wait(PATIENCE)
    listener = two.hub.listen(id)
    done = one.act(id, Play(actions=("place castle",)), HOST, seen_seq=2)
    while (seq := heard(listener)) == 1:
        pass  # what was there when it began to listen
    assert seq == done.seq
    assert two.place(id).table.seq == done.seq
    code = two.place(id).opened.code
    one.delete(code, "host")
    with pytest.raises(NoSuchTable):
        two.by_code(code)
    assert [it.code for it in two.deleted("host")] == [code]
    two.restore(code, "host")
    assert one.place(one.by_code(code).id).table.seq == done.seq
    one.close()
    two.close()


def test_a_table_deleted_elsewhere_ends_its_streams_here(postgresql: Server) -> None:
    url = postgresql.new_database()
    one, two = (Tables(Store(Database(url).ready())) for _ in range(2))
    opened = one.create(setup(), "host", seed=1)
    two.listen()
    assert two._listening is not None
    assert two._listening.connected.wait(PATIENCE)
    woken = threading.Event()
    listener = two.hub.listen(opened.id)
    listener.wake = lambda: woken.set() if listener.ended else None
    one.delete(opened.code, "host")
    assert woken.wait(PATIENCE)
    assert listener.last == GONE
    one.close()
    two.close()


def test_after_a_lost_connection_everybody_is_told_once(postgresql: Server) -> None:
    """The hint was lost with the connection; the log still has what there is to see."""
    url = postgresql.new_database()
    tables = Tables(Store(Database(url).ready()))
    id = tables.create(setup(), "host", seed=1).id
    listening = Listening(tables.store, tables.hub).start()
    assert listening.connected.wait(PATIENCE)
    listener = tables.hub.listen(id)
    listener.take()
    listening.connected.clear()
    with tables.store.database.begin() as connection:
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE starts_with(query, 'LISTEN') AND datname = current_database()"
        )
    assert listening.connected.wait(PATIENCE)
    assert heard(listener) == tables.place(id).table.seq
    listening.stop()
    tables.close()


def test_sqlite_has_nobody_to_hear(tmp_path: Path) -> None:
    tables = Tables(Store(Database(tmp_path / "c.db").ready()))
    tables.listen()
    assert tables._listening is None
    tables.close()
