"""How many taps the things take that people do most: more than this would be felt at the table."""

from collections.abc import Sequence

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from companion.table.commands import Correct
from companion.table.people import Who
from tests.browser.conftest import Devices
from tests.browser.party import asked
from tests.web.tables import Opened, opened


class Thumb:
    """Taps on a page, counted; the page has to show what is tapped."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def on(self, *selectors: str) -> "Thumb":
        for selector in selectors:
            self.page.locator(selector).first.click()
            self.taps += 1
        return self


@pytest.fixture
def table(app: Flask) -> Opened:
    return opened(app, "caylus", "en", ("red", "blue"), seed=2).sit("red", "blue")


@pytest.fixture
def thumb(device: Devices, table: Opened) -> Thumb:
    """That of whoever is asked."""
    phone = device("en", 320).sit(table.code, f"token-{table.table.waiting}")
    phone.live()
    return Thumb(phone.page)


def test_from_the_first_page_to_the_first_worker(device: Devices) -> None:
    phone = device("en", 320).go("/")
    thumb = Thumb(phone.page).on("a.main-action", "p.thumb button", ".begin .main-action")
    thumb.on("label[for=o-place-castle]", "#y-o-place-castle")
    expect(phone.page.locator("#told")).to_contain_text("castle")
    assert thumb.taps == 5


def test_a_worker_is_two_taps(thumb: Thumb, table: Opened) -> None:
    seq = table.table.seq
    thumb.on("label[for=o-place-gate]", "#y-o-place-gate")
    expect(thumb.page.locator("#turn")).not_to_have_attribute("data-seq", str(seq))
    assert thumb.taps == 2


def test_on_a_quick_device_it_is_one(thumb: Thumb, table: Opened) -> None:
    seq = table.table.seq
    thumb.on("#menu summary", "[data-switch=onetap]", "#menu summary")
    thumb.taps = 0
    thumb.on("label[for=o-place-gate]")
    expect(thumb.page.locator("#turn")).not_to_have_attribute("data-seq", str(seq))
    assert thumb.taps == 1


def test_offers_come_one_at_a_time(app: Flask, device: Devices) -> None:
    """The signal at the first turn that was waited for; one tap, once that is answered, to those who confirm fast."""
    table = opened(app, "caylus", "en", ("red", "blue"), seed=2).sit("red", "blue")
    table.play_until(lambda one: table.table.state.turn == 2 and one.kind == "worker")
    mine = next(colour for colour in ("red", "blue") if colour != table.table.waiting)
    rich = Correct(changes={"red.deniers": "40", "blue.deniers": "40"})
    table.tables.act(table.id, rich, Who(frozenset(), host=True), seen_seq=table.table.seq)
    phone = device("en").sit(table.code, f"token-{mine}")
    phone.live()
    phone.page.clock.set_fixed_time("2026-01-01")  # no time at all between a choice and its confirmation
    offer, option = phone.page.locator(".offer"), phone.page.locator("#choice input[name=action]:not([value=''])")
    for n in range(5):
        while table.table.waiting != mine:
            table.play(table.table.decision.options[0])  # type: ignore[union-attr]
        phone.caught_up(table.table.seq)
        if n == 4:
            expect(offer.locator("[data-switch=sound]")).to_be_visible()
            offer.locator("button").last.click()
        phone.tap(option.first.get_attribute("value") or "")
        phone.until("!top.mine")
    expect(offer.locator("[data-switch=onetap]")).to_be_visible()


def test_the_red_button_lies_under_the_thumb_of_the_hand(device: Devices, table: Opened) -> None:
    for hand, near in (("right", 390), ("left", 0)):
        page = device("en").cookies(hand=hand).sit(table.code, f"token-{table.table.waiting}").page
        page.locator("label[for=o-place-gate]").click()
        ends = {name: page.locator(selector).locator("visible=true").first.bounding_box()
                for name, selector in {"yes": ".yes", "pass": ".quiet"}.items()}  # fmt: skip
        middles = {name: box["x"] + box["width"] / 2 for name, box in ends.items() if box}
        assert abs(middles["yes"] - near) < abs(middles["pass"] - near), hand


def test_undo_is_one_tap(thumb: Thumb, table: Opened) -> None:
    thumb.on("label[for=o-place-gate]", "#y-o-place-gate", "#undo")
    expect(thumb.page.locator("#o-place-gate")).to_be_enabled()
    assert thumb.taps == 2 + 1
    assert "place gate" in (table.table.decision.options if table.table.decision else ())


def test_the_rules_of_a_tile_are_two_taps(thumb: Thumb) -> None:
    thumb.on("label[for=o-place-gate]", "#p-gate .info")
    expect(thumb.page.get_by_role("dialog")).to_be_visible()
    assert thumb.taps == 2


def test_building_with_a_choice_of_payment_is_three(app: Flask, device: Devices) -> None:
    """The building, the way to pay, yes."""
    table = asked(app, lambda one: one.kind == "build" and several_ways(one.options), ("red", "blue"))
    phone = device("en").sit(table.code, f"token-{table.table.waiting}")
    phone.live()
    thumb, seq = Thumb(phone.page), table.table.seq
    thumb.on("#choice .card:has(.ways) > label", "#choice .ways:visible label:not(.first)", "#choice .yes:visible")
    expect(phone.page.locator("#turn")).not_to_have_attribute("data-seq", str(seq))
    assert thumb.taps == 3


def several_ways(options: Sequence[str]) -> bool:
    built = [option.split()[1] for option in options if option.startswith("build ")]
    return len(built) > len(set(built))
