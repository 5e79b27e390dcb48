"""Tables in the middle of a game, for tests of the pages: everybody sits, the host plays at random."""

import random
from collections.abc import Callable, Sequence

from flask import Flask
from flask.testing import FlaskClient

from companion.engine.game import Decision
from companion.table.commands import Laid, Play
from companion.table.people import Who
from companion.table.setup import Seat, Setup
from companion.table.table import Table
from companion.table.tables import Tables
from companion.table.vocabulary import Chance, Depth

HOST_TOKEN = "token-of-the-host"
BASE = "http://192.168.1.20:8327"
USEFUL = ("build", "batch", "take", "trade", "residence", "prestige", "place")


class Opened:
    """A table of an app: its code, and what is needed to play on."""

    def __init__(self, app: Flask, setup: Setup, seed: int = 1, *, laid: bool = True) -> None:
        self.app = app
        self.tables: Tables = app.extensions["tables"]
        self.id = (opened := self.tables.create(setup, HOST_TOKEN, seed=seed)).id
        self.code = opened.code
        self._chance = random.Random(seed)
        if laid:
            self.tables.act(self.id, Laid(), Who(host=True), seen_seq=None)

    @property
    def table(self) -> Table:
        return self.tables.place(self.id).table

    def sit(self, *colours: str) -> "Opened":
        """Each of these on a device of its own."""
        for colour in colours:
            self.tables.sit(self.id, colour, f"token-{colour}")
        return self

    def play(self, *actions: str, colour: str = "") -> None:
        """Actions of the player whose turn it is; by the host, who sees all hands where there are any, or by a seat."""
        hands = frozenset(self.table.setup.colours if self.table.referee.hands else self.table.people.minds)
        who = Who(frozenset({colour})) if colour else Who(hands, host=True)
        for text in actions:
            self.tables.act(self.id, Play(actions=(text,)), who, seen_seq=self.table.seq)

    def play_until(self, wanted: Callable[[Decision], bool], most: int = 900) -> Decision:
        """At random, with a liking for what builds, up to a choice."""
        for _ in range(most):
            decision = self.table.decision
            assert decision is not None, "the game ended first"
            if wanted(decision):
                return decision
            self.step()
        raise AssertionError("it never came to that")

    def step(self) -> None:
        """One action at random."""
        decision = self.table.decision
        assert decision is not None
        useful = [text for text in decision.options if text.startswith(USEFUL)]
        self.play(self._chance.choice(useful if useful and self._chance.random() < 0.8 else decision.options))

    def device(self, colour: str = "", language: str = "en", token: str = "") -> FlaskClient:
        """The device of a seat, or of somebody who only looks."""
        client = self.app.test_client()
        name = token or (f"token-{colour}" if colour else "")
        if name:
            client.set_cookie("device", name, domain="192.168.1.20")
        client.set_cookie("language", language, domain="192.168.1.20")
        return client

    def page(self, colour: str = "", language: str = "en", token: str = "", query: str = "") -> str:
        """A seat's page as its device gets it."""
        answer = self.device(colour, language, token).get(f"/t/{self.code}{query}", base_url=BASE)
        assert answer.status_code == 200, answer.status_code
        return answer.text


def opened(
    app: Flask,
    game: str = "caylus",
    edition: str = "en",
    colours: Sequence[str] = ("red", "blue", "green"),
    *,
    names: Sequence[str] = (),
    seed: int = 1,
    chance: Chance = Chance.APP,
    depth: Depth = Depth.REFEREE,
    untracked: Sequence[str] = (),
    clock: int = 0,
    variants: Sequence[str] = (),
    hints: bool = False,
    laid: bool = True,
) -> Opened:
    """A table with nobody at it yet, on which everything lies."""
    seats = tuple(Seat(colour=c, name=names[n] if n < len(names) else "") for n, c in enumerate(colours))
    setup = Setup(
        game=game, edition=edition, variants=tuple(variants), seats=seats, chance=chance, depth=depth,
        untracked=tuple(untracked), clock=clock, hints=hints,
    )  # fmt: skip
    return Opened(app, setup, seed, laid=laid)
