"""Telling devices: nothing waits for them, nothing is lost that they need."""

import threading
from pathlib import Path

import pytest

from companion.table.commands import Play
from companion.table.database import Database
from companion.table.errors import NoSuchTable
from companion.table.hub import END, Hub, Listener, TooMany, message, stream
from companion.table.listening import Listening
from companion.table.store import Store
from companion.table.tables import Tables
from tests.patience import PATIENCE
from tests.table.conftest import Server
from tests.table.people import HOST, setup


def test_only_those_at_the_table_are_told() -> None:
    hub = Hub(4)
    here, there = hub.listen("a"), hub.listen("b")
    hub.publish("a", 7)
    assert here.next(timeout=PATIENCE) == 7
    assert there.next(timeout=0.01) == 0


def test_a_slow_device_gets_the_newest_and_keeps_nobody_waiting() -> None:
    hub = Hub(4)
    slow = hub.listen("a")
    for seq in range(1, 10_000):
        hub.publish("a", seq)
    assert slow.queue.qsize() <= 64
    hub.publish("a", 10_000)
    newest = slow.next(timeout=PATIENCE)
    assert newest is not None
    assert newest >= 64


def test_the_cap_holds_and_a_leaver_makes_room() -> None:
    hub = Hub(2)
    first, _ = hub.listen("a"), hub.listen("b")
    with pytest.raises(TooMany):
        hub.listen("a")
    hub.leave("a", first)
    hub.leave("a", first)
    assert hub.number == 1
    hub.listen("a")


def test_one_may_leave_while_another_arrives() -> None:
    """As when a stream that nobody reads any more is cleared away just then."""

    class Hall(set[Listener]):
        def add(self, listener: Listener) -> None:
            hub.leave("a", gone)
            super().add(listener)

    hub = Hub(2)
    gone = hub.listen("a")
    hub._listeners["b"] = Hall()
    arriving = threading.Thread(target=hub.listen, args=("b",), daemon=True)
    arriving.start()
    arriving.join(PATIENCE)
    assert not arriving.is_alive()
    assert (hub.listening("a"), hub.listening("b"), hub.number) == (0, 1, 1)


def test_a_stream_first_says_what_was_missed() -> None:
    hub = Hub(2)
    listener = hub.listen("a")
    told = stream(hub, "a", listener, newest=9, seen=5)
    assert next(told) == b"retry: 1500\n\n"
    assert next(told) == b"id: 9\nevent: table\ndata: 9\n\n"
    hub.publish("a", 10)
    assert next(told) == b"id: 10\nevent: table\ndata: 10\n\n"
    told.close()
    assert hub.number == 0


@pytest.mark.parametrize("seen", range(7, 11))
def test_a_phone_that_comes_back_is_told_of_whatever_it_missed(seen: int) -> None:
    hub = Hub(1)
    told = stream(hub, "a", hub.listen("a"), newest=9, seen=seen)
    assert next(told) == b"retry: 1500\n\n"
    hub.publish("a", 11)
    assert next(told) == (message(9) if seen < 9 else message(11))
    told.close()


def test_closing_ends_every_stream() -> None:
    hub = Hub(50)
    streams = [stream(hub, "a", hub.listen("a"), 0, 0) for _ in range(50)]
    done: list[bytes] = []
    threads = [threading.Thread(target=lambda s=s: done.extend(s)) for s in streams]
    for thread in threads:
        thread.start()
    hub.close()
    for thread in threads:
        thread.join(PATIENCE)
    assert done == [b"retry: 1500\n\n"] * 50
    with pytest.raises(TooMany):
        hub.listen("a")


def test_one_process_hears_the_other(postgresql: Server) -> None:
    url = postgresql.new_database()
    one, two = (Tables(Store(Database(url).ready())) for _ in range(2))
    id = one.create(setup(), "host", seed=1).id
    two.listen()
    assert two._listening is not None
    assert two._listening.connected.wait(PATIENCE)
    listener = two.hub.listen(id)
    done = one.act(id, Play(actions=("place castle",)), HOST, seen=2)
    while (heard := listener.next(timeout=PATIENCE)) == 1:
        pass  # what was there when it began to listen
    assert heard == done.seq
    assert two.place(id).table.seq == done.seq
    code = two.place(id).opened.code
    one.delete(code, "host")
    assert listener.next(timeout=PATIENCE) == END
    with pytest.raises(NoSuchTable):
        two.by_code(code)
    assert [it.code for it in two.deleted("host")] == [code]
    two.restore(code, "host")
    assert one.place(one.by_code(code).id).table.seq == done.seq
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
    listener.next(timeout=0.2)
    listening.connected.clear()
    with tables.store.database.begin() as connection:
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE starts_with(query, 'LISTEN') AND datname = current_database()"
        )
    assert listening.connected.wait(PATIENCE)
    assert listener.next(timeout=PATIENCE) == tables.place(id).table.seq
    listening.stop()
    tables.close()


def test_sqlite_has_nobody_to_hear(tmp_path: Path) -> None:
    tables = Tables(Store(Database(tmp_path / "c.db").ready()))
    tables.listen()
    assert tables._listening is None
    tables.close()


def test_a_table_that_is_no_more_ends_its_streams_and_says_so() -> None:
    hub = Hub(4)
    one, other = hub.listen("a"), hub.listen("b")
    streams = [stream(hub, "a", one, 3, 3), stream(hub, "b", other, 3, 3)]
    assert [next(it) for it in streams] == [b"retry: 1500\n\n"] * 2
    hub.publish("a", 4)
    hub.end("a")
    hub.publish("b", 5)
    told = list(streams[0])
    assert told[-1] == b"event: end\ndata: \n\n"
    assert next(streams[1]) == message(5)
    assert (hub.listening("a"), hub.listening("b")) == (0, 1)
