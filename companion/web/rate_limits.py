"""How often one address may do what costs much: open tables, guess codes, make a PDF, read a file in.

A bucket an address: each use takes one, and they come back with time. Opening a page or acting at a table is never
counted, so nobody who plays ever meets it. Each process counts for itself.
"""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from flask import Flask, current_app, request
from werkzeug.exceptions import TooManyRequests

from companion.table.errors import NoSuchTable
from companion.table.tokens import read_code
from companion.web.viewer import tables, token

ADDRESSES = 10_000
"""Buckets that are kept; the one that has not been used for longest goes first."""


@dataclass(frozen=True)
class Rate:
    """So many at once, and then one every so many seconds."""

    burst: int
    seconds: float


OPENING, GUESSING, MAKING, READING = Rate(60, 10.0), Rate(20, 15.0), Rate(30, 2.0), Rate(20, 10.0)

RATES: dict[str, Rate] = {
    "api.open_table": OPENING,
    "opening.open_table": OPENING,
    "opening.open_position": OPENING,
    "exports.rematch": OPENING,
    "exports.report": MAKING,
    "printing.file": MAKING,
    "exports.bring": READING,
}
"""By endpoint. Whatever has a table's code in its address is counted as a guess where there is no such table."""


class Limiter:
    """The buckets of one process.

    >>> now = 0.0
    >>> limiter = Limiter(lambda: now)
    >>> [limiter.wait("a", Rate(2, 10.0)) for _ in range(3)]
    [0.0, 0.0, 10.0]
    >>> now = 10.0
    >>> limiter.wait("a", Rate(2, 10.0)), limiter.wait("b", Rate(2, 10.0))
    (0.0, 0.0)
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._full: OrderedDict[tuple[str, Rate], float] = OrderedDict()
        """When each bucket will be full again."""
        self._lock = Lock()

    def wait(self, address: str, rate: Rate, *, take: bool = True) -> float:
        """Seconds until there is one; 0 where there is, which is then taken."""
        with self._lock:
            now, key = self._clock(), (address, rate)
            full = max(self._full.get(key, now), now)
            wait = full - now - (rate.burst - 1) * rate.seconds
            if wait > 0 or not take:
                return max(wait, 0.0)
            self._full[key] = full + rate.seconds
            self._full.move_to_end(key)
            if len(self._full) > ADDRESSES:
                self._full.popitem(last=False)
            return 0.0


def limit(app: Flask) -> None:
    app.extensions["limiter"] = Limiter()
    app.config.setdefault("RATES", True)

    @app.before_request
    def count() -> None:
        code = (request.view_args or {}).get("code")
        rate = RATES.get(request.endpoint or "")
        if rate:
            _take(rate)
        if code is not None and _limiter().wait(_address(), GUESSING, take=False) and not _sits_at(code):
            _take(GUESSING)


def guessed() -> None:
    """Somebody asked for a table that is not there."""
    if current_app.config["RATES"]:
        _limiter().wait(_address(), GUESSING)


def _sits_at(code: str) -> bool:
    """Whether the device has a seat at the table: then it does not guess, whoever else does behind its address."""
    try:
        opened = tables().by_code(read_code(code))
    except NoSuchTable:
        return False
    return not tables().place(opened.id).who(token()).spectator


def _take(rate: Rate) -> None:
    wait = _limiter().wait(_address(), rate) if current_app.config["RATES"] else 0.0
    if wait:
        raise TooManyRequests(retry_after=math.ceil(wait))


def _limiter() -> Limiter:
    found: Limiter = current_app.extensions["limiter"]
    return found


def _address() -> str:
    return request.remote_addr or ""
