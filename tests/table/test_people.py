"""Devices and seats: who has one, who asks for one, who may say yes."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from sqlalchemy.exc import DBAPIError

from companion.table.errors import Full, NotNow, SeatTaken
from companion.table.limits import Limits
from companion.table.rows import Opened
from companion.table.schema import metadata
from companion.table.store import Store
from companion.table.table import Table
from companion.table.tables import Tables
from companion.table.tokens import fingerprint, new_token
from companion.table.vocabulary import HOST
from tests.table.people import setup


@pytest.fixture
def id(tables: Tables) -> str:
    return tables.create(setup(), "laptop", seed=1).id


def again(tables: Tables) -> Tables:
    """The same server started anew."""
    return Tables(tables.store)


def test_so_many_may_ask_and_no_more(store: Store) -> None:
    tables = Tables(store, limits=Limits(requests=2))
    id = tables.create(setup(), "laptop").id
    tables.sit(id, "red", "phone")
    for token in ("a", "b", "a"):
        assert not tables.sit(id, "red", token)
    with pytest.raises(SeatTaken, match="requests_full"):
        tables.sit(id, "red", "c")


def test_those_of_one_address_leave_room_for_others(tables: Tables, id: str) -> None:
    tables.sit(id, "red", "phone")
    most = tables.limits.requests_of_address
    for n in range(most):
        tables.sit(id, "red", f"made up {n}", "192.168.1.66")
    with pytest.raises(SeatTaken, match="requests_full"):
        tables.sit(id, "red", "one more", "192.168.1.66")
    assert not tables.sit(id, "red", "tablet", "192.168.1.20")
    mark = fingerprint("tablet")[:12]
    tables.answer(id, "red", mark, "phone", allow=True)
    assert tables.who(id, "tablet").colours == {"red"}


def test_those_of_a_few_addresses_leave_room_for_others_too(tables: Tables, id: str) -> None:
    """Whoever has most makes room with their oldest; nobody does who has as few as those who come."""
    tables.sit(id, "red", "phone")
    addresses = tables.limits.requests // tables.limits.requests_of_address
    for n in range(tables.limits.requests):
        tables.sit(id, "red", f"made up {n}", f"192.168.1.{n % addresses + 60}")
    for n in range(3):
        assert not tables.sit(id, "red", f"tablet {n}", f"192.168.1.{n}")
        assert len(tables.asking(id)) == tables.limits.requests
    asking = {request.token for request in tables.asking(id)}
    gone = [n for n in range(tables.limits.requests) if fingerprint(f"made up {n}") not in asking]
    assert len(gone) == 3
    assert max(gone) < addresses, "each the first of its address"
    tables.answer(id, "red", fingerprint("tablet 0")[:12], "phone", allow=True)
    assert tables.who(id, "tablet 0").colours == {"red"}


def test_nor_do_those_of_one_address_have_more_when_they_come_at_once(
    tables: Tables, id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables.sit(id, "red", "phone")
    come, ready, ask = 24, threading.Barrier(24), Store.ask_for_seat

    def slowly(store: Store, id: str, colour: str, token: str, at: str) -> None:
        time.sleep(0.01)  # the others count meanwhile
        ask(store, id, colour, token, at)

    def asks(n: int) -> None:
        ready.wait(60)
        with suppress(SeatTaken):
            tables.sit(id, "red", f"made up {n}", "192.168.1.66")

    monkeypatch.setattr(Store, "ask_for_seat", slowly)
    with ThreadPoolExecutor(come) as devices:
        list(devices.map(asks, range(come)))
    assert len(tables.asking(id)) == tables.limits.requests_of_address


def test_nor_when_the_table_was_closed_in_memory(tables: Tables, id: str) -> None:
    tables.sit(id, "red", "phone")
    for n in range(tables.limits.requests_of_address):
        tables.sit(id, "red", f"made up {n}", "192.168.1.66")
    tables.forget(id)
    with pytest.raises(SeatTaken, match="requests_full"):
        tables.sit(id, "red", "one more", "192.168.1.66")


@pytest.mark.parametrize("allow", [True, False])
def test_a_request_is_forgotten_after_ten_minutes(tables: Tables, id: str, *, allow: bool) -> None:
    tables.now = lambda: "2026-01-01T20:00:00.000+00:00"
    tables.sit(id, "red", "phone")
    for token in ("a", "b"):
        tables.sit(id, "red", token)
    for colour in ("red", HOST):
        tables.sit(id, colour, "tablet")
    asked = tables.asking(id)
    assert len(asked) == 4
    tables.now = lambda: "2026-01-01T20:09:59.999+00:00"
    assert tables.asking(id) == asked
    listener = tables.hub.listen(id)
    tables.now = lambda: "2026-01-01T20:10:00.000+00:00"
    assert tables.asking(id) == []
    assert listener.take() == tables.snapshot(id).seq
    for one in asked:
        with pytest.raises(NotNow, match="nobody_asked"):
            tables.answer(id, one.colour, one.mark, "laptop", allow=allow)
    assert tables.who(id, "phone").colours == {"red"}
    assert tables.who(id, "laptop").host
    assert not tables.sit(id, "red", "a")
    assert [it.token for it in tables.asking(id)] == [fingerprint("a")]
    assert again(tables).store.requests(id) == tables.asking(id)


def test_a_request_that_all_agree_to_is_not_forgotten(tables: Tables, id: str) -> None:
    for colour, token in (("red", "phone"), ("blue", "tablet")):
        tables.sit(id, colour, token)
    tables.now = lambda: "2026-01-01T20:00:00.000+00:00"
    tables.sit(id, HOST, "phone")
    tables.now = lambda: "2026-01-01T20:09:30.000+00:00"
    tables.answer(id, HOST, fingerprint("phone")[:12], "tablet", allow=True)
    tables.now = lambda: "2026-01-01T20:10:00.000+00:00"
    assert tables.who(id, "laptop").host
    tables.now = lambda: "2026-01-01T20:10:30.000+00:00"
    assert tables.who(id, "phone").host


def no_entries(*_: object, **__: object) -> None:
    """A disk that has room for a seat, and no more for the entry that tells of it."""
    raise DBAPIError("INSERT INTO log", {}, Exception("database or disk is full"))


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_nobody_sits_down_untold(tables: Tables, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    id = tables.create(setup(game), "laptop", seed=1).id
    tables.sit(id, "blue", "tablet")
    tables.sit(id, "blue", "other")
    tables.sit(id, HOST, "other")
    before, seats, host = tables.log(id), tables.store.seated(id), tables.who(id, "laptop")
    marks = {asked.colour: asked.mark for asked in tables.asking(id)}
    tries: list[Callable[[], object]] = [
        lambda: tables.sit(id, "red", "phone"),
        lambda: tables.leave(id, "blue", tables.who(id, "tablet")),
        lambda: tables.answer(id, "blue", marks["blue"], "tablet", allow=True),
        lambda: tables.answer(id, HOST, marks[HOST], "laptop", allow=True),
    ]
    with monkeypatch.context() as full:
        full.setattr("companion.table.store._Insertion.of", no_entries)
        for attempt in tries:
            with pytest.raises(Full, match="not_writable"):
                attempt()
    for seen in (tables, again(tables)):
        assert (seen.log(id), seen.store.seated(id), seen.who(id, "laptop")) == (before, seats, host)
        assert seen.who(id, "phone").spectator
        assert len(seen.asking(id)) == 2


def test_nor_is_anybody_host_untold(tables: Tables, id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for colour, token in (("red", "phone"), ("blue", "tablet")):
        tables.sit(id, colour, token)
    tables.now = lambda: "2026-01-01T20:00:00.000+00:00"
    tables.sit(id, HOST, "phone")
    tables.answer(id, HOST, fingerprint("phone")[:12], "tablet", allow=True)
    assert tables.asking(id)[0].since
    tables.now = lambda: "2026-01-01T20:01:00.000+00:00"
    with monkeypatch.context() as full:
        full.setattr("companion.table.store._Insertion.of", no_entries)
        assert tables.who(id, "laptop").host
        assert again(tables).who(id, "laptop").host
    assert tables.who(id, "phone").host
    assert tables.log(id, last=1)[0].data == {"seat": HOST}


def test_the_database_holds_no_token(tables: Tables, id: str) -> None:
    token = new_token()
    tables.sit(id, "red", token)
    tables.sit(id, "red", "another-token")
    with tables.store.database.begin() as connection:
        everything = str([connection.execute(table.select()).all() for table in metadata.sorted_tables])
    assert token not in everything
    assert "another-token" not in everything
    assert "laptop" not in everything
    assert fingerprint(token) in everything


def test_what_a_seat_does_is_told_to_everybody(tables: Tables, id: str) -> None:
    listener = tables.hub.listen(id)
    tables.sit(id, "red", "phone")
    assert listener.take() == tables.place(id).table.seq
    tables.sit(id, "red", "other")
    assert listener.take() == tables.place(id).table.seq


def test_ones_own_tables(tables: Tables, id: str) -> None:
    other = tables.create(setup("magna_carta"), "phone")
    tables.sit(id, "red", "phone")
    seen = {name: tables.mine(name, lambda opened: opened.id) for name in ("phone", "laptop", "stranger", "")}
    assert set(seen["phone"][0]) == {id, other.id}
    assert seen["laptop"] == ([id], [])
    assert seen["stranger"] == seen[""] == ([], [])


def test_ones_newest_table_comes_first(tables: Tables) -> None:
    table = Table.open(setup(), seed=1)
    entries = table.past.entries(0, [1, 2])
    for day in ("02", "03", "01"):
        created = f"2026-01-{day}T20:00:00.000+00:00"
        tables.store.create(Opened(day, f"AAA{day}", table.setup, created, fingerprint("phone")), list(entries))
    assert tables.mine("phone", lambda opened: opened.id) == (["03", "02", "01"], [])
    assert tables.mine("phone", lambda opened: opened.id, 1) == (["03"], [])
