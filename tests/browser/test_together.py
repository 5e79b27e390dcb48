"""Three phones in three languages: what one of them puts right, takes back or stops is on all of them at once."""

import re

from flask import Flask
from playwright.sync_api import expect

from companion.table.commands import End
from companion.table.people import Who
from tests.browser.conftest import Devices
from tests.browser.device import Device
from tests.browser.party import Party, come_in, seated_party

PEOPLE = {"Änne": "de", "Bram": "nl", "Cate": "en"}


def three(device: Devices, app: Flask) -> tuple[Party, dict[str, Device]]:
    """The first is also the one who opened the table."""
    phones = {name: device(language) for name, language in PEOPLE.items()}
    return seated_party(app, phones), phones


def more(one: Device, id: str) -> None:
    """A screen that is in the menu."""
    one.page.locator("#menu summary").click()
    one.page.locator("#menu nav").get_by_role("link", name=one.words.say(id), exact=True).click()
    one.live()


def test_a_correction_is_on_every_phone_and_changes_what_can_be_chosen(device: Devices, app: Flask) -> None:
    """Who has no money can only pass; that waits for a tap, which brings the denier of the first on the bridge."""
    party, phones = three(device, app)
    mover = party.mover()
    poor = party.table.waiting
    assert len(mover.options()) > 3
    other = next(one for one in phones.values() if one is not mover)
    more(other, "web.nav.correct")
    other.page.locator(f"#group-{poor} summary").click()
    other.page.locator(f"#corrections [name='field.{poor}.deniers']").fill("0")
    other.page.locator("#why").fill("Gasthaus vergessen")
    seq = party.table.seq
    other.press("web.correct.enter")
    for one in phones.values():
        assert "Gasthaus vergessen" in one.caught_up(seq + 1).told
    assert len({one.top().told for one in phones.values()}) == 3
    at_the_table = [one for one in phones.values() if one is not other]  # who corrects sees the screen for it
    for one in at_the_table:
        assert "denier0" in one.purses()[poor]
        assert one.options() == ["go on"]
    mover.tap("go on")
    for one in phones.values():
        one.caught_up(seq + 2)
    for one in at_the_table:
        assert "denier1" in one.purses()[poor]
    assert mover.options() == []
    assert party.table.waiting != poor


def test_undo_is_seen_by_all_and_what_is_deeper_needs_all(device: Devices, app: Flask) -> None:
    party, phones = three(device, app)
    begun = party.table.position.fields()
    first = party.mover()
    start = party.table.seq
    titles = [one.page.title() for one in phones.values()]
    party.tap("place castle")
    assert [one.page.title() == title for one, title in zip(phones.values(), titles, strict=True)].count(False) == 2
    first.press("web.table.undo")
    for one in phones.values():
        one.caught_up(start + 2)
    assert [one.page.title() for one in phones.values()] == titles
    assert party.table.position.fields() == begun
    assert first.top().mine
    for _ in range(3):
        party.tap(next(option for option in party.mover().options() if option.startswith("place")))
    asking = next(one for one in phones.values() if one is not phones["Änne"])  # who opened the table needs no consent
    more(asking, "web.nav.log")
    asking.live()
    asking.page.locator(f"#entry-{start + 3} .back").click()
    for one in phones.values():
        expect(one.page.locator("#question")).to_be_visible()
    expect(asking.page.locator("#question button")).to_have_text(asking.words.say("web.undo.withdraw"))
    asking_for = party.table.seq
    first_to_agree = next(one for one in phones.values() if one not in (asking, phones["Änne"]))
    first_to_agree.press("web.table.agree")
    phones["Änne"].caught_up(asking_for + 1)
    expect(asking.page.locator("#question")).to_be_visible()
    phones["Änne"].press("web.table.agree")
    for one in phones.values():
        expect(one.page.locator("#question")).to_have_count(0)
        one.caught_up(party.table.seq)
    assert party.table.position.fields() == begun
    assert first.top().mine


def test_a_request_to_undo_that_one_refuses_changes_nothing(device: Devices, app: Flask) -> None:
    party, phones = three(device, app)
    start = party.table.seq
    for _ in range(2):
        party.tap(next(option for option in party.mover().options() if option.startswith("place")))
    played = party.table.position.fields()
    asking, refusing = phones["Cate"], phones["Bram"]
    more(asking, "web.nav.log")
    asking.page.locator(f"#entry-{start + 1} .back").click()
    refusing.press("web.table.refuse")
    for one in phones.values():
        expect(one.page.locator("#question")).to_have_count(0)
    asking.page.locator(f"#entry-{start + 1} .back").click()
    expect(refusing.page.locator("#question")).to_contain_text("Cate")
    asking.press("web.undo.withdraw")
    for one in phones.values():
        expect(one.page.locator("#question")).to_have_count(0)
    expect(asking.page.locator("#told")).to_contain_text("Cate")
    assert party.table.position.fields() == played


def test_a_pause_stops_every_phone_until_it_is_over(device: Devices, app: Flask) -> None:
    party, phones = three(device, app)
    mover = party.mover()
    options = mover.options()
    pausing = phones["Bram"] if mover is not phones["Bram"] else phones["Cate"]
    more(pausing, "web.nav.settings")
    seq = party.table.seq
    pausing.press("web.settings.pause")
    for one in phones.values():
        assert one.caught_up(seq + 1).asks == one.words.say("web.table.paused")
    assert mover.options() == []
    pausing.press("web.settings.resume")
    for one in phones.values():
        one.caught_up(seq + 2)
    assert mover.options() == options


def test_every_phone_goes_along_to_the_next_game(device: Devices, app: Flask) -> None:
    party, phones = three(device, app)
    tables, id = party.tables, party.id
    seq = tables.act(id, End(), Who(host=True), seen_seq=None).seq
    for one in phones.values():
        expect(one.page.locator("#turn")).to_have_attribute("data-seq", str(seq))
    new = tables.rematch(id, Who(host=True)).code
    for name, one in phones.items():
        expect(one.page).to_have_url(re.compile(f"/t/{new}"))
        assert name in one.page.content()


def test_a_tap_without_a_connection_waits_and_what_it_meets_is_said(device: Devices, app: Flask) -> None:
    """While a phone is away the host plays its turn: the tap that waited is not done, and not kept silent."""
    party, phones = three(device, app)
    host = phones["Änne"]
    while party.mover() is host:
        party.tap("place castle")
    away = party.mover()
    away.expected = ("ERR_INTERNET_DISCONNECTED", "status of 409", "Failed to fetch")
    away.context.set_offline(True)
    expect(away.page.locator("#line")).to_have_attribute("data-state", "lost")
    option = next(option for option in away.options() if option.startswith("place"))
    away.tap(option)
    expect(away.page.locator("#line")).to_have_text(away.words.say("web.line.lost"))
    seat = party.table.waiting
    seq = party.table.seq
    host.page.locator("#screen").get_by_role(
        "link", name=host.words.say("web.seat.enter_for", who=party.names[seat])
    ).click()
    host.live()
    other = next(one for one in host.options() if one.startswith("place") and one != option)
    host.tap(other)
    host.caught_up(seq + 1)
    away.context.set_offline(False)
    away.caught_up(seq + 1)
    expect(away.page.locator("#line")).to_have_attribute("data-state", "live")
    expect(away.page.locator("#notice")).to_be_visible()
    assert party.table.seq == seq + 1
    assert not away.top().mine


def test_another_phone_takes_the_seat_of_an_empty_battery(device: Devices, app: Flask) -> None:
    party, phones = three(device, app)
    while party.mover() is not phones["Cate"]:
        party.tap("place castle" if "place castle" in party.mover().options() else "pass")
    seat = party.table.waiting
    phones["Cate"].page.goto("about:blank")
    spare = device("en")
    come_in(spare, party.code)
    ask = f"{spare.words.say('web.join.ask')} (Cate)"
    spare.page.get_by_role("button", name=ask, exact=True).click()
    expect(spare.page.get_by_text(spare.words.say("web.join.asked"))).to_be_visible()
    assert party.table.waiting == seat
    phones["Änne"].press("web.join.allow")
    spare.page.wait_for_url(f"**/t/{party.code}?seat={seat}")
    spare.live()
    party.seated[seat] = spare
    party.tap(spare.options()[0])
    phones["Cate"].go(f"/t/{party.code}").live()
    assert phones["Cate"].options() == []
