"""Without scripts: two phones open a table, join, play on, put right, take back, stop, and read the end."""

import random

import pytest
from playwright.sync_api import expect

from companion.table.table import Table
from companion.table.tables import Tables
from tests.browser.conftest import Devices
from tests.browser.device import Device
from tests.browser.party import begin, choose, come_in, open_table, sit

NAMES = ("Änne", "Bram")
ROUNDS = 2


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("game", "cube", "languages"), [("caylus", "cloth", "de nl"), ("magna_carta", "gold", "en fr")]
)
def test_a_game_without_scripts(device: Devices, tables: Tables, game: str, cube: str, languages: str) -> None:
    first, second = languages.split()
    host, guest = device(first, scripts=False), device(second, 320, scripts=False)
    code = open_table(host, NAMES, game)
    sit(host, "Änne")
    begin(host)
    come_in(guest, code)
    sit(guest, "Bram")
    table = tables.place(tables.by_code(code).id).table
    phones = {colour: host if name == "Änne" else guest for colour, name in table.people.names.items()}
    chance = random.Random(4)
    while table.state.turn < ROUNDS or not may_place(table):
        mover = phones[table.waiting]
        reload(mover)
        seq = table.seq
        tap(mover, choose(mover.options(), chance, lazy=0.7))
        assert table.seq > seq
        assert mover.top().seq == table.seq
    it_is_put_right(host, guest, table.setup.colours[0], cube, code)
    it_is_taken_back(phones[table.waiting], tables, code)
    it_is_stopped(host, guest, code)


def may_place(table: Table) -> bool:
    return any(option.startswith("place") for option in table.decision.options) if table.decision else False


def reload(one: Device) -> None:
    """What happened since is seen when one looks again."""
    one.page.reload()
    assert one.page.locator("noscript").inner_text() == one.words.say("web.line.plain")


def tap(one: Device, action: str) -> None:
    """A choice, and the page that answers it."""
    with one.page.expect_navigation():
        one.tap(action)


def it_is_put_right(by: Device, seen_by: Device, colour: str, cube: str, code: str) -> None:
    by.go(f"/t/{code}/correct")
    by.page.locator(f"#group-{colour} summary").click()
    by.page.locator(f"#corrections [name='field.{colour}.{cube}']").fill("3")
    by.page.locator("#why").fill("nachgezählt")
    by.press("web.correct.enter")
    expect(by.page.locator("#told")).to_contain_text("nachgezählt")
    seen_by.go(f"/t/{code}")
    assert f"{cube}3" in seen_by.purses()[colour]
    expect(seen_by.page.locator("#told")).to_contain_text("nachgezählt")


def it_is_taken_back(by: Device, tables: Tables, code: str) -> None:
    by.go(f"/t/{code}")
    before = tables.place(tables.by_code(code).id).table.position.fields()
    tap(by, next(option for option in by.options() if option.startswith("place")))
    assert tables.place(tables.by_code(code).id).table.position.fields() != before
    with by.page.expect_navigation():
        by.press("web.table.undo")
    assert tables.place(tables.by_code(code).id).table.position.fields() == before
    assert by.top().mine


def it_is_stopped(host: Device, guest: Device, code: str) -> None:
    host.go(f"/t/{code}/settings")
    host.page.locator("summary", has_text=host.words.say("web.settings.end")).click()  # one tap alone does not
    with host.page.expect_navigation():
        host.press("web.settings.end.yes")
    guest.go(f"/t/{code}")
    assert guest.options() == []
    for name in NAMES:
        expect(guest.page.locator(".ranking")).to_contain_text(name)
    guest.page.locator(".leaving > summary").click()
    expect(guest.page.locator(".files a").first).to_be_visible()
