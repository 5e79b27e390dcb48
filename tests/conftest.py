"""For every test: a data folder of its own, never the user's, no deadlines, and a seed that draws samples."""

import random
from collections import Counter, defaultdict
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.chromium import browser
from tests.pairs import SEED
from tests.postgresql import postgresql

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


def pytest_addoption(parser: pytest.Parser) -> None:
    """For what takes hours: `make soak`."""
    parser.addoption("--whole", action="store_true", help="ask everything of which a sample is drawn otherwise")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not drawn; mark everything that starts a browser or a database server."""
    if not config.getoption("whole"):
        left_out = not_drawn(items)
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    for item in items:
        asked = [*getattr(item, "fixturenames", ()), *getattr(getattr(item, "callspec", None), "params", {}).values()]
        if any(isinstance(one, str) and one in ("browser", "postgresql") for one in asked):
            item.add_marker("slow")
            item.add_marker("server")


def not_drawn(items: list[pytest.Item]) -> list[pytest.Item]:
    """What the seed leaves out of the tests of which a number is drawn: `@pytest.mark.drawn(2)`."""
    kinds: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("drawn"):
            kinds[item.nodeid.partition("[")[0]].append(item)
    left_out = []
    for name, kind in kinds.items():
        [number] = kind[0].get_closest_marker("drawn").args  # type: ignore[union-attr]
        left_out += random.Random(f"{SEED} {name}").sample(kind, max(0, len(kind) - number))
    return left_out


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end which seed it was, what was left out, and how to get it."""
    terminalreporter.write_line(f"Samples drawn with TEST_SEED={SEED}; --whole asks everything")
    left_out = Counter(report.longrepr[2] for report in terminalreporter.stats.get("skipped", []))
    for why, number in sorted(left_out.items()):
        terminalreporter.write_line(f"Left out {number}: {why.removeprefix('Skipped: ')}")
