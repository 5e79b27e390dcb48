"""Games of every format there ever was: each is read, replayed strictly, and leads to what it led to then."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.engine import records
from companion.engine.game import Game
from companion.engine.loading import headers_of, opened, saved_game
from companion.table import imports
from companion.table.account import account
from companion.table.database import FILE, Database
from companion.table.store import Store
from companion.table.table import Table
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


def _must_lead_to(game: Game, was: dict[str, Any], name: str) -> None:
    """The same table and the same points. An older state names places in an order, not players."""
    assert game.state == game.referee.read(was["state"]), name
    assert plain(leads_to(game))["sheet"] == was["sheet"], name


def stood(table: Table, standing: dict[str, Any]) -> dict[str, Any]:
    """A standing with its state as the present version reads it."""
    return standing | {"state": table.referee.read(standing["state"]).to_json()}


def entered(was: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """What stood then, with the numbers of the score sheet that people entered, if `found` has only those."""
    if "lying" in was or not found.pop("lying", False):
        return was
    kept = {seat: {name: was["counted"][seat][name] for name in numbers} for seat, numbers in found["counted"].items()}
    return was | {"counted": kept}


def test_the_present_formats_are_kept_too() -> None:
    """Whoever changes a format adds a folder: python -m tests.corpus.make."""
    assert about(folders()[-1])["formats"] == FORMATS


@pytest.mark.slow
@VERSIONS
def test_records_lead_to_what_they_led_to(version: Path) -> None:
    for name, text in files(version, "records"):
        _must_lead_to(records.replay(records.parse(text), opened), about(version)["games"][name], name)


@VERSIONS
def test_positions_are_what_they_were(version: Path) -> None:
    for name, text in files(version, "positions"):
        game = opened(headers_of(text), text)
        assert game.state == game.referee.read(about(version)["games"][name]["state"]), name


@VERSIONS
def test_saves_lead_to_what_they_led_to(version: Path) -> None:
    for name, text in files(version, "saves"):
        _must_lead_to(saved_game(json.loads(text)), about(version)["games"][name], name)


@pytest.mark.slow
@VERSIONS
def test_exports_are_read_again(version: Path) -> None:
    for name, text in files(version, "exports"):
        brought = imports.read(text).table
        was = about(version)["tables"][name]["standing"]
        found = stood(brought, plain(brought.standing.to_json()))
        assert found == stood(brought, entered(was, found)), name


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
    for name, told in about(version)["tables"].items():
        table = kept.place(told["id"]).table
        was = told | {"standing": stood(table, told["standing"])}
        assert table.seq == was["seq"], name
        found = plain(stands(table))
        assert found | {"standing": stood(table, found["standing"])} == {key: was[key] for key in found}, name
        assert plain(points_of(account(table.snapshot(), kept.log(was["id"])).sheet)) == was["sheet"], name
        assert kept.who(was["id"], HOST_TOKEN).host
        assert kept.who(was["id"], RED_TOKEN).colours == {"red"}
        page = client.get(f"/t/{kept.place(was['id']).opened.code}", headers={"Host": "localhost"})
        assert page.status_code == 200
        assert "Müller" in page.text
    kept.close()
