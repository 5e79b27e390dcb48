"""Catalogues: gettext files read from locales/. A compiled one is used when there is one at least as new."""

from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path


@cache
def catalog(folder: Path, domain: str) -> GNUTranslations | None:
    """The catalogue of a domain in a language folder, or none if there is no such file."""
    source = folder / "LC_MESSAGES" / f"{domain}.po"
    compiled = source.with_suffix(".mo")
    if compiled.exists() and (not source.exists() or compiled.stat().st_mtime >= source.stat().st_mtime):
        with compiled.open("rb") as file:
            return GNUTranslations(file)
    if source.exists():
        return GNUTranslations(BytesIO(_compile(source)))
    return None


def _compile(source: Path) -> bytes:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with source.open("rb") as file:
        entries = read_po(file)
    out = BytesIO()
    write_mo(out, entries)
    return out.getvalue()


def compile_file(source: Path) -> Path:
    """Write the compiled catalogue beside its source."""
    target = source.with_suffix(".mo")
    target.write_bytes(_compile(source))
    return target
