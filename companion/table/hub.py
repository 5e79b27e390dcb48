"""Notifying the devices at a table of a newer entry. Only its number is sent; each device fetches what it may see.

Nothing ever waits for a device. A listener holds the newest number and wakes the code that sends it, so a slow device
gets the newest number once it is ready.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from threading import Lock

HEARTBEAT = 12.0
"""Seconds of silence after which a stream sends a sign of life."""


END = -1
"""Sent between processes instead of an entry number: the table no longer exists."""

GONE = b"event: end\ndata: \n\n"
"""The last message of its streams, after which phones reload and see what happened."""


class TooMany(Exception):
    """There is no room for another listener; poll instead."""


class Closing(TooMany):
    """The server is shutting down; another one is about to follow."""


class Listener:
    """One stream to a device."""

    __slots__ = ("_newest", "_told", "address", "device", "ended", "last", "table", "wake")

    def __init__(self, table: str, device: str, address: str) -> None:
        self.table, self.device, self.address = table, device, address
        self.ended = False
        self.last = b""
        """The last message before the stream ends."""
        self._newest: int | None = None
        self._told = 0
        self.wake: Callable[[], None] = _nobody
        """Called from any thread when there is something to send."""

    def tell(self, seq: int, *, again: bool = False) -> None:
        """Note the newest number and wake the sender. A number that was told is told once more only if `again`."""
        if seq <= self._told and not again:
            return
        self._told = max(seq, self._told)
        self._newest = max(seq, self._newest or 0)
        self.wake()

    def take(self) -> int | None:
        """Return the newest number, or None if it was already taken."""
        newest, self._newest = self._newest, None
        return newest

    def end(self, last: bytes = b"") -> None:
        self.last, self.ended = last, True
        self.wake()


def _nobody() -> None:
    """Do nothing: there is no sender yet, and it will begin with the newest number."""


class Hub:
    """All listeners of this process, limited in total, per device, and per address for devices without a seat."""

    def __init__(self, most: int, *, of_device: int | None = None, of_address: int | None = None) -> None:
        self.most = most
        self._of_device, self._of_address = of_device or most, of_address or most
        self._listeners: dict[str, set[Listener]] = defaultdict(set)
        self._devices: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._closed = False
        self._lock = Lock()

    @property
    def number(self) -> int:
        return self._devices.total()

    def listening(self, table: str) -> int:
        """Return the number of listeners of a table."""
        return len(self._listeners.get(table, ()))

    def tables(self) -> list[str]:
        """Return the tables that have listeners."""
        with self._lock:
            return list(self._listeners)

    def listen(self, table: str, device: str = "", address: str = "") -> Listener:
        """Add a listener; `address` is given for a device without a seat at the table. Raises `TooMany`."""
        listener = Listener(table, device, address)
        with self._lock:
            if self._closed:
                raise Closing
            full = self.number >= self.most or (device and self._devices[device] >= self._of_device)
            if full or (address and self._addresses[address] >= self._of_address):
                raise TooMany
            self._listeners[table].add(listener)
            self._devices[device] += 1
            self._addresses[address] += 1
        return listener

    def leave(self, listener: Listener) -> None:
        with self._lock:
            here = self._listeners.get(listener.table, set())
            if listener not in here:
                return
            here.remove(listener)
            if not here:
                del self._listeners[listener.table]
            _take(self._devices, listener.device)
            _take(self._addresses, listener.address)

    def publish(self, table: str, seq: int, *, again: bool = False) -> None:
        """Notify all listeners of a table, without waiting; `again` if something changed that is not in the log."""
        for listener in self._at(table):
            listener.tell(seq, again=again)

    def end(self, table: str) -> None:
        """End the streams of a table that no longer exists."""
        for listener in self._at(table):
            listener.end(GONE)

    def close(self) -> None:
        """End all streams and accept no new ones."""
        with self._lock:
            self._closed = True
            everybody = [waiting for listeners in self._listeners.values() for waiting in listeners]
        for listener in everybody:
            listener.end()

    def _at(self, table: str) -> tuple[Listener, ...]:
        with self._lock:
            return tuple(self._listeners.get(table, ()))


def _take(counter: Counter[str], name: str) -> None:
    counter[name] -= 1
    if not counter[name]:
        del counter[name]


def message(seq: int) -> bytes:
    """Return a server-sent event for a number. Its id is what a device sends back when it reconnects.

    >>> message(7)
    b'id: 7\\nevent: table\\ndata: 7\\n\\n'
    """
    return f"id: {seq}\nevent: table\ndata: {seq}\n\n".encode()
