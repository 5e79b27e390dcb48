"""Background work of a server: making backups, and cleaning up what nobody needs."""

import itertools
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Event, Thread

from sqlalchemy import func, select

from companion import paths
from companion.table.errands import Errands
from companion.table.errors import StillOpening, TableError
from companion.table.maintenance import NotKept, clear, written
from companion.table.schema import log
from companion.table.tables import Tables

FOLDER = "backups"
"""The folder of backups, inside the data folder."""

LOOK = 1.0
"""Seconds between rounds of small work."""

HOUR = 3600.0
"""Seconds between rounds of all other work."""

LONGEST = 900.0
"""Seconds within which a backup has to be finished."""

AT_ONCE = 5
"""Tables handled in one batch."""

DELETED_AT_ONCE = 200
"""The most tables deleted in one round."""

_ROOM = 3
"""The automatic backup needs free space for this many copies of the database, since tables need room to grow too."""

_DAY = "companion-????-??-??*.db"


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
        if self._backups:
            clear(self._backups)
        due = time.monotonic()
        while not self._stopped.is_set():
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

    def _back_up(self) -> None:
        """Make today's backup if there are new entries since the last one, and delete those made longest ago.

        One of today that holds more stays beside it: the tables may have been lost since.
        """
        served = self._tables.store.database
        if self._backups is None or served.file is None:
            return
        backup = _by_age(paths.private_folder(self._backups), time.time())
        with served.begin() as connection:
            entered = connection.execute(select(func.count()).select_from(log)).scalar_one()
        before = _entries_in(backup[-1]) if backup else 0
        if entered in (0, before):
            return
        if shutil.disk_usage(served.file.parent).free < _ROOM * served.file.stat().st_size:
            raise NotKept("not_writable", str(self._backups))
        today = f"companion-{datetime.fromisoformat(self._tables.now()).astimezone().date()}"
        names = itertools.chain([f"{today}.db"], (f"{today}-{n}.db" for n in itertools.count(2)))
        file = next(day for name in names if not (day := self._backups / name).exists())
        if backup and backup[-1].name.startswith(today) and before < entered:
            file = backup[-1]
        written(file, served.shown, served.pour)
        others = [day for day in reversed(_by_age(self._backups, file.stat().st_mtime)) if day != file]
        for day in others[self._tables.limits.backups - 1 :]:
            day.unlink()


def _by_age(folder: Path, now: float) -> list[Path]:
    """Return the backups by when they were made; what a wrong clock made after `now` comes first."""
    times = {day: day.stat().st_mtime for day in folder.glob(_DAY)}
    return sorted(times, key=lambda day: (times[day] <= now, times[day], day.name))


def _entries_in(file: Path) -> int:
    """Return the number of entries in a backup, or 0 if it cannot be read."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return int(connection.execute("SELECT count(*) FROM log").fetchone()[0])
    except sqlite3.Error:
        return 0
