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
    "name": "A name: as the box prints it, where it does.",
    "class": "The class of “{noun}”: one of those in language.toml.",
    "long": "A name that tells it from others of the same name.",
    "many": "The plural, as a heading above a list.",
    "aid": "A line of the player aid. *Stars* make it bold; [coin 2] is a coin with a number in it.",
    "card": "A line of the player aid on cards, as short as it can be; without it, the line of the aid.",
    "step": "A step of setting up, for one number of players: as `text`, with its numbers.",
    "teach": "A paragraph of the page that teaches the game, written like a line of the player aid.",
    "yes": "What a box says on this point where it holds.",
    "no": "What a box says on this point where it does not hold.",
    "also": "Optional: other names on printed parts, for the search, separated by ;",
    "line": f"A line on a card: at most {LONGEST_LINE} characters once it is filled.",
    "text": "Two to four sentences that answer what people ask.",
    "count": "So many of something, in each plural that your language has.",
}
"""The meaning of each facet. All others are forms of a noun, or sentences of the app."""

_RULING = {"name": "The question, as somebody at the table asks it.", "text": "The answer to the question."}

_FORM = "Optional: “{noun}” as in “{example}”, where its class does not get it right."

_SEEN = {
    "browser": "In a phone's browser, before the app runs",
    "category": "Rules", "check": "Command line", "choice": "Above the buttons at a table", "confidence": "Rules",
    "decided": "What decided a game, after its end",
    "database": "Command line", "db": "Command line", "deed": "Log", "diff": "Rules, comparison",
    "do": "Buttons at a table, in a word or two", "doctor": "Command line", "effect": "Cards and rules",
    "error": "Refusals", "event": "Log", "field": "Corrections", "finding": "Command line",
    "follows": "Below what is chosen at a table",
    "forget": "Beside what ends a choice; room for about 60 letters",
    "i18n": "Command line", "import": "Opening a saved table",
    "keeping": "Command line", "mind": "Reasons of computer players",
    "minds": "Command line", "label": "Rules and sheets", "notation": "Refusals",
    "option": "Buttons at a table", "points": "Scores", "position": "Refusals",
    "print": "Print shop and paper", "refusal": "Refusals", "replay": "Command line",
    "problem": "Command line, own data, after the field that it is about", "salvage": "Command line",
    "score": "Scores", "search": "Search", "serve": "Command line", "simulate": "Command line",
    "source": "Rules, sources", "static": "Command line", "table": "Refusals",
    "told": "Log", "web": "Pages", "why": "Refusals",
}  # fmt: skip
"""Where messages are seen, by the first part of their id."""

_PLACES = {
    **dict.fromkeys(("seat", "owner", "player", "waiting"), "a player's name or color"),
    **dict.fromkeys(("n", "turn", "column", "marker", "steps", "per"), "a number"),
    **dict.fromkeys(("least", "most", "limit", "last", "seq"), "a number"),
    **dict.fromkeys(("gain", "pay", "goods", "discount", "cubes"), "amounts"),
    **dict.fromkeys(("given", "text", "word"), "what was typed"),
    "who": "a person or a color", "by": "who or what has it already",
    "names": "several names", "order": "several names", "space": "the number of a space",
    "user": "a user of this machine",
    "amount": "an amount", "parts": "a list", "file": "a file", "where": "a file", "code": "a short code",
    "why": "a reason", "valid": "what is valid: a list", "got": "what the file says",
    "detail": "what the computer says, in English", "section": "the name of a section",
}  # fmt: skip
"""What placeholders without a form become, by name."""

_TURN = "what a turn is called in the game: “turn” or “round”"
_OF_THE_RULES = "a number of the rules, or a list of them"

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
    ["{seat}: a player's name or color", '{building:onto}: as in “on the mason”']
    >>> notes("caylus", "at", "building.mason")
    ['Optional: “Mason” as in “at the mason”, where its class does not get it right.']
    """
    english = _english(domain).get((facet, id), [])
    found = [f"EN: {' | '.join(dict.fromkeys(english))}"] if any(english) and facet != "class" else []
    first, plain = id.partition(".")[0], id.partition("@")[0]
    if facet == "say":
        found += [f"Seen: {_SEEN[first]}."] if first in _SEEN else []
    else:
        said = _RULING if first == "ruling" else _FACETS
        noun = _english(domain).get(("name", plain), [plain])[0]
        found.append(said.get(facet, _FACETS.get(facet, _FORM)).format(noun=noun, example=_FORMS.get(facet)))
    if "@" in id:
        found.append(f"Optional: for the box or variant {id.partition('@')[2]} alone, where it words it differently.")
    return [*found, *dict.fromkeys(note for text in english for note in _places(text, id))]


def _places(text: str, id: str) -> list[str]:
    named = ((place, form or "") for _, place, form, _ in string.Formatter().parse(text) if place is not None)
    return [note for place, form in named if (note := _place(place, form, id))]


def _place(place: str, form: str, id: str) -> str:
    if form.lower() in _FORMS:
        capital = ", with a capital" if form[:1].isupper() else ""
        return f"{{{place}:{form}}}: as in “{_FORMS[form.lower()]}”{capital}"
    if "|" in form:
        return f"{{{place}:{form}}}: the first word for one thing, the second for a name that is a plural"
    if form:
        return f"{{{place}:{form}}}: a number with its unit, as in “{_counted(form)}”"
    if place == "turn" and id.startswith("web."):
        return f"{{{place}}}: {_TURN}"
    if "." in place:
        return f"{{{place}}}: {_OF_THE_RULES}"
    return f"{{{place}}}: {_PLACES[place]}" if place in _PLACES else ""


def _counted(unit: str) -> str:
    """Two of a unit."""
    domains = (file.stem for file in sorted((paths.locales() / FALLBACK / "LC_MESSAGES").glob("*.po")))
    found = next((words for domain in domains if (words := _english(domain).get(("count", unit)))), [f"{{n}} {unit}"])
    return found[-1].format(n=2).replace("\u00a0", " ")


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
