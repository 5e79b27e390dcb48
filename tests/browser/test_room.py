"""What is seen on arrival: the choices themselves, on every size of screen, with nothing lying over one of them."""

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.table.commands import Correct, Undo
from companion.table.people import Who
from tests.browser.pages import CHOICES
from tests.chromium import put_away
from tests.looks import looked
from tests.web.tables import Opened, opened
from tests.words import LANGUAGES

SIZES = [(320, 568), (390, 844), (844, 390), (768, 1024), (1280, 800)]
COLOURS = ("red", "blue", "green", "orange")

_SEEN = """() => {
  const radios = [...document.querySelectorAll("#choice input[name=action]")].filter(one => one.value);
  const labels = radios.map(one => one.labels[0]).filter(one => one && !one.closest(".panel, .quiet"));
  return labels.map(label => {
    const box = label.getBoundingClientRect();
    const inside = box.width > 0 && box.top >= 0 && box.left >= 0
      && box.bottom <= innerHeight && box.right <= innerWidth;
    const spots = [[.5, .5], [.1, .1], [.9, .1], [.1, .9], [.9, .9]].map(([x, y]) =>
      document.elementFromPoint(box.left + box.width * x, box.top + box.height * y));
    return {of: label.htmlFor, seen: inside && spots.every(spot => label.contains(spot) || spot?.closest(".figures"))};
  });
}"""

_SHARE = """() => {
  const zones = "#choice .table-side, #choice section, #choice .walls, #choice .favors, .bar *";
  const boxes = [...document.querySelectorAll(zones)]
    .map(one => one.getBoundingClientRect()).filter(box => box.height && box.top < innerHeight);
  return Math.min(innerHeight, Math.max(...boxes.map(box => box.bottom))) - Math.min(...boxes.map(box => box.top));
}"""


def seat(
    browser: Browser, address: str, table: Opened, size: tuple[int, int], language: str = "de", *, scripts: bool = True
) -> Iterator[Page]:
    """The seat of whoever is asked, as they find it when they come."""
    viewport = ViewportSize(width=size[0], height=size[1])
    context = browser.new_context(viewport=viewport, reduced_motion="reduce", java_script_enabled=scripts)
    cookies = {"language": language, "device": f"token-{table.table.waiting}"}
    context.add_cookies([{"name": name, "value": text, "url": address} for name, text in cookies.items()])
    page = context.new_page()
    page.goto(f"{address}/t/{table.code}")
    if scripts:
        page.evaluate("document.fonts.ready")
    yield page
    put_away(context)


def seen(page: Page) -> list[str]:
    """The choices that lie whole and uncovered on the screen."""
    return [one["of"] for one in page.evaluate(_SEEN) if one["seen"]]


def hidden(page: Page) -> list[str]:
    """Those that do not."""
    return [one["of"] for one in page.evaluate(_SEEN) if not one["seen"]]


@pytest.mark.parametrize("size", SIZES)
def test_every_place_for_the_first_worker_is_seen(
    browser: Browser, app: Flask, address: str, size: tuple[int, int]
) -> None:
    table = opened(app, "caylus", "de", COLOURS, names=("W" * 30, "Bea", "Cas", "Dora")).sit(*COLOURS)
    for page in seat(browser, address, table, size):
        assert hidden(page) == []
        assert len(seen(page)) == 16
        page.locator("label[for=o-place-gate]").click()
        assert page.locator("#y-o-place-gate").is_visible()
        assert len(seen(page)) >= 13


def test_a_built_up_road_is_seen_whole(browser: Browser, app: Flask, address: str) -> None:
    """25 spaces: all of them on a usual phone; on a small one the rest is one swipe away."""
    table = built_up(app)
    for page in seat(browser, address, table, (390, 844)):
        assert hidden(page) == []
        assert len(seen(page)) > 25
    for page in seat(browser, address, table, (320, 568)):
        first = set(seen(page))
        page.evaluate("scrollTo(0, 400)")
        assert first | set(seen(page)) == {one["of"] for one in page.evaluate(_SEEN)}


def built_up(app: Flask) -> Opened:
    """A table where 25 spaces of the road are built on."""
    table = opened(app, "caylus", "de", COLOURS).sit(*COLOURS)
    left = looked(table.table.referee, table.table.state)["stock"]
    stock = [name for category in ("wood", "stone") for name in left[category]]
    free = [n for n in range(9, 29) if n != 16][:16]
    changes = {f"road.{n}": f"{name}={COLOURS[n % 4]}" for n, name in zip(free, dict.fromkeys(stock), strict=False)}
    table.tables.act(table.id, Correct(changes=changes), Who(frozenset(), host=True), seen=table.table.seq)
    return table


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scripts", [True, False])
def test_many_ways_to_pay_are_chosen_in_steps(
    browser: Browser, app: Flask, address: str, size: tuple[int, int], scripts: bool
) -> None:
    """45 mixes for the alchemist: never more than a few of them to look at, and each can be had."""
    table = at_the_alchemist(app)
    wanted = "trade 1W3S>2G"
    for page in seat(browser, address, table, size, scripts=scripts):
        shown = page.locator("#choice .branches label:visible")
        counts = [shown.count()]
        for step in page.locator("#choice .branches > li", has=page.locator(f'[value="{wanted}"]')).all():
            step.locator("> label").click()
            counts.append(shown.count())
        assert counts[0] == 2
        assert max(counts) <= 2 + 5 + 5 + 6
        page.locator(f'label[for="o-{wanted.replace(" ", "-").replace(">", "-")}"]').click()
        page.locator(".yes:visible").click()
        expect(page.locator(".asks")).not_to_contain_text("Tausch")
        assert table.table.game.look()["players"][ALCHEMIST]["cubes"]["gold"] == 2
        table.tables.act(table.id, Undo(to=table.table.seq), Who(host=True), seen=table.table.seq)


ALCHEMIST = "green"


def at_the_alchemist(app: Flask) -> Opened:
    """A table where the owner of the alchemist may trade, and has enough of everything."""
    table = opened(app, "caylus", "de", COLOURS, seed=2).sit(*COLOURS)
    cubes = {f"{ALCHEMIST}.{kind}": "4" for kind in ("food", "wood", "stone", "cloth")}
    changes = cubes | {"road.9": f"alchemist={ALCHEMIST}", "provost": "9"}
    table.tables.act(table.id, Correct(changes=changes), Who(frozenset(), host=True), seen=table.table.seq)
    while (decision := table.table.decision) and decision.kind != "trade":
        mine = decision.seat == ALCHEMIST and "place alchemist" in decision.options
        table.play("place alchemist" if mine else "pass" if "pass" in decision.options else "stay")
    return table


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("game", "kind"), [(game, kind) for game, kinds in CHOICES.items() for kind in kinds])
def test_up_to_eight_choices_are_seen_at_once(
    browser: Browser, app: Flask, address: str, game: str, kind: str, size: tuple[int, int]
) -> None:
    """And at least half of the screen is what can be chosen."""
    for seed in range(1, 20):
        table = opened(app, game, "de", COLOURS, seed=seed).sit(*COLOURS)
        try:
            table.play_until(lambda one: one.kind == kind and 1 < len(one.options) <= 9)
            break
        except AssertionError:
            continue
    for page in seat(browser, address, table, size):
        assert hidden(page) == []
        assert page.evaluate(_SHARE) >= size[1] / 2
        assert page.evaluate(_STICKS_OUT) == []


_STICKS_OUT = """() => {
  const bar = parseFloat(getComputedStyle(document.querySelector(".bar")).getPropertyValue("--bar"));
  return [...document.querySelectorAll(".quiet")].filter(one => one.getBoundingClientRect().top < innerHeight - bar)
    .map(one => one.innerText);
}"""
"""The quiet buttons that are higher than the bar in which they lie."""

_BUTTONS = """() => [...document.querySelectorAll(".yes, .quiet, .nothing-yet")]
  .filter(one => one.offsetWidth && getComputedStyle(one).visibility === "visible")
  .flatMap(one => [...one.querySelectorAll("span, b, svg")].map(part => [one, part]))
  .filter(([one, part]) => part.closest(".yes, .quiet, .nothing-yet") === one && !part.closest(".unseen"))
  .filter(([one, part]) => {
    const outer = one.getBoundingClientRect(), inner = part.getBoundingClientRect();
    const cut = getComputedStyle(part).overflow !== "visible" && part.scrollWidth > part.clientWidth + 1;
    return inner.width && (cut || inner.left < outer.left || inner.right > outer.right);
  }).map(([one]) => one.id || one.className)"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["batch", "build", "trade"])
def test_a_button_on_a_small_phone_says_all_that_it_costs_and_brings(
    browser: Browser, app: Flask, address: str, kind: str, language: str
) -> None:
    table = opened(app, "caylus", language, COLOURS).sit(*COLOURS)
    table.play_until(lambda one: one.kind == kind and len(one.options) > 1)
    for page in seat(browser, address, table, (320, 568), language):
        page.locator("#choice :is(.deal-row, .card:not(.closed)) > label").first.click()
        assert page.locator(".yes:visible").count() == 1
        assert page.evaluate(_BUTTONS) == []


@pytest.mark.parametrize("size", [(320, 568), (390, 844)])
def test_a_full_purse_and_a_full_castle_fit_the_page(
    browser: Browser, app: Flask, address: str, size: tuple[int, int]
) -> None:
    five = (*COLOURS, "black")
    table = opened(app, "caylus", "de", five, names=("W" * 30,)).sit(*five)
    while len(looked(table.table.referee, table.table.state)["castle"]["workers"]) < len(five):
        options = table.table.decision.options if table.table.decision else ("pass",)
        table.play("place castle" if "place castle" in options else options[0])
    rich = {"deniers": "18", "food": "12", "wood": "10", "stone": "10", "cloth": "3", "gold": "2", "prestige": "188"}
    changes = {f"{table.table.waiting}.{what}": n for what, n in rich.items()}
    table.tables.act(table.id, Correct(changes=changes), Who(frozenset(), host=True), seen=table.table.seq)
    for page in seat(browser, address, table, size):
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
        strip = page.locator(".castle-strip .about")
        assert strip.locator("> .shape").count() == len(five)
        assert strip.evaluate("one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight")


def test_a_space_that_the_provost_can_reach_is_never_folded_away(browser: Browser, app: Flask, address: str) -> None:
    table = opened(app, "caylus", "de", ("red", "blue"), seed=2).sit("red", "blue")
    table.play_until(lambda one: one.kind == "bribe" and "provost +3" in one.options)
    changes = {"provost": "20"}
    table.tables.act(table.id, Correct(changes=changes), Who(frozenset(), host=True), seen=table.table.seq)
    for size in ((320, 568), (390, 844)):
        for page in seat(browser, address, table, size):
            page.locator('label[for="o-provost-+3"]').click()
            assert page.locator('[id="y-o-provost-+3"]').is_visible()
