"""What a page hands to the server that it cannot do while a thread waits: a stream, long work, a pause.

The server puts a `Handoff` beside each request. Without one (the test client, a foreign server) there are no streams,
long work is done at once and nobody pauses.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any, Generic, TypeVar

from flask import Flask, Response, request

from companion.table.hub import Listener

T = TypeVar("T")

KEY = "companion.handoff"
"""Where a request has it, in its WSGI environment."""


class Busy(Exception):
    """So much is waiting to be done that nothing more is taken on."""


@dataclass
class Handoff:
    """Beside one request."""

    listener: Listener | None = None
    """A stream that begins with the answer."""
    work: Callable[[], Any] | None = None
    """To be done in another process; the page is then asked for once more."""
    outcome: Callable[[], Any] | None = None
    """What came of it: returns it, or raises what it raised."""
    pause: float = 0.0
    """Seconds until the answer is sent."""


class _Elsewhere(Exception):
    """The page is asked for again when the work is done."""


def handoff() -> Handoff | None:
    """What this request can hand over, if the server takes anything."""
    found: Handoff | None = request.environ.get(KEY)
    return found


def elsewhere(function: Callable[..., T], *args: Any) -> T:
    """What a function returns that takes long, done in another process. Raises `Busy`, and whatever it raises."""
    mine = handoff()
    if mine is None:
        return function(*args)
    if mine.outcome is None:
        mine.work = partial(function, *args)
        raise _Elsewhere
    found: T = mine.outcome()
    return found


class Keeper(Generic[T]):
    """What came of long work, for whoever asks for the same; the one that was asked for longest ago goes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """What is kept, or else made now."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made


def register(app: Flask) -> None:
    app.register_error_handler(_Elsewhere, lambda _: Response(status=202))
