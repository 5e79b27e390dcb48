"""Where data lie on every system, and that nobody else looks into them."""

import os
from pathlib import Path

import pytest

from companion import paths


@pytest.mark.parametrize(
    ("platform", "env", "place"),
    [
        ("linux", {}, ".local/share/caylus-companion"),
        ("linux", {"XDG_DATA_HOME": "{home}/data"}, "data/caylus-companion"),
        ("linux", {"COMPANION_DATA": "{home}/tables"}, "tables"),
        ("darwin", {"XDG_DATA_HOME": "{home}/data"}, "Library/Application Support/caylus-companion"),
        ("win32", {}, "caylus-companion"),
        ("win32", {"LOCALAPPDATA": "{home}/AppData/Local"}, "AppData/Local/caylus-companion"),
    ],
)
def test_where_tables_are_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str, env: dict[str, str], place: str
) -> None:
    monkeypatch.setattr(paths.sys, "platform", platform)  # type: ignore[attr-defined]
    for name in ("COMPANION_DATA", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in ({"HOME": "{home}"} | env).items():
        monkeypatch.setenv(name, value.format(home=tmp_path))
    assert paths.kept() == tmp_path / place


def rights(place: Path) -> str:
    return f"{place.stat().st_mode & 0o7777:o}"


@pytest.fixture(params=[0o000, 0o022, 0o077])
def umask(request: pytest.FixtureRequest) -> object:
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.mark.usefixtures("umask")
def test_what_is_made_belongs_to_its_owner_alone(tmp_path: Path) -> None:
    folder = paths.private_folder(tmp_path / "very" / "deep" / "tables")
    file = paths.private_file(folder / "companion.db")
    assert (rights(folder), rights(file)) == ("700", "600")
    assert not paths.open_to_others(folder)
    assert not paths.open_to_others(file)


def test_what_is_there_stays_but_a_file_is_closed(tmp_path: Path) -> None:
    tmp_path.chmod(0o2755)
    assert rights(paths.private_folder(tmp_path)) == "2755", "whoever made it may have meant it"
    assert paths.open_to_others(tmp_path)
    file = tmp_path / "companion.db"
    file.write_text("tables")
    file.chmod(0o644)
    assert paths.open_to_others(file)
    assert rights(paths.private_file(file)) == "600"
    assert file.read_text() == "tables"


@pytest.mark.parametrize("mode", [0o710, 0o704, 0o701, 0o740, 0o720, 0o702])
def test_any_right_of_others_counts(tmp_path: Path, mode: int) -> None:
    tmp_path.chmod(mode)
    assert paths.open_to_others(tmp_path)
    paths.close_to_others(tmp_path)
    assert rights(tmp_path) == "700"
    assert not paths.open_to_others(tmp_path)


def test_what_is_not_there_is_open_to_nobody(tmp_path: Path) -> None:
    assert not paths.open_to_others(tmp_path / "nothing")
    paths.close_to_others(tmp_path / "nothing")
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="File exists"):
        paths.private_folder(tmp_path / "file" / "tables")
    assert paths.private_file(tmp_path / "file" / "tables") == tmp_path / "file" / "tables", "told when it is opened"
