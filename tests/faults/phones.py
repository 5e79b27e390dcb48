"""Phones that follow a table live, as the page does: a stream, and a question now and then where there is none.

Each keeps the number of the last entry it knows of and the table as it saw it then. A phone may also tap: any legal
option of what it sees, until somebody answers.
"""

import http.client
import random
import threading
import time
import uuid
from contextlib import suppress
from typing import Any

from tests.faults.world import Gone, Line

SILENCE = 1.5
"""Seconds without a word after which a stream counts as dead: a page waits longer, a test cannot."""

AGAIN = 0.05
"""Seconds until a lost stream is asked for again."""


class Stream:
    """One stream of server-sent events."""

    def __init__(self, port: int, code: str, seen: int = 0, timeout: float = SILENCE) -> None:
        """Raises `Gone`, or `Full` where there is no room."""
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
        headers = {"Host": "localhost", "Last-Event-ID": str(seen)}
        try:
            self.connection.request("GET", f"/api/v1/tables/{code}/stream", headers=headers)
            self.answer = self.connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            raise Gone from error
        if self.answer.status != 200:
            after = int(self.answer.headers.get("Retry-After", 0))
            self.close()
            raise Full(self.answer.status, after)

    def next(self) -> int:
        """The next number. Raises `Gone` where the stream ends or falls silent."""
        try:
            while line := self.answer.readline():
                if line.startswith(b"id: "):
                    return int(line[4:])
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise Gone from error
        raise Gone

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


class Full(Exception):
    """There is no room for a stream."""

    def __init__(self, status: int, after: int) -> None:
        super().__init__(status, after)
        self.status, self.after = status, after


class Phone:
    """One device at a table."""

    def __init__(self, port: int, code: str, token: str = "", seed: int = 0) -> None:
        self.port, self.code, self.token = port, code, token
        self.chance = random.Random(seed)
        self.seq = 0
        self.view: dict[str, Any] = {}
        self.streams = self.lost = self.polls = 0
        self.acknowledged: list[tuple[str, int]] = []
        self.odd: list[Any] = []
        self.tapping = True
        self._line, self._tapping = Line(port, SILENCE), Line(port, SILENCE)
        self._stopped = threading.Event()
        self._threads: list[threading.Thread] = []

    def start(self, *, taps: bool = False) -> "Phone":
        work = [self._follow, self._tap] if taps else [self._follow]
        self._threads = [threading.Thread(target=one, daemon=True) for one in work]
        for thread in self._threads:
            thread.start()
        return self

    def stop(self) -> None:
        self._stopped.set()
        for thread in self._threads:
            thread.join(10)
        self._line.close()
        self._tapping.close()

    # following

    def _follow(self) -> None:
        while not self._stopped.is_set():
            try:
                self._listen()
            except Gone:
                self.lost += 1
                self._stopped.wait(AGAIN)
            except Full:
                # As the page does: ask now and then, and for a stream again later.
                for _ in range(5):
                    self._stopped.wait(AGAIN)
                    with suppress(Gone):
                        self._ask()

    def _listen(self) -> None:
        stream = Stream(self.port, self.code, self.seq)
        self.streams += 1
        try:
            while not self._stopped.is_set():
                self._look(stream.next())
        finally:
            stream.close()

    def _ask(self) -> None:
        status, answer = self._line.get(f"/api/v1/tables/{self.code}/newest", self.token)
        self.polls += 1
        if status == 200:
            self._look(answer["seq"])

    def _look(self, newest: int) -> None:
        """Fetch what one may see, if there is anything new."""
        if newest <= self.seq:
            return
        status, view = self._line.get(f"/api/v1/tables/{self.code}", self.token)
        if status == 200:
            self.view, self.seq = view, view["seq"]
        else:
            self.odd.append((status, view))

    # tapping

    def _tap(self) -> None:
        while self.tapping and not self._stopped.is_set():
            options = (self.view.get("decision") or {}).get("options", [])
            if options:
                self._send(self.chance.choice(options)["action"], self.view["seq"])
            self._stopped.wait(0.01)

    def _send(self, action: str, seen: int) -> None:
        """One tap, with the same key until there is an answer: done, or the table had moved on."""
        key = uuid.UUID(int=self.chance.getrandbits(128)).hex
        body = {"wish": {"kind": "play", "actions": [action]}, "seen": seen, "key": key}
        while not self._stopped.is_set():
            try:
                status, answer = self._tapping.post(f"/api/v1/tables/{self.code}/act", body, self.token)
            except Gone:
                time.sleep(AGAIN)
                continue
            if status == 200:
                self.acknowledged.append((key, answer["seq"]))
            elif status != 409:
                self.odd.append((status, answer))
            return
