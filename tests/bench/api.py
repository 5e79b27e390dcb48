"""An action by the API beside a bare Flask POST with one durable insert: `python -m tests.bench.api`.

Both run in one process on one core, called as a server calls them, each against an SQLite file of its own whose every
commit reaches the disk. What is measured is all that happens between reading the request and its answer.
"""

import io
import json
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from flask import Flask, request
from sqlalchemy import text

from companion.table.database import FILE, Database
from companion.table.setup import Seat, Setup
from companion.table.store import Store
from companion.table.tables import Tables
from companion.table.tokens import new_token
from companion.web import create_app

BARE = "bare POST"
WARM, ACTIONS = 200, 1500


def post(app: Flask, path: str, sent: Any, token: str = "") -> tuple[float, str, bytes]:
    """The seconds that a POST takes, its status and its answer."""
    body = json.dumps(sent).encode()
    environ = {
        "REQUEST_METHOD": "POST", "PATH_INFO": path, "SERVER_NAME": "localhost", "SERVER_PORT": "80",
        "HTTP_HOST": "localhost", "wsgi.input": io.BytesIO(body), "wsgi.url_scheme": "http", "SCRIPT_NAME": "",
        "CONTENT_LENGTH": str(len(body)), "CONTENT_TYPE": "application/json", "HTTP_AUTHORIZATION": f"Bearer {token}",
        "REMOTE_ADDR": "127.0.0.1", "wsgi.errors": io.StringIO(), "QUERY_STRING": "",
        "SERVER_PROTOCOL": "HTTP/1.1", "HTTP_ACCEPT_LANGUAGE": "nl",
    }  # fmt: skip
    status: list[str] = []

    def start(said: str, _headers: Any, _error: Any = None) -> Callable[[bytes], None]:
        status.append(said)
        return lambda _data: None

    begun = time.perf_counter()
    answer = b"".join(app.wsgi_app(environ, start))
    return time.perf_counter() - begun, status[0], answer


def floor(folder: Path) -> Callable[[int], float]:
    """A bare Flask app that keeps what it gets."""
    app, database = Flask("floor"), Database(folder / "floor.db").ready()
    with database.begin() as connection:
        connection.execute(text("CREATE TABLE kept (id INTEGER PRIMARY KEY, body TEXT)"))

    @app.post("/keep")
    def keep() -> dict[str, int]:
        with database.begin() as connection:
            connection.execute(text("INSERT INTO kept (body) VALUES (:body)"), {"body": request.get_data(as_text=True)})
        return {"seq": 1}

    return lambda n: post(app, "/keep", {"wish": {"kind": "play"}, "seen": n})[0]


class Played:
    """A table that is played through the API; a new one when the game is over."""

    def __init__(self, folder: Path, game: str) -> None:
        self.tables = Tables(Store(Database(folder / FILE).ready()))
        self.app = create_app(tables=self.tables)
        self.game, self.token, self.random = game, new_token(), random.Random(1)
        self.open()

    def open(self) -> None:
        seats = tuple(Seat(colour=colour) for colour in ("red", "blue", "green"))
        self.opened = self.tables.create(Setup(game=self.game, edition="nl", seats=seats), self.token, seed=1)

    def act(self, n: int) -> float:
        table = self.tables.place(self.opened.id).table
        if table.over:
            self.open()
            table = self.tables.place(self.opened.id).table
        decision = table.decision
        assert decision
        wish = {"kind": "play", "actions": [self.random.choice(decision.options)]}
        sent = {"wish": wish, "seen": table.seq, "key": f"k{n}"}
        took, status, answer = post(self.app, f"/api/v1/tables/{self.opened.code}/act", sent, self.token)
        assert status.startswith("200"), answer
        return took


def main() -> None:
    """The rates, side by side: one of each in turn, so that whatever else the machine does meets all alike."""
    with tempfile.TemporaryDirectory() as folder:
        asks: dict[str, Callable[[int], float]] = {BARE: floor(Path(folder))}
        for game in ("caylus", "magna_carta"):
            (Path(folder) / game).mkdir()
            asks[game] = Played(Path(folder) / game, game).act
        times: dict[str, list[float]] = {name: [] for name in asks}
        for n in range(WARM + ACTIONS):
            for name, ask in asks.items():
                took = ask(n)
                if n >= WARM:
                    times[name].append(took)
        floor_rate = 1 / statistics.median(times[BARE])
        for name, took_all in times.items():
            rate, last = 1 / statistics.median(took_all), statistics.quantiles(took_all, n=100)[-1] * 1000
            click.echo(f"{name:12} {rate:6.0f}/s   p99 {last:5.2f} ms   {rate / floor_rate:.2f} of the bare POST")


if __name__ == "__main__":
    main()
