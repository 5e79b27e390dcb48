"""The print shop in a browser: pictures of what there is, and a preview that follows the choice."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Devices


def test_the_products_get_their_pictures_one_after_the_other(device: Devices) -> None:
    phone = device("nl")
    phone.go("/print?game=magna_carta")
    first = phone.page.locator(".first .thumb").first
    expect(first.locator("img")).to_be_visible()
    assert first.locator("img").evaluate("it => it.naturalWidth") == 900


@pytest.mark.parametrize("scripts", [True, False])
def test_the_preview_follows_the_choice(device: Devices, scripts: bool) -> None:
    """At once; without scripts by its button."""
    phone = device("de", scripts=scripts)
    page = phone.page
    phone.go("/print/aid?game=caylus")
    page.get_by_label("Papier").select_option("Letter")
    if not scripts:
        page.get_by_role("button", name=phone.words.say("web.print.look")).click()
    expect(page.locator(".preview img")).to_have_attribute("src", re.compile("paper=Letter"))
    expect(page.get_by_label("Papier")).to_have_value("Letter")
    page.wait_for_url("**paper=Letter**")
