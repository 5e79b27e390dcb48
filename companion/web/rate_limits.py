"""Rate limits for what is costly or annoys others: opening tables, guessing codes, requesting seats, making PDFs.

Each device has a bucket, and each address a larger one. A use takes one token from both; tokens come back over time.
Acting at a table and reading most of its pages are not limited, so players never notice. A device without a token
counts by its address alone. Each process counts for itself.

Anybody can pretend to be a new device each time. So devices that have a table share a bucket of their address, separate
from those that have none, and a refused attempt to open a table or take a seat takes nothing.
"""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from threading import Lock

from flask import Flask, Response, current_app, g, request
from werkzeug.exceptions import TooManyRequests

from companion.table.errors import NoSuchTable
from companion.table.tokens import fingerprint, read_code
from companion.web.addresses import visitor
from companion.web.handoff import Handoff, handoff
from companion.web.viewer import tables, token

BUCKETS = 20_000
"""The number of buckets kept; the least recently used is dropped first."""

_GRAIN = 1e-6
"""Rounding tolerance in seconds."""

PAUSE = 2.0
"""Seconds of delay for strangers at an address from which too many codes were guessed; nobody is refused."""


@dataclass(frozen=True)
class Rate:
    """A burst, then one every so many seconds."""

    burst: int
    seconds: float


OPENING, BRINGING, MAKING, LISTING = Rate(30, 20.0), Rate(10, 20.0), Rate(30, 2.0), Rate(120, 2.0)
ASKING, GUESSING, LOOKING = Rate(12, 10.0), Rate(20, 15.0), Rate(300, 0.5)
BEHIND_ONE_ADDRESS = 10
"""How many devices' worth of requests one address may send."""

RATES: dict[str, Rate] = {
    "api.open_table": OPENING,
    "new_table.open_table": OPENING,
    "new_table.open_position": OPENING,
    "new_table.tap_position": LOOKING,
    "exports.rematch": OPENING,
    "practice.begin": OPENING,
    "exports.bring": BRINGING,
    "exports.record": MAKING,
    "exports.report": MAKING,
    "exports.rescued": MAKING,
    "exports.whole": LISTING,
    "exports.scores": LISTING,
    "exports.play": LISTING,
    "exports.decided": LISTING,
    "shop.product": MAKING,
    "shop.file": MAKING,
    "shop.preview": MAKING,
    "shop.bundle": MAKING,
    "shop.small": LISTING,
    "joining.sit": ASKING,
    "api.sit": ASKING,
    "links.make": ASKING,
    "links.cards": MAKING,
    "organising.cards": MAKING,
    "links.take": ASKING,
    "minds.think": LOOKING,
    "minds.plans": LOOKING,
    "api.mind": LOOKING,
    "api.plans": LOOKING,
}
"""The rate of a device, by endpoint.

In addition, any request with the code of a missing table counts as a guess, by address alone, since whoever guesses
pretends to be a new device each time.
"""

SCREEN_RATES: dict[str, Rate] = {"decided": LOOKING, "replay": LOOKING}
"""The rate of a device, by screen."""

_DONE = (OPENING, ASKING)
"""Rates that count only successful requests."""

_AT_TABLES = (OPENING, ASKING, BRINGING)
"""Rates with a separate bucket for devices that have a table."""

Bucket = tuple[str, Rate]
"""The name of a bucket and its rate."""


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

    def wait(self, whose: str, rate: Rate, *, take: bool = True) -> float:
        """Return the seconds until a token is available, or take one (unless `take` is false) and return 0."""
        with self._lock:
            now, key = self._clock(), (whose, rate)
            full = max(self._full.get(key, now), now)
            wait = full - now - (rate.burst - 1) * rate.seconds
            if wait > _GRAIN or not take:
                return wait if wait > _GRAIN else 0.0
            self._full[key] = full + rate.seconds
            self._full.move_to_end(key)
            if len(self._full) > BUCKETS:
                self._full.popitem(last=False)
            return 0.0


def limit(app: Flask) -> None:
    app.extensions["limiter"] = Limiter()
    app.config.setdefault("RATES", True)

    @app.before_request
    def count() -> None:
        if not current_app.config["RATES"]:
            return
        args = request.view_args or {}
        code = args.get("code")
        rate = RATES.get(request.endpoint or "") or SCREEN_RATES.get(args.get("name", ""))
        asked_again = (handoff() or Handoff()).outcome
        if rate and request.method in ("GET", "POST", "PUT") and not asked_again:
            g.buckets = _with_room(rate)
            if rate not in _DONE:
                _take()
        if code is not None and _limiter().wait(visitor(), GUESSING, take=False):
            _slow_down(code)

    @app.after_request
    def count_done(answer: Response) -> Response:
        if answer.status_code < HTTPStatus.BAD_REQUEST:
            _take()
        return answer


def guessed() -> None:
    """Count a request for a table that does not exist."""
    if current_app.config["RATES"]:
        _limiter().wait(visitor(), GUESSING)


def _slow_down(code: str) -> None:
    """Delay requests from an address where too many codes were guessed.

    Whoever sits at the table notices nothing. Others wait a little, as they may be neighbors who have only just come. A
    wrong code waits too and is then refused.
    """
    mine = handoff() or Handoff()
    try:
        spectator = tables().visit(read_code(code)).who(token()).spectator
    except NoSuchTable:
        mine.pause = PAUSE
        if not tables().known(read_code(code)):
            wait = _limiter().wait(visitor(), GUESSING, take=False)
            raise TooManyRequests(retry_after=math.ceil(wait)) from None
    else:
        mine.pause = PAUSE if spectator else 0.0


def _with_room(rate: Rate) -> list[Bucket]:
    """Return the buckets of this request. Raises `TooManyRequests` if one is empty."""
    address, mine = visitor(), fingerprint(token())
    sits = bool(mine) and rate in _AT_TABLES and bool(tables().store.rows_of(mine, 1))
    of_address = Rate(rate.burst * BEHIND_ONE_ADDRESS, rate.seconds / BEHIND_ONE_ADDRESS)
    keys = [(f"{address} known" if sits else address, of_address), *([(f"{address} {mine}", rate)] if mine else [])]
    wait = max(_limiter().wait(*bucket, take=False) for bucket in keys)
    if wait:
        raise TooManyRequests(retry_after=math.ceil(wait))
    return keys


def _take() -> None:
    for bucket in g.pop("buckets", ()):
        _limiter().wait(*bucket)


def _limiter() -> Limiter:
    limiter: Limiter = current_app.extensions["limiter"]
    return limiter
