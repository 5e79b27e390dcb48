"""The tables open in this process: finding, loading, updating and closing them."""

import hmac
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock, RLock
from weakref import WeakValueDictionary

from sqlalchemy.exc import DBAPIError

from companion.rules import Library
from companion.table import rows
from companion.table.clock import now
from companion.table.database import Away
from companion.table.errors import BadTable, Full, NoSuchTable, StillOpening
from companion.table.hub import Hub
from companion.table.limits import Limits
from companion.table.log import Entry
from companion.table.people import Who
from companion.table.requests import SeatRequest
from companion.table.rows import Opened
from companion.table.snapshot import TableSnapshot
from companion.table.store import Store, StoredLog
from companion.table.table import Table
from companion.table.tokens import fingerprint
from companion.table.vocabulary import Depth, EntryKind

ATTEMPTS = 20
"""How often to retry when another process was faster."""


WAITED = 2.0
"""Seconds to wait while another thread opens the same table."""


@dataclass
class OpenTable:
    """A table that is open in this process."""

    opened: Opened
    table: Table
    seated: dict[str, str]
    """The hash of the device's token, by seat."""
    asking: list[SeatRequest] | None = None
    """The pending seat requests; None if they have to be read again."""
    asked: dict[int, str] = field(default_factory=dict)
    """Whose choice some entries answered, as found by `Tables.asked_by`."""
    lock: RLock = field(default_factory=RLock)
    snapshot: TableSnapshot = field(init=False)
    """The current snapshot, replaced after each entry, so that readers need no lock."""

    def __post_init__(self) -> None:
        self.renew()

    @property
    def closed(self) -> bool:
        """Whether a new device needs permission to take a seat: the host wants it so, or a game is nobody else's.

        Otherwise two strangers could sit there, and agree on a new host. A game that the app only follows has begun
        once a guest has sat down, whatever is entered.
        """
        people = self.snapshot.people
        unseen = people.met and self.snapshot.depth != Depth.REFEREE
        begun = people.begun or unseen or bool(self.opened.setup.position)
        return people.locked or (begun and set(self.seated.values()) <= {self.opened.host})

    def renew(self) -> None:
        self.snapshot = self.table.snapshot()

    def who(self, token: str) -> Who:
        """Return the seats and role of a device's token."""
        mark = fingerprint(token)
        colours = frozenset(colour for colour, mine in self.seated.items() if mark and mine == mark)
        return Who(colours, bool(mark) and mark == self.opened.host, mark)


class OpenTables:
    """Opens, updates and closes the tables of this process."""

    def __init__(
        self,
        store: Store,
        library: Library | None = None,
        limits: Limits | None = None,
        hub: Hub | None = None,
        clock: Callable[[], str] | None = None,
    ) -> None:
        self.store, self.library, self.now = store, library, clock or now
        self.limits = limits or Limits()
        self.hub = hub or Hub(
            self.limits.listeners,
            of_device=self.limits.listeners_of_device,
            of_address=self.limits.listeners_of_address,
        )
        self.shared = not store.database.embedded
        """Whether other processes may write to the database too."""
        self._open: OrderedDict[str, OpenTable] = OrderedDict()
        self._codes: dict[str, str] = {}
        """The ids of the open tables, by join code."""
        self._lock = Lock()
        self._opening_locks: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        """A lock for each table, held while it is opened, deleted or restored."""
        self._faults: dict[str, tuple[int, BadTable]] = {}
        """Why a table could not be opened, and its newest entry then. It is only tried again after a newer entry."""

    def by_code(self, code: str) -> Opened:
        """Return the table for a join code. Raises `NoSuchTable`, or `BadTable` if it cannot be read.

        A table open here needs no query, unless another process may have deleted it.
        """
        place = None if self.shared else self._open.get(self._codes.get(code, ""))
        if place is not None:
            return place.opened
        opened = self.store.find(code=code)
        if opened is None:
            raise NoSuchTable("no_table", given=code)
        return opened

    def known(self, code: str) -> bool:
        """Return whether a code belongs to a table, deleted ones included."""
        return code in self._codes or self.store.row(code=code, deleted=True) is not None

    def forget(self, id: str) -> None:
        """Close a table in this process; the next visitor opens it again."""
        with self._lock:
            self._close(self._open.pop(id, None))
            self._faults.pop(id, None)

    def _open_here(self, id: str) -> OpenTable | None:
        with self._lock:
            place = self._open.get(id)
            if place is not None:
                self._open.move_to_end(id)
        return place

    def _place(self, id: str) -> OpenTable:
        place = self._open_here(id)
        if place is None:
            place = self._opened(id)
        elif self.shared:
            with place.lock:
                self._catch_up(place)
        return place

    def _close(self, place: OpenTable | None) -> None:
        if place is not None:
            self._codes.pop(place.opened.code, None)

    def _opened(self, id: str) -> OpenTable:
        with self._opening_lock(id):  # all phones of a table arrive at once: the first one opens it
            return self._open_here(id) or self._open_anew(id)

    @contextmanager
    def _opening_lock(self, id: str) -> Iterator[None]:
        """Hold the lock of a table, so that one being deleted is not opened again. Raises `StillOpening`."""
        with self._lock:
            lock = self._opening_locks.setdefault(id, Lock())
        if not lock.acquire(timeout=WAITED):
            raise StillOpening
        try:
            yield
        finally:
            lock.release()

    def _open_anew(self, id: str) -> OpenTable:
        seq, fault = self._faults.get(id, (0, None))
        if fault and seq == self.store.newest(id):
            raise copy(fault)
        try:
            place = self._built_anyhow(id)
        except BadTable as error:
            self._faults[id] = self.store.newest(id), copy(error)
            raise
        with self._lock:
            place = self._open.setdefault(id, place)
            self._codes[place.opened.code] = id
            while len(self._open) > self.limits.open_tables:
                self._close(self._open.popitem(last=False)[1])
        return place

    def _built_anyhow(self, id: str) -> OpenTable:
        try:
            return self._built(id)
        except BadTable:
            # The standing can be made again; only the log has to be intact.
            return self._built(id, standing=False)

    def _built(self, id: str, *, standing: bool = True) -> OpenTable:
        built = self.store.whole(id, standing=standing)
        if built is None:
            raise NoSuchTable("no_table", given=id)
        with rows.naming(built.opened):
            with rows.reading("bad_setup"):
                table = Table(built.opened.setup, self.library, StoredLog(self.store, id, standings=standing))
            table.seed = hmac.digest(self._secret, id.encode(), "sha256").hex()
            if built.kept:
                self._under_the_same_rules(id, table)
                table.restore(built.kept.data, built.latest)
            for entry in built.since:
                table.apply(entry)
        return OpenTable(built.opened, table, built.seated)

    def _under_the_same_rules(self, id: str, table: Table) -> None:
        """Raise `BadTable` if the table was opened under other rules data.

        A standing refers to tiles by their index in the box, so under other rules only the log can be trusted.
        """
        begun: list[Entry] = []
        with suppress(BadTable):
            begun = self.store.entries(id, 0, [1])
        if begun and begun[0].data.get("rules", table.rules.version) != table.rules.version:
            raise BadTable("bad_standing", seq=1)

    @cached_property
    def _secret(self) -> bytes:
        """The secret from which the seeds of all tables' draws are derived."""
        return hmac.digest(self.store.secret().encode(), b"draws", "sha256")

    def _catch_up(self, place: OpenTable) -> None:
        for entry in self.store.entries(place.opened.id, after=place.table.seq):
            place.table.apply(entry)
            place.renew()
            if entry.kind in (EntryKind.SEATED, EntryKind.LEFT):
                self._reread(place)

    def _reread(self, place: OpenTable) -> None:
        """Read again who sits where, and who the host is."""
        place.seated, place.asking = self.store.seated(place.opened.id), None
        place.opened = self.store.find(id=place.opened.id) or place.opened

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Turn a failed write (the disk is full) into a refusal. Raises `Away` if the file has become read-only."""
        if lost := self.store.database.lost():
            raise Away(lost)
        try:
            yield
        except DBAPIError as error:
            raise Full("not_writable") from error
