"""The app as files, and phones that play it without a server: each a browser of its own, whose files stay."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import BrowserContext, BrowserType, Frame, Page

from companion import paths
from companion.browser.folder import NotBuilt, build
from tests.browser.device import LOCALES
from tests.patience import PATIENCE
from tests.tools import leave_out, needed

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "build" / "static"

ITS_PROGRAM = ("--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run")


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
                build(KEPT)
            except NotBuilt as error:
                leave_out(f"the app could not be made into files: {error}")
            made_of.write_text(mark)
    return KEPT


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
    """A phone with its files in a folder. It can be killed, and started again."""

    def __init__(self, chromium: BrowserType, files: Path, language: str = "en") -> None:
        self._chromium, self._files, self._language = chromium, files, language
        self.context: BrowserContext
        self.faults: list[str] = []
        self.start()

    def start(self) -> "Phone":
        self.context = self._chromium.launch_persistent_context(
            self._files, executable_path=needed("chromium"), args=list(ITS_PROGRAM), locale=LOCALES[self._language],
            viewport={"width": 390, "height": 844},
        )  # fmt: skip
        self.context.set_default_timeout(PATIENCE * 1000)
        self.context.on("weberror", lambda error: self.faults.append(str(error.error)))
        return self

    @property
    def page(self) -> Page:
        return self.context.pages[0]

    def open(self, address: str, page: Page | None = None) -> Frame:
        """Open an address, and return the frame with the app once it shows a page."""
        page = page or self.page
        page.goto(address)
        return self.app(page)

    def app(self, page: Page | None = None) -> Frame:
        page = page or self.page
        page.locator("html[data-state=running]").wait_for(state="attached")
        return page.frames[-1]

    def said(self) -> str:
        """What stands there instead of the app."""
        self.page.locator("main button").wait_for()
        return self.page.locator("[role=status]").text_content() or ""
