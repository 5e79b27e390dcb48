"""Long work in separate processes with low priority, so that drawing sheets does not slow down the tables.

Addresses take turns, and none has all processes. Each process does one piece of work at a time, so that work which
takes too long ends nobody else's. If too much waits, requests are told at once that there is no room.
"""

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context, parent_process
from threading import Thread, Timer
from typing import Any

from companion.web.handoff import Busy
from companion.web.server.limits import Shares
from companion.web.server.turns import Asker, Crowded, Turns

_ATTEMPTS = 2
"""How often to start work again if its process died."""


@dataclass(frozen=True)
class Outcome:
    """What some work returned or raised, in parts, because errors with constructors of their own cannot be pickled."""

    found: Any = None
    error: tuple[type[Exception], tuple[Any, ...], dict[str, Any]] | None = None

    @classmethod
    def raised(cls, error: Exception) -> "Outcome":
        return cls(error=(type(error), error.args, vars(error)))

    def __call__(self) -> Any:
        if self.error is None:
            return self.found
        kind, args, fields = self.error
        error = kind.__new__(kind, *args)
        vars(error).update(fields)
        raise error


class ProcessQueue:
    """Runs long work. Use it only from the thread of its event loop."""

    def __init__(self, shares: Shares, seconds: float) -> None:
        self._turns, self._seconds = Turns(shares), seconds
        self._idle: list[ProcessPoolExecutor] = []

    async def run(self, asker: Asker, work: Callable[[], Any]) -> Outcome:
        """Run `work` in turn and return its outcome."""
        try:
            async with asyncio.timeout(self._seconds):
                await self._turns.take(asker)
        except (Crowded, TimeoutError):
            return Outcome.raised(Busy())
        # A process is occupied until its work is done, even if nobody waits for it any more.
        return await asyncio.shield(asyncio.create_task(self._done(asker, work)))

    async def _done(self, asker: Asker, work: Callable[[], Any]) -> Outcome:
        try:
            for _ in range(_ATTEMPTS):
                process = self._idle.pop() if self._idle else _another()
                with suppress(BrokenProcessPool, OSError):
                    limited = partial(_within, self._seconds, work)
                    result: Outcome = await asyncio.get_running_loop().run_in_executor(process, limited)
                    self._idle.append(process)
                    return result
            return Outcome.raised(Busy())
        finally:
            self._turns.done(asker)

    def close(self) -> None:
        for process in self._idle:
            process.shutdown(wait=False, cancel_futures=True)


def _another() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_begin)


def _begin() -> None:
    """Ignore Ctrl+C, which is for the server, lower our priority, and end as soon as the server is gone."""
    Thread(target=_end_with_server, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):
        os.nice(10)


def _end_with_server() -> None:
    server = parent_process()
    assert server
    server.join()
    os._exit(1)


def _within(seconds: float, work: Callable[[], Any]) -> Outcome:
    """Run `work` and return its outcome. If it takes too long, end the process; the next work gets a new one."""
    end = Timer(seconds, os._exit, (1,))
    end.daemon = True
    end.start()
    try:
        return Outcome(work())
    except Exception as error:  # the caller knows what it means
        return Outcome.raised(error)
    finally:
        end.cancel()
