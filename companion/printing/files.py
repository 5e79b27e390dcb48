"""Files appear whole or not at all, and a manifest says what was made."""

import errno
import hashlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.printing.errors import Unwritable

MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Made:
    """A finished file, what it is, and the files that go with it, such as pictures of its pages."""

    name: str
    content: bytes
    facts: dict[str, Any]
    beside: dict[str, bytes] = field(default_factory=dict)


def save_all(all_made: Sequence[Made], folder: Path) -> list[Path]:
    """Write files and enter them in the folder's manifest: all of them or, when one fails, none.

    Everything is on the disk under other names before the first file appears under its own. Raises `Unwritable`.
    """
    files = {name: content for made in all_made for name, content in _files(made)}
    new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        listed = _listed(folder / MANIFEST)
        listed |= {made.name: _entry(made) for made in all_made}
        text = json.dumps(dict(sorted(listed.items())), ensure_ascii=False, indent=2) + "\n"
        _write_all(folder, files | {MANIFEST: text.encode()})
    except OSError as error:
        if new:
            with suppress(OSError):
                folder.rmdir()
        raise Unwritable(str(folder), error.strerror or str(error)) from error
    return [folder / made.name for made in all_made]


def _files(made: Made) -> Iterator[tuple[str, bytes]]:
    yield made.name, made.content
    yield from made.beside.items()


def _entry(made: Made) -> dict[str, Any]:
    entry = made.facts | {"bytes": len(made.content), "sha256": hashlib.sha256(made.content).hexdigest()}
    return entry | ({"beside": sorted(made.beside)} if made.beside else {})


def write(file: Path, content: bytes) -> None:
    """Replace a file in one step: a reader sees the old one or the new one."""
    _write_all(file.parent, {file.name: content})


def _write_all(folder: Path, files: Mapping[str, bytes]) -> None:
    """All files under passing names, then each under its own, the last of them last."""
    waiting: list[tuple[Path, Path]] = []
    try:
        for name, content in files.items():
            waiting.append((_passing(folder, name, content), folder / name))
        for _, file in waiting:
            if file.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
        for passing, file in waiting:
            passing.replace(file)
    finally:
        for passing, _ in waiting:
            passing.unlink(missing_ok=True)


def _passing(folder: Path, name: str, content: bytes) -> Path:
    handle, passing = tempfile.mkstemp(dir=folder, prefix=f".{name[:_LONG]}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        Path(passing).chmod(0o644)
    except BaseException:
        Path(passing).unlink(missing_ok=True)
        raise
    return Path(passing)


_LONG = 100
"""So much of a name is kept in the passing one: file systems allow 255 characters."""


def _listed(manifest: Path) -> dict[str, Any]:
    """What the manifest lists already; a broken one is begun anew."""
    try:
        listed = json.loads(manifest.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return listed if isinstance(listed, dict) else {}
