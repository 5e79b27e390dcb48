"""A cache of rendered screens. They depend on table, seat and language alone, so each is rendered once.

After every action each device requests its screen again, and people reload, poll and come back, so most requests hit
the cache. What is personal (the CSRF token, the key of a tap) is inserted into each response.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from threading import Lock
from weakref import ref

from flask import current_app, request
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from companion.table.seat_requests import SeatRequest
from companion.table.snapshot import TableSnapshot
from companion.table.tokens import fingerprint
from companion.web.locale import code
from companion.web.screens.laying import COOKIE as LAID
from companion.web.viewer import Viewer, tables, token

_TOKEN, _KEY = "\x00token\x00", "\x00key\x00"
"""Placeholders for the personal values; no page contains such characters."""

MOST = 40_000_000
"""Bytes of cached screens of all tables. The least recently used is dropped first."""

ASKED = ("seat", "before", "at", "of", "back", "language")
"""The query parameters on which a screen depends. With any others, or very long ones, it is not cached."""

_LONGEST = 120
"""The longest address of a cached screen."""


class Drawn:
    """Rendered screens of the open tables' current snapshots."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, tuple[ref[TableSnapshot], Hashable, bytes]] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def find(self, key: Hashable, table: TableSnapshot, version: Hashable) -> str | None:
        """Return a cached screen, unless the table has changed since."""
        with self._lock:
            known = self._kept.get(key)
            if known is None or known[0]() is not table or known[1] != version:
                return None
            self._kept.move_to_end(key)
            return known[2].decode()

    def keep(self, key: Hashable, table: TableSnapshot, version: Hashable, page: str) -> None:
        data = page.encode()
        with self._lock:
            if before := self._kept.pop(key, None):
                self._size -= _size(key, before[2])
            self._kept[key] = ref(table), version, data
            self._size += _size(key, data)
            while self._size > MOST:
                oldest, (*_, page_before) = self._kept.popitem(last=False)
                self._size -= _size(oldest, page_before)


def _size(key: Hashable, page: bytes) -> int:
    return len(repr(key)) + len(page)


def drawn(seen: Viewer, name: Hashable, draw: Callable[[str], str], *, fresh: bool = False) -> str:
    """Return a screen from the cache, or render it now, always if it is to be `fresh`; `draw` takes the key for its
    forms.
    """
    key = secrets.token_urlsafe(9)
    if fresh or not _same_for_all(seen):
        return draw(key)
    drawings: Drawn = current_app.extensions["drawn"]
    table, asking = seen.table, tables().asking(seen.place.opened.id)
    opened = seen.place.opened
    version = (tuple(asking), opened.host)
    which = (
        opened.id, name, seen.seat, seen.who, _asked_for(asking), code(), request.full_path, request.host_url,
        bool(request.cookies.get(LAID)),
    )  # fmt: skip
    found = drawings.find(which, table, version)
    if found is None:
        found = draw(key).replace(generate_csrf(), _TOKEN).replace(key, _KEY)
        drawings.keep(which, table, version, found)
    return found.replace(_TOKEN, generate_csrf()).replace(_KEY, key)


def once(seen: Viewer, name: Hashable, draw: Callable[[], str]) -> Markup:
    """Return a part of a screen that is the same for all viewers of one language, with nothing personal in it."""
    drawings: Drawn = current_app.extensions["drawn"]
    which = (seen.place.opened.id, "piece", name, code())
    found = drawings.find(which, seen.table, None)
    if found is None:
        found = draw()
        drawings.keep(which, seen.table, None, found)
    return Markup(found)


def _asked_for(asking: Sequence[SeatRequest]) -> frozenset[str]:
    """Return the seats that this device is requesting, since its page says so."""
    mine = fingerprint(token()) if asking else ""
    return frozenset(asked.colour for asked in asking if asked.token == mine)


def _same_for_all(seen: Viewer) -> bool:
    """Return whether a screen can be cached: nothing in it changes before the next entry, as a clock would."""
    short = request.args.keys() <= {*ASKED} and len(request.full_path) <= _LONGEST
    return request.method == "GET" and not seen.table.setup.clock and short
