"""Text as people read it."""

from companion.i18n.languages import languages

LANGUAGES = tuple(sorted(languages()))
"""All languages of the app."""

_SPACES = str.maketrans("\u00a0\u202f", "  ")


def plain(text: str) -> str:
    """Return a text with no-break spaces replaced by spaces, which look the same."""
    return text.translate(_SPACES)
