"""A real server in a process of its own, and players who write down every answer they got.

A player plays their own table as fast as they are answered. They know the rules, so they ask for nothing: what they
send is legal, and the only question is whether the server keeps what it says it kept.
"""

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.engine.game import Game, new_game
from companion.rules import load
from companion.table.database import Database
from companion.table.maintenance import check
from companion.table.schema import log
from companion.table.table import gift
from tests.patience import PATIENCE

COMMAND = [str(Path(sys.executable).with_name("companion")), "serve", "--host", "127.0.0.1"]
SEATS = ("red", "blue", "green")


class Gone(Exception):
    """The server did not answer, or not to the end."""


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


class Served:
    """`companion serve` on a place where tables are kept: a folder, or the address of a database."""

    def __init__(self, where: Path | str, *options: str, port: int = 0) -> None:
        self.where, self.options, self.port = where, options, port or free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.said: list[bytes] = []
        self.complaints: list[bytes] = []
        self.start()

    def start(self) -> float:
        """Start it, and wait until it answers; the seconds that took."""
        begun = time.monotonic()
        place = ("--database", self.where) if isinstance(self.where, str) else ("--data", str(self.where))
        self.process = subprocess.Popen(
            [*COMMAND, "--port", str(self.port), *place, *self.options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"COMPANION_TESTING": "1"},
        )
        # Somebody has to listen: once the pipe is full, who complains into it waits for ever.
        self.listeners = [
            threading.Thread(target=lines.extend, args=(pipe,), daemon=True)
            for lines, pipe in ((self.said, self.process.stdout), (self.complaints, self.process.stderr))
        ]
        for listener in self.listeners:
            listener.start()
        ready = Line(self.port, timeout=2)
        while time.monotonic() < begun + PATIENCE:
            try:
                if ready.get("/ready")[0] == 200:
                    ready.close()
                    return time.monotonic() - begun
            except Gone:
                time.sleep(0.02)
            if self.process.poll() is not None:
                self._ended()
                raise AssertionError(b"".join(self.complaints).decode())
        raise AssertionError("the server does not answer")

    def until_said(self, words: str) -> str:
        """Wait until the terminal says this; the line in which it does."""
        limit = time.monotonic() + PATIENCE
        while not (line := next((line.decode() for line in self.said[:] if words in line.decode()), "")):
            assert time.monotonic() < limit, (words, self.said)
            time.sleep(0.01)
        return line

    def kill(self) -> None:
        """As a power cut would: nothing is said, nothing is flushed."""
        assert self.process
        self.process.send_signal(signal.SIGKILL)
        self._ended()

    def stop(self) -> int:
        """Politely; the exit code."""
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        self._ended()
        return self.process.returncode

    def _ended(self) -> None:
        assert self.process
        self.process.wait(timeout=PATIENCE)
        for listener in self.listeners:
            listener.join()
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe
            pipe.close()


class Line:
    """A connection that is kept, as a phone keeps one."""

    def __init__(self, port: int, timeout: float = 10) -> None:
        self.port, self.timeout = port, timeout
        self.connection: http.client.HTTPConnection | None = None

    def get(self, path: str, token: str = "") -> tuple[int, Any]:
        return self._ask("GET", path, None, token)

    def post(self, path: str, body: Any, token: str = "", language: str = "en") -> tuple[int, Any]:
        return self._ask("POST", path, json.dumps(body), token, language)

    def _ask(self, method: str, path: str, body: str | None, token: str, language: str = "en") -> tuple[int, Any]:
        headers = {"Content-Type": "application/json", "Host": "localhost", "Accept-Language": language}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            data = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Gone from error
        return answer.status, json.loads(data) if data[:1] in (b"{", b"[") else data

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None


@dataclass
class Acknowledged:
    """What a player was told is kept."""

    table: str
    key: str
    seq: int
    actions: list[str]


@dataclass
class Player:
    """One who plays as fast as they are answered, at tables of their own, on one of several servers."""

    ports: Sequence[int]
    seed: int
    answers: list[Acknowledged] = field(default_factory=list)
    repeated: int = 0
    unexpected: list[tuple[int, Any]] = field(default_factory=list)
    twice: float = 0.0
    """How many of their taps come twice, one after the other."""
    together: float = 0.0
    """How many come twice at the same moment, over two connections."""
    pairs: int = 0

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.line = Line(self.ports[self.seed % len(self.ports)])
        self.other = Line(self.ports[(self.seed + 1) % len(self.ports)])
        self.code = self.token = ""
        self.game: Game | None = None
        self.seq = 0

    def play(self, enough: Callable[[], bool]) -> None:
        """Until it is enough."""
        while not enough():
            if self.game is None or self.game.over:
                self.open()
            else:
                self.tap()

    def open(self) -> None:
        """A new table, of which they know everything: they shuffle themselves."""
        setup = {
            "game": "caylus", "edition": "en", "seats": [{"colour": colour} for colour in SEATS], "chance": "table",
        }  # fmt: skip
        status, answer = self.until_answered(lambda: self.line.post("/api/v1/tables", setup))
        if status != 201:
            self.unexpected.append((status, answer))
            return
        self.code, self.token, self.seq = answer["code"], answer["token"], answer["view"]["seq"]
        self.game = new_game(load("caylus", "en", players=len(SEATS)), SEATS)

    def tap(self) -> None:
        """One action, sent until there is an answer: the same key each time."""
        assert self.game
        action = self.chance.choice(self.game.decision.options)
        key = uuid.UUID(int=self.chance.getrandbits(128)).hex
        body = {"wish": {"kind": "play", "actions": [action]}, "seen": self.seq, "key": key}
        path = f"/api/v1/tables/{self.code}/act"
        if self.chance.random() < self.together:
            self.at_once(path, body)
        elif self.chance.random() < self.twice:
            self.until_answered(lambda: self.line.post(path, body, self.token))
        status, answer = self.until_answered(lambda: self.line.post(path, body, self.token))
        if status != 200:
            self.unexpected.append((status, answer))
            self.game = None
            return
        self.repeated += answer["repeated"]
        self.seq = answer["seq"]
        self.answers.append(Acknowledged(self.code, key, self.seq, [action]))
        self.follow(action)

    def at_once(self, path: str, body: dict[str, Any]) -> None:
        """The same tap over two connections at the same moment: one does it, both are answered the same."""
        gate, answers = threading.Barrier(2), []

        def send(line: Line) -> None:
            gate.wait()
            answers.append(line.post(path, body, self.token))

        threads = [threading.Thread(target=send, args=(line,)) for line in (self.line, self.other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        told = sorted((status, answer.get("repeated"), answer.get("seq")) for status, answer in answers)
        self.pairs += 1
        if [one[:2] for one in told] != [(200, False), (200, True)] or told[0][2] != told[1][2]:
            self.unexpected.append((0, told))

    def follow(self, action: str) -> None:
        """What the server did of it: the action, and what nobody has to be asked."""
        assert self.game
        self.game.play(action)
        while not self.game.over and (text := gift(self.game.decision)):
            self.game.play(text)

    def until_answered(self, ask: Callable[[], tuple[int, Any]]) -> tuple[int, Any]:
        """Ask again, of the next server if there is one, until somebody answers."""
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            try:
                return ask()
            except Gone:
                self.line.close()
                place = (self.ports.index(self.line.port) + 1) % len(self.ports)
                self.line = Line(self.ports[place])
                time.sleep(0.02)
        raise AssertionError("nobody answers")


def crowd(players: Sequence[Player], enough: Callable[[], bool]) -> list[threading.Thread]:
    """All of them at once."""
    threads = [threading.Thread(target=player.play, args=(enough,), daemon=True) for player in players]
    for thread in threads:
        thread.start()
    return threads


def key_of(row: Any) -> str:
    """The key of a row of the log as the device made it: it stands after the device."""
    return str(row.key).rpartition(".")[2]


def faults(players: Sequence[Player], database: Database) -> list[str]:
    """Everything that was acknowledged against what is kept: lost, doubled, elsewhere, not whole."""
    for player in players:
        player.line.close()
        player.other.close()
    found = [f"unexpected: {answer}" for player in players for answer in player.unexpected]
    with database.begin() as connection:
        if database.embedded and connection.exec_driver_sql("PRAGMA integrity_check").scalar() != "ok":
            found.append("integrity")
        rows = connection.execute(log.select().where(log.c.key.is_not(None))).all()
    kept: dict[str, list[Any]] = {}
    for row in rows:
        kept.setdefault(key_of(row), []).append(row)
    for player in players:
        for told in player.answers:
            same = kept.get(told.key, [])
            if len(same) != 1:
                found.append(f"{'lost' if not same else 'doubled'}: {told}")
            elif same[0].seq != told.seq or json.loads(same[0].data)["actions"][: len(told.actions)] != told.actions:
                found.append(f"differs: {told}")
    return found + [f"not whole: {id} {fault}" for id, fault in check(database, replay=True)]
