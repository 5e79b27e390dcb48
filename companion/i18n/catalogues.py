"""Reads gettext catalogs from locales/: the source if it is there, or else the compiled file."""

import logging
import re
import struct
from functools import cache
from gettext import GNUTranslations, c2py
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
        _last[file] = opened(file)
    except ValueError as error:
        fields = {"file": str(file), "why": str(error)}
        _log.warning("%(file)s cannot be read: %(why)s", fields, extra={"fields": fields})
    return _last.get(file)


def opened(file: Path) -> GNUTranslations:
    """Read a catalog, the source or compiled. Raises `ValueError`."""
    try:
        return GNUTranslations(BytesIO(file.read_bytes() if file.suffix == ".mo" else compiled(file)))
    except OSError as error:
        raise ValueError(error.strerror) from error
    except (LookupError, TypeError, struct.error) as error:
        raise ValueError(str(error)) from error


_COMMENTS = ("#:", "#.", "# ", "#~")
"""What only authors read. Of the lines with a `#`, this leaves the flags."""


def source(file: Path) -> "Catalog":
    """Read the source of a catalog; without a header, it has the plural forms of its language. Raises `ValueError`.

    It is UTF-8, whatever its header says.
    """
    from babel.messages.pofile import PoFileError, read_po

    try:
        lines = file.read_text(encoding="utf-8-sig").split("\n")
        told = ["" if line.startswith(_COMMENTS) else line for line in lines]  # read_po takes half its time for them
        found = read_po(told, locale=locale_of(file.parent.parent.name), charset="utf-8", abort_invalid=True)
    except (PoFileError, LookupError) as error:
        raise ValueError(str(error)) from error
    found.charset = "utf-8"
    return found


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


_COUNTED = 1000
"""Numbers up to this are tried in a rule for plurals; no rule differs above."""

_FORMS = re.compile(r"nplurals\s*=\s*(\d{1,2})\s*;\s*plural\s*=([^;]+);?")


def forms_taken(rule: str) -> list[int]:
    """Return how many forms a rule for plurals has, and which of them each number takes; empty if it does not work.

    >>> forms_taken("nplurals=2; plural=(n != 1);")[:4], forms_taken("nplurals=2; plural=n")
    ([2, 1, 0, 1], [])
    """
    written = _FORMS.fullmatch(rule.strip())
    if not written:
        return []
    most = int(written[1])
    try:
        place = c2py(written[2])
        taken = [place(n) for n in range(_COUNTED)]
    except (ValueError, ArithmeticError, OverflowError):
        return []
    return [most, *taken] if all(0 <= it < most for it in taken) else []


def plural_rule(code: str) -> tuple[str, bool]:
    """Return the rule for plurals of a language, and whether it is known rather than that of the fallback."""
    from babel.messages.catalog import Catalog
    from babel.messages.plurals import PLURALS

    locale = locale_of(code)
    known = locale.language == code.partition("-")[0] and locale.language in PLURALS
    return Catalog(locale=locale).plural_forms, known
