"""A translator for each printed box."""

from functools import lru_cache
from pathlib import Path

from companion.i18n.languages import languages
from companion.i18n.translator import Translator
from companion.rules import Library


@lru_cache(maxsize=16)
def box_translators(library: Library, game: str, overlays: tuple[Path, ...]) -> list[tuple[str, Translator]]:
    """Return translators for the boxes, each with its language and words.

    Cached, because pages need them for each building.
    """
    found = []
    for edition in library.editions(game):
        rules = library.rules(game, edition)
        if rules.data.edition.language in languages(tuple(o / "locales" for o in overlays)):
            found.append((edition, Translator(rules.data.edition.language, rules, overlays=overlays)))
    return found
