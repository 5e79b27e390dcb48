"""Files appear whole or not at all, and a manifest says what was made."""

import hashlib
import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.printing.errors import Unwritable

MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Made:
    """A finished file and what it is."""

    name: str
    content: bytes
    facts: dict[str, Any]


def save(made: Made, folder: Path) -> Path:
    """Write a file and enter it in the folder's manifest. Raises `Unwritable`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write(folder / made.name, made.content)
        listed = _listed(folder / MANIFEST)
        listed[made.name] = made.facts | {
            "bytes": len(made.content), "sha256": hashlib.sha256(made.content).hexdigest(),
        }  # fmt: skip
        text = json.dumps(dict(sorted(listed.items())), ensure_ascii=False, indent=2) + "\n"
        write(folder / MANIFEST, text.encode())
    except OSError as error:
        raise Unwritable(str(folder), error.strerror or str(error)) from error
    return folder / made.name


def write(file: Path, content: bytes) -> None:
    """Replace a file in one step: a reader sees the old one or the new one."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
        Path(name).chmod(0o644)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _listed(manifest: Path) -> dict[str, Any]:
    """What the manifest lists already; a broken one is begun anew."""
    try:
        listed = json.loads(manifest.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return listed if isinstance(listed, dict) else {}
