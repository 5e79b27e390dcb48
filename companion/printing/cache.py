"""A cache of laid-out sheets, so that printing a sheet again only needs to draw it.

Reading the rules, measuring and placing take more than twice as long as drawing, and give the same result while no file
has changed. The cache stores the display list, keyed by the request and the content of all files that affect it. It can
be deleted at any time; if it cannot be read or written, it is silently ignored.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from companion import paths
from companion.printing.display import Document, from_json, to_json
from companion.printing.product import Request

_KEPT = 60
"""The number of sheets that are kept; the oldest are removed first."""


def folder() -> Path:
    """Return the folder of the cache, below the place for caches on this system."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "~")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or ("~/Library/Caches" if sys.platform == "darwin" else "~/.cache")
    return Path(base).expanduser() / "caylus-companion" / "sheets"


def document(request: Request, *, keep: bool = False) -> Document:
    """Return the display list of a request, from the cache if that is wanted and possible."""
    if not keep or request.overlays or request.record:
        return _laid_out(request)
    file = folder() / f"{_key(request)}.json"
    with suppress(OSError, ValueError, KeyError, TypeError):
        return from_json(json.loads(file.read_bytes()))
    found = _laid_out(request)
    with suppress(OSError):
        _keep(file, json.dumps(to_json(found), ensure_ascii=False, separators=(",", ":")).encode())
    return found


def _laid_out(request: Request) -> Document:
    from companion.printing.job import lay_out

    return lay_out(request)


def _keep(file: Path, content: bytes) -> None:
    from companion.printing.files import write

    file.parent.mkdir(parents=True, exist_ok=True)
    write(file, content)
    for old in sorted(file.parent.glob("*.json"), key=lambda one: one.stat().st_mtime, reverse=True)[_KEPT:]:
        old.unlink(missing_ok=True)


def _key(request: Request) -> str:
    """Return a hash of the request and of everything that can change the sheet."""
    return hashlib.blake2b(_state() + repr(request).encode(), digest_size=16).hexdigest()


@cache
def _state() -> bytes:
    """Return a hash of all files that affect sheets. Uses their contents, because dates and sizes can deceive."""
    digest = hashlib.blake2b()
    for file in _sources():
        with open(file, "rb") as source:  # noqa: PTH123, in the time that 300 files take
            content = source.read()
        digest.update(f"{file} {len(content)} ".encode())
        digest.update(content)
    return digest.digest()


def _sources() -> Iterator[str]:
    """Yield data, words, drawings, fonts and our own code; of libraries, the file that contains the version."""
    code = Path(__file__).parents[1]
    templates = (paths.templates() / kind for kind in ("sheets", "icons", "fonts"))
    for root in (paths.rules_data(), paths.locales(), *templates, *(code / room for room in _ROOMS)):
        yield from _files(str(root))
    for library in ("babel", "pyphen", "reportlab"):
        found = find_spec(library)
        if found and found.origin:
            yield found.origin


_ROOMS = ("engine", "games", "i18n", "minds", "printing", "rules")


def _files(root: str) -> Iterator[str]:
    with os.scandir(root) as entries:
        for entry in sorted(entries, key=lambda one: one.name):
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _files(entry.path)
            else:
                yield entry.path
