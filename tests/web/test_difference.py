"""Proof by difference: whatever one asks, the answer does not depend on cards that one may not see.

Two tables differ in nothing but the hand and the deck of one player. Everybody else sends the same to both: what they
can read, and a sample of everything that people try, the refused above all (`tests.walk` knows what that is). Status,
headers, body as it goes over the wire, stream and journal have to be equal.
"""

import gzip
import io
import json
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import islice, product
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest
from flask_wtf import csrf

from companion.table.vocabulary import Chance, Depth
from companion.web.screens import rendering
from companion.web.server_log import ALL, keep_journal
from tests.pairs import some
from tests.walk.inventing import HOSTILE, entry
from tests.walk.people import FILES, READ
from tests.web.club import HOST, SPECTATOR, STRANGER
from tests.web.worlds import SECRET, World, addresses, next_action, plain

pytestmark = pytest.mark.slow

T = TypeVar("T")

MOVES = 34
OWN = (
    "small_farm", "small_sawmill", "small_quarry", "peddler", "market", "lawyer", "large_farm", "large_sawmill",
    "large_quarry", "gold_mine", "bank", "church",
)  # fmt: skip
"""The cards of every player."""

NOT_COMPARED = {"Set-Cookie"}
"""What is drawn by lot for every device."""

Answers = dict[tuple[str, str], str]
"""What came back, by who asked, and what."""


@dataclass
class Asking:
    """Somebody at one of the two tables, asking."""

    world: World
    name: str
    found: Answers = field(default_factory=dict)

    def note(self, what: str, answer: Any) -> Any:
        headers = sorted((key, text) for key, text in answer.headers.items() if key not in NOT_COMPARED)
        key = (self.name, f"{len(self.found)} {what}")
        data = answer.get_data()
        body = gzip.decompress(data) if answer.content_encoding == "gzip" else data
        self.found[key] = f"{answer.status_code} {headers} {plain(body)} {sha256(data).hexdigest()}"
        return answer

    def page(self, address: str, **form: Any) -> Any:
        method = "POST" if form else "GET"
        sent: dict[str, Any] = {"data": form} if form else {}
        sent["headers"] = {"Accept-Encoding": "gzip"}
        return self.note(f"{method} {address} {form}", self.world.club.page(self.name, method, address, **sent))

    def api(self, method: str, path: str, **sent: Any) -> Any:
        return self.note(f"{method} {path} {sent}", self.world.club.api(self.name, method, path, **sent))

    def wish(self, kind: str, **data: Any) -> None:
        """Try it as a program; what is done is taken back."""
        club = self.world.club
        before, told = club.table.living.seqs[:], {"seen": club.seq}
        self.api("POST", "/act", json={"wish": {"kind": kind} | data, **told})
        self._take_back(before)

    def form(self, **data: Any) -> None:
        """Try it on a page, which is drawn again with what is against it."""
        club = self.world.club
        before = club.table.living.seqs[:]
        self.page(f"/t/{club.code}/act", **{"seen": str(club.seq), "screen": "correct"} | data)
        self._take_back(before)

    def _take_back(self, before: list[int]) -> None:
        club = self.world.club
        new = [seq for seq in club.table.living.seqs if seq not in before]
        if new:
            self.page(f"/t/{club.code}/view/seat")
            self.api("GET", "")
            club.undo(new[0])

    # what is asked

    def some(self, everything: Iterable[T], most: int) -> list[T]:
        """A sample, the same at both tables."""
        return some(everything, most, f"{self.name} {len(self.found)}")

    def everything(self) -> None:
        for step in (self.reads, self.corrects, self.plays, self.asks, self.comes_and_goes):
            step()

    def reads(self) -> None:
        code = self.world.club.code
        for address in self.some(addresses(self.world.club, whole=True), 12):
            self.page(address)
        for name in FILES:
            self.page(f"/t/{code}/export/{name}")
        asked = (*READ, "?seat=green", *(f"/why-not?action=build {card} FWS" for card in OWN))
        for path in self.some(asked, 12):
            self.api("GET", path)
        stream = self.world.club.page(self.name, "GET", f"/t/{code}/stream?seen=1", buffered=False)
        first = list(islice(stream.response, 2))
        self.found[self.name, f"{len(self.found)} stream"] = f"{stream.status_code} {first!r}"
        stream.close()

    def corrects(self) -> None:
        known = self.world.club.api(self.name, "GET", "/fields").json["fields"]
        paths = (*known, f"{SECRET}.hand", "choice", "step", "no.such")
        for path, text in self.some(product(paths, ("", "1", *HOSTILE)), 20):
            self.wish("correct", changes={path: text})
        for changes in self.some(self._cards(), 15):
            self.wish("correct", changes=changes)
            for kind in ("correct", "fields"):
                # What is read field by field takes a card a tick, and says beside each field what is against it.
                split = {path: text.split("/") if kind == "fields" else text for path, text in changes.items()}
                self.form(kind=kind, **{f"field.{path}": text for path, text in split.items()})

    def _cards(self) -> Iterator[dict[str, str]]:
        """Every card of theirs wherever it could be said to lie, alone and with something that cannot be."""
        road = self.world.club.table.position.fields()
        free = next(path for path, text in road.items() if path.startswith("road.") and not text)
        never = {"tokens": "99 99 99"}
        for card in OWN:
            for put in (
                {f"{SECRET}.discard": card}, {f"{SECRET}.hand": card}, {free: f"{card}={SECRET}"},
                {f"{SECRET}.discard": f"{card}/?1"},
            ):  # fmt: skip
                yield put
                yield put | never
        for goods in ("110", "011", "101", "022", "999"):
            # Whether they could do anything but pass is then for their hand to say.
            amounts = dict(zip(("food", "wood", "stone"), goods, strict=True))
            yield {
                "mover": SECRET,
                **{f"{SECRET}.{it}": n for it, n in (amounts | {"deniers": "0", "gold": "0"}).items()},
            }
        yield {f"{SECRET}.discard": "/".join(OWN)}
        yield {f"{SECRET}.hand": "?2"}
        yield {f"{SECRET}.discard": "bank bank"}

    def plays(self) -> None:
        texts = [text.format(card) for card in OWN for text in ("build {} FWS", "build {} FW", "draw {}")]
        if self.name == self.world.club.table.waiting:
            texts = [text for text in texts if not text.startswith("build")]
        texts += ["reveal bank", "mulligan", "keep", "place castle", "go on", f"{SECRET} +1d"]
        for text in self.some(texts, 12):
            self.wish("play", actions=[text])
        self.form(kind="play", action="build bank FWS")

    def asks(self) -> None:
        last = self.world.club.table.living.seqs[-1]
        for kind, data in (
            ("undo", {"to": last}), ("undo", {"to": 1}), ("redo", {}), ("agree", {}), ("refuse", {}),
            ("rename", {"seat": SECRET, "name": "G"}), ("count", {"seat": SECRET, "values": {"gold": 1}}),
            ("depth", {"depth": "nothing"}),
        ):  # fmt: skip
            if not (kind == "undo" and self.name == HOST):
                self.wish(kind, **data)

    def comes_and_goes(self) -> None:
        code = self.world.club.code
        for seat in ("purple", SECRET):
            if self.name != SECRET and (seat != SECRET or self.name != HOST):
                self.page(f"/t/{code}/leave", seat=seat)
        self.page(f"/t/{code}/answer", seat=SECRET, mark="0", answer="allow")


def played(monkeypatch: pytest.MonkeyPatch, *, other: bool) -> list[tuple[str, Answers]]:
    """All that was asked at one of the tables, moment by moment, and the journal."""
    token = "T" * 91
    monkeypatch.setattr(csrf, "generate_csrf", lambda: token)
    monkeypatch.setattr(rendering, "secrets", SimpleNamespace(token_urlsafe=lambda n: "k" * (n * 4 // 3)))
    world = World(monkeypatch, Chance.APP, other=other)
    club, journal = world.club, io.StringIO()
    club.tables.limits = replace(club.tables.limits, people=100_000)  # more is tried than one person may
    keep_journal(club.app, ALL, journal)
    moments = []

    def ask(moment: str, *names: str) -> None:
        for name in names:
            asking = Asking(world, name)
            asking.everything()
            moments.append((moment, asking.found))

    for number in range(MOVES):
        if number == 12:
            ask("early", HOST, SPECTATOR)
        club.play(next_action(world, number))
    ask("later", HOST, "red", SPECTATOR, STRANGER)
    club.wish(HOST, "depth", depth=Depth.ASSISTANT.value)
    chance = random.Random(1)
    entries = [f"build {SECRET} {card}" for card in OWN] + [entry((SECRET, "red"), OWN, chance) for _ in range(60)]
    for text in some(entries, 24, "assistant"):
        for name in (HOST, "red"):
            asking = Asking(world, name)
            asking.wish("play", actions=[text])
            moments.append((f"assistant, {text}", asking.found))
    club.undo(club.table.living.seqs[-1])
    club.tables.leave(club.id, SECRET, club.tables.who(club.id, club.tokens[HOST]))
    ask("freed", HOST, "red", SECRET)
    lines = [re.sub(r'"(at|ms)": ("[^"]*"|[0-9.]+),? ?', "", line) for line in journal.getvalue().splitlines()]
    moments.append(("journal", {("journal", str(n)): line for n, line in enumerate(lines)}))
    secret = club.table.position.fields()[f"{SECRET}.hand"]
    return [*moments, ("secret", {(SECRET, "hand"): secret})]


def test_no_answer_depends_on_cards_that_one_may_not_see(monkeypatch: pytest.MonkeyPatch) -> None:
    worlds = []
    for other in (False, True):
        with monkeypatch.context() as patch:
            worlds.append(played(patch, other=other))
    one, two = worlds
    (_, hand), (_, other_hand) = one.pop(), two.pop()
    assert hand != other_hand, "the hands do not differ: this test shows nothing"
    differ = []
    statuses: dict[str, int] = {}
    for (moment, mine), (_, yours) in zip(one, two, strict=True):
        assert mine.keys() == yours.keys(), moment
        for asked, text in mine.items():
            statuses[text[:3]] = statuses.get(text[:3], 0) + 1
            if text != yours[asked]:
                differ.append((moment, *asked, *apart(text, yours[asked])))
    assert not differ, f"{len(differ)} answers tell: {json.dumps(differ[:4], indent=1)}"
    assert sum(statuses.values()) > 700
    assert min(statuses[code] for code in ("200", "303", "403", "422")) > 2, statuses


def apart(one: str, two: str) -> tuple[str, str]:
    """Where two texts begin to differ."""
    at = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return one[max(0, at - 60) : at + 80], two[max(0, at - 60) : at + 80]
