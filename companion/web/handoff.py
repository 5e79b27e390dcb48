"""Handing over to the server what must not block a thread: a stream, long work, a pause.

The server adds a `Handoff` to each request. Without one (in the test client or another server), there are no streams,
long work is done at once and there are no pauses.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from flask import Flask, Response, request

from companion.table.hub import Listener

T = TypeVar("T")

KEY = "companion.handoff"
"""The key of the handoff in the WSGI environment."""


class Busy(Exception):
    """Too much work is already waiting."""


@dataclass
class Handoff:
    """What one request hands over to the server."""

    listener: Listener | None = None
    """A stream to continue after the response."""
    work: Callable[[], Any] | None = None
    """Work for another process; the request is then handled a second time."""
    thinking: bool = False
    """Whether that work is a mind's: it has a process of its own, so that no sheet is drawn before it."""
    outcome: Callable[[], Any] | None = None
    """Returns the result of that work, or raises its error."""
    pause: float = 0.0
    """Seconds to wait before sending the response."""
    known: str = ""
    """The token of the device, if it hosts a table or sits at one."""


class _InProcess(Exception):
    """Ends the first handling of a request whose work is done in another process."""


def handoff() -> Handoff | None:
    """Return the handoff of this request, or None if the server offers none."""
    pending: Handoff | None = request.environ.get(KEY)
    return pending


def run_in_process(function: Callable[..., T], *args: Any, thinking: bool = False) -> T:
    """Run a slow function in another process and return its result. Raises `Busy`, and whatever the function raises."""
    pending = handoff()
    if pending is None:
        return function(*args)
    if pending.outcome is None:
        pending.work, pending.thinking = partial(function, *args), thinking
        raise _InProcess
    result: T = pending.outcome()
    return result


def worked() -> bool:
    """Return whether the slow work of this request is done, and the request is handled for the second time."""
    pending = handoff()
    return pending is not None and pending.outcome is not None


@dataclass
class Result(Generic[T]):
    """What slow work has come to so far. A function with `lru_cache` keeps the latest ones, each with its question."""

    known: T | None = None


def register(app: Flask) -> None:
    app.register_error_handler(_InProcess, lambda _: Response(status=202))
