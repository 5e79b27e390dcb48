"""Long work in a separate process with low priority, so that drawing sheets does not slow down the tables.

A few pieces of work can wait; beyond that, requests are told at once that there is no room.
"""

import asyncio
import os
import signal
from collections import Counter
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
from companion.web.server.fair_pool import Asker
from companion.web.server.limits import ServerLimits

_ATTEMPTS = 2
"""How often to start work again if its process died."""


class Aside:
    """Runs long work. Use it only from the thread of its event loop."""

    def __init__(self, limits: ServerLimits) -> None:
        self._limits = limits
        self._process: ProcessPoolExecutor | None = None
        self._of: Counter[Asker] = Counter()

    async def run(self, asker: Asker, work: Callable[[], Any]) -> "Outcome":
        """Run `work` and return its outcome."""
        if self._of.total() >= self._limits.works or self._of[asker] >= self._limits.works_each:
            return Raised.of(Busy())
        self._of[asker] += 1
        try:
            return await self._done(work)
        except Busy as error:
            return Raised.of(error)
        finally:
            self._of[asker] -= 1
            if not self._of[asker]:
                del self._of[asker]

    async def _done(self, work: Callable[[], Any]) -> "Outcome":
        limited = partial(_within, self._limits.work_seconds, work)
        for _ in range(_ATTEMPTS):
            process = self._process = self._process or _another()
            try:
                found: Outcome = await asyncio.get_running_loop().run_in_executor(process, limited)
            except (BrokenProcessPool, OSError):
                if self._process is process:
                    self._process = None
            else:
                return found
        raise Busy

    def close(self) -> None:
        if self._process:
            self._process.shutdown(wait=False, cancel_futures=True)


@dataclass(frozen=True)
class Returned:
    """The result of some work."""

    found: Any

    def __call__(self) -> Any:
        return self.found


@dataclass(frozen=True)
class Raised:
    """An error raised by some work, in parts, because errors with constructors of their own cannot be pickled."""

    kind: type[Exception]
    args: tuple[Any, ...]
    fields: dict[str, Any]

    @classmethod
    def of(cls, error: Exception) -> "Raised":
        return cls(type(error), error.args, vars(error))

    def __call__(self) -> Any:
        error = self.kind.__new__(self.kind, *self.args)
        vars(error).update(self.fields)
        raise error


Outcome = Returned | Raised


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
        return Returned(work())
    except Exception as error:  # the caller knows what it means
        return Raised.of(error)
    finally:
        end.cancel()
