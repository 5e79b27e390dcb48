"""Two tables side by side, the same but for the cards that one player has drawn and never shown."""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.table import handlers, open_tables, table, tables
from companion.table.table import Table
from companion.table.vocabulary import Chance
from companion.web.screens import SCREENS
from tests.web.club import HOST, SPECTATOR, Club, new_app

COLOURS = ("red", "green", "blue")
SECRET = "green"
"""Whose cards differ."""

OTHERS = (HOST, "red", "blue", SPECTATOR)
SHOWS = ("build ", "swap", "mulligan")
"""What tells the others which cards somebody has: the one with the secret never does it here."""


class World:
    """One of the two tables, with chance in our hands."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, chance: Chance, *, other: bool) -> None:
        self.other, self.drawn = other, 0
        self.swap: dict[str, str] = {}
        monkeypatch.setattr(Table, "_followed", self._followed(Table._followed))
        monkeypatch.setattr(tables, "new_code", lambda tables: "AB3DE")
        clock = _clock()
        for module in (table, handlers, open_tables):
            monkeypatch.setattr(module, "now", clock)
        self.club = Club(new_app(), game="magna_carta", edition="en", colours=COLOURS, chance=chance)
        self.app_draws = chance == Chance.APP

    def _followed(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def followed(played: Table, chance: random.Random) -> Any:
            return original(played, Chooser(self, played))

        return followed

    def choose(self, played: Table) -> str:
        """What chance brings: the same in both worlds, but for the cards of one player."""
        decision = played.decision
        assert decision
        self.drawn += 1
        pick = random.Random(self.drawn)
        if decision.kind != "card":
            return pick.choice(decision.options)
        deck = sorted(decision.options, reverse=self.other and decision.about == SECRET)
        return deck[0] if decision.about == SECRET else pick.choice(deck)

    def documents(self, name: str, language: str) -> Iterator[tuple[str, str]]:
        """Everything that somebody gets to read."""
        club = self.club
        for address in addresses(club, whole=name == SPECTATOR):
            answer = club.page(name, "GET", address, language)
            assert answer.status_code < 500, address
            yield f"{answer.status_code} {address}", plain(answer.get_data())
        for path in API:
            answer = club.api(name, "GET", path, language)
            assert answer.status_code < 500, path
            yield f"{answer.status_code} {path}", plain(answer.get_data())
        stale = club.api(name, "POST", "/act", language, json={"wish": {"kind": "pause"}, "seen": 1})
        yield f"{stale.status_code} stale", plain(stale.get_data())


class Chooser(random.Random):
    """Chance that brings what a world says."""

    def __init__(self, world: World, played: Table) -> None:
        super().__init__()
        self.world, self.played = world, played

    def random(self) -> float:
        decision = self.played.decision
        assert decision
        return (decision.options.index(self.world.choose(self.played)) + 0.5) / len(decision.options)


CARDS = ("small_farm", "small_quarry", "peddler", "market", "lawyer", "large_farm", "gold_mine", "bank", "church")
API = (
    "", "?seat=green", "/log?limit=200", "/log?after=3&limit=20", "/fields", "/scores", "/newest", "/asking",
    "/why-not?action=pass", "/why-not?action=draw",
    *(f"/why-not?action=build {card} FWS" for card in CARDS), *(f"/why-not?action=draw {card}" for card in CARDS),
)  # fmt: skip
NOT_READ = {"live.events", "api.follow", "static", "rules.font"}
"""Streams, which tell numbers alone and do not end, and files."""


def addresses(club: Club, *, whole: bool) -> Iterator[str]:
    """Every page of a table, whoever adds one; screens as fragments, or as whole pages."""
    for rule in sorted(club.app.url_map.iter_rules(), key=str):
        if "GET" not in (rule.methods or ()) or "code" not in rule.arguments or rule.endpoint in NOT_READ:
            continue
        text = str(rule).replace("<code>", club.code).replace("<key>", "A" * 16)
        if rule.endpoint in ("rendering.show", "rendering.view"):
            if "name" in rule.arguments and (rule.endpoint == "rendering.show") == whole:
                yield from (re.sub(r"<[^<]*name>", name, text) for name in SCREENS)
                yield re.sub(r"<[^<]*name>", "seat", text) + f"?seat={SECRET}"
        elif not rule.endpoint.startswith("api."):
            assert rule.arguments <= {"code", "key"}, f"{rule}: say here how this page is read"
            yield text


def _clock() -> Callable[[], str]:
    count = iter(range(1_000_000))
    return lambda: f"2026-01-01T{(n := next(count)) // 3600:02}:{n // 60 % 60:02}:{n % 60:02}.000+00:00"


def plain(data: bytes) -> str:
    """What was sent, without what is drawn by lot for every form."""
    text = re.sub(r"\?v=\w+", "", data.decode("utf-8", "replace"))
    text = re.sub(r'(csrf_token"\s+value=|csrf-token"\s+content=)"[^"]*"', "", text)
    return re.sub(r'name="key"\s+value="[^"]*"', "", text)


def next_action(world: World, number: int) -> str:
    """The next thing that is done: never one that shows the secret."""
    decision = world.club.table.decision
    assert decision
    if decision.chance:
        return world.choose(world.club.table)
    options = [text for text in decision.options if decision.seat != SECRET or not text.startswith(SHOWS)]
    wanted = [text for text in options if text == "draw" and decision.seat == SECRET] if number % 3 == 0 else []
    return random.Random(number).choice(wanted or options)
