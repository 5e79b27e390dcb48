"""Copies of the project in which faults are made, and the tests that are asked about them."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from coverage import CoverageData

from tools.mutants import ordering, tracing
from tools.mutants.draw import Mutant

ROOT = Path(__file__).resolve().parents[2]

HUNG = "hung"

_LEAST = 120.0
"""Seconds that tests may take, however fast they are without a fault."""

_LONGER = 4
"""Tests that take so many times as long as without a fault hang."""

_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)

_PYTEST = (sys.executable, "-m", "pytest", "-q", "-m", "not server")


class Unsound(Exception):
    """Tests that cannot tell: they fail without any fault."""


@dataclass(frozen=True)
class Trace:
    """What the tests of a room run when nothing is broken."""

    lines: CoverageData
    seconds: dict[str, float]
    """How long each test takes."""

    def order(self, mutant: Mutant, root: Path) -> list[str]:
        """Return the tests to ask: those that run the line, then the others of their files; all if none runs it."""
        contexts = self.lines.contexts_by_lineno(str(root / mutant.file)).get(mutant.line, [])
        running = {test for test in contexts if test in self.seconds}
        takes: dict[str, float] = {}
        for test in running:
            takes[_file(test)] = takes.get(_file(test), 0) + self.seconds[test]
        asked = [test for test in self.seconds if _file(test) in takes] or list(self.seconds)
        return sorted(
            asked, key=lambda test: (test not in running, takes.get(_file(test), 0), _file(test), self.seconds[test])
        )

    def limit(self) -> float:
        return max(_LEAST, _LONGER * sum(self.seconds.values()))


class Copy:
    """A copy of the project, to be broken."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in project_files():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)

    def trace(self, tests: Sequence[str], into: Path) -> Trace:
        """Run the tests with nothing broken. Raises `Unsound` if one fails."""
        into.mkdir(parents=True, exist_ok=True)
        if not (into / "lines").exists():
            command = [*_PYTEST, "-p", tracing.__name__, "--numprocesses", "2", *tests]
            said, code = self._run(command, {tracing.FOLDER: str(into)}, None)
            if code:
                raise Unsound(said)
            parts = CoverageData(str(into / "lines"))
            for file in into.glob("lines.*"):
                part = CoverageData(str(file))
                part.read()
                parts.update(part)
                file.unlink()
            parts.write()
        lines = CoverageData(str(into / "lines"))
        lines.read()
        return Trace(lines, json.loads((into / "tests.json").read_text(encoding="utf-8"))["seconds"])

    def noticed(self, mutant: Mutant, trace: Trace, traced_in: Path) -> str:
        """Return the test that notices a fault, both times it is asked; nothing if none does."""
        file = self.folder / mutant.file
        text, times = file.read_text(encoding="utf-8"), file.stat()
        order, tests = self.folder / "order.json", trace.order(mutant, traced_in)
        order.write_text(json.dumps(tests), encoding="utf-8")
        file.write_text(mutant.text, encoding="utf-8")
        command = [*_PYTEST, "-x", "-p", ordering.__name__]
        try:
            test = self._failing([*command, *dict.fromkeys(map(_file, tests))], order, trace.limit())
            if test in trace.seconds and not self._failing([*command, test], order, trace.limit()):
                return ""
            return test
        finally:
            file.write_text(text, encoding="utf-8")
            # Its old time too, so that what Python has compiled of the fault no longer counts.
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))

    def _failing(self, command: Sequence[str], order: Path, limit: float) -> str:
        said, code = self._run(command, {ordering.FILE: str(order)}, limit)
        failed = _FAILED.search(said)
        return "" if code == 0 else failed[1] if failed else HUNG if code is None else "collection"

    def _run(self, command: Sequence[str], env: dict[str, str], limit: float | None) -> tuple[str, int | None]:
        """Return what a command printed and its exit code, which is None if it had to be stopped."""
        process = subprocess.Popen(
            command, cwd=self.folder, env=os.environ | {"PYTHONPATH": str(self.folder)} | env, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        try:
            said, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return "", None
        return said, process.returncode


def project_files() -> list[str]:
    """Return what belongs to the project, changed or not."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    said = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [name for name in said.split("\0") if name and (ROOT / name).is_file()]


def python_files(places: Iterable[str]) -> list[Path]:
    """Return the modules in folders and files, relative to the project."""
    files = [
        file for place in places for file in ([ROOT / place] if place.endswith(".py") else (ROOT / place).rglob("*.py"))
    ]
    return [file.relative_to(ROOT) for file in files]


def _file(test: str) -> str:
    return test.partition("::")[0]
