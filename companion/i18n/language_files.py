"""What the files beside the catalogs of a language can hold. The models refuse all else, by field and line."""

from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from companion.i18n.languages import FORMS
from companion.rules import Problem
from companion.rules.base import Model
from companion.rules.layers import read
from companion.rules.translate_errors import alone

M = TypeVar("M", bound=Model)

_NOUN = "{noun}"


def _with_noun(form: str) -> str:
    if form.count("{") + form.count("}") != 2 or _NOUN not in form:
        raise PydanticCustomError("no_noun", "no noun", {"noun": _NOUN})
    return form


def _endings(adjective: str) -> str:
    if (got := len(adjective.split())) != 1 + len(FORMS):
        raise PydanticCustomError("too_few", "endings", {"got": got, "least": 1 + len(FORMS)})
    return adjective


Form = Annotated[str, AfterValidator(_with_noun)]


class NounClass(Model):
    """The forms of the nouns of a class."""

    subject: Form
    object: Form
    onto: Form
    at: Form
    to: Form
    of: Form
    dative: Form | None = None
    a: Form | None = None
    a_object: Form | None = None
    no: Form | None = None
    no_object: Form | None = None
    adjective: Annotated[str, AfterValidator(_endings)] | None = None
    plural: bool = False


class LanguageFile(Model):
    """The grammar of a language: `language.toml`."""

    name: Annotated[str, Field(min_length=1)]
    quotes: tuple[str, str]
    nouns: Literal["lower", "keep"]
    classes: dict[str, NounClass]


class SearchFile(Model):
    """How people ask: `search.toml`."""

    ignored: str = ""
    endings: str = ""
    same: tuple[str, ...] = ()
    asked: dict[str, str] = Field(default_factory=dict)


class Glossary(Model):
    """Word lists of whoever proofreads: `glossary.toml`."""

    avoid: dict[str, dict[str, str]] = Field(default_factory=dict)
    """Words to avoid, with their replacements: by game, by `game@edition`, by `game:rules` in texts of the rules, and
    by `screens`."""
    voice: tuple[str, ...] = ()
    articles: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """The articles that each class of noun can have."""
    as_plural: tuple[str, ...] = ()
    """Nouns with identical singular and plural, which take the articles of both."""
    twice: tuple[str, ...] = ()
    """Words that may correctly be repeated: those, die die Spiele besitzen."""
    singular: tuple[str, ...] = ()
    """Verb forms that only go with the singular."""
    plurals: dict[str, str] = Field(default_factory=dict)
    """What is counted besides the units of the rules: singular and plural."""
    numbered: tuple[str, ...] = ()
    """Words that precede numbers that are names, not counts: on spaces 9, 12 and 16."""
    units: tuple[str, ...] = ()
    """Units without plural forms, besides those of the rules: mm, kB."""
    before: dict[str, str] = Field(default_factory=dict)
    """The space that must precede each sign; empty for none."""
    typed: tuple[str, ...] = ()
    """Parts of sentences that are quoted from files."""


FILES: dict[str, type[Model]] = {
    "language.toml": LanguageFile,
    "search.toml": SearchFile,
    "glossary.toml": Glossary,
}
"""What may lie beside the catalogs of a language."""


def read_as(file: Path, model: type[M]) -> tuple[M | None, list[Problem]]:
    """Return a file as a model, or nothing and what is wrong with it."""
    layer = read(file, str(file))
    return (None, [layer]) if isinstance(layer, Problem) else alone(layer, model)
