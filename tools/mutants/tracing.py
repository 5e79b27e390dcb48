"""A pytest plugin that writes down which test runs which lines, and how long each test takes."""

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

FOLDER = "MUTANTS_TRACE"
"""The environment variable that names where to write."""


class LineTracer:
    """In each process that runs tests."""

    def __init__(self, folder: Path) -> None:
        self.coverage = coverage.Coverage(
            data_file=str(folder / "lines"), data_suffix=True, source=["companion"], config_file=False, messages=False
        )
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid)
        yield
        self.coverage.switch_context("")

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        self.coverage.save()


class TestTimes:
    """In the process that hears of all tests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seconds: Counter[str] = Counter()
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration  # type: ignore[assignment]  # typeshed: counters hold ints
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        times = {"seconds": self.seconds, "failed": sorted(self.failed)}
        (self.folder / "tests.json").write_text(json.dumps(times), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    folder = Path(os.environ[FOLDER])
    worker = hasattr(config, "workerinput")
    if worker or not config.getoption("numprocesses", None):
        config.pluginmanager.register(LineTracer(folder))
    if not worker:
        config.pluginmanager.register(TestTimes(folder))
