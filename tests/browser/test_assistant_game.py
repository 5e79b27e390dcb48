"""Whole games that the app does not referee: people move the pieces and tap what they did, or only count at the end."""

import random
from pathlib import Path

import pytest

from companion.table.tables import Tables
from tests.browser.conftest import Devices
from tests.browser.device import Device
from tests.browser.party import Party, come_in, downloaded_report, open_party, open_table, sit

PEOPLE = {"Änne": "de", "Éloïse": "fr"}

_BUTTONS = """() => [...document.querySelectorAll("#screen button[name=action]")]
  .filter(one => one.checkVisibility() && !one.disabled).map(one => one.value)"""


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_a_whole_game_with_the_assistant(device: Devices, tables: Tables, tmp_path: Path, game: str) -> None:
    phones = {name: device(language, 390) for name, language in PEOPLE.items()}
    party = open_party(tables, phones, game=game, depth="assistant")
    chance = random.Random(2)
    phases = set()
    while not party.table.over:
        phases.add(party.table.state.phase)
        one = party.devices[party.taps % len(party.devices)]
        enter(party, one, picked(one, chance))
    assert len(phases) >= 5
    for one in party.devices:
        one.page.locator("#to-end").click()
    the_end_is_the_same_for_all(party, tmp_path)


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_points_alone_from_opening_to_the_report(device: Devices, tables: Tables, tmp_path: Path, game: str) -> None:
    host, guest = (device(language, 320) for language in PEOPLE.values())
    code = open_table(host, list(PEOPLE), game, depth="sheet")
    come_in(guest, code)
    sit(guest, "Éloïse")
    table = tables.place(tables.by_code(code).id).table
    party = Party(tables, code, dict(zip(table.setup.colours, (host, guest), strict=True)))
    fields = [str(field.get_attribute("id")) for field in host.page.locator("table.sheet input").all()]
    for n, field in enumerate(fields):
        one = party.seated[field.rpartition("-")[2]]
        one.page.locator(f"#{field}").fill(str(n))
        one.page.keyboard.press("Tab")
        for other in party.devices:
            other.caught_up(n + 1)
    for one in party.devices:
        one.page.locator("#screen a.go").click()
    the_end_is_the_same_for_all(party, tmp_path)


def picked(one: Device, chance: random.Random) -> str:
    """A batch if there may be one; now and then the phase is closed; otherwise what somebody paid, got or did."""
    found: list[str] = one.page.evaluate(_BUTTONS)
    batches = [value for value in found if value.startswith("batch")]
    if batches and chance.random() < 0.6:
        return chance.choice(batches)
    gained = [value for value in found if value != "next" and "-" not in value]
    return chance.choice(gained) if gained and chance.random() < 0.4 else "next"


def enter(party: Party, one: Device, value: str) -> None:
    """Tap it; both phones follow without loading a page."""
    before = party.table.seq
    if value.startswith("batch"):
        one.page.locator("label:has([name=cube][value=''])").click()
    one.page.locator(f"#screen button[name=action][value='{value}']").first.click()
    one.caught_up(before + 1)
    party.taps += 1
    for other in party.devices:
        other.caught_up(party.table.seq)
        if not party.table.over:
            assert deniers(other) == dict(zip(party.table.setup.colours, party.table.state.money, strict=True))


def deniers(one: Device) -> dict[str, int]:
    """What everybody has, as this phone shows it."""
    return {
        block.get_attribute("data-player") or "": int(block.locator(".held.denier").inner_text().split()[0])
        for block in one.page.locator(".player-block").all()
    }


def the_end_is_the_same_for_all(party: Party, folder: Path) -> None:
    """The winner and the totals of the engine on both phones, and in each report."""
    found = party.account()
    totals = {colour: found.sheet.players[colour].total for colour in found.seats}
    for one in party.devices:
        for colour in found.sheet.winners:
            assert party.names[colour] in one.page.locator(".won").inner_text()
        rows = one.page.locator(".ranking li").all_inner_texts()
        assert {tuple(row.split()[-2:]) for row in rows} == {(party.names[c], str(n)) for c, n in totals.items()}
        text = downloaded_report(one, one.language, folder)
        assert all(party.names[colour] in text and str(total) in text.split() for colour, total in totals.items())
