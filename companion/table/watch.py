"""Watching the file of the tables while a server has it open.

If somebody moves, deletes or overwrites it, or a file that SQLite keeps beside it, nothing more can be kept. What the
open file still holds is rescued into a new file, and the tables refuse everything (`Away`) until the file is there
again.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from tempfile import gettempdir
from threading import Event, Thread

from companion import paths
from companion.table.database import Database, Unusable
from companion.table.maintenance import Contents, NotKept, written

LOOK = 1.0
"""Seconds between looks at the file."""

Rescued = tuple[Path, Contents]
Tell = Callable[[str, Rescued | None], None]
"""Told what happened, one of `Database.LOST` or nothing if all is well again, and what was rescued where."""


class Watch:
    """The thread that watches the file."""

    def __init__(self, database: Database, tell: Tell) -> None:
        self._database, self._tell = database, tell
        self._lost = ""
        self._rescued: Rescued | None = None
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> "Watch":
        self._thread.start()
        return self

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(LOOK):
            self.look()

    def look(self) -> None:
        """Tell what has changed, and rescue what is open."""
        self._database.learn()
        lost = self._database.lost()
        rescued = self._rescue() if lost in Database.GONE and not self._rescued else None
        if rescued or lost != self._lost:
            self._tell(lost, rescued)
        self._lost, self._rescued = lost, rescued or (self._rescued if lost else None)

    def _rescue(self) -> Rescued | None:
        name = f"companion-rescued-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}.db"
        here, own = Path(self._database.shown).parent, paths.kept()
        for folder in (here, own, here.parent, Path(gettempdir())):
            with suppress(OSError, NotKept, Unusable):
                if folder == own != here:
                    paths.private_folder(own)
                if folder.is_dir():
                    return folder / name, written(folder / name, name, self._database.pour)
        return None
