"""The browser for all tests that need one: started once, with the host of the tables mapped to this machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.patience import PATIENCE
from tests.tools import needed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

HOST = "castle.test"
"""Not localhost, because that is a secure context, and a phone's address in the network is not."""


@contextmanager
def chromium() -> Iterator["Browser"]:
    """Start Debian's chromium, without any access to the network in the background."""
    from playwright.sync_api import expect, sync_playwright

    options = [
        "--no-sandbox",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-dev-shm-usage",
        "--no-first-run",
        f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
    ]
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=needed("chromium"), args=options)
        yield browser
        browser.close()


def put_away(context: "BrowserContext") -> None:
    """Close a device after its pages have come to rest.

    If another page is just loading, Chromium reports the close as done without closing, and playwright waits forever
    (playwright 42366).
    """
    for page in context.pages:
        page.goto("about:blank")
    context.close()


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    with chromium() as started:
        yield started
