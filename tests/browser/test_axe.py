"""Everybody can use every page: no fault that axe knows of, nothing wider than the phone, nothing too small to tap."""

import pytest
from flask import Flask
from playwright.sync_api import Browser

from tests.browser.axe import faults, usual
from tests.browser.pages import Example, examples, missing_routes
from tests.words import LANGUAGES


@pytest.fixture(scope="module")
def pages(app: Flask) -> list[Example]:
    """All of them."""
    return examples(app)


def test_every_route_has_an_example(app: Flask, pages: list[Example]) -> None:
    assert missing_routes(app, pages) == set()


def test_every_page_is_seen_in_both_schemes_and_at_both_widths(pages: list[Example]) -> None:
    looks = list(usual(pages))
    for page in pages:
        mine = [look for look in looks if look.page is page]
        assert {look.language for look in mine} == set(LANGUAGES)
        assert {look.scheme for look in mine} == {"light", "dark"}
        assert {look.width for look in mine} == {320, 390}
    assert len({(look.language, look.scheme, look.width) for look in looks}) == len(LANGUAGES) * 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_without_fault(browser: Browser, address: str, pages: list[Example], language: str) -> None:
    assert list(faults(browser, address, (look for look in usual(pages) if look.language == language))) == []
