"""Live streams, which occupy a socket of the event loop but no thread: entry numbers and signs of life."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from companion.table.hub import HEARTBEAT, Listener, message

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[dict[str, Any]]]

_BEGIN = b"retry: 1500\n\n"
_ALIVE = b": alive\n\n"

_BEATS = 24
"""The number of groups in which signs of life are sent, so that the loop never sends thousands at once."""


class Heart:
    """Sends regular signs of life on all streams. A device that does not get any reconnects by itself."""

    def __init__(self) -> None:
        self._groups: list[set[Stream]] = [set() for _ in range(_BEATS)]
        self._next = 0

    def join(self, stream: "Stream") -> None:
        smallest = min(self._groups, key=len)
        smallest.add(stream)

    def leave(self, stream: "Stream") -> None:
        for group in self._groups:
            group.discard(stream)

    async def beat(self) -> None:
        """Run forever."""
        while True:
            await asyncio.sleep(HEARTBEAT / _BEATS)
            self._next = (self._next + 1) % _BEATS
            for stream in tuple(self._groups[self._next]):
                stream.go(alive=True)


class Stream:
    """Sends a device the newest entry numbers of a table."""

    __slots__ = ("_listener", "_loop", "_send", "_writing", "end")

    def __init__(self, listener: Listener, send: Send) -> None:
        self._listener, self._send = listener, send
        self._loop = asyncio.get_running_loop()
        self._writing: asyncio.Task[None] | None = None
        self.end: asyncio.Future[None] = self._loop.create_future()
        """Done when the device has left or everything has been sent."""

    async def run(self) -> None:
        """Run until the stream ends."""
        await self._write(_BEGIN)
        self._listener.wake = self._woken
        self.go()
        await self.end

    def go(self, *, alive: bool = False) -> None:
        """Start sending what is new, unless that is already in progress."""
        if self._writing is None and not self.end.done():
            self._writing = self._loop.create_task(self._tell(alive=alive))

    def _woken(self) -> None:
        """Wake the stream, from any thread."""
        self._loop.call_soon_threadsafe(self.go)

    async def _tell(self, *, alive: bool) -> None:
        try:
            if alive:
                await self._write(_ALIVE)
            while not self.end.done() and (seq := self._listener.take()) is not None:
                await self._write(message(seq))
            if self._listener.ended and not self.end.done():
                await self._send({"type": "http.response.body", "body": self._listener.last})
                if not self.end.done():
                    self.end.set_result(None)
        finally:
            self._writing = None

    async def _write(self, data: bytes) -> None:
        await self._send({"type": "http.response.body", "body": data, "more_body": True})
