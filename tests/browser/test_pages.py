"""The pages as people see them: on a phone, on a table, in every language, by day and by night, without scripts."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.chromium import put_away
from tests.patience import PATIENCE
from tests.serving import serving
from tools.words.pseudo import PSEUDO

AXE = (Path(__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
WIDTHS = (320, 390, 1280)

PAGES = [
    "/",
    "/rules/caylus?variant=lawyer_3",
    "/rules/magna_carta",
    "/rules/caylus/building.s_farm",
    "/rules/magna_carta/building.bank",
    "/rules/caylus/line.buildings",
    "/rules/caylus/ruling.lawyer_beyond_provost",
    "/search?q=farm",
    "/compare/caylus?first=nl&second=nl-first",
    "/rules/caylus/taylor",
]

FIRST_PAGE_BYTES = 120_000
TARGET = 48


@contextmanager
def looking(
    browser: Browser, url: str, language: str, *, width: int = 390, scheme: str = "light", scripts: bool = False
) -> Iterator[Page]:
    """A page of a browser in a language; anything that it asks of another host, or that fails, is a fault."""
    context = browser.new_context(
        viewport=ViewportSize(width=width, height=844),
        color_scheme="dark" if scheme == "dark" else "light",
        java_script_enabled=scripts,
        bypass_csp=scripts,
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE * 1000)
    context.add_cookies([{"name": "language", "value": language, "url": url}])
    with _watched(context, url) as page:
        yield page
    put_away(context)


@contextmanager
def _watched(context: BrowserContext, url: str) -> Iterator[Page]:
    page = context.new_page()
    faults: list[str] = []
    page.on("request", lambda asked: faults.append(asked.url) if not asked.url.startswith(url) else None)
    page.on("requestfailed", lambda asked: faults.append(asked.url) if "ABORTED" not in str(asked.failure) else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
    yield page
    assert faults == []


def test_nothing_sticks_out(longer: Flask, browser: Browser) -> None:
    """In a language that is 40 % longer than English; tests/browser looks at all pages in the others."""
    with serving(longer) as served, looking(browser, served, PSEUDO, scripts=True) as page:
        for address in PAGES:
            page.goto(served + address)
            assert "~~~" in page.title()
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 844})
                wide = page.evaluate("document.documentElement.scrollWidth")
                assert wide <= width, f"{address} at {width}: {wide}"


def test_targets_are_large_enough_for_a_thumb(served: str, browser: Browser) -> None:
    """Every control, and every link that is not within a sentence."""
    measure = """() => [...document.querySelectorAll('button, select, input:not([type=hidden]), summary, a')]
      .filter(one => one.getClientRects().length && !one.matches('.skip, h2 a'))
      .map(one => {
        const area = one.closest('label, .tile, .hits li') || one
        const box = area.getBoundingClientRect()
        return [one.outerHTML.slice(0, 90), Math.round(box.width), Math.round(box.height)]
      })"""
    with looking(browser, served, "en", scripts=True) as page:
        for address in PAGES:
            page.goto(served + address)
            page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            small = [found for found in page.evaluate(measure) if found[2] < TARGET]
            assert small == [], address


def test_a_look_up_without_scripts(served: str, browser: Browser) -> None:
    """From the first page to the tile on one's own box, in one's own language: two taps and a word."""
    with looking(browser, served, "en") as page:
        page.goto(served)
        page.get_by_role("button", name="NL Nederlands").click()
        assert page.locator("html").get_attribute("lang") == "nl"
        page.get_by_label("Naam of vraag, in elke taal").fill("Schneider")
        page.keyboard.press("Enter")
        page.get_by_role("link", name="Kleermaker", exact=True).click()
        page.get_by_text("Je doos:").click()
        page.get_by_label("Je doos").select_option("nl-first")
        page.get_by_role("button", name="Tonen").click()
        assert page.get_by_text("Ruil 1 linnen voor 2 PP").is_visible()
        page.get_by_role("link", name="Caylus", exact=True).click()
        assert page.get_by_text("Ruil 1 linnen voor 2 PP").is_visible()


def test_the_keyboard_reaches_the_content_and_shows_where_it_is(served: str, browser: Browser) -> None:
    with looking(browser, served, "en", scripts=True) as page:
        page.goto(f"{served}/rules/caylus")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('main') !== null")
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid"


def test_the_letters_are_ours(served: str, browser: Browser) -> None:
    """Names in Grenze Gotisch, never small; everything else in Source Sans 3."""
    with looking(browser, served, "de", scripts=True) as page:
        page.goto(f"{served}/rules/caylus")
        loaded = page.evaluate("document.fonts.ready.then(() => [...document.fonts].filter(f => f.status == 'loaded')"
                               ".map(f => f.family.replaceAll('\"', '')))")  # fmt: skip
        assert set(loaded) == {"Grenze Gotisch", "Source Sans 3"}
        sizes = page.evaluate(
            "[...document.querySelectorAll('body *')].map(one => getComputedStyle(one))"
            ".filter(style => style.fontFamily.startsWith('\"Grenze')).map(style => parseFloat(style.fontSize))"
        )
        assert min(sizes) >= 18


def test_the_first_page_is_light(served: str, browser: Browser) -> None:
    """Text, styles and letters together, over the wire."""
    with looking(browser, served, "nl", scripts=True) as page:
        page.goto(served)
        page.wait_for_load_state("networkidle")
        sizes = page.evaluate(
            "['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))"
            ".map(one => one.transferSize)"
        )
        assert len(sizes) >= 8  # the page, four style sheets, three fonts
        assert 0 < sum(sizes) < FIRST_PAGE_BYTES, sum(sizes)


def test_styles_and_letters_are_kept_by_the_phone(served: str, browser: Browser) -> None:
    """So a further page costs its text alone."""
    with looking(browser, served, "nl", scripts=True) as page:
        page.goto(served)
        page.wait_for_load_state("networkidle")
        for building in ("mason", "tailor"):  # the woodcuts come with the first of them
            page.goto(f"{served}/rules/caylus/building.{building}")
            page.wait_for_load_state("networkidle")
        parts = page.evaluate("performance.getEntriesByType('resource').map(one => [one.name, one.transferSize])")
        assert len(parts) >= 6
        assert [name for name, size in parts if size] == []
