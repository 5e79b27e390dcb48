"""Catalogues: gettext files read from locales/, as they are written, or compiled where that is all there is."""

from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path


def catalog(folder: Path, domain: str) -> GNUTranslations | None:
    """The catalogue of a domain in a language folder, or none if there is no such file."""
    source = folder / "LC_MESSAGES" / f"{domain}.po"
    for file in (source, source.with_suffix(".mo")):
        if file.exists():
            return _read(file, file.stat().st_mtime)
    return None


@cache
def _read(file: Path, changed: float) -> GNUTranslations:
    """A file as it was when it changed last."""
    del changed
    return GNUTranslations(BytesIO(file.read_bytes() if file.suffix == ".mo" else _compile(file)))


def _compile(source: Path) -> bytes:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with source.open("rb") as file:
        entries = read_po(file)
    for message in entries:
        if isinstance(message.string, list | tuple) and not all(message.string):
            message.string = ""  # as long as a plural is missing, all of it is
    out = BytesIO()
    write_mo(out, entries)
    return out.getvalue()
