"""The pages of opening, joining, entering and settling, in a browser: accessible, narrow, fit for a thumb, live."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from companion.table.vocabulary import Chance, Depth
from companion.web.screens.log import PAGE
from tests.chromium import put_away
from tests.serving import serving
from tests.web.club import HOST as HOSTING
from tests.web.club import Club
from tests.web.test_browser import TARGET
from tools.words.pseudo import PSEUDO

POSITION = " position"
"""The page behind the first one of a new table."""
LONG = "Bartholomäus-Maximilian"


@pytest.fixture(scope="module")
def addresses(longer: Flask) -> list[tuple[str, Club]]:
    """Every page of these screens, each at a table where it has much to show."""
    app = longer
    five: dict[str, Any] = {"colours": ("red", "blue", "green", "orange", "black"), "names": ("Ann", LONG, "<b>")}
    game, cards = Club(app, clock=30, **five), Club(app, game="magna_carta", edition="nl")
    for club in (game, cards):
        for _ in range(60):
            decision = club.table.decision
            if decision is not None:
                club.play(decision.options[len(decision.options) // 2])
    game.wish(HOSTING, "correct", changes={"red.deniers": "9"}, why="the inn")
    game.wish(HOSTING, "undo", to=game.seq)
    game.tables.sit(game.id, "red", "another device")
    assistant, sheet = Club(app, depth=Depth.ASSISTANT, **five), Club(app, depth=Depth.SHEET, **five)
    for entry in ("next", "red +1R", "next", "next", "next"):
        assistant.play(entry)
    sheet.wish(HOSTING, "count", seat="red", values={"gold": 3})
    drawing = Club(app, chance=Chance.TABLE)
    paths = (
        "/",
        "/new",
        "/new?game=magna_carta",
        f"/new{POSITION}",
        "/j/{}",
        "/t/{}/settings",
        "/t/{}/log",
        "/t/{}/correct",
    )
    found = [(path.format(game.code), game) for path in paths]
    found += [(f"/t/{cards.code}/correct", cards), (f"/t/{drawing.code}/lay", drawing)]
    return [*found, (f"/t/{assistant.code}", assistant), (f"/t/{sheet.code}", sheet)]


@contextmanager
def device(browser: Browser, address: str, language: str = "en", **how) -> Iterator[Page]:  # type: ignore[no-untyped-def]
    context = browser.new_context(viewport=ViewportSize(width=390, height=844), reduced_motion="reduce", **how)
    context.add_cookies([{"name": "language", "value": language, "url": address}])
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
    yield page
    assert faults == []
    put_away(context)


def come_in(page: Page, address: str, club: Club, name: str = HOSTING) -> None:
    """Be one of the devices of a table."""
    page.context.add_cookies([{"name": "device", "value": club.tokens[name], "url": address}])


def test_nothing_sticks_out_and_everything_fits_a_thumb(
    browser: Browser, longer: Flask, addresses: list[tuple[str, Club]]
) -> None:
    """In a language that is 40 % longer than English; tests/browser looks at all pages in the others."""
    small = f"""[...document.querySelectorAll('main button, main select, main input:not([type=hidden]), main .go')]
        .filter(e => e.checkVisibility() && !e.matches('[type=checkbox], [type=radio]'))
        .filter(e => e.getBoundingClientRect().height < {TARGET} - .5).map(e => e.outerHTML.slice(0, 120))"""
    with serving(longer) as address, device(browser, address, PSEUDO) as page:
        for path, club in addresses:
            come_in(page, address, club)
            page.goto(address + path.partition(" ")[0])
            if path.endswith(POSITION):
                page.locator("details:has([name=begin]) summary").click()
                page.locator("[name=begin]").click()
            page.evaluate("document.querySelectorAll('main .group').forEach(one => one.open = true)")
            for width in (320, 390, 1280):
                page.set_viewport_size({"width": width, "height": 844})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
            assert page.evaluate(small) == [], path


def test_a_table_is_opened_and_joined_without_script(browser: Browser, address: str, app: Flask) -> None:
    with device(browser, address, "nl", java_script_enabled=False) as host, device(browser, address, "de") as guest:
        host.goto(f"{address}/")
        host.get_by_role("link", name="Open een tafel").click()
        host.get_by_label("Naam van speler 1").fill("Ann")
        host.get_by_label("Naam van speler 2").fill("Bo")
        host.get_by_role("button", name="Open de tafel").click()
        code = host.url[-5:]
        host.get_by_role("button", name="Dat ben ik (Ann)").click()
        guest.goto(f"{address}/")
        guest.get_by_label("Code eines Tisches").fill(code.lower())
        guest.get_by_role("button", name="Dazusetzen").click()
        expect(guest.get_by_role("button", name="Den Platz anfragen (Ann)")).to_be_visible()
        guest.get_by_role("button", name="Das bin ich (Bo)").click()
        tables = app.extensions["tables"]
        assert tables.place(tables.by_code(code).id).table.people.seated == {"blue", "red"}


def test_a_colour_that_somebody_has_is_crossed_out_for_the_others(browser: Browser, address: str) -> None:
    crossed = """row => [...document.querySelectorAll(`.people li:nth-child(${row}) .colours label`)]
        .filter(it => getComputedStyle(it).backgroundImage !== "none").map(it => it.querySelector("input").value)"""
    with device(browser, address) as page:
        page.goto(f"{address}/new")
        assert page.evaluate(crossed, 2) == ["blue"]
        page.locator("[name='colour.1'][value=green]").check(force=True)
        assert page.evaluate(crossed, 2) == ["green"]
        assert page.evaluate(crossed, 1) == ["red"]
        page.locator("[name=players][value='5']").check(force=True)
        assert len(page.evaluate(crossed, 5)) > 2


def test_one_tap_alone_does_not_end_a_game(browser: Browser, address: str, app: Flask) -> None:
    club = Club(app, names=("Ann", "Bo"))
    with device(browser, address) as page:
        come_in(page, address, club)
        page.goto(f"{address}/t/{club.code}/settings")
        page.get_by_text("End the game now").click()
        assert not club.table.people.ended
        page.get_by_role("button", name="End it for everybody").click()
        expect(page.locator("#to-end")).to_be_visible()
        assert club.table.people.ended


def test_a_request_appears_on_the_holders_screen_and_lets_the_other_in(
    browser: Browser, address: str, app: Flask
) -> None:
    club = Club(app, names=("Ann", "Bo"))
    with device(browser, address) as holder, device(browser, address) as other:
        come_in(holder, address, club, "red")
        holder.goto(f"{address}/t/{club.code}/settings")
        expect(holder.locator("#line")).to_have_attribute("data-state", "live")
        other.goto(f"{address}/j/{club.code}")
        other.get_by_role("button", name="Ask for it (Ann)").click()
        expect(other.get_by_text("Request sent.")).to_be_visible()
        holder.get_by_role("button", name="Let them in").click()
        other.wait_for_url(f"**/t/{club.code}?seat=red")
        expect(other.locator("#choice")).to_be_visible()


def test_totals_follow_while_two_people_type(browser: Browser, address: str, app: Flask) -> None:
    club = Club(app, names=("Ann", "Bo"), depth=Depth.SHEET)
    with device(browser, address) as one, device(browser, address) as two:
        come_in(one, address, club, "red")
        come_in(two, address, club, "blue")
        for page in (one, two):
            page.goto(f"{address}/t/{club.code}")
            expect(page.locator("#line")).to_have_attribute("data-state", "live")
        one.fill("#track-red", "30")
        two.fill("#track-blue", "12")
        one.fill("#gold-red", "2")
        one.keyboard.press("Tab")
        two.keyboard.press("Tab")
        for page in (one, two):
            expect(page.locator(".total").first).to_have_text("36")
            expect(page.locator(".total").last).to_have_text("12")


@pytest.mark.parametrize("left", [True, False], ids=["sent", "being typed"])
def test_a_number_typed_before_the_last_one_is_answered_stays(
    browser: Browser, address: str, app: Flask, left: bool
) -> None:
    club = Club(app, names=("Ann", "Bo"), depth=Depth.SHEET)
    held: list[Route] = []
    with device(browser, address) as page:
        come_in(page, address, club, "red")
        page.goto(f"{address}/t/{club.code}")
        expect(page.locator("#line")).to_have_attribute("data-state", "live")
        page.route("**/act", lambda route: route.continue_() if held else held.append(route))
        page.fill("#track-red", "30")
        page.fill("#gold-red", "2")
        if left:
            page.keyboard.press("Tab")
        while not held:
            page.wait_for_timeout(20)
        held[0].continue_()
        expect(page.locator(".total").first).to_have_text("36" if left else "30")
        expect(page.locator("#gold-red")).to_have_value("2")
        page.keyboard.press("Tab")
        expect(page.locator(".total").first).to_have_text("36")


def test_amounts_are_stepped_entered_and_begin_anew(browser: Browser, address: str, app: Flask) -> None:
    club = Club(app, names=("Ann", "Bo"), depth=Depth.ASSISTANT)
    club.play("next")
    before = club.table.state.money[0]
    with device(browser, address) as page:
        come_in(page, address, club, "red")
        page.goto(f"{address}/t/{club.code}")
        page.locator("#amounts-red summary").click()
        less, more = (page.locator("#amounts-red .add").first.locator(f"[data-step='{n}']") for n in (-1, 1))
        field = page.locator("[name='add.red.d']")
        for button, shown in ((less, "−1"), (more, "0"), (more, "+1"), (more, "+2")):
            button.click()
            expect(field).to_have_value(shown)
        page.get_by_role("button", name="Enter the amounts").click()
        expect(page.locator("#told")).to_have_text("Ann receives 2 deniers.")
        expect(page.locator("[name='add.red.d']")).to_have_value("0")
        assert club.table.state.money[0] == before + 2


def test_what_is_half_filled_in_survives_what_the_others_do(browser: Browser, address: str, app: Flask) -> None:
    club = Club(app, names=("Ann", "Bo"))
    with device(browser, address) as page:
        come_in(page, address, club, "red")
        page.goto(f"{address}/t/{club.code}/correct")
        expect(page.locator("#line")).to_have_attribute("data-state", "live")
        page.locator("#group-red summary").click()
        page.fill("#corrections [name='field.red.cloth']", "3")
        page.fill("#corrections [name='field.red.deniers']", "9")
        page.fill("#why", "the inn")
        club.play("place castle")
        expect(page.locator("[name=seen]").first).to_have_value(str(club.seq))
        expect(page.locator("#corrections [name='field.red.cloth']")).to_have_value("3")
        expect(page.locator("#corrections [name='field.red.cloth']")).to_be_visible()
        expect(page.locator("#corrections [name='field.red.deniers']")).to_have_value("9")
        page.get_by_role("button", name="Correct", exact=True).click()
        expect(page.locator("#told")).to_contain_text("the inn")
        assert club.table.position.fields()["red.cloth"] == "3"
        assert club.table.position.fields()["red.deniers"] == "9"
        club.wish(HOSTING, "correct", changes={"red.deniers": "4"}, why="")
        expect(page.locator("#corrections [name='field.red.deniers']")).to_have_value("4")


def test_an_older_page_of_the_log_stays_when_something_happens(browser: Browser, address: str, app: Flask) -> None:
    club = Club(app, names=("Ann", "Bo"))
    for n in range(PAGE + 5):
        club.wish(HOSTING, "correct", changes={"red.deniers": str(n % 7 + 1)}, why="")
    with device(browser, address) as page:
        come_in(page, address, club, "red")
        page.goto(f"{address}/t/{club.code}/log")
        page.get_by_role("link", name="Older").click()
        expect(page.locator("#line")).to_have_attribute("data-state", "live")
        oldest = page.locator("ol.log li").last.get_attribute("id")
        club.play("place castle")
        expect(page.locator("#turn")).to_have_attribute("data-seq", str(club.seq))
        expect(page.get_by_role("link", name="Go to the newest entry")).to_be_visible()
        assert page.locator("ol.log li").last.get_attribute("id") == oldest
