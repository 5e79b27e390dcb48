"""What people read and can tap on every screen, as plain text: `seen/*.txt`.

`python -m tests.web.seen` writes it anew; look at the difference before you commit it.
"""

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from companion.table.vocabulary import Chance, Depth
from tests.web.club import HOST, SPECTATOR, STRANGER, Club, new_app

FOLDER = Path(__file__).with_name("seen")

NEVER_THE_SAME = ("csrf_token", "key", "mark")


class Reader(HTMLParser):
    """A page as lines of text: words, links, fields and buttons with what they send, icons, and who is meant."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.lines = [""]
        self._links: list[str] = []
        self._skipped = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._skipped += tag in ("script", "style")
        if tag in BLOCKS:
            self.lines.append("")
        if tag == "a":
            self._links.append(given.get("href", ""))
        elif tag in ELEMENTS:
            self._add(ELEMENTS[tag](given))
        for name in ATTRIBUTES:
            if name in given:
                self._add(f"({name.partition('-')[2]} {given[name]})")
        for state in given.get("class", "").split():
            if state in STATES:
                self._add(f"({state})")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        self._skipped -= tag in ("script", "style")
        if tag == "a" and self._links:
            self._add(f"<{self._links.pop()}>")
        if tag == "button":
            self._add("]")

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self._add(data)

    def _add(self, text: str) -> None:
        self.lines[-1] += f" {text}"


def field(given: dict[str, str]) -> str:
    """A field, with what it holds and takes."""
    name = given.get("name", "")
    if name in NEVER_THE_SAME:
        return ""
    state = "*" if "checked" in given else "-" if "disabled" in given else ""
    limits = [given[limit] for limit in ("min", "max", "maxlength", "placeholder") if limit in given]
    return f"[{state}{name}={' '.join([given.get('value', ''), *limits])}]"


def shape(given: dict[str, str]) -> str:
    """Who is meant by a shape."""
    of = given.get("class", "")
    return f"{{{of.removeprefix('shape ')}}}" if of.startswith("shape ") else ""


ELEMENTS: dict[str, Callable[[dict[str, str]], str]] = {
    "form": lambda given: f"<{given.get('method', 'get')} {given['action']}>",
    "input": field,
    "button": lambda given: f"[{given.get('name', '')}={given.get('value', '')}:",
    "option": lambda given: f"[{'*' if 'selected' in given else ''}{given.get('value', '')}]",
    "use": lambda given: f"{{{given['href'].partition('#icon-')[2]}}}",
    "svg": shape,
    "details": lambda given: "(open)" if "open" in given else "",
}
"""What an element says by itself."""

ATTRIBUTES = ("aria-label", "data-seq", "data-mine", "data-calls", "data-left", "aria-current", "hx-trigger")
"""The attributes that say something too."""

BLOCKS = frozenset(
    [
        "p",
        "li",
        "tr",
        "h1",
        "h2",
        "h3",
        "section",
        "form",
        "div",
        "dt",
        "dd",
        "summary",
        "legend",
        "label",
        "table",
        "ul",
        "ol",
        "nav",
        "header",
        "footer",
        "main",
        "option",
    ]
)
STATES = frozenset(
    [
        "closed",
        "empty",
        "beyond",
        "unused",
        "shut",
        "costly",
        "won",
        "past",
        "now",
        "scored",
        "open",
        "mine",
        "turn-of",
        "none",
        "careful",
    ]
)
"""The classes that tell by their look how something stands."""


def text_of(page: str) -> str:
    """A page as text, without its frame's fixed parts and what is drawn by lot."""
    lines = (" ".join(line.split()) for line in Reader(re.sub(r"\?v=\w+", "", page)).lines)
    return "\n".join(line for line in lines if line)


# the tables


def opened(**setup: Any) -> Club:
    """A table of an app of its own, where chance brings the same every time."""
    club = Club(new_app(), **setup)
    club.table.seed = "1" * 64
    return club


def stepped(club: Club, steps: int) -> Club:
    """The first option and the last in turn, which builds as well as it trades."""
    for n in range(steps):
        decision = club.table.decision
        assert decision, "the game ended first"
        club.play(decision.options[(0, -1, len(decision.options) // 2)[n % 3]])
    return club


def counted(club: Club) -> Club:
    club.wish("red", "count", seat="red", values={"gold": 3, "track": 31})
    club.wish("blue", "count", seat="blue", values={"track": 44})
    return club


def entered(club: Club) -> Club:
    for entry in ("next", "place red trading_post", "pass blue", "red +3d -1F"):
        club.play(entry)
    return club


def asked(club: Club) -> Club:
    club.play("place castle")
    club.wish("red", "rename", seat="red", name="Ann")
    club.wish("blue", "ask", to=club.table.living.seqs[-1])
    club.tables.sit(club.id, "red", club.tokens[SPECTATOR])
    return club


def with_minds(club: Club) -> Club:
    club.tables.leave(club.id, "blue", club.tables.who(club.id, club.tokens["blue"]))
    club.wish(HOST, "mind", seat="blue", level="apprentice")
    club.play("place castle")
    club.page("red", "GET", f"/t/{club.code}/mind")
    return club


def at_the_alchemist(club: Club) -> Club:
    """Whoever owns the alchemist may trade in 45 ways."""
    cubes = {f"red.{kind}": "4" for kind in ("food", "wood", "stone", "cloth")}
    club.wish(HOST, "correct", changes=cubes | {"road.9": "alchemist=red", "provost": "9"})
    while (decision := club.table.decision) and decision.kind != "trade":
        mine = decision.seat == "red" and "place alchemist" in decision.options
        club.play("place alchemist" if mine else "pass" if "pass" in decision.options else "stay")
    return club


def over(club: Club) -> Club:
    while club.table.decision:
        stepped(club, 1)
    return club


THREE: dict[str, Any] = {"colours": ("red", "blue", "green"), "names": ("Ann", "Bo", "Cy")}
TWO: dict[str, Any] = {"names": ("Ann", "Bo")}

SCREENS_OF: dict[str, tuple[Callable[[], Club], tuple[str, ...]]] = {
    "caylus-beginning": (lambda: opened(chance=Chance.TABLE, **THREE), ("seat", "lay", "board", "wall")),
    "caylus-workers": (
        lambda: stepped(opened(**THREE), 60),
        ("seat", "board", "log", "correct", "settings", "scores", "end", "replay", "wall", "decided"),
    ),
    "caylus-building": (lambda: stepped(opened(edition="de", **TWO), 94), ("seat", "scores")),
    "caylus-over": (lambda: over(opened(**TWO)), ("seat", "scores", "end", "wall", "replay", "log")),
    "caylus-asked": (lambda: asked(opened(hints=True)), ("seat", "log", "settings", "join")),
    "caylus-with-a-computer-player": (lambda: with_minds(opened(**TWO)), ("seat", "board", "settings", "log")),
    "magna-carta": (
        lambda: stepped(opened(game="magna_carta", edition="nl", **THREE), 41),
        ("seat", "board", "log", "correct", "scores", "wall"),
    ),
    "magna-carta-building": (lambda: stepped(opened(game="magna_carta", **TWO), 30), ("seat",)),
    "caylus-many-ways-to-pay": (lambda: at_the_alchemist(opened(**TWO)), ("seat",)),
    "assistant": (lambda: entered(opened(depth=Depth.ASSISTANT, **TWO)), ("seat", "log", "board", "end")),
    "score-sheet": (lambda: counted(opened(depth=Depth.SHEET, **TWO)), ("seat", "end", "wall", "log")),
}
"""Tables in the middle of something, each in a file of its own, and what is read there."""

API = ("", "/log?after=2&limit=8", "/scores", "/asking", "/mind", "/plans", "/why-not?action=pass")
"""What a program reads where the board is looked at too."""

OTHERS = (
    "/", "/new", "/new?game=magna_carta&players=4", "/history", "/import", "/rules", "/rules/caylus?edition=nl",
    "/rules/magna_carta?variant=intro", "/rules/caylus/building.tailor", "/rules/caylus/phase.castle",
    "/rules/magna_carta/building.bank", "/rules/caylus/ruling.lawyer_beyond_provost",
    "/compare/caylus?first=en&second=de", "/search?q=tailor", "/search?q=how+many+workers&game=caylus",
    "/search?q=zeppelin", "/print", "/print?game=magna_carta", "/print/tiles", "/print/aid?language=de",
    "/print/cards?game=magna_carta", "/print?second=nl&paper=Letter&ink=outline",
    "/print/tiles?ink=outline&paper=A5&edition=de&second=fr&cut=marks",
    "/print/cards?game=magna_carta&paper=A3&size=poker&duplex=long", "/j", "/t/AAAAA", "/rules/caylus/taylor",
    "/api/v1/games", "/api/v1/games/caylus/buildings/tailor", "/api/v1/search?q=tailor",
)  # fmt: skip
"""Pages without a table."""


def documents(club: Club, screens: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """What is read at a table: by whose turn it is, and by the host and somebody who looks on at their first screen."""
    mover, address = club.table.waiting or "red", f"/t/{club.code}"
    yield "the frame", text_of(club.page(mover, "GET", f"{address}/join").text)
    for name in screens:
        yield f"{name}, who is to choose", text_of(club.page(mover, "GET", f"{address}/view/{name}").text)
    for who in (HOST, SPECTATOR):
        yield f"seat, {who}", text_of(club.page(who, "GET", f"{address}/view/seat").text)
    for path in API if "board" in screens else ():
        yield f"API {path}", json.dumps(club.api(mover, "GET", path).json, ensure_ascii=False).replace("}, ", "},\n")


def plain(text: str, club: Club) -> str:
    """Without codes, times and numbers drawn by lot."""
    text = text.replace(club.code, "CODE")
    text = re.sub(r"(createPlay.html)\?\S+>", r"\1>", text)
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.+]+", "TIME", text)
    text = re.sub(r'("used": ){[^}]*}', r"\1{}", re.sub(r'("mark": )"[^"]*"', r'\1""', text))
    return re.sub(r"\b(\d+ \w+ ago|in \d+ \w+)", "TIME", text)


def table(name: str) -> str:
    """All that is read at a table."""
    make, screens = SCREENS_OF[name]
    club = make()
    return said_once((title, plain(text, club)) for title, text in documents(club, screens))


AGAIN = 3


def said_once(pages: Iterable[tuple[str, str]]) -> str:
    """Pages one after the other; lines that all stood in this order before are only counted, so a word changes once."""
    told, places, out = list[str](), dict[tuple[str, ...], int](), list[str]()
    for title, text in pages:
        out.append(f"=== {title}")
        lines, n = text.splitlines(), 0
        while n < len(lines):
            place, run = places.get(tuple(lines[n : n + AGAIN])), 1
            while place is not None and lines[n + run : n + run + 1] == told[place + run : place + run + 1] != []:
                run += 1
            out.append(lines[n] if run < AGAIN else f"… {run} lines as before: {lines[n]}")
            told += lines[n : n + run]
            for end in range(len(told) - run + 1, len(told) + 1):
                places.setdefault(tuple(told[max(0, end - AGAIN) : end]), max(0, end - AGAIN))
            n += run
        out.append("")
    return "\n".join(out)


def others() -> str:
    """All that is read without one."""
    club = Club(new_app())
    parts = []
    for address in OTHERS:
        page = club.page(STRANGER, "GET", address)
        text = text_of(page.text) if page.mimetype == "text/html" else page.text
        parts.append((f"{address}: {page.status_code}", plain(text, club)))
    return said_once(parts)


def choices(game: str, edition: str) -> str:
    """The form of every kind of choice, the first time that it is open."""
    club, parts = opened(game=game, edition=edition, **THREE), dict[str, str]()
    chance = random.Random(7)
    while (decision := club.table.decision) is not None:
        if decision.kind not in parts and len(decision.options) > 1:
            page = club.page(decision.seat or HOST, "GET", f"/t/{club.code}/view/seat").text
            form = page[page.index('id="choice"') - 200 : page.index('<section class="ledger')]
            parts[decision.kind] = plain(text_of(form), club)
        builds = [option for option in decision.options if option.verb == "build"]
        club.play(chance.choice(builds or decision.options))
    return said_once(parts.items())


def phases(game: str) -> str:
    """What the assistant offers in every phase."""
    club, parts = opened(game=game, depth=Depth.ASSISTANT, **TWO), dict[str, str]()
    while (phase := club.tables.snapshot(club.id).game.phase) not in parts:
        parts[phase] = plain(text_of(club.page("red", "GET", f"/t/{club.code}/view/seat").text), club)
        club.play("next")
    return said_once(parts.items())


TEXTS: dict[str, Callable[[], str]] = {
    **{name: partial(table, name) for name in SCREENS_OF},
    "choices-caylus": partial(choices, "caylus", "en"),
    "choices-magna-carta": partial(choices, "magna_carta", "nl"),
    "phases-caylus": partial(phases, "caylus"),
    "phases-magna-carta": partial(phases, "magna_carta"),
    "others": others,
}
"""Each file, and how its text is made."""


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in TEXTS.items():
        (FOLDER / f"{name}.txt").write_text(text(), encoding="utf-8")
