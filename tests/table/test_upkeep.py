"""What a server does by itself: backups of the days that were played, and those that are asked for."""

import os
import sqlite3
import stat
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import datetime, timedelta
from itertools import cycle
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import update

from companion.cli import main
from companion.table.commands import Redo, Undo
from companion.table.database import FILE, Database
from companion.table.limits import Limits
from companion.table.maintenance import NotKept, backup, check, reading
from companion.table.marks import BESIDE
from companion.table.schema import log, metadata, snapshots
from companion.table.store import NEAR, SNAPSHOT_EVERY, Store
from companion.table.tables import Tables
from companion.table.upkeep import FOLDER, Upkeep
from companion.web.server.certificate import OwnCertificate
from tests.table.people import HOST, play_on, setup
from tests.tools import leave_out

pytestmark = pytest.mark.slow


class Days:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = datetime.fromisoformat("2026-03-01T20:00:00+01:00")

    def __call__(self) -> str:
        return self.now.isoformat()

    def pass_by(self, days: int) -> None:
        self.now += timedelta(days=days)


def fail(error: Exception) -> None:
    raise error


@pytest.fixture
def days() -> Days:
    return Days()


@pytest.fixture
def opened(tmp_path: Path, days: Days) -> Callable[[], Tables]:
    """The tables of a data folder, as a server opens them."""
    return lambda: Tables(Store(Database(tmp_path / FILE).ready()), limits=Limits(), clock=days)


def backups(folder: Path) -> list[str]:
    return sorted(file.name for file in (folder / FOLDER).iterdir())


def test_each_day_that_was_played_has_a_backup_and_the_last_seven_stay(
    tmp_path: Path, days: Days, opened: Callable[[], Tables]
) -> None:
    tables = opened()
    upkeep = Upkeep(tables, tmp_path, fail)
    upkeep.look()
    assert backups(tmp_path) == []  # nothing was played yet
    id = tables.create(setup(), "host", seed=1).id
    for day in range(9):
        play_on(tables, id, 3, seed=day)
        upkeep.look()
        upkeep.look()
        days.pass_by(1)
    upkeep.look()  # nobody played today
    assert backups(tmp_path) == [f"companion-2026-03-{day:02}.db" for day in range(3, 10)]
    with closing(sqlite3.connect(tmp_path / FOLDER / "companion-2026-03-09.db")) as last:
        assert last.execute("SELECT max(seq) FROM log").fetchone()[0] == tables.snapshot(id).seq
    tables.store.database.close()
    # A server that is started again finds that everything is there already.
    again = opened()
    Upkeep(again, tmp_path, fail).look()
    assert len(backups(tmp_path)) == 7
    again.store.database.close()


def test_backups_of_a_wrong_clock_do_not_push_out_those_that_are_made_now(
    tmp_path: Path, days: Days, opened: Callable[[], Tables]
) -> None:
    tables = opened()
    id = tables.create(setup(), "host", seed=1).id
    upkeep = Upkeep(tables, tmp_path, fail)
    (tmp_path / FOLDER).mkdir()
    for n in range(7):
        wrong = tmp_path / FOLDER / f"companion-2036-01-0{n + 1}.db"
        wrong.touch()
        os.utime(wrong, (2e9 + n, 2e9 + n))
    for day in range(3):
        play_on(tables, id, 3, seed=day)
        upkeep.look()
        days.pass_by(1)
    kept = backups(tmp_path)
    assert kept[:3] == [f"companion-2026-03-0{day}.db" for day in (1, 2, 3)]
    assert len(kept) == 7
    tables.store.database.close()


def test_the_backup_of_the_day_stays_if_there_is_less_to_back_up(tmp_path: Path, opened: Callable[[], Tables]) -> None:
    tables = opened()
    id = tables.create(setup(), "host", seed=1).id
    play_on(tables, id, 20, seed=1)
    Upkeep(tables, tmp_path, fail).look()
    tables.store.database.close()
    (tmp_path / FILE).unlink()
    again = opened()
    for seed in (1, 2):
        play_on(again, again.create(setup(), "host", seed=seed).id, 3, seed=seed)
        Upkeep(again, tmp_path, fail).look()
    again.store.database.close()
    assert backups(tmp_path) == ["companion-2026-03-01-2.db", "companion-2026-03-01.db"]
    with reading(str(tmp_path / FOLDER / "companion-2026-03-01.db")) as first:
        assert Store(first).newest(id) == 22


def test_a_table_without_a_log_keeps_no_other_from_being_let_go_of(
    tmp_path: Path, days: Days, opened: Callable[[], Tables]
) -> None:
    tables = opened()
    damaged = tables.create(setup(), "host", seed=1).id
    tables.create(setup(), "host", seed=2)
    with tables.store.database.begin() as connection:
        connection.execute(log.delete().where(log.c.table_id == damaged))
        connection.execute(update(metadata.tables["tables"]).values(created="2026-01-01"))
    for passed in (31, 1):
        days.pass_by(passed)
        Upkeep(tables, tmp_path, fail).look()
    assert tables.store.ids() == [damaged]
    tables.store.database.close()


def test_upkeep_goes_on_whatever_happens(
    tmp_path: Path, days: Days, opened: Callable[[], Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = opened()
    play_on(tables, tables.create(setup(), "host", seed=1).id, 3, seed=1)
    told, heard = list[Exception](), threading.Event()

    def fault(error: Exception) -> None:
        told.append(error)
        heard.set()

    monkeypatch.setattr(tables, "delete_abandoned", lambda most: [][most])
    upkeep = Upkeep(tables, tmp_path, fault).start()
    assert heard.wait(60)
    upkeep.stop()
    assert len(backups(tmp_path)) == 1
    assert [type(error) for error in told] == [IndexError]
    tables.store.database.close()


def seqs(tables: Tables, id: str) -> list[int]:
    with tables.store.database.begin() as connection:
        return sorted(row.seq for row in connection.execute(snapshots.select().where(snapshots.c.table_id == id)))


def test_no_more_standings_are_kept_than_are_looked_for(
    tmp_path: Path, days: Days, opened: Callable[[], Tables]
) -> None:
    tables = opened()
    id = tables.create(setup(), "host", seed=1).id
    most = 0
    for n in range(20):
        play_on(tables, id, 12, seed=n)
        most = max(most, len(seqs(tables, id)))
    table = tables.snapshot(id)
    assert table.seq > 200
    assert most <= 2 * NEAR // SNAPSHOT_EVERY
    kept = seqs(tables, id)
    # An undo of a few entries still finds one near.
    to = table.living[-20]
    assert tables.store.standing_of(id, [seq for seq in table.living if seq < to])
    days.pass_by(2)
    Upkeep(tables, tmp_path, fail).look()
    assert seqs(tables, id) == kept[-1:]
    tables.forget(id)
    assert tables.snapshot(id).decision == table.decision
    tables.act(id, Undo(to=table.living[-30]), HOST, seen_seq=table.seq)
    tables.act(id, Redo(), HOST, seen_seq=table.seq + 1)
    assert tables.snapshot(id).decision == table.decision
    assert list(check(tables.store.database, replay=True)) == []
    tables.store.database.close()


def test_an_evening_is_in_its_backup_to_its_end(tmp_path: Path, opened: Callable[[], Tables]) -> None:
    tables = opened()
    id = tables.create(setup(), "host", seed=1).id
    upkeep = Upkeep(tables, tmp_path, fail)
    for _ in range(2):
        play_on(tables, id, 5, seed=tables.snapshot(id).seq)
        upkeep.look()
    copy = Database(tmp_path / FOLDER / backups(tmp_path)[0]).ready()
    assert Store(copy).newest(id) == tables.snapshot(id).seq
    assert list(check(copy, replay=True)) == []
    copy.close()
    tables.store.database.close()


def test_others_play_on_while_backups_are_made_each_of_one_moment(tmp_path: Path, opened: Callable[[], Tables]) -> None:
    tables = opened()
    id = tables.create(setup(), "host", seed=1).id
    playing = threading.Thread(target=play_on, args=(tables, id, 150), kwargs={"seed": 1})
    playing.start()
    while playing.is_alive():
        before = tables.snapshot(id).seq
        made = backup(str(tmp_path / FILE), tmp_path / "b.db")
        assert before <= made.entries <= tables.store.newest(id)
        with reading(str(tmp_path / "b.db")) as copy:
            assert Store(copy).newest(id) == made.entries
            assert list(check(copy, replay=True)) == []
    playing.join()
    tables.store.database.close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, with room for a few tables."""
    if os.getuid() != 0:
        leave_out("only root can mount a small disk: run it as root, in a container for example")
    disk = tmp_path / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk], check=True)
    yield disk
    subprocess.run(["umount", "--lazy", disk], check=True)


def fill(disk: Path) -> None:
    with suppress(OSError), (disk / "filling").open("wb", buffering=0) as filling:
        while filling.write(bytes(4096)):
            pass


def test_a_backup_that_finds_too_little_room_leaves_nothing(
    tmp_path: Path, small_disk: Path, opened: Callable[[], Tables]
) -> None:
    tables = opened()
    play_on(tables, tables.create(setup(), "host", seed=1).id, 5, seed=1)
    fill(small_disk)
    filling, kept = small_disk / "filling", 0
    while not kept:
        with filling.open("r+b") as file:
            file.truncate(filling.stat().st_size - 4096)
        with suppress(NotKept):
            kept = backup(str(tmp_path / FILE), small_disk / "b.db").tables
        assert {it.name for it in small_disk.iterdir()} == {"filling"} | ({"b.db"} if kept else set())
    tables.store.database.close()


@pytest.mark.parametrize("room", [True, False])
def test_a_backup_goes_to_another_disk_where_that_of_the_tables_is_full(
    tmp_path: Path, small_disk: Path, days: Days, *, room: bool
) -> None:
    tables = Tables(Store(Database(small_disk / FILE).ready()), clock=days)
    id = tables.create(setup(), "host", seed=1).id
    play_on(tables, id, 5, seed=1)
    faults: list[Exception] = []
    fill(small_disk)
    Upkeep(tables, small_disk, faults.append).look()
    target = (tmp_path if room else small_disk) / "b.db"
    command = ["db", "backup", str(target), "--database", str(small_disk / FILE), "--lang", "en"]
    run = CliRunner().invoke(main, command, catch_exceptions=False)
    tables.store.database.close()
    assert run.exit_code == (0 if room else 2), run.output
    assert [it.name for it in (small_disk / FOLDER).glob("*") if not it.name.startswith("companion-")] == []
    assert [it.name for folder in (tmp_path, small_disk) for it in folder.glob(".*")] == []
    assert faults  # the backup of the day found no room
    if room:
        assert stat.S_IMODE(target.stat().st_mode) == 0o600
        copy = Database(target).ready()
        assert list(check(copy, replay=True)) == []
        assert Store(copy).newest(id) == 7
        copy.close()
    else:
        assert "cannot be written" in run.output
        assert not target.exists()


@pytest.mark.parametrize("served", [True, False])
def test_no_backup_takes_the_place_of_a_database(tmp_path: Path, opened: Callable[[], Tables], *, served: bool) -> None:
    tables, file = opened(), tmp_path / FILE
    id = tables.create(setup(), "host", seed=1).id
    play_on(tables, id, 5, seed=1)
    (tmp_path / "house").mkdir()
    for link, to in (("link.db", file), ("link.db-wal", f"{file}-wal"), ("deep", tmp_path)):
        (tmp_path / "house" / link).symlink_to(to)
    (tmp_path / "house" / "hard.db").hardlink_to(file)
    another = Database(tmp_path / "another.db").ready()
    upkeep = Upkeep(tables, tmp_path, fail).start()
    if not served:
        upkeep.stop()
        tables.store.database.close()
    before = file.stat().st_ino
    targets = [FILE, *(f"{FILE}{end}" for end in BESIDE), f"house/../{FILE}", "house/link.db", "house/link.db-wal"]
    targets += [f"house/deep/{FILE}", f"house/deep/{FILE}-journal", "house/hard.db", "another.db"]
    for target, (lang, said) in zip(targets, cycle((("en", "in use"), ("nl", "in gebruik"), ("de", "benutzt")))):
        words = ["db", "backup", str(tmp_path / target), "--database", str(file), "--lang", lang]
        run = CliRunner().invoke(main, words, catch_exceptions=False)
        assert (run.exit_code, said in run.output, run.output.count("\n")) == (2, True, 1), (target, run.output)
        assert file.stat().st_ino == before
    another.close()
    if served:
        play_on(tables, id, 5, seed=2)
        upkeep.stop()
        tables.store.database.close()
        assert opened().snapshot(id).seq == tables.snapshot(id).seq
    assert [it.name for it in (tmp_path / FOLDER).glob("*") if not it.name.startswith("companion-")] == []


def test_rights_of_an_older_version_are_taken_back(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(0o755)
    Database(folder / FILE).ready().close()
    (folder / FILE).chmod(0o644)
    Database(folder / FILE).ready().close()
    assert stat.S_IMODE((folder / FILE).stat().st_mode) == 0o600


def test_a_certificate_and_its_key_are_ours_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        OwnCertificate(tmp_path, lambda: ["localhost"])
    finally:
        os.umask(before)
    assert {oct(stat.S_IMODE(file.stat().st_mode)) for file in tmp_path.iterdir()} == {"0o600"}


@pytest.mark.skipif(os.name != "posix", reason="Windows says otherwise who may look into a folder")
def test_the_doctor_names_a_folder_that_others_may_look_into(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(0o755)
    run = CliRunner().invoke(main, ["doctor", "--data", str(folder), "--lang", "en"])
    assert run.exit_code == 1
    assert f"Restrict it: chmod 700 {folder}" in run.output
    folder.chmod(0o700)
    assert CliRunner().invoke(main, ["doctor", "--data", str(folder), "--lang", "en"]).exit_code == 0
