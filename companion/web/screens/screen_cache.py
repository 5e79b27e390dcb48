"""Screens that were drawn already: a screen is a function of table, seat and language, so the same is drawn once.

After every action each device asks for its screen anew, and people reload, poll and come back: most of what is asked
for has been drawn. What is a person's own (the token that signs forms, the key of a tap) is put in each time.
"""

import secrets
from collections.abc import Callable, Hashable, Sequence
from weakref import WeakKeyDictionary

from flask import current_app, request
from flask_wtf.csrf import generate_csrf

from companion.table.seat_requests import SeatRequest
from companion.table.snapshot import TableSnapshot
from companion.table.tokens import fingerprint
from companion.web.locale import code
from companion.web.viewer import Viewer, tables, token

_TOKEN, _KEY = "\x00token\x00", "\x00key\x00"
"""Stand where a person's own will be: no page has such characters."""

_MOST = 64
"""Screens of one table that are kept: five people in three languages and some who watch need fewer."""

Kept = dict[Hashable, str]


class Drawn:
    """What has been drawn of each open table as it stands now."""

    def __init__(self) -> None:
        self._kept: WeakKeyDictionary[TableSnapshot, tuple[Hashable, Kept]] = WeakKeyDictionary()

    def of(self, table: TableSnapshot, version: Hashable) -> Kept:
        """What is kept of a table; nothing as soon as it has moved on."""
        known = self._kept.get(table)
        if known is None or known[0] != version:
            known = self._kept[table] = (version, {})
        return known[1]


def drawn(seen: Viewer, name: Hashable, draw: Callable[[str], str]) -> str:
    """A screen, from what was drawn or drawn now; `draw` takes the key for its forms."""
    key = secrets.token_urlsafe(9)
    if not _same_for_all(seen):
        return draw(key)
    drawings: Drawn = current_app.extensions["drawn"]
    table, asking = seen.table, tables().asking(seen.place.opened.id)
    kept = drawings.of(table, (tuple(asking), seen.place.opened.host))
    identity = (name, seen.seat, seen.who, _asked_for(asking), code(), request.full_path, request.host_url)
    found = kept.get(identity)
    if found is None:
        found = draw(key).replace(generate_csrf(), _TOKEN).replace(key, _KEY)
        if len(kept) < _MOST:
            kept[identity] = found
    return found.replace(_TOKEN, generate_csrf()).replace(_KEY, key)


def _asked_for(asking: Sequence[SeatRequest]) -> frozenset[str]:
    """The seats that this very device asks for: of all that may only look, it alone is told so."""
    mine = fingerprint(token()) if asking else ""
    return frozenset(asked.colour for asked in asking if asked.token == mine)


def _same_for_all(seen: Viewer) -> bool:
    """Whether a drawing stays true until the next entry: a clock does not."""
    return request.method == "GET" and not seen.table.setup.clock
