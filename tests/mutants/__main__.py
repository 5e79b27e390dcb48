# ruff: noqa: T201 - a command says what it found
"""Make the listed faults one at a time, in a copy of the project, and count those that the tests of their room notice.

    python -m tests.mutants [--room table] [--only NAME …] [--first]

The tests that should notice are asked first, then all of the room, without browsers and database servers. They have
passed without the fault, and what fails with it is asked once more, so that chance notices nothing. Ends with 1 below
90 of 100.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.mutants.listed import ROOT, Mutant, listed

ENOUGH = 0.9

HUNG = "hung"

_AT_LEAST = 60.0
"""Seconds that tests may take, however fast they are without the fault."""

_LONGER = 4
"""So many times what they take without it, and they hang."""

_FAILED = re.compile(r"^(?:FAILED|ERROR) (tests/.+?)(?: - .*)?$", re.MULTILINE)


class Unsound(Exception):
    """Tests that cannot tell: they fail without any fault, or there are none."""


class Run(NamedTuple):
    """How a run of tests went."""

    said: str
    """Which test failed, or that it hung; nothing where all passed."""
    seconds: float


class Copy:
    """A copy of the project to make faults in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._passed: dict[tuple[str, ...], float] = {}
        """What tests take without a fault."""
        for name in _files():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)

    def noticed(self, mutant: Mutant, *, first: bool) -> str:
        """By which test a fault is noticed, each time it is asked; or nothing."""
        for tests in filter(None, (mutant.first, () if first and mutant.first else mutant.tests)):
            limit = max(_AT_LEAST, _LONGER * self._sound(tests))
            found = self._with(mutant, tests, limit)
            if found.said == HUNG or (found.said and self._with(mutant, [found.said], limit).said):
                return found.said
        return ""

    def _sound(self, tests: tuple[str, ...]) -> float:
        """How long tests take that pass without a fault. Raises `Unsound`."""
        if tests not in self._passed:
            run = self._run(tests, None)
            if run.said:
                raise Unsound(run.said)
            self._passed[tests] = run.seconds
        return self._passed[tests]

    def _with(self, mutant: Mutant, tests: Sequence[str], limit: float) -> Run:
        file = self.folder / mutant.file
        text, times = file.read_text(encoding="utf-8"), file.stat()
        file.write_text(mutant.made(text), encoding="utf-8")
        try:
            return self._run(tests, limit)
        finally:
            file.write_text(text, encoding="utf-8")
            # Its old time too, so that what Python has compiled of the fault no longer counts.
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))

    def _run(self, tests: Sequence[str], limit: float | None) -> Run:
        begun = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-x", "-q", "-m", "not server", *tests],
            cwd=self.folder, env=os.environ | {"PYTHONPATH": str(self.folder)}, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        try:
            said, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return Run(HUNG, time.monotonic() - begun)
        seconds = time.monotonic() - begun
        if process.returncode not in (0, 1, 2):
            raise Unsound(said)
        failed = _FAILED.search(said)
        return Run((failed[1] if failed else tests[0]) if process.returncode else "", seconds)


def _files() -> list[str]:
    """What belongs to the project, changed or not."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    said = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [name for name in said.split("\0") if name and (ROOT / name).is_file()]


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("--room", action="append", help="only faults of this room")
    parser.add_argument("--only", nargs="+", help="only these")
    parser.add_argument("--first", action="store_true", help="ask nobody but the tests that should notice")
    asked = parser.parse_args()
    mutants = [
        one for one in listed() if (one.room in (asked.room or [one.room])) and one.name in (asked.only or [one.name])
    ]
    survived = 0
    with TemporaryDirectory(prefix="mutants-") as folder:
        copy = Copy(Path(folder))
        for one in mutants:
            begun = time.monotonic()
            said = copy.noticed(one, first=asked.first)
            survived += not said
            took = f"{time.monotonic() - begun:.0f} s"
            print(f"{one.room:9}{'noticed ' if said else 'SURVIVED'} {one.name:36} {took:>6}  {said}", flush=True)
    noticed = len(mutants) - survived
    print(f"{noticed} of {len(mutants)} noticed, {100 * noticed / max(len(mutants), 1):.1f} %")
    return 0 if noticed >= ENOUGH * len(mutants) else 1


if __name__ == "__main__":
    sys.exit(main())
