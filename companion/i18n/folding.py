"""Normalizes text as people type it."""

import unicodedata

_TYPED = str.maketrans({"’": "'", "‘": "'", "œ": "oe", "æ": "ae"})


def folded(text: str) -> str:
    """Return a text as people type it on a phone: without case, accents or typographic spaces and apostrophes.

    >>> folded("Türme") == folded("TURME")
    True
    >>> folded("Mine d’or, 2\\xa0points\\u202f?")
    "mine d'or, 2 points ?"
    """
    plain = unicodedata.normalize("NFKD", text.casefold()).translate(_TYPED)
    return " ".join("".join(char for char in plain if not unicodedata.combining(char)).split())
