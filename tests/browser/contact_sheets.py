"""Every page at the five sizes of screen, side by side in one picture: `python -m tests.pictures --all`.

One picture for each page, language and color scheme. Names begin with a number, so that a folder shows them in order.
"""

import itertools
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from flask import Flask
from PIL import Image
from playwright.sync_api import Browser

from tests.browser.axe import SCHEMES
from tests.browser.device import SIZES, Device, Scheme, Windows
from tests.browser.pages import Example, examples

GAP = 12
"""Between two screens, in pixels."""

_IMAGES = """() => Promise.all([...document.images]
  .filter(one => one.checkVisibility() && one.getBoundingClientRect().top < innerHeight)
  .map(one => one.decode().catch(() => {})))"""
"""Wait for the pictures that are on the screen."""


def contact_sheets(
    browser: Browser, app: Flask, address: str, languages: tuple[str, ...], folder: Path
) -> Iterator[Path]:
    """Draw all of them; the files as they are written."""
    folder.mkdir(parents=True, exist_ok=True)
    device = Windows(browser, address).device("en")
    device.expected = ("status of 404", "status of 422")
    for n, page in enumerate(examples(app)):
        for language, scheme in itertools.product(languages, SCHEMES):
            screens = [_screen(device, page, language, scheme, size) for size in SIZES]
            file = folder / f"{n:02}-{_name(page)}-{language}-{scheme}.png"
            _beside(screens).save(file, optimize=True)
            yield file
    device.close()


def _screen(device: Device, page: Example, language: str, scheme: Scheme, size: tuple[int, int]) -> Image.Image:
    """What is seen on arrival, after what the example presses."""
    device.context.clear_cookies()
    device.page.emulate_media(color_scheme=scheme)
    device.cookies(language=language, device=page.token, organiser=page.token).size(*size).go(page.path)
    if page.press:
        device.page.evaluate("document.querySelectorAll('main details:not(.number)').forEach(one => one.open = true)")
        device.page.locator(page.press).first.click()
        device.page.wait_for_load_state()
    device.page.evaluate("document.fonts.ready")
    device.page.evaluate(_IMAGES)
    return Image.open(BytesIO(device.page.screenshot())).convert("RGB")


def _name(page: Example) -> str:
    """Its endpoint and the last part of its address, without the code of a table."""
    last = page.path.split("?")[0].rsplit("/", 1)[-1]
    return re.sub(r"[^a-z0-9_]+", "-", f"{page.endpoint} {last if last.islower() else ''}".lower()).strip("-")


def _beside(screens: list[Image.Image]) -> Image.Image:
    width = sum(one.width for one in screens) + GAP * (len(screens) - 1)
    whole, left = Image.new("RGB", (width, max(one.height for one in screens)), "#777"), 0
    for one in screens:
        whole.paste(one, (left, 0))
        left += one.width + GAP
    return whole
