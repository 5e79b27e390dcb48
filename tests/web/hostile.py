"""Everything that can be sent to the API, and everything that cannot: `python -m tests.web.hostile --cases 10000`.

Requests are made from the API's own description, those it allows and those it does not; half of them by a device that
sits at the table they name. Every answer must be one that the description names, and as it says; none may be a fault
of ours.
"""

import argparse
import random
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import click
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion.table.commands import Play
from companion.table.errors import NoSuchTable
from companion.table.people import Who
from companion.table.setup import Seat, Setup
from companion.table.tables import Tables
from companion.table.tokens import new_token
from companion.web import create_app

CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
DESCRIPTION = "/api/v1/openapi.json"
GAMES, COLOURS = ("caylus", "magna_carta"), ("red", "blue", "green", "black")
BUILDINGS = ("tailor", "bank", "building.church", "mason", "provost")
ENDLESS = "follow"
"""The stream, which does not end by itself."""


class Target:
    """An app with tables in the middle of a game, and the tokens of those who sit there."""

    def __init__(self) -> None:
        self.app: Flask = create_app()
        self.app.config["RATES"] = False
        self.tables: Tables = self.app.extensions["tables"]
        self.random = random.Random(1)
        self.begin()

    def begin(self) -> None:
        """New tables: what one operation did must not stand in the way of the next."""
        self.places = [self._opened("caylus", "red", "blue"), self._opened("magna_carta", "red", "green", "blue")]

    def _opened(self, game: str, *colours: str) -> tuple[str, list[str]]:
        """The code of a new table, its host's token and a player's."""
        host, player = new_token(), new_token()
        setup = Setup(game=game, edition="en", seats=tuple(Seat(colour=colour) for colour in colours))
        opened = self.tables.create(setup, host, seed=1)
        self.tables.sit(opened.id, colours[0], player)
        everybody = Who(frozenset(colours), host=True)
        for _ in range(30):
            table = self.tables.place(opened.id).table
            decision = table.decision
            assert decision
            self.tables.act(
                opened.id, Play(actions=(self.random.choice(decision.options),)), everybody, seen_seq=table.seq
            )
        return opened.code, [host, player]

    def aim(self, case: Any) -> None:
        """Let a case ask about a table there is, mostly as somebody who may, and often about the newest entry."""
        case.headers = dict(case.headers or {}) | {"Accept-Encoding": "identity"}
        if self.random.random() < 0.1:
            return
        code, tokens = self._place(self.random.randrange(len(self.places)))
        known = {"code": code, "game": self.random.choice(GAMES), "building": self.random.choice(BUILDINGS)}
        for name in case.path_parameters or {}:
            case.path_parameters[name] = known[name]
        token = self.random.choice([*tokens, None])
        case.headers.pop("Authorization", None)
        if token:
            case.headers["Authorization"] = f"Bearer {token}"
        if isinstance(case.body, dict):
            self._name(case.body, self.tables.place(self.tables.by_code(code).id).table.seq)

    def _name(self, body: dict[str, Any], newest: int) -> None:
        """Put names and numbers that exist into what is sent, one here and one there."""
        known: dict[str, Any] = {
            "seen": newest, "game": self.random.choice(GAMES), "edition": "en", "colour": self.random.choice(COLOURS),
            "seat": self.random.choice([*COLOURS, "host"]), "variants": [], "untracked": [], "position": "",
            "actions": ["pass"], "changes": {f"{self.random.choice(COLOURS)}.deniers": "7"}, "language": "de",
            "seats": [{"colour": "red", "name": "=A1"}, {"colour": "blue"}],
        }  # fmt: skip
        for name, value in body.items():
            if isinstance(value, dict):
                self._name(value, newest)
            elif isinstance(value, list):
                for one in value:
                    if isinstance(one, dict):
                        self._name(one, newest)
            if name in known and self.random.random() < 0.7:
                body[name] = known[name]
            elif name == "players" and isinstance(value, dict):
                body[name] = {self.random.choice(COLOURS): {"gold": 3} for _ in value} | value

    def _place(self, number: int) -> tuple[str, list[str]]:
        """One of the tables; opened again where it has been deleted."""
        try:
            self.tables.by_code(self.places[number][0])
        except NoSuchTable:
            self.places[number] = self._opened("caylus", "red", "blue")
        return self.places[number]


def operations(target: Target) -> Iterator[Any]:
    """Every operation that the description names."""
    schema = schemathesis.openapi.from_wsgi(DESCRIPTION, target.app)
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]  # a description that is at fault raises here
        if operation.definition.raw["operationId"] != ENDLESS:
            yield operation


def attack(target: Target, operation: Any, cases: int) -> Counter[int]:
    """Send so many cases of one operation, half of them against the description; the statuses of the answers."""
    statuses: Counter[int] = Counter()
    target.begin()
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

        @given(case=operation.as_strategy(generation_mode=mode))
        @settings(
            max_examples=max(cases // 2, 1), deadline=None, database=None, phases=[Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck), derandomize=True,
        )  # fmt: skip
        def send(case: Any) -> None:
            target.aim(case)
            response = case.call()
            statuses[response.status_code] += 1
            case.validate_response(response, checks=CHECKS)

        with suppress(Unsatisfiable):
            send()
    return statuses


def main() -> int:
    """Attack every operation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000, help="for each operation")
    parser.add_argument("--only", default="", help="the id of one operation")
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    target, faults = Target(), 0
    for operation in operations(target):
        name = operation.definition.raw["operationId"]
        if asked.only not in ("", name):
            continue
        begun = time.perf_counter()
        try:
            statuses = attack(target, operation, asked.cases)
        except (Exception, BaseExceptionGroup) as error:
            faults += 1
            click.echo(f"{name}: {error}")
            continue
        told = ", ".join(f"{status} x {n}" for status, n in sorted(statuses.items()))
        click.echo(f"{name:16} {statuses.total():6} cases {time.perf_counter() - begun:6.1f} s  {told}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
