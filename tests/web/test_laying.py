"""Laying the table: the card shows what lies on this table until there is a worker, or until all of it lies there."""

import re
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, ViewportSize, expect

from companion.i18n.translator import Translator
from companion.minds.level import Level
from companion.table.commands import GiveToMind
from companion.table.people import Who
from companion.table.vocabulary import Chance, Depth
from tests.chromium import put_away
from tests.looks import looked
from tests.web.conftest import LocalClient
from tests.web.tables import BASE, Opened, opened
from tests.words import LANGUAGES


def board(table: Opened, language: str = "en", device: str = "red") -> str:
    found = table.device(device, language).get(f"/t/{table.code}/board", base_url=BASE)
    assert found.status_code == 200
    return found.text


def card(page: str) -> str:
    return page[page.index('id="laying"') : page.index("</section>", page.index('id="laying"'))]


def to_lay(app: Flask, *args: Any, **more: Any) -> Opened:
    """A table on which nothing lies yet."""
    return opened(app, *args, laid=False, **more)


def begin(table: Opened, colour: str) -> None:
    """Tap the red button of the card."""
    device = table.device(colour)
    page = device.get(f"/t/{table.code}", base_url=BASE).text
    form = dict(re.findall(r'name="(csrf_token|seen|key|kind|screen)" value="([^"]+)"', card(page)))
    assert device.post(f"/t/{table.code}/act", data=form, base_url=BASE).status_code == 303


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("depth", [Depth.REFEREE, Depth.ASSISTANT], ids=str)
def test_it_shows_the_tiles_the_order_and_the_money_of_this_table(
    client: LocalClient, language: str, depth: Depth
) -> None:
    table = to_lay(client.application, "caylus", language, ("red", "green", "blue"), seed=5, depth=depth)
    if depth == Depth.ASSISTANT:
        assert 'id="laying"' not in board(table, language), "nothing is known yet"
        table.play("next")
    shown, t = card(board(table, language)), Translator(language, table.table.rules)
    look = looked(table.table.referee, table.table.state)
    tiles = re.findall(r'class="n">(\d+)<.*?class="called">(.*?)<', shown, re.DOTALL)
    drawn = [one for one in look["road"] if one["category"] == "neutral"]
    assert len(drawn) == 6
    assert tiles == [(str(one["space"]), t.name(f"building.{one['building']}")) for one in drawn]
    rows = re.findall(r'class="shape (\w+)".*?class="coin">(\d+)<', shown, re.DOTALL)
    assert rows == [(colour, str(look["players"][colour]["deniers"])) for colour in look["order"]]
    last = shown[shown.index('class="figures"') :]
    assert 'class="icon bailiff' in last[: last.index("</li>")]
    assert 'class="icon provost' in last[: last.index("</li>")]
    assert re.search(rf"<b>{look['provost']}</b><span class=\"word\"> {tiles[-1][1]}<", shown)


def test_magna_carta_has_its_road_tokens_and_hands(client: LocalClient) -> None:
    table = to_lay(client.application, "magna_carta", "nl", ("red", "green", "blue"), seed=5).sit("red")
    first = card(board(table, "nl"))
    assert "laid-tiles" in first
    assert "laid-players" not in first, "nobody has any money yet"
    table.play_until(lambda decision: decision.kind == "action")
    shown, look = card(board(table, "nl")), looked(table.table.referee, table.table.state)
    assert shown.count('<li class="tile') == len(look["road"])
    for section, n in look["castle"]["all_tokens"].items():
        assert re.search(rf"{n}<svg[^>]*section-{section}|{n}<svg[^>]*>\s*<use href=\"[^\"]*section-{section}", shown)
    assert shown.count('class="card"') == 1, "everybody has three cards"


def test_a_seat_shows_it_before_everything_else_until_one_of_them_begins(client: LocalClient) -> None:
    table = to_lay(client.application, seed=5).sit("red", "blue")
    table.tables.act(table.id, GiveToMind(seat="green", level=Level.APPRENTICE), Who(host=True), seen_seq=None)
    waiting = table.table.waiting
    for colour in ("red", "blue"):
        page = table.page(colour)
        assert "Neutral buildings" in card(page)
        assert 'id="choice"' not in page
        assert 'id="mind-done"' not in page
        assert "moves only when everything is in place" in page
    begin(table, "blue")
    for colour in ("red", "blue"):
        page = table.page(colour)
        assert 'id="laying"' not in page
        assert ('id="choice"' in page) == (waiting == colour)
    assert table.table.waiting == waiting


def test_the_first_computer_player_moves_only_when_all_of_it_lies(client: LocalClient) -> None:
    table = to_lay(client.application, colours=("red", "blue"), seed=5)
    mind = table.table.waiting or ""
    other = "blue" if mind == "red" else "red"
    table.sit(other)
    table.tables.act(table.id, GiveToMind(seat=mind, level=Level.APPRENTICE), Who(host=True), seen_seq=None)
    for screen in ("", "/wall", "/board", "/join"):
        page = table.device(other).get(f"/t/{table.code}{screen}", base_url=BASE).text
        assert 'id="mind-' not in page, screen
    begin(table, other)
    assert 'id="mind-' in table.page(other)
    assert 'id="mind-' not in table.device().get(f"/j/{table.code}", base_url=BASE).text, "who are you comes first"


def test_it_goes_with_the_first_worker(client: LocalClient) -> None:
    table = to_lay(client.application, seed=5).sit("red", "blue", "green")
    assert 'id="laying"' in board(table)
    table.play(next(text for text in table.table.decision.options if text.startswith("place")))  # type: ignore[union-attr]
    assert 'id="laying"' not in board(table)
    assert 'id="laying"' not in table.page("red")


def test_nobody_without_a_seat_can_begin(client: LocalClient) -> None:
    table = to_lay(client.application, seed=5).sit("red")
    assert 'class="begin"' not in board(table, device="")
    assert 'id="laying"' not in table.page()


@pytest.mark.parametrize("more", [{"depth": Depth.SHEET}, {"chance": Chance.TABLE}], ids=["sheet", "undrawn"])
def test_where_nothing_is_known_nothing_is_said(client: LocalClient, more: dict[str, Depth]) -> None:
    assert 'id="laying"' not in board(to_lay(client.application, **more))


def test_a_question_of_chance_names_its_space(client: LocalClient) -> None:
    table = opened(client.application, edition="de", chance=Chance.TABLE)
    host = table.device(token="token-of-the-host", language="de")
    for space in (1, 2, 3):
        page = host.get(f"/t/{table.code}", base_url=BASE).text
        assert f"Welches Gebäude liegt auf Feld {space}?" in page
        table.play(table.table.decision.options[0])  # type: ignore[union-attr]
    page = host.get(f"/t/{table.code}/lay", base_url=BASE).text
    labels = re.findall(r'aria-label="(Welches Gebäude[^"]*|Wer steht[^"]*)"', page)
    assert len(labels) == len(set(labels)) > 3


def test_the_assistant_has_it_and_other_screens_do_not_lead_to_it(client: LocalClient) -> None:
    table = to_lay(client.application, "caylus", "en", ("red", "blue"), seed=5, depth=Depth.ASSISTANT)
    table.sit("red", "blue")
    table.play("next")
    phone = table.device("red")
    shown = {name: phone.get(f"/t/{table.code}/{name}", base_url=BASE).text for name in ("assistant", "log", "scores")}
    assert "Neutral buildings" in card(shown["assistant"])
    assert ['href="#laying"' in shown[name] for name in shown] == [True, False, False]


def test_what_is_ticked_off_stays_and_the_card_prints_alone(browser: Browser, app: Flask, address: str) -> None:
    table = to_lay(app, seed=5)
    context = browser.new_context(viewport=ViewportSize(width=390, height=844))
    context.add_cookies([{"name": "language", "value": "en", "url": address}])
    page = context.new_page()
    page.goto(f"{address}/t/{table.code}/board")
    box = page.get_by_label("Neutral buildings")
    box.check()
    page.reload()
    expect(page.get_by_label("Neutral buildings")).to_be_checked()
    expect(page.get_by_label("Bailiff and provost")).not_to_be_checked()
    page.emulate_media(media="print")
    expect(page.locator("#laying")).to_be_visible()
    expect(page.locator(".looking")).to_be_hidden()
    expect(page.locator(".laying .main-action")).to_be_hidden()
    put_away(context)
