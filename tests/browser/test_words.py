"""No title, button or name breaks inside a word or vanishes: all buildings, long names, every kind of choice."""

import random
from collections.abc import Iterator, Mapping, Sequence

import pytest
from flask import Flask

from companion.rules import load
from tests.browser.device import Device, Windows
from tests.browser.pages import CHOICES, Example, examples
from tests.pairs import SEED
from tests.words import LANGUAGES

WIDTHS = (320, 360, 390, 768, 1280)
HEIGHTS = {1280: 800, 768: 1024}
DRAWN = 3
"""How many pages of a kind `make test` looks at in each language, drawn by a seed, at every width."""

BROKEN = """() => {
  const titles = `h1, h2, h3, button, .button, .go, summary, nav a, legend, .yes, .quiet, .asks, .called, .title,
    .name, .player, .named, .who, .rank, th, caption, dt, .does, .choose, label > b`;
  const inside = (word, box, style) => {
    const wide = style.overflowX === "hidden" || style.overflowX === "clip";
    const high = style.overflowY === "hidden" || style.overflowY === "clip";
    return (!wide || (word.left >= box.left - 1 && word.right <= box.right + 1))
      && (!high || (word.top >= box.top - 3 && word.bottom <= box.bottom + 3));
  };
  const cut = (element, word) => {
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (["auto", "scroll"].includes(style.overflowX)) return false;
      if (!inside(word, one.getBoundingClientRect(), style)) return true;
    }
    return word.left < -1 || word.right > innerWidth + 1;
  };
  const found = new Set();
  for (const element of document.querySelectorAll(titles)) {
    if (!element.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const own = text.parentElement;
      if (own.closest(".unseen, .skip, svg, select, noscript")) continue;
      if (getComputedStyle(own).clipPath !== "none" || !own.checkVisibility({visibilityProperty: true})) continue;
      for (const {0: word, index} of text.data.matchAll(/[^\\s\\u00ad\\u200b/-]+-?/gu)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = [...range.getClientRects()].filter(box => box.width > 0.5);
        const tops = new Set(lines.map(box => Math.round(box.top)));
        const long = /^(.)\\1+,?$/.test(word); // thirty times the same letter has to break
        const why = !lines.length ? "hidden" : tops.size > 1 && !long ? "broken" : cut(own, lines[0]) ? "cut" : "";
        if (why) found.add(`${why}: ${word} (${element.tagName.toLowerCase()}.${element.className})`);
      }
    }
  }
  return [...found];
}"""
"""What is wrong with words in titles, on buttons and in names: broken into lines, cut off, or not there."""


def buildings() -> Iterator[Example]:
    """The rules entry of every building."""
    for game in CHOICES:
        for name in load(game, "en").data.buildings:
            yield Example("rules.entry", f"/rules/{game}/building.{name}")


@pytest.fixture(scope="module")
def pages(app: Flask) -> Mapping[str, Sequence[Example]]:
    """The pages of the rules, and those of the tables."""
    return {"rules": [*buildings()], "tables": examples(app)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["rules", "tables"])
def test_no_title_button_or_name_breaks_or_vanishes(
    pages: Mapping[str, Sequence[Example]], windows: Windows, pytestconfig: pytest.Config, kind: str, language: str
) -> None:
    looks = pages[kind]
    if not pytestconfig.getoption("whole"):
        looks = random.Random(f"{SEED}/{kind}/{language}").sample(looks, DRAWN)
    one = windows.device("en")
    one.expected = ("status of 404", "status of 422")
    found = {look.name: wrong for look in looks if (wrong := broken(one, look, language))}
    one.close()
    assert found == {}


def broken(one: Device, look: Example, language: str) -> dict[int, list[str]]:
    """What is wrong with the words of a page in a language, by width."""
    one.context.clear_cookies()
    one.cookies(language=language, device=look.token, organiser=look.token)
    one.size(WIDTHS[0]).go(look.path)
    if look.press:
        one.page.evaluate("document.querySelectorAll('main details:not(.number)').forEach(one => one.open = true)")
        one.page.locator(look.press).first.click()
        one.page.wait_for_load_state()
    one.page.evaluate("document.fonts.ready")
    found = {}
    for width in WIDTHS[3:] if look.path.endswith("/wall") else WIDTHS:  # nobody hangs a phone on the wall
        if wrong := one.size(width, HEIGHTS.get(width, 844)).page.evaluate(BROKEN):
            found[width] = wrong
    return found
