"""What every test needs: a data folder of its own, never the person's; and no clock that decides anything."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.chromium import browser

__all__ = ["browser"]

# The same examples every time, however long each takes: what looks further are the programs of `make soak`.
settings.register_profile(
    "tests", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("tests")


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this test's commands keep tables."""
    folder = tmp_path_factory.mktemp("kept")
    monkeypatch.setenv("COMPANION_DATA", str(folder))
    return folder


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What starts a browser or a database server is slow, and can be left out by itself."""
    for item in items:
        asked = [*getattr(item, "fixturenames", ()), *getattr(getattr(item, "callspec", None), "params", {}).values()]
        if any(isinstance(one, str) and one in ("browser", "postgresql") for one in asked):
            item.add_marker("slow")
            item.add_marker("server")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """End by saying what was left out, and how to get it."""
    left_out = Counter(report.longrepr[2] for report in terminalreporter.stats.get("skipped", []))
    for why, number in sorted(left_out.items()):
        terminalreporter.write_line(f"Left out {number}: {why.removeprefix('Skipped: ')}")
