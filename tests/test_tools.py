"""Without some programs, the other tests still run, and the end says what was left out; in CI, nothing is left out."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import tools

pytestmark = pytest.mark.slow

WORDS = ("tests/i18n/test_catalogues.py", "-k", "msgfmt_accepts or clock or without")
PAGES = "tests/browser/test_plain.py"


def run_without_programs(folder: Path, *selected: str, **env: str) -> "subprocess.CompletedProcess[str]":
    """Run some tests on a machine where no program can be found."""
    command = [sys.executable, "-m", "pytest", "-p", "no:xdist", *selected]
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("CI", "PYTEST"))}
    return subprocess.run(
        command, env={**kept, "PATH": str(folder), **env}, capture_output=True, text=True, check=False
    )


def test_what_cannot_run_is_left_out_and_named_at_the_end(tmp_path: Path) -> None:
    run = run_without_programs(tmp_path, PAGES, *WORDS)
    assert run.returncode == 0, run.stdout
    *_, browser, words, last = run.stdout.splitlines()
    assert "there is no chromium: apt-get install chromium" in browser
    assert words == "Left out 12: there is no msgfmt: apt-get install gettext"
    assert " skipped" in last


def test_in_ci_nothing_is_left_out(tmp_path: Path) -> None:
    run = run_without_programs(tmp_path, *WORDS, CI="true")
    assert run.returncode == 1
    assert "there is no msgfmt: apt-get install gettext" in run.stdout
    assert " failed" in run.stdout.splitlines()[-1]
    assert "skipped" not in run.stdout


def test_a_database_server_is_found_where_debian_keeps_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(tools, "POSTGRESQL", f"{tmp_path}/*/bin")
    with pytest.raises(pytest.skip.Exception, match="apt-get install postgresql"):
        tools.needed("initdb")
    for version in ("9", "17"):
        program = tmp_path / version / "bin" / "initdb"
        program.parent.mkdir(parents=True)
        program.write_text("")
        program.chmod(0o755)
    assert tools.needed("initdb") in tmp_path.glob("*/bin/initdb")
