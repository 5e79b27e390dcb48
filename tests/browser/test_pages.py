"""Pages that need no table, as people read them: for a thumb, by keyboard, without scripts, over a slow line."""

from playwright.sync_api import Browser, Page

from tests.browser.axe import TARGET
from tests.browser.conftest import Devices
from tests.chromium import put_away

PAGES = (
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
)

FIRST_PAGE_BYTES = 120_000


def test_targets_are_large_enough_for_a_thumb(device: Devices) -> None:
    """Every control, and every link that is not within a sentence."""
    measure = """() => [...document.querySelectorAll('button, select, input:not([type=hidden]), summary, a')]
      .filter(one => one.getClientRects().length && !one.matches('.skip, h2 a'))
      .map(one => {
        const area = one.closest('label, .tile, .hits li') || one
        const box = area.getBoundingClientRect()
        return [one.outerHTML.slice(0, 90), Math.round(box.width), Math.round(box.height)]
      })"""
    phone, small = device("en"), {}
    phone.expected = ("status of 404",)
    for address in PAGES:
        page = phone.go(address).page
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        small[address] = [found for found in page.evaluate(measure) if found[2] < TARGET]
    assert {address: found for address, found in small.items() if found} == {}


def test_a_look_up_without_scripts(device: Devices) -> None:
    """From the first page to the tile on one's own box, in one's own language: two taps and a word."""
    page = device("en", scripts=False).go("/").page
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


def test_the_keyboard_reaches_the_content_and_shows_where_it_is(device: Devices) -> None:
    page = device("en").go("/rules/caylus").page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


def test_the_letters_are_ours(device: Devices) -> None:
    """Names in Grenze Gotisch, never small; everything else in Source Sans 3."""
    page = device("de").go("/rules/caylus").page
    loaded = page.evaluate("document.fonts.ready.then(() => [...document.fonts].filter(f => f.status == 'loaded')"
                           ".map(f => f.family.replaceAll('\"', '')))")  # fmt: skip
    assert set(loaded) == {"Grenze Gotisch", "Source Sans 3"}
    sizes = page.evaluate(
        "[...document.querySelectorAll('body *')].map(one => getComputedStyle(one))"
        ".filter(style => style.fontFamily.startsWith('\"Grenze')).map(style => parseFloat(style.fontSize))"
    )
    assert min(sizes) >= 18


def test_the_first_page_is_light_and_a_further_one_costs_its_text_alone(browser: Browser, address: str) -> None:
    """Text, styles and letters together, over the wire; styles and letters are kept by the phone."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    page.wait_for_load_state("networkidle")
    sizes = transferred(page, "navigation") + transferred(page, "resource")
    assert len(sizes) >= 8  # the page, four style sheets, three fonts
    assert 0 < sum(sizes) < FIRST_PAGE_BYTES, sum(sizes)
    for building in ("mason", "tailor"):  # the small woodcuts come with the first of them
        page.goto(f"{address}/rules/caylus/building.{building}")
        page.wait_for_load_state("networkidle")
    parts = transferred(page, "resource")
    assert len(parts) >= 6
    *kept, picture = sorted(parts)  # the large woodcut of this building is its own
    assert set(kept) == {0}
    assert picture < 6000
    put_away(context)


def transferred(page: Page, kind: str) -> list[int]:
    """The bytes of what a page has fetched."""
    sizes: list[int] = page.evaluate(f"performance.getEntriesByType('{kind}').map(one => one.transferSize)")
    return sizes
