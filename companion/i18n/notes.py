"""Notes for translators of a message: the English, where it is seen, its length, what its placeholders become.

They are derived from the words and the data. `make words` writes them next to each message of every catalog.
"""

import string
from functools import cache

from babel.messages.pofile import read_po

from companion import paths
from companion.i18n.languages import FALLBACK

LONGEST_LINE = 65
"""The number of characters that fit on the line of a card."""

_FACETS = {
    "name": "A name as printed on the box; for a ruling, the question.",
    "class": "The class of the noun: one of those in language.toml.",
    "long": "A name that tells it from others of the same name.",
    "many": "The plural, as a heading above a list.",
    "also": "Optional: other names on printed parts, for the search, separated by ;",
    "line": f"A line on a card: at most {LONGEST_LINE} characters once it is filled.",
    "text": "Two to four sentences that answer what people ask; for a ruling, the answer.",
    "count": "So many of something.",
    "noun": "Optional: the name within a sentence, without an article, where its class does not get it right.",
}
"""The meaning of each facet. All others are forms of a noun, or sentences of the app."""

_FORM = "Optional: this form of the noun, where its class does not get it right."

_SEEN = {
    "category": "Rules", "check": "Command line", "choice": "Above the buttons at a table", "confidence": "Rules",
    "db": "Command line", "deed": "Log", "diff": "Rules, comparison", "do": "Buttons at a table",
    "doctor": "Command line",
    "effect": "Cards and rules",
    "error": "Refusals", "event": "Log", "field": "Corrections", "finding": "Command line",
    "follows": "Below what is chosen at a table", "i18n": "Command line",
    "label": "Rules and sheets", "notation": "Refusals", "option": "Buttons at a table", "points": "Scores",
    "position": "Refusals", "print": "Print shop and paper", "problem": "Command line, own data", "refusal": "Refusals",
    "replay": "Command line", "ruling": "Rules, questions", "score": "Scores", "search": "Search",
    "serve": "Command line",
    "simulate": "Command line", "source": "Rules, sources", "told": "Log", "web": "Pages", "why": "Refusals",
}  # fmt: skip
"""Where messages are seen, by the first part of their id."""

_PLACES = {
    "seat": "a player's name", "owner": "a player's name", "who": "a person", "by": "a player's name",
    "player": "a player's name", "winner": "a player's name", "waiting": "a player's name", "names": "several names",
    "order": "several names", "n": "a number", "space": "the number of a space", "turn": "a number", "gain": "amounts",
    "cost": "amounts", "owned": "amounts", "amount": "an amount", "parts": "a list", "cards": "a list of cards",
    "file": "a file", "code": "a short code", "word": "what was typed", "given": "what was typed", "why": "a reason",
}  # fmt: skip
"""What placeholders without a form become, by name."""

_FORMS = {
    "subject": "the mason", "object": "(you use) the mason", "onto": "on the mason", "at": "at the mason",
    "to": "to the mason", "of": "of the mason", "dative": "the mason", "a": "a mason",
    "a_object": "(you build) a mason", "no": "no mason", "no_object": "(you have) no mason",
    "noun": "mason", "name": "Mason", "goods": "1 wood and 2 food", "short": "1 wood and 2 PP",
}  # fmt: skip
"""What placeholders with a form become, for a building or an amount."""


def notes(domain: str, facet: str, id: str) -> list[str]:
    """Return the notes for the translators of a message.

    >>> notes("companion", "say", "event.placed")[0]
    'EN: {seat} places a worker {building:onto}.'
    >>> notes("companion", "say", "event.placed")[-2:]
    ["{seat}: a player's name", '{building:onto}: as in “on the mason”']
    """
    english = _english(domain).get((facet, id), [])
    found = [f"EN: {' | '.join(dict.fromkeys(english))}"] if any(english) else []
    if facet == "say":
        found += [f"Seen: {_SEEN[first]}." for first in (id.partition(".")[0],) if first in _SEEN]
    else:
        found.append(_FACETS.get(facet, _FORM))
    if "@" in id:
        found.append(f"Optional: for the box {id.partition('@')[2]} alone, where it words it differently.")
    return [*found, *dict.fromkeys(note for text in english for note in _places(text))]


def _places(text: str) -> list[str]:
    named = ((place, form or "") for _, place, form, _ in string.Formatter().parse(text) if place is not None)
    return [note for place, form in named if (note := _place(place, form))]


def _place(place: str, form: str) -> str:
    if form.lower() in _FORMS:
        capital = ", with a capital" if form[:1].isupper() else ""
        return f"{{{place}:{form}}}: as in “{_FORMS[form.lower()]}”{capital}"
    if "|" in form:
        return f"{{{place}:{form}}}: the first word for one thing, the second for a name that is a plural"
    if form:
        return f"{{{place}:{form}}}: a number with its unit, as in “2 {form}”"
    return f"{{{place}}}: {_PLACES[place]}" if place in _PLACES else ""


@cache
def _english(domain: str) -> dict[tuple[str, str], list[str]]:
    """Return the English of each message; if it has plurals, all of them."""
    file = paths.locales() / FALLBACK / "LC_MESSAGES" / f"{domain}.po"
    found: dict[tuple[str, str], list[str]] = {}
    if file.exists():
        with file.open("rb") as opened:
            for message in read_po(opened):
                plural = not isinstance(message.id, str)
                id = str(message.id[0] if plural else message.id)
                words = message.string if plural else [message.string]
                found[message.context or "", id] = [str(text) for text in words or () if text]
    return found
