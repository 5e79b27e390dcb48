"""Finds what is wrong with words by themselves: each message is compared with its English original.

A message has the placeholders of the English one, in forms that exist. A language may add terms and leave terms out,
because grammar asks for that. The texts of things may also name any number of the rules; whether the rules have it is
found where they are filled.
"""

import string
from collections.abc import Iterator, Set
from dataclasses import dataclass
from unicodedata import category

from companion.i18n.languages import FORMS
from companion.i18n.overlay_words import CatalogEntry
from companion.i18n.translator import AMOUNTS, NOUN_FORMS, PLAIN

Finding = tuple[str, dict[str, str]]
"""A code of `rules.errors.PROBLEMS`, and what fills its message."""

_FREE = ("text", "line", "aid", "card", "teach", "step", "yes", "no")
"""The facets that say in their own way what a thing does."""

_MOST = {"name": 60, "ruling": 200, "": 2000}
"""The most characters of a name, of a question, and of anything else. Twice what the longest has that we ship."""


@dataclass(frozen=True)
class Grounds:
    """What the placeholders of a catalog can be about, besides what the English message has."""

    terms: Set[str]
    """Ids of things with a name."""
    units: Set[str]
    """What can be counted."""
    tables: Set[str]
    """The tables of the rules."""


def wording_faults(entry: CatalogEntry, english: list[str], forms: int, grounds: Grounds) -> Iterator[Finding]:
    """Yield what is wrong with a message that has words; `english` is empty for those of an owner's own things."""
    texts = [text for text in entry.texts if text]
    if not texts:
        return
    if entry.fuzzy:
        yield "words_fuzzy", {}
    if entry.plural != (entry.facet == "count"):
        yield "words_plural", {"facet": entry.facet}
    elif entry.plural and len(texts) != forms:
        yield "words_forms", {"got": str(len(texts)), "expected": str(forms)}
    for text in dict.fromkeys(texts):
        yield from _letters(entry, text)
    if entry.facet in PLAIN:
        if any("{" in text or "}" in text for text in texts):
            yield "words_plain", {"facet": entry.facet}
        return
    try:
        given, original = ([place for text in some for place in _places(text)] for some in (texts, english))
    except ValueError:
        yield "words_braces", {}
        return
    yield from _fillings(entry, given, original, grounds)


def _letters(entry: CatalogEntry, text: str) -> Iterator[Finding]:
    kind = "ruling" if entry.id.startswith("ruling.") else "name"
    most = _MOST[kind if entry.facet in PLAIN else ""]
    if len(text) > most:
        yield "words_long", {"got": str(len(text)), "most": str(most)}
    control = [char for char in text if category(char) in ("Cc", "Cn", "Co", "Cs", "Zl", "Zp")]
    if control:
        yield "words_sign", {"got": f"U+{ord(control[0]):04X}"}
    elif text != text.strip() or "  " in text:
        yield "words_spaces", {}


def _places(text: str) -> Iterator[tuple[str, str]]:
    """Yield the placeholders of a message, each with its form. Raises `ValueError`."""
    for _, place, form, conversion in string.Formatter().parse(text):
        if conversion or (place is not None and not place):
            raise ValueError
        if place is not None:
            yield place, form or ""


def _fillings(
    entry: CatalogEntry, given: list[tuple[str, str]], original: list[tuple[str, str]], grounds: Grounds
) -> Iterator[Finding]:
    """Compare the placeholders of a message with those of the original."""
    known: dict[str, list[str]] = {}
    for place, form in original:
        known.setdefault(place, []).append(form)
    strange = False
    for place, form in dict.fromkeys(given):
        free = entry.facet in _FREE and place.partition(".")[0].partition("[")[0] in grounds.tables
        if place not in known and place not in grounds.terms and not free:
            valid = [_written(*one) for one in dict.fromkeys(original)]
            valid += [f"{{{table}.…}}" for table in sorted(grounds.tables)] if entry.facet in _FREE else []
            strange = True
            yield "words_place", {"got": _written(place, form), "valid": ", ".join(valid or ["–"])}
        elif valid_forms := _misformed(place, form, known.get(place, []), grounds):
            strange = True
            valid = [_written(place, valid_form) for valid_form in valid_forms]
            yield "words_form", {"got": _written(place, form), "valid": ", ".join(valid)}
    lacking = () if strange or entry.facet in _FREE else known.keys() - grounds.terms - {place for place, _ in given}
    for place in sorted(lacking):
        yield "words_lacks", {"got": _written(place, known[place][0])}


def _misformed(place: str, form: str, originals: list[str], grounds: Grounds) -> list[str]:
    """Return the valid forms of a placeholder if this is none of them."""
    if form in originals or (not originals and place not in grounds.terms):
        return []
    if place in grounds.terms or any(_of_noun(original) for original in originals):
        return [] if _of_noun(form) else [*dict.fromkeys((*originals, *sorted(FORMS)))]
    if any(original in AMOUNTS[1:] for original in originals):
        return [] if form in AMOUNTS else [*AMOUNTS[1:]]
    return [] if form in {"", *grounds.units} else sorted({*originals} if "" in originals else grounds.units)


def _of_noun(form: str) -> bool:
    agreeing = form.split("|")
    return len(agreeing) == 2 and all(agreeing) if agreeing[1:] else form.lower() in NOUN_FORMS


def _written(place: str, form: str) -> str:
    return f"{{{place}:{form}}}" if form else f"{{{place}}}"
