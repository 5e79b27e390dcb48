"""The wall: all of the table on one screen, read from across the room, the same for whoever's device it is."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.table.vocabulary import Depth
from tests.chromium import put_away
from tests.web.conftest import LocalClient
from tests.web.tables import BASE, Opened, opened

COLOURS = ("red", "green", "blue", "orange", "black")
LONG = (
    "Bartholomäus-Maximilian van dE", "Wilhelmina Antoinette Jozefina", "Wow" * 10, "Jürgen Alexander von Hohenstei",
    "Sophie Charlotte van Oranje-Na",
)  # fmt: skip
SIZES = ((1024, 768), (1280, 720), (1920, 1080), (3840, 2160))

CUT = """() => {
  const out = [], w = innerWidth, h = innerHeight, page = document.scrollingElement;
  if (page.scrollWidth > w || page.scrollHeight > h) out.push(`scrolls: ${page.scrollWidth} x ${page.scrollHeight}`);
  const seen = [...document.querySelectorAll("#screen *")].filter(e => e.checkVisibility() && !e.closest(".unseen"));
  const out_of = (a, b) => a.left < b.left - 1 || a.top < b.top - 1 || a.right > b.right + 1 || a.bottom > b.bottom + 1;
  const ink = r => ({left: r.left, right: r.right, top: r.top + r.height * .25, bottom: r.bottom - r.height * .25});
  const tell = (e, what) => out.push(`${what}: ${e.outerHTML.slice(0, 160)}`);
  for (const e of seen) {
    const it = e.getBoundingClientRect();
    if (it.width && it.height && !e.closest("svg svg") && out_of(it, {left: 0, top: 0, right: w, bottom: h}))
      tell(e, "outside");
    const words = [...e.childNodes].filter(n => n.nodeType === 3 && n.textContent.trim());
    const box = e.closest(".tile, .strip, .section, td, header, .heading, .scan, .told, .ranked li, .calm section");
    for (const one of e.namespaceURI.endsWith("svg") ? [] : words) {
      const range = document.createRange();
      range.selectNodeContents(one);
      if (box && [...range.getClientRects()].some(r => out_of(ink(r), box.getBoundingClientRect()))) tell(e, "cut");
    }
  }
  return out;
}"""
"""What does not fit: the page, what lies outside it, words that leave what they belong to."""

OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll(".tile, .strip, .section, .favors, .guests, .told, header, .scan")]
    .filter(e => e.checkVisibility()).map(e => [e, e.getBoundingClientRect()]);
  return boxes.flatMap(([a, r], n) => boxes.slice(n + 1)
    .filter(([b, s]) => !a.contains(b) && r.left < s.right - 1 && s.left < r.right - 1 && r.top < s.bottom - 1
      && s.top < r.bottom - 1).map(([b]) => `${a.className} ${b.className}`));
}"""

LETTERS = """selector => Math.min(...[...document.querySelectorAll(selector)].filter(e => e.checkVisibility())
  .map(e => parseFloat(getComputedStyle(e).fontSize)))"""


def played(app: Flask, game: str, players: int, steps: int, language: str, **more: Any) -> Opened:
    colours = COLOURS[:players]
    table = opened(app, game, language, colours, names=LONG, seed=steps, **more).sit(*colours)
    for _ in range(steps):
        if table.table.decision is None or table.table.over:
            break
        table.step()
    return table


Show = Callable[..., Page]


@pytest.fixture
def wall(browser: Browser, address: str) -> Iterator[Show]:
    """A screen on a wall, of a size, in a language."""
    contexts = []

    def show(
        table: Opened, size: tuple[int, int], language: str = "de", *, device: str = "", query: str = "", **how: Any
    ) -> Page:
        how = {"reduced_motion": "reduce"} | how
        context = browser.new_context(viewport=ViewportSize(width=size[0], height=size[1]), **how)
        cookies = {"language": language} | ({"device": device} if device else {})
        context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies.items()])
        contexts.append(context)
        page = context.new_page()
        page.goto(f"{address}/t/{table.code}/wall{query}")
        page.evaluate("document.fonts.ready")
        return page

    yield show
    for context in contexts:
        put_away(context)


@pytest.mark.parametrize(
    ("game", "players", "steps", "language"),
    [
        ("caylus", 2, 120, "nl"), ("caylus", 5, 0, "en"), ("caylus", 5, 260, "de"), ("caylus", 5, 2000, "nl"),
        ("magna_carta", 2, 12, "nl"), ("magna_carta", 4, 170, "de"), ("magna_carta", 2, 2000, "en"),
    ],
)  # fmt: skip
def test_everything_is_on_one_screen(
    app: Flask, wall: Show, game: str, players: int, steps: int, language: str
) -> None:
    table = played(app, game, players, steps, language)
    page = wall(table, SIZES[0], language)
    for width, height in SIZES:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        assert page.evaluate(CUT) == [], (width, height)
        assert page.evaluate(OVERLAPS) == [], (width, height)


def test_a_seat_that_is_free_still_leaves_room(app: Flask, wall: Show) -> None:
    table = opened(app, "caylus", "de", COLOURS, names=LONG, seed=3)
    for _ in range(120):
        table.step()
    page = wall(table, SIZES[0])
    for width, height in SIZES:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        assert page.evaluate(CUT) == [], (width, height)
        assert page.evaluate(OVERLAPS) == [], (width, height)
    expect(page.locator(".scan b")).to_have_text(table.code)
    table.sit(*COLOURS)
    page.reload()
    expect(page.locator(".scan")).to_have_count(0)


@pytest.mark.parametrize(("game", "players"), [("caylus", 2), ("caylus", 5), ("magna_carta", 4)])
def test_it_is_read_from_across_the_room(app: Flask, wall: Show, game: str, players: int) -> None:
    page = wall(played(app, game, players, 60, "de"), (1280, 720))
    for selector, least in (
        (".tile > .called", 20),
        (".strip .who", 24),
        (".strip .held b, .strip .coin", 24),
        (".turn .asks", 40),
    ):
        assert page.evaluate(LETTERS, selector) >= least, selector
    page.set_viewport_size({"width": 3840, "height": 2160})
    assert page.evaluate(LETTERS, ".tile > .called") >= 60


def test_on_less_than_a_wall_it_is_a_page_like_the_others(app: Flask, wall: Show) -> None:
    """Also where somebody has made everything twice as large."""
    page = wall(played(app, "caylus", 5, 120, "de"), (320, 568))
    for width, height in ((320, 568), (640, 360)):
        page.set_viewport_size(ViewportSize(width=width, height=height))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(OVERLAPS) == [], (width, height)
        assert page.evaluate(LETTERS, ".tile > .called") >= 18


@pytest.mark.parametrize("depth", list(Depth), ids=str)
def test_every_depth_has_its_picture(app: Flask, wall: Show, depth: Depth) -> None:
    table = opened(app, "caylus", "nl", COLOURS, names=LONG, depth=depth).sit(*COLOURS)
    page = wall(table, (1280, 720), "nl")
    assert page.evaluate(CUT) == []
    people = page.locator(".ranked .who" if depth == Depth.SHEET else ".strip .who > span")
    assert sorted(people.all_inner_texts()) == sorted(LONG)


def test_it_follows_and_shines_once_unless_that_disturbs(app: Flask, wall: Show) -> None:
    table = opened(app, colours=COLOURS[:2], seed=1).sit(*COLOURS[:2])
    moving = wall(table, (1280, 720), "en", reduced_motion="no-preference")
    still = wall(table, (1280, 720), "en")
    expect(moving.locator("#line")).to_have_attribute("data-state", "live")
    expect(still.locator("#line")).to_have_attribute("data-state", "live")
    table.play("place trading_post")
    for page, name in ((moving, "shine"), (still, "none")):
        tile = page.locator(".tile", has_text="Trading post")
        expect(tile.locator(".workers .shape")).to_have_count(1)
        assert tile.evaluate("e => getComputedStyle(e).animationName").startswith(name)
        assert tile.evaluate("e => getComputedStyle(e).animationIterationCount") == "1"
    told = moving.locator("#told").inner_text()
    table.play("place joust_field")
    expect(moving.locator("#told")).not_to_have_text(told)
    assert moving.locator(".tile", has_text="Trading post").evaluate("e => getComputedStyle(e).animationName") == "none"


# without a browser


def page_of(table: Opened, device: str = "", query: str = "", language: str = "en") -> str:
    answer = table.device(device, language).get(f"/t/{table.code}/wall{query}", base_url=BASE)
    assert answer.status_code == 200
    return answer.text


def test_it_shows_nobodys_hand_on_anybodys_device(client: LocalClient) -> None:
    table = opened(client.application, "magna_carta", colours=("red", "green"), seed=4).sit("red", "green")
    for _ in range(30):
        table.step()
        pages = [page_of(table, who) for who in ("", "red", "green")]
        assert pages[0] == pages[1] == pages[2]


def test_it_has_a_language_of_its_own_and_keeps_it(client: LocalClient) -> None:
    table = opened(client.application)
    device = table.device(language="en")

    def spoken(address: str) -> str:
        found = re.search(r'<html lang="(\w+)"', device.get(address, base_url=BASE).text)
        assert found
        return found[1]

    assert spoken(f"/t/{table.code}/wall") == "en"
    assert spoken(f"/t/{table.code}/wall?language=nl") == "nl"
    assert spoken(f"/t/{table.code}/wall") == "nl"
    assert "Brug" in device.get(f"/t/{table.code}/view/wall", base_url=BASE).text
    assert spoken(f"/t/{table.code}/board") == "en", "what else is read on this device keeps its language"
    assert spoken(f"/t/{table.code}/wall?language=xx") == "nl"


def test_it_needs_no_script_and_has_no_menu(client: LocalClient) -> None:
    table = played(client.application, "caylus", 3, 40, "en")
    page = page_of(table)
    assert '<noscript><meta http-equiv="refresh"' in page
    assert "<nav" not in page
    assert "<form" not in page
    assert not re.search(r"\sstyle=|<script>", page)


def test_the_end_is_calm_and_names_the_winner(client: LocalClient) -> None:
    table = played(client.application, "caylus", 2, 3000, "en")
    assert table.table.over
    page = page_of(table)
    points = table.tables.place(table.id).snapshot.game.scores
    best = max(points, key=lambda colour: points[colour])
    won = page[page.index('class="won"') : page.index("</li>", page.index('class="won"'))]
    assert LONG[COLOURS.index(best)] in won
    assert f"<b>{points[best]}</b>" in won
    assert 'class="tile' not in page
