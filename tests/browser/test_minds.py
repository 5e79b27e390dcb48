"""A mind at a real table: every phone and the wall say its move in their language, and one tap carries it out."""

import re

import pytest
from playwright.sync_api import expect

from companion.table.tables import Tables
from tests.browser.conftest import Devices
from tests.browser.device import Device
from tests.browser.party import Party, begin, come_in, open_table, sit

PEOPLE = {"Änne": "de", "Bram": "nl"}


def _party(device: Devices, tables: Tables, game: str) -> Party:
    """Two people; the host gives the third seat to a computer player on the page of the seats."""
    phones = {name: device(language) for name, language in PEOPLE.items()}
    host = phones["Änne"]
    code = open_table(host, [*PEOPLE, "Roboter"], game)
    host.go(f"/j/{code}")
    host.page.locator("li.free", has_text="Roboter").locator(".give summary").click()
    host.page.locator("button[name=level][value=builder]").locator("visible=true").click()
    expect(host.page.locator("li.mind")).to_contain_text("Roboter")
    sit(host, "Änne")
    begin(host)
    come_in(phones["Bram"], code)
    sit(phones["Bram"], "Bram")
    table = tables.place(tables.by_code(code).id).table
    named = {colour: name for colour, name in table.people.names.items() if name in PEOPLE}
    party = Party(tables, code, {colour: phones[name] for colour, name in named.items()})
    for one in phones.values():
        one.live()
    return party


def _said(one: Device) -> str:
    """What a device says that is to be moved for the mind, once it knows."""
    told = one.page.locator(".mind .to-do")
    expect(told).to_be_visible()
    return (told.inner_text() or "").strip()


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_everybody_is_told_and_anybody_carries_it_out(device: Devices, tables: Tables, game: str) -> None:
    party = _party(device, tables, game)
    wall = device("nl", width=1280).go(f"/t/{party.code}/wall?language=nl")
    moves = 0
    while moves < 2:
        if not party.table.snapshot().mind:
            party.tap(party.mover().options()[0])
            continue
        seq, moves = party.table.seq, moves + 1
        told = {one.language: _said(one) for one in party.devices}
        assert len(set(told.values())) == len(told)
        expect(wall.page.locator(".turn .what")).not_to_contain_text("denkt")
        assert (wall.page.locator(".turn .what").text_content() or "").split(". ")[0] in told["nl"]
        party.devices[moves % 2].page.locator("#mind-done").click()
        for one in party.devices:
            one.caught_up(seq + 1)
    assert {entry.by for entry in tables.log(party.id)} & set(party.table.people.minds)


def test_why_is_said_on_request(device: Devices, tables: Tables) -> None:
    party = _party(device, tables, "caylus")
    for _ in range(40):
        if party.table.snapshot().mind:
            one = party.devices[0]
            assert _said(one)
            if one.page.locator(".mind .reason").count():
                one.page.locator(".mind .reason summary").click()
                reason = one.page.locator(".mind .reason p").inner_text()
                assert re.fullmatch(r"[A-ZÄÖÜ0-9].*[.]", reason)
                return
            seq = party.table.seq
            one.page.locator("#mind-done").click()
            for phone in party.devices:
                phone.caught_up(seq + 1)
        else:
            party.tap(party.mover().options()[0])
    raise AssertionError("it never had a reason")


def test_practice_goes_on_by_itself_until_it_is_my_turn(device: Devices, tables: Tables) -> None:
    mine = device("en")
    mine.go("/").page.get_by_role("link", name=re.compile(mine.words.say("web.front.practice"))).click()
    mine.page.locator("input[name=players][value='3']").check(force=True)
    mine.press("web.practice.begin")
    mine.page.wait_for_url("**/t/*")
    table = tables.place(tables.by_code(mine.code).id)
    for _ in range(3):
        mine.until("top.mine")
        seq = table.table.seq
        assert table.table.waiting in table.table.people.seated
        mine.tap(mine.options()[0])
        mine.caught_up(seq + 1)
    assert {entry.by for entry in tables.log(table.opened.id)} > set(table.table.people.minds)


def test_plans_stand_below_the_choice_once_asked_for(device: Devices, tables: Tables) -> None:
    mine = device("nl")
    mine.go("/new?practice=1")
    mine.press("web.practice.begin")
    mine.page.wait_for_url("**/t/*")
    mine.until("top.mine")
    mine.press("mind.plans.ask")
    expect(mine.page.locator(".plans li")).to_have_count(3)
    assert mine.options()
