"""One table of who may do what: `who_may.toml` has every address and every command, and what each role is answered.

An address or a command that is not in it fails the test: whoever adds one says there who may use it. The columns: the
host, whose turn it is, who has another seat, who was the host before, who has a token and only looks on, a stranger. An
answer is a status, the `:code` of a refusal to a program, and after a `+` what it changes.
"""

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.table.commands import COMMAND
from companion.table.errors import NoSuchTable
from companion.table.tokens import new_token
from companion.web import create_app
from companion.web.handoff import KEY, Handoff
from companion.web.screens import SCREENS
from tests.web.club import HOST, SPECTATOR, STRANGER, Club, shared_app

FORMER = "former host"
ROLES = (HOST, "red", "blue", FORMER, SPECTATOR, STRANGER)


@dataclass(frozen=True)
class Row:
    """A row of the table: what is sent, after what, and what each role is answered."""

    address: str
    answers: str
    form: dict[str, str] | None = None
    json: dict[str, Any] | None = None
    after: tuple[str, ...] = ()

    @property
    def columns(self) -> list[str]:
        """The answer to each role; one that stands alone is for all."""
        words = self.answers.split()
        return words * len(ROLES) if len(words) == 1 else words


ROWS = {
    name: Row(**row | {"after": tuple(row.get("after", ()))})
    for name, row in tomllib.loads(Path(__file__).with_name("who_may.toml").read_text(encoding="utf-8")).items()
}
AT_A_TABLE = {name: row for name, row in ROWS.items() if "{code}" in row.address}


def leaves(table: Club, colour: str) -> None:
    table.tables.leave(table.id, colour, table.tables.who(table.id, table.tokens[colour]))


def computer_player_to_choose(table: Club) -> None:
    leaves(table, "blue")
    table.wish(HOST, "mind", seat="blue", level="apprentice")
    table.play("place castle", "red")


LAYING = "nothing lies yet"

AFTER: dict[str, Callable[[Club], Any]] = {
    LAYING: lambda _: None,
    "asked for red": lambda table: table.tables.sit(table.id, "red", table.tokens[SPECTATOR]),
    "blue left": lambda table: leaves(table, "blue"),
    "red played": lambda table: table.play("place castle", "red"),
    "red asks to undo": lambda table: table.wish("red", "ask", to=table.seq),
    "undone": lambda table: table.wish("red", "undo", to=table.seq),
    "paused": lambda table: table.wish(HOST, "pause"),
    "ended": lambda table: table.wish(HOST, "end"),
    "counting": lambda table: table.wish(HOST, "depth", depth="sheet"),
    "a computer player is to choose": computer_player_to_choose,
}


class Evening(Club):
    """A table whose first host has given their place to another device."""

    def __init__(self, row: Row | None = None, **setup: Any) -> None:
        super().__init__(laid=not (row and LAYING in row.after), **setup)
        self.tokens[FORMER], self.tokens[HOST] = self.tokens[HOST], new_token()
        self.tables.sit(self.id, HOST, self.tokens[HOST])
        (asked,) = self.tables.asking(self.id)
        self.tables.answer(self.id, HOST, asked.mark, self.tokens[FORMER], allow=True)
        for done in row.after if row else ():
            AFTER[done](self)
        self.newest = self.seq

    def state(self) -> dict[str, object]:
        """What may change: by the words of the table."""
        others: dict[str, object] = {"tables": self.tables.store.count()}
        try:
            table = self.tables.place(self.id).table
        except NoSuchTable:
            return others | {"gone": True}
        return others | {
            "gone": False,
            "log": table.seq,
            "seats": [self.tables.who(self.id, token) for token in self.tokens.values()],
            "lock": table.people.locked,
            "asks": [(one.colour, one.token) for one in self.tables.asking(self.id)],
        }

    def answer(self, name: str, row: Row, role: str) -> str:
        """What a role is answered, and what it changes. A page is asked with a cookie, the API with a token."""
        before, by_program = self.state(), row.address.startswith("/api/")
        sent: dict[str, Any] = {"data": filled(row.form, self), "json": filled(row.json, self)}
        if "/stream" in row.address:
            sent["environ_overrides"] = {KEY: Handoff()}
        if by_program and self.tokens[role]:
            sent["headers"] = {"Authorization": f"Bearer {self.tokens[role]}"}
        who = STRANGER if by_program else role
        answer = self.page(who, name.split(maxsplit=1)[0], filled(row.address, self), **sent)
        code = f":{answer.json['code']}" if answer.json and answer.status_code >= 400 else ""
        answer.close()
        after = self.state()
        changed = [part for part in after if after[part] != before.get(part)]
        changed = ["gone"] if "gone" in changed else changed
        return "+".join([f"{answer.status_code}{code}", *changed])


def filled(part: Any, table: Evening) -> Any:
    """What is sent, with the code and the newest number of a table."""
    if isinstance(part, dict):
        return {name: filled(value, table) for name, value in part.items()}
    if part == "{seq}":
        return table.newest
    return part.replace("{code}", table.code) if isinstance(part, str) else part


def addresses() -> Iterator[str]:
    for rule in shared_app().url_map.iter_rules():
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            if rule.endpoint == "api.act":
                yield from (f"POST api.act {kind}" for kind in COMMAND.json_schema()["discriminator"]["mapping"])
            elif rule.endpoint == "rendering.show" and "name" in rule.arguments:
                yield from (f"GET rendering.show {name}" for name in SCREENS)
            else:
                yield f"{method} {rule.endpoint}"


def test_every_address_and_every_command_is_in_the_table() -> None:
    assert sorted(ROWS) == sorted(set(addresses()))


@pytest.mark.parametrize("name", ROWS)
def test_who_may(name: str) -> None:
    row = ROWS[name]
    answers = [Evening(row).answer(name, row, role) for role in ROLES]
    assert dict(zip(ROLES, answers, strict=True)) == dict(zip(ROLES, row.columns, strict=True))


@pytest.mark.slow
def test_a_seat_at_another_table_is_no_seat_here() -> None:
    for name, row in AT_A_TABLE.items():
        here = Evening(row)
        here.tokens["guest"] = Evening().tokens["red"]
        assert here.answer(name, row, "guest") == row.columns[ROLES.index(SPECTATOR)], name


@pytest.mark.slow
def test_a_table_that_is_not_there() -> None:
    """Only its host, who has deleted it, is told that it was there, and can bring it back."""
    told: dict[tuple[str, str], set[str]] = {}
    for name, row in AT_A_TABLE.items():
        for role in (HOST, "blue"):
            table = Evening(row)
            table.tables.delete(table.code, table.tokens[HOST])
            kind = "program" if row.address.startswith("/api/") else "page"
            told.setdefault((role, kind), set()).add(table.answer(name, row, role))
    assert told == {
        (HOST, "page"): {"410", "303+gone"},
        ("blue", "page"): {"404"},
        (HOST, "program"): {"410:deleted", "204+gone"},
        ("blue", "program"): {"404:no_table"},
    }


def test_no_form_is_taken_from_elsewhere() -> None:
    """Without the token that a page of ours has."""
    app = create_app()
    for name, row in ROWS.items():
        if row.form is not None:
            assert Evening(row, app=app).answer(name, row, HOST) == "400", name
