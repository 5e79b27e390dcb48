"""What is kept of the tables: the log above all. Statements only; what they mean is known elsewhere."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from companion.table.database import Database
from companion.table.log import Entry, Raw
from companion.table.schema import log, requests, seats, settings, snapshots, tables
from companion.table.setup import Setup
from companion.table.vocabulary import Kind

CHANNEL = "tables"
"""Where processes on one PostgreSQL tell each other what is new."""

SNAPSHOT_EVERY = 16
"""Entries between two kept standings: opening a table replays fewer than that."""


@dataclass(frozen=True)
class Opened:
    """A table as it is entered: what does not change, and who is host."""

    id: str
    code: str
    setup: Setup
    created: str
    host: str


@dataclass(frozen=True)
class Known:
    """What is known of a key: the entry it made, and what came with it."""

    seq: int
    body: str


@dataclass(frozen=True)
class Kept:
    """How a table stood after an entry, and the last entry that counted then."""

    seq: int
    top: int
    data: dict[str, Any]


@dataclass(frozen=True)
class Found:
    """Everything that opening a table needs."""

    opened: Opened
    seated: dict[str, str]
    """The hash of the device's token at each seat that is taken."""
    standing: dict[str, Any] | None
    """The newest one that is kept."""
    since: list[Entry]
    """What was entered after it."""


class Clash(Exception):
    """Another entry has this number, or this key."""


class Store:
    """The tables in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._insertion = _Insertion(database)

    # what all processes share

    def secret(self) -> str:
        """The key that signs forms; made the first time it is asked for."""
        query = select(settings.c.value).where(settings.c.name == "secret")
        with self.database.begin() as connection:
            found = connection.execute(query).scalar()
        if found:
            return str(found)
        try:
            with self.database.begin() as connection:
                connection.execute(insert(settings), {"name": "secret", "value": token_urlsafe(32)})
        except IntegrityError:
            # Another process was first.
            pass
        return self.secret()

    # tables

    def create(self, opened: Opened, entries: Sequence[Entry]) -> None:
        """A new table with its first entries. Raises `Clash` if the code is taken."""
        row = {
            "id": opened.id, "code": opened.code, "setup": opened.setup.model_dump_json(), "created": opened.created,
            "host": opened.host,
        }  # fmt: skip
        with self.database.begin() as connection:
            try:
                connection.execute(insert(tables), row)
            except IntegrityError as error:
                raise Clash from error
            connection.execute(insert(log), [_row(opened.id, entry) for entry in entries])

    def find(self, *, id: str = "", code: str = "") -> Opened | None:
        """A table by its id or by the code to join it."""
        wanted = tables.c.id == id if id else tables.c.code == code
        with self.database.begin() as connection:
            row = connection.execute(select(tables).where(wanted)).first()
        return _opened(row) if row else None

    def whole(self, id: str) -> Found | None:
        """A table with everything that opening it needs, in one transaction: every statement waits for its turn among
        the other threads."""
        standing = select(snapshots.c.seq, snapshots.c.data).where(snapshots.c.table_id == id)
        with self.database.begin() as connection:
            kept = connection.execute(standing.order_by(snapshots.c.seq.desc()).limit(1)).first()
            # The log before the people: what is entered about them meanwhile is heard of.
            entries = connection.execute(_after(id, kept.seq if kept else 0).order_by(log.c.seq)).all()
            sitting = connection.execute(_sitting(id)).all()
            row = connection.execute(select(tables).where(tables.c.id == id)).first()
        if row is None:
            return None
        seated = {row.colour: row.token for row in sitting}
        return Found(_opened(row), seated, json.loads(kept.data) if kept else None, [_entry(row) for row in entries])

    def ids(self, newest: int = 1_000_000) -> list[str]:
        """All tables, the newest first."""
        query = select(tables.c.id).order_by(tables.c.created.desc(), tables.c.id).limit(newest)
        with self.database.begin() as connection:
            return list(connection.execute(query).scalars())

    def count(self) -> int:
        """How many tables there are."""
        with self.database.begin() as connection:
            return int(connection.execute(select(func.count()).select_from(tables)).scalar_one())

    def change_host(self, id: str, token: str) -> None:
        """Another device is host."""
        with self.database.begin() as connection:
            connection.execute(update(tables).where(tables.c.id == id).values(host=token))
            connection.execute(delete(requests).where(requests.c.table_id == id, requests.c.colour == "host"))

    def delete(self, id: str) -> None:
        """Forget a table, its log and everything."""
        with self.database.begin() as connection:
            for table in (requests, seats, snapshots, log):
                connection.execute(delete(table).where(table.c.table_id == id))
            connection.execute(delete(tables).where(tables.c.id == id))

    # the log

    def append(
        self, id: str, entry: Entry, key: str | None = None, body: str | None = None, kept: Kept | None = None
    ) -> None:
        """An entry more, and how the table stands. Durable when this returns.

        Raises `Clash` where its number or its key is taken.
        """
        row = _row(id, entry) | {"key": key, "body": body}
        with self.database.begin() as connection:
            try:
                connection.exec_driver_sql(*self._insertion.of(row))
            except IntegrityError as error:
                raise Clash from error
            if kept:
                _replace(connection, id, kept)
            self._tell(connection, id, entry.seq)

    def tell(self, id: str, seq: int) -> None:
        """Tell the other processes that something about a table is new."""
        if not self.database.embedded:
            with self.database.begin() as connection:
                self._tell(connection, id, seq)

    def _tell(self, connection: Connection, id: str, seq: int) -> None:
        """They hear of it when this transaction is kept, and not if it is not."""
        if not self.database.embedded:
            connection.execute(select(func.pg_notify(CHANNEL, f"{id} {seq}")))

    def known(self, id: str, key: str) -> Known | None:
        """What was entered under a key."""
        query = select(log.c.seq, log.c.body).where(log.c.table_id == id, log.c.key == key)
        with self.database.begin() as connection:
            row = connection.execute(query).first()
        return Known(row.seq, row.body or "") if row else None

    def entries(
        self, id: str, after: int = 0, seqs: Sequence[int] | None = None, last: int | None = None
    ) -> list[Entry]:
        """Entries in order: those after one, of those only some, or only the last ones."""
        query = _after(id, after)
        if seqs is not None:
            query = query.where(log.c.seq <= max(seqs, default=0))
        query = query.order_by(log.c.seq.desc()).limit(last) if last else query.order_by(log.c.seq)
        with self.database.begin() as connection:
            rows = connection.execute(query).all()
        found = [_entry(row) for row in (reversed(rows) if last else rows)]
        wanted = None if seqs is None else set(seqs)
        return [entry for entry in found if wanted is None or entry.seq in wanted]

    def newest(self, id: str) -> int:
        """The number of the last entry."""
        with self.database.begin() as connection:
            return connection.execute(select(func.max(log.c.seq)).where(log.c.table_id == id)).scalar() or 0

    # standings

    def standing_of(self, id: str, seqs: Sequence[int]) -> tuple[int, dict[str, Any]] | None:
        """The standing after the last of these entries that has one, and which entry that is."""
        near = list(seqs[-4 * SNAPSHOT_EVERY :])
        query = select(snapshots.c.top, snapshots.c.data).where(snapshots.c.table_id == id, snapshots.c.top.in_(near))
        with self.database.begin() as connection:
            row = connection.execute(query.order_by(snapshots.c.top.desc()).limit(1)).first()
        return (row.top, json.loads(row.data)) if row else None

    # seats

    def seated(self, id: str) -> dict[str, str]:
        """The hash of the device's token at each seat that is taken."""
        with self.database.begin() as connection:
            return {row.colour: row.token for row in connection.execute(_sitting(id))}

    def take_seat(self, id: str, colour: str, token: str, at: str, *, instead: bool = False) -> None:
        """A device sits down; `instead` of another one, or else raises `Clash` where the seat is taken."""
        with self.database.begin() as connection:
            if instead:
                connection.execute(delete(seats).where(seats.c.table_id == id, seats.c.colour == colour))
            try:
                connection.execute(insert(seats), {"table_id": id, "colour": colour, "token": token, "at": at})
            except IntegrityError as error:
                raise Clash from error
            connection.execute(delete(requests).where(requests.c.table_id == id, requests.c.colour == colour))

    def leave_seat(self, id: str, colour: str) -> None:
        """A seat is free again."""
        with self.database.begin() as connection:
            connection.execute(delete(seats).where(seats.c.table_id == id, seats.c.colour == colour))

    def places_of(self, tokens: Sequence[str]) -> list[str]:
        """The tables at which these devices sit or are host."""
        if not tokens:
            return []
        sitting = select(seats.c.table_id).where(seats.c.token.in_(tokens))
        query = select(tables.c.id).where(tables.c.host.in_(tokens) | tables.c.id.in_(sitting))
        with self.database.begin() as connection:
            return list(connection.execute(query.order_by(tables.c.created.desc())).scalars())

    def ask_for_seat(self, id: str, colour: str, token: str, at: str) -> None:
        """A device would like a seat that another one has."""
        row = {"table_id": id, "colour": colour, "token": token, "at": at}
        with self.database.begin() as connection:
            mine = (requests.c.table_id == id) & (requests.c.colour == colour) & (requests.c.token == token)
            connection.execute(delete(requests).where(mine))
            connection.execute(insert(requests), row)

    def requests(self, id: str) -> list[tuple[str, str]]:
        """The seats asked for, with the hash of the token of the device that asks, in order."""
        query = select(requests.c.colour, requests.c.token).where(requests.c.table_id == id).order_by(requests.c.at)
        with self.database.begin() as connection:
            return [(row.colour, row.token) for row in connection.execute(query)]

    def forget_requests(self, id: str, colour: str) -> None:
        """Nobody is asked about a seat any more."""
        with self.database.begin() as connection:
            connection.execute(delete(requests).where(requests.c.table_id == id, requests.c.colour == colour))


class _Insertion:
    """The one statement that is made for every tap, put into words once: half of what it costs to make it anew."""

    def __init__(self, database: Database) -> None:
        compiled = insert(log).compile(dialect=database.engine.dialect)
        self._text, self._order = str(compiled), compiled.positiontup

    def of(self, row: dict[str, Any]) -> tuple[str, Any]:
        """The statement and its values, as the driver takes them."""
        return self._text, row if self._order is None else tuple(row[name] for name in self._order)


class StoredPast:
    """Where a table finds its own past again (see `past.Past`)."""

    def __init__(self, store: Store, id: str) -> None:
        self._store, self._id = store, id

    def add(self, entry: Entry) -> None:
        """Entries are added by who knows the key they came with."""

    def standing(self, seqs: list[int]) -> tuple[int, dict[str, Any]] | None:
        """The latest of these entries whose standing is kept, and that standing."""
        return self._store.standing_of(self._id, seqs)

    def entries(self, after: int, seqs: list[int]) -> list[Entry]:
        """Those of these entries that came after one."""
        return self._store.entries(self._id, after, seqs)


def _after(id: str, seq: int) -> Select[Any]:
    return select(log).where(log.c.table_id == id, log.c.seq > seq)


def _sitting(id: str) -> Select[Any]:
    return select(seats.c.colour, seats.c.token).where(seats.c.table_id == id)


def _row(id: str, entry: Entry) -> dict[str, Any]:
    return {
        "table_id": id, "seq": entry.seq, "kind": entry.kind.value, "data": _json(entry.data), "by": entry.by,
        "at": entry.at, "events": _json(entry.events), "key": None, "body": None,
    }  # fmt: skip


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _entry(row: Row[Any]) -> Entry:
    events = tuple(_event(raw) for raw in json.loads(row.events))
    return Entry(row.seq, Kind(row.kind), json.loads(row.data), row.by, row.at, events)


def _event(raw: Iterable[Any]) -> Raw:
    return tuple(tuple(one) if isinstance(one, list) else one for one in raw)


def _opened(row: Row[Any]) -> Opened:
    setup = Setup.model_validate_json(row.setup)
    return Opened(row.id, row.code, setup, row.created, row.host)


def _replace(connection: Connection, id: str, kept: Kept) -> None:
    connection.execute(delete(snapshots).where(snapshots.c.table_id == id, snapshots.c.seq == kept.seq))
    row = {"table_id": id, "seq": kept.seq, "top": kept.top, "data": _json(kept.data)}
    connection.execute(insert(snapshots), row)
