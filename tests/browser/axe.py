"""Every page through axe (WCAG 2.2 AA), in each language, by day and by night, on two phones and a wide screen.

`make test` looks at a page once: a seed draws in which language and scheme and at which width, so that any two of
them meet on some page, and which of several pages of the same parts. With `--whole` each page is seen in all of them.
"""

import itertools
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Response

from tests.browser.device import Device, Scheme, Windows
from tests.browser.pages import Example
from tests.pairs import pairs, some
from tests.words import LANGUAGES
from tools.words.pseudo import PSEUDO

AXE = (Path(__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
TARGET = 48
"""The least height of what is tapped, in pixels."""

SPOKEN = (*LANGUAGES, PSEUDO)
"""All languages, and one that is 40 % longer than English."""

SCHEMES: tuple[Scheme, ...] = ("light", "dark")
WIDTHS = (320, 390, 1280)

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


def drawn(pages: Sequence[Example]) -> Iterator[Look]:
    """Each page once, of pages with other words alone some; any two of language, scheme and width on some page."""
    alike = defaultdict[str, list[Example]](list)
    for page in pages:
        alike[page.kind].append(page)
    pages = [page for kind, group in alike.items() for page in some(group, (len(group) + 1) // 2, kind)]
    looks = itertools.cycle(pairs(SPOKEN, SCHEMES, WIDTHS))
    drawn_looks = [Look(page, *look) for page, look in zip(pages, looks, strict=False)]
    # Looks alike follow each other: the page before is laid out again whenever the width or the scheme changes.
    return filter(_can_be, sorted(drawn_looks, key=lambda look: (look.width, look.scheme)))


def every(pages: Sequence[Example]) -> Iterator[Look]:
    """Each page in every look."""
    return filter(_can_be, (Look(*look) for look in itertools.product(pages, SPOKEN, SCHEMES, WIDTHS)))


def _can_be(look: Look) -> bool:
    """Return whether a page is there in a language: no sheet is printed in one that nobody speaks."""
    return look.language != PSEUDO or not look.page.path.startswith("/print/")


def faults(windows: Windows, looks: Iterable[Look]) -> Iterator[str]:
    """What is wrong with each look. While one page is looked at, the next one is already loading."""
    devices = [windows.device("en") for _ in range(2)]
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
    device.cookies(language=look.language, device=look.page.token, organiser=look.page.token).size(look.width, TALL)
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
        if not ("lang" in fault.partition(":")[0] and f'lang="{PSEUDO}"' in fault):  # nobody speaks it
            yield f"{look}: {fault}"
    if found["wide"] > look.width:
        yield f"{look}: {found['wide']} wide"
    if found["language"] != look.language:
        yield f"{look}: speaks {found['language']}"


def faults_within(device: Device, selector: str) -> list[str]:
    """What axe has against a part of the page that is open."""
    device.page.evaluate(AXE)
    found = device.page.evaluate(f"axe.run({json.dumps(selector)}, {_OPTIONS})")["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:150]}" for one in found]
