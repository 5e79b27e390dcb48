"""A pytest plugin that runs only the tests that may notice a fault, the likeliest first."""

import json
import os
from pathlib import Path

import pytest

FILE = "MUTANTS_ORDER"
"""The environment variable that names the file with the ids of tests, in order."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    order: list[str] = json.loads(Path(os.environ[FILE]).read_text(encoding="utf-8"))
    known = {item.nodeid: item for item in items}
    items[:] = [known[id] for id in order if id in known]
