"""The connections of the server: how many there are, how long they may be silent, how much they may say.

The library reads and writes HTTP; a `Connection` stands between it and the socket and sees to what it does not: that
nobody holds a place by saying nothing, or by never coming to an end.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, cast

from companion.web.server.limits import ServerLimits

_TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Connections:
    """All that are open, by address. Where there is no room, the one that was silent for longest makes some."""

    def __init__(self, limits: ServerLimits, proxy: bool) -> None:
        self.limits = limits
        self._each = limits.connections if proxy else limits.connections_each
        """Behind a proxy all come from one address."""
        self._open: dict[str, set[Connection]] = {}
        self._silent: dict[str, OrderedDict[Connection, None]] = {}

    @property
    def number(self) -> int:
        return sum(map(len, self._open.values()))

    def enter(self, one: "Connection") -> bool:
        """Whether there is room for one more; it is counted then."""
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
        """It has nothing to do: it waits for a request, or for the rest of one."""
        self._silent.setdefault(one.address, OrderedDict())[one] = None

    def busy(self, one: "Connection") -> None:
        """It has a request."""
        mine = self._silent.get(one.address)
        if mine is not None:
            mine.pop(one, None)
            if not mine:
                del self._silent[one.address]

    def make_room(self) -> bool:
        """End a silent connection of whichever address has most; whether there was one."""
        most = sorted(self._silent, key=lambda address: len(self._silent[address]))
        return bool(most) and self._make_room(most[-1])

    def close(self) -> None:
        """End them all."""
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
    """One of them; `inner` is the library's."""

    __slots__ = (
        "_all", "_deadline", "_gone", "_inner", "_left", "_told", "_transport", "_unlimited", "_waiting", "address",
        "opening",
    )  # fmt: skip

    def __init__(self, all: Connections, address: str, inner: "Callable[[Connection], asyncio.Protocol]") -> None:
        self.address = address
        self.opening: asyncio.Task[Any] | None = None
        """The handshake, while it lasts."""
        self._all = all
        self._inner = inner(self)
        self._transport: asyncio.Transport | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._waiting, self._left = True, all.limits.head
        """Whether it waits for the head of a request; bytes it may still send. Without end while a body is read."""
        self._unlimited = self._gone = False
        self._told: asyncio.Future[None] | None = None

    @property
    def ended(self) -> bool:
        """Whether it is no more."""
        return self._gone

    # what a request does

    def begun(self) -> None:
        """The head of a request is here, and its body may follow."""
        self._waiting, self._unlimited = False, True
        self._all.busy(self)
        self._no_deadline()

    def read(self) -> None:
        """All of the request is here: more than the next one's head is not taken."""
        self._unlimited, self._left = False, self._all.limits.head

    def answered(self) -> None:
        """The answer is sent."""
        self.read()
        self._waiting = True
        if not self._gone:
            self._all.silent(self)

    def tell(self, end: "asyncio.Future[None]") -> None:
        """Have somebody know when it is no more. The library tells only the last request that was sent by it."""
        self._told = end
        if self._gone:
            self._tell()

    def _tell(self) -> None:
        if self._told and not self._told.done():
            self._told.set_result(None)
        self._told = None

    def drop(self) -> None:
        """End it at once."""
        if self.opening:
            self.opening.cancel()
        if self._transport:
            self._transport.abort()
        self.gone()

    def gone(self) -> None:
        """It is no more."""
        self._no_deadline()
        if not self._gone:
            self._gone = True
            self._all.leave(self)
            self._tell()

    # what the socket does

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
            # A request that has just begun is told of before this is looked at.
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
