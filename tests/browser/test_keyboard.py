"""A whole game by Tab, Enter and Space alone, from the first page to the end screen, on one device for two people."""

import random
import re

import pytest
from playwright.sync_api import expect

from companion.table.tables import Tables
from tests.browser.conftest import Devices
from tests.browser.device import Device
from tests.browser.party import Party, choose

FARTHEST = 250
"""Presses of Tab after which something cannot be reached."""

_FOCUS = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const mark = one.type === "radio" && one.labels[0] || one.closest("label") || one;
  const style = getComputedStyle(mark), box = mark.getBoundingClientRect();
  return {
    id: one.id, type: one.type || "", name: one.name || "", value: one.value ?? "", path: one.pathname || "",
    text: one.textContent.trim().replace(/\\s+/g, " "),
    seen: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2
      || Boolean(one.closest("label")?.matches(":focus-within")),
    covered: !mark.contains(
      document.elementFromPoint(box.left + Math.min(box.width / 2, 20), box.top + box.height / 2)),
    screen: Boolean(one.closest("#screen")),
  };
}"""


class Keyboard:
    """Somebody who has no pointer."""

    def __init__(self, one: Device) -> None:
        self.one, self.presses = one, 0

    def focus(self) -> dict[str, object]:
        """Where the keyboard is."""
        found: dict[str, object] = self.one.page.evaluate(_FOCUS)
        return found

    def press(self, key: str) -> None:
        self.presses += 1
        self.one.page.keyboard.press(key)

    def to(self, key: str = "Tab", /, **wanted: str) -> None:
        """Tab until something has the keyboard, and it shows."""
        for _ in range(FARTHEST):
            self.press(key)
            found = self.focus()
            if found and all(found[name] == value for name, value in wanted.items()):
                assert found["seen"], found
                assert not found["covered"], found
                return
        raise AssertionError(f"the keyboard never comes to {wanted}")

    def choose(self, option: str) -> None:
        """A choice: to what can be chosen by Tab, among it by arrows, and Enter; or its own button."""
        for _ in range(FARTHEST):
            self.press("Tab")
            found = self.focus()
            if found and found["name"] == "action" and found["type"] == "submit" and found["value"] == option:
                self.press("Space")
                return
            if found and found["name"] == "action" and found["type"] == "radio" and self._among(option):
                self.press("Space")
                self.press("Enter")
                return
        raise AssertionError(f"the keyboard never comes to {option}")

    def _among(self, option: str) -> bool:
        """Through the radio buttons to one of them, if it is there."""
        first = (self.focus() or {})["id"]
        while (found := self.focus() or {})["value"] != option:
            self.press("ArrowDown")
            if (self.focus() or {})["id"] == first:
                return False
        assert found["seen"], found
        assert not found["covered"], found
        return True


@pytest.mark.drawn(1)
@pytest.mark.parametrize(("game", "language", "width"), [("caylus", "de", 390), ("magna_carta", "nl", 1280)])
def test_a_whole_game_by_keyboard(
    device: Devices, tables: Tables, game: str, language: str, width: int, middle: range
) -> None:
    one = device(language, width)
    keys = Keyboard(one)
    party = opened_by_keyboard(keys, tables, game)
    chance = random.Random(2)
    while not party.table.over:
        seq = party.table.seq
        option = choose(one.options(), chance, lazy=0.85)
        keys.choose(option)
        one.caught_up(seq + 1)
        party.taps += 1
        kept = keys.focus()
        assert kept, "the keyboard is nowhere"
        assert kept["screen"], kept
        party.go_on(middle, lambda: choose(party.table.game.options, chance, lazy=0.85))
    expect(one.page.locator(".won")).to_be_visible()
    winners = party.account().sheet.winners
    assert all(party.words(one).name(f"player.{colour}") in one.page.locator(".won").inner_text() for colour in winners)


def opened_by_keyboard(keys: Keyboard, tables: Tables, game: str) -> Party:
    """A table for two, both seats on this device; of Magna Carta the beginners' game."""
    page, say = keys.one.page, keys.one.words.say
    keys.one.go("/")
    keys.to(text=say("web.front.new"))
    keys.press("Enter")
    page.wait_for_url("**/new")
    if game == "magna_carta":
        keys.to(text=page.locator(".which a[href*=magna_carta]").inner_text())
        keys.press("Enter")
        page.wait_for_url("**/new?game=magna_carta")
        keys.to(text=say("web.new.more"))
        keys.press("Enter")
        keys.to(name="chance", value="own")
        keys.press("ArrowDown")  # nobody has cards at hand: the app deals
        keys.to(name="variant", value="intro")
        keys.press("Space")
        keys.to("Shift+Tab", text=say("web.new.open"))
    else:
        keys.to(text=say("web.new.open"))
    keys.press("Enter")
    page.wait_for_url(re.compile("/[jt]/"))
    code = keys.one.code
    keys.to(text=say("web.join.all"))
    keys.press("Enter")
    page.wait_for_url(f"**/t/{code}")
    expect(page.locator(".invited")).to_have_count(0)
    keys.one.live()
    keys.to(text=say("web.laying.done"))
    keys.press("Enter")
    expect(page.locator("#laying")).to_have_count(0)
    table = tables.place(tables.by_code(code).id).table
    assert game == "caylus" or table.rules.variants == ("intro",)
    return Party(tables, code, dict.fromkeys(table.setup.colours, keys.one))
