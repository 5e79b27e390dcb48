"""The street of tiles, the same on every screen: its names, numbers and figures where they can be read."""

import pytest
from flask import Flask

from tests.browser.conftest import Devices
from tests.browser.device import Device
from tests.browser.party import COLOURS
from tests.web.tables import Opened, opened
from tests.words import LANGUAGES

SIZES = ((320, 568), (390, 844), (600, 900), (768, 1024), (1280, 800))

_SHOWN = """() => {
  const shown = e => e.checkVisibility() && e.getBoundingClientRect().width > 1;
  const texts = [...document.querySelectorAll(".table-side *, .ledger *")]
    .filter(e => !e.closest("svg, .unseen, .panel") && shown(e))
    .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()));
  const tiles = [...document.querySelectorAll(".tile")].filter(shown);
  const within = (part, tile) => {
    const [a, b] = [part.getBoundingClientRect(), tile.getBoundingClientRect()];
    return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  };
  return {
    small: texts.filter(e => parseFloat(getComputedStyle(e).fontSize) < 12).map(e => e.outerHTML.slice(0, 120)),
    names: tiles.filter(tile => tile.querySelector(".called") && shown(tile.querySelector(".called"))).length,
    named: tiles.filter(tile => tile.querySelector(".called")).length,
    broken: tiles.flatMap(tile => [...tile.querySelectorAll(".called")].filter(shown)
      .filter(e => e.scrollWidth > e.clientWidth + 1 || !within(e, tile)).map(e => e.textContent)),
    numbers: [...document.querySelectorAll(".road .tile")].filter(shown)
      .filter(tile => ![...tile.querySelectorAll(".n, .vacant, .bridge-steps")].some(shown)).length,
    outside: tiles.flatMap(tile => [...tile.querySelectorAll(".figures")].filter(e => !within(e, tile))).length,
    wide: document.documentElement.scrollWidth - innerWidth,
  };
}"""


def evening(app: Flask, game: str, language: str) -> Opened:
    """A table of as many as can play, well under way."""
    players = COLOURS[: {"caylus": 5, "magna_carta": 4}[game]]
    table = opened(app, game, language, players, names=("W" * 30,), seed=3).sit(*players)
    for _ in range(160):
        table.step()
    return table


def shown(one: Device, width: int, height: int) -> dict[str, object]:
    page = one.size(width, height).page
    page.evaluate("document.fonts.ready")
    found: dict[str, object] = page.evaluate(_SHOWN)
    return found


@pytest.mark.drawn(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
@pytest.mark.parametrize("screen", ["", "board", "replay"])
def test_names_numbers_and_figures_are_read_on_every_screen(
    app: Flask, device: Devices, screen: str, game: str, language: str
) -> None:
    table = evening(app, game, language)
    one = device(language).sit(table.code, "token-red", screen)
    for width, height in SIZES:
        found = shown(one, width, height)
        named = found.pop("named")
        assert found.pop("names") == (named if width >= 600 else 0), (width, named)
        assert found == {"small": [], "broken": [], "numbers": 0, "outside": 0, "wide": 0}, width
