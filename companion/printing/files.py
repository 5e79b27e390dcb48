"""Writes files atomically, and keeps a manifest of what was made."""

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
    """A finished file, its facts, and files that go with it, such as pictures of its pages."""

    name: str
    content: bytes
    facts: dict[str, Any]
    beside: dict[str, bytes] = field(default_factory=dict)


def save_all(all_made: Sequence[Made], folder: Path) -> list[Path]:
    """Write files and list them in the folder's manifest: all of them or, if one fails, none.

    All contents are on the disk under temporary names before the first file gets its own. Raises `Unwritable`.
    """
    files = {name: content for product in all_made for name, content in _files(product)}
    new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        listed = _listed(folder / MANIFEST)
        listed |= {product.name: _entry(product) for product in all_made}
        text = json.dumps(dict(sorted(listed.items())), ensure_ascii=False, indent=2) + "\n"
        _write_all(folder, files | {MANIFEST: text.encode()})
    except OSError as error:
        if new:
            with suppress(OSError):
                folder.rmdir()
        raise Unwritable(str(folder), error.strerror or str(error)) from error
    return [folder / product.name for product in all_made]


def _files(product: Made) -> Iterator[tuple[str, bytes]]:
    yield product.name, product.content
    yield from product.beside.items()


def _entry(product: Made) -> dict[str, Any]:
    entry = product.facts | {"bytes": len(product.content), "sha256": hashlib.sha256(product.content).hexdigest()}
    return entry | ({"beside": sorted(product.beside)} if product.beside else {})


def write(file: Path, content: bytes) -> None:
    """Replace a file atomically."""
    _write_all(file.parent, {file.name: content})


def _write_all(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write all files under temporary names, then rename them in order."""
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
"""The number of characters of a name kept in the temporary one; file systems allow 255."""


def _listed(manifest: Path) -> dict[str, Any]:
    """Return the manifest's entries; a damaged manifest counts as empty."""
    try:
        listed = json.loads(manifest.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return listed if isinstance(listed, dict) else {}
