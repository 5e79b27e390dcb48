"""The available languages and their grammar. A language is a folder of locales/."""

import os
import tomllib
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError

from companion import paths

FALLBACK = "en"
"""The language of last resort, which all others are checked against."""

FORMS = ("subject", "object", "onto", "at", "to", "of")
"""The forms that a noun takes in sentences:

subject  the mason (collects)
object   (you use) the mason
onto     (a worker is placed) on the mason
at       (a worker stands) at the mason
to       (the provost moves) to the mason
of       (the owner) of the mason
"""

FURTHER = {"dative": "object", "a": "", "a_object": "a", "no": "", "no_object": "no"}
"""Forms that a language may define in addition, and the form to use if it does not:

dative     (first the tokens of) the mason
a          (a) mason (collects)
a_object   (you build) a mason
no         no mason (collects)
no_object  (you have) no mason

If that is empty, the noun is used on its own.
"""


class LanguageFault(ValueError):
    """A language file that lacks something required."""


BARE = "bare"
"""The class of names without a class."""


@dataclass(frozen=True)
class Language:
    """A language: its own name, its quotation marks, and the forms of its noun classes."""

    code: str
    name: str
    quotes: tuple[str, str]
    lower_nouns: bool
    classes: dict[str, dict[str, Any]]
    folder: Path

    def form(self, noun: str, noun_class: str, form: str) -> str:
        """Return a noun in one of `FORMS` or `FURTHER`.

        >>> language("de").form("Maurer", "m", "at")
        'beim Maurer'
        """
        forms = self.classes[noun_class]
        while form in FURTHER and form not in forms:
            form = FURTHER[form]
        return str(forms.get(form, "{noun}")).format(noun=self.inside(noun))

    def plural(self, noun_class: str) -> bool:
        """Whether nouns of this class take a plural verb: the stables are."""
        return bool(self.classes.get(noun_class, {}).get("plural"))

    def bare(self, name: str, form: str) -> str:
        """Return a quoted name of unknown class: with the preposition, without an article.

        >>> language("de").bare("„Mühle“", "at")
        'bei „Mühle“'
        """
        return str(self.classes.get(BARE, {}).get(form, "{noun}")).format(noun=name)

    def before(self, adjective: str, noun_class: str, form: str) -> str:
        """Decline what precedes a noun as after an article, using the endings in `adjective` of the class.

        >>> language("de").before("Neutraler", "m", "object"), language("nl").before("Neutrale", "de", "object")
        ('neutralen', 'neutrale')
        """
        plain = adjective[:1].lower() + adjective[1:]
        alone, *declined = self.classes.get(noun_class, {}).get("adjective", "").split() or [""]
        if form not in FORMS or not declined or not plain.endswith(alone):
            return plain
        return f"{plain.removesuffix(alone)}{declined[FORMS.index(form)]}"

    def inside(self, noun: str) -> str:
        """Return a name as it is written within a sentence.

        >>> language("nl").inside("Kleermaker"), language("de").inside("Schneider")
        ('kleermaker', 'Schneider')
        """
        return noun[:1].lower() + noun[1:] if self.lower_nouns else noun


@cache
def languages(extra: tuple[Path, ...] = ()) -> dict[str, Language]:
    """Return all languages by code, including those of extra locale folders."""
    by_code: dict[str, Language] = {}
    for root in (paths.locales(), *extra):
        for file in sorted(root.glob("*/language.toml")):
            with suppress(LanguageFault):
                by_code[file.parent.name] = read_language(file)
    return by_code


def language(code: str) -> Language:
    return languages()[code]


def choose(wanted: str, available: list[str]) -> str | None:
    """Return the available language closest to a language tag, by shortening the tag, or None.

    >>> choose("nl-BE", ["en", "nl"]), choose("fr", ["en", "nl"])
    ('nl', None)
    """
    tag = wanted.replace("_", "-").lower()
    by_tag = {code.lower(): code for code in available}
    while tag:
        if tag in by_tag:
            return by_tag[tag]
        tag = tag.rpartition("-")[0]
    return None


def locale_of(code: str) -> Locale:
    """Return Babel's locale for a language; an unknown language counts and lists as the fallback does."""
    try:
        return Locale.parse(code, sep="-")
    except (ValueError, UnknownLocaleError):
        return Locale.parse(FALLBACK)


def terminal_language() -> str:
    """Return the language of the terminal, if available, or else the fallback."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        code = choose(os.environ.get(variable, "").partition(".")[0], list(languages()))
        if code:
            return code
    return FALLBACK


def read_language(file: Path) -> Language:
    """Read a language file. Raises `LanguageFault`."""
    try:
        tree = tomllib.loads(file.read_text(encoding="utf-8-sig"))
        return _read(file, tree)
    except KeyError as error:
        raise LanguageFault(f"{error.args[0]}?") from error
    except (OSError, ValueError, TypeError, AttributeError, IndexError) as error:
        raise LanguageFault(str(error)) from error


def _read(file: Path, tree: dict[str, Any]) -> Language:
    for name, forms in tree["classes"].items():
        for form in FORMS:
            if form not in forms:
                raise LanguageFault(f"classes.{name}.{form}?")
        for form in (*FORMS, *(further for further in FURTHER if further in forms)):
            forms[form].format(noun="")
        if "adjective" in forms and len(forms["adjective"].split()) != 1 + len(FORMS):
            raise LanguageFault(f"classes.{name}.adjective?")
    return Language(
        code=file.parent.name,
        name=tree["name"],
        quotes=(tree["quotes"][0], tree["quotes"][1]),
        lower_nouns=tree["nouns"] == "lower",
        classes=tree["classes"],
        folder=file.parent,
    )
