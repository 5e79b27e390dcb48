"""A table on one phone: a connection lost and found, taps that count once, what it costs, and the clock."""

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Devices
from tests.browser.device import Device, play
from tests.chromium import put_away
from tests.web.tables import Opened, opened

COLOURS = ("red", "blue")
FIRST_PAGE_BYTES = 120_000
OFFLINE = ("ERR_INTERNET_DISCONNECTED", "Failed to fetch")


@pytest.fixture
def table(app: Flask) -> Opened:
    return opened(app, colours=COLOURS).sit(*COLOURS)


def asked(device: Devices, table: Opened) -> Device:
    """The phone of whoever is asked."""
    one = device("en").sit(table.code, f"token-{table.table.waiting}")
    one.live()
    return one


def waiting(device: Devices, table: Opened) -> Device:
    """The other one."""
    other = next(colour for colour in COLOURS if colour != table.table.waiting)
    return device("en").sit(table.code, f"token-{other}")


def test_a_phone_that_drops_catches_up(device: Devices, table: Opened) -> None:
    one = waiting(device, table)
    one.live()
    one.expected = OFFLINE
    one.context.set_offline(True)
    expect(one.page.locator("#line")).to_contain_text("No connection")
    table.play("place castle")
    one.context.set_offline(False)
    expect(one.page.locator(".news")).to_contain_text("Your turn")
    expect(one.page.locator("#line")).not_to_contain_text("No connection")


def test_a_tap_without_a_connection_is_not_lost(device: Devices, table: Opened) -> None:
    one = asked(device, table)
    one.expected = OFFLINE
    one.context.set_offline(True)
    play(one.page, "place castle")
    expect(one.page.locator("#line")).to_contain_text("No connection")
    expect(one.page.locator(".unsent")).to_have_count(2)  # the form, and the words over its button
    expect(one.page.locator("p.unsent")).to_be_visible()
    one.context.set_offline(False)
    expect(one.page.locator("#turn")).to_contain_text("Waiting for")
    assert table.table.seq == 6


def test_a_tap_counts_once_however_often_it_comes(device: Devices, table: Opened) -> None:
    page = asked(device, table).page
    page.locator("label.castle-strip").click()
    page.locator("#y-o-place-castle").evaluate("b => { b.click(); b.click(); b.click(); }")
    expect(page.locator("#turn")).to_contain_text("Waiting for")
    assert table.table.seq == 6


def test_to_stop_with_a_penalty_is_never_one_tap(device: Devices, table: Opened) -> None:
    table.play_until(lambda one: one.kind == "batch" and len(one.options) > 1)
    seq = table.table.seq
    page = asked(device, table).page
    page.evaluate("localStorage.setItem('table.onetap', 'on')")
    page.locator("label[for=o-done]").click()
    page.wait_for_timeout(200)
    assert table.table.seq == seq
    page.locator("#y-o-done").click()
    expect(page.locator("#turn")).not_to_have_attribute("data-seq", str(seq))


def test_without_a_stream_the_phone_asks(app: Flask, device: Devices, table: Opened) -> None:
    hub = app.extensions["tables"].hub
    most, hub.most = hub.most, 0
    try:
        one = waiting(device, table)
        one.expected = ("status of 503",)
        expect(one.page.locator("#line")).to_have_text("Checking every few seconds")
        table.play("place castle")
        expect(one.page.locator(".news")).to_contain_text("Your turn")
    finally:
        hub.most = most


def test_the_first_page_is_light(browser: Browser, app: Flask, address: str) -> None:
    table = opened(app, colours=("red", "blue", "green"), edition="de").sit("red", "blue", "green")
    table.play_until(lambda decision: decision.kind == "worker" and table.table.state.turn == 4)
    context = browser.new_context(viewport={"width": 390, "height": 844})
    cookies = {"device": f"token-{table.table.waiting}", "language": "de"}
    context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies.items()])
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


def test_the_clock_runs_between_two_taps(app: Flask, device: Devices) -> None:
    table = opened(app, colours=COLOURS, clock=10).sit(*COLOURS)
    page = asked(device, table).page
    running, mine, theirs = (page.locator(f"{part} .clock") for part in (".running", ".purse", ".ledger"))
    expect(running).not_to_have_text("10:00")
    expect(theirs).to_have_text("10:00")
    play(page, "place castle")
    expect(theirs).not_to_have_text("10:00")
    kept, before = mine.inner_text(), running.inner_text()
    expect(running).not_to_have_text(before)  # a second more
    expect(mine).to_have_text(kept)
