"""A table with everybody at it: the host, a device at each seat, somebody who only looks, somebody from outside."""

from functools import cache
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.table.commands import COMMAND
from companion.table.log import Entry
from companion.table.redaction import drawing
from companion.table.setup import Seat, Setup
from companion.table.table import Table
from companion.table.tables import Tables
from companion.table.tokens import new_token
from companion.web import create_app
from companion.web.viewer import DEVICE

BASE = "http://192.168.1.20:8327"
HOST, SPECTATOR, STRANGER = "host", "spectator", "stranger"


class Club:
    """One table of an app, and the tokens of the devices round it."""

    def __init__(self, app: Flask | None = None, seed: int | None = 1, **setup: Any) -> None:
        self.app = app or shared_app()
        self.tables: Tables = self.app.extensions["tables"]
        colours = setup.pop("colours", ("red", "blue"))
        names, laid = setup.pop("names", ()), setup.pop("laid", True)
        seats = tuple(Seat(colour=c, name=n) for c, n in zip(colours, [*names, *[""] * len(colours)], strict=False))
        setup = {"game": "caylus", "edition": "en", "seats": seats} | setup
        self.tokens = {name: new_token() for name in (HOST, *colours, SPECTATOR)} | {STRANGER: ""}
        opened = self.tables.create(Setup(**setup), self.tokens[HOST], seed=seed)
        self.id, self.code = opened.id, opened.code
        for colour in colours:
            self.tables.sit(self.id, colour, self.tokens[colour])
        if laid:
            self.wish(HOST, "laid")

    @property
    def table(self) -> Table:
        return self.tables.place(self.id).table

    @property
    def last(self) -> Entry:
        """The newest entry."""
        return self.tables.log(self.id, last=1)[0]

    @property
    def seq(self) -> int:
        return self.table.seq

    def wish(self, name: str, kind: str, /, **data: Any) -> int:
        """Do something as somebody."""
        who = self.tables.who(self.id, self.tokens[name])
        return self.tables.act(self.id, COMMAND.validate_python({"kind": kind} | data), who, seen_seq=self.seq).seq

    def undo(self, to: int) -> None:
        """Take back everything from an entry on: the host asks, and all who sit there agree."""
        self.wish(HOST, "ask", to=to)
        while asked := self.table.people.asked:
            self.wish(min(asked.waiting(self.table.people.seated)), "agree")

    def play(self, action: str, name: str = "") -> int:
        """Play as somebody; otherwise as the host, and where there are hands as the one who sees the cards."""
        return self.wish(name or self.chooser, "play", actions=(action,))

    @property
    def chooser(self) -> str:
        decision, referee = self.table.decision, self.table.referee
        if decision is None or referee.hands is None:
            return HOST
        return drawing(referee, decision) or decision.seat or HOST

    def page(self, name: str, method: str, address: str, language: str = "en", **sent: Any) -> TestResponse:
        """Ask as a browser does: with the device's cookie."""
        client = FlaskClient(self.app, self.app.response_class)
        if self.tokens[name]:
            client.set_cookie(DEVICE, self.tokens[name], domain="192.168.1.20")
        client.set_cookie("language", language, domain="192.168.1.20")
        return client.open(address, method=method, base_url=BASE, **sent)

    def api(self, name: str, method: str, path: str, language: str = "en", **sent: Any) -> Any:
        """Ask as a program does: with the device's token."""
        headers = {"Accept-Language": language} | sent.pop("headers", {})
        if self.tokens.get(name):
            headers["Authorization"] = f"Bearer {self.tokens[name]}"
        address = f"/api/v1/tables/{self.code}{path}"
        return self.app.test_client().open(address, method=method, base_url=BASE, headers=headers, **sent)


def new_app(tables: Tables | None = None) -> Flask:
    """An app of its own, in memory, whose forms need no token that a test would have to fetch."""
    app = create_app(tables=tables)
    app.testing = True
    app.config.update(WTF_CSRF_ENABLED=False, RATES=False)
    return app


@cache
def shared_app() -> Flask:
    """The app of all tests that change nothing but their own table."""
    return new_app()
