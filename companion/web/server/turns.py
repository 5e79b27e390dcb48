"""Slots given in turn: between addresses, and within an address between its known devices and all its strangers.

Nobody occupies more than their share, so an address leaves a slot to others, and strangers leave some to known devices.
Somebody who sends three hundred requests at once waits for them; everybody else waits for at most one of those.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from typing import Any, NamedTuple

from companion.web.server.limits import Shares

_REMEMBERED = 20_000
"""For how many devices it is remembered when they had their last turn."""


class Asker(NamedTuple):
    """Whose turn it is: a known device, or all strangers of an address together."""

    address: str
    device: str
    known: bool


class Crowded(Exception):
    """Too many are waiting already."""


class Turns:
    """Use it only from the thread of its event loop."""

    def __init__(self, shares: Shares) -> None:
        self._shares, self._free = shares, shares.slots
        self._running: Counter[Asker | str] = Counter()
        self._waiting: OrderedDict[str, dict[Asker, deque[asyncio.Future[None]]]] = OrderedDict()
        self.number: Counter[str] = Counter()
        """How many wait, by address."""
        self._turn = 0
        self._served: OrderedDict[Asker, int] = OrderedDict()
        """The last turn of each device."""

    async def take(self, asker: Asker) -> None:
        """Wait for a slot; `done` gives it back. Raises `Crowded`."""
        shares, mine = self._shares, self._waiting.get(asker.address, {}).get(asker, ())
        if self._free and not mine and self._may(asker):
            self._run(asker)
            return
        most = shares.waiting_device if asker.known else shares.waiting_strangers
        if (
            len(mine) >= most
            or self.number[asker.address] >= shares.waiting_address
            or self.number.total() >= shares.waiting
        ):
            raise Crowded
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(asker.address, {}).setdefault(asker, deque()).append(turn)
        self.number[asker.address] += 1
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self.done(asker)  # it was given to a request that nobody waits for any more
            elif turn in (queue := self._waiting.get(asker.address, {}).get(asker, deque())):
                queue.remove(turn)
                self._leave(asker)
            raise

    def done(self, asker: Asker) -> None:
        """Give a slot back, to whoever is next."""
        self._free += 1
        less(self._running, asker)
        less(self._running, asker.address)
        while self._free and (following := self._next()):
            turn = self._waiting[following.address][following].popleft()
            self._waiting.move_to_end(following.address)
            self._leave(following)
            if not turn.cancelled():
                self._run(following)
                turn.set_result(None)

    def _may(self, asker: Asker) -> bool:
        each = self._shares.device if asker.known else self._shares.strangers
        return self._running[asker] < each and self._running[asker.address] < self._shares.address

    def _next(self) -> Asker | None:
        """Return the first address in turn, and of its devices the one whose last turn was longest ago."""
        for devices in self._waiting.values():
            if able := [asker for asker in devices if self._may(asker)]:
                return min(able, key=lambda asker: self._served.get(asker, 0))
        return None

    def _run(self, asker: Asker) -> None:
        self._free -= 1
        self._running.update((asker, asker.address))
        self._turn += 1
        self._served[asker] = self._turn
        self._served.move_to_end(asker)
        if len(self._served) > _REMEMBERED:
            self._served.popitem(last=False)

    def _leave(self, asker: Asker) -> None:
        """Count one fewer that waits, and forget queues that are empty."""
        less(self.number, asker.address)
        devices = self._waiting[asker.address]
        if not devices[asker]:
            del devices[asker]
        if not devices:
            del self._waiting[asker.address]


def less(counts: Counter[Any], key: Any) -> None:
    """Count one less, and forget what is none."""
    counts[key] -= 1
    if not counts[key]:
        del counts[key]
