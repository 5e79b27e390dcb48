"""The file of the tables goes away while people play: said, nothing acknowledged is lost, and on it goes afterwards."""

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.table.database import FILE, Database
from tests.faults.world import Player, Served, faults
from tests.patience import PATIENCE

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


def rescued(served: Served, file: Path) -> Path:
    """Where the terminal says that everything is."""
    line = served.until_said("Everything that was still open is rescued in ")
    assert f"in the place of {file}" in line
    return Path(line.split(" is rescued in ")[1].split(". Tables: ")[0])


def refused(player: Player, status: int, words: str) -> None:
    """Nothing is acknowledged any more, and whoever looks after the server sees it."""
    limit = time.monotonic() + PATIENCE
    while player.line.get("/ready")[0] != 503:
        assert time.monotonic() < limit, "it is still ready"
    answer = player.line.post(f"/api/v1/tables/{player.code}/act", TAP | {"seen": player.seq}, player.token)
    assert answer[0] == status
    assert words in answer[1]["said"]


@pytest.mark.drawn(3)
@pytest.mark.parametrize("way", WAYS)
def test_what_was_acknowledged_is_rescued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "own"))
    (tmp_path / "own").mkdir()
    folder = tmp_path / "data"
    served = Served(folder)
    player = Player([served.port], 1)
    player.play(lambda: len(player.answers) >= 20)
    WAYS[way](folder)
    player.play(lambda: bool(player.unexpected))  # a tap that is still acknowledged counts
    status, answer = player.unexpected.pop()
    assert (status, "not in its place" in answer["said"]) == (503, True)
    refused(player, 503, "not in its place")
    file = rescued(served, folder / FILE)
    served.until_said("is gone, the one" if way == "wal deleted" else "is no longer there")
    assert served.stop() == 0
    for place in (folder, tmp_path / "away"):
        shutil.rmtree(place, ignore_errors=True) if not file.is_relative_to(place) else None
    folder.mkdir(exist_ok=True)
    for left in folder.glob(f"{FILE}*"):
        left.unlink()
    file.rename(folder / FILE)
    served.start()
    player.line.close()
    assert player.line.post(f"/api/v1/tables/{player.code}/act", TAP | {"seen": player.seq}, player.token)[0] == 200
    assert served.stop() == 0
    database = Database(folder / FILE).ready()
    assert faults([player], database) == []
    database.close()


@pytest.mark.parametrize("way", ["moved", "read-only"])
def test_play_goes_on_once_the_file_is_back(tmp_path: Path, way: str) -> None:
    served = Served(tmp_path)
    player = Player([served.port], 1)
    player.play(lambda: len(player.answers) >= 20)
    file, away = tmp_path / FILE, tmp_path / "away.db"
    if way == "moved":
        file.rename(away)
        refused(player, 503, "not in its place")
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
