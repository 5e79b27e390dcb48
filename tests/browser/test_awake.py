"""The screen of a phone stays on during a game, at an ordinary http address too."""

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from companion.table.commands import End
from companion.table.people import Who
from tests.browser.conftest import Devices
from tests.web.tables import Opened, opened

PLAYS = """() => {
  const video = document.querySelector("video");
  return Boolean(video && !video.paused && video.currentTime > 0);
}"""

COVERS = """() => {
  const { width, height } = document.querySelector("video").getBoundingClientRect();
  return width * height > 0.75 * innerWidth * innerHeight && document.elementFromPoint(195, 400).tagName !== "VIDEO";
}"""

LOCKS = """
if (navigator.wakeLock && !window.locks) {
  window.locks = new Set();
  window.requests = 0;
  const request = navigator.wakeLock.request.bind(navigator.wakeLock);
  navigator.wakeLock.request = async (kind) => {
    requests++;
    const lock = await request(kind);
    locks.add(lock);
    return lock;
  };
}
"""
"""Keeps every lock that the page is given."""

HELD = "() => [...locks].filter((lock) => !lock.released).length"
ONE = f"() => ({HELD})() === 1"
NONE = f"() => ({HELD})() === 0"

TOGGLE = """() => {
  const before = requests;
  for (let taps = 0; taps < 4; taps++) document.querySelector("[data-switch=awake]").click();
  return requests - before;
}"""
"""Switches it off and on twice, faster than the browser answers. Returns how many locks were asked for."""

CANNOT = "HTMLMediaElement.prototype.canPlayType = () => '';"

Seat = Callable[..., Page]


@pytest.fixture
def table(app: Flask) -> Opened:
    return opened(app, names=("Ann", "Bea", "Cas")).sit("red", "blue", "green")


@pytest.fixture
def seat(device: Devices, table: Opened) -> Seat:
    def sit(path: str = "", script: str = LOCKS, host: str = "") -> Page:
        one = device("de", 390)
        one.address = host or one.address
        one.context.add_cookies([{"name": "device", "value": "token-red", "url": one.address}])
        one.page.add_init_script(script)
        one.page.goto(f"{one.address}/t/{table.code}{path}")
        return one.page

    return sit


def end(table: Opened) -> None:
    table.tables.act(table.id, End(), Who(host=True), seen_seq=table.table.seq)


def tap(page: Page) -> None:
    page.locator("#turn").click()


def test_a_silent_video_of_our_own_plays_over_http(seat: Seat, table: Opened) -> None:
    page = seat()
    assert page.evaluate("isSecureContext") is False
    tap(page)
    page.wait_for_function(PLAYS)
    assert page.evaluate(COVERS), "too small a video counts for nothing, and one in front would take the taps"
    video = page.locator("video")
    assert (video.get_attribute("loop"), video.get_attribute("aria-hidden")) == (None, "true")
    video.evaluate("video => { video.currentTime = video.duration - 0.5 }")
    page.wait_for_function("() => document.querySelector('video').currentTime < 5")
    page.wait_for_function(PLAYS)
    end(table)
    page.wait_for_function("() => document.querySelector('video').paused")
    page.locator(".crowned").click()
    assert not page.evaluate(PLAYS), "the game is over"


def test_a_device_lets_its_screen_sleep_and_remembers_it(seat: Seat) -> None:
    page = seat("/settings")
    tap(page)
    page.wait_for_function(PLAYS)
    switch = page.locator('[data-switch="awake"]')
    expect(switch).to_have_attribute("aria-pressed", "true")
    for note in ("awake", "music"):
        expect(page.locator(f'[data-cannot="{note}"]')).to_be_hidden()
    switch.click()
    page.wait_for_function("() => document.querySelector('video').paused")
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    tap(page)
    assert page.locator("video").count() == 0
    switch.click()
    page.wait_for_function(PLAYS)


def test_what_can_do_neither_says_so(seat: Seat) -> None:
    page = seat("/settings", CANNOT)
    expect(page.locator('[data-cannot="awake"]')).to_contain_text("Schalte den Ruhezustand des Geräts selbst aus")
    expect(page.locator('[data-switch="awake"]')).to_be_disabled()
    tap(page)
    assert page.locator("video").count() == 0


def test_where_it_may_the_browser_does_it_itself(seat: Seat, table: Opened, address: str) -> None:
    port = address.rpartition(":")[2]
    page = seat(host=f"http://localhost:{port}")
    page.wait_for_function(ONE)
    tap(page)
    assert (page.evaluate(HELD), page.locator("video").count()) == (1, 0)
    page.goto(f"{page.url}/settings")
    page.wait_for_function(ONE)
    assert page.evaluate(TOGGLE) == 1, "while it waits for a lock it asks for no other, which nobody would give back"
    page.wait_for_function(ONE)
    end(table)
    page.wait_for_function(NONE)
