"""The tables that are open in this process: found, read from what is kept, brought up to date, closed."""

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
from companion.table.errors import BadTable, Full, NoSuchTable, StillOpening
from companion.table.hub import Hub
from companion.table.limits import Limits
from companion.table.log import Entry
from companion.table.people import Who
from companion.table.rows import Opened
from companion.table.seat_requests import SeatRequest
from companion.table.snapshot import TableSnapshot
from companion.table.store import Store, StoredLog
from companion.table.table import Table
from companion.table.tokens import fingerprint
from companion.table.vocabulary import EntryKind

ATTEMPTS = 20
"""How often something is tried again that another process was faster with."""


WAITED = 2.0
"""Seconds that somebody waits while another one opens the same table."""


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


class OpenTables:
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
        self._open: OrderedDict[str, Place] = OrderedDict()
        self._codes: dict[str, str] = {}
        """The ids of the open tables by the codes that join them."""
        self._lock = Lock()
        self._doors: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        """What is held while a table is being opened, deleted or brought back."""
        self._faults: dict[str, tuple[int, BadTable]] = {}
        """Why a table could not be opened, and its newest entry then: nobody tries again before there is another."""

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
        return code in self._codes or self.store.row(code=code, deleted=True) is not None

    def forget(self, id: str) -> None:
        """Close a table in this process; its next visitor opens it again."""
        with self._lock:
            self._close(self._open.pop(id, None))
            self._faults.pop(id, None)

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

    def _close(self, place: Place | None) -> None:
        if place is not None:
            self._codes.pop(place.opened.code, None)

    def _opened(self, id: str) -> Place:
        with self._door(id):  # all phones of a table come at once: the first one opens it
            return self._open_here(id) or self._open_anew(id)

    @contextmanager
    def _door(self, id: str) -> Iterator[None]:
        """One at a time: what was read before a table was deleted is not opened after it. Raises `StillOpening`."""
        with self._lock:
            door = self._doors.setdefault(id, Lock())
        if not door.acquire(timeout=WAITED):
            raise StillOpening
        try:
            yield
        finally:
            door.release()

    def _open_anew(self, id: str) -> Place:
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

    def _built_anyhow(self, id: str) -> Place:
        try:
            return self._built(id)
        except BadTable:
            # What was kept on the way can be made again: the log alone has to be whole.
            return self._built(id, standing=False)

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

    @cached_property
    def _secret(self) -> bytes:
        """What the draws of all tables follow from."""
        return hmac.digest(self.store.secret().encode(), b"draws", "sha256")

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

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A disk that is full or read-only is said in words."""
        try:
            yield
        except DBAPIError as error:
            raise Full("not_writable") from error
