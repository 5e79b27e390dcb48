# ruff: noqa: T201 - a command says what it found
"""How many tables and phones one server holds, and how soon everybody sees a tap. A table of figures, by one command.

Tables with five phones each: one of them taps, all follow a stream, and each fetches its page when it is told. First
every table plays at the pace of people, then many times as fast and without pages. The clients are a process of their
own on the same machine; the last column says what it took. Threads and memory are those of the largest server.

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
from tests.postgresql import Server

PHONES = 5
"""Phones at a table."""

PACE = 20.0
"""Seconds between two taps at a table: three hundred in an hour and a half, and some to spare."""

AT_LEAST = 4.0
"""Taps a second at all tables, so that few tables give figures too."""

RUSHED = 250.0
"""Taps a second without pages, at all tables together."""

HOUSEHOLDS = 100
"""Addresses that the tables have for each of their phones, as at a club night with several routers."""

AT_ONCE = 8
"""Tables that play as fast as they are answered."""


@dataclass
class Post:
    """One table as the clients know it."""

    code: str
    token: str
    game: Game
    seq: int = 1
    port: int = 0
    household: int = 0
    """Which addresses its phones have."""
    line: "Line | None" = None
    told: list[asyncio.Event] = field(default_factory=list)
    """For each phone, that it was told of the newest entry."""
    seen: list[asyncio.Event] = field(default_factory=list)
    """That it has fetched its page since."""
    draws: bool = True
    """Whether the phones fetch their page."""


@dataclass
class Figures:
    """What was measured of one kind of server with so many tables."""

    servers: str
    tables: int
    streams: int
    paced: float = 0.0
    told: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    rushed: float = 0.0
    told_rushed: list[float] = field(default_factory=list)
    opened: float = 0.0
    threads: int = 0
    megabytes: float = 0.0
    busy_servers: float = 0.0
    busy_clients: float = 0.0

    def row(self) -> str:
        """A line of the table in docs/reliability.md."""
        times = (self.told, self.seen, self.told_rushed)
        told, seen, rushed = (f"{_share(it, 0.5) * 1000:.0f} / {_share(it, 0.99) * 1000:.0f}" for it in times)
        return (
            f"| {self.servers} | {self.tables:,} × {PHONES} | {self.streams:,} in {self.opened:.1f} s "
            f"| {self.paced:.1f} | {told} | {seen} | {self.rushed:.0f} | {rushed} "
            f"| {self.threads} | {self.megabytes:.0f} | "
            f"{self.busy_servers:.0%} / {self.busy_clients:.0%} |"
        )


HEAD = """\
| servers | tables × phones | streams | taps/s at a human pace | notified, p50 / p99 ms | page seen, p50 / p99 ms | \
taps/s without pages | notified, p50 / p99 ms | threads | RSS, MB | CPU: servers / clients |
|---|---|---|---|---|---|---|---|---|---|---|"""


def _share(times: list[float], part: float) -> float:
    """The time that so large a part took at most."""
    ordered = sorted(times)
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)] if ordered else float("nan")


# tables, made before the servers start


def made(where: Path | str, number: int) -> list[Post]:
    """So many tables in a database, with what the clients have to know of them."""
    database = Database(where if isinstance(where, str) else where / FILE).ready()
    kept = Tables(Store(database), limits=Limits(tables=1_000_000))
    setup = Setup(
        game="caylus", edition="en", seats=tuple(Seat(colour=colour) for colour in SEATS), chance=Chance.TABLE
    )
    entries, posts = list(Table.open(setup).past.entries(0, [1, 2])), []
    rules = load("caylus", "en", players=len(SEATS))
    first = new_game(rules, SEATS)
    for _ in range(number):
        token = new_token()
        code = kept.adopt(setup, entries, token).code
        posts.append(Post(code, token, first.copy()))
    database.close()
    return posts


# phones


class Line:
    """A connection that is kept."""

    def __init__(self, port: int, token: str, address: str = "127.0.0.1") -> None:
        self.port, self.address = port, address
        self.head = "Host: localhost\r\n" + (f"Authorization: Bearer {token}\r\n" if token else "")
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def opened(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Another connection of the same phone."""
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))

    async def ask(self, method: str, path: str, body: str = "") -> bytes:
        """One request and its answer, which has to be a good one."""
        if self._open is None:
            self._open = await self.opened()
        reader, writer = self._open
        more = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        writer.write(f"{method} {path} HTTP/1.1\r\n{self.head}{more}\r\n{body}".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        answer = await reader.readexactly(int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]))
        if b" 200 " not in head[:20]:
            raise RuntimeError(head.decode() + answer.decode())
        return answer


async def phone(post: Post, n: int, port: int, door: asyncio.Semaphore) -> None:
    """Follow a table, and fetch the page when there is something new. The first one may choose, the others look."""
    line = Line(port, post.token if n == 0 else "", f"127.0.{post.household}.{n + 1}")
    async with door:
        reader, writer = await line.opened()
        writer.write(f"GET /t/{post.code}/stream HTTP/1.1\r\n{line.head}Last-Event-ID: {post.seq}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head[:20], head.decode()
        await reader.readuntil(b"retry: 1500\n\n")
    post.told[n].set()
    while said := await reader.readline():
        if said.startswith(b"id: ") and int(said[4:]) > post.seq:
            post.told[n].set()
            if post.draws:
                await line.ask("GET", f"/t/{post.code}/view/seat")
            post.seen[n].set()


async def tap(post: Post, chance: random.Random) -> tuple[float, float]:
    """One action; the seconds until all phones were told of it, and until all had their page."""
    if post.line is None:
        post.line = Line(post.port, post.token)
    action = chance.choice(post.game.decision.options)
    for event in (*post.told, *post.seen):
        event.clear()
    body = {"wish": {"kind": "play", "actions": [action]}, "seen": post.seq, "key": new_token()}
    begun = time.perf_counter()
    answer, told, seen = await asyncio.gather(
        post.line.ask("POST", f"/api/v1/tables/{post.code}/act", json.dumps(body)),
        _since(begun, post.told),
        _since(begun, post.seen),
    )
    post.seq = json.loads(answer)["seq"]
    post.game.play(action)
    while not post.game.over and (text := gift(post.game.decision)):
        post.game.play(text)
    return told, seen


async def _since(begun: float, events: list[asyncio.Event]) -> float:
    """Seconds until all of these have happened."""
    for event in events:
        await event.wait()
    return time.perf_counter() - begun


async def crowd(posts: list[Post], ports: list[int]) -> list[asyncio.Task[None]]:
    """All phones at all tables, at whichever server; when this returns all follow."""
    door = asyncio.Semaphore(64)
    for post in posts:
        post.told, post.seen = ([asyncio.Event() for _ in range(PHONES)] for _ in range(2))
    places = [(post, n, ports[(m + n) % len(ports)]) for m, post in enumerate(posts) for n in range(PHONES)]
    tasks = [asyncio.create_task(phone(*place, door)) for place in places]
    limit = time.monotonic() + 120
    while not all(event.is_set() for post in posts for event in post.told):
        await asyncio.sleep(0.1)
        for task in tasks:
            if task.done():
                task.result()
        assert time.monotonic() < limit, "some phones found no way in"
    return tasks


async def at_pace(posts: list[Post], rate: float, seconds: float) -> tuple[float, list[tuple[float, float]]]:
    """So many taps a second, whatever becomes of those before: how many there were, and how long each took."""
    chance, took = random.Random(1), list[tuple[float, float]]()
    end, running, free = time.perf_counter() + seconds, set(), list(posts)
    begun = time.perf_counter()
    while (now := time.perf_counter()) < end:
        playing = [post for post in free[:AT_ONCE] if not post.game.over]
        if playing:
            post = playing[0]
            free.remove(post)
            task = asyncio.create_task(_tapped(post, chance, took, free))
            running.add(task)
            task.add_done_callback(running.discard)
        await asyncio.sleep(max(0.0, now + 1 / rate - time.perf_counter()))
    await asyncio.gather(*running)
    return len(took) / (time.perf_counter() - begun), took


async def _tapped(post: Post, chance: random.Random, took: list[tuple[float, float]], free: list[Post]) -> None:
    took.append(await tap(post, chance))
    free.append(post)


# one row


async def measured(posts: list[Post], served: list[Served], seconds: float, figures: Figures) -> None:
    """Everybody comes, plays, and goes."""
    begun = time.perf_counter()
    tasks = await crowd(posts, [one.port for one in served])
    figures.opened = time.perf_counter() - begun
    pids = [one.process.pid for one in served if one.process]
    begun, theirs, ours = time.perf_counter(), _processor(pids), time.process_time()
    figures.paced, took = await at_pace(posts, max(AT_LEAST, len(posts) / PACE), seconds)
    figures.told, figures.seen = [told for told, _ in took], [seen for _, seen in took]
    figures.megabytes = max(_said(pid, "VmRSS") for pid in pids) / 1024
    figures.threads = max(_said(pid, "Threads") for pid in pids)
    spent = time.perf_counter() - begun
    figures.busy_servers = (_processor(pids) - theirs) / spent
    figures.busy_clients = (time.process_time() - ours) / spent
    for post in posts:
        post.draws = False
    figures.rushed, took = await at_pace(posts, min(RUSHED, 2.5 * len(posts)), seconds)
    figures.told_rushed = [told for told, _ in took]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _processor(pids: list[int]) -> float:
    """Seconds of processor that processes have used."""
    ticks = 0
    for pid in pids:
        said = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(") ")[2].split()
        ticks += int(said[11]) + int(said[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _said(pid: int, what: str) -> int:
    """A number that the system knows of a process."""
    return int(Path(f"/proc/{pid}/status").read_text(encoding="ascii").partition(f"{what}:")[2].split()[0])


def measure(kind: str, where: Path | str, servers: int, tables: int, seconds: float) -> Figures:
    """One row of the table."""
    posts = made(where, tables)
    streams = tables * PHONES
    served = [Served(where) for _ in range(servers)]
    for n, post in enumerate(posts):
        post.port, post.household = served[n % servers].port, n % HOUSEHOLDS + 1
    figures = Figures(kind, tables, streams)
    try:
        asyncio.run(measured(posts, served, seconds, figures))
    finally:
        for one in served:
            one.kill()
    return figures


def main() -> None:
    """The whole table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 400, 1000])
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--only", choices=["sqlite", "postgresql"])
    asked = parser.parse_args()
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}, load before {os.getloadavg()[0]:.1f}\n\n{HEAD}")
    for tables in asked.tables:
        if asked.only != "postgresql":
            with tempfile.TemporaryDirectory() as folder:
                print(measure("1, SQLite", Path(folder), 1, tables, asked.seconds).row(), flush=True)
        if asked.only != "sqlite":
            server = Server()
            try:
                print(measure("2, PostgreSQL", server.new_database(), 2, tables, asked.seconds).row(), flush=True)
            finally:
                server.stop()


if __name__ == "__main__":
    main()
