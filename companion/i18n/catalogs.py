"""Catalogues: gettext files read from locales/. A compiled one is used when there is one at least as new."""

from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path


def catalog(folder: Path, domain: str) -> GNUTranslations | None:
    """The catalogue of a domain in a language folder, or none if there is no such file."""
    source = folder / "LC_MESSAGES" / f"{domain}.po"
    compiled = source.with_suffix(".mo")
    written, built = _changed(source), _changed(compiled)
    if built and built >= written:
        return _read(compiled, built)
    return _read(source, written) if written else None


@cache
def _read(file: Path, changed: float) -> GNUTranslations:
    """A file as it was when it changed last."""
    del changed
    content = file.read_bytes() if file.suffix == ".mo" else _compile(file)
    return GNUTranslations(BytesIO(content))


def _changed(file: Path) -> float:
    return file.stat().st_mtime if file.exists() else 0


def _compile(source: Path) -> bytes:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with source.open("rb") as file:
        entries = read_po(file)
    out = BytesIO()
    write_mo(out, entries)
    return out.getvalue()
