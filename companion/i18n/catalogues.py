"""Reads gettext catalogs from locales/: the source if it is there, or else the compiled file."""

import logging
from codecs import BOM_UTF8
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from companion.i18n.languages import locale_of

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog


def catalog(folder: Path, domain: str) -> GNUTranslations | None:
    """Return the catalog of a domain in a language folder, or None if there is none."""
    written = folder / "LC_MESSAGES" / f"{domain}.po"
    for file in (written, written.with_suffix(".mo")):
        if file.exists():
            return _read(file, file.stat().st_mtime)
    return None


def entries(folder: Path, domain: str) -> dict[tuple[str, str], list[str]]:
    """Return the wordings of everything in a domain of a language folder, by facet and id."""
    from babel.messages.mofile import read_mo

    written = folder / "LC_MESSAGES" / f"{domain}.po"
    compiled = written.with_suffix(".mo")
    if not written.exists() and not compiled.exists():
        return {}
    with (written if written.exists() else compiled).open("rb") as opened:
        messages = [message for message in (source(written) if written.exists() else read_mo(opened)) if message.id]
    return {
        (message.context or "", message.id if isinstance(message.id, str) else message.id[0]): [message.string]
        if isinstance(message.string, str)
        else list(message.string or ())
        for message in messages
    }


_log = logging.getLogger("companion.words")

_last: dict[Path, GNUTranslations] = {}
"""Each catalog as it could last be read: what somebody is writing while the server runs may be half a file."""


@cache
def _read(file: Path, changed: float) -> GNUTranslations | None:
    """Read a catalog. `changed` is part of the cache key, so that a changed file is read again."""
    del changed
    try:
        _last[file] = GNUTranslations(BytesIO(file.read_bytes() if file.suffix == ".mo" else compiled(file)))
    except (ValueError, LookupError, TypeError, OSError) as error:
        fields = {"file": str(file), "why": f"{type(error).__name__}: {error}"}
        _log.warning("%(file)s cannot be read: %(why)s", fields, extra={"fields": fields})
    return _last.get(file)


def source(file: Path) -> "Catalog":
    """Read the source of a catalog; without a header, it has the plural forms of its language. Raises `ValueError`."""
    from babel.messages.pofile import PoFileError, read_po

    try:
        text = BytesIO(file.read_bytes().removeprefix(BOM_UTF8))
        return read_po(text, locale=locale_of(file.parent.parent.name), abort_invalid=True)
    except (PoFileError, LookupError) as error:
        raise ValueError(str(error)) from error


def compiled(file: Path) -> bytes:
    """Return a source as gettext reads it."""
    from babel.messages.mofile import write_mo

    catalogue = source(file)
    for message in catalogue:
        if isinstance(message.string, list | tuple) and not all(message.string):
            message.string = ""  # an incomplete plural counts as missing
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()
