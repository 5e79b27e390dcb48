"""The app without a server, on a phone: it comes once, and then needs nothing but itself."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.phone import Phone, built, hosted


@pytest.fixture(scope="module")
def folder() -> Path:
    return built()


@pytest.fixture
def phone(browser: Browser, tmp_path: Path) -> Iterator[Phone]:
    """A new phone. It complains of nothing."""
    one = Phone(browser.browser_type, tmp_path / "phone")
    yield one
    one.context.close()
    assert not one.faults


def test_comes_once_and_opens_without_a_network(folder: Path, phone: Phone) -> None:
    with hosted(folder) as address:
        app = phone.open(address)
        assert app.locator("h1").text_content() == "Caylus"
    app = phone.open(f"{address}rules/caylus")  # an address that no web server knows
    assert app.url == f"{address}rules/caylus"
    assert phone.page.url == app.url
    app = phone.app()
    app.locator("button[name=language][value=de]").click()
    app.locator("html[lang=de]").wait_for(state="attached")
