# ruff: noqa: T201 - a command says what it found
"""How many tables and phones one server holds, and how soon everybody sees a tap. A table of figures, by one command.

Tables with five phones each: one of them taps, all follow a stream, and each fetches its page when it is told. First
every table plays at the pace of people, then eight tables as fast as they are answered. The clients are a process of
their own and take part of the machine: where it says so, they were as busy as the server.

python -m tests.faults.load
"""

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from companion.engine.game import Game, new_game
from companion.rules import load
from companion.table.database import FILE, Database
from companion.table.limits import Limits
from companion.table.setup import Seat, Setup
from companion.table.store import Store
from companion.table.table import Table, gift
from companion.table.tables import Tables
from companion.table.tokens import new_token
from companion.table.vocabulary import Chance
from tests.faults.world import SEATS, Served
from tests.table.conftest import Server

PHONES = 5
PACE = 20.0
"""Seconds between two taps at a table: three hundred in an hour and a half, and some to spare."""

AT_LEAST = 4.0
"""Taps a second at all tables, so that few tables give figures too."""

AT_ONCE = 8
"""Tables that play as fast as they are answered."""


@dataclass
class Post:
    """One table as the clients know it."""

    code: str
    token: str
    port: int
    game: Game
    seq: int
    told: dict[int, asyncio.Event] = field(default_factory=dict)
    """For each phone, that it was told of the newest entry."""
    seen: dict[int, asyncio.Event] = field(default_factory=dict)
    """That it has fetched its page since."""

    @property
    def head(self) -> str:
        """What every request carries."""
        return f"Host: localhost\r\nAuthorization: Bearer {self.token}\r\n"


@dataclass
class Figures:
    """What was measured of one kind of server with so many tables."""

    servers: str
    tables: int
    streams: int
    paced: float = 0.0
    told: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    fastest: float = 0.0
    megabytes: float = 0.0
    busy_servers: float = 0.0
    busy_clients: float = 0.0

    def row(self) -> str:
        """A line of the table in docs/reliability.md."""
        told, seen = (" / ".join(f"{_share(times, part) * 1000:.0f}" for part in (0.5, 0.99)) for times in (self.told, self.seen))
        return (
            f"| {self.servers} | {self.tables:,} × {PHONES} | {self.streams:,} | {self.paced:.1f} | {told} | {seen} | "
            f"{self.fastest:.0f} | {self.megabytes:.0f} | {self.busy_servers:.0%} / {self.busy_clients:.0%} |"
        )


HEAD = """\
| servers | tables × phones | streams held | taps/s at people's pace | told, p50 / p99 ms | page seen, p50 / p99 ms | \
most taps/s | RSS, MB | processor: servers / clients |
|---|---|---|---|---|---|---|---|---|"""


def _share(times: list[float], part: float) -> float:
    """The time that so large a part took at most."""
    ordered = sorted(times)
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)] if ordered else float("nan")


# tables, made before the servers start


def made(where: Path | str, number: int, ports: list[int]) -> list[Post]:
    """So many tables in a database, with what the clients have to know of them."""
    database = Database(where if isinstance(where, str) else where / FILE).ready()
    kept = Tables(Store(database), limits=Limits(tables=1_000_000))
    setup = Setup(
        game="caylus", edition="en", seats=tuple(Seat(colour=colour) for colour in SEATS), chance=Chance.TABLE
    )
    entries, posts = list(Table.open(setup).past.entries(0, [1, 2])), []
    rules = load("caylus", "en", players=len(SEATS))
    first = new_game(rules, SEATS)
    for n in range(number):
        token = new_token()
        code = kept.adopt(setup, entries, token).code
        posts.append(Post(code, token, ports[n % len(ports)], first.copy(), 1))
    database.close()
    return posts


# phones


async def ask(post: Post, method: str, path: str, body: str = "", *, kept: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]) -> bytes:
    """One request over a connection that is kept."""
    reader, writer = kept.pop() if kept else await asyncio.open_connection("127.0.0.1", post.port)
    more = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
    writer.write(f"{method} {path} HTTP/1.1\r\n{post.head}{more}\r\n{body}".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
    answer = await reader.readexactly(length)
    kept.append((reader, writer))
    if b" 200 " not in head[:20]:
        raise RuntimeError(head.decode() + answer.decode())
    return answer


async def phone(post: Post, n: int, ready: asyncio.Semaphore) -> None:
    """Follow a table, and fetch its page when there is something new."""
    async with ready:
        reader, writer = await asyncio.open_connection("127.0.0.1", post.port)
        writer.write(f"GET /t/{post.code}/stream HTTP/1.1\r\n{post.head}Last-Event-ID: {post.seq}\r\n\r\n".encode())
        await reader.readuntil(b"retry: 1500\n\n")
    kept: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    post.told[n], post.seen[n] = asyncio.Event(), asyncio.Event()
    while line := await reader.readline():
        if line.startswith(b"id: ") and int(line[4:]) >= post.seq + 1:
            post.told[n].set()
            if post.drawing:
                await ask(post, "GET", f"/t/{post.code}/view/seat", kept=kept)
            post.seen[n].set()


async def tap(post: Post, chance: random.Random, kept: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]) -> tuple[float, float]:
    """One action; the seconds until all phones were told of it, and until all had their page."""
    if post.game.over:
        return 0.0, 0.0
    action = chance.choice(post.game.decision.options)
    for event in (*post.told.values(), *post.seen.values()):
        event.clear()
    body = {"wish": {"kind": "play", "actions": [action]}, "seen": post.seq, "key": f"{chance.getrandbits(60)}"}
    begun = time.perf_counter()
    answer, *_ = await asyncio.gather(
        ask(post, "POST", f"/api/v1/tables/{post.code}/act", json.dumps(body), kept=kept),
        *(event.wait() for event in post.told.values()),
    )
    told = time.perf_counter() - begun
    await asyncio.gather(*(event.wait() for event in post.seen.values()))
    seen = time.perf_counter() - begun
    post.seq = json.loads(answer)["seq"]
    post.game.play(action)
    while not post.game.over and (text := gift(post.game.decision)):
        post.game.play(text)
    return told, seen
