"""The server's connections, limited in number, in idle time, in how much they may send and in how much they hold.

uvicorn reads and writes HTTP. A `Connection` adds what uvicorn does not do: no client occupies one by sending nothing,
or by never finishing a request. If there is no room, whoever has occupied theirs for longest is closed.
"""

import asyncio
import math
import re
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from companion.web.addresses import bucket_of
from companion.web.server.limits import KB, ServerLimits
from companion.web.server.turns import less

_SWEEP = 0.5
"""Seconds between looks at the deadlines."""

_UNSENT = 16 * KB
"""Bytes of a response that may wait for the network without being counted."""

_UPGRADE = re.compile(rb"\r\nupgrade:[^\r\n]*", re.IGNORECASE)
"""An offer to speak another protocol. Nobody has to take it, but uvicorn then does not read the body that follows."""

_TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Connection(HttpToolsProtocol):
    """One connection. Its request is cancelled if the connection ends, wherever it waits."""

    def __init__(self, all: "Connections", address: str, library: Any) -> None:
        super().__init__(library.config, library.server_state, {"connection": self})
        self.address = bucket_of(address)
        self.opening: asyncio.Task[Any] | None = None
        """The TLS handshake, while it lasts."""
        self.gone = False
        self._all = all
        self._request: asyncio.Task[Any] | None = None
        self._left, self.deadline, self._unread = 0, 0.0, False
        self._expect(all.limits.header_seconds)

    def read(self) -> None:
        """The request is complete; from now on, at most the next one's head is accepted."""
        self._left, self._unread = self._all.limits.head, False

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Hold the connection for a request, whose body may follow."""
        mine = self._request = asyncio.current_task()
        self._left, self.deadline, self._unread = self._all.limits.head, math.inf, True
        self._all.idle.remove(self)
        try:
            yield
        finally:
            self.release()
            if self._request is mine and not self.gone:  # else the next request of a pipeline has begun
                self._request = None
                self._expect(self._all.limits.idle_seconds)
                self._all.idle.add(self, self.address)

    def hold(self, address: str, number: int) -> None:
        """Count bytes kept for this connection's request, on the account of an address."""
        if number:
            self._all.held.add(self, address, number)

    def release(self) -> None:
        """Count nothing any more."""
        self._all.held.remove(self)

    def end(self) -> None:
        """Close the connection at once."""
        if self.gone:
            return
        self.gone = True
        self._all.leave(self)
        for task in (self.opening, self._request):
            if task:
                task.cancel()
        if self.transport:
            self.transport.abort()

    def _expect(self, seconds: float) -> None:
        """Wait for a request for so long."""
        self.deadline = self.loop.time() + seconds
        self.read()

    # called for the socket

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.opening = None
        self._all.opening.remove(self)
        transport.set_write_buffer_limits(_UNSENT)
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        self._left -= len(data)
        if self._request is None:
            self.deadline = min(self.deadline, self.loop.time() + self._all.limits.header_seconds)
        if self.cycle is None or self.cycle.response_complete:
            head, end, body = data.partition(b"\r\n\r\n")
            data = _UPGRADE.sub(b"", head) + end + body
        super().data_received(data)
        if self._left < 0:
            # Checked later, so that a request that has just begun is known by then.
            self.loop.call_soon(self._too_long)

    def on_body(self, body: bytes) -> None:
        if self._unread:  # limited here is what brings nothing of the body: headers after it, notes to its parts
            self._left = self._all.limits.head
        super().on_body(body)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.end()

    def _too_long(self) -> None:
        if self._left < 0 and not self.transport.is_closing():
            if self._request is None:
                self.transport.write(_TOO_LONG)
            self.transport.close()


class Ledger:
    """What connections hold, by address. Beyond a limit, the one that has held for longest is closed."""

    def __init__(self, total: float = math.inf, each: float = math.inf) -> None:
        self._total, self._each = total, each
        self._holders: dict[str, OrderedDict[Connection, int]] = {}
        self._accounts: dict[Connection, str] = {}
        self._sums: Counter[str] = Counter()
        self.sum = 0

    def add(self, connection: Connection, address: str, number: int = 1) -> None:
        """Count more for a connection; it may then be the one that is closed."""
        self._accounts[connection] = address
        here = self._holders.setdefault(address, OrderedDict())
        here[connection] = here.get(connection, 0) + number
        self._sums[address] += number
        self.sum += number
        while self._sums[address] > self._each:
            self.close_oldest(address)
        while self.sum > self._total:
            self.close_oldest()

    def remove(self, connection: Connection) -> None:
        """Forget what a connection held."""
        address = self._accounts.pop(connection, None)
        if address is None:
            return
        number = self._holders[address].pop(connection)
        self._sums[address] -= number
        self.sum -= number
        if not self._holders[address]:
            del self._holders[address], self._sums[address]

    def close_oldest(self, address: str = "") -> bool:
        """Close the oldest of an address, by default of the one that holds most; return whether there was one."""
        here = self._holders.get(address or max(self._sums, key=self._sums.__getitem__, default=""))
        oldest = next(iter(here or ()), None)
        if oldest:
            oldest.end()
        return oldest is not None


class Connections:
    """All open connections."""

    def __init__(self, limits: ServerLimits, *, proxied: bool) -> None:
        self.limits = limits
        self._each = limits.connections if proxied else limits.connections_each
        """Behind a proxy, all come from one address."""
        self.open: set[Connection] = set()
        self._numbers: Counter[str] = Counter()
        self.idle = Ledger()
        """Those that wait for a request, or for the rest of its head."""
        self.opening = Ledger(limits.handshakes, limits.handshakes if proxied else limits.handshakes_each)
        """Those whose TLS handshake is unfinished."""
        self.held = Ledger(limits.held, limits.held_each)
        """Bytes of bodies and of responses not yet read."""

    def enter(self, connection: Connection) -> bool:
        """Count a new connection if there is room for it; return whether there is."""
        if self._numbers[connection.address] >= self._each and not self.idle.close_oldest(connection.address):
            return False
        if len(self.open) >= self.limits.connections and not self.idle.close_oldest():
            return False
        self.open.add(connection)
        self._numbers[connection.address] += 1
        self.idle.add(connection, connection.address)
        return True

    def leave(self, connection: Connection) -> None:
        for ledger in (self.idle, self.opening, self.held):
            ledger.remove(connection)
        self.open.discard(connection)
        less(self._numbers, connection.address)

    async def sweep(self) -> None:
        """Close those whose time is over, forever."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(_SWEEP)
            now = loop.time()
            for connection in [due for due in self.open if due.deadline < now]:
                connection.end()

    def close(self) -> None:
        """Close all connections."""
        for connection in tuple(self.open):
            connection.end()
