"""What the rules say, opened over the table: by tap, by keyboard, with a question; and as a page without scripts."""

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.axe import faults_within
from tests.browser.conftest import Devices
from tests.web.tables import Opened, opened
from tests.words import LANGUAGES

TILE = ".road .tile label"
INFO = ".panel:visible .info"


@pytest.fixture
def table(app: Flask) -> Opened:
    return opened(app, "caylus", "nl", ("red", "blue"))


@pytest.mark.drawn(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tile_of_the_board_opens_its_rules_over_the_board(device: Devices, table: Opened, language: str) -> None:
    phone = device(language, 320)
    page = phone.page
    phone.go(f"/t/{table.code}/board")
    before = page.url
    tile = page.locator(TILE).nth(4)
    called = tile.locator(".called").text_content() or ""
    tile.click()
    page.locator(INFO).click()
    sheet = page.get_by_role("dialog", name=called)
    expect(sheet).to_be_visible()
    assert page.url == before
    assert faults_within(phone, "dialog") == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    sheet.get_by_role("button", name=phone.words.say("web.sheet.close")).click()
    expect(sheet).to_be_hidden()


def test_what_is_chosen_on_the_seat_opens_its_rules_over_it(device: Devices, app: Flask) -> None:
    table = opened(app, "caylus", "nl", ("red", "blue")).sit("red", "blue")
    phone = device("nl", 320)
    page = phone.page
    phone.sit(table.code, f"token-{table.table.waiting}")
    page.locator("label[for=o-place-gate]").click()
    page.locator("#p-gate .info").click()
    expect(page.get_by_role("dialog", name="Poort")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#y-o-place-gate")).to_be_visible()


def test_the_keyboard_opens_and_closes_it_and_is_where_it_was(device: Devices, table: Opened) -> None:
    phone = device("en")
    page = phone.page
    phone.go(f"/t/{table.code}/board")
    page.locator(".road input").nth(3).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert page.evaluate("document.activeElement.matches('.info')")


def test_a_question_asked_in_it_is_answered_in_it(device: Devices, table: Opened) -> None:
    phone = device("nl")
    page = phone.page
    phone.go(f"/t/{table.code}/board")
    page.locator(TILE).first.click()
    page.locator(INFO).click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("searchbox").fill("hoeveel kost een arbeider")
    page.keyboard.press("Enter")
    sheet.locator("h3 a").first.click()
    expect(sheet.locator(".text")).to_contain_text("Dinar")
    assert page.url.endswith("/board")
    sheet.get_by_role("link", name=phone.words.say("web.sheet.page")).click()
    page.wait_for_url("**/rules/caylus/**")


def test_without_scripts_the_tile_is_a_link_to_the_page(device: Devices, table: Opened) -> None:
    phone = device("de", scripts=False)
    phone.go(f"/t/{table.code}/board")
    phone.page.locator(TILE).first.click()
    phone.page.locator(INFO).click()
    phone.page.wait_for_url("**/rules/caylus/building.*edition=nl*")
    assert phone.page.locator("header.head").is_visible()
