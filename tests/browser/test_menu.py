"""What a device sets for itself, what its menu finds, and what becomes of its seat."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from companion.table.tables import Tables
from companion.table.tokens import fingerprint
from tests.browser.conftest import Devices
from tests.web.tables import Opened, opened

Seat = Callable[..., Page]


@pytest.fixture
def seat(device: Devices) -> Seat:
    """The page of a seat, at a table of these tests."""

    def sit(table: Opened, token: str, path: str = "", **how: Any) -> Page:
        return device("de", **how).cookies(device=token).go(path or f"/t/{table.code}").page

    return sit


@pytest.fixture
def table(app: Flask) -> Opened:
    """Whoever is asked has a worker in the castle, and no batch."""
    found = opened(app, names=("Ann", "Bea", "Cas")).sit("red", "blue", "green")
    found.play("place castle", "pass", "pass")
    return found


def test_a_device_switches_off_what_it_does_not_want_to_be_told(seat: Seat, table: Opened) -> None:
    page = seat(table, f"token-{table.table.waiting}")
    told = page.locator(".nothing-yet .reminder")
    expect(told).to_contain_text("Noch kein Satz für das Schloss")
    page.locator("#menu summary").click()
    switch = page.locator('[data-switch="reminders"]')
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(told).to_be_hidden()
    page.reload()
    expect(page.locator(".nothing-yet .choose")).to_be_visible()
    expect(told).to_be_hidden()


def test_a_pass_is_chosen_then_confirmed_and_said_at_once_with_one_tap(seat: Seat, table: Opened) -> None:
    page, seq = seat(table, f"token-{table.table.waiting}"), table.table.seq
    page.locator("label[for=o-pass]").click()
    expect(page.locator(".quiet .facts")).to_contain_text("übrig")
    expect(page.locator(".quiet .facts .reminder")).to_contain_text("Noch kein Satz für das Schloss")
    assert table.table.seq == seq
    page.locator("#menu summary").click()
    page.locator('[data-switch="onetap"]').click()
    page.keyboard.press("Escape")
    page.locator("label[for=o-place-gate]").click()
    expect(page.locator("#turn")).to_have_attribute("data-seq", str(seq + 1))
    page.locator("label[for=o-pass]").click()
    expect(page.locator("#turn")).to_have_attribute("data-seq", str(seq + 2))


@pytest.mark.parametrize("scripts", [True, False])
def test_the_menu_searches_the_rules_of_this_box(seat: Seat, table: Opened, scripts: bool) -> None:
    for path in ("", "/settings", "/scores"):
        page = seat(table, "token-red", f"/t/{table.code}{path}", scripts=scripts)
        page.locator("#menu summary").click()
        page.locator("#menu-q").fill("Alchemist")
        page.locator("#menu-q").press("Enter")
        expect(page.locator("h1").last).to_contain_text("Alchemist")  # in the sheet, where the page has one
        links = page.locator("main a[href^='/rules/'], dialog a[href^='/rules/']")
        assert "edition=en" in page.url or "edition=en" in (links.first.get_attribute("href") or "")


def test_a_device_that_is_let_in_goes_to_the_table_by_itself_and_the_other_is_told(
    seat: Seat, table: Opened, tables: Tables
) -> None:
    old = seat(table, "token-red")
    new = seat(table, "token-of-a-new-phone", f"/j/{table.code}")
    new.locator('button[value="red"]').click()
    expect(new.locator("[data-asked]")).to_be_visible()
    expect(old.locator(".question.asking")).to_be_visible()
    expect(old.get_by_role("alert")).to_have_count(0)
    tables.answer(table.id, "red", tables.asking(table.id)[0].mark, "token-red", allow=True)
    new.wait_for_url(f"**/t/{table.code}?seat=red")
    expect(old.get_by_role("alert")).to_contain_text("Dieses Gerät hat seinen Platz nicht mehr.")
    assert tables.place(table.id).seated["red"] == fingerprint("token-of-a-new-phone")
