"""The file of the tables goes away while people play: said, nothing acknowledged is lost, and on it goes afterwards."""

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import paths
from companion.cli import main
from companion.table.database import FILE, Away, Database, Unusable
from companion.table.maintenance import backup
from companion.table.store import Store
from companion.table.tables import Tables
from companion.table.watch import Rescued, Watch
from tests.faults.world import Player, Served, faults
from tests.patience import PATIENCE
from tests.table.people import setup

pytestmark = pytest.mark.slow

TAP = {"wish": {"kind": "pause"}}


def replaced(folder: Path) -> None:
    shutil.copy(folder / FILE, folder / "other.db")
    (folder / "other.db").replace(folder / FILE)


WAYS: dict[str, Callable[[Path], object]] = {
    "deleted": lambda folder: (folder / FILE).unlink(),
    "moved": lambda folder: (folder / FILE).rename(folder / "away.db"),
    "replaced": replaced,
    "folder moved": lambda folder: folder.rename(folder.with_name("away")),
    "folder deleted": shutil.rmtree,
    "wal deleted": lambda folder: (folder / f"{FILE}-wal").unlink(),
}


def advised(served: Served, words: str) -> list[str]:
    """The command that the terminal says to run, and the file that is to take the place of the other."""
    line = served.until_said(words)
    return line.partition("run companion ")[2].partition(" --lang")[0].partition(",")[0].split()


def followed(command: list[str]) -> None:
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0, result.output


def refused(player: Player, status: int, words: str) -> None:
    """Nothing is acknowledged any more, and whoever looks after the server sees it."""
    limit = time.monotonic() + PATIENCE
    while player.line.get("/ready")[0] != 503:
        assert time.monotonic() < limit, "it is still ready"
    answer = player.line.post(f"/api/v1/tables/{player.code}/act", TAP | {"seen": player.seq}, player.token)
    assert answer[0] == status
    assert words in answer[1]["said"]


@pytest.mark.parametrize("own", [True, False])
def test_what_is_rescued_lies_where_it_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: bool) -> None:
    folder = tmp_path / "data"
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "own" / "made" if own else folder))
    database = Database(paths.private_folder(folder) / FILE).ready()
    Tables(Store(database)).create(setup(), "laptop", seed=1)
    folder.rename(tmp_path / "away")
    told: list[Rescued | None] = []
    Watch(database, lambda _, rescued: told.append(rescued)).look()
    assert told[0]
    assert told[0][0].parent == (tmp_path / "own" / "made" if own else tmp_path)
    assert not folder.exists()
    database.close()


@pytest.mark.drawn(1)
@pytest.mark.parametrize("way", WAYS)
def test_what_was_acknowledged_is_rescued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "own"))
    folder = tmp_path / "data"
    served = Served(folder)
    player = Player([served.port], 1)
    player.play(lambda: len(player.answers) >= 20)
    WAYS[way](folder)
    player.play(lambda: bool(player.unexpected))  # a tap that is still acknowledged counts
    status, answer = player.unexpected.pop()
    assert (status, "no longer in its place" in answer["said"]) == (503, True)
    refused(player, 503, "no longer in its place")
    command = advised(served, "Everything that was still open is rescued in ")
    served.until_said("is gone, the one" if way == "wal deleted" else "is no longer there")
    assert served.stop() == 0
    followed(command)
    served.start()
    player.line.close()
    assert player.line.post(f"/api/v1/tables/{player.code}/act", TAP | {"seen": player.seq}, player.token)[0] == 200
    assert served.stop() == 0
    database = Database(folder / FILE).ready()
    assert faults([player], database) == []
    database.close()


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def touched_up(file: Path) -> None:
    with file.open("r+b") as there:
        first = there.read(1)
        there.seek(0)
        there.write(bytes([first[0] ^ 1]))


def lengthened(file: Path) -> None:
    with file.open("ab") as there:
        there.write(b"\0" * 4096)


INSIDE: dict[str, Callable[[Path], object]] = {
    "an older one copied over it": lambda file: shutil.copyfile(file.with_name("older.db"), file),
    "emptied": emptied,
    "a byte": touched_up,
    "longer": lengthened,
}


@pytest.mark.drawn(2)
@pytest.mark.parametrize("linked", [False, True], ids=["itself", "by a link"])
@pytest.mark.parametrize("end", ["", "-wal"], ids=["file", "log"])
@pytest.mark.parametrize("way", INSIDE)
def test_nothing_is_acknowledged_once_somebody_else_has_written(
    tmp_path: Path, way: str, end: str, linked: bool
) -> None:
    folder, disk = tmp_path / "data", tmp_path / "disk"
    for place in (folder, disk):
        place.mkdir()
    if linked:
        (folder / FILE).symlink_to(disk / FILE)
    served = Served(folder)
    player = Player([served.port], 1)
    player.play(lambda: len(player.answers) >= 20)
    written = Path(f"{(disk if linked else folder) / FILE}{end}")
    backup(str(folder / FILE), tmp_path / "backup.db")
    shutil.copyfile(tmp_path / "backup.db", written.with_name("older.db"))
    INSIDE[way](written)
    content = written.read_bytes()
    acknowledged = len(player.answers)
    player.play(lambda: bool(player.unexpected))
    assert len(player.answers) == acknowledged
    assert player.unexpected.pop()[0] == 503
    refused(player, 503, "another program has written to it")
    served.until_said("Another program has written to")
    _, _, _, *where = advised(served, "companion db restore")
    assert served.stop() == 0
    assert written.read_bytes() == content, "what was put there stays as it is"
    followed(["db", "restore", str(tmp_path / "backup.db"), *where])
    served.start()
    player.line.close()
    assert served.stop() == 0
    database = Database(folder / FILE).ready()
    assert faults([player], database) == []
    database.close()


@pytest.mark.parametrize("end", ["", "-wal"], ids=["file", "log"])
def test_a_new_time_alone_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str) -> None:
    monkeypatch.setattr("companion.table.marks.REST", 0)
    database = Database(tmp_path / FILE).ready()
    tables, watch = Tables(Store(database)), Watch(database, lambda *_: None)
    file = tmp_path / f"{FILE}{end}"
    for _ in range(2):
        tables.create(setup(), "laptop", seed=1)
        watch.look()
        file.touch()
        watch.look()
    touched_up(file)
    watch.look()
    with pytest.raises(Away):
        tables.create(setup(), "laptop", seed=1)
    touched_up(file)
    watch.look()
    tables.create(setup(), "laptop", seed=1)
    with pytest.raises(Unusable, match="in_use"):
        Database(tmp_path / FILE).ready()
    database.close()


@pytest.mark.parametrize("lost", ["link deleted", "file deleted", "log deleted"])
def test_a_file_by_a_link_is_lost_with_any_part(tmp_path: Path, lost: str) -> None:
    folder, disk = tmp_path / "data", tmp_path / "disk"
    for place in (folder, disk):
        place.mkdir()
    (folder / FILE).symlink_to(disk / FILE)
    database = Database(folder / FILE).ready()
    assert database.lost() == ""
    {"link deleted": folder / FILE, "file deleted": disk / FILE, "log deleted": disk / f"{FILE}-wal"}[lost].unlink()
    assert database.lost() == ("beside" if lost == "log deleted" else "moved")
    database.close()


def test_a_backup_by_a_link_holds_all(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / FILE).symlink_to(tmp_path / "disk" / FILE)
    served = Served(tmp_path)
    player = Player([served.port], 1)
    player.play(lambda: len(player.answers) >= 20)
    backup(str(tmp_path / FILE), tmp_path / "backup.db")
    assert served.stop() == 0
    database = Database(tmp_path / "backup.db").ready()
    assert faults([player], database) == []
    database.close()


@pytest.mark.drawn(1)
@pytest.mark.parametrize("way", ["moved", "read-only"])
def test_play_goes_on_once_the_file_is_back(tmp_path: Path, way: str) -> None:
    served = Served(tmp_path)
    player = Player([served.port], 1)
    player.play(lambda: len(player.answers) >= 20)
    file, away = tmp_path / FILE, tmp_path / "away.db"
    if way == "moved":
        file.rename(away)
        refused(player, 503, "no longer in its place")
        served.until_said("is no longer there")
        away.rename(file)
    else:
        file.chmod(0o400)
        refused(player, 503, "protected")
        assert player.line.get(f"/api/v1/tables/{player.code}", player.token)[1]["seq"] == player.seq
        served.until_said("can no longer be written")
        file.chmod(0o600)
    served.until_said("Play goes on.")
    player.until_answered(lambda: (player.line.get("/ready")[0], None))
    player.play(lambda: len(player.answers) >= 40)
    assert served.stop() == 0
    database = Database(file).ready()
    assert faults([player], database) == []
    database.close()
