"""The app as files, and phones that play it without a server: each a browser of its own, whose files stay."""

import fcntl
import os
import re
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from subprocess import DEVNULL, Popen
from threading import Thread
from typing import Any, cast

from playwright.sync_api import BrowserType, Frame, Page

from companion import paths
from companion.browser.folder import NotBuilt, build
from tests.browser.device import play
from tests.patience import PATIENCE
from tests.tools import leave_out, needed

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "build" / "static"
PACKAGES = KEPT.with_name("packages")

ITS_PROGRAM = (
    "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run",
    "--remote-debugging-port=0", "--window-size=390,844",
)  # fmt: skip


def built() -> Path:
    """The folder, made once for what it is made of."""
    needed("node")
    needed("npm")
    parts = [ROOT / "companion", paths.templates() / "web", paths.locales(), paths.rules_data()]
    files = sorted(
        file for part in parts for file in part.rglob("*") if file.is_file() and "__pycache__" not in str(file)
    )
    mark = sha256(b"".join(str(file).encode() + file.read_bytes() for file in files)).hexdigest()
    KEPT.parent.mkdir(exist_ok=True)
    with KEPT.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made_of = KEPT.with_suffix(".made-of")
        if not (KEPT.exists() and made_of.exists() and made_of.read_text() == mark):
            try:
                build(KEPT, PACKAGES)
            except NotBuilt as error:
                leave_out(f"the app could not be made into files: {error}")
            made_of.write_text(mark)
    return KEPT


def without_pictures(folder: Path, site: Path) -> Path:
    """The folder for browsers that never have the memory for a picture."""
    shutil.copytree(folder, site)
    worker = site / "worker.mjs"
    hash = sha256(worker.read_bytes()).hexdigest()
    worker.write_text(worker.read_text().replace("SOME_MEMORY = 4", "SOME_MEMORY = 1000"))
    asked = site / "service-worker.js"
    asked.write_text(asked.read_text().replace(hash, sha256(worker.read_bytes()).hexdigest()))
    return site


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def hosted(folder: Path, port: int = 0) -> Iterator[str]:
    """Hand out a folder on this machine, as any web server would, and give its address."""
    with ThreadingHTTPServer(("127.0.0.1", port), partial(_Quiet, directory=folder)) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()
        thread.join()


class Phone:
    """A phone: a browser of its own, which can be killed and started again, and whose files stay."""

    def __init__(self, chromium: BrowserType, files: Path, *more: str) -> None:
        self._chromium, self._files, self._more = chromium, files, more
        self.faults: list[str] = []
        self.start()

    def start(self) -> None:
        """Start the browser, which says itself how it is reached."""
        port = self._files / "DevToolsActivePort"
        port.unlink(missing_ok=True)
        command = [str(needed("chromium")), *ITS_PROGRAM, *self._more, f"--user-data-dir={self._files}", "about:blank"]
        self._process = Popen(command, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True)
        until(lambda: port.exists() and len(port.read_text().splitlines()) > 1)
        self._browser = self._chromium.connect_over_cdp(f"http://127.0.0.1:{port.read_text().splitlines()[0]}")
        self.context = self._browser.contexts[0]
        self.context.set_default_timeout(PATIENCE * 1000)
        self.context.on("weberror", lambda error: self.faults.append(str(error.error)))
        self.page = self.context.pages[0]

    def kill(self) -> None:
        """End it as a phone does that needs the memory: without a word to any page."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._browser.close()

    def open(self, address: str, page: Page | None = None) -> Frame:
        """Open an address, and return the frame with the app once it shows a page."""
        page = page or self.page
        page.goto(address)
        return self.app(page)

    def app(self, page: Page | None = None) -> Frame:
        page = page or self.page
        page.locator("html[data-state=running]").wait_for(state="attached")
        return page.frames[-1]

    def hidden(self) -> Page:
        """Open a private window."""
        context = self._browser.new_context()
        context.set_default_timeout(PATIENCE * 1000)
        return context.new_page()

    def memory(self) -> int:
        """The most megabytes that a process with pages takes, by their share of what processes have in common."""
        mine = [folder for folder in Path("/proc").glob("[0-9]*") if self._owns(folder)]
        sizes = [re.findall(r"^Pss:\s+(\d+)", (folder / "smaps_rollup").read_text(), re.MULTILINE) for folder in mine]
        return max(int(kilobytes) for [kilobytes] in sizes) // 1000

    def _owns(self, process: Path) -> bool:
        try:
            group = os.getpgid(int(process.name))
            return group == self._process.pid and b"--type=renderer" in (process / "cmdline").read_bytes()
        except (ProcessLookupError, FileNotFoundError):
            return False

    def said(self) -> str:
        """What stands there instead of the app."""
        self.page.locator("main button").wait_for()
        return self.page.locator("[role=status]").text_content() or ""


def until(true: Callable[[], object]) -> None:
    """Wait for something outside the browser."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def seq(app: Frame) -> int:
    """The newest entry that a page shows."""
    return int(app.locator("#turn").get_attribute("data-seq") or 0)


def choose(app: Frame) -> None:
    """Make the first choice that stands there, as people do; carry out a mind's move; take the phone."""
    if (taken := app.locator(".curtain a")).count():
        taken.click()
        app.locator(".curtain").wait_for(state="detached")
    if app.locator(".mind").count():
        app.locator("#mind-done").click()
        return
    choices = app.locator("#choice [name=action]:not([value=''])")
    choices.first.wait_for(state="attached")
    play(cast(Page, app), choices.first.get_attribute("value") or "")


def tap(app: Frame) -> int:
    """Choose, and return the entry that has come of it."""
    before = seq(app)
    choose(app)
    app.locator(f"#turn:not([data-seq='{before}'])").wait_for(state="attached")
    return seq(app)


def open_table(app: Frame, address: str, game: str = "caylus", minds: str = "") -> str:
    """Open a table of two from the first page, lay it, and return its address."""
    app.goto(f"{address}new?game={game}&players=2&chance=app" + (f"&mind.2={minds}" if minds else ""))
    app.locator(".main-action").last.click()
    app.wait_for_url("**/t/*")
    if (laid := app.locator("form:has([value=laid]) button")).count():
        laid.first.click()
        app.locator("#laying").wait_for(state="detached")
    return app.url.split("?")[0]
