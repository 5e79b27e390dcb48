"""Whole games that the app does not referee: people move the pieces and tap what they did, or only count at the end."""

import random
from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.table.tables import Tables
from tests.browser.conftest import Devices
from tests.browser.device import Device
from tests.browser.party import Party, come_in, open_party, open_table, sit, the_end_is_the_engines

PEOPLE = {"Änne": "de", "Éloïse": "fr"}

_BUTTONS = """() => [...document.querySelectorAll("#screen button[name=action]")]
  .filter(one => one.checkVisibility() && !one.disabled).map(one => one.value)"""


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_a_whole_game_with_the_assistant(
    device: Devices, tables: Tables, tmp_path: Path, game: str, middle: range
) -> None:
    phones = {name: device(language, 390) for name, language in PEOPLE.items()}
    party = open_party(tables, phones, game=game, depth="assistant")
    chance = random.Random(2)
    phases = set()
    while not party.table.over:
        phases.add(party.table.state.phase)
        one = party.devices[party.taps % len(party.devices)]
        value = picked(one, chance)
        # Every entry has its phone: the same from two phones would be asked about.
        enter(party, party.devices[len(value) % 2], value)
        party.go_on(middle, lambda: "next")
    assert len(phases) >= 3
    the_end_is_the_engines(party, tmp_path)


SHEETS: Mapping[str, tuple[Mapping[str, tuple[int, int]], tuple[int, int]]] = {
    "caylus": ({"track": (40, 52), "gold": (2, 1), "cubes": (7, 2), "deniers": (9, 3)}, (40 + 6 + 2 + 2, 52 + 3)),
    "magna_carta": ({"road": (20, 11), "gold": (2, 0), "cubes": (7, 2), "deniers": (9, 3)}, (20 + 2 + 2 + 3, 11 + 1)),
}
"""What is typed for the two of them, and what it comes to by the rules."""


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game", SHEETS)
def test_points_alone_from_opening_to_the_report(device: Devices, tables: Tables, tmp_path: Path, game: str) -> None:
    """Each types their own; both see the totals follow."""
    numbers, totals = SHEETS[game]
    host, guest = (device(language, 320) for language in PEOPLE.values())
    code = open_table(host, list(PEOPLE), game, depth="sheet")
    come_in(guest, code)
    sit(guest, "Éloïse")
    table = tables.place(tables.by_code(code).id).table
    party = Party(tables, code, dict(zip(table.setup.colours, (host, guest), strict=True)))
    for one in party.devices:
        one.live()
    for field, typed in numbers.items():
        for (colour, one), n in zip(party.seated.items(), typed, strict=True):
            one.page.locator(f"#{field}-{colour}").fill(str(n))
    for one in party.devices:
        one.page.keyboard.press("Tab")
    for one in party.devices:
        expect(one.page.locator(".sheet .total")).to_have_text([str(total) for total in totals])
    the_end_is_the_engines(party, tmp_path)


def picked(one: Device, chance: random.Random) -> str:
    """A batch if there may be one; now and then the phase is closed; otherwise what somebody paid, got or did."""
    found: list[str] = one.page.evaluate(_BUTTONS)
    batches = [value for value in found if value.startswith("batch")]
    if batches and chance.random() < 0.6:
        return chance.choice(batches)
    gained = [value for value in found if value != "next" and "-" not in value]
    return chance.choice(gained) if "next" not in found or (gained and chance.random() < 0.2) else "next"


def enter(party: Party, one: Device, value: str) -> None:
    """Tap it; both phones follow without loading a page."""
    before = party.table.seq
    one.page.locator(f"#screen button[name=action][value='{value}']").first.click()
    one.caught_up(before + 1)
    party.taps += 1
    for other in party.devices:
        other.caught_up(party.table.seq)
        if not party.table.over and party.table.state.turn:
            assert deniers(other) == dict(zip(party.table.setup.colours, party.table.state.money, strict=True))


def deniers(one: Device) -> dict[str, int]:
    """What everybody has, as this phone shows it."""
    return {
        row.get_attribute("data-player") or "": int(row.locator(".coin").first.text_content() or "")
        for row in one.page.locator(".ledger tr[data-player]").all()
    }
