"""Reads gettext catalogs from locales/: the source if it is there, or else the compiled file."""

from codecs import BOM_UTF8
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path


def catalog(folder: Path, domain: str) -> GNUTranslations | None:
    """Return the catalog of a domain in a language folder, or None if there is none."""
    source = folder / "LC_MESSAGES" / f"{domain}.po"
    for file in (source, source.with_suffix(".mo")):
        if file.exists():
            return _read(file, file.stat().st_mtime)
    return None


def entries(folder: Path, domain: str) -> list[tuple[str, str]]:
    """Return the facet and the id of everything that has words in a domain of a language folder."""
    from babel.messages.mofile import read_mo
    from babel.messages.pofile import read_po

    source = folder / "LC_MESSAGES" / f"{domain}.po"
    read, file = (read_po, source) if source.exists() else (read_mo, source.with_suffix(".mo"))
    if not file.exists():
        return []
    with file.open("rb") as opened:
        messages = [message for message in read(opened) if message.id]
    ids = [message.id if isinstance(message.id, str) else message.id[0] for message in messages]
    return [(message.context or "", id) for message, id in zip(messages, ids, strict=True)]


@cache
def _read(file: Path, changed: float) -> GNUTranslations:
    """Read a catalog. `changed` is part of the cache key, so that a changed file is read again."""
    del changed
    return GNUTranslations(BytesIO(file.read_bytes() if file.suffix == ".mo" else _compile(file)))


def _compile(source: Path) -> bytes:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    catalogue = read_po(BytesIO(source.read_bytes().removeprefix(BOM_UTF8)))
    for message in catalogue:
        if isinstance(message.string, list | tuple) and not all(message.string):
            message.string = ""  # an incomplete plural counts as missing
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()
