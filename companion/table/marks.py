"""The files of an open database as we left them: tells whether somebody has moved them or written to them."""

import os
import time
from contextlib import suppress
from dataclasses import dataclass
from hashlib import file_digest
from io import FileIO
from pathlib import Path

BESIDE = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps beside a database."""

REST = 1_000_000_000
"""Nanoseconds that a file has to rest before its content is worth remembering."""


@dataclass(frozen=True)
class _Mark:
    """What tells a file from any other, wherever it is, and tells whether somebody has written to it."""

    place: tuple[int, int]
    size: int
    time: int

    def now(self, file: Path) -> "_Mark":
        """Return the mark as it is now, or this one if another file is there or none."""
        mark = _mark(file)
        return mark if mark and mark.place == self.place else self


def _mark(file: Path) -> _Mark | None:
    try:
        return _of(file.stat())
    except OSError:
        return None


def _of(status: os.stat_result) -> _Mark:
    # Windows tells the time late, but lets nobody write to a file that is locked.
    time = status.st_mtime_ns if os.name == "posix" else 0
    return _Mark((status.st_dev, status.st_ino), status.st_size, time)


class Marks:
    """The marks of some files, and what was in them when they had those."""

    def __init__(self, *files: Path) -> None:
        self._marks = {file: mark for file in files if (mark := _mark(file))}
        self._known: dict[_Mark, bytes] = {}
        """Digests of what was in files that rested."""
        self._readers: dict[tuple[int, int], FileIO] = {}
        """Kept open as long as the database: closing any of them would end its locks."""

    def renew(self) -> None:
        """Take the files as they are, since we have written to them."""
        self._marks = {file: mark.now(file) for file, mark in self._marks.items()}

    def lost(self) -> str:
        """Return what has happened to one of the files, or nothing."""
        for file, mark in self._marks.items():
            if mark.now(file) != mark:
                return "written"
            if _mark(file) != mark:
                return "beside" if file.name.endswith(BESIDE) else "moved"
        return "" if all(map(_writable, self._marks)) else "read_only"

    def learn(self) -> None:
        """Remember what is in the files that rest."""
        known = {mark: self._known[mark] for mark in self._marks.values() if mark in self._known}
        for file, mark in self._marks.items():
            if mark not in known and 0 < mark.time < time.time_ns() - REST:
                content = self._content(file, mark)
                known |= {mark: content} if mark == _mark(file) else {}
        self._known = known

    def forgive(self) -> None:
        """Take the files as they are that have another time, but hold what they held."""
        for file, mark in self._marks.items():
            now, content = mark.now(file), self._known.get(mark)
            if content and now.time != mark.time and now.size == mark.size and content == self._content(file, mark):
                self._marks = {**self._marks, file: now}

    def _content(self, file: Path, mark: _Mark) -> bytes:
        """Return the digest of a file, or nothing if another one is there."""
        with suppress(OSError):
            reader = self._readers.get(mark.place) or file.open("rb", buffering=0)
            if _of(os.fstat(reader.fileno())).place == mark.place:
                self._readers[mark.place] = reader
                reader.seek(0)
                return file_digest(reader, "blake2b").digest()
        return b""

    def close(self) -> None:
        for reader in self._readers.values():
            reader.close()


def _writable(file: Path) -> bool:
    """Whether a file may be written; even the superuser, who may always, heeds its mode."""
    try:
        return bool(file.stat().st_mode & 0o222) and os.access(file, os.W_OK)
    except OSError:
        return False
