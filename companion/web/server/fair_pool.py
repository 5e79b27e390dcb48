"""A thread pool that serves addresses in turn, and the devices of each address in turn.

Somebody who sends three hundred requests at once waits for them; everybody else waits for at most one of those.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Asker(NamedTuple):
    """Who sent a request, as far as the server can tell."""

    address: str
    device: str


class Crowded(Exception):
    """This device or its address has too many requests waiting."""


class FairPool:
    """A fair thread pool. Use it only from the thread of its event loop."""

    def __init__(self, threads: int, *, most_each: int, most_address: int) -> None:
        self._threads = ThreadPoolExecutor(threads, "answering")
        self._free = threads
        self._most_each, self._most_address = most_each, most_address
        self._waiting: OrderedDict[str, OrderedDict[str, deque[asyncio.Future[None]]]] = OrderedDict()
        self._of_address: Counter[str] = Counter()

    async def run(self, asker: Asker, work: Callable[[], T]) -> T:
        """Run `work` in a thread when it is its turn, and return its result. Raises `Crowded`."""
        if self._free:
            self._free -= 1
        else:
            await self._turn(asker)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._free += 1
            self._next()

    async def _turn(self, asker: Asker) -> None:
        if self._of_address[asker.address] >= self._most_address:
            raise Crowded
        mine = self._waiting.setdefault(asker.address, OrderedDict()).setdefault(asker.device, deque())
        if len(mine) >= self._most_each:
            raise Crowded
        turn = asyncio.get_running_loop().create_future()
        mine.append(turn)
        self._of_address[asker.address] += 1
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                # The thread was given to a request that was cancelled meanwhile.
                self._free += 1
                self._next()
            raise

    def _next(self) -> None:
        """Give free threads to the next requests in turn."""
        while self._free and self._waiting:
            address, devices = self._waiting.popitem(last=False)
            device, turns = devices.popitem(last=False)
            turn = turns.popleft()
            if turns:
                devices[device] = turns
            if devices:
                self._waiting[address] = devices
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]
            if not turn.cancelled():
                self._free -= 1
                turn.set_result(None)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
