"""A lock that serves in the order of coming.

Python's own goes to whoever asks at the moment it is free: one of eight clients then waits twice as long as the others.
"""

from collections import deque
from threading import Lock, get_ident


class Turns:
    """Use it with `with`. Nobody may come again while it is their turn."""

    def __init__(self) -> None:
        self._door = Lock()
        self._holder: int | None = None
        self._waiting: deque[tuple[int, Lock]] = deque()

    def __enter__(self) -> None:
        me = get_ident()
        with self._door:
            if self._holder is None:
                self._holder = me
                return
            if self._holder == me:
                raise RuntimeError("it is this thread's turn already")
            mine = Lock()
            mine.acquire()
            self._waiting.append((me, mine))
        mine.acquire()

    def __exit__(self, *_: object) -> None:
        with self._door:
            self._holder = None
            if self._waiting:
                self._holder, next_one = self._waiting.popleft()
                next_one.release()
