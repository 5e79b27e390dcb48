"""All tables of a server: opening, acting, storing, listing and deleting. The web app's interface to the tables.

Seats are handled in `seats`, the tables open in this process in `open_tables`.

>>> from companion.table.database import Database
>>> from companion.table.setup import Seat, Setup
>>> from companion.table.store import Store
>>> from companion.table.tokens import new_token
>>> from companion.table.commands import Play
>>> tables = Tables(Store(Database(":memory:").ready()))
>>> host = new_token()
>>> opened = tables.create(Setup(game="caylus", edition="en", seats=(Seat(colour="red"), Seat(colour="blue"))), host)
>>> who = tables.who(opened.id, host)
>>> done = tables.act(opened.id, Play(actions=("place castle",)), who, seen_seq=2, key="a")
>>> done.seq, tables.act(opened.id, Play(actions=("place castle",)), who, seen_seq=2, key="a").repeated
(3, True)
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Row
from sqlalchemy.exc import DBAPIError

from companion.engine.errors import EngineError
from companion.rules import UnknownName
from companion.table import handlers, rows
from companion.table.commands import Command
from companion.table.errors import (
    UNSEEN,
    BadTable,
    Full,
    KeyReused,
    NoSuchTable,
    NotAllowed,
    Stale,
    StillOpening,
    TableError,
)
from companion.table.hub import END
from companion.table.limits import check_quota
from companion.table.log import Entry, Living
from companion.table.open_tables import ATTEMPTS, OpenTable
from companion.table.people import Who
from companion.table.rescue import Rescued, rescue
from companion.table.rows import Kept, Opened
from companion.table.seats import SeatedTables
from companion.table.setup import FIRST_SHUFFLE, Setup
from companion.table.snapshot import TableSnapshot
from companion.table.store import SNAPSHOT_EVERY, Clash, StoredLog
from companion.table.summary import Summary
from companion.table.table import Table
from companion.table.tokens import fingerprint, new_code, new_id
from companion.table.vocabulary import DEVICES, EntryKind

if TYPE_CHECKING:
    from companion.table.listening import Listening

T = TypeVar("T")

KEPT_DELETED = timedelta(days=1)
"""How long a deleted table can be restored."""

PRUNED, AT_ONCE = timedelta(hours=1), 20
"""The interval at which tables deleted longer ago are removed for good, and how many at a time."""

SUMMED_UP = 5
"""How many missing summaries one request makes."""


@dataclass(frozen=True)
class DeletedTable:
    """A deleted table that its host can still restore."""

    id: str
    code: str
    title: str
    until: str


@dataclass(frozen=True)
class Done:
    """The result of a command."""

    seq: int
    repeated: bool = False
    """Whether it had already been done: the same tap was sent twice."""


class Tables(SeatedTables):
    """All tables of one server."""

    _listening: "Listening | None" = None
    _pruned = ""
    """When deleted tables were last removed for good."""
    _final = ""
    """Until when they had been deleted then."""

    # tables

    def create(self, setup: Setup, token: str, *, seed: int | None = None) -> Opened:
        """Create a table whose host has this token."""
        table = Table.open(setup, self.library, seed=seed, at=self.now())
        return self.adopt(table.setup, list(table.past.entries(0, [1, 2])), token)

    def adopt(self, setup: Setup, entries: Sequence[Entry], token: str) -> Opened:
        """Create a table from a log: the first entries of a game, or those of an import."""
        return self._created(setup, entries, fingerprint(token))

    def _created(self, setup: Setup, entries: Sequence[Entry], host: str) -> Opened:
        self._prune_now_and_then()
        there = self.store.count()
        if there >= self.limits.tables:
            raise Full("too_many_tables", most=self.limits.tables)
        with self._writing():
            for _ in range(ATTEMPTS):
                opened = Opened(new_id(), new_code(there), setup, self.now(), host)
                with suppress(Clash):
                    # Whether an imported game is finished is only determined when somebody opens the list of results.
                    self.store.create(opened, entries, result=len(entries) > FIRST_SHUFFLE)
                    return opened
        # No free code was found.
        raise Full("too_many_tables", most=self.limits.tables)

    def rematch(self, id: str, who: Who) -> Opened:
        """Return the table at which the same people play on, with all their devices; open it if there is none."""
        handlers.must_take_part(who)
        place = self.place(id)
        with place.lock:
            if there := self.goes_on(place.snapshot):
                return there
            table = Table.open(place.snapshot.again, self.library, at=self.now())
            opened = self._created(table.setup, list(table.past.entries(0, [1, 2])), place.opened.host)
            for colour, device in place.seated.items():
                self._seat(opened.id, colour, device, by=colour)
            try:
                self.enter(id, EntryKind.REMATCH, {"code": opened.code}, who.name(), still=partial(self._still, place))
            except Stale:
                self._mark_deleted(opened.id, self.now())
                return self.goes_on(place.snapshot) or opened
        return opened

    def goes_on(self, table: TableSnapshot) -> Opened | None:
        """Return the table at which the same people play on, unless it was deleted."""
        return self.store.find(code=table.people.rematch) if table.people.rematch else None

    def _still(self, place: OpenTable) -> None:
        """Raise `Stale` if another process has just opened a rematch."""
        if self.goes_on(place.table.snapshot()):
            raise Stale("stale", newest=place.table.seq)

    def log(self, id: str, last: int | None = None) -> list[Entry]:
        """Return the log, or its last entries."""
        return self.store.entries(id, last=last)

    def as_of(self, place: OpenTable, seqs: Sequence[int]) -> TableSnapshot:
        """Return the table as it was after exactly these entries."""
        table = Table(place.opened.setup, self.library, StoredLog(self.store, place.opened.id))
        table.back_to(list(seqs))
        return table.snapshot()

    def asked_by(self, place: OpenTable, seq: int) -> str:
        """Return whose choice an entry answered, since the host may have made it for them; empty if unknown."""
        if seq not in place.asked:
            earlier = (entry for entry in self.log(place.opened.id) if entry.seq < seq)
            with suppress(BadTable):
                place.asked[seq] = self.as_of(place, Living.of(earlier).seqs).waiting
        return place.asked.get(seq, "")

    # deleting

    def hosts(self, code: str, token: str) -> bool:
        """Return whether a device hosts a table, which may be damaged. Raises `NoSuchTable`."""
        host = self._row(code).host
        return bool(token) and bool(host == fingerprint(token))

    def delete(self, code: str, token: str) -> None:
        """Delete a table, even a damaged one. Only its host can, and can restore it for a day."""
        if not self.hosts(code, token):
            raise NotAllowed("only_host")
        id = self._row(code).id
        self._mark_deleted(id, self.now())
        self.hub.end(id)
        self.store.tell(id, END)

    def restore(self, code: str, token: str) -> None:
        """Restore a deleted table. Only the host who deleted it can, for a day. Raises `NoSuchTable`."""
        deleted_table = next((deleted for deleted in self.deleted(token) if deleted.code == code), None)
        if deleted_table is None and not self.hosts(code, token):
            raise NotAllowed("only_host")
        if deleted_table is None:
            return
        self._mark_deleted(deleted_table.id, "")

    def _mark_deleted(self, id: str, at: str) -> None:
        with self._opening_lock(id):
            with self._writing():
                self.store.set_deleted(id, at)
            self.forget(id)

    def deleted(self, token: str) -> list[DeletedTable]:
        """Return the tables that this device can restore."""
        self._prune_now_and_then()
        deleted_tables: list[DeletedTable] = []
        for row in self.store.deleted_by(fingerprint(token), _before(self.now())) if token else ():
            # An unreadable time is reported by the checks; it must not break the whole list.
            with suppress(ValueError, OverflowError):
                deleted_tables.append(DeletedTable(row.id, row.code, rows.title(row), _after(row.deleted)))
        return deleted_tables

    def prune(self, most: int = 1_000_000) -> int:
        """Remove tables for good that were deleted more than a day ago, also when this was last done; return how many.

        So a clock that is wrong for a moment, or at a start, costs nothing.
        """
        self._pruned = self.now()
        final, self._final = self._final, _before(self._pruned)
        try:
            return self.store.prune(min(final, self._final), most)
        except DBAPIError:
            # If nothing can be written, they stay a little longer; nobody can see them.
            return 0

    def _prune_now_and_then(self) -> None:
        at = self.now()
        if not _moved(at, -PRUNED) < self._pruned <= at:
            self.prune(AT_ONCE)

    def rescued(self, code: str, token: str) -> Rescued:
        """Return what is intact of a table that cannot be opened. Only for its host."""
        if not self.hosts(code, token):
            raise NotAllowed("only_host")
        row = self._row(code)
        return rescue(str(row.setup), self.store.lines(row.id), self.library)

    def _row(self, code: str) -> Row[Any]:
        row = self.store.row(code=code)
        if row is None:
            raise NoSuchTable("no_table", given=code)
        return row

    # acting

    def act(self, id: str, command: Command, who: Who, *, seen_seq: int | None, key: str | None = None) -> Done:
        """Carry out a command from somebody who has seen entry `seen`; None for one that holds whatever was before.

        It is stored before the others are notified.
        """
        place = self.place(id)
        handlers.must_take_part(who)
        tap = f"{who.device}.{key}" if key else None
        body = sha256(command.model_dump_json().encode()).hexdigest() if key else None
        with place.lock:
            newest = place.table.seq
            if seen_seq not in (newest, None):
                return self._done_before(id, tap, body, newest)
            before = place.snapshot
            try:
                entry = handlers.do(place.table, command, who, at=self.now())
                answers = entry.kind == EntryKind.PLAYED and before.decision is not None
                check_quota(self.store, self.limits, id, entry, answers=answers)
                stands = place.table.snapshot()
                with self._writing():
                    result = before.has_result or stands.has_result
                    self.store.append(id, entry, tap, body, _standing(place.table), result=result)
                place.snapshot = stands
            except Clash:
                self.forget(id)
                if seen_seq is None:
                    return self.act(id, command, who, seen_seq=None, key=key)
                return self._done_before(id, tap, body, self.store.newest(id))
            except (TableError, EngineError, UnknownName) as error:
                if place.table.seq != newest or isinstance(error, BadTable):
                    self.forget(id)
                elif getattr(error, "code", "") == UNSEEN:
                    self._note_attempt(place, who)
                raise
            except BaseException:
                # The table may be half changed.
                self.forget(id)
                raise
        self.hub.publish(id, entry.seq)
        return Done(entry.seq)

    def _note_attempt(self, place: OpenTable, who: Who) -> None:
        """Log an attempt to use cards that the person may not see, but not twice in a row."""
        (newest,) = self.store.entries(place.opened.id, last=1)
        if (newest.kind, newest.by) != (EntryKind.TRIED, who.person):
            with suppress(Full):
                self.enter(place.opened.id, EntryKind.TRIED, {}, who.person)

    def _done_before(self, id: str, tap: str | None, body: str | None, newest: int) -> Done:
        """Return the original result of a repeated tap. Raises `Stale` if the page is simply outdated."""
        seq = self.store.known(id, tap) if tap else None
        if seq is None:
            raise Stale("stale", newest=newest)
        if seq.body != body:
            raise KeyReused("key_reused")
        return Done(seq.seq, repeated=True)

    # lists

    def mine(
        self, token: str | None, look: Callable[[Opened], T | None], most: int | None = None, skip: int = 0
    ) -> tuple[list[T], list[BadTable]]:
        """Return what `look` finds at each of a device's tables, newest first, and the tables that cannot be read.

        Without a token, of all tables.
        """
        return self._seen(token, lambda row: look(rows.opened(row)), most, skip)

    def results(self, token: str | None, look: Callable[[Opened, Summary], T]) -> tuple[list[T], list[BadTable], int]:
        """Return what `look` finds at each finished table, the unreadable tables, and how many still lack a summary.

        A restored copy is the same game: it has begun at the same moment.
        """
        left = 0

        def seen(row: Row[Any]) -> tuple[object, T] | None:
            nonlocal left
            opened = rows.opened(row)
            if row.seq is None:
                return None
            summary = None
            with suppress(BadTable):
                summary = rows.summary(row)
            if not summary:
                left += 1
                summary = self.sum_up(row.id, row.seq) if left <= SUMMED_UP else None
            return (summary.game_of(opened.setup), look(opened, summary)) if summary else None

        results, broken = self._seen(token, seen)
        return list(dict(results).values()), broken, max(left - SUMMED_UP, 0)

    def sum_up(self, id: str, seq: int) -> Summary | None:
        """Summarize a table and store the summary until it is played on. Raises `BadTable`."""
        table_snapshot = self.snapshot(id)
        summary = Summary.of(table_snapshot, self.log(id)) if table_snapshot.has_result else None
        with suppress(DBAPIError):
            # If nothing can be written, people can still look.
            self.store.keep_summary(id, seq, summary)
        return summary

    def _seen(
        self, token: str | None, look: Callable[[Row[Any]], T | None], most: int | None = None, skip: int = 0
    ) -> tuple[list[T], list[BadTable]]:
        results: list[T] = []
        broken: list[BadTable] = []
        for row in () if token == "" else self.store.rows_of(fingerprint(token) if token else None, most, skip):
            try:
                with rows.naming(row):
                    result = look(row)
            except (NoSuchTable, StillOpening):
                # Deleted just now, or still being opened.
                continue
            except BadTable as error:
                broken.append(error)
            else:
                results += [result] if result is not None else []
        return results, broken

    # cleaning up

    def delete_abandoned(self, most: int) -> int:
        """Delete up to `most` tables that were opened long ago and at which nobody has ever played; return how many."""
        sure, gone = self._sure(), 0
        before = self._ago(self.limits.empty_days, sure) if sure else ""
        for id in self.store.abandoned(before):
            with suppress(TableError, StillOpening):
                if gone < most and self._delete_abandoned(id, before):
                    gone += 1
        return gone

    def _delete_abandoned(self, id: str, before: str) -> bool:
        with self._opening_lock(id):
            gone = self._abandoned(id, before)
            if gone:
                self.forget(id)
        return gone

    def _abandoned(self, id: str, before: str) -> bool:
        """Delete a table if no move, position or name was ever entered. Return whether it was deleted."""
        opened, entries = self.store.find(id=id), self.store.entries(id)
        if opened is None or opened.setup.position or not entries or entries[-1].at >= before:
            return False
        game = [entry for entry in entries[1:] if entry.kind not in DEVICES and not opened.setup.shuffled(entry.seq)]
        return not game and self.store.delete_as_it_was(id, entries[-1].seq)

    def thin_standings(self, most: int, after: str = "") -> str:
        """Keep only the newest standing of some tables idle for a day; return the id of the last one looked at."""
        ids = self.store.several_standings(most, after)
        for id in ids:
            self.store.keep_newest_standing(id, self._ago(1))
        return ids[-1] if ids else ""

    def _sure(self) -> str:
        """Return a moment that is over even if the clock was set ahead since: at least a day ago, or nothing."""
        (sure, _, noted), now = self.store.setting("noted").rpartition(" "), self._ago(0)
        if not self._ago(1) < noted <= now:
            sure = noted if noted <= now else ""
            self.store.set("noted", f"{sure} {now}")
        return sure

    def _ago(self, days: int, since: str = "") -> str:
        moment = datetime.fromisoformat(since or self.now()).astimezone(UTC) - timedelta(days=days)
        return moment.isoformat(timespec="milliseconds")

    # startup and shutdown

    def listen(self) -> None:
        """Start listening to other processes, if the database is shared."""
        if self.shared:
            from companion.table.listening import Listening

            self._listening = Listening(self.store, self.hub).start()

    def close(self) -> None:
        """End every stream and close the database."""
        self.hub.close()
        if self._listening:
            self._listening.stop()
        self.store.database.close()


def _moved(at: str, by: timedelta) -> str:
    """Return a moment shifted by `by`, in the stored format."""
    return (datetime.fromisoformat(at) + by).isoformat(timespec="milliseconds")


def _before(at: str) -> str:
    """Return the moment before which deletions are final."""
    return _moved(at, -KEPT_DELETED)


def _after(at: str) -> str:
    """Return until when something deleted at `at` can be restored."""
    return _moved(at, KEPT_DELETED)


def _standing(table: Table) -> Kept | None:
    """Return the table's standing every few entries, so that opening it does not replay the whole log."""
    if table.seq % SNAPSHOT_EVERY:
        return None
    top = table.living.seqs[-1] if table.living.seqs else 0
    return Kept(table.seq, top, table.to_json())
