"""Texts as people type them."""

import unicodedata


def folded(text: str) -> str:
    """A text as people type it on a phone: no case, no accents.

    >>> folded("Türme") == folded("TURME")
    True
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))
