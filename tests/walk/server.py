"""A real server that is watched from outside: the processor's time and the memory that each request takes."""

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from tests.faults.world import free_port

SECONDS = 1.0
"""Of the processor, for a request."""

GIVEN_UP = 5.0
"""Seconds of the processor after which nobody waits any longer."""

SILENCE = 300.0
"""Seconds without an answer, however busy the machine is."""

MEGABYTES = 400
"""That the server may hold."""

DRAWN = ("/export/report.pdf", "/file.pdf", "/preview.png")
"""Sheets: a job that people wait for. What a long one may take stands in the docs of the print shop."""

SHEET_SECONDS = 10.0

TICK = os.sysconf("SC_CLK_TCK")


class Fault(Exception):
    """Something that must not be."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(f"{kind}: {what}")
        self.kind, self.what = kind, what


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


@dataclass
class Server:
    """`companion serve` on a folder."""

    folder: Path
    seed: int
    overlays: tuple[Path, ...] = ()
    requests: int = 0
    slowest: tuple[float, str] = (0.0, "")
    slowest_sheet: tuple[float, str] = (0.0, "")
    largest: float = 0.0
    spent: float = 0.0
    """Seconds of the processor, of all processes that have ended."""
    restarts: int = field(default=-1, init=False)

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.port, self.restarts = free_port(), self.restarts + 1
        options = [part for overlay in self.overlays for part in ("--overlay", str(overlay))]
        command = [sys.executable, "-m", "tests.walk.served", str(self.seed), "serve", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--data", str(self.folder), "--behind-proxy", *options]
        with (self.folder / "complaints.txt").open("ab") as complaints:
            environment = os.environ | {"COMPANION_TESTING": "1"}
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=complaints, env=environment)
        self.connection: http.client.HTTPConnection | None = None
        begun = time.monotonic()
        while True:
            try:
                if self._send("GET", "/ready", b"", {}).status == 200:
                    return
            except (OSError, http.client.HTTPException):
                self._hang_up()
            if self.process.poll() is not None or time.monotonic() > begun + SILENCE:
                self.stop()
                raise Fault("start", f"the server does not start: {self.complaints()[-1500:]}")
            time.sleep(0.03)

    def stop(self) -> None:
        """End it and whatever it is at."""
        self._hang_up()
        if self.process.poll() is None:
            self.spent += self.processor()
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.process.wait()

    def restart(self) -> None:
        """The same tables, in a process that knows nothing but what was kept."""
        self.stop()
        self.start()

    def complaints(self) -> str:
        """What the server said."""
        return (self.folder / "complaints.txt").read_text("utf-8", "replace")

    def ask(self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None) -> Answer:
        """Ask, and see what it cost. Raises `Fault`."""
        self.requests += 1
        before, told = self.processor(), f"{method} {path}"
        done, found = threading.Event(), list[Fault]()
        watcher = threading.Thread(target=self._watch, args=(done, found, before, told), daemon=True)
        watcher.start()
        try:
            answer = self._send(method, path, body, headers or {})
        except (OSError, http.client.HTTPException) as error:
            done.set()
            watcher.join()
            if found:
                self.process.wait()
            raise (found or [Fault("gone", f"{told}: {error!r}")])[0] from error
        finally:
            done.set()
            watcher.join()
        self._judge(told, self.processor() - before, answer)
        return answer

    def _judge(self, told: str, took: float, answer: Answer) -> None:
        sheet = any(part in told for part in DRAWN)
        if sheet:
            self.slowest_sheet = max(self.slowest_sheet, (took, told))
        else:
            self.slowest = max(self.slowest, (took, told))
        self.largest = max(self.largest, self.memory())
        if answer.status >= 500:
            raise Fault("5xx", f"{answer.status} {told}{self._trace()}")
        if took > (SHEET_SECONDS if sheet else SECONDS):
            raise Fault("slow", f"{took:.2f} s of the processor for {told}")
        if self.memory() > MEGABYTES:
            raise Fault("memory", f"{self.memory():.0f} MB after {told}")

    def _trace(self) -> str:
        """What the server's journal says of its last fault."""
        lines = [line for line in self.complaints().splitlines() if '"error"' in line]
        told = json.loads(lines[-1]) if lines else {}
        places = (place.rpartition("/companion/")[2] for place in told.get("where", [])[-2:])
        return f" ({told['error']}; {', '.join(places)})" if told else ""

    def _send(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SILENCE)
        try:
            self.connection.request(method, path, body or None, {"Host": "localhost", **headers})
            got = self.connection.getresponse()
            cookies = ", ".join(got.headers.get_all("Set-Cookie", []))
            found = {name.title(): value for name, value in got.headers.items()} | {"Set-Cookie": cookies}
            return Answer(got.status, found, got.read())
        except (OSError, http.client.HTTPException):
            self._hang_up()
            raise

    def _hang_up(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def _watch(self, done: threading.Event, found: list[Fault], before: float, told: str) -> None:
        """Ends a server that has lost its way, so that a fault does not become the machine's."""
        while not done.wait(0.1):
            took, held = self.processor() - before, self.memory()
            if held > MEGABYTES:
                found.append(Fault("memory", f"{held:.0f} MB during {told}"))
            elif took > GIVEN_UP + (SHEET_SECONDS if any(part in told for part in DRAWN) else 0):
                found.append(Fault("endless", f"no answer after {took:.1f} s of the processor to {told}"))
            if found:
                self.spent += took + before
                self.process.kill()
                return

    # what it takes

    def processor(self) -> float:
        """Seconds of the processor since it started."""
        try:
            text = Path(f"/proc/{self.process.pid}/stat").read_text()
        except OSError:
            return 0.0
        rest = text.rpartition(")")[2].split()
        return (int(rest[11]) + int(rest[12])) / TICK

    def memory(self) -> float:
        """The megabytes it holds."""
        try:
            lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        except OSError:
            return 0.0
        return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:")), 0.0)


def form(fields: list[tuple[str, str]]) -> bytes:
    """Fields as a browser sends them."""
    return urlencode(fields).encode()
