"""A device at the table: a browser of its own, in its own language, every complaint of which is a fault."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, ViewportSize

from companion.i18n.translator import Translator
from tests.chromium import put_away
from tests.patience import PATIENCE

LOCALES = {"nl": "nl-NL", "de": "de-DE", "en": "en-GB", "fr": "fr-FR"}
"""What the browser of a device says that its owner reads."""

HEIGHT = 844
"""Seconds until something that does not come is a fault."""

_TOP = """() => {
  const turn = document.getElementById("turn");
  return turn && {
    seq: Number(turn.dataset.seq), mine: "mine" in turn.dataset,
    asks: turn.querySelector(".asks").textContent, told: document.getElementById("told").textContent,
    line: document.getElementById("line").dataset.state || "", language: document.documentElement.lang,
  };
}"""

_OPTIONS = """() => {
  return [...document.querySelectorAll("#choice [name=action]")].map(one => one.value).filter(Boolean);
}"""

_PURSES = """() => Object.fromEntries([...document.querySelectorAll(".strip, .ledger tr[data-player]")].map(row => [
  row.dataset.player ?? row.querySelector(".player .shape").classList[1],
  [...row.querySelectorAll(".amount")].map(one =>
    [...one.classList].find(name => KINDS.includes(name)) + one.firstElementChild.textContent.trim()),
]))""".replace("KINDS", "['denier', 'food', 'wood', 'stone', 'cloth', 'gold', 'prestige', 'token', 'card', 'worker']")


@dataclass(frozen=True)
class Top:
    """What stands above every screen."""

    seq: int
    mine: bool
    asks: str
    told: str
    line: str
    language: str


class Device:
    """One phone, tablet or screen on the wall."""

    def __init__(
        self, browser: Browser, address: str, language: str, width: int = 390, *, scripts: bool = True, **how: Any
    ) -> None:
        self.address, self.language = address, language
        self.words = Translator(language)
        self.context = browser.new_context(
            viewport=ViewportSize(width=width, height=HEIGHT),
            locale=LOCALES[language],
            reduced_motion="reduce",
            java_script_enabled=scripts,
            **how,
        )
        self.context.set_default_timeout(PATIENCE * 1000)
        self.faults: list[str] = []
        self.expected: tuple[str, ...] = ()
        """Complaints that a proof brings about itself, by a part of their words."""
        self.context.on("console", self._said)
        self.context.on("weberror", lambda error: self.faults.append(f"error: {error.error}"))
        self.context.on("request", self._asked)
        self.page: Page = self.context.new_page()

    def _said(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") or "Content Security Policy" in said.text:
            self.faults.append(f"console: {said.text} ({said.location.get('url', '')})")

    def _asked(self, asked: Request) -> None:
        if not asked.url.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"another host: {asked.url}")

    def close(self) -> None:
        """Away, and everything that it complained of is told."""
        put_away(self.context)
        unexpected = [one for one in self.faults if not any(part in one for part in self.expected)]
        assert not unexpected, unexpected

    # where it is

    def go(self, path: str) -> "Device":
        """Open an address of the app."""
        self.page.goto(self.address + path)
        return self

    def press(self, id: str, **args: str) -> None:
        """A button by its words in the language of this device."""
        name = self.words.say(id, **args)
        self.page.get_by_role("button", name=name, exact=True).click()

    @property
    def code(self) -> str:
        """The code of the table whose page is open."""
        return self.page.url.split("?")[0].rstrip("/").split("/")[-1]

    # what it shows

    def top(self) -> Top:
        """What stands above the screen."""
        return Top(**self.page.evaluate(_TOP))

    def until(self, said: Callable[[Top], bool]) -> Top:
        """Wait until it shows something, by itself."""
        end = time.monotonic() + PATIENCE
        self.page.locator("#turn").wait_for(state="attached")
        while not said(found := self.top()):
            assert time.monotonic() < end, found
            self.page.wait_for_timeout(10)
        return found

    def caught_up(self, seq: int) -> Top:
        """Wait until it shows the table as it is."""
        return self.until(lambda top: top.seq >= seq)

    def live(self) -> Top:
        """Wait until it follows."""
        return self.until(lambda top: top.line == "live")

    def options(self) -> list[str]:
        """The choices that can be tapped."""
        found: list[str] = self.page.evaluate(_OPTIONS)
        return found

    def purses(self) -> dict[str, list[str]]:
        """What each player has, in signs and numbers."""
        found: dict[str, list[str]] = self.page.evaluate(_PURSES)
        return found

    def tap(self, action: str) -> None:
        """Make a choice: a button of its own is pressed; anything else is chosen, then the button that does it."""
        play(self.page, action)


def play(page: Page, action: str) -> None:
    """Make a choice as people do, whatever it looks like."""
    option = page.locator(f'#choice [name=action][value="{action}"]').first
    if option.evaluate("it => it.type === 'radio'"):
        id = option.get_attribute("id")
        label = page.locator(f'label[for="{id}"]').first
        for step in page.locator("#choice .branches > li", has=page.locator(f'[id="{id}"]')).all():
            step.locator("> label").click()  # one of many ways to pay: step by step
        if not label.is_visible():  # a way to pay: the building has to be chosen first
            page.locator("#choice li", has=page.locator(f'[name=action][value="{action}"]')).locator(
                "label"
            ).first.click()
        label.click()
        option = page.locator(f'[id="y-{id}"]')
    option.click()
