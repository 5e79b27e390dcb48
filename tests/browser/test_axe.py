"""Everybody can use every page: no fault that axe knows of, nothing wider than the phone, nothing too small to tap."""

import pytest
from flask import Flask

from tests.browser.axe import drawn, every, faults
from tests.browser.device import Windows
from tests.browser.pages import examples, missing_routes


def test_every_page_is_without_fault(app: Flask, windows: Windows, pytestconfig: pytest.Config) -> None:
    pages = examples(app)
    assert missing_routes(app, pages) == set()
    looks = every(pages) if pytestconfig.getoption("whole") else drawn(pages)
    found = list(faults(windows, looks))
    assert not found, "\n".join(found)
