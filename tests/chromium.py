"""The browser of all tests that need one: started once, with the tables' host mapped to this machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.patience import PATIENCE
from tests.tools import needed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

HOST = "castle.test"
"""Not localhost: that is a secure context, and a phone's address in the network is not."""


@contextmanager
def chromium() -> Iterator["Browser"]:
    """Debian's chromium, which asks nothing of anybody else."""
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
    """Close a device whose pages have come to rest.

    Chromium says of a close that meets the beginning of another page that it is done, and does nothing; playwright
    then waits for ever (playwright 42366).
    """
    for page in context.pages:
        page.goto("about:blank")
    context.close()


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """The same for every test."""
    with chromium() as started:
        yield started
