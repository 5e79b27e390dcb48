"""Hidden hands stay hidden, wherever they could show.

Two tables are played side by side, the same but for the cards that one player has drawn and never shown. Whoever may
not know those cards must get the same from both, to the letter: every page, fragment, answer of the API and file. A
page that tells anything of the hand, in whatever way, differs.
"""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.table import handlers, table, tables
from companion.table.table import Table
from companion.table.vocabulary import Chance
from companion.web.screens import SCREENS
from tests.web.club import HOST, SPECTATOR, Club, new_app

pytestmark = pytest.mark.slow

COLOURS = ("red", "green", "blue")
SECRET = "green"
"""Whose cards differ."""

OTHERS = (HOST, "red", "blue", SPECTATOR)
SHOWS = ("build ", "swap", "mulligan")
"""What tells the others which cards somebody has: the one with the secret never does it here."""

MOVES = 50


class World:
    """One of the two tables, with chance in our hands."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, chance: Chance, *, other: bool) -> None:
        self.other, self.drawn = other, 0
        self.swap: dict[str, str] = {}
        monkeypatch.setattr(Table, "_followed", self._followed(Table._followed))
        monkeypatch.setattr(tables, "new_code", lambda: "AB3DE")
        clock = _clock()
        for module in (table, handlers, tables):
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
        for address in _addresses(club, whole=name == SPECTATOR):
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
NOT_READ = {"live.events", "api.follow", "static", "lookup.font"}
"""Streams, which tell numbers alone and do not end, and files."""


def _addresses(club: Club, *, whole: bool) -> Iterator[str]:
    """Every page of a table, whoever adds one; screens as fragments, or as whole pages."""
    for rule in sorted(club.app.url_map.iter_rules(), key=str):
        if "GET" not in (rule.methods or ()) or "code" not in rule.arguments or rule.endpoint in NOT_READ:
            continue
        text = str(rule).replace("<code>", club.code)
        if rule.endpoint in ("screens.show", "screens.view"):
            if "name" in rule.arguments and (rule.endpoint == "screens.show") == whole:
                yield from (re.sub(r"<[^<]*name>", name, text) for name in SCREENS)
                yield re.sub(r"<[^<]*name>", "seat", text) + f"?seat={SECRET}"
        elif not rule.endpoint.startswith("api."):
            assert rule.arguments == {"code"}, f"{rule}: say here how this page is read"
            yield text


def _clock() -> Callable[[], str]:
    count = iter(range(1_000_000))
    return lambda: f"2026-01-01T{(n := next(count)) // 3600:02}:{n // 60 % 60:02}:{n % 60:02}.000+00:00"


def plain(data: bytes) -> str:
    """What was sent, without what is drawn by lot for every form."""
    text = re.sub(r"\?v=\w+", "", data.decode("utf-8", "replace"))
    text = re.sub(r'(csrf_token"\s+value=|csrf-token"\s+content=)"[^"]*"', "", text)
    return re.sub(r'name="key"\s+value="[^"]*"', "", text)


def _next(world: World, number: int) -> str:
    """The next thing that is done: never one that shows the secret."""
    decision = world.club.table.decision
    assert decision
    if decision.chance:
        return world.choose(world.club.table)
    options = [text for text in decision.options if decision.seat != SECRET or not text.startswith(SHOWS)]
    wanted = [text for text in options if text == "draw" and decision.seat == SECRET] if number % 3 == 0 else []
    return random.Random(number).choice(wanted or options)


@pytest.mark.parametrize("chance", list(Chance), ids=str)
def test_nobody_learns_what_is_in_another_hand(monkeypatch: pytest.MonkeyPatch, chance: Chance) -> None:
    worlds = []
    for other in (False, True):
        with monkeypatch.context() as patch:
            worlds.append(_played(patch, chance, other=other))
    compared, asked = 0, 0
    for (moment, one), (_, two) in zip(*worlds, strict=True):
        for (name, where), text in one.items():
            compared += 1
            assert (name, where) in two, f"after {moment} moves {name} is answered otherwise at {where}"
            if name != SECRET:
                assert text == two[name, where], f"after {moment} moves {name} can tell from {where}"
        own = [where for (name, where), text in one.items() if name == SECRET and text != two[name, where]]
        assert any("/log" in where for where in own), "the cards do not differ: this test shows nothing"
        asked += "409 stale" in own
    assert compared > 400
    assert asked > 1, "what can be chosen does not differ: this test shows less than it says"


def _played(
    monkeypatch: pytest.MonkeyPatch, chance: Chance, *, other: bool
) -> list[tuple[int, dict[tuple[str, str], str]]]:
    """What everybody read at some moments of a game."""
    world = World(monkeypatch, chance, other=other)
    moments = []
    acting, left = 0, {3, 8}
    for number in range(MOVES):
        decision = world.club.table.decision
        assert decision
        acting += decision.seat == SECRET and decision.kind == "action"
        if number in (14, MOVES - 1) or acting in left:
            left.discard(acting)
            language = ("en", "nl", "de")[number % 3]
            read = {
                (name, where): text for name in (*OTHERS, SECRET) for where, text in world.documents(name, language)
            }
            moments.append((number, read))
        if number == 30:
            world.club.undo(world.club.table.living.seqs[-4])
            world.club.wish(HOST, "redo")
        if number == 31:
            world.club.wish("red", "correct", changes={"green.deniers": "55"}, why="found one")
        decision = world.club.table.decision
        world.club.play(
            _next(world, number),
            name=(decision and (decision.about if decision.kind == "card" else decision.seat)) or HOST,
        )
    return moments


def test_a_hand_that_was_corrected_is_not_told() -> None:
    club = Club(game="magna_carta", edition="en", colours=COLOURS)
    hand = club.table.position.fields()["green.hand"].split("/")
    new = next(card for card in CARDS if card not in hand)
    club.wish(
        "green", "correct", changes={"green.hand": "/".join([new, *hand[1:]])} if hand[0] else {"green.hand": new}
    )
    for name in OTHERS:
        for text in (
            club.api(name, "GET", "/log").text,
            club.api(name, "GET", "/fields").text,
            club.page(name, "GET", f"/t/{club.code}/log").text,
        ):
            assert "green.hand" not in text
            assert new not in text.partition("corrected")[2][:200]
    assert "green.hand" in club.api(SECRET, "GET", "/log").text


def test_a_position_with_hands_is_not_told() -> None:
    first = Club(game="magna_carta", edition="en", colours=COLOURS)
    position = str(first.table.referee.schema.of(first.table.state))
    club = Club(game="magna_carta", edition="en", colours=COLOURS, position=position)
    for name in OTHERS:
        assert "hand" not in str(club.api(name, "GET", "/log").json["entries"][0]["data"])


def test_nobody_tells_or_tries_what_another_draws() -> None:
    club = Club(game="magna_carta", edition="en", colours=COLOURS, chance=Chance.TABLE)
    while club.table.decision and club.table.decision.kind != "card":
        club.play(club.table.decision.options[0])
    decision = club.table.decision
    assert decision
    drawing = decision.about
    other = next(colour for colour in COLOURS if colour != drawing)
    for name in (other, HOST, SPECTATOR):
        seen = club.api(name, "GET", "").json["decision"]
        assert (seen["mine"], seen["options"], seen["about"]) == (False, [], drawing)
        sent = {"wish": {"kind": "play", "actions": [decision.options[0]]}, "seen": club.seq}
        assert club.api(name, "POST", "/act", json=sent).status_code == 403
    assert club.api(drawing, "GET", "").json["decision"]["options"]
    twice = {"wish": {"kind": "play", "actions": [decision.options[0]] * 4}, "seen": club.seq}
    assert club.api(drawing, "POST", "/act", json=twice).status_code in (403, 422)
    assert club.api(drawing, "POST", "/act", json=sent).status_code == 200


def test_the_host_takes_a_seat_that_nobody_has_to_enter_its_cards() -> None:
    club = Club(game="magna_carta", edition="en", colours=COLOURS, chance=Chance.TABLE)
    while club.table.decision and club.table.decision.kind != "card":
        club.play(club.table.decision.options[0])
    decision = club.table.decision
    assert decision
    club.tables.leave(club.id, decision.about, club.tables.who(club.id, club.tokens[HOST]))
    assert club.api(HOST, "GET", "").json["decision"]["options"] == []
    assert club.api(HOST, "POST", "/sit", json={"seat": decision.about}).json["seated"]
    assert club.api(HOST, "GET", "").json["decision"]["options"]
    club.play(decision.options[0], HOST)
