"""Every page through axe (WCAG 2.2 AA), in each language, by day and by night, on the smallest phone and a usual one.

`make test` looks at every page once in each language; scheme and width go round, so that each page is seen in both
schemes and at both widths, and each language with each of them. All combinations of all pages:

    python -m tests.browser.axe --all
"""

import argparse
import itertools
import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from playwright.sync_api import Browser, Response, ViewportSize

from companion.web import create_app
from tests.browser.device import Device
from tests.browser.pages import Example, examples
from tests.chromium import HOST, chromium
from tests.serving import serving
from tests.web.test_browser import AXE, RULES, TARGET
from tests.words import LANGUAGES

Scheme = Literal["light", "dark"]

ROUND: tuple[tuple[Scheme, int], ...] = (("light", 320), ("dark", 390), ("light", 390), ("dark", 320))
"""Any three that follow each other have both schemes and both widths."""


TALL = 10_000
"""As high as any page: what sticks to the lower edge of a screen covers nothing that could not be scrolled away."""

_NUMBER = 44
"""The height of a number in the purse, which stands above every choice: each pixel there is one less for the board."""

_OPTIONS = json.dumps({"runOnly": RULES, "resultTypes": ["violations"]})

_LOOK = f"""async least => {{
  document.querySelectorAll("main details:not(.number)").forEach(one => one.open = true);
  const found = (await axe.run({_OPTIONS})).violations;
  const small = [...document.querySelectorAll("main button, main select, main summary, main .go, main .button, nav a")]
    .filter(one => one.checkVisibility())
    .filter(one => one.getBoundingClientRect().height < (one.closest(".purse") ? {_NUMBER} : least) - .5);
  return {{
    language: document.documentElement.lang, wide: document.documentElement.scrollWidth,
    axe: found.map(one => `${{one.id}}: ${{one.nodes.map(node => node.html.slice(0, 150)).slice(0, 3).join(" | ")}}`),
    small: small.map(one => one.outerHTML.slice(0, 150)),
  }};
}}"""


@dataclass(frozen=True)
class Look:
    """A page in one of its looks."""

    page: Example
    language: str
    scheme: Scheme
    width: int

    def __str__(self) -> str:
        return f"{self.page.name} ({self.language}, {self.scheme}, {self.width})"


def usual(pages: Sequence[Example]) -> Iterator[Look]:
    """Each page once in each language."""
    for n, page in enumerate(pages):
        for m, language in enumerate(LANGUAGES):
            yield Look(page, language, *ROUND[(n + m) % len(ROUND)])


def every(pages: Sequence[Example]) -> Iterator[Look]:
    """Each page in every look."""
    for page, language, (scheme, width) in itertools.product(pages, LANGUAGES, ROUND):
        yield Look(page, language, scheme, width)


def faults(browser: Browser, address: str, looks: Iterable[Look]) -> Iterator[str]:
    """What is wrong with each look. While one page is looked at, the next one is already loading."""
    devices = [Device(browser, address, "en") for _ in range(2)]
    for one in devices:
        one.expected = ("status of 404", "status of 422")
    waiting: tuple[Device, Look] | None = None
    for device, look in zip(itertools.cycle(devices), looks, strict=False):
        answer = _load(device, look)
        if answer is None or answer.status != (404 if look.page.missing else 200):
            yield f"{look}: answered {answer.status if answer else 'nothing'}"
        if waiting:
            yield from _seen(*waiting)
        waiting = (device, look)
    if waiting:
        yield from _seen(*waiting)
    for one in devices:
        one.close()


def _load(device: Device, look: Look) -> Response | None:
    """Begin to load a page as a device of that seat has it."""
    device.context.clear_cookies()
    cookies = {"language": look.language, "device": look.page.token}
    device.context.add_cookies(
        [{"name": name, "value": value, "url": device.address} for name, value in cookies.items() if value]
    )
    device.page.set_viewport_size(ViewportSize(width=look.width, height=TALL))
    device.page.emulate_media(color_scheme=look.scheme)
    return device.page.goto(device.address + look.page.path, wait_until="commit")


def _seen(device: Device, look: Look) -> Iterator[str]:
    page = device.page
    page.wait_for_load_state()
    if look.page.press:
        page.evaluate("document.querySelectorAll('main details:not(.number)').forEach(one => one.open = true)")
        page.locator(look.page.press).first.click()
        page.wait_for_load_state()
    page.evaluate(AXE)
    found = page.evaluate(_LOOK, TARGET)
    for fault in (*found["axe"], *(f"small: {one}" for one in found["small"])):
        yield f"{look}: {fault}"
    if found["wide"] > look.width:
        yield f"{look}: {found['wide']} wide"
    if found["language"] != look.language:
        yield f"{look}: speaks {found['language']}"


def main() -> int:
    """Look at everything; the number of faults is the answer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="every combination of every page")
    arguments = parser.parse_args()
    app, begun = create_app(hosts=(HOST,)), time.monotonic()
    looks = list((every if arguments.all else usual)(examples(app)))
    found = 0
    with serving(app) as address, chromium() as browser:
        for fault in faults(browser, address, looks):
            found += 1
            sys.stdout.write(f"{fault}\n")
    sys.stdout.write(f"{len(looks)} looks, {found} faults, {time.monotonic() - begun:.0f} s\n")
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main())
