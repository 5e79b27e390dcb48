"""The wall: all of the table on one screen, read from across the room."""

import pytest
from flask import Flask
from playwright.sync_api import expect

from companion.table.vocabulary import Depth
from tests.browser.conftest import Devices
from tests.browser.device import Device
from tests.browser.party import COLOURS
from tests.web.tables import HOST_TOKEN, Opened, opened
from tests.web.test_wall import LONG, played

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
    if (it.width && it.height && !e.closest("svg svg, use") && out_of(it, {left: 0, top: 0, right: w, bottom: h}))
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


def wall(device: Devices, table: Opened, language: str = "de") -> Device:
    """A screen on a wall."""
    one = device(language, 1280).go(f"/t/{table.code}/wall")
    one.page.evaluate("document.fonts.ready")
    return one


def what_does_not_fit(one: Device) -> dict[tuple[int, int], list[str]]:
    """By size of screen."""
    wrong = {size: one.size(*size).page.evaluate(CUT) + one.page.evaluate(OVERLAPS) for size in SIZES}
    return {size: found for size, found in wrong.items() if found}


@pytest.mark.drawn(3)
@pytest.mark.parametrize(
    ("game", "players", "steps", "language"),
    [
        ("caylus", 2, 120, "nl"), ("caylus", 5, 0, "en"), ("caylus", 5, 260, "de"), ("caylus", 5, 2000, "nl"),
        ("magna_carta", 2, 12, "nl"), ("magna_carta", 4, 170, "de"), ("magna_carta", 2, 2000, "en"),
    ],
)  # fmt: skip
def test_everything_is_on_one_screen_and_read_from_across_the_room(
    app: Flask, device: Devices, game: str, players: int, steps: int, language: str
) -> None:
    table = played(app, game, players, steps, language)
    one = wall(device, table, language)
    assert what_does_not_fit(one) == {}
    if not table.table.over:
        assert one.page.evaluate(LETTERS, ".tile .called") >= 60
        one.size(1280, 720)
        letters = {selector: one.page.evaluate(LETTERS, selector) for selector in LEAST}
        assert {selector: size for selector, size in letters.items() if size < LEAST[selector]} == {}


LEAST = {".tile .called": 20, ".strip .who": 24, ".strip .held b, .strip .coin": 24, ".turn .asks": 40}
"""The smallest letters on a small wall, in pixels."""


def test_a_seat_that_is_free_still_leaves_room(app: Flask, device: Devices) -> None:
    table = opened(app, "caylus", "de", COLOURS, names=LONG, seed=3)
    for _ in range(120):
        table.step()
    one = wall(device, table)
    assert what_does_not_fit(one) == {}
    expect(one.page.locator(".scan b")).to_have_text(table.code)
    for colour in COLOURS:
        table.tables.sit(table.id, colour, HOST_TOKEN)
    one.page.reload()
    expect(one.page.locator(".scan")).to_have_count(0)


def test_on_less_than_a_wall_it_is_a_page_like_the_others(app: Flask, device: Devices) -> None:
    """Also where somebody has made everything twice as large."""
    one = wall(device, played(app, "caylus", 5, 120, "de"))
    for width, height in ((320, 568), (390, 844), (640, 360)):
        page = one.size(width, height).page
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(OVERLAPS) == [], (width, height)
        assert [it for it in page.evaluate(CUT) if it.startswith("cut")] == [], (width, height)
        assert page.evaluate(LETTERS, ".tile .called") >= 18


def test_every_depth_has_its_picture(app: Flask, device: Devices) -> None:
    for depth in Depth:
        table = opened(app, "caylus", "nl", COLOURS, names=LONG, depth=depth).sit(*COLOURS)
        page = wall(device, table, "nl").size(1280, 720).page
        assert page.evaluate(CUT) == [], depth
        people = page.locator(".ranked .who" if depth == Depth.SHEET else ".strip .who > span")
        assert sorted(people.all_inner_texts()) == sorted(LONG), depth


def test_it_follows_and_shines_once_unless_that_disturbs(app: Flask, device: Devices) -> None:
    table = opened(app, colours=COLOURS[:2], seed=1).sit(*COLOURS[:2])
    moving, still = wall(device, table, "en"), wall(device, table, "en")
    moving.page.emulate_media(reduced_motion="no-preference")
    moving.live()
    still.live()
    table.play("place trading_post")
    for one, name in ((moving, "shine"), (still, "none")):
        tile = one.page.locator(".inside-tile", has_text="Trading post")
        expect(tile.locator(".workers .shape")).to_have_count(1)
        assert tile.evaluate("e => getComputedStyle(e).animationName").startswith(name)
        assert tile.evaluate("e => getComputedStyle(e).animationIterationCount") == "1"
    tile = moving.page.locator(".inside-tile", has_text="Trading post")
    told = moving.page.locator("#told").inner_text()
    table.play("place joust_field")
    expect(moving.page.locator("#told")).not_to_have_text(told)
    assert tile.evaluate("e => getComputedStyle(e).animationName") == "none"
