"""The app without a server, on a phone: it comes once, and then needs nothing but itself."""

import json
import shutil
import time
from collections.abc import Iterator
from os import getloadavg
from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import Browser

from companion.browser.folder import LIST, build, retire
from companion.table.database import VERSIONS, Database
from companion.table.migrations import upgrade
from tests.browser.phone import PACKAGES, Phone, built, choose, hosted, open_table, seq, tap, without_pictures
from tests.browser.test_awake import LOCKS, NONE, ONE
from tests.chromium import HOST

WHOLE = pytest.mark.drawn(0)
"""Walks that only `make soak` takes."""

FULL = """() => {
  self.write = FileSystemSyncAccessHandle.prototype.write;
  FileSystemSyncAccessHandle.prototype.write = () => { throw new DOMException("", "QuotaExceededError"); };
}"""
"""The browser has no room for anything more."""

VERSION = "async () => (await (await fetch('files.json')).json()).version"

KEPT = """async () => {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("caylus-companion");
  return (await (await folder.getFileHandle("companion.db")).getFile()).size;
}"""
"""The bytes of the tables."""

UPDATE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 50));
}"""
"""Looks for a new version, as browsers do by themselves, until it is there and waits."""


@pytest.fixture(scope="module")
def folder() -> Path:
    return built()


@pytest.fixture
def phone(browser: Browser, tmp_path: Path) -> Iterator[Phone]:
    """A new phone. It complains of nothing."""
    one = Phone(browser.browser_type, tmp_path / "phone", f"--host-resolver-rules=MAP {HOST} 127.0.0.1")
    yield one
    one.kill()
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


def test_no_acknowledged_tap_is_lost_when_it_is_killed(folder: Path, phone: Phone) -> None:
    with hosted(folder) as address:
        table = open_table(phone.open(address), address)
        app = phone.page.frames[-1]
        for _ in range(5):
            known = tap(app)
        choose(app)  # and nobody knows whether it was taken
        phone.kill()
        phone.start()
        app = phone.open(table)
        assert seq(app) >= known
        for _ in range(5):
            tap(app)


@WHOLE
def test_a_private_window_plays_and_forgets(folder: Path, phone: Phone) -> None:
    with hosted(folder) as address:
        private = phone.hidden()
        open_table(phone.open(address, private), address)
        assert tap(private.frames[-1])
        private.context.close()
        assert phone.open(address, phone.hidden()).locator("h1").text_content() == "Caylus"


@WHOLE
def test_the_screen_stays_on_during_a_game(folder: Path, phone: Phone) -> None:
    phone.page.add_init_script(LOCKS)
    with hosted(folder) as address:
        open_table(phone.open(address), address)
        phone.page.frames[-1].wait_for_function(ONE)
        phone.page.frames[-1].goto(address)
        phone.page.frames[-1].wait_for_function(NONE)


@WHOLE
def test_the_same_inputs_give_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    again = build(tmp_path / "again", PACKAGES)
    assert again == json.loads((folder / LIST).read_bytes())


@WHOLE
def test_a_second_window_follows_and_takes_over(folder: Path, phone: Phone, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "caylus").symlink_to(folder)
    with hosted(tmp_path / "site") as host:
        address = f"{host}caylus/"  # below a path
        table = open_table(phone.open(address), address)
        second = phone.context.new_page()
        other = phone.open(table, second)
        tap(phone.page.frames[-1])
        known = tap(phone.page.frames[-1])
        other.locator(f"#turn[data-seq='{known}']").wait_for(state="attached")
        phone.page.close()
        phone.page = second
        assert tap(other) > known


@WHOLE
def test_a_new_version_waits_for_the_next_start(folder: Path, phone: Phone, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(folder, site)
    with hosted(site) as address:
        table = open_table(phone.open(address), address)
        before = phone.page.evaluate(VERSION)
        newer = site / "service-worker.js"
        newer.write_text(newer.read_text().replace(before, "f" * 16))
        phone.page.evaluate(UPDATE)
        known = tap(phone.page.frames[-1])
        assert phone.page.evaluate(VERSION) == before
        phone.page.goto("about:blank")
        app = phone.open(table)
        assert phone.page.evaluate(VERSION) == "f" * 16
        assert seq(app) == known


@WHOLE
def test_is_taken_off_phones_and_leaves_them_their_tables(folder: Path, phone: Phone, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(folder, site)
    with hosted(site) as address:
        open_table(phone.open(address), address)
        retire(site)
        phone.page.evaluate(UPDATE)
        tap(phone.page.frames[-1])
        phone.page.goto("about:blank")
        phone.page.goto(address)
        assert "no longer at this address" in phone.said()
        assert phone.page.evaluate(KEPT) > 0


@WHOLE
def test_a_file_of_an_older_version_is_migrated(folder: Path, phone: Phone, tmp_path: Path) -> None:
    older = Database(tmp_path / "older.db")
    upgrade(older, VERSIONS[-2])
    older.close()
    with hosted(folder) as address:
        app = phone.open(address)
        app.goto(f"{address}everything")
        app.locator("input[type=file]").set_input_files(older.shown)
        app.locator("form.bring button").click()
        app.locator(".notice", has_text="Tables brought back: 0").wait_for()


@WHOLE
def test_says_what_is_wrong_where_no_browser_keeps_it(folder: Path, phone: Phone) -> None:
    with hosted(folder) as address:
        phone.page.goto(address.replace("localhost", HOST))
        assert "not encrypted" in phone.said()
        phone.page.add_init_script("Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })")
        phone.page.goto(address)
        assert "not in a private window" in phone.said()


@WHOLE
def test_a_full_phone_says_so_and_loses_nothing(folder: Path, phone: Phone) -> None:
    with hosted(folder) as address:
        open_table(phone.open(address), address)
        app = phone.page.frames[-1]
        known = tap(app)
        [worker] = phone.page.workers
        worker.evaluate(FULL)
        choose(app)
        app.locator("#notice").wait_for()
        assert "Nothing was changed" in (app.locator("#notice").text_content() or "")
        assert seq(app) == known
        worker.evaluate("() => { FileSystemSyncAccessHandle.prototype.write = write; }")
        assert tap(app) > known


@WHOLE
@pytest.mark.parametrize("picture", [True, False], ids=["picture", "files"])
@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_a_whole_game_with_a_master_without_a_network(
    folder: Path, phone: Phone, tmp_path: Path, game: str, *, picture: bool
) -> None:
    with hosted(folder if picture else without_pictures(folder, tmp_path / "site")) as address:
        app = phone.open(address)
    open_table(app, address, game, minds="master")
    times, memory = [], [phone.memory()]
    while not app.locator(".won").count():
        begun = time.monotonic()
        tap(app)
        times.append(time.monotonic() - begun)
        memory.append(phone.memory())
    phone.kill()
    phone.start()
    begun = time.monotonic()
    assert phone.open(app.url).locator(".won").count()
    start = time.monotonic() - begun
    print(  # noqa: T201
        f"{game}: {len(times)} taps, median {median(times) * 1000:.0f} ms; start {start:.1f} s; "
        f"memory at most {max(memory)} MB, later {phone.memory()} MB; load {getloadavg()[0]:.0f}"
    )
