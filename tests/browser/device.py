"""A device at the table: a window of its own, in its own language, every complaint of which is a fault."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, ViewportSize

from companion.i18n.translator import Translator
from tests.patience import PATIENCE

Scheme = Literal["light", "dark"]

LOCALES = {"nl": "nl-NL", "de": "de-DE", "en": "en-GB", "fr": "fr-FR"}
"""What the browser of a device says that its owner reads."""

HEIGHT = 844

BETWEEN = 50
"""Milliseconds between two looks at a page: to look at every frame takes more than what is looked for."""

SIZES = ((320, 568), (390, 844), (844, 390), (768, 1024), (1280, 800))
"""Screens: a small phone and a usual one, upright and on its side; a tablet; a laptop."""

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


class Windows:
    """The windows of a browser. To open one takes Chromium longer than most tests, so each is used again."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self._idle: dict[tuple[str, bool], list[Page]] = defaultdict(list)

    def device(self, language: str, width: int = 390, *, scripts: bool = True) -> "Device":
        """A device that nobody has used before, as far as it can tell."""
        idle = self._idle[language, scripts]
        page = idle.pop() if idle else self._opened(language, scripts=scripts)
        page.set_viewport_size(ViewportSize(width=width, height=HEIGHT))
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        return Device(self.address, language, page, idle)

    def _opened(self, language: str, *, scripts: bool) -> Page:
        context = self.browser.new_context(locale=LOCALES[language], java_script_enabled=scripts)
        context.set_default_timeout(PATIENCE * 1000)
        return context.new_page()


class Device:
    """One phone, tablet or screen on the wall."""

    def __init__(self, address: str, language: str, page: Page, idle: list[Page]) -> None:
        self.address, self.language, self.page, self._idle = address, language, page, idle
        self.context = page.context
        self.words = Translator(language)
        self.faults: list[str] = []
        self.expected: tuple[str, ...] = ()
        """Complaints that a proof brings about itself, by a part of their words."""
        self._heard: Mapping[str, Callable[[Any], None]] = {
            "console": self._said,
            "weberror": lambda error: self.faults.append(f"error: {error.error}"),
            "request": self._asked,
        }
        for event, listener in self._heard.items():
            self.context.on(event, listener)  # type: ignore[call-overload]

    def _said(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") or "Content Security Policy" in said.text:
            self.faults.append(f"console: {said.text} ({said.location.get('url', '')})")

    def _asked(self, asked: Request) -> None:
        if not asked.url.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"another host: {asked.url}")

    def close(self) -> None:
        """Away, and everything that it complained of is told. Whoever has the window next finds nothing in it."""
        self.page.goto("about:blank")
        for event, listener in self._heard.items():
            self.context.remove_listener(event, listener)
        self.context.set_offline(False)
        self.page.unroute_all(behavior="ignoreErrors")
        self.page.goto(f"{self.address}/health")
        self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.context.clear_cookies()
        self._idle.append(self.page)
        unexpected = [one for one in self.faults if not any(part in one for part in self.expected)]
        assert not unexpected, unexpected

    # what it is

    def cookies(self, **values: str) -> "Device":
        """Keep these cookies."""
        self.context.add_cookies([{"name": k, "value": v, "url": self.address} for k, v in values.items() if v])
        return self

    def size(self, width: int, height: int = HEIGHT) -> "Device":
        """Turn it, or take a larger one."""
        self.page.set_viewport_size(ViewportSize(width=width, height=height))
        return self

    # where it is

    def go(self, path: str) -> "Device":
        """Open an address of the app."""
        self.page.goto(self.address + path)
        return self

    def press(self, id: str, **args: str) -> None:
        """A button by its words in the language of this device."""
        name = self.words.say(id, **args)
        self.page.get_by_role("button", name=name, exact=True).click()

    def sit(self, code: str, token: str, screen: str = "") -> "Device":
        """Be the device with a token, at the page of its seat or another screen of the table."""
        return self.cookies(device=token).go(f"/t/{code}{screen and '/' + screen}")

    @property
    def code(self) -> str:
        """The code of the table whose page is open."""
        return self.page.url.split("?")[0].rstrip("/").split("/")[-1]

    # what it shows

    def top(self) -> Top:
        """What stands above the screen."""
        return Top(**self.page.evaluate(_TOP))

    def until(self, said: str, arg: object = None) -> Top:
        """Wait until it shows something by itself: `said` is JavaScript about what stands above the screen."""
        asks = f"arg => {{ const top = ({_TOP})(); return top && {said}; }}"
        self.page.wait_for_function(asks, arg=arg, polling=BETWEEN)
        return self.top()

    def caught_up(self, seq: int) -> Top:
        """Wait until it shows the table as it is."""
        return self.until("top.seq >= arg", seq)

    def live(self) -> Top:
        """Wait until it follows."""
        return self.until("top.line === 'live'")

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
