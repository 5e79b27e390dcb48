"""Words as a person reads them."""

from companion.i18n.languages import languages

LANGUAGES = tuple(sorted(languages()))
"""All that the companion speaks."""

_SPACES = str.maketrans("\u00a0\u202f", "  ")


def plain(text: str) -> str:
    """A text with no-break spaces read as spaces, which is how people read them."""
    return text.translate(_SPACES)
