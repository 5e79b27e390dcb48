"""What is seen on arrival: the choices themselves, on every size of screen, with nothing lying over one of them."""

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from companion.table.commands import Correct
from companion.table.people import Who
from tests.browser.conftest import Devices
from tests.browser.device import SIZES, Device
from tests.browser.pages import CHOICES
from tests.browser.party import COLOURS, asked
from tests.looks import looked
from tests.web.tables import Opened, opened
from tests.words import LANGUAGES

FOUR = COLOURS[:4]

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


def arrived(device: Devices, table: Opened, language: str = "de", *, scripts: bool = True) -> Device:
    """The device of whoever is asked, at their seat."""
    return device(language, scripts=scripts).sit(table.code, f"token-{table.table.waiting}")


def on_every_size(one: Device) -> Iterator[tuple[int, int]]:
    """The page that is open as each size of screen shows it on arrival."""
    for size in SIZES:
        one.size(*size).page.evaluate("document.fonts.ready.then(() => scrollTo(0, 0))")
        yield size


def seen(page: Page) -> list[str]:
    """The choices that lie whole and uncovered on the screen."""
    return [one["of"] for one in page.evaluate(_SEEN) if one["seen"]]


def hidden(page: Page) -> list[str]:
    """Those that do not."""
    return [one["of"] for one in page.evaluate(_SEEN) if not one["seen"]]


def test_every_place_for_the_first_worker_is_seen(app: Flask, device: Devices) -> None:
    table = opened(app, "caylus", "de", FOUR, names=("W" * 30, "Bea", "Cas", "Dora")).sit(*FOUR)
    one = arrived(device, table)
    places = {size: (len(seen(one.page)), hidden(one.page)) for size in on_every_size(one)}
    assert places == dict.fromkeys(SIZES, (16, []))
    one.page.locator("label[for=o-place-gate]").click()
    for size in on_every_size(one):
        assert one.page.locator("#y-o-place-gate").is_visible(), size
        assert len(seen(one.page)) >= 13, size


def test_a_built_up_road_is_seen_whole(app: Flask, device: Devices) -> None:
    """25 spaces: all of them on a usual phone; on a small one the rest is one swipe away."""
    one = arrived(device, built_up(app)).size(390, 844)
    assert hidden(one.page) == []
    assert len(seen(one.page)) > 25
    one.size(320, 568)
    first = set(seen(one.page))
    one.page.evaluate("scrollTo(0, 400)")
    assert first | set(seen(one.page)) == {choice["of"] for choice in one.page.evaluate(_SEEN)}


def built_up(app: Flask) -> Opened:
    """A table where 25 spaces of the road are built on."""
    table = opened(app, "caylus", "de", FOUR).sit(*FOUR)
    left = looked(table.table.referee, table.table.state)["stock"]
    stock = [name for category in ("wood", "stone") for name in left[category]]
    free = [n for n in range(9, 29) if n != 16][:16]
    changes = {f"road.{n}": f"{name}={FOUR[n % 4]}" for n, name in zip(free, dict.fromkeys(stock), strict=False)}
    table.tables.act(table.id, Correct(changes=changes), Who(frozenset(), host=True), seen_seq=table.table.seq)
    return table


@pytest.mark.parametrize("scripts", [True, False])
def test_many_ways_to_pay_are_chosen_in_steps(app: Flask, device: Devices, scripts: bool) -> None:
    """45 mixes for the alchemist: never more than a few of them to look at, and each can be had."""
    table = at_the_alchemist(app)
    wanted = "trade 1W3S>2G"
    one = arrived(device, table, scripts=scripts)
    page = one.page
    shown = page.locator("#choice .branches label:visible")
    counts = [[shown.count() for _ in on_every_size(one)]]
    for step in page.locator("#choice .branches > li", has=page.locator(f'[value="{wanted}"]')).all():
        step.locator("> label").click()
        counts.append([shown.count() for _ in on_every_size(one)])
    assert set(counts[0]) == {2}
    assert max(map(max, counts)) <= 2 + 5 + 5 + 6
    way = page.locator('label[for="o-trade-1W3S-2G"]')
    assert all(way.is_visible() for _ in on_every_size(one))
    way.click()
    page.locator(".yes:visible").click()
    expect(page.locator(".asks")).not_to_contain_text("Tausch")
    assert table.table.game.look()["players"][ALCHEMIST]["cubes"]["gold"] == 2


ALCHEMIST = "green"


def at_the_alchemist(app: Flask) -> Opened:
    """A table where the owner of the alchemist may trade, and has enough of everything."""
    table = opened(app, "caylus", "de", FOUR, seed=2).sit(*FOUR)
    cubes = {f"{ALCHEMIST}.{kind}": "4" for kind in ("food", "wood", "stone", "cloth")}
    changes = cubes | {"road.9": f"alchemist={ALCHEMIST}", "provost": "9"}
    table.tables.act(table.id, Correct(changes=changes), Who(frozenset(), host=True), seen_seq=table.table.seq)
    while (decision := table.table.decision) and decision.kind != "trade":
        mine = decision.seat == ALCHEMIST and "place alchemist" in decision.options
        table.play("place alchemist" if mine else "pass" if "pass" in decision.options else "stay")
    return table


@pytest.mark.parametrize(("game", "kind"), [(game, kind) for game, kinds in CHOICES.items() for kind in kinds])
def test_up_to_eight_choices_are_seen_at_once(app: Flask, device: Devices, game: str, kind: str) -> None:
    """And at least half of the screen is what can be chosen."""
    one = arrived(
        device, asked(app, lambda one: one.kind == kind and 1 < len(one.options) <= 9, FOUR, game, edition="de")
    )
    wrong = {}
    for size in on_every_size(one):
        half = one.page.evaluate(_SHARE) >= size[1] / 2
        wrong[size] = (hidden(one.page), one.page.evaluate(_STICKS_OUT), half)
    assert wrong == dict.fromkeys(SIZES, ([], [], True))


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


@pytest.mark.parametrize("kind", ["batch", "build", "trade"])
def test_a_button_on_a_small_phone_says_all_that_it_costs_and_brings(app: Flask, device: Devices, kind: str) -> None:
    table = opened(app, "caylus", "de", FOUR).sit(*FOUR)
    table.play_until(lambda one: one.kind == kind and len(one.options) > 1)
    one = arrived(device, table).size(320, 568)
    cut = {}
    for language in LANGUAGES:
        one.cookies(language=language).go(f"/t/{table.code}")
        one.page.locator("#choice :is(.deal-row, .card:not(.closed)) > label").first.click()
        expect(one.page.locator(".yes:visible")).to_have_count(1)
        cut[language] = one.page.evaluate(_BUTTONS)
    assert {language: cutoff for language, cutoff in cut.items() if cutoff} == {}


def test_a_full_purse_and_a_full_castle_fit_the_page(app: Flask, device: Devices) -> None:
    table = opened(app, "caylus", "de", COLOURS, names=("W" * 30,)).sit(*COLOURS)
    while len(looked(table.table.referee, table.table.state)["castle"]["workers"]) < len(COLOURS):
        options = table.table.decision.options if table.table.decision else ("pass",)
        table.play("place castle" if "place castle" in options else options[0])
    rich = {"deniers": "18", "food": "12", "wood": "10", "stone": "10", "cloth": "3", "gold": "2", "prestige": "188"}
    changes = {f"{table.table.waiting}.{what}": n for what, n in rich.items()}
    table.tables.act(table.id, Correct(changes=changes), Who(frozenset(), host=True), seen_seq=table.table.seq)
    one = arrived(device, table)
    strip = one.page.locator(".castle-strip .about")
    for width, height in ((320, 568), (390, 844)):
        assert one.size(width, height).page.evaluate("document.documentElement.scrollWidth") == width
        assert strip.locator("> .shape").count() == len(COLOURS)
        assert strip.evaluate("one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight")


def test_a_space_that_the_provost_can_reach_is_never_folded_away(app: Flask, device: Devices) -> None:
    two = COLOURS[:2]
    table = opened(app, "caylus", "de", two, seed=2).sit(*two)
    table.play_until(lambda one: one.kind == "bribe" and "provost +3" in one.options)
    changes = {"provost": "20"}
    table.tables.act(table.id, Correct(changes=changes), Who(frozenset(), host=True), seen_seq=table.table.seq)
    one = arrived(device, table)
    for size in ((320, 568), (390, 844)):
        one.size(*size).go(f"/t/{table.code}")
        one.page.locator('label[for="o-provost-+3"]').click()
        assert one.page.locator('[id="y-o-provost-+3"]').is_visible()
