# ruff: noqa: T201 - a command says what it found
"""How fast the app at the table is, beside bare floors on the same server and core in the same run.

The floors: a Flask POST with one durable insert and nothing else; a Jinja page of the same size; a hub that only passes
a number on. `make bench` runs it; docs/performance.md keeps it.

python -m tests.bench.table
"""

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import random
import selectors
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from flask import Flask, Response, jsonify, request

from companion.table.commands import Play, Undo
from companion.table.database import PRAGMAS, Database
from companion.table.hub import Hub
from companion.table.limits import Limits
from companion.table.people import Who
from companion.table.setup import Seat, Setup
from companion.table.store import Store
from companion.table.tables import Tables
from companion.table.tokens import new_token
from companion.table.vocabulary import Chance
from companion.web.handoff import KEY
from tests.faults.phones import Stream
from tests.faults.world import SEATS, Line, Player

CLIENTS, LISTENERS, ROUNDS, PRINTERS = 8, 500, 5, 300
SETUP = Setup(game="caylus", edition="en", seats=tuple(Seat(colour=colour) for colour in SEATS), chance=Chance.TABLE)


# the floors


def bare_app(file: Path, page: int) -> Flask:
    """An app that does nothing but insert, draw and pass on."""
    app, lock = Flask("bare"), threading.Lock()
    connection = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
    for name, value in PRAGMAS.items():
        connection.execute(f"PRAGMA {name}={value}")
    connection.execute("CREATE TABLE log (seq INTEGER PRIMARY KEY, data TEXT NOT NULL) STRICT")
    hub = Hub(LISTENERS + 20)
    words = "Take 1 food or 1 wood from the stock. " * 2
    rows = [{"name": f"Building {n}", "price": n, "words": words} for n in range(400)]
    template = app.jinja_env.from_string(
        "<!doctype html><title>Bare</title><main>{% for row in rows %}<article class=tile><h2>{{ row.name }}</h2>"
        "<p>{{ row.price }}</p><p>{{ row.words }}</p></article>{% endfor %}</main>"
    )

    def insert(data: str) -> int:
        with lock:
            connection.execute("BEGIN IMMEDIATE")
            seq = connection.execute("INSERT INTO log (data) VALUES (?)", (data,)).lastrowid
            connection.execute("COMMIT")
        return int(seq or 0)

    @app.post("/insert")
    def post() -> Response:
        return jsonify(seq=insert(json.dumps(request.get_json())))

    @app.get("/page")
    def draw() -> str:
        return template.render(rows=rows[: max(page // 170, 1)])

    @app.post("/say")
    def say() -> Response:
        seq = insert("x")
        hub.publish("bare", seq)
        return jsonify(seq=seq)

    @app.get("/api/v1/tables/<code>/stream")
    def stream(code: str) -> Response:
        request.environ[KEY].listener = hub.listen("bare")
        return Response(mimetype="text/event-stream")

    return app


def our_app(file: Path) -> Flask:
    """The app as it is served."""
    from companion.web import create_app

    app = create_app(tables=Tables(Store(Database(file).ready()), limits=Limits(listeners=LISTENERS + 20)))
    app.config["RATES"] = False
    return app


def _serve(kind: str, file: Path, page: int, pipe: Any) -> None:
    """In a process of its own: an app behind the server that we use, on the first core."""
    from companion.web.server.listening import open_server

    with contextlib.suppress(OSError, AttributeError):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    app = our_app(file) if kind == "ours" else bare_app(file, page)
    app.logger.disabled = True
    tables = app.extensions.get("tables")
    server = open_server(app, "127.0.0.1", 0, hub=tables and tables.hub)
    pipe.send(server.port)
    server.run()


@contextlib.contextmanager
def serving(kind: str, folder: Path, page: int = 9000) -> Iterator[tuple[int, int]]:
    """A server of one kind; its port and its process."""
    here, there = get_context("spawn").Pipe()
    file = folder / f"{kind}-{time.monotonic_ns()}.db"
    process = get_context("spawn").Process(target=_serve, args=(kind, file, page, there))
    process.start()
    try:
        yield here.recv(), process.pid or 0
    finally:
        process.kill()
        process.join()


# the clients


@dataclass
class Round:
    """Answers a second, and how long they took."""

    rate: float
    times: list[float]

    @property
    def p99(self) -> float:
        """Milliseconds that 99 of 100 took at most."""
        return sorted(self.times)[int(len(self.times) * 0.99)] * 1000


def at_once(ask: list[Callable[[], None]], seconds: float, rest: float = 0.0) -> Round:
    """Clients that each ask as fast as they are answered, or rest after each answer."""
    times: list[float] = []
    end = time.perf_counter() + seconds

    def work(one: Callable[[], None]) -> None:
        with contextlib.suppress(StopIteration):
            while (begun := time.perf_counter()) < end:
                one()
                times.append(time.perf_counter() - begun)
                time.sleep(rest)

    threads = [threading.Thread(target=work, args=(one,)) for one in ask]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Round(len(times) / (time.perf_counter() - begun), times)


def getter(port: int, path: str, token: str = "") -> Callable[[], None]:
    """A client that asks for a page again and again."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    headers = {"Host": "localhost"} | ({"Authorization": f"Bearer {token}"} if token else {})

    def ask() -> None:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200

    return ask


def poster(port: int, path: str) -> Callable[[], None]:
    """A client that posts as much as a tap has."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    body = {"wish": {"kind": "play", "actions": ["place castle"]}, "seen": 100, "key": "0" * 32}
    headers = {"Host": "localhost", "Content-Type": "application/json", "Authorization": "Bearer " + "x" * 22}

    def ask() -> None:
        connection.request("POST", path, json.dumps(body), headers)
        connection.getresponse().read()

    return ask


def taps_ready(port: int, seed: int, number: int) -> Callable[[], None]:
    """A client that plays, with every tap made before, so that it has no more to do than the one that only posts."""
    player = Player([port], seed)
    ready: list[tuple[str, str, str]] = []
    while len(ready) < number:
        if player.game is None or player.game.over:
            player.open()
            assert player.game, player.unexpected
        action, key = player.chance.choice(player.game.decision.options), f"{player.chance.getrandbits(120):032x}"
        body = {"wish": {"kind": "play", "actions": [action]}, "seen": player.seq, "key": key}
        ready.append((f"/api/v1/tables/{player.code}/act", json.dumps(body), player.token))
        player.seq += 1
        player.follow(action)
    player.line.close()
    taps, connection = iter(ready), http.client.HTTPConnection("127.0.0.1", port)

    def ask() -> None:
        path, body, token = next(taps)
        headers = {"Host": "localhost", "Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        connection.request("POST", path, body, headers)
        answer = connection.getresponse()
        said = answer.read()
        assert answer.status == 200, said

    return ask


# what is measured


def taps(folder: Path, seconds: float) -> list[str]:
    """An action beside a bare insert."""
    best: dict[str, Round] = {}

    def players(port: int, turn: int) -> list[Callable[[], None]]:
        return [taps_ready(port, turn * CLIENTS + n, int(seconds * 400)) for n in range(CLIENTS)]

    with serving("ours", folder) as (ours, _), serving("bare", folder) as (bare, _):
        for turn in range(ROUNDS):
            for name, found in (
                ("ours", at_once(players(ours, turn), seconds)),
                ("bare", at_once([poster(bare, "/insert") for _ in range(CLIENTS)], seconds)),
                ("resting", at_once(players(ours, turn + ROUNDS), seconds, rest=0.02)),
            ):
                if name not in best or found.rate > best[name].rate:
                    best[name] = found
    ours_, bare_, resting = best["ours"], best["bare"], best["resting"]
    part = ours_.rate / bare_.rate
    return [
        f"| actions a second, {CLIENTS} clients | {ours_.rate:.0f} | {bare_.rate:.0f} | {part:.2f} of it | 0.5 |",
        f"| p99 of those, ms | {ours_.p99:.1f} | {bare_.p99:.1f} | | 10 |",
        f"| p99 with 20 ms between two taps, {resting.rate:.0f} actions a second, ms | {resting.p99:.1f} | | | |",
    ]


def pages(folder: Path, seconds: float) -> list[str]:
    """The page of a seat in the middle of a game, beside a bare page of the same size."""
    with serving("ours", folder) as (port, _):
        player = Player([port], 4)
        player.play(lambda: len(player.answers) >= 60)
        path = f"/t/{player.code}/seat"
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("GET", path, headers={"Host": "localhost", "Authorization": f"Bearer {player.token}"})
        size = len(connection.getresponse().read())
        with serving("bare", folder, size) as (bare, _):
            bare_ = 1000 / max(at_once([getter(bare, "/page")], seconds).rate for _ in range(ROUNDS))
            ours_ = _drawn_anew(player, getter(port, path, player.token))
        player.line.close()
    what = f"the page of a seat, {size / 1000:.0f} kB, after an entry, ms"
    return [f"| {what} | {ours_:.2f} | {bare_:.2f} | {ours_ / bare_:.2f} times | 3 |"]


def _drawn_anew(player: Player, ask: Callable[[], None]) -> float:
    """Milliseconds of a page after an entry."""
    times: list[float] = []
    while len(times) < 60 and player.game and not player.game.over:
        player.tap()
        begun = time.perf_counter()
        ask()
        times.append(time.perf_counter() - begun)
    return statistics.median(times) * 1000


def openings(folder: Path, _: float) -> list[str]:
    """Opening a table after many entries and after few."""
    kept = Tables(Store(Database(folder / "openings.db").ready()))
    took = {}
    for entries in (10, 600):
        opened = kept.create(SETUP.model_copy(update={"chance": Chance.APP}), new_token(), seed=3)
        chance, who = random.Random(3), Who(host=True)
        while (table := kept.place(opened.id).table).seq < entries:
            if table.over or table.seq % 100 == 50:
                kept.act(opened.id, Undo(to=table.living.seqs[-25]), who, seen_seq=table.seq)
            else:
                assert table.decision
                kept.act(opened.id, Play(actions=(chance.choice(table.decision.options),)), who, seen_seq=table.seq)
        times = []
        for _ in range(200):
            kept.forget(opened.id)
            begun = time.perf_counter()
            kept.place(opened.id)
            times.append(time.perf_counter() - begun)
        took[entries] = statistics.median(times) * 1000
    kept.close()
    many, few = took[600], took[10]
    return [
        f"| opening a table after 600 entries, and after 10, ms | {many:.2f} | {few:.2f} | {many / few:.2f} times | 2 |"
    ]


def _resident(pid: int) -> float:
    said = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(said.partition("VmRSS:")[2].split()[0])


def broadcasts(folder: Path, _: float) -> list[str]:
    """What listeners take, and how soon the last one hears of a tap."""
    weight: dict[str, float] = {}
    last: dict[str, list[float]] = {"ours": [], "bare": []}
    for kind in last:
        with serving(kind, folder) as (port, pid):
            player = Player([port], 1)
            say = poster(port, "/say")
            if kind == "ours":
                player.open()
                say = player.tap
            say()
            before = _resident(pid)
            streams = [Stream(port, player.code or "bare", player.seq, timeout=60) for _ in range(LISTENERS)]
            for _ in range(5):
                _heard(streams, say)
            weight[kind] = (_resident(pid) - before) / LISTENERS
            last[kind] += [_heard(streams, say) for _ in range(30)]
            for stream in streams:
                stream.close()
            player.line.close()
    ours_, bare_ = (statistics.median(last[kind]) * 1000 for kind in ("ours", "bare"))
    return [
        f"| a listener of {LISTENERS}, kB | {weight['ours']:.0f} | {weight['bare']:.0f} | | 35 |",
        f"| from a tap to the last of {LISTENERS}, ms | {ours_:.0f} | {bare_:.0f} | {ours_ / bare_:.2f} times | 1.5 |",
    ]


def _heard(streams: list[Stream], say: Callable[[], None]) -> float:
    """Seconds from a tap until everybody has heard of it."""
    waiting = selectors.DefaultSelector()
    for stream in streams:
        waiting.register(stream.answer.fileno(), selectors.EVENT_READ, stream)
    speaking = threading.Thread(target=say)
    begun, left = time.perf_counter(), len(streams)
    speaking.start()
    while left:
        for key, _ in waiting.select(30):
            key.data.next()
            waiting.unregister(key.fd)
            left -= 1
    took = time.perf_counter() - begun
    speaking.join()
    waiting.close()
    return took


def printing(folder: Path, seconds: float) -> list[str]:
    """Taps of four players while three hundred others ask for sheets without end."""
    with serving("ours", folder) as (port, _):
        players = [taps_ready(port, 90 + n, int(seconds * 60)) for n in range(4)]
        printers = get_context("spawn").Process(target=_print_on, args=(port, 3 * seconds))
        printers.start()
        time.sleep(seconds)
        found = at_once(players, seconds, rest=0.1)
        printers.join()
    return [f"| p99 of a tap beside {PRINTERS} who print, ms | {found.p99:.1f} | | | 50 |"]


def _print_on(port: int, seconds: float) -> None:
    """In a process of its own: all ask for one sheet after the other; that there is no room is an answer too."""

    async def ask(n: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        path = f"/print/aid/file.pdf?game=caylus&players={n % 4 + 2}"
        while time.perf_counter() < end:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: device=printer{n}\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            length = head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]
            await reader.readexactly(int(length))
        writer.close()

    async def all_of_them() -> None:
        await asyncio.gather(*(ask(n) for n in range(PRINTERS)), return_exceptions=True)

    end = time.perf_counter() + seconds
    asyncio.run(all_of_them())


def thinking(folder: Path, seconds: float) -> list[str]:
    """Taps of eight phones, by turns alone and while a table of masters never stops thinking; and their decisions."""
    with serving("ours", folder) as (port, _):
        _think_on(port, 1.0, None)
        players = [taps_ready(port, 190 + n, int(ROUNDS * seconds * 40)) for n in range(CLIENTS)]
        alone: list[float] = []
        beside: list[float] = []
        decided: list[float] = []
        for _ in range(ROUNDS):
            alone += at_once(players, seconds, rest=0.1).times
            here, there = get_context("spawn").Pipe()
            masters = get_context("spawn").Process(target=_think_on, args=(port, seconds + 1, there))
            masters.start()
            here.recv()
            beside += at_once(players, seconds, rest=0.1).times
            decided += here.recv()
            masters.join()
    with_, without, decision = (Round(0, times).p99 for times in (beside, alone, decided))
    ratio = f"{with_ / without:.2f} times"
    return [
        f"| p99 of a tap beside masters who think, and without, ms | {with_:.1f} | {without:.1f} | {ratio} | 1.1 |",
        f"| p99 of a master's decision beside {CLIENTS} phones, ms | {decision:.0f} | | | 300 |",
    ]


def _think_on(port: int, seconds: float, pipe: Any) -> None:
    """In a process of its own: carry out the moves of four masters without a pause; send how long each took."""
    setup = {"game": "caylus", "edition": "en", "seats": [{"colour": c, "mind": "master"} for c in SEATS]}
    ask = Line(port)
    times: list[float] = []
    end = 0.0
    while not end or time.perf_counter() < end:
        _, table = ask.post("/api/v1/tables", setup)
        path, seq, token = f"/api/v1/tables/{table['code']}/mind", table["view"]["seq"], table["token"]
        ask.get(path)
        if not end:
            end = time.perf_counter() + seconds
            if pipe:
                pipe.send("ready")
        while time.perf_counter() < end:
            begun = time.perf_counter()
            _, found = ask.get(path)
            times.append(time.perf_counter() - begun)
            if not found["move"]:
                break
            _, done = ask.post(path, {"seen": seq}, token)
            seq = done["seq"]
    if pipe:
        pipe.send(times)


def main() -> None:
    """The whole table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="one part, by its name")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of each round")
    asked = parser.parse_args()
    with contextlib.suppress(OSError, AttributeError):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}, load before {os.getloadavg()[0]:.1f}\n")
    print("| | ours | floor | | wanted |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in (taps, pages, openings, broadcasts, printing, thinking):
            if asked.only in (None, part.__name__):
                print("\n".join(part(folder, asked.seconds)), flush=True)


if __name__ == "__main__":
    main()
