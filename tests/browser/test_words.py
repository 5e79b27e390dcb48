"""No title, button or name breaks inside a word or vanishes: all buildings, long names, every kind of choice."""

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest
from flask import Flask

from companion.rules import load
from tests.browser.device import Device, Windows
from tests.browser.pages import CHOICES, Example, examples
from tests.pairs import SEED
from tests.words import LANGUAGES

WIDTHS = (320, 360, 390, 768, 1280)
HEIGHTS = {1280: 800, 768: 1024}
DRAWN = 24
"""How many pages `make test` looks at, each in a language that a seed draws and at every width."""

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


@dataclass(frozen=True)
class Seen:
    """A page in a language."""

    page: Example
    language: str


def buildings() -> Iterator[Example]:
    """The rules entry of every building."""
    for game in CHOICES:
        for name in load(game, "en").data.buildings:
            yield Example("rules.entry", f"/rules/{game}/building.{name}")


def test_no_title_button_or_name_breaks_or_vanishes(app: Flask, windows: Windows, pytestconfig: pytest.Config) -> None:
    pages = [*buildings(), *examples(app)]
    looks: Sequence[Seen] = [Seen(*look) for look in itertools.product(pages, LANGUAGES)]
    if not pytestconfig.getoption("whole"):
        looks = random.Random(SEED).sample(looks, DRAWN)
    one = windows.device("en")
    one.expected = ("status of 404", "status of 422")
    found = {f"{look.page.name} {look.language}": wrong for look in looks if (wrong := broken(one, look))}
    one.close()
    assert found == {}


def broken(one: Device, look: Seen) -> dict[int, list[str]]:
    """What is wrong with the words of a page, by width."""
    one.context.clear_cookies()
    one.cookies(language=look.language, device=look.page.token, organiser=look.page.token)
    one.size(WIDTHS[0]).go(look.page.path)
    if look.page.press:
        one.page.evaluate("document.querySelectorAll('main details:not(.number)').forEach(one => one.open = true)")
        one.page.locator(look.page.press).first.click()
        one.page.wait_for_load_state()
    one.page.evaluate("document.fonts.ready")
    found = {}
    for width in WIDTHS[3:] if look.page.path.endswith("/wall") else WIDTHS:  # nobody hangs a phone on the wall
        if wrong := one.size(width, HEIGHTS.get(width, 844)).page.evaluate(BROKEN):
            found[width] = wrong
    return found
