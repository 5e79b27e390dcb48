"""The server's connections, limited in number, in idle time and in how much they may send.

uvicorn reads and writes HTTP. A `Connection` between it and the socket makes sure of what uvicorn does not: that no
client occupies a connection by sending nothing, or by never finishing a request.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, cast

from companion.web.server.limits import ServerLimits

_TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Connections:
    """All open connections by address. If there is no room, the longest idle one is closed."""

    def __init__(self, limits: ServerLimits, proxy: bool) -> None:
        self.limits = limits
        self._each = limits.connections if proxy else limits.connections_each
        """Behind a proxy, all come from one address."""
        self._open: dict[str, set[Connection]] = {}
        self._silent: dict[str, OrderedDict[Connection, None]] = {}

    @property
    def number(self) -> int:
        return sum(map(len, self._open.values()))

    def enter(self, one: "Connection") -> bool:
        """Count a new connection if there is room for it; return whether there is."""
        if len(self._open.get(one.address, ())) >= self._each and not self._make_room(one.address):
            return False
        if self.number >= self.limits.connections and not self.make_room():
            return False
        self._open.setdefault(one.address, set()).add(one)
        self.silent(one)
        return True

    def leave(self, one: "Connection") -> None:
        self.busy(one)
        here = self._open.get(one.address, set())
        here.discard(one)
        if not here:
            self._open.pop(one.address, None)

    def silent(self, one: "Connection") -> None:
        """Mark a connection as idle: it is waiting for a request, or for the rest of one."""
        self._silent.setdefault(one.address, OrderedDict())[one] = None

    def busy(self, one: "Connection") -> None:
        """Mark a connection as busy with a request."""
        mine = self._silent.get(one.address)
        if mine is not None:
            mine.pop(one, None)
            if not mine:
                del self._silent[one.address]

    def make_room(self) -> bool:
        """Close an idle connection of the address that has most; return whether there was one."""
        most = sorted(self._silent, key=lambda address: len(self._silent[address]))
        return bool(most) and self._make_room(most[-1])

    def close(self) -> None:
        """Close all connections."""
        for here in tuple(self._open.values()):
            for one in tuple(here):
                one.drop()

    def _make_room(self, address: str) -> bool:
        oldest = next(iter(self._silent.get(address, ())), None)
        if oldest is None:
            return False
        oldest.drop()
        return True


class Connection(asyncio.Protocol):
    """One connection; `inner` is uvicorn's protocol."""

    __slots__ = (
        "_all", "_deadline", "_gone", "_inner", "_left", "_told", "_transport", "_unlimited", "_waiting", "address",
        "opening",
    )  # fmt: skip

    def __init__(self, all: Connections, address: str, inner: "Callable[[Connection], asyncio.Protocol]") -> None:
        self.address = address
        self.opening: asyncio.Task[Any] | None = None
        """The TLS handshake, while it lasts."""
        self._all = all
        self._inner = inner(self)
        self._transport: asyncio.Transport | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._waiting, self._left = True, all.limits.head
        """Whether it waits for the head of a request, and how many bytes it may still send; unlimited for a body."""
        self._unlimited = self._gone = False
        self._told: asyncio.Future[None] | None = None

    @property
    def ended(self) -> bool:
        """Whether it is closed."""
        return self._gone

    # called for a request

    def begun(self) -> None:
        """The head of a request has arrived, and its body may follow."""
        self._waiting, self._unlimited = False, True
        self._all.busy(self)
        self._no_deadline()

    def read(self) -> None:
        """The request is complete; from now on, at most the next one's head is accepted."""
        self._unlimited, self._left = False, self._all.limits.head

    def answered(self) -> None:
        """The response has been sent."""
        self.read()
        self._waiting = True
        if not self._gone:
            self._all.silent(self)

    def tell(self, end: "asyncio.Future[None]") -> None:
        """Set a future that is done when the connection ends; uvicorn only notifies the last of pipelined requests."""
        self._told = end
        if self._gone:
            self._tell()

    def _tell(self) -> None:
        if self._told and not self._told.done():
            self._told.set_result(None)
        self._told = None

    def drop(self) -> None:
        """Close the connection at once."""
        if self.opening:
            self.opening.cancel()
        if self._transport:
            self._transport.abort()
        self.gone()

    def gone(self) -> None:
        """Clean up after the connection has ended."""
        self._no_deadline()
        if not self._gone:
            self._gone = True
            self._all.leave(self)
            self._tell()

    # called for the socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport, self.opening = cast(asyncio.Transport, transport), None
        self._inner.connection_made(transport)
        self._set_deadline()

    def data_received(self, data: bytes) -> None:
        self._left -= len(data)
        if self._waiting and self._deadline is None:
            self._set_deadline()
        self._inner.data_received(data)
        if self._left < 0:
            # Checked later, so that a request that has just begun is known by then.
            asyncio.get_running_loop().call_soon(self._too_long)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone()
        self._inner.connection_lost(exc)

    def _set_deadline(self) -> None:
        loop = asyncio.get_running_loop()
        self._deadline = loop.call_later(self._all.limits.header_seconds, self.drop)

    def _no_deadline(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None

    def _too_long(self) -> None:
        if self._left < 0 and not self._unlimited and self._transport and not self._transport.is_closing():
            if self._waiting:
                self._transport.write(_TOO_LONG)
            self._transport.close()
