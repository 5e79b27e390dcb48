"""Telling everybody at a table that something happened: a number, and each device fetches what it may see.

One queue a listener, bounded: a device that does not read is let go and comes back by itself.
"""

from collections import defaultdict
from collections.abc import Generator
from queue import Empty, SimpleQueue
from threading import RLock

HEARTBEAT = 12.0
"""Seconds after which a silent stream says that it is alive."""

_LONGEST = 64
"""Numbers that wait for a device; it needs the last one only."""


END = -1
"""Told instead of a number where a table is no more."""


class TooMany(Exception):
    """No more listeners: poll instead."""


class Listener:
    """One device's stream."""

    def __init__(self) -> None:
        self.queue: SimpleQueue[int | None] = SimpleQueue()

    def tell(self, seq: int | None) -> None:
        """Something happened; nothing ends the stream, and so does `END`."""
        if self.queue.qsize() < _LONGEST or seq in (None, END):
            self.queue.put(seq)

    def next(self, timeout: float = HEARTBEAT) -> int | None:
        """The newest number; 0 where nothing happened for so long. None is the end, and `END` that of the table."""
        try:
            newest = self.queue.get(timeout=timeout)
        except Empty:
            return 0
        while newest not in (None, END) and not self.queue.empty():
            newest = self.queue.get()
        return newest


class Hub:
    """All listeners of this process, by table."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._listeners: dict[str, set[Listener]] = defaultdict(set)
        self._number = 0
        self._closed = False
        # Not a plain lock: a stream may be cleared away, and so leave, in the middle of another one's arrival.
        self._lock = RLock()

    @property
    def number(self) -> int:
        return self._number

    def listening(self, table: str) -> int:
        """How many listen to a table."""
        return len(self._listeners.get(table, ()))

    def tables(self) -> list[str]:
        """The tables that somebody listens to."""
        with self._lock:
            return list(self._listeners)

    def listen(self, table: str) -> Listener:
        """A new listener. Raises `TooMany`."""
        listener = Listener()
        with self._lock:
            if self._number >= self.most or self._closed:
                raise TooMany
            self._listeners[table].add(listener)
            self._number += 1
        return listener

    def leave(self, table: str, listener: Listener) -> None:
        with self._lock:
            if listener in self._listeners.get(table, ()):
                self._listeners[table].discard(listener)
                self._number -= 1
                if not self._listeners[table]:
                    del self._listeners[table]

    def publish(self, table: str, seq: int) -> None:
        """Tell everybody at a table. Never waits."""
        for listener in tuple(self._listeners.get(table, ())):
            listener.tell(seq)

    def end(self, table: str) -> None:
        """End the streams of a table that is no more, and say so."""
        self.publish(table, END)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            everybody = [one for listeners in self._listeners.values() for one in listeners]
        for listener in everybody:
            listener.tell(None)


def stream(hub: Hub, table: str, listener: Listener, newest: int, seen: int) -> Generator[bytes, None, None]:
    """The stream of one device as server-sent events: what it missed, then what happens."""
    try:
        yield b"retry: 1500\n\n"
        if newest > seen:
            yield message(newest)
        while True:
            seq = listener.next()
            if seq is None:
                return
            if seq == END:
                yield b"event: end\ndata: \n\n"
                return
            yield message(seq) if seq else b": alive\n\n"
    finally:
        hub.leave(table, listener)


def message(seq: int) -> bytes:
    """One number as an event; its id is what a device says it has seen when it comes back.

    >>> message(7)
    b'id: 7\\nevent: table\\ndata: 7\\n\\n'
    """
    return f"id: {seq}\nevent: table\ndata: {seq}\n\n".encode()
