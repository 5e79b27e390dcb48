"""Sheets that were laid out before, so that printing again is a matter of drawing.

Reading the rules, measuring and placing cost more than twice what drawing costs, and give the same as long as no
file has changed. What is kept is the display list, keyed by the request and by every file that it came from. The
cache can be deleted at any time; one that cannot be read or written is passed over in silence.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from companion import paths
from companion.printing.display import Document, from_json, to_json
from companion.printing.product import Request

_KEPT = 60
"""So many sheets are kept; the oldest go first."""


def folder() -> Path:
    """Where sheets are kept: the place for caches of this system."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "~")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or ("~/Library/Caches" if sys.platform == "darwin" else "~/.cache")
    return Path(base).expanduser() / "caylus-companion" / "sheets"


def document(request: Request, *, keep: bool = False) -> Document:
    """The display list of a request, from the cache if that is wanted and possible."""
    if not keep or request.overlays:
        return _laid_out(request)
    file = folder() / f"{_key(request)}.json"
    with suppress(OSError, ValueError, KeyError, TypeError):
        return from_json(json.loads(file.read_bytes()))
    found = _laid_out(request)
    with suppress(OSError):
        _keep(file, json.dumps(to_json(found), ensure_ascii=False, separators=(",", ":")).encode())
    return found


def _laid_out(request: Request) -> Document:
    from companion.printing.shop import lay_out

    return lay_out(request)


def _keep(file: Path, content: bytes) -> None:
    from companion.printing.files import write

    file.parent.mkdir(parents=True, exist_ok=True)
    write(file, content)
    for old in sorted(file.parent.glob("*.json"), key=lambda one: one.stat().st_mtime, reverse=True)[_KEPT:]:
        old.unlink(missing_ok=True)


def _key(request: Request) -> str:
    """The request and the state of every file that can change the sheet."""
    digest = hashlib.sha256(repr(request).encode())
    for name, changed, size in _sources():
        digest.update(f"{name} {changed} {size}\n".encode())
    return digest.hexdigest()[:32]


def _sources() -> Iterator[tuple[str, int, int]]:
    code = Path(__file__).parents[1]
    roots = [paths.rules_data(), paths.locales(), paths.templates() / "sheets", paths.templates() / "icons"]
    for root in (*roots, code / "printing", code / "rules", code / "i18n"):
        yield from _files(str(root))


def _files(root: str) -> Iterator[tuple[str, int, int]]:
    with os.scandir(root) as entries:
        for entry in sorted(entries, key=lambda one: one.name):
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _files(entry.path)
            elif not entry.name.endswith(".mo"):
                state = entry.stat()
                yield entry.path, state.st_mtime_ns, state.st_size
