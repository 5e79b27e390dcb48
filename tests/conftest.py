"""For every test: a data folder of its own, never the user's, and no deadlines."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.chromium import browser

__all__ = ["browser"]

# Use the same examples every time, however long each takes. `make soak` has the programs that search further.
settings.register_profile(
    "tests", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("tests")


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which this test's commands keep tables."""
    folder = tmp_path_factory.mktemp("kept")
    monkeypatch.setenv("COMPANION_DATA", str(folder))
    return folder


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything that starts a browser or a database server, so that it can be left out."""
    for item in items:
        asked = [*getattr(item, "fixturenames", ()), *getattr(getattr(item, "callspec", None), "params", {}).values()]
        if any(isinstance(one, str) and one in ("browser", "postgresql") for one in asked):
            item.add_marker("slow")
            item.add_marker("server")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end what was left out, and how to get it."""
    left_out = Counter(report.longrepr[2] for report in terminalreporter.stats.get("skipped", []))
    for why, number in sorted(left_out.items()):
        terminalreporter.write_line(f"Left out {number}: {why.removeprefix('Skipped: ')}")
