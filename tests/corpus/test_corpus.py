"""Games of every format there ever was: each is read, replayed strictly, and leads to what it led to then."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.engine import records
from companion.engine.loading import headers_of, opened, saved_game
from companion.table import imports
from companion.table.account import account
from companion.table.database import FILE, Database
from companion.table.store import Store
from companion.table.tables import Tables
from companion.web import create_app
from tests.corpus.make import FORMATS, HOST_TOKEN, RED_TOKEN, about, folders, leads_to, points_of, stands

VERSIONS = pytest.mark.parametrize("version", folders(), ids=lambda folder: folder.name)


def plain(data: Any) -> Any:
    """As JSON has it."""
    return json.loads(json.dumps(data))


def files(folder: Path, part: str) -> list[tuple[str, str]]:
    found = sorted((folder / part).iterdir())
    assert found
    return [(file.stem, file.read_text(encoding="utf-8")) for file in found]


def test_the_present_formats_are_kept_too() -> None:
    """Whoever changes a format adds a folder: python -m tests.corpus.make."""
    assert about(folders()[-1])["formats"] == FORMATS


@pytest.mark.slow
@VERSIONS
def test_records_lead_to_what_they_led_to(version: Path) -> None:
    for name, text in files(version, "records"):
        game = records.replay(records.parse(text), opened)
        assert plain(leads_to(game)) == about(version)["games"][name], name


@VERSIONS
def test_positions_are_what_they_were(version: Path) -> None:
    for name, text in files(version, "positions"):
        assert plain(opened(headers_of(text), text).state.to_json()) == about(version)["games"][name]["state"], name


@VERSIONS
def test_saves_lead_to_what_they_led_to(version: Path) -> None:
    for name, text in files(version, "saves"):
        assert plain(leads_to(saved_game(json.loads(text)))) == about(version)["games"][name], name


@pytest.mark.slow
@VERSIONS
def test_exports_are_read_again(version: Path) -> None:
    for name, text in files(version, "exports"):
        brought = imports.read(text).table
        assert plain(brought.standing.to_json()) == about(version)["tables"][name]["standing"], name


@pytest.fixture
def database(version: Path, tmp_path: Path) -> Path:
    """A copy: opening a database brings it up to date."""
    return Path(shutil.copy(version / FILE, tmp_path))


@pytest.mark.slow
@VERSIONS
def test_a_database_is_whole_and_replays(database: Path, version: Path) -> None:
    for command in (["validate"], ["db", "check"]):
        done = CliRunner().invoke(main, [*command, "--database", str(database), "--lang", "en"])
        assert (done.exit_code, done.stderr) == (0, ""), command
        assert str(len(about(version)["tables"])) in done.stdout


@VERSIONS
def test_a_database_is_served_as_it_was_left(database: Path, version: Path) -> None:
    kept = Tables(Store(Database(database).ready()))
    client = create_app(tables=kept).test_client()
    for name, was in about(version)["tables"].items():
        table = kept.place(was["id"]).table
        assert table.seq == was["seq"], name
        assert plain(stands(table)) == {key: was[key] for key in stands(table)}, name
        assert plain(points_of(account(table.snapshot(), kept.log(was["id"])).sheet)) == was["sheet"], name
        assert kept.who(was["id"], HOST_TOKEN).host
        assert kept.who(was["id"], RED_TOKEN).colours == {"red"}
        page = client.get(f"/t/{kept.place(was['id']).opened.code}", headers={"Host": "localhost"})
        assert page.status_code == 200
        assert "Müller" in page.text
    kept.close()
