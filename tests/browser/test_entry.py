"""The pages of opening, entering and settling, as people fill them in while others do something."""

import pytest
from flask import Flask
from playwright.sync_api import Route, expect

from companion.table.vocabulary import Depth
from companion.web.screens.log import PAGE
from tests.browser.conftest import Devices
from tests.web.club import HOST as HOSTING
from tests.web.club import Club


def test_a_colour_that_somebody_has_stands_out_and_all_others_are_pale(device: Devices) -> None:
    bright = """() => [...document.querySelectorAll(".people .colours label")].filter(it => it.checkVisibility())
        .filter(it => getComputedStyle(it.querySelector("svg")).opacity === "1")
        .map(it => it.querySelector("input").value)"""
    page = device("en").go("/new").page
    page.locator("details", has=page.locator(".colours")).locator("> summary").click()
    assert page.evaluate(bright) == ["blue", "red"]
    page.locator("[name='colour.1'][value=green]").check(force=True)
    assert page.evaluate(bright) == ["green", "red"]
    page.locator("[name=players][value='5']").check(force=True)
    assert len(page.evaluate(bright)) == 5


@pytest.mark.parametrize("left", [True, False], ids=["sent", "being typed"])
def test_a_number_typed_before_the_last_one_is_answered_stays(device: Devices, app: Flask, left: bool) -> None:
    club = Club(app, names=("Ann", "Bo"), depth=Depth.SHEET)
    held: list[Route] = []
    page = device("en").sit(club.code, club.tokens["red"]).page
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


def test_amounts_are_stepped_entered_and_begin_anew(device: Devices, app: Flask) -> None:
    club = Club(app, names=("Ann", "Bo"), depth=Depth.ASSISTANT)
    club.play("next")
    before = club.table.state.money[0]
    page = device("en").sit(club.code, club.tokens["red"]).page
    page.locator("#more summary").click()
    less, more = (page.locator("#amounts .add").first.locator(f"[data-step='{n}']") for n in (-1, 1))
    field = page.locator("[name='add.d']")
    for button, shown in ((less, "−1"), (more, "0"), (more, "+1"), (more, "+2")):
        button.click()
        expect(field).to_have_value(shown)
    page.get_by_role("button", name="Enter the amounts").click()
    expect(page.locator("#told")).to_have_text("Ann receives 2 deniers.")
    expect(field).to_have_value("0")
    assert club.table.state.money[0] == before + 2


def test_what_is_half_filled_in_survives_what_the_others_do(device: Devices, app: Flask) -> None:
    club = Club(app, names=("Ann", "Bo"))
    page = device("en").sit(club.code, club.tokens["red"], "correct").page
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


def test_an_older_page_of_the_log_stays_when_something_happens(device: Devices, app: Flask) -> None:
    club = Club(app, names=("Ann", "Bo"))
    for n in range(PAGE + 5):
        club.wish(HOSTING, "correct", changes={"red.deniers": str(n % 7 + 1)}, why="")
    page = device("en").sit(club.code, club.tokens["red"], "log").page
    page.get_by_role("link", name="Older").click()
    expect(page.locator("#line")).to_have_attribute("data-state", "live")
    oldest = page.locator("ol.log li").last.get_attribute("id")
    club.play("place castle")
    expect(page.locator("#turn")).to_have_attribute("data-seq", str(club.seq))
    expect(page.get_by_role("link", name="Go to the newest entry")).to_be_visible()
    assert page.locator("ol.log li").last.get_attribute("id") == oldest
