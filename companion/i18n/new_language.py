"""Starts a new language: empty catalogs of everything that needs words, with the plural forms from CLDR.

An installed companion keeps the English catalogs as templates (`.pot`) for this, beside the compiled ones.
"""

from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from companion import paths
from companion.i18n.languages import BARE, FALLBACK, FORMS

_LANGUAGE = """\
# The grammar of the language. See docs/languages.md.
name = "{name}"
quotes = ["“", "”"]
nouns = "{nouns}"                          # "lower": names are in lower case within a sentence; "keep": as printed

# A class of nouns with its six forms. The catalogs give the class of each name, in its facet "class".
# [classes.m]
# subject = "le {{noun}}"
# object = "le {{noun}}"
# onto = "sur le {{noun}}"
# at = "au {{noun}}"
# to = "vers le {{noun}}"
# of = "du {{noun}}"

[classes.{bare}]                          # names without a class, in quotes: prepositions only, no article
{forms}
"""


class NoLanguage(ValueError):
    """The code is not that of a language."""


def new_language(code: str, locales: Path) -> Path:
    """Create the folder of a language; anything without words in it is shown in English.

    Raises `NoLanguage`, or `FileExistsError` if it exists already. Invalid input creates nothing.
    """
    try:
        locale = Locale.parse(code, sep="-")
    except (ValueError, UnknownLocaleError) as error:
        raise NoLanguage(code) from error
    folder = locales / code
    sources = sorted((paths.locales() / FALLBACK / "LC_MESSAGES").glob("*.po*"))
    catalogues = {f"{source.stem}.po": _emptied(source, locale) for source in sources}
    (folder / "LC_MESSAGES").mkdir(parents=True)
    for name, catalogue in catalogues.items():
        with (folder / "LC_MESSAGES" / name).open("wb") as out:
            write_po(out, catalogue, width=0)
    forms = "\n".join(f'{form} = "{{noun}}"' for form in FORMS)
    own = locale.get_display_name() or code
    name = own[:1].upper() + own[1:]
    text = _LANGUAGE.format(name=name, nouns="lower", bare=BARE, forms=forms)
    (folder / "language.toml").write_text(text, encoding="utf-8")
    return folder


def _emptied(source: Path, locale: Locale) -> Catalog:
    """Return a copy of an English catalog without its words, but with what it tells translators."""
    with source.open("rb") as file:
        english = read_po(file)
    catalog = Catalog(locale=locale, project=english.project, fuzzy=False)
    catalog.revision_date = catalog.creation_date = english.creation_date
    for message in english:
        if message.id:
            catalog.add(message.id, context=message.context, auto_comments=message.auto_comments)
    return catalog
