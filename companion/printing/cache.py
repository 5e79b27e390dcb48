"""Sheets that were laid out before, so that printing again is a matter of drawing.

Reading the rules, measuring and placing cost more than twice what drawing costs, and give the same as long as no
file has changed. What is kept is the display list, keyed by the request and the content of every file behind it. The
cache can be deleted at any time; one that cannot be read or written is passed over in silence.
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
    """The request and everything that can change the sheet."""
    return hashlib.blake2b(_state() + repr(request).encode(), digest_size=16).hexdigest()


@cache
def _state() -> bytes:
    """The content of every file behind any sheet, for dates and sizes can deceive; once for a command."""
    digest = hashlib.blake2b()
    for file in _sources():
        with open(file, "rb") as source:  # noqa: PTH123, in the time that 300 files take
            content = source.read()
        digest.update(f"{file} {len(content)} ".encode())
        digest.update(content)
    return digest.digest()


def _sources() -> Iterator[str]:
    """Data, words, drawings, fonts and our own code; of what others made the file that tells the version."""
    code = Path(__file__).parents[1]
    templates = (paths.templates() / kind for kind in ("sheets", "icons", "fonts"))
    for root in (paths.rules_data(), paths.locales(), *templates, *(code / room for room in _ROOMS)):
        yield from _files(str(root))
    for library in ("babel", "reportlab"):
        found = find_spec(library)
        if found and found.origin:
            yield found.origin


_ROOMS = ("engine", "games", "i18n", "printing", "rules")


def _files(root: str) -> Iterator[str]:
    with os.scandir(root) as entries:
        for entry in sorted(entries, key=lambda one: one.name):
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _files(entry.path)
            else:
                yield entry.path
