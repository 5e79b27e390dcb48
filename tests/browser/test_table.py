"""A table on real phones: two languages at once, live, undone on both, a connection lost and found, no script."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from tests.browser.device import play
from tests.chromium import put_away
from tests.web.tables import Opened, opened
from tests.web.test_browser import AXE, RULES

FIRST_PAGE_BYTES = 120_000


@contextmanager
def phone(  # type: ignore[no-untyped-def]
    browser: Browser, address: str, table: Opened, colour: str, language: str, width: int = 390, **how
) -> Iterator[Page]:
    """A seat's page on a device of its own; scripts must not complain."""
    context = browser.new_context(viewport={"width": width, "height": 844}, **how)
    context.add_cookies(
        [
            {"name": "device", "value": f"token-{colour}", "url": address},
            {"name": "language", "value": language, "url": address},
        ]
    )
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{address}/t/{table.code}")
    yield page
    assert not faults
    put_away(context)


def test_two_phones_two_languages(browser: Browser, app: Flask, address: str) -> None:
    table = opened(app, colours=("red", "blue"), names=("Ann", "Bea")).sit("red", "blue")
    first = table.table.waiting
    other = "blue" if first == "red" else "red"
    name = table.table.people.names
    with phone(browser, address, table, first, "nl") as mine, phone(browser, address, table, other, "de") as theirs:
        expect(mine.locator("#turn")).to_contain_text("Jouw beurt")
        expect(theirs.locator("#turn")).to_contain_text(f"Warten auf {name[first]}")
        expect(mine.locator("#line")).to_have_text("Live")
        before = theirs.title()
        play(mine, "place castle")
        expect(theirs.locator("#told")).to_contain_text(f"{name[first]} setzt einen Arbeiter ins Schloss, 1 Denar.")
        expect(theirs.locator("#turn")).to_contain_text("Du bist dran")
        assert theirs.title() != before
        expect(mine.locator("#turn")).to_contain_text(f"Wacht op {name[other]}")
        mine.get_by_role("button", name="Neem terug").click()
        expect(mine.locator("#turn")).to_contain_text("Jouw beurt")
        expect(theirs.locator("#turn")).to_contain_text(f"Warten auf {name[first]}")
        expect(theirs.locator("#told")).to_contain_text("zurück")
        play(mine, "place trading_post")
        play(theirs, "place castle")
        expect(mine.locator("#turn")).to_contain_text("Jouw beurt")
    assert table.table.seq == 8  # opened, shuffled, two sat down; placed, undone, placed, placed


def test_a_phone_that_drops_catches_up(browser: Browser, app: Flask, address: str) -> None:
    table = opened(app, colours=("red", "blue")).sit("red", "blue")
    other = "blue" if table.table.waiting == "red" else "red"
    with phone(browser, address, table, other, "en") as page:
        expect(page.locator("#line")).to_have_text("Live")
        page.context.set_offline(True)
        expect(page.locator("#line")).to_contain_text("No connection")
        table.play("place castle")
        page.context.set_offline(False)
        expect(page.locator("#turn")).to_contain_text("Your turn")
        expect(page.locator("#line")).not_to_contain_text("No connection")


def test_a_tap_without_a_connection_is_not_lost(browser: Browser, app: Flask, address: str) -> None:
    table = opened(app, colours=("red", "blue")).sit("red", "blue")
    with phone(browser, address, table, table.table.waiting, "en") as page:
        expect(page.locator("#line")).to_have_text("Live")
        page.context.set_offline(True)
        play(page, "place castle")
        expect(page.locator("#line")).to_contain_text("No connection")
        expect(page.locator(".unsent")).to_have_count(2)  # the form, and the words over its button
        expect(page.locator("p.unsent")).to_be_visible()
        page.context.set_offline(False)
        expect(page.locator("#turn")).to_contain_text("Waiting for")
    assert table.table.seq == 5


def test_a_tap_counts_once_however_often_it_comes(browser: Browser, app: Flask, address: str) -> None:
    table = opened(app, colours=("red", "blue")).sit("red", "blue")
    with phone(browser, address, table, table.table.waiting, "en") as page:
        page.locator("label.castle-strip").click()
        page.locator("#y-o-place-castle").evaluate("b => { b.click(); b.click(); b.click(); }")
        expect(page.locator("#turn")).to_contain_text("Waiting for")
    assert table.table.seq == 5


def test_a_choice_is_confirmed_unless_the_device_is_set_to_be_quick(browser: Browser, app: Flask, address: str) -> None:
    table = opened(app, colours=("red", "blue")).sit("red", "blue")
    with phone(browser, address, table, table.table.waiting, "en") as page:
        expect(page.locator("#line")).to_have_text("Live")
        page.locator("label[for=o-place-gate]").click()
        expect(page.locator("#y-o-place-gate")).to_be_visible()
        assert table.table.seq == 4
        page.locator("#menu summary").click()
        page.locator("[data-switch=onetap]").click()
        page.locator("#menu summary").click()
        page.locator("label[for=o-place-trading_post]").click()
        expect(page.locator("#turn")).to_contain_text("Waiting for")
    assert table.table.seq == 5


def test_to_stop_with_a_penalty_is_never_one_tap(browser: Browser, app: Flask, address: str) -> None:
    table = opened(app, colours=("red", "blue")).sit("red", "blue")
    table.play_until(lambda one: one.kind == "batch" and len(one.options) > 1)
    seq = table.table.seq
    with phone(browser, address, table, table.table.waiting, "en") as page:
        expect(page.locator("#line")).to_have_text("Live")
        page.evaluate("localStorage.setItem('table.onetap', 'on')")
        page.locator("label[for=o-done]").click()
        page.wait_for_timeout(200)
        assert table.table.seq == seq
        page.locator("#y-o-done").click()
        expect(page.locator("#turn")).not_to_have_attribute("data-seq", str(seq))


def test_without_a_stream_the_phone_asks(browser: Browser, app: Flask, address: str) -> None:
    table = opened(app, colours=("red", "blue")).sit("red", "blue")
    other = "blue" if table.table.waiting == "red" else "red"
    hub = app.extensions["tables"].hub
    most, hub.most = hub.most, 0
    try:
        with phone(browser, address, table, other, "en") as page:
            expect(page.locator("#line")).to_have_text("Checking every few seconds")
            table.play("place castle")
            expect(page.locator("#turn")).to_contain_text("Your turn")
    finally:
        hub.most = most


def test_the_keyboard_plays_a_turn_and_keeps_its_place(browser: Browser, app: Flask, address: str) -> None:
    table = opened(app, colours=("red", "blue")).sit("red", "blue")
    with phone(browser, address, table, table.table.waiting, "en", width=1280) as page:
        expect(page.locator("#line")).to_have_text("Live")
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.type") == "radio":
                break
        while page.evaluate("document.activeElement.value") != "place trading_post":
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.locator("#turn")).to_contain_text("Waiting for")
        assert page.evaluate("document.activeElement.id") == "turn"


def test_a_turn_without_scripts(browser: Browser, app: Flask, address: str) -> None:
    table = opened(app, colours=("red", "blue")).sit("red", "blue")
    with phone(browser, address, table, table.table.waiting, "nl", java_script_enabled=False) as page:
        play(page, "place castle")
        expect(page.locator("#turn")).to_contain_text("Wacht op")
        page.locator("summary", has_text="Menu").click()
        expect(page.get_by_role("link", name="Regels opzoeken")).to_be_visible()
        page.get_by_role("button", name="Neem terug").click()
        expect(page.locator("#turn")).to_contain_text("Jouw beurt")


def test_the_first_page_is_light(browser: Browser, app: Flask, address: str) -> None:
    table = opened(app, colours=("red", "blue", "green"), edition="de").sit("red", "blue", "green")
    table.play_until(lambda decision: decision.kind == "worker" and table.table.state.turn == 4)
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.add_cookies(
        [
            {"name": "device", "value": f"token-{table.table.waiting}", "url": address},
            {"name": "language", "value": "de", "url": address},
        ]
    )
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    sizes: list[float] = []
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(f"{address}/t/{table.code}")
    expect(page.locator("#line")).to_have_text("Live")
    page.wait_for_function("performance.getEntriesByType('resource').filter(one => one.responseEnd).length >= 8")
    assert sum(sizes) < FIRST_PAGE_BYTES, sum(sizes)
    put_away(context)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it_on_a_wide_screen(browser: Browser, app: Flask, address: str, scheme: str) -> None:
    """tests/browser looks at all pages on phones."""
    table = opened(app, "caylus", "de", ("red", "green", "blue"), names=("Ann", "", "W" * 30), seed=3)
    table.sit("red", "green", "blue")
    decision = table.play_until(lambda one: one.kind == "bribe" and len(one.options) > 2)
    with phone(browser, address, table, decision.seat or "", "de", 1280, color_scheme=scheme) as page:
        page.evaluate(AXE)
        found = page.evaluate("rules => axe.run({runOnly: rules})", RULES)
        assert [(one["id"], [node["html"][:150] for node in one["nodes"]]) for one in found["violations"]] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_the_clock_runs_between_two_taps(browser: Browser, app: Flask, address: str) -> None:
    table = opened(app, colours=("red", "blue"), clock=10).sit("red", "blue")
    with phone(browser, address, table, table.table.waiting, "en") as page:
        mine, theirs = page.locator(".purse .clock"), page.locator(".ledger .clock")
        expect(mine).not_to_have_text("10:00")
        expect(theirs).to_have_text("10:00")
        play(page, "place castle")
        expect(theirs).not_to_have_text("10:00")
        kept, before = mine.inner_text(), theirs.inner_text()
        expect(theirs).not_to_have_text(before)  # a second more
        expect(mine).to_have_text(kept)
