"""Away from the event loop that a browser of other tests may have in the main thread."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def alone(work: Callable[[], T]) -> T:
    """What some work returns, done in a thread of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


def in_a_thread(test: Callable[P, T]) -> Callable[P, T]:
    """The same for a whole test."""

    @wraps(test)
    def run(*args: P.args, **more: P.kwargs) -> T:
        return alone(lambda: test(*args, **more))

    return run
