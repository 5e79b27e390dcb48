"""What is said beside the button that ends a step stands whole in its box, in every language, on every screen."""

from collections.abc import Iterator

from flask import Flask

from companion.engine.reminders import REMINDERS, Reminder
from companion.i18n.narration import reminder_line
from companion.i18n.translator import Translator
from companion.rules import load
from tests.browser.conftest import Devices
from tests.browser.device import SIZES
from tests.web.tables import opened
from tests.words import LANGUAGES

ARGS: dict[str, tuple[str | int, ...]] = {
    "seat": ("red",), "section": ("dungeon", "walls", "towers"), "goods": ("1R", "1d"), "favors": (1,),
    "building": ("joust_field",),
    "line": ("prestige", "deniers", "cubes", "buildings"),
}  # fmt: skip
"""What a reminder of Caylus can be about; anything else is a number."""

_FITS = """([box, sentences]) => sentences.filter(text => {
  box.querySelector(".reminder > span").textContent = text;
  return box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth;
})"""


def sentences(language: str) -> Iterator[str]:
    t = Translator(language, load("caylus", "en"))
    for id, names in REMINDERS.items():
        if id != "tokens_go":  # of Magna Carta alone
            for n in range(4):
                args = {name: ARGS.get(name, (3,))[n % len(ARGS.get(name, (3,)))] for name in names}
                if id != "keep" or n % 2:  # nobody keeps a favor
                    yield reminder_line(t, Reminder(id, args), {"red": "Friedrich"})


def test_every_reminder_fits_its_box(app: Flask, device: Devices) -> None:
    table = opened(app, "caylus", "en").sit("red", "blue", "green")
    table.play("place castle", "pass", "pass")
    one = device("en").cookies(device=f"token-{table.table.waiting}")
    too_long = {}
    for language in LANGUAGES:
        one.cookies(language=language).go(f"/t/{table.code}")
        box = one.page.locator(".nothing-yet").element_handle()
        for size in SIZES:
            too_long[language, size] = one.size(*size).page.evaluate(_FITS, [box, sorted(set(sentences(language)))])
    assert {where: texts for where, texts in too_long.items() if texts} == {}
