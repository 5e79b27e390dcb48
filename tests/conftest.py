"""What every test needs: a data folder of its own, never the person's."""

from pathlib import Path

import pytest

from tests.chromium import browser

__all__ = ["browser"]


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this test's commands keep tables."""
    folder = tmp_path_factory.mktemp("kept")
    monkeypatch.setenv("COMPANION_DATA", str(folder))
    return folder
