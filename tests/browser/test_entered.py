"""Games that people play without a referee: entered in short entries, or counted on the sheet, up to the end screen."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.table.tables import Tables
from tests.browser.conftest import Devices
from tests.browser.device import Device
from tests.browser.party import Party, downloaded_report, open_table

NAMES = ("Änne", "Bram")


def alone(one: Device, tables: Tables, **chosen: str) -> Party:
    """A table whose seats are all on one device."""
    code = open_table(one, NAMES, **chosen)
    one.press("web.join.all")
    one.page.wait_for_url(f"**/t/{code}")
    table = tables.place(tables.by_code(code).id).table
    one.live()
    return Party(tables, code, dict.fromkeys(table.setup.colours, one))


def entered(party: Party, one: Device) -> None:
    """Wait until what was tapped stands on the page."""
    one.until(lambda top: top.seq == party.table.seq and top.seq > party.taps)
    party.taps = party.table.seq


def test_a_game_in_short_entries(device: Devices, tables: Tables, tmp_path: Path) -> None:
    one = device("nl")
    party = alone(one, tables, depth="assistant")
    first, second = party.table.setup.colours

    def quick(text: str) -> None:
        party.taps = party.table.seq
        one.page.locator(f'.quick button[value="{text}"], .thumb button[value="{text}"]').first.click()
        entered(party, one)

    def give(colour: str, **amounts: int) -> None:
        party.taps = party.table.seq
        one.page.locator(f"#amounts-{colour}").evaluate("it => { it.open = true }")
        for letter, n in amounts.items():
            stepper = one.page.locator(f".stepper:has([name='add.{colour}.{letter}'])")
            for _ in range(abs(n)):
                stepper.locator("button").nth(0 if n < 0 else 1).click()
        one.page.locator(f"#adjust-{colour} p button").click()
        entered(party, one)

    def batch(colour: str, cubes: str) -> None:
        one.page.locator(f".cubes [value={cubes}]").check()
        quick(f"batch {colour}")

    while party.table.state.turn < 1:
        quick("next")
    give(second, P=9)
    for turn in range(1, 4):
        assert party.table.state.turn == turn
        money = list(party.table.state.money)
        give(first, d=-2, F=2, W=1, S=1)
        assert party.table.state.money == [money[0] - 2, money[1]]
        quick(f"pass {second}")
        quick(f"pass {first}")
        quick("next")
        quick("next")
        spot = party.table.position.fields()["provost"]
        quick("provost +1")
        assert int(party.table.position.fields()["provost"]) == int(spot) + 1
        quick("next")
        quick("next")
        points = party.table.state.prestige[0]
        batch(first, "FWS")
        assert party.table.state.prestige[0] > points
        quick("next")
        quick(f"favor {first} prestige 1")
        quick("next")
    assert party.table.state.prestige[1] == 9 - 2  # who has built nothing in the dungeon loses two
    while (favors := one.page.locator(".quick button[value^=favor]")).count():
        quick(str(favors.first.get_attribute("value")))
    quick("next")
    one.page.locator(".group", has=one.page.locator("button[value=score]")).locator("summary").click()
    party.taps = party.table.seq
    one.page.locator("button[value=score]").click()
    entered(party, one)
    assert party.table.state.prestige[1] == 9 - 2 - 3  # and three for the walls
    the_end_is_counted(party, one, tmp_path)


def the_end_is_counted(party: Party, one: Device, folder: Path) -> None:
    """Gold is worth 3, three other cubes 1, four deniers 1."""
    one.page.locator(".group", has=one.page.locator("button[value=end]")).evaluate("it => { it.open = true }")
    state = party.table.state
    fields = party.table.position.fields()
    cubes = [sum(int(fields[f"{c}.{kind}"]) for kind in ("food", "wood", "stone", "cloth")) for c in party.seated]
    gold = [int(fields[f"{colour}.gold"]) for colour in party.seated]
    kept = zip(list(state.prestige), gold, cubes, list(state.money), strict=True)
    totals = [points + 3 * g + c // 3 + d // 4 for points, g, c, d in kept]
    one.page.locator("button[value=end]").click()
    one.page.locator("#to-end").click()
    expect(one.page.locator(".ranking .total")).to_have_count(2)
    rows = one.page.locator(".ranking li").all_inner_texts()
    names = [party.names[colour] for colour in party.seated]
    assert {tuple(row.split()[-2:]) for row in rows} == {
        (n, str(total)) for n, total in zip(names, totals, strict=True)
    }
    text = downloaded_report(one, "nl", folder)
    for name, total in zip(names, totals, strict=True):
        assert name in text
        assert str(total) in text.split()


SHEETS: Mapping[str, tuple[Mapping[str, tuple[int, int]], tuple[int, int]]] = {
    "caylus": ({"track": (40, 52), "gold": (2, 1), "cubes": (7, 2), "deniers": (9, 3)}, (40 + 6 + 2 + 2, 52 + 3)),
    "magna_carta": ({"road": (20, 11), "gold": (2, 0), "cubes": (7, 2), "deniers": (9, 3)}, (20 + 2 + 2 + 3, 11 + 1)),
}
"""What is typed for the two of them, and what it comes to by the rules."""


@pytest.mark.parametrize("game", SHEETS)
def test_a_game_is_counted_on_the_sheet(device: Devices, tables: Tables, tmp_path: Path, game: str) -> None:
    numbers, totals = SHEETS[game]
    one = device("de", 320)
    code = open_table(one, NAMES, game, depth="sheet")
    colours = tables.by_code(code).setup.colours
    one.live()
    for field, typed in numbers.items():
        for colour, n in zip(colours, typed, strict=True):
            one.page.locator(f"#{field}-{colour}").fill(str(n))
    one.page.keyboard.press("Tab")
    expect(one.page.locator(".sheet .total")).to_have_text([str(total) for total in totals])
    one.page.get_by_role("link", name=one.words.say("web.sheet.to_end")).click()
    expect(one.page.locator(".won")).to_contain_text(NAMES[0] if totals[0] > totals[1] else NAMES[1])
    assert one.page.locator(".ranking .total").all_inner_texts() == [str(n) for n in sorted(totals, reverse=True)]
    text = downloaded_report(one, "de", tmp_path)
    for name, total in zip(NAMES, totals, strict=True):
        assert name in text
        assert str(total) in text.split()
