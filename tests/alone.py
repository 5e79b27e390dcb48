"""Runs code outside the main thread, where the browser of other tests may have an event loop."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def alone(work: Callable[[], T]) -> T:
    """Run some work in a thread of its own and return its result."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


def in_a_thread(test: Callable[P, T]) -> Callable[P, T]:
    """Run a whole test in a thread of its own."""

    @wraps(test)
    def run(*args: P.args, **more: P.kwargs) -> T:
        return alone(lambda: test(*args, **more))

    return run
