"""A backup of what is served, while people play: by hand, and one by itself for each day."""

import os
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.table.database import FILE, Database
from companion.table.maintenance import check, copy, reading
from companion.table.schema import log
from companion.table.upkeep import FOLDER
from tests.faults.world import Player, Served, crowd, key_of
from tests.patience import PATIENCE
from tests.postgresql import Server

pytestmark = pytest.mark.slow


def until(enough: Callable[[], bool]) -> None:
    limit = time.monotonic() + PATIENCE
    while not enough():
        assert time.monotonic() < limit
        time.sleep(0.01)


def backed_up_while_they_play(where: Path | str, database: str, file: Path) -> list[Player]:
    """Several play, somebody makes a backup, and they play on; what each had been told before it began."""
    served = Served(where)
    players = [Player([served.port], n) for n in range(4)]

    def answers() -> int:
        return sum(len(player.answers) for player in players)

    enough = threading.Event()
    threads = crowd(players, enough.is_set)
    try:
        until(lambda: answers() >= 200)
        before = [player.answers[:] for player in players]
        run = CliRunner().invoke(main, ["db", "backup", str(file), "--database", database, "--lang", "en"])
        assert run.exit_code == 0, run.output
        limit = answers() + 100
        until(lambda: answers() >= limit)
    finally:
        enough.set()
        for thread in threads:
            thread.join(PATIENCE)
        served.stop()
    assert [player.unexpected for player in players] == [[]] * len(players)
    for player, known in zip(players, before, strict=True):
        player.answers = known
    return players


def rows(database: Database) -> dict[str, list[Any]]:
    """The log of each table."""
    found: dict[str, list[Any]] = {}
    with database.begin() as connection:
        for row in connection.execute(log.select().order_by(log.c.table_id, log.c.seq)):
            found.setdefault(row.table_id, []).append(row)
    return found


def assert_prefixes(players: list[Player], backup: Path, served: Database, new: Database) -> None:
    """What came back is the beginning of what was played on, and whole; what was acknowledged before is in it."""
    with reading(str(backup)) as source:
        copy(source, new)
    restored, whole = rows(new), rows(served)
    assert {id: lines == whole[id][: len(lines)] for id, lines in restored.items()} == dict.fromkeys(restored, True)
    assert sum(map(len, restored.values())) < sum(map(len, whole.values()))
    keys = {key_of(line) for lines in restored.values() for line in lines}
    assert [it for player in players for it in player.answers if it.key not in keys] == []
    assert list(check(new, replay=True)) == []
    for player in players:
        player.line.close()
        player.other.close()


@pytest.mark.drawn(1)
@pytest.mark.parametrize("where", ["sqlite", "postgresql"])
def test_of_what_is_served_while_people_play(tmp_path: Path, request: pytest.FixtureRequest, where: str) -> None:
    data = tmp_path / "data"
    server: Server | None = request.getfixturevalue("postgresql") if where == "postgresql" else None
    address = server.new_database() if server else str(data / FILE)
    players = backed_up_while_they_play(address if server else data, address, tmp_path / "evening.db")
    served, new = Database(address if server else data / FILE).ready(), Database(tmp_path / "new.db").ready()
    assert_prefixes(players, tmp_path / "evening.db", served, new)
    served.close()
    new.close()
    assert [it.name for it in tmp_path.glob(".*")] == []
    if not server:
        assert [it.name for it in (data / FOLDER).iterdir() if not it.name.startswith("companion-")] == []


def test_nobody_else_may_read_what_a_server_keeps_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        served = Served(tmp_path / "data")
    finally:
        os.umask(before)
    player = Player([served.port], 1)
    player.play(lambda: bool(player.answers))
    run = CliRunner().invoke(
        main, ["db", "backup", str(tmp_path / "b.db"), "--database", str(tmp_path / "data" / FILE)]
    )
    assert run.exit_code == 0, run.output
    found = [tmp_path / "data", tmp_path / "b.db", *(tmp_path / "data").rglob("*")]
    names = {it.name for it in found}
    served.stop()
    player.line.close()
    player.other.close()
    assert names >= {FILE, f"{FILE}-wal", FOLDER}
    rights = {it.name: oct(stat.S_IMODE(it.stat().st_mode)) for it in found if it.exists()}
    assert rights == {it.name: "0o700" if it.is_dir() else "0o600" for it in found if it.exists()}
