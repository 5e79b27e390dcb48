"""All SQL statements on tables and their logs. Their results become typed values in `rows`."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from companion.table import rows
from companion.table.database import Database
from companion.table.errors import BadTable, NoSuchTable, SeatTaken
from companion.table.log import LATEST, Entry
from companion.table.requests import SeatRequest, reviewed
from companion.table.rows import Kept, Opened
from companion.table.schema import log, requests, seats, settings, snapshots, summaries, tables
from companion.table.setup import FIRST_SHUFFLE
from companion.table.summary import Summary
from companion.table.vocabulary import DEVICES, HOST, NEVER_REFUSED, PLAYING, EntryKind

CHANNEL = "tables"
"""The PostgreSQL channel on which processes notify each other."""

AGAIN = "+"
"""Stands before a number that was told before, if something changed that is not in the log."""

SNAPSHOT_EVERY = 16
"""Entries between two stored standings; opening a table replays fewer than that."""


NEAR = 4 * SNAPSHOT_EVERY
"""The number of newest counting entries in which an undo looks for a standing. Older standings are dropped."""


@dataclass(frozen=True)
class Known:
    """An entry found by the key of its tap, with the hash of its command."""

    seq: int
    body: str


@dataclass(frozen=True)
class Found:
    """Everything needed to open a table."""

    opened: Opened
    seated: dict[str, str]
    """The hash of the device's token, for each seat that is taken."""
    kept: Kept | None
    """The newest stored standing."""
    latest: list[Entry]
    """The newest entries up to the standing."""
    since: list[Entry]
    """The entries after the standing, or all if there is none."""


@dataclass(frozen=True)
class Glance:
    """What a process needs to see whether another one has changed a table."""

    opened: Opened
    newest: int
    asked: bool
    """Whether there are pending seat requests."""


_THERE = tables.c.deleted == ""
"""The condition that a table was not deleted."""

_PLAY, _FREE = ([kind.value for kind in kinds] for kinds in (PLAYING, NEVER_REFUSED))

_HANDED = [EntryKind.SEATED.value, EntryKind.LEFT.value]
"""The kinds of entries with which the host frees a seat or gives it away."""

_ATTEMPTS = 3
"""How often to retry when another process may be writing the same row."""


SeatChange = Callable[[Connection], None]
"""A change of seats, made in the same transaction as the entry that reports it."""


class Clash(Exception):
    """Another row already has this number, key or code."""


class Store:
    """Reads and writes the tables of one database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._insertion = _Insertion(database)

    # shared by all processes

    def secret(self) -> str:
        """Return the key that signs forms, creating it when first requested."""
        for _ in range(_ATTEMPTS):
            if secret := self.setting("secret"):
                return secret
            # If another process was faster, the next attempt finds its key.
            with suppress(IntegrityError):
                self.set("secret", token_urlsafe(32))
        raise Clash

    def setting(self, name: str) -> str:
        with self.database.begin() as connection:
            return str(connection.execute(select(settings.c.value).where(settings.c.name == name)).scalar() or "")

    def set(self, name: str, value: str) -> None:
        with self.database.begin() as connection:
            connection.execute(delete(settings).where(settings.c.name == name))
            connection.execute(insert(settings), {"name": name, "value": value})

    # tables

    def create(self, opened: Opened, entries: Sequence[Entry], *, result: bool = False) -> None:
        """Store a table with its first entries; `result` if they may lead to one. Raises `Clash` for a taken code."""
        row = {
            "id": opened.id, "code": opened.code, "setup": opened.setup.model_dump_json(), "created": opened.created,
            "host": opened.host,
        }  # fmt: skip
        with self.database.begin() as connection:
            with _clashing(opened.id):
                connection.execute(insert(tables), row)
            connection.execute(insert(log), [rows.written(opened.id, entry) for entry in entries])
            if result:
                _has_result(connection, opened.id, entries[-1].seq)

    def find(self, *, id: str = "", code: str = "") -> Opened | None:
        """Return a table by its id or join code. Raises `BadTable`."""
        row = self.row(id=id, code=code)
        return rows.opened(row) if row is not None else None

    def glance(self, code: str) -> Glance | None:
        """Return a table by its code, with its newest entry, in one query. Raises `BadTable`."""
        newest = select(func.max(log.c.seq)).where(log.c.table_id == tables.c.id).scalar_subquery()
        exists = select(requests.c.table_id).where(requests.c.table_id == tables.c.id).exists()
        query = select(tables, newest.label("newest"), exists.label("asked")).where(tables.c.code == code, _THERE)
        with self.database.look() as connection:
            row = connection.execute(query).first()
        return Glance(rows.opened(row), row.newest or 0, bool(row.asked)) if row is not None else None

    def row(self, *, id: str = "", code: str = "", deleted: bool = False) -> Row[Any] | None:
        """Return the raw row of a table; of a deleted one only if `deleted` is set."""
        wanted = tables.c.id == id if id else tables.c.code == code
        with self.database.begin() as connection:
            return connection.execute(select(tables).where(wanted, *(() if deleted else (_THERE,)))).first()

    def whole(self, id: str, *, standing: bool = True) -> Found | None:
        """Return everything needed to open a table, without its standing if `standing` is false. Raises `BadTable`.

        All in one transaction, because each statement would have to wait for its turn among the other threads.
        """
        newest = select(snapshots).where(snapshots.c.table_id == id).order_by(snapshots.c.seq.desc()).limit(1)
        with self.database.begin() as connection:
            newest_row = connection.execute(newest).first() if standing else None
            # The standing's own entry and a few before it are read too, since they have to be there.
            after = max(newest_row.seq - LATEST, 0) if newest_row else 0
            # The log before the seats: a change of seats after this point adds an entry, of which we are notified.
            lines = connection.execute(_after(id, after).order_by(log.c.seq)).all()
            sitting = connection.execute(_sitting(id)).all()
            row = connection.execute(select(tables).where(tables.c.id == id, _THERE)).first()
        if row is None:
            return None
        with rows.naming(row):
            seated = {sitter.colour: sitter.token for sitter in sitting}
            if not lines:
                raise BadTable("gap", seq=after + 1)
            entries = rows.entries(lines, after + 1)
            kept = rows.kept(newest_row) if newest_row else None
            count = kept.seq - after if kept else 0
            return Found(rows.opened(row), seated, kept, entries[:count], entries[count:])

    def ids(self, newest: int = 1_000_000) -> list[str]:
        query = select(tables.c.id).order_by(tables.c.created.desc(), tables.c.id).limit(newest)
        with self.database.begin() as connection:
            return list(connection.execute(query).scalars())

    def count(self) -> int:
        with self.database.begin() as connection:
            return int(connection.execute(select(func.count()).select_from(tables)).scalar_one())

    def set_deleted(self, id: str, at: str) -> None:
        """Mark a table as deleted at a time, or as not deleted if the time is empty."""
        with self.database.begin() as connection:
            connection.execute(update(tables).where(tables.c.id == id).values(deleted=at))

    def deleted_by(self, token: str, since: str) -> Sequence[Row[Any]]:
        """Return the raw rows of a host's tables that were deleted after a moment, latest first."""
        query = select(tables).where(tables.c.host == token, tables.c.deleted > since)
        with self.database.begin() as connection:
            return connection.execute(query.order_by(tables.c.deleted.desc())).all()

    def prune(self, until: str, most: int) -> int:
        """Remove up to `most` tables that were deleted by a moment; return how many."""
        query = select(tables.c.id).where(tables.c.deleted != "", tables.c.deleted <= until).limit(most)
        with self.database.begin() as connection:
            ids = list(connection.execute(query).scalars())
        for id in ids:
            self.delete(id)
        return len(ids)

    def delete(self, id: str) -> None:
        """Remove a table with its log and everything else."""
        with self.database.begin() as connection:
            _delete(connection, id)

    # the log

    def append(
        self,
        id: str,
        entry: Entry,
        key: str | None = None,
        body: str | None = None,
        kept: Kept | None = None,
        *,
        result: bool = False,
        change: SeatChange | None = None,
    ) -> None:
        """Add an entry and everything that goes with it in one transaction, durable when this returns.

        `kept` is a standing to store, `result` says that the entry may change a result, `change` changes seats. Raises
        `Clash` if the number or key is taken, `NoSuchTable` if the table was deleted.
        """
        row = rows.written(id, entry) | {"key": key, "body": body}
        with self.database.begin() as connection:
            with _clashing(id):
                connection.exec_driver_sql(*self._insertion.of(row))
            if kept:
                _replace(connection, id, kept)
                _prune(connection, id, kept)
            if result:
                _has_result(connection, id, entry.seq)
            if change:
                change(connection)
            self._tell(connection, id, str(entry.seq))

    def tell(self, id: str, seq: int, *, again: bool = False) -> None:
        """Notify other processes of a change to a table; `again` if it is not in the log."""
        if not self.database.embedded:
            with self.database.begin() as connection:
                self._tell(connection, id, f"{AGAIN if again else ''}{seq}")

    def _tell(self, connection: Connection, id: str, seq: str) -> None:
        """The notification is sent if and when the transaction is committed."""
        if not self.database.embedded:
            connection.execute(select(func.pg_notify(CHANNEL, f"{id} {seq}")))

    def known(self, id: str, key: str) -> Known | None:
        """Return the entry made with this key."""
        query = select(log.c.seq, log.c.body).where(log.c.table_id == id, log.c.key == key)
        with self.database.begin() as connection:
            row = connection.execute(query).first()
        return Known(row.seq, row.body or "") if row else None

    def entries(
        self, id: str, after: int = 0, seqs: Sequence[int] | None = None, last: int | None = None
    ) -> list[Entry]:
        """Return entries in order: those after `after`, those in `seqs`, or only the last ones. Raises `BadTable`."""
        query = _after(id, after)
        if seqs is not None:
            query = query.where(log.c.seq <= max(seqs, default=0))
        query = query.order_by(log.c.seq.desc()).limit(last) if last else query.order_by(log.c.seq)
        with self.database.begin() as connection:
            lines = connection.execute(query).all()
        entries = rows.entries(reversed(lines) if last else lines, None if last else after + 1)
        wanted = None if seqs is None else set(seqs)
        return [entry for entry in entries if wanted is None or entry.seq in wanted]

    def lines(self, id: str) -> Sequence[Row[Any]]:
        """Return the raw rows of a table's log."""
        with self.database.begin() as connection:
            return connection.execute(_after(id, 0).order_by(log.c.seq)).all()

    def made(self, id: str, by: str, *, play: bool) -> int:
        """Return how many entries of play (or others that can be refused) an author has made.

        Counted since the host last freed the author's seat or gave it away.
        """
        given = log.alias()
        handed = given.c.kind.in_(_HANDED) & given.c.data.contains(f'"seat":{rows.said(by)}', autoescape=True)
        if by != HOST:
            handed &= given.c.by == HOST
        since = select(func.coalesce(func.max(given.c.seq), 0)).where(given.c.table_id == id, handed).scalar_subquery()
        wanted = log.c.kind.in_(_PLAY) if play else log.c.kind.not_in([*_PLAY, *_FREE])
        query = select(func.count()).where(log.c.table_id == id, log.c.by == by, log.c.seq > since, wanted)
        with self.database.begin() as connection:
            return int(connection.execute(query).scalar_one())

    def newest(self, id: str) -> int:
        """Return the number of the last entry."""
        with self.database.begin() as connection:
            return connection.execute(select(func.max(log.c.seq)).where(log.c.table_id == id)).scalar() or 0

    # standings

    def standing_of(self, id: str, seqs: Sequence[int]) -> tuple[int, dict[str, Any]] | None:
        """Return the latest of these entries with a readable standing, and that standing."""
        near = list(seqs[-NEAR:])
        query = select(snapshots).where(snapshots.c.table_id == id, snapshots.c.top.in_(near))
        with self.database.begin() as connection:
            standings = connection.execute(query.order_by(snapshots.c.top.desc())).all()
        for row in standings:
            with suppress(BadTable):
                return row.top, rows.kept(row).data
        return None

    # summaries

    def unsummed(self, most: int, after: str = "") -> list[tuple[str, int]]:
        """Return some tables that need a summary, each with the entry it is to be made after."""
        query = select(summaries.c.table_id, summaries.c.seq).where(
            summaries.c.data == "", summaries.c.table_id > after
        )
        with self.database.begin() as connection:
            return [
                (row.table_id, row.seq) for row in connection.execute(query.order_by(summaries.c.table_id).limit(most))
            ]

    def keep_summary(self, id: str, seq: int, summary: Summary | None) -> None:
        """Store a table's summary, or that it has no result, unless it has been played on since."""
        this = and_(summaries.c.table_id == id, summaries.c.seq == seq)
        change = update(summaries).values(data=summary.model_dump_json()) if summary else delete(summaries)
        with self.database.begin() as connection:
            connection.execute(change.where(this))

    # cleaning up

    def several_standings(self, most: int, after: str = "") -> list[str]:
        """Return some tables that have more than one standing."""
        several = select(snapshots.c.table_id).where(snapshots.c.table_id > after).group_by(snapshots.c.table_id)
        several = several.having(func.count() > 1).order_by(snapshots.c.table_id).limit(most)
        with self.database.begin() as connection:
            return list(connection.execute(several).scalars())

    def keep_newest_standing(self, id: str, before: str) -> None:
        """Drop all standings but the newest, unless something was entered since `before`."""
        newest = select(func.max(snapshots.c.seq)).where(snapshots.c.table_id == id).scalar_subquery()
        last = select(log.c.at).where(log.c.table_id == id).order_by(log.c.seq.desc()).limit(1)
        with self.database.begin() as connection:
            if str(connection.execute(last).scalar() or "") >= before:
                return
            connection.execute(delete(snapshots).where(snapshots.c.table_id == id, snapshots.c.seq < newest))

    def abandoned(self, before: str) -> list[str]:
        """Return tables opened before a moment with hardly any entries except changes of seats."""
        about_game = log.c.kind.not_in([kind.value for kind in DEVICES])
        entries = select(func.count()).where(log.c.table_id == tables.c.id, about_game).scalar_subquery()
        query = select(tables.c.id).where(tables.c.created < before, entries <= FIRST_SHUFFLE)
        with self.database.begin() as connection:
            return list(connection.execute(query.order_by(tables.c.created)).scalars())

    def delete_as_it_was(self, id: str, seq: int) -> bool:
        """Remove a table unless something was entered after entry `seq`; return whether it was removed."""
        with self.database.begin() as connection:
            newest = connection.execute(select(func.max(log.c.seq)).where(log.c.table_id == id)).scalar()
            if newest == seq:
                _delete(connection, id)
        return bool(newest == seq)

    # seats

    def seated(self, id: str) -> dict[str, str]:
        """The hash of the device's token, for each seat that is taken."""
        with self.database.begin() as connection:
            return {row.colour: row.token for row in connection.execute(_sitting(id))}

    def rows_of(self, token: str | None, most: int | None = None, skip: int = 0) -> Sequence[Row[Any]]:
        """Return the raw rows, newest first, of a device's tables (as host or seated), or all, with their summaries."""
        query = select(tables, summaries.c.seq, summaries.c.data).outerjoin(summaries).where(_THERE)
        if token is not None:
            sitting = select(seats.c.table_id).where(seats.c.token == token)
            query = query.where((tables.c.host == token) | tables.c.id.in_(sitting))
        with self.database.begin() as connection:
            return connection.execute(query.order_by(tables.c.created.desc()).limit(most).offset(skip)).all()

    def ask_for_seat(self, id: str, colour: str, token: str, at: str) -> None:
        """Add a device's request for a seat. Raises `Clash` if it has already asked."""
        row = {"table_id": id, "colour": colour, "token": token, "at": at}
        with self.database.begin() as connection, _clashing(id):
            connection.execute(insert(requests), row)

    def requests(self, id: str) -> list[SeatRequest]:
        """Return the pending seat requests, in order."""
        with self.database.begin() as connection:
            return [rows.request(row) for row in connection.execute(_requests(id))]

    def agree_to(self, id: str, request: SeatRequest, token: str) -> None:
        """Record that a device agrees to another one's request."""
        with self.database.begin() as connection:
            row = connection.execute(_requests(id, request).with_for_update()).first()
            if row is not None:
                agreed = " ".join(sorted(rows.request(row).agreed | {token}))
                connection.execute(update(requests).where(_the(id, request)).values(agreed=agreed))

    def review_host(self, id: str, at: str) -> SeatRequest | None:
        """Update the requests for the host's place and return the one that is due, if any."""
        with self.database.begin() as connection:
            return _due(connection, id, at)

    def forget_request(self, id: str, request: SeatRequest) -> None:
        """Remove a request."""
        with self.database.begin() as connection:
            connection.execute(delete(requests).where(_the(id, request)))


def seat_taken(id: str, colour: str, token: str, at: str, *, instead: bool = False) -> SeatChange:
    """Return the change that seats a device. Raises `SeatTaken` for a taken seat, unless `instead` is set."""

    def change(connection: Connection) -> None:
        if instead:
            connection.execute(delete(seats).where(seats.c.table_id == id, seats.c.colour == colour))
        try:
            with _clashing(id):
                connection.execute(insert(seats), {"table_id": id, "colour": colour, "token": token, "at": at})
        except Clash:
            raise SeatTaken("seat_taken") from None
        connection.execute(delete(requests).where(requests.c.table_id == id, requests.c.colour == colour))

    return change


def seat_left(id: str, colour: str) -> SeatChange:
    """Return the change that frees a seat."""

    def change(connection: Connection) -> None:
        connection.execute(delete(seats).where(seats.c.table_id == id, seats.c.colour == colour))

    return change


def host_changed(id: str, token: str) -> SeatChange:
    """Return the change that makes another device the host and drops all requests for the host's place."""

    def change(connection: Connection) -> None:
        connection.execute(update(tables).where(tables.c.id == id).values(host=token))
        connection.execute(delete(requests).where(requests.c.table_id == id, requests.c.colour == HOST))

    return change


def host_due(id: str, token: str, at: str) -> SeatChange:
    """Return the same change, which raises `SeatTaken` unless all still agree and the host has not objected in time."""

    def change(connection: Connection) -> None:
        request = _due(connection, id, at)
        if request is None or request.token != token:
            raise SeatTaken("seat_taken")
        host_changed(id, token)(connection)

    return change


def _due(connection: Connection, id: str, at: str) -> SeatRequest | None:
    host = str(connection.execute(select(tables.c.host).where(tables.c.id == id).with_for_update()).scalar())
    seated = {row.colour: row.token for row in connection.execute(_sitting(id))}
    for row in connection.execute(_requests(id).where(requests.c.colour == HOST).with_for_update()).all():
        request = reviewed(rows.request(row), seated, host, at)
        if request.due(at):
            return request
        if request.since != row.since:
            connection.execute(update(requests).where(_the(id, request)).values(since=request.since))
    return None


class _Insertion:
    """The INSERT that every tap needs, compiled once; compiling it is half of its cost."""

    def __init__(self, database: Database) -> None:
        compiled = insert(log).compile(dialect=database.engine.dialect)
        self._text, self._order = str(compiled), compiled.positiontup

    def of(self, row: dict[str, Any]) -> tuple[str, Any]:
        """Return the statement and its values in the driver's format."""
        return self._text, row if self._order is None else tuple(row[name] for name in self._order)


class StoredLog:
    """The log of one table in the database, as a `LogReader`."""

    def __init__(self, store: Store, id: str, *, standings: bool = True) -> None:
        self._store, self._id, self._standings = store, id, standings

    def add(self, entry: Entry) -> None:
        """Do nothing: `Store.append` stores entries, together with the key of their tap."""

    def standing(self, seqs: list[int]) -> tuple[int, dict[str, Any]] | None:
        """Return the latest of these entries with a stored standing, and that standing."""
        return self._store.standing_of(self._id, seqs) if self._standings else None

    def entries(self, after: int, seqs: list[int]) -> list[Entry]:
        """Return those of the entries `seqs` that come after entry `after`."""
        return self._store.entries(self._id, after, seqs)


@contextmanager
def _clashing(id: str) -> Iterator[None]:
    """Raise `NoSuchTable` if the table is gone, `Clash` if another row is in the way."""
    try:
        yield
    except IntegrityError as error:
        code = getattr(error.orig, "sqlstate", None) or getattr(error.orig, "sqlite_errorname", "")
        if code in _GONE:
            raise NoSuchTable("no_table", given=id) from error
        raise Clash from error


_GONE = ("23503", "SQLITE_CONSTRAINT_FOREIGNKEY")
"""The errors of PostgreSQL and SQLite if there is no such table."""


def _after(id: str, seq: int) -> Select[Any]:
    return select(log).where(log.c.table_id == id, log.c.seq > seq)


def _sitting(id: str) -> Select[Any]:
    return select(seats.c.colour, seats.c.token).where(seats.c.table_id == id)


def _requests(id: str, request: SeatRequest | None = None) -> Select[Any]:
    """Select all requests for seats of a table, or one of them."""
    return select(requests).where(_the(id, request) if request else requests.c.table_id == id).order_by(requests.c.at)


def _the(id: str, request: SeatRequest) -> ColumnElement[bool]:
    same = requests.c.colour == request.colour, requests.c.token == request.token
    return and_(requests.c.table_id == id, *same)


def _delete(connection: Connection, id: str) -> None:
    for table in (requests, seats, snapshots, summaries, log):
        connection.execute(delete(table).where(table.c.table_id == id))
    connection.execute(delete(tables).where(tables.c.id == id))


def _prune(connection: Connection, id: str, kept: Kept) -> None:
    """Drop the standings that no undo looks for any more."""
    counting = kept.data["live"][-NEAR:]
    old = and_(snapshots.c.table_id == id, snapshots.c.seq < kept.seq, snapshots.c.top < min(counting, default=0))
    connection.execute(delete(snapshots).where(old))


def _has_result(connection: Connection, id: str, seq: int) -> None:
    """Note that a table's summary has to be made again."""
    connection.execute(delete(summaries).where(summaries.c.table_id == id))
    connection.execute(insert(summaries), {"table_id": id, "seq": seq, "data": ""})


def _replace(connection: Connection, id: str, kept: Kept) -> None:
    connection.execute(delete(snapshots).where(snapshots.c.table_id == id, snapshots.c.seq == kept.seq))
    row = {"table_id": id, "seq": kept.seq, "top": kept.top, "data": rows.said(kept.data)}
    connection.execute(insert(snapshots), row)
