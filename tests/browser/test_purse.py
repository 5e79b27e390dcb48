"""A number put right where it stands, as people do it: by tapping, by keyboard, without a script, while others play."""

from collections.abc import Callable

from flask import Flask
from playwright.sync_api import Locator, expect

from tests.browser.axe import faults_within
from tests.browser.conftest import Devices
from tests.browser.device import SIZES, Device
from tests.browser.party import Party, seated_party
from tests.browser.test_keyboard import Keyboard
from tests.web.tables import HOST_TOKEN

NAMES = ("W" * 30, "Bea")


def two(device: Devices, app: Flask) -> tuple[Party, Device, Device]:
    """Two people, each with a phone."""
    one, other = device("de"), device("nl")
    return seated_party(app, dict(zip(NAMES, (one, other), strict=True))), one, other


def number(one: Device, path: str) -> Locator:
    return one.page.locator(f'[id="n-{path}"]')


def deniers(party: Party, colour: str) -> int:
    return int(party.table.position.fields()[f"{colour}.deniers"])


def seat_of(party: Party, one: Device) -> str:
    return next(colour for colour, device in party.seated.items() if device is one)


def test_one_denier_more_is_three_taps_and_everybody_sees_it(device: Devices, app: Flask) -> None:
    """The number, the plus, and the button that says what becomes of it."""
    party, one, other = two(device, app)
    mine = seat_of(party, one)
    before, seq = deniers(party, mine), party.table.seq
    fold = number(one, f"{mine}.deniers")
    expect(one.page.locator(".put-right:visible")).to_have_count(0)
    fold.locator("summary").click()
    fold.locator("[data-step='1']").click()
    yes = one.page.get_by_role("button", name=f"{NAMES[0]} Denar {before} → {before + 1}")
    expect(yes).to_be_visible()
    expect(fold.get_by_role("status")).to_have_text(str(before + 1))
    expect(one.page.locator(".yes:visible, .bar:visible, .panel:visible")).to_have_count(0)
    yes.click()
    one.caught_up(seq + 1)
    assert deniers(party, mine) == before + 1
    expect(fold.locator("summary .coin")).to_have_text(str(before + 1))
    expect(fold).not_to_have_attribute("open", "")
    expect(fold.locator("[data-new]")).to_have_text("…")
    assert NAMES[0] in other.caught_up(seq + 1).told
    assert f"denier{before + 1}" in other.purses()[mine]


def test_a_reason_is_read_on_every_phone(device: Devices, app: Flask) -> None:
    party, one, other = two(device, app)
    mine, seq = seat_of(party, one), party.table.seq
    fold = number(one, f"{mine}.wood")
    fold.locator("summary").click()
    fold.get_by_role("spinbutton").fill("5")
    fold.get_by_label(one.words.say("web.purse.why")).fill("<b>verzählt</b>")
    fold.get_by_label(one.words.say("web.purse.why")).press("Enter")
    assert "<b>verzählt</b>" in other.caught_up(seq + 1).told
    fold.locator("summary").click()
    expect(fold.get_by_label(one.words.say("web.purse.why"))).to_have_value("")


def test_what_is_half_done_stays_while_the_others_play(device: Devices, app: Flask) -> None:
    party, one, other = two(device, app)
    mine, theirs = seat_of(party, one), seat_of(party, other)
    before, seq = deniers(party, mine), party.table.seq
    fold, elsewhere = number(one, f"{mine}.deniers"), number(other, f"{theirs}.gold")
    fold.locator("summary").click()
    fold.locator("[data-step='1']").click()
    elsewhere.locator("summary").click()
    elsewhere.locator("[data-step='1']").click()
    elsewhere.locator(".main-action").click()
    one.caught_up(seq + 1)
    expect(fold.get_by_role("spinbutton")).to_have_value(str(before + 1))
    expect(fold.locator("[data-new]")).to_have_text(str(before + 1))
    fold.locator(".main-action").click()
    one.caught_up(seq + 2)
    assert deniers(party, mine) == before + 1


def test_a_number_closes_again_without_a_change(device: Devices, app: Flask) -> None:
    party, one, _ = two(device, app)
    mine, seq = seat_of(party, one), party.table.seq
    fold, gold = number(one, f"{mine}.deniers"), number(one, f"{mine}.gold")
    ways: list[Callable[[], object]] = [
        lambda: one.page.keyboard.press("Escape"),
        fold.locator("summary").click,
        one.page.locator("#turn").click,
        gold.locator("summary").click,
    ]
    for leave in ways:
        fold.locator("summary").click()
        expect(fold.locator(".put-right")).to_be_visible()
        leave()
        expect(fold.locator(".put-right")).to_be_hidden()
    assert party.table.seq == seq


def test_by_keyboard_alone(device: Devices, app: Flask) -> None:
    party, one, _ = two(device, app)
    mine = seat_of(party, one)
    before, seq = deniers(party, mine), party.table.seq
    keys = Keyboard(one)
    keys.to(id=f"s-{mine}.deniers")
    keys.press("Enter")
    keys.to(name=f"field.{mine}.deniers")
    keys.press("ArrowUp")
    keys.to(name="why")
    keys.press("Enter")
    one.caught_up(seq + 1)
    assert deniers(party, mine) == before + 1
    assert (keys.focus() or {})["id"] == f"s-{mine}.deniers"


def test_without_a_script(device: Devices, app: Flask) -> None:
    party, one, _ = two(device, app)
    mine = seat_of(party, one)
    plain = device("de", 320, scripts=False).sit(party.code, HOST_TOKEN)
    fold = number(plain, f"{mine}.cloth")
    fold.locator("summary").click()
    fold.get_by_role("spinbutton").fill("3")
    with plain.page.expect_navigation():
        fold.locator(".main-action").click()
    assert party.table.position.fields()[f"{mine}.cloth"] == "3"
    expect(fold.locator("summary b")).to_have_text("3")


def test_another_players_number_is_reached_from_their_row(device: Devices, app: Flask) -> None:
    party, one, other = two(device, app)
    theirs, seq = seat_of(party, other), party.table.seq
    before = deniers(party, theirs)
    one.page.locator(f".ledger tr[data-player={theirs}] a").click()
    fold = number(one, f"{theirs}.deniers")
    fold.locator("summary").click()
    fold.locator("[data-step='-1']").click()
    fold.locator(".main-action").click()
    assert NAMES[1] in other.caught_up(seq + 1).told
    assert deniers(party, theirs) == before - 1


def test_an_open_number_fits_its_screen(device: Devices, app: Flask) -> None:
    party, one, _ = two(device, app)
    fold = number(one, f"{seat_of(party, one)}.prestige")
    for size in SIZES:
        one.size(*size).page.reload()
        fold.locator("summary").click()
        expect(fold.locator(".put-right")).to_be_in_viewport(ratio=1)
        assert one.page.evaluate("document.documentElement.scrollWidth") <= size[0], size
    assert faults_within(one, ".purse") == []
