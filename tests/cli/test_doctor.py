"""`companion doctor` on machines that no session can make: a full disk, lost fonts, a server that runs."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import paths
from companion.cli import db, main
from companion.table.database import FILE, Database
from companion.table.store import Store
from companion.table.tables import Tables
from tests.table.people import setup
from tests.words import plain


def doctor(exit_code: int) -> list[str]:
    result = CliRunner().invoke(main, ["doctor", "--lang", "en"], catch_exceptions=False)
    assert result.exit_code == exit_code, result.output
    return plain(result.output).splitlines()


@pytest.mark.slow
def test_what_is_missing_on_the_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, own_data_folder: Path) -> None:
    free = shutil.disk_usage(own_data_folder)._replace(free=199_999_999)
    monkeypatch.setattr(shutil, "disk_usage", lambda place: free)
    templates = shutil.copytree(paths.templates(), tmp_path / "templates")
    next((templates / "fonts").rglob("*.ttf")).unlink()
    monkeypatch.setattr(paths, "templates", lambda: templates)
    database = Database(own_data_folder / FILE).ready()
    Tables(Store(database)).create(setup(), "host", seed=1)
    try:
        assert doctor(1) == [
            f"✓ Data folder {own_data_folder}",
            "✗ Free disk space: 199 MB: that is not much. Free some before a long evening.",
            "✓ Database",
            "✓ Rules",
            "✓ Words in every language",
            "✗ Fonts for paper: some are missing. Reinstall the companion.",
        ]
    finally:
        database.close()


def test_how_much_room_is_enough(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data = tmp_path / "not" / "yet"
    free = shutil.disk_usage(tmp_path)._replace(free=200_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda place: {tmp_path: free}[place])
    monkeypatch.setenv("COMPANION_DATA", str(data))
    assert "✓ Free disk space: 200 MB" in doctor(0)
    assert not (tmp_path / "not").exists(), "it only looks"


@pytest.mark.slow
def test_it_looks_where_the_server_is_that_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    served = tmp_path / "served"
    served.mkdir(0o700)
    monkeypatch.delenv("COMPANION_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(db, "served", lambda: [served])
    assert doctor(0)[0] == f"✓ Data folder {served}"
    assert list(tmp_path.iterdir()) == [served]
