"""Where a word may be parted, by language. The dictionaries are those of LibreOffice, read by pyphen when needed."""

import re
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyphen

_LEAST = 6
"""The number of letters of the shortest word that is parted."""

_WORD = re.compile(r"(\W*)([^\W\d_]+)(\W*)")
_OWN = {"en": "en_US"}


@cache
def _dictionary(language: str) -> "pyphen.Pyphen | None":
    import pyphen

    code = pyphen.language_fallback(_OWN.get(language, language))
    return pyphen.Pyphen(lang=code, left=2, right=3) if code else None


@lru_cache(1 << 14)
def parts(text: str, language: str) -> tuple[str, ...]:
    """Return a word in the parts that a hyphen may separate; in one if it is short, or not just a word.

    >>> parts("Koopmansgilde,", "nl"), parts("--offset", "en"), parts("PP", "de")
    (('Koop', 'mans', 'gilde,'), ('--offset',), ('PP',))
    """
    match = _WORD.fullmatch(text)
    if not match or len(match[2]) < _LEAST or match[2].isupper() or "-" in text:
        return (text,)
    dictionary = _dictionary(language)
    places = [place for place in dictionary.positions(match[2]) if not place.data] if dictionary else []
    cuts = [0, *(place + len(match[1]) for place in places), len(text)]
    return tuple(text[begin:end] for begin, end in pairwise(cuts))
