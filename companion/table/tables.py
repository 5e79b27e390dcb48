"""All tables of a server: opened, acted upon, kept, and everybody told. The door that the web app comes through.

>>> from companion.table.database import Database
>>> from companion.table.setup import Seat, Setup
>>> from companion.table.commands import Play
>>> tables = Tables(Store(Database(":memory:").ready()))
>>> host = new_token()
>>> opened = tables.create(Setup(game="caylus", edition="en", seats=(Seat(colour="red"), Seat(colour="blue"))), host)
>>> who = tables.who(opened.id, host)
>>> done = tables.act(opened.id, Play(actions=("place castle",)), who, seen=2, key="a")
>>> done.seq, tables.act(opened.id, Play(actions=("place castle",)), who, seen=2, key="a").repeated
(3, True)
"""

import hmac
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from hashlib import sha256
from threading import Lock, RLock
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import Row
from sqlalchemy.exc import DBAPIError

from companion.engine.errors import EngineError
from companion.rules import Library, UnknownName
from companion.table import handlers, rows
from companion.table.clock import now
from companion.table.commands import Command
from companion.table.errors import (
    UNSEEN,
    BadTable,
    Full,
    KeyReused,
    NoSuchTable,
    NotAllowed,
    SeatTaken,
    Stale,
    TableError,
)
from companion.table.hub import END, Hub
from companion.table.limits import Limits
from companion.table.log import Entry, Living
from companion.table.people import Who
from companion.table.rescue import Rescued, rescue
from companion.table.rows import Kept, Opened
from companion.table.seat_requests import SeatRequest
from companion.table.setup import FIRST_SHUFFLE, Setup
from companion.table.snapshot import TableSnapshot
from companion.table.store import SNAPSHOT_EVERY, Clash, Store, StoredLog
from companion.table.summary import Summary
from companion.table.table import Table
from companion.table.tokens import fingerprint, new_code, new_id, new_token
from companion.table.vocabulary import BY_HOST, DEVICES, HOST, INSTEAD, EntryKind

if TYPE_CHECKING:
    from companion.table.listening import Listening

T = TypeVar("T")

KEPT_DELETED = timedelta(days=1)
"""How long a deleted table can be brought back."""

PRUNED, AT_ONCE = timedelta(hours=1), 20
"""How often, while the server runs, those are forgotten that were deleted longer ago, and so many at once."""

SUMMED_UP = 5
"""Finished tables that are summed up for one who asks."""

ATTEMPTS = 20
"""How often something is tried again that another process was faster with."""


@dataclass
class Place:
    """A table that is open in this process."""

    opened: Opened
    table: Table
    seated: dict[str, str]
    """The hash of the device's token at each seat."""
    asking: list[SeatRequest] | None = None
    """Which seats other devices ask for; nothing where it has to be looked up again."""
    asked: dict[int, str] = field(default_factory=dict)
    """Whose choice some entries answered, where they do not say so themselves."""
    lock: RLock = field(default_factory=RLock)
    snapshot: TableSnapshot = field(init=False)
    """The table as everybody sees it: another one after each entry, so nobody holds the lock to look."""

    def __post_init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        self.snapshot = self.table.snapshot()

    def who(self, token: str) -> Who:
        """Whom a device's token stands for here."""
        mark = fingerprint(token)
        colours = frozenset(colour for colour, mine in self.seated.items() if mark and mine == mark)
        return Who(colours, bool(mark) and mark == self.opened.host)


@dataclass(frozen=True)
class DeletedTable:
    """A table that its host can bring back."""

    id: str
    code: str
    title: str
    until: str


@dataclass(frozen=True)
class Done:
    """The answer to a command."""

    seq: int
    repeated: bool = False
    """Whether it had been done before: the same tap came twice."""


class Tables:
    """See the module."""

    def __init__(
        self,
        store: Store,
        shelf: Library | None = None,
        limits: Limits | None = None,
        hub: Hub | None = None,
        clock: Callable[[], str] | None = None,
    ) -> None:
        self.store, self.shelf, self.now = store, shelf, clock or now
        self.limits = limits or Limits()
        self.hub = hub or Hub(
            self.limits.listeners,
            of_device=self.limits.listeners_of_device,
            of_address=self.limits.listeners_of_address,
        )
        self.shared = not store.database.embedded
        """Whether other processes write too."""
        self._listening: Listening | None = None
        self._open: OrderedDict[str, Place] = OrderedDict()
        self._codes: dict[str, str] = {}
        """The ids of the open tables by the codes that join them."""
        self._lock = Lock()
        self._doors: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        """What is held while a table is being opened."""
        self._pruned = ""
        """When deleted tables were last forgotten for good."""

    # tables

    def create(self, setup: Setup, token: str, *, seed: int | None = None) -> Opened:
        """A new table whose host has this token."""
        table = Table.open(setup, self.shelf, seed=seed, at=self.now())
        return self.adopt(table.setup, list(table.past.entries(0, [1, 2])), token)

    def adopt(self, setup: Setup, entries: Sequence[Entry], token: str) -> Opened:
        """A new table with a log of its own: the first entries of a game, or those that somebody brought."""
        self._prune_now_and_then()
        there = self.store.count()
        if there >= self.limits.tables:
            raise Full("too_many_tables", most=self.limits.tables)
        with self._writing():
            for _ in range(ATTEMPTS):
                opened = Opened(new_id(), new_code(there), setup, self.now(), fingerprint(token))
                with suppress(Clash):
                    # Whether what somebody brought is finished is looked at when somebody asks.
                    self.store.create(opened, entries, result=len(entries) > FIRST_SHUFFLE)
                    return opened
        # So many codes are taken that none is found that is free.
        raise Full("too_many_tables", most=self.limits.tables)

    def by_code(self, code: str) -> Opened:
        """The table that a code joins. One that is open here is known, unless another process may have deleted it.

        Raises `NoSuchTable`, or `BadTable` for one that cannot be read.
        """
        place = None if self.shared else self._open.get(self._codes.get(code, ""))
        if place is not None:
            return place.opened
        found = self.store.find(code=code)
        if found is None:
            raise NoSuchTable("no_table", given=code)
        return found

    def known(self, code: str) -> bool:
        """Whether there is a table of a code, or was until somebody deleted it."""
        return code in self._codes or self.store.row(code=code) is not None

    def visit(self, code: str) -> Place:
        """The table that a code joins, as it stands now. Raises `NoSuchTable` or `BadTable`."""
        if not self.shared:
            return self.place(self.by_code(code).id)
        seen = self.store.glance(code)
        if seen is None:
            raise NoSuchTable("no_table", given=code)
        place = self._open_here(seen.opened.id)
        if place is None or place.table.seq < seen.newest:
            place = self._place(seen.opened.id)
        if seen.asked:
            self._review(place)
        else:
            place.asking = []
        return place

    def place(self, id: str) -> Place:
        """A table as it stands now."""
        place = self._place(id)
        if place.asking is None or any(asked.due(self.now()) for asked in place.asking):
            self._review(place)
        return place

    def _open_here(self, id: str) -> Place | None:
        with self._lock:
            place = self._open.get(id)
            if place is not None:
                self._open.move_to_end(id)
        return place

    def _place(self, id: str) -> Place:
        place = self._open_here(id)
        if place is None:
            place = self._opened(id)
        elif self.shared:
            with place.lock:
                self._catch_up(place)
        return place

    def snapshot(self, id: str) -> TableSnapshot:
        """The same, as everybody sees it."""
        return self.place(id).snapshot

    def who(self, id: str, token: str) -> Who:
        """Whom a device's token stands for at a table."""
        return self.place(id).who(token)

    def log(self, id: str, last: int | None = None) -> list[Entry]:
        """The log, or its last entries."""
        return self.store.entries(id, last=last)

    def asked_by(self, place: Place, seq: int) -> str:
        """Whose choice an entry answered: the host may have made it for them. Nobody's where it is not known."""
        if seq not in place.asked:
            opened, earlier = place.opened, (entry for entry in self.log(place.opened.id) if entry.seq < seq)
            with suppress(BadTable):
                table = Table(opened.setup, self.shelf, StoredLog(self.store, opened.id))
                table.back_to(Living.of(earlier).seqs)
                place.asked[seq] = table.waiting
        return place.asked.get(seq, "")

    def forget(self, id: str) -> None:
        """Close a table in this process; its next visitor opens it again."""
        with self._lock:
            self._close(self._open.pop(id, None))

    def _close(self, place: Place | None) -> None:
        if place is not None:
            self._codes.pop(place.opened.code, None)

    def hosts(self, code: str, token: str) -> bool:
        """Whether a device is host of a table, be it whole or not. Raises `NoSuchTable`."""
        host = self._row(code).host
        return bool(token) and bool(host == fingerprint(token))

    def delete(self, code: str, token: str) -> None:
        """Delete a table, be it whole or not: its host may, and can bring it back for a day."""
        if not self.hosts(code, token):
            raise NotAllowed("only_host")
        id = self._row(code).id
        with self._writing():
            self.store.set_deleted(id, self.now())
        self.forget(id)
        self.hub.end(id)
        self.store.tell(id, END)

    def restore(self, code: str, token: str) -> None:
        """Bring a table back: the host who has deleted it may, for a day. Raises `NoSuchTable`."""
        found = next((it for it in self.deleted(token) if it.code == code), None)
        if found is None and not self.hosts(code, token):
            raise NotAllowed("only_host")
        if found is None:
            return
        with self._writing():
            self.store.set_deleted(found.id, "")

    def deleted(self, token: str) -> list[DeletedTable]:
        """The tables that this device can bring back."""
        self._prune_now_and_then()
        found: list[DeletedTable] = []
        for row in self.store.deleted_by(fingerprint(token), _before(self.now())) if token else ():
            # A moment that cannot be read is a fault that the checks name; nobody else's list suffers from it.
            with suppress(ValueError, OverflowError):
                found.append(DeletedTable(row.id, row.code, rows.title(row), _after(row.deleted)))
        return found

    def prune(self, most: int = 1_000_000) -> int:
        """Forget for good what was deleted a day ago; how many tables."""
        self._pruned = self.now()
        try:
            return self.store.prune(_before(self._pruned), most)
        except DBAPIError:
            # Where nothing can be written, they stay a little longer; nobody finds them.
            return 0

    def _prune_now_and_then(self) -> None:
        at = self.now()
        if not _moved(at, -PRUNED) < self._pruned <= at:
            self.prune(AT_ONCE)

    def rescued(self, code: str, token: str) -> Rescued:
        """What is whole of a table that cannot be shown: for its host."""
        if not self.hosts(code, token):
            raise NotAllowed("only_host")
        row = self._row(code)
        return rescue(str(row.setup), self.store.lines(row.id), self.shelf)

    def _row(self, code: str) -> Row[Any]:
        row = self.store.row(code=code)
        if row is None:
            raise NoSuchTable("no_table", given=code)
        return row

    # acting

    def act(self, id: str, command: Command, who: Who, *, seen: int, key: str | None = None) -> Done:
        """Do what somebody asks for who has seen entry `seen`. It is kept when this returns; then all are told."""
        place = self.place(id)
        body = sha256(command.model_dump_json().encode()).hexdigest() if key else None
        with place.lock:
            if seen != place.table.seq:
                return self._done_before(id, key, body, place.table.seq)
            if seen >= self.limits.entries:
                raise Full("log_full", most=self.limits.entries)
            had_result = place.snapshot.has_result
            try:
                entry = handlers.do(place.table, command, who, at=self.now())
                stands = place.table.snapshot()
                with self._writing():
                    self.store.append(
                        id, entry, key, body, _standing(place.table), result=had_result or stands.has_result
                    )
                place.snapshot = stands
            except Clash:
                self.forget(id)
                return self._done_before(id, key, body, self.store.newest(id))
            except (TableError, EngineError, UnknownName) as error:
                if place.table.seq != seen or isinstance(error, BadTable):
                    self.forget(id)
                elif getattr(error, "code", "") == UNSEEN:
                    self._note_attempt(place, who)
                raise
            except BaseException:
                # Nobody knows how far it came.
                self.forget(id)
                raise
        self.hub.publish(id, entry.seq)
        return Done(entry.seq)

    def _note_attempt(self, place: Place, who: Who) -> None:
        """Whoever reaches for cards that they may not see is named in the log; not twice in a row."""
        (newest,) = self.store.entries(place.opened.id, last=1)
        if (newest.kind, newest.by) != (EntryKind.TRIED, who.person):
            self.enter(place.opened.id, EntryKind.TRIED, {}, who.person)

    def enter(self, id: str, kind: EntryKind, data: dict[str, Any], by: str) -> int:
        """Something about the people, which needs nobody's version."""
        place = self.place(id)
        for _ in range(ATTEMPTS):
            with place.lock:
                entry = Entry(place.table.seq + 1, kind, data, by, self.now())
                try:
                    with self._writing():
                        self.store.append(id, entry)
                except Clash:
                    self._catch_up(place)
                    continue
                except NoSuchTable:
                    self.forget(id)
                    raise
                place.table.keep(entry)
                place.renew()
                self._reread(place)
            self.hub.publish(id, entry.seq)
            return entry.seq
        raise Stale("stale", newest=place.table.seq)

    def _done_before(self, id: str, key: str | None, body: str | None, newest: int) -> Done:
        """The answer that a repeated tap had, or that the page is old."""
        known = self.store.known(id, key) if key else None
        if known is None:
            raise Stale("stale", newest=newest)
        if known.body != body:
            raise KeyReused("key_reused")
        return Done(known.seq, repeated=True)

    # seats

    def sit(self, id: str, colour: str, token: str) -> bool:
        """Take a seat; whether the device now has it. Where another device has it, it is asked for."""
        place = self.place(id)
        mark = fingerprint(token)
        if colour != HOST and colour not in place.opened.setup.colours:
            raise NotAllowed("not_your_seat")
        if place.seated.get(colour) == mark or (colour == HOST and place.opened.host == mark):
            return True
        taken = colour == HOST or colour in place.seated
        if taken or (place.snapshot.people.locked and not place.who(token).host):
            self._ask(id, colour, mark)
            return False
        self._seat(id, colour, mark, by=colour)
        return True

    def leave(self, id: str, colour: str, who: Who) -> None:
        """Free a seat: one's own, or any as host."""
        if colour not in who.colours and not (who.host and colour in self.snapshot(id).setup.colours):
            raise NotAllowed("not_your_seat")
        with self._writing():
            self.store.leave_seat(id, colour)
        self.enter(id, EntryKind.LEFT, {"seat": colour}, who.name(colour))

    def asking(self, id: str) -> list[SeatRequest]:
        """Which devices ask for which seats."""
        place = self._open_here(id) or self.place(id)
        if place.asking is None:
            self._review(place)
        return place.asking or []

    def answer(self, id: str, colour: str, mark: str, token: str, *, allow: bool) -> None:
        """Let another device have a seat, or not: its holder may say so, or the host.

        For the host's place the others can only agree (see `seat_requests`); anybody who sits there may refuse.
        """
        who = self.who(id, token)
        if not who.host and colour not in who.colours and (colour != HOST or who.spectator):
            raise NotAllowed("not_your_seat")
        asked = next((it for it in self.store.requests(id) if it.colour == colour and it.mark == mark), None)
        if asked is None:
            return
        if asked.token == fingerprint(token):
            raise NotAllowed("own_request")
        if allow and (who.host or colour != HOST):
            self._seat(id, colour, asked.token, by=who.name(), instead=True)
            return
        with self._writing():
            if allow:
                self.store.agree_to(id, asked, fingerprint(token))
            else:
                self.store.forget_request(id, asked)
        self._tell_again(id)

    def _review(self, place: Place) -> None:
        """Who asks for which seat now. The host's place is given where all agree and the host has not objected."""
        id, given = place.opened.id, None
        place.asking = self.store.requests(id)
        if any(asked.colour == HOST for asked in place.asking):
            with suppress(DBAPIError):
                # Where nothing can be written, all stays as it is, and people may still look.
                given = self.store.review_host(id, self.now())
            place.asking = self.store.requests(id)
        if given:
            seated = {device: colour for colour, device in place.seated.items()}
            self.enter(
                id,
                EntryKind.SEATED,
                {"seat": HOST},
                min((seated[it] for it in given.agreed if it in seated), default=""),
            )

    def lock_seats(self, id: str, who: Who, *, locked: bool) -> None:
        """Whether devices may sit down without being let in."""
        if not who.host:
            raise NotAllowed("only_host")
        if self.snapshot(id).people.locked != locked:
            self.enter(id, EntryKind.LOCKED if locked else EntryKind.UNLOCKED, {}, HOST)

    def mine(
        self, token: str, look: Callable[[Opened], T | None], most: int | None = None
    ) -> tuple[list[T], list[BadTable]]:
        """What is seen at each table of a device, the newest first; and the tables where nothing can be seen."""
        return self._seen(token, lambda row: look(rows.opened(row)), most)

    def results(self, token: str, look: Callable[[Opened, Summary], T]) -> tuple[list[T], list[BadTable], int]:
        """What is seen at each finished table of a device, as with `mine`; and how many are still to be summed up.

        Only a few are summed up at once: a server that was brought up to date does the others by and by.
        """
        left = 0

        def seen(row: Row[Any]) -> T | None:
            nonlocal left
            opened = rows.opened(row)
            if row.seq is None:
                return None
            found = None
            with suppress(BadTable):
                found = rows.summary(row)
            if not found:
                left += 1
                found = self.sum_up(row.id, row.seq) if left <= SUMMED_UP else None
            return look(opened, found) if found else None

        found, broken = self._seen(token, seen)
        return found, broken, max(left - SUMMED_UP, 0)

    def sum_up(self, id: str, seq: int) -> Summary | None:
        """What became of a table, kept until it is played on. Raises `BadTable`."""
        seen = self.snapshot(id)
        found = Summary.of(seen, self.log(id)) if seen.has_result else None
        with suppress(DBAPIError):
            # Where nothing can be written, people may still look.
            self.store.keep_summary(id, seq, found)
        return found

    def let_go(self, most: int) -> int:
        """Delete some tables at which nobody has played for so long after they were opened; how many."""
        before, gone = self._ago(self.limits.empty_days), 0
        for id in self.store.barely_begun(before):
            with suppress(TableError):
                if gone < most and self._abandoned(id, before):
                    self.forget(id)
                    gone += 1
        return gone

    def _abandoned(self, id: str, before: str) -> bool:
        """Whether a table was one that nobody needs, and is gone now: no move, no position, no name was entered."""
        opened, entries = self.store.find(id=id), self.store.entries(id)
        if opened is None or opened.setup.position or entries[-1].at >= before:
            return False
        game = [it for it in entries[1:] if it.kind not in DEVICES and not opened.setup.shuffled(it.seq)]
        return not game and self.store.delete_as_it_was(id, entries[-1].seq)

    def rest(self, most: int, after: str = "") -> str:
        """Keep of some tables at which nobody has played for a day only what opening them needs; the last of them."""
        found = self.store.several_standings(most, after)
        for id in found:
            self.store.keep_newest_standing(id, self._ago(1))
        return found[-1] if found else ""

    def _ago(self, days: int) -> str:
        return (datetime.fromisoformat(self.now()).astimezone(UTC) - timedelta(days=days)).isoformat(
            timespec="milliseconds"
        )

    def _seen(
        self, token: str, look: Callable[[Row[Any]], T | None], most: int | None = None
    ) -> tuple[list[T], list[BadTable]]:
        found: list[T] = []
        broken: list[BadTable] = []
        for row in self.store.rows_of(fingerprint(token), most) if token else ():
            try:
                with rows.naming(row):
                    seen = look(row)
            except NoSuchTable:
                # Deleted in this moment.
                continue
            except BadTable as error:
                broken.append(error)
            else:
                found += [seen] if seen is not None else []
        return found, broken

    def _ask(self, id: str, colour: str, mark: str) -> None:
        if len({asked.token for asked in self.store.requests(id)} - {mark}) >= self.limits.requests:
            raise SeatTaken("seat_taken")
        with self._writing(), suppress(Clash):
            self.store.ask_for_seat(id, colour, mark, self.now())
        self._tell_again(id)

    def _seat(self, id: str, colour: str, mark: str, *, by: str, instead: bool = False) -> None:
        place = self._place(id)
        with self._writing():
            try:
                if colour == HOST:
                    self.store.change_host(id, mark)
                else:
                    self.store.take_seat(id, colour, mark, self.now(), instead=instead)
            except Clash:
                raise SeatTaken("seat_taken") from None
        self.enter(id, EntryKind.SEATED, {"seat": colour} | _how(place, colour, mark, instead=instead), by)

    @cached_property
    def _secret(self) -> bytes:
        """What the draws of all tables follow from."""
        return hmac.digest(self.store.secret().encode(), b"draws", "sha256")

    # beginning and end

    def listen(self) -> None:
        """Hear of what other processes do, where there are any."""
        if self.shared:
            from companion.table.listening import Listening

            self._listening = Listening(self.store, self.hub).start()

    def close(self) -> None:
        """End every stream and let go of the database."""
        self.hub.close()
        if self._listening:
            self._listening.stop()
        self.store.database.close()

    # within

    def _opened(self, id: str) -> Place:
        with self._lock:
            door = self._doors.setdefault(id, Lock())
        with door:  # all phones of a table come at once: the first one opens it
            return self._open_here(id) or self._open_anew(id)

    def _open_anew(self, id: str) -> Place:
        try:
            place = self._built(id)
        except BadTable:
            # What was kept on the way can be made again: the log alone has to be whole.
            place = self._built(id, standing=False)
        with self._lock:
            place = self._open.setdefault(id, place)
            self._codes[place.opened.code] = id
            while len(self._open) > self.limits.open_tables:
                self._close(self._open.popitem(last=False)[1])
        return place

    def _built(self, id: str, *, standing: bool = True) -> Place:
        found = self.store.whole(id, standing=standing)
        if found is None:
            raise NoSuchTable("no_table", given=id)
        with rows.naming(found.opened):
            with rows.reading("bad_setup"):
                table = Table(found.opened.setup, self.shelf, StoredLog(self.store, id, standings=standing))
            table.seed = hmac.digest(self._secret, id.encode(), "sha256").hex()
            if found.kept:
                self._under_the_same_rules(id, table)
                table.restore(found.kept.data, found.latest)
            for entry in found.since:
                table.apply(entry)
        return Place(found.opened, table, found.seated)

    def _under_the_same_rules(self, id: str, table: Table) -> None:
        """How a table stood counts tiles by their places in the box: under other rules its log alone tells. Raises
        `BadTable`."""
        begun: list[Entry] = []
        with suppress(BadTable):
            begun = self.store.entries(id, 0, [1])
        if begun and begun[0].data.get("rules", table.rules.version) != table.rules.version:
            raise BadTable("bad_standing", seq=1)

    def _catch_up(self, place: Place) -> None:
        for entry in self.store.entries(place.opened.id, after=place.table.seq):
            place.table.apply(entry)
            place.renew()
            if entry.kind in (EntryKind.SEATED, EntryKind.LEFT):
                self._reread(place)

    def _reread(self, place: Place) -> None:
        """Who sits where, and who is host."""
        place.seated, place.asking = self.store.seated(place.opened.id), None
        place.opened = self.store.find(id=place.opened.id) or place.opened

    def _tell_again(self, id: str) -> None:
        """Something beside the log is new."""
        self._place(id).asking = None
        seq = self.place(id).snapshot.seq
        self.hub.publish(id, seq)
        self.store.tell(id, seq)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A disk that is full or read-only is said in words."""
        try:
            yield
        except DBAPIError as error:
            raise Full("not_writable") from error


def _moved(at: str, by: timedelta) -> str:
    """Another moment, as they are kept."""
    return (datetime.fromisoformat(at) + by).isoformat(timespec="milliseconds")


def _before(at: str) -> str:
    """What was deleted then or earlier is gone for good."""
    return _moved(at, -KEPT_DELETED)


def _after(at: str) -> str:
    """Until when something can be brought back that was deleted then."""
    return _moved(at, KEPT_DELETED)


def _how(place: Place, colour: str, mark: str, *, instead: bool) -> dict[str, bool]:
    """What all are told of a device that sits down: that it is the host's, or that it has the seat of another one."""
    if colour == HOST:
        return {}
    if mark == place.opened.host:
        return {BY_HOST: True}
    return {INSTEAD: True} if instead else {}


def _standing(table: Table) -> Kept | None:
    """Now and then how the table stands, so that opening it does not replay it all."""
    if table.seq % SNAPSHOT_EVERY:
        return None
    top = table.living.seqs[-1] if table.living.seqs else 0
    return Kept(table.seq, top, table.to_json())


__all__ = ["Done", "Place", "Tables", "new_token"]
