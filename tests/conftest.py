"""For every test: a data folder of its own, never the user's, no deadlines, and a seed that draws samples."""

import os
import random
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings

from tests.chromium import browser
from tests.pairs import SEED
from tests.postgresql import postgresql
from tests.templates import Shared

__all__ = ["browser", "postgresql"]

# Use the same examples every time, however long each takes. `make soak` has the programs that search further.
settings.register_profile(
    "tests", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("tests")


_numbers = count()


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which this test's commands keep tables."""
    folder = tmp_path_factory.mktemp(f"kept-{next(_numbers)}", numbered=False)  # a number looked for takes long
    monkeypatch.setenv("COMPANION_DATA", str(folder))
    return folder


FEW = 2
"""So many cases of each test are asked by `make quick`."""

ROOM = 4 * 2**30


def pytest_addoption(parser: pytest.Parser) -> None:
    """For what takes hours, `make soak`, and for what is run all the time, `make quick`."""
    parser.addoption("--whole", action="store_true", help="ask everything of which a sample is drawn otherwise")
    parser.addoption("--quick", action="store_true", help=f"ask nothing slow, and {FEW} cases of each test")


def pytest_configure() -> None:
    """Compile templates once; keep files in memory where there is room: nearly all tests wait for the disk."""
    Flask.jinja_environment = Shared  # type: ignore[assignment]
    memory = Path("/dev/shm")
    if memory.is_dir() and shutil.disk_usage(memory).free > ROOM and not os.statvfs(memory).f_flag & os.ST_NOEXEC:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark everything that starts a browser or a database server; leave out what is not drawn."""
    for item in items:
        asked = [*getattr(item, "fixturenames", ()), *getattr(getattr(item, "callspec", None), "params", {}).values()]
        if any(isinstance(one, str) and one in ("browser", "postgresql") for one in asked):
            item.add_marker("slow")
            item.add_marker("server")
    if not config.getoption("whole"):
        left_out = set(not_drawn(items, quick=config.getoption("quick")))
        config.hook.pytest_deselected(items=[*left_out])
        items[:] = [item for item in items if item not in left_out]


def not_drawn(items: list[pytest.Item], *, quick: bool) -> Iterator[pytest.Item]:
    """What the seed leaves out of the tests of which a number is drawn: `@pytest.mark.drawn(2)`."""
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if quick and item.get_closest_marker("slow"):
            yield item
        else:
            cases[item.nodeid.partition("[")[0]].append(item)
    for name, kind in cases.items():
        drawn = kind[0].get_closest_marker("drawn")
        number = min([len(kind), *(drawn.args if drawn else ()), *([FEW] if quick else ())])
        yield from random.Random(f"{SEED} {name}").sample(kind, len(kind) - number)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end which seed it was, what was left out, and how to get it."""
    terminalreporter.write_line(f"Samples drawn with TEST_SEED={SEED}; --whole asks everything")
    left_out = Counter(report.longrepr[2] for report in terminalreporter.stats.get("skipped", []))
    for why, number in sorted(left_out.items()):
        terminalreporter.write_line(f"Left out {number}: {why.removeprefix('Skipped: ')}")
