"""Laying the table: the card shows what lies on this table until there is a worker, or until all of it lies there."""

import re

import pytest
from flask import Flask
from playwright.sync_api import Browser, ViewportSize, expect

from companion.i18n.translator import Translator
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("depth", [Depth.REFEREE, Depth.ASSISTANT], ids=str)
def test_it_shows_the_tiles_the_order_and_the_money_of_this_table(
    client: LocalClient, language: str, depth: Depth
) -> None:
    table = opened(client.application, "caylus", language, ("red", "green", "blue"), seed=5, depth=depth)
    if depth == Depth.ASSISTANT:
        assert 'id="laying"' not in board(table, language), "nothing is known yet"
        table.play("next")
    shown, t = card(board(table, language)), Translator(language, table.table.rules)
    look = looked(table.table.referee, table.table.state)
    tiles = re.findall(r"<li data-kind=\"neutral\"><b>(\d+)</b>.*?<span>(.*?)</span>", shown)
    drawn = [one for one in look["road"] if one["category"] == "neutral"]
    assert len(drawn) == 6
    assert tiles == [(str(one["space"]), t.name(f"building.{one['building']}")) for one in drawn]
    rows = re.findall(r'class="shape (\w+)".*?class="coin">(\d+)<', shown, re.DOTALL)
    assert rows == [(colour, str(look["players"][colour]["deniers"])) for colour in look["order"]]
    for who in ("provost", "bailiff"):
        assert re.search(rf"<span>{t.form(f'term.{who}', 'Noun')}</span> <b>{look[who]}</b>", shown)


def test_magna_carta_has_its_road_tokens_and_hands(client: LocalClient) -> None:
    table = opened(client.application, "magna_carta", "nl", ("red", "green", "blue"), seed=5).sit("red")
    first = card(board(table, "nl"))
    assert "laid-tiles" in first
    assert "laid-players" not in first, "nobody has any money yet"
    table.play_until(lambda decision: decision.kind == "action")
    shown, look = card(board(table, "nl")), looked(table.table.referee, table.table.state)
    assert shown.count("<li data-kind=") == len(look["road"])
    for section, n in look["castle"]["all_tokens"].items():
        assert re.search(rf"{n}<svg[^>]*section-{section}|{n}<svg[^>]*>\s*<use href=\"[^\"]*section-{section}", shown)
    assert shown.count('<span class="card">') == 3


def test_it_goes_with_the_first_worker(client: LocalClient) -> None:
    table = opened(client.application, seed=5).sit("red", "blue", "green")
    assert 'id="laying"' in board(table)
    table.play(next(text for text in table.table.decision.options if text.startswith("place")))  # type: ignore[union-attr]
    assert 'id="laying"' not in board(table)


def test_who_says_that_all_lies_there_is_not_told_again_and_the_others_are(client: LocalClient) -> None:
    table = opened(client.application, seed=5).sit("red", "blue", "green")
    device = table.device("red")
    page = device.get(f"/t/{table.code}/board", base_url=BASE).text
    token = re.search(r'name="csrf_token" value="([^"]+)"', card(page))
    assert token
    answer = device.post(
        f"/t/{table.code}/laid", data={"csrf_token": token[1], "screen": "board", "seat": ""}, base_url=BASE
    )
    assert answer.status_code == 303
    assert answer.headers["Location"].endswith(f"/t/{table.code}/board")
    assert 'id="laying"' not in device.get(f"/t/{table.code}/board", base_url=BASE).text
    assert 'id="laying"' in board(table, device="blue")


@pytest.mark.parametrize("more", [{"depth": Depth.SHEET}, {"chance": Chance.TABLE}], ids=["sheet", "undrawn"])
def test_where_nothing_is_known_nothing_is_said(client: LocalClient, more: dict[str, Depth]) -> None:
    assert 'id="laying"' not in board(opened(client.application, **more))  # type: ignore[arg-type]


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


def test_the_seat_leads_to_it_until_the_first_worker(client: LocalClient) -> None:
    table = opened(client.application, "caylus", "en", ("red", "blue"), seed=5).sit("red", "blue")

    def seat() -> str:
        return table.device(table.table.waiting or "").get(f"/t/{table.code}", base_url=BASE).text

    assert 'href="#laying"' in seat()
    assert "Neutral buildings" in card(seat())
    table.play("place castle")
    assert "laying" not in seat()


def test_the_assistant_has_it_and_other_screens_do_not_lead_to_it(client: LocalClient) -> None:
    table = opened(client.application, "caylus", "en", ("red", "blue"), seed=5, depth=Depth.ASSISTANT).sit(
        "red", "blue"
    )
    table.play("next")
    phone = table.device("red")
    shown = {name: phone.get(f"/t/{table.code}/{name}", base_url=BASE).text for name in ("assistant", "log", "scores")}
    assert "Neutral buildings" in card(shown["assistant"])
    assert ['href="#laying"' in shown[name] for name in shown] == [True, False, False]


def test_what_is_ticked_off_stays_and_the_card_prints_alone(browser: Browser, app: Flask, address: str) -> None:
    table = opened(app, seed=5)
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
    expect(page.locator(".board")).to_be_hidden()
    expect(page.locator(".laying .main-action")).to_be_hidden()
    put_away(context)
