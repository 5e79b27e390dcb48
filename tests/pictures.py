"""Make the pictures in the documentation, from the real app: python -m tests.pictures [NAME ...]

Shows real games in a browser the size of phones and televisions, real sheets, and the real command in a terminal.
The games are determined by their seeds, the codes of their tables are not. Look at all pictures afterwards.

With `--all` it draws every page of the app at five sizes instead, light and dark, into build/screens.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from html import escape
from io import BytesIO
from pathlib import Path

from flask import Flask
from PIL import Image
from playwright.sync_api import Browser, BrowserContext

from companion.engine.action import Action
from companion.engine.simulate import greedy_player
from companion.minds.level import Level
from companion.printing import preview
from companion.printing.product import Request
from companion.table.commands import GiveToMind
from companion.table.people import Who
from companion.web import create_app
from tests.browser.contact_sheets import contact_sheets
from tests.chromium import HOST, chromium, put_away
from tests.looks import looked
from tests.serving import serving
from tests.web.tables import Opened, opened
from tests.words import LANGUAGES

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "images"
SCREENS = FOLDER.parent.parent / "build" / "screens"
LARGEST, ALTOGETHER = 150_000, 1_000_000
"""The most bytes of one picture, and of all together."""

TONES = 128
"""The number of colors in a picture: the design has few, the rest are for the edges of letters."""

COLOURS = ("red", "blue", "green")
SEED = 7
"""The seed of an interesting game: close until the end, and decided there."""

SHEET_WIDTH = 760
AT_HOME = "192.168.1.20"
"""An address as phones find it at home, whatever this machine's is."""


@dataclass(frozen=True)
class Display:
    """A device's display. `scale` gives the picture the size that a page of text needs."""

    width: int
    height: int
    scale: float
    dark: bool = False


PHONE, TABLET = Display(390, 780, 1.5), Display(820, 780, 1.5)
TELEVISION = Display(1920, 1080, 2 / 3, dark=True)


@dataclass(frozen=True)
class Studio:
    """Where pictures are taken: a browser, and the app that it shows."""

    browser: Browser
    app: Flask
    address: str

    def shot(self, path: str, display: Display, language: str, *, seat: str = "", down_to: str = "") -> bytes:
        """Return a screenshot of a page, for a device with or without a seat, optionally scrolled down to something."""
        context = self._device(display)
        cookies = {"language": language} | ({"device": f"token-{seat}"} if seat else {})
        context.add_cookies([{"name": name, "value": text, "url": self.address} for name, text in cookies.items()])
        page = context.new_page()
        answer = page.goto(self.address + path)
        assert answer, path
        assert answer.ok, f"{path}: {answer.status}"
        if down_to:
            page.locator(down_to).evaluate("it => it.scrollIntoView({block: 'end'})")
        page.wait_for_timeout(400)  # until it shows that it is live
        picture = page.screenshot()
        put_away(context)
        return picture

    def _device(self, display: Display) -> BrowserContext:
        return self.browser.new_context(
            viewport={"width": display.width, "height": display.height},
            device_scale_factor=display.scale,
            color_scheme="dark" if display.dark else "light",
            reduced_motion="reduce",
        )


# games


def play(found: Opened, until: Callable[[], bool]) -> Opened:
    """Play a game until a condition is met, with players who take what they can get."""
    chance = random.Random(SEED)
    while not until():
        table = found.table
        found.play(greedy_player(table.referee, table.state, sensible(found), chance))
    return found


def sensible(found: Opened) -> list[Action]:
    """Return what an experienced player would consider: large batches, and no worker in the castle in vain."""
    decision = found.table.decision
    assert decision is not None, "the game ended first"
    batches = [text for text in decision.options if text.startswith("batch")]
    if batches:
        return [max(batches, key=len)]
    mine = looked(found.table.referee, found.table.state)["players"].get(decision.seat)
    can_deliver = mine is not None and sum(n > 0 for n in mine["cubes"].values()) >= 3
    return [text for text in decision.options if can_deliver or text != "place castle"]


def seated(studio: Studio) -> Opened:
    """Open a table of Caylus with all seats taken."""
    return opened(studio.app, "caylus", "de", COLOURS, seed=SEED).sit(*COLOURS)


@cache
def evening(studio: Studio) -> Opened:
    """Return a table in its eighth round, when the road has grown and some workers have been placed."""
    found = seated(studio)

    def reached() -> bool:
        look = looked(found.table.referee, found.table.state)
        placed = sum(bool(space["worker"]) for space in look["road"])
        decision = found.table.decision
        return decision is not None and decision.kind == "worker" and look["turn"] == 8 and placed > 3

    return play(found, reached)


@cache
def finished(studio: Studio) -> Opened:
    """Return a table whose game is over."""
    found = seated(studio)
    return play(found, lambda: found.table.over)


# pictures


def seat_nl(studio: Studio) -> bytes:
    """The seat whose turn it is, in Dutch."""
    found = evening(studio)
    return studio.shot(f"/t/{found.code}", PHONE, "nl", seat=found.table.waiting)


def seat_de(studio: Studio) -> bytes:
    """The same moment on another phone, in German."""
    found = evening(studio)
    other = next(colour for colour in COLOURS if colour != found.table.waiting)
    return studio.shot(f"/t/{found.code}", PHONE, "de", seat=other)


def mind_en(studio: Studio) -> bytes:
    """A computer player's move, on the phone of somebody who waits, in English."""
    found = opened(studio.app, "caylus", "en", COLOURS, names=("Anna", "Bram", ""), seed=SEED).sit(*COLOURS[:2])
    found.tables.act(found.id, GiveToMind(seat=COLOURS[2], level=Level.BUILDER), Who(host=True), seen_seq=None)
    play(found, lambda: found.table.waiting == COLOURS[2] and found.table.state.turn == 4)
    found.device(COLOURS[0]).get(f"/t/{found.code}/mind", base_url=studio.address)
    return studio.shot(f"/t/{found.code}", PHONE, "en", seat=COLOURS[0])


def entry_de(studio: Studio) -> bytes:
    """A building in the rules, in German."""
    return studio.shot("/rules/caylus/building.tailor", PHONE, "de")


def wall(studio: Studio) -> bytes:
    """The table on a television."""
    return studio.shot(f"/t/{evening(studio).code}/wall", TELEVISION, "en")


def end_nl(studio: Studio) -> bytes:
    """The end of a game."""
    return studio.shot(f"/t/{finished(studio).code}/end", PHONE, "nl")


def points_de(studio: Studio) -> bytes:
    """Further down on the same page: how the points came about."""
    return studio.shot(f"/t/{finished(studio).code}/end", TABLET, "de", down_to="svg.chart")


def aid_nl(studio: Studio) -> bytes:
    """A player aid as it is printed."""
    return preview(Request("aid", languages=("nl",)), width=SHEET_WIDTH)


def cards_nl(studio: Studio) -> bytes:
    """The first sheet of cards."""
    return preview(Request("cards", languages=("nl",)), width=SHEET_WIDTH)


TERMINAL = """<style>
  pre { display: inline-block; margin: 0; padding: 20px 24px; background: #17140f; color: #f0e8d6;
        font: 12.1px/14px "DejaVu Sans Mono", monospace; letter-spacing: -0.285px }
</style><pre>%s</pre>"""
"""A terminal.

Letters are seven pixels wide, and lines as high as a block of the font, so that the QR code has no gaps.
"""


def terminal(studio: Studio) -> bytes:
    """What the command prints when it starts."""
    page = studio.browser.new_page()
    page.set_content(TERMINAL % escape(f"$ make serve\n\n{welcome()}"))
    picture = page.locator("pre").screenshot()
    put_away(page.context)
    return picture


def welcome() -> str:
    """Return the server's welcome, as it would be at home."""
    command = [sys.executable, "-m", "companion", "serve", "--address", AT_HOME]
    said = []
    with tempfile.TemporaryDirectory() as home:
        kept = {name: text for name, text in os.environ.items() if name not in ("COMPANION_DATA", "XDG_DATA_HOME")}
        env = kept | {"HOME": home, "LANG": "C.UTF-8"}
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as server:
            for line in server.stdout or ():
                said.append(line.replace(home, "~"))
                if "Ctrl+C" in line:
                    server.terminate()
    assert AT_HOME in "".join(said), "the server did not start: is the port taken?"
    return "".join(said)


PICTURES: Mapping[str, Callable[[Studio], bytes]] = {
    "seat-nl": seat_nl,
    "seat-de": seat_de,
    "mind-en": mind_en,
    "entry-de": entry_de,
    "wall": wall,
    "end-nl": end_nl,
    "points-de": points_de,
    "aid-nl": aid_nl,
    "cards-nl": cards_nl,
    "terminal": terminal,
}
"""The function for each picture, by file name without suffix."""


# the program


def small(picture: bytes) -> bytes:
    """Return the picture with few colors."""
    out = BytesIO()
    reduced = Image.open(BytesIO(picture)).convert("RGB").quantize(TONES, dither=Image.Dither.NONE)
    reduced.save(out, "PNG", optimize=True)
    return out.getvalue()


@contextmanager
def studio() -> Iterator[Studio]:
    """Serve the app and start a browser."""
    app = create_app(hosts=(HOST,))
    with serving(app) as address, chromium() as browser:
        yield Studio(browser, app, address)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PICTURES))
    parser.add_argument("--all", action="store_true", help="every page of the app at five sizes")
    parser.add_argument("--lang", nargs="*", default=("de", "nl"), choices=LANGUAGES, help="of the pages")
    asked = parser.parse_args()
    with studio() as place:
        if asked.all:
            for file in contact_sheets(place.browser, place.app, place.address, tuple(asked.lang), SCREENS):
                sys.stdout.write(f"{file}\n")
            return
        for name in asked.names or PICTURES:
            picture = small(PICTURES[name](place))
            assert len(picture) < LARGEST, f"{name}: {len(picture)} bytes"
            (FOLDER / f"{name}.png").write_bytes(picture)
            sys.stdout.write(f"{len(picture):7} {name}\n")


if __name__ == "__main__":
    main()
