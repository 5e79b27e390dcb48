"""Names that people chose, in characters that the fonts have."""

import re
from unicodedata import category, normalize
from unicodedata import name as described

from companion.printing import fonts

_SOUND = re.compile(r"(?:(?:HIRA|KATA)(?:GANA) LETTER(?: SMALL)?|HANGUL SYLLABLE) ([A-Z]+)")
"""How Unicode describes a character that stands for a syllable."""

_LONG = re.compile(r"[^\s\-–/]{17,}")
"""A word, or a part of a compound, that may break at any letter."""


def legible(given: str, role: str = "strong") -> str:
    """Return a name in characters that a font has, or empty if nothing of it can be printed.

    A character that the font lacks becomes its plain form, or the syllable that it stands for; else it is left out.

    >>> legible("🔥 René 𝓓ürer"), legible("みさき"), legible("🦄")
    ('René Dürer', 'Misaki', '')
    """
    text = normalize("NFC", given)
    lacking = fonts.missing(role, text)
    if not lacking:
        return " ".join(text.split())
    nearest = {char: _nearest(char, role) for char in lacking}
    letters = " ".join("".join(nearest.get(char, char) for char in text).split())
    letters = re.sub(r"\b[a-z]", lambda match: match[0].upper(), letters) if any(map(_sound, lacking)) else letters
    return letters if any(map(str.isalnum, letters)) else ""


def is_legible(given: str, role: str = "strong") -> bool:
    """Return whether something stands for each character of a name.

    >>> is_legible("みさき"), is_legible("張偉 Wei"), is_legible("🦄 Bo")
    (True, False, False)
    """
    lacking = fonts.missing(role, normalize("NFC", given))
    return all(_nearest(char, role) or category(char)[0] in "MC" for char in lacking)


def breakable(text: str) -> str:
    """Allow very long words to break at any letter.

    >>> breakable("Bo"), breakable("B" * 17).count("\u200b")
    ('Bo', 16)
    """
    return _LONG.sub(lambda match: "\u200b".join(match[0]), text)


def _nearest(char: str, role: str) -> str:
    for plain in (normalize("NFKC", char), normalize("NFKD", char)[:1]):
        if not fonts.missing(role, plain):
            return plain
    return _sound(char)


def _sound(char: str) -> str:
    match = _SOUND.match(described(char, ""))
    return match[1].lower() if match else ""
