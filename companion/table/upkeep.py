"""Background work of a server: making backups, and cleaning up what nobody needs.

No other process may open a database that is served, so `backup_of` asks the server: it puts a request file into the
folder of backups (whoever may write there may read the tables anyway). The server makes the backup beside it, from
where it is fetched. If that disk is full, the next request is a link to an empty file elsewhere, into which the server
writes the backup itself.
"""

import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from secrets import token_hex
from threading import Event, Thread

from sqlalchemy import func, select

from companion import paths
from companion.table.database import Database, Unusable
from companion.table.errands import Errands
from companion.table.errors import StillOpening, TableError
from companion.table.maintenance import NotKept, backup, check_target, part_of
from companion.table.schema import log
from companion.table.tables import Tables

FOLDER = "backups"
"""The folder of backups, inside the data folder."""

ASKED, TAKEN, MADE, FAILED = ".asked", ".taken", ".db", ".failed"
"""Suffixes of a request file: new, in progress, done, and failed."""

LOOK = 1.0
"""Seconds between checks for requests."""

HOUR = 3600.0
"""Seconds between rounds of all other work."""

PATIENCE, LONGEST = 15.0, 900.0
"""Seconds within which a server has to accept a request, and to finish its backup."""

AT_ONCE = 5
"""Tables handled in one batch."""

DELETED_AT_ONCE = 200
"""The most tables deleted in one round."""

_ROOM = 3
"""The automatic backup needs free space for this many copies of the database, since tables need room to grow too."""

_DAY = "companion-????-??-??.db"


class Upkeep:
    """The background thread of a server. Errors are passed to `fault`; the next round tries again."""

    def __init__(
        self,
        tables: Tables,
        folder: Path | None,
        fault: Callable[[Exception], None],
        address: Callable[[], str] = str,
    ) -> None:
        self._errands = Errands(tables, folder, address) if folder and tables.store.database.embedded else None
        self._tables, self._fault, self._stopped = tables, fault, Event()
        self._backups = folder / FOLDER if folder and tables.store.database.embedded else None
        """The folder of backups; None for PostgreSQL, which has its own tools."""
        self._summed: str | None = None
        """The last table summarized; None once all are."""
        self._thread = Thread(target=self._run, name="upkeep", daemon=True)

    def start(self) -> "Upkeep":
        self._thread.start()
        return self

    def stop(self) -> None:
        """Stop after finishing the current work."""
        self._stopped.set()
        self._thread.join(LONGEST)

    def _run(self) -> None:
        for left in self._backups.glob(f"*{TAKEN}") if self._backups else ():
            left.unlink()  # left behind by a server that was killed
        due = time.monotonic()
        while not self._stopped.is_set():
            self._tried(self.answer)
            if time.monotonic() >= due:
                due = time.monotonic() + HOUR
                self._tried(self.look)
            self._tried(self.sum_up)
            if self._errands:
                self._tried(self._errands.look)
            self._stopped.wait(LOOK)

    def _tried(self, work: Callable[[], object]) -> None:
        try:
            work()
        except Exception as error:
            # Any error at all: if the thread died, there would be no more backups.
            self._fault(error)

    def look(self) -> None:
        """Do the periodic work."""
        self._summed = ""
        for work in (self._back_up, partial(self._tables.delete_abandoned, DELETED_AT_ONCE), self._rest):
            self._tried(work)

    def _rest(self) -> None:
        last = ""
        while last := self._tables.thin_standings(AT_ONCE, last):
            pass

    def sum_up(self) -> None:
        """Make a few missing summaries, so that no list has to open the tables."""
        if self._summed is None:
            return
        finished = self._tables.store.unsummed(AT_ONCE, self._summed)
        self._summed = finished[-1][0] if finished else None
        for id, seq in finished:
            # An unreadable table is reported where it is shown.
            with suppress(TableError, StillOpening):
                self._tables.sum_up(id, seq)

    # backups

    def answer(self) -> None:
        """Make the requested backups."""
        for path in sorted(self._backups.glob(f"*{ASKED}")) if self._backups else ():
            taken = path.replace(path.with_suffix(TAKEN))
            try:
                backup(self._tables.store.database, _wanted(taken))
            except NotKept:
                paths.private_file(taken.with_suffix(FAILED))
                raise
            finally:
                taken.unlink()

    def _back_up(self) -> None:
        """Make today's backup if there are new entries since the last one, and delete the oldest backups."""
        if self._backups is None:
            return
        days = sorted(paths.private_folder(self._backups).glob(_DAY))
        entered = _entries(self._tables.store.database)
        if not entered or (days and entered == _entries_in(days[-1])):
            return
        served = Path(self._tables.store.database.shown)
        if shutil.disk_usage(served.parent).free < _ROOM * served.stat().st_size:
            raise NotKept("not_writable", str(self._backups))
        today = datetime.fromisoformat(self._tables.now()).astimezone().date()
        backup(self._tables.store.database, self._backups / f"companion-{today}.db")
        for day in sorted(self._backups.glob(_DAY))[: -self._tables.limits.backups]:
            day.unlink()


def _wanted(taken: Path) -> Path:
    """Return where to write a requested backup: beside the request, or into the empty file it links to."""
    if not taken.is_symlink():
        return taken.with_suffix(MADE)
    there = taken.resolve()
    if not there.is_file() or there.stat().st_size:
        raise NotKept("not_there", str(there))
    return there


def _entries(database: Database) -> int:
    with database.begin() as connection:
        return int(connection.execute(select(func.count()).select_from(log)).scalar_one())


def _entries_in(file: Path) -> int:
    """Return the number of entries in a backup, or 0 if it cannot be read."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return int(connection.execute("SELECT count(*) FROM log").fetchone()[0])
    except sqlite3.Error:
        return 0


# the requesting side


def backup_of(where: str, file: Path, patience: float = PATIENCE) -> int:
    """Back up a database, through its server if one has it open; return the size. Raises `Unusable` or `NotKept`."""
    try:
        source = Database(where).ready()
    except Unusable as error:
        if error.code != "in_use":
            raise
        check_target(Database(where), file)
        folder = Path(Database(where).shown).parent / FOLDER
        if not _fetched(folder, file, patience):
            raise
        return file.stat().st_size
    try:
        return backup(source, file)
    finally:
        source.close()


def _fetched(folder: Path, file: Path, patience: float) -> bool:
    """Request a backup from the server and move it to `file`; return whether a server answered."""
    if not file.absolute().parent.is_dir():
        raise NotKept("not_writable", str(file))
    path, part = folder / f"{token_hex(8)}{ASKED}", part_of(file)
    copy = path.with_suffix(MADE)
    try:
        if not _made(path, patience, None):
            return False
        if copy.exists():
            shutil.move(copy, part)
        else:
            _made(path, patience, part)
        part.replace(file)
    except OSError as error:
        raise NotKept("not_writable", str(file)) from error
    finally:
        for left in (copy, part):
            left.unlink(missing_ok=True)
    return True


def _made(path: Path, patience: float, there: Path | None) -> bool:
    """Have the server make a backup in its folder, or in the file `there`; return whether a server answered.

    Raises `NotKept` if the server can do neither.
    """
    try:
        paths.private_folder(path.parent)
        if there is None:
            paths.private_file(path)
        else:
            there.unlink(missing_ok=True)
            path.symlink_to(paths.private_file(there).absolute())
    except OSError as error:
        raise NotKept("server_cannot", str(path.parent)) from error
    if not _gone(path, patience):
        path.unlink(missing_ok=True)
        return False
    _gone(path.with_suffix(TAKEN), LONGEST)
    path.with_suffix(FAILED).unlink(missing_ok=True)
    if there and not there.stat().st_size:
        raise NotKept("server_cannot", str(path.parent))
    return True


def _gone(file: Path, patience: float) -> bool:
    """Wait for a file to disappear; return whether it did in time."""
    limit = time.monotonic() + patience
    while file.exists() and time.monotonic() < limit:
        time.sleep(0.05)
    return not file.exists()
