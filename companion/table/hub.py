"""Telling everybody at a table that something happened: a number, and each device fetches what it may see.

Nobody waits for a device. A listener holds the newest number and wakes whoever passes it on; a device that is slow
gets the newest one when it is ready.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from threading import Lock

HEARTBEAT = 12.0
"""Seconds after which a silent stream says that it is alive."""


END = -1
"""What processes tell each other, instead of a number, of a table that is no more."""

GONE = b"event: end\ndata: \n\n"
"""And what its streams say last: phones then see what became of it."""


class TooMany(Exception):
    """No more listeners: poll instead."""


class Listener:
    """One device's stream."""

    __slots__ = ("_newest", "address", "device", "ended", "last", "table", "wake")

    def __init__(self, table: str, device: str, address: str) -> None:
        self.table, self.device, self.address = table, device, address
        self.ended = False
        self.last = b""
        """What is said before the stream ends."""
        self._newest: int | None = None
        self.wake: Callable[[], None] = _nobody
        """Called from any thread when there is something to pass on."""

    def tell(self, seq: int) -> None:
        """Something happened."""
        self._newest = max(seq, self._newest or 0)
        self.wake()

    def take(self) -> int | None:
        """The newest number, if it was not taken yet."""
        newest, self._newest = self._newest, None
        return newest

    def end(self, last: bytes = b"") -> None:
        self.last, self.ended = last, True
        self.wake()


def _nobody() -> None:
    """Nobody passes it on yet: whoever begins to looks at the newest number."""


class Hub:
    """All listeners of this process, by table: so many in all, of a device, and without a seat of an address."""

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
        """How many listen to a table."""
        return len(self._listeners.get(table, ()))

    def tables(self) -> list[str]:
        """The tables that somebody listens to."""
        with self._lock:
            return list(self._listeners)

    def listen(self, table: str, device: str = "", address: str = "") -> Listener:
        """A new listener; with its address where it has no seat at the table. Raises `TooMany`."""
        listener = Listener(table, device, address)
        with self._lock:
            full = self.number >= self.most or (device and self._devices[device] >= self._of_device)
            if full or self._closed or (address and self._addresses[address] >= self._of_address):
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

    def publish(self, table: str, seq: int) -> None:
        """Tell everybody at a table. Never waits."""
        for listener in self._at(table):
            listener.tell(seq)

    def end(self, table: str) -> None:
        """End the streams of a table that is no more, and say so."""
        for listener in self._at(table):
            listener.end(GONE)

    def close(self) -> None:
        """End all streams, and begin none."""
        with self._lock:
            self._closed = True
            everybody = [one for listeners in self._listeners.values() for one in listeners]
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
    """One number as an event; its id is what a device says it has seen when it comes back.

    >>> message(7)
    b'id: 7\\nevent: table\\ndata: 7\\n\\n'
    """
    return f"id: {seq}\nevent: table\ndata: {seq}\n\n".encode()
