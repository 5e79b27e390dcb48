"""Turns ids and arguments into words, for one viewer: one language, one game, one edition.

Every message has an id and a facet (gettext's msgctxt): `name` as printed on the box, `class` of the noun, `line` for a
card, `text` as an explanation, `also` for other printed names. A message that a single edition words differently has
the id ID@EDITION. Sentences are stored as a whole; their placeholders take data and terms:

    {castle.refusal:prestige}      a number of the rules with its unit, in the right plural
    {buildings.tailor.cost:goods}  an amount
    {it.effect.options[0].pay.cloth:cloth}   the same for the building that the text is about
    {term.provost:subject}         a term in the form that the sentence needs (see languages.FORMS)
    {term.provost:Subject}         the same at the start of a sentence
    {term.provost:noun}            the bare name within a sentence
    {building:is|are}              the first word for a singular name, the second for a plural one
"""

import logging
import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache, reduce
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal

from companion.i18n.catalogues import catalog
from companion.i18n.languages import FALLBACK, FORMS, FURTHER, Language, choose, languages, locale_of
from companion.rules import Rules
from companion.rules.base import Goods

_OFTEN = 200
"""Numbers below this are common, so their words are cached."""

_MOST_KEPT = 20_000
"""The cache limit for lookups. There are fewer ids, but the number of unknown ids is unbounded."""

COMMON = "companion"
"""The domain of everything that does not belong to a game."""

NOUN_FORMS = frozenset({*FORMS, *FURTHER, "noun", "name"})

PLAIN = NOUN_FORMS | {"class", "long", "many", "also"}
"""The facets that are shown as they stand, without placeholders."""

_log = logging.getLogger("companion.words")

AMOUNTS = ("", "goods", "short")
"""The forms of an amount of goods."""

TERMS = frozenset(
    {"term", "building", "phase", "section", "line", "category", "variant", "edition", "action", "player"}
)
"""The first parts of ids that a sentence can use as a term."""


class MissingWords(KeyError):
    """An id has no words in any language: a fault of the catalogs, never of a player."""

    def __init__(self, facet: str, id: str, code: str, domain: str) -> None:
        super().__init__(f"{facet} of {id} ({code})")
        self.facet, self.id = facet, id
        self.file = f"locales/{code}/LC_MESSAGES/{domain}.po"
        """The file that is searched first."""


class Unfilled(LookupError):
    """A message has a placeholder for something that the rules do not have, or in a form that does not exist."""

    of: MissingWords | None = None
    """The message, if it is known."""

    def __str__(self) -> str:
        return f"{{{self.args[0]}}}"


_UNSAYABLE = (LookupError, AttributeError, ValueError, TypeError, RecursionError)
"""What may come of a message whose placeholders are not those of its English original."""


@dataclass(frozen=True)
class Term:
    """A name to be inserted into a sentence."""

    id: str
    apart: bool = False
    """Whether to distinguish it from others of the same name."""


@dataclass(frozen=True)
class Counted:
    """A place in a sentence for so many of something."""

    unit: str
    n: int


class Raw(str):
    """A user's own word, shown unchanged in whatever form a sentence asks for."""

    __slots__ = ()


@dataclass(frozen=True)
class _Catalogue:
    """A catalog, its language and its file."""

    entries: GNUTranslations
    language: Language
    file: Path


class Translator:
    """The words of one viewer.

    What an overlay has in words that cannot be filled is said in English, and logged with its file and id; if `strict`,
    it is raised, for those who look for it.

    >>> from companion.rules import load
    >>> t = Translator("nl-BE", load("caylus", "nl"))
    >>> t.name("building.tailor"), t.count("denier", 2), t.form("building.tailor", "at")
    ('Kleermaker', '2\\xa0Dinars', 'bij de kleermaker')
    """

    def __init__(
        self,
        language: str,
        rules: Rules | None = None,
        *,
        edition: str | None = None,
        overlays: Iterable[Path] = (),
        strict: bool = False,
    ) -> None:
        self.rules, self.strict = rules, strict
        self.edition = edition or (rules.edition if rules else None)
        self.overlays = tuple(overlays)
        roots = tuple(folder / "locales" for folder in self.overlays)
        self._available = available = languages(roots)
        self.code = choose(language, list(available)) or FALLBACK
        self.language = available[self.code]
        self.locale = locale_of(self.code)
        self._catalogues = _catalogues(rules.game if rules else None, self.code, roots, available)
        self._found: dict[tuple[str, str], tuple[str, Language] | None] = {}
        self._counted: dict[tuple[str, int], str] = {}
        self._others: dict[str, Translator] = {}

    def of(self, rules: Rules | None) -> "Translator":
        """Return a translator for the same viewer and another box."""
        if rules is None or rules is self.rules:
            return self
        return Translator(self.code, rules, overlays=self.overlays, strict=self.strict)

    # ids to words

    def find(self, facet: str, id: str) -> tuple[str, Language] | None:
        """Return the wording of a facet and its language, or None."""
        key = (facet, id)
        if key in self._found:
            return self._found[key]
        entry = self._search(facet, id)
        if entry or len(self._found) < _MOST_KEPT:
            self._found[key] = entry
        return entry

    def _search(self, facet: str, id: str) -> tuple[str, Language] | None:
        wanted = self._wanted(id)
        for catalogue in self._catalogues:
            for key in wanted:
                text = catalogue.entries.pgettext(facet, key)
                if text != key:
                    return text, catalogue.language
        return None

    def _wanted(self, id: str) -> list[str]:
        """Return the ids that words for a thing may have, those of the box first."""
        boxes = (self.edition, *(self.rules.variants if self.rules else ())) if self.edition else ()
        return [*(f"{id}@{box}" for box in boxes), id]

    def has(self, id: str, facet: str = "name") -> bool:
        """Whether an id has this facet."""
        return self.find(facet, id) is not None

    def has_own(self, id: str, facet: str = "name") -> bool:
        """The same, of this language itself and not of the one of last resort."""
        return self._find_in(self.language, facet, id) is not None

    def saying(self, *ids: str) -> "Translator":
        """That of the language these sentences are said in, for what is put together to stand in them.

        As long as one of them is missing, all are said in the language of last resort.
        """
        entries = (self.find("say", id) for id in ids)
        return self._of_language(
            next((entry[1] for entry in entries if entry and entry[1] is not self.language), self.language)
        )

    def words(self, facet: str, id: str, /, **args: Any) -> str:
        """Return a facet of an id, with its placeholders filled from the arguments and the rules."""
        entry = self.find(facet, id)
        if entry is None:
            return self._nameless(facet, id)
        text, written_in = entry
        if facet in PLAIN or ("{" not in text and "}" not in text):
            return text
        # A sentence and its nouns must be in one language, so a missing sentence is replaced as a whole.
        return self._said(self._of_language(written_in), (facet, id), text, args)

    def _said(self, t: "Translator", key: tuple[str, str], text: str, args: Mapping[str, Any]) -> str:
        """Fill a message; where it cannot be filled, the shipped English one; at worst, show it as it stands."""
        try:
            return _filled(t, text, args)
        except _UNSAYABLE as error:
            facet, id = key
            english = _shipped_english(self, facet, id, args)
            if self.strict or (text == english and not self.overlays):
                if isinstance(error, Unfilled):
                    error.of = error.of or self._missing(facet, id)
                raise
            _note(str((self.place_of(facet, id) or [""])[0]), facet, id, f"{type(error).__name__}: {error}")
            if not english or text == english:
                return text
            return self._said(self._of_language(self._available[FALLBACK]), key, english, args)

    def place_of(self, facet: str, id: str) -> tuple[Path, str] | None:
        """Return the catalog that a message stands in, and the id that it has there."""
        say = GNUTranslations.pgettext if facet != "count" else lambda it, facet, key: it.npgettext(facet, key, key, 1)
        for it in self._catalogues:
            for key in self._wanted(id):
                if say(it.entries, facet, key) != key:
                    return it.file, key
        return None

    def _nameless(self, facet: str, id: str) -> str:
        """Return what stands for a thing of an overlay that has lost its words: its id."""
        missing = self._missing(facet, id)
        if self.strict or not self.overlays or facet == "say":
            raise missing
        _note(missing.file, facet, id, "no words")
        return id.rpartition(".")[2]

    def _of_language(self, language: Language) -> "Translator":
        if language is self.language:
            return self
        if language.code not in self._others:
            self._others[language.code] = Translator(
                language.code, self.rules, edition=self.edition, overlays=self.overlays, strict=self.strict
            )
        return self._others[language.code]

    def name(self, id: str) -> str:
        """Return the name as printed on the box."""
        return self.words("name", id)

    def game(self, game: str) -> str:
        """Return the name of a game, whatever box the viewer has.

        >>> Translator("nl").game("magna_carta")
        'Caylus Magna Carta'
        """
        roots, id = tuple(folder / "locales" for folder in self.overlays), f"game.{game}"
        found = (it.entries.pgettext("name", id) for it in _catalogues(game, self.code, roots, languages(roots)))
        return next((name for name in found if name != id), game)

    def long(self, id: str) -> str:
        """Return the name that distinguishes it from others of the same name, if it has one, or else its name."""
        return self.words("long" if self.has(id, "long") else "name", id)

    def line(self, id: str, **args: Any) -> str:
        """Return the short line for a card."""
        return self.words("line", id, **args)

    def text(self, id: str, **args: Any) -> str:
        """Return the explanation."""
        return self.words("text", id, **args)

    def also(self, id: str) -> list[str]:
        """Return the other names of the same thing on printed parts."""
        text = self._find_in(self.language, "also", id)
        return [name.strip() for name in text.split(";")] if text else []

    def say(self, id: str, /, **args: Any) -> str:
        """Return a sentence or label of the app."""
        return self.words("say", id, **args)

    def form(self, id: str, form: str) -> str:
        """Return a term in the form that a sentence needs; a capitalized form capitalizes it.

        >>> from companion.rules import load
        >>> Translator("de", load("caylus", "de")).form("term.castle", "onto")
        'ins Schloss'
        """
        noun, written_in = self.find("name", id) or (self._nameless("name", id), self.language)
        wanted = form.lower()
        if wanted == "name":
            return noun
        noun_class = self._find_in(written_in, "class", id) or ""
        exact = self._exact(written_in, noun_class, wanted, id)
        if exact is not None:
            spoken = exact
        elif wanted == "noun":
            spoken = written_in.inside(noun)
        else:
            has_class = noun_class in written_in.classes
            spoken = (
                written_in.form(noun, noun_class, wanted) if has_class else self.language.bare(self.quote(noun), wanted)
            )
        return _begun(spoken, form)

    def in_sentence(self, term: Term, form: str) -> str:
        """Return a term within a sentence of this language; a name that only another language has is quoted."""
        name = self.find("name", term.id)
        if name is None or name[1] is self.language or form.lower() not in FORMS:
            return self.form_apart(term.id, form) if term.apart else self.form(term.id, form)
        spoken = self.language.bare(self.quote(name[0]), form.lower())
        return _begun(spoken, form)

    def agree(self, id: str, words: str) -> str:
        """Return the word that agrees with a term: the first of two for a singular, the second for a plural.

        >>> from companion.rules import load
        >>> t = Translator("en", load("caylus"))
        >>> t.agree("building.mason", "is|are"), t.agree("building.stables", "is|are")
        ('is', 'are')
        """
        article, _, several = words.partition("|")
        name = self.find("name", id)
        written_in = name[1] if name else self.language
        return several if written_in.plural(self._find_in(written_in, "class", id) or "") else article

    def _exact(self, language: Language, noun_class: str, form: str, id: str) -> str | None:
        """Return a form given for this noun alone, or the one that replaces it if its class does not define it."""
        exact = self._find_in(language, form, id)
        own = form in language.classes.get(noun_class, {})
        return exact if exact or own or not FURTHER.get(form) else self._exact(language, noun_class, FURTHER[form], id)

    def form_apart(self, id: str, form: str) -> str:
        """Return a form of the name that distinguishes it from others of the same name, with its first words declined.

        >>> from companion.rules import load
        >>> t = Translator("de", load("caylus", "de"))
        >>> t.form_apart("building.n_sawmill", "onto"), t.form_apart("building.n_farm", "onto")
        ('ins neutrale Sägewerk', 'auf den neutralen Bauernhof')
        """
        entry = self.find("name", id)
        long = entry and self._find_in(entry[1], "long", id)
        if not entry or not long or form.lower() == "name":
            return long or self.form(id, form)
        name, written_in = entry
        noun, spoken = written_in.inside(name), self.form(id, form)
        if long.startswith(name):
            return spoken + long.removeprefix(name)
        before, itself, after = long.rpartition(noun)
        if not itself or noun not in spoken:
            return self.form(id, form)
        declined = written_in.before(before.strip(), self._find_in(written_in, "class", id) or "", form.lower())
        apart = spoken.replace(noun, f"{declined} {noun}{after}", 1)
        return _begun(apart, form)

    def _find_in(self, language: Language, facet: str, id: str) -> str | None:
        """Return a facet in one language only, because grammar has no fallback."""
        entry = self.find(facet, id)
        return entry[0] if entry and entry[1] is language else None

    def _missing(self, facet: str, id: str) -> MissingWords:
        return MissingWords(facet, id, self.code, self.rules.game if self.rules else COMMON)

    # numbers, amounts, lists

    def number(self, value: int | float) -> str:
        """Return a number as the language writes it, with a true minus."""
        return _decimal(value, self.locale)

    def count(self, unit: str, n: int) -> str:
        """Return a number with its unit in the right plural, kept on one line."""
        text = self._counted.get((unit, n)) or self._count(unit, n)
        if n < _OFTEN:
            self._counted[unit, n] = text
        return text

    def counts(self, unit: str) -> bool:
        """Whether there are words for a number of this."""
        return bool(self._plural(unit, 1))

    def _count(self, unit: str, n: int) -> str:
        text = self._plural(unit, n)
        if not text:
            return f"{self.number(n)} {self._nameless('count', unit)}"
        return self._said(self, ("count", unit), text, {"n": Raw(self.number(n))})

    def _plural(self, unit: str, n: int) -> str:
        """Return the words for a number of something, empty if there are none."""
        wanted = [f"{unit}@{self.edition}", unit] if self.edition else [unit]
        for catalogue in self._catalogues:
            for key in wanted:
                text = catalogue.entries.npgettext("count", key, key, abs(n))
                if text != key:
                    return text
        return ""

    def goods(self, goods: Goods, *, short: bool = False) -> str:
        """Return an amount: `2 wood and 1 food`. The short form, for cards, has `PP` for prestige."""
        units = {"prestige": "pp"} if short else {}
        amounts = [(units.get(kind, kind), n) for kind, n in goods.kinds()]
        others = (spoken for unit, _ in amounts if (spoken := self._counting(unit)) is not self.language)
        t = self._of_language(next(others, self.language))  # nouns and the "and" between them are of one language
        return t.all_of([t.count(unit, n) for unit, n in amounts])

    def _counting(self, unit: str) -> Language:
        """Return the language that has words for a number of something."""
        key = ("unit", unit)
        if key not in self._found:
            speaking = (it for it in self._catalogues if it.entries.npgettext("count", unit, unit, 1) != unit)
            self._found[key] = ("", next((it.language for it in speaking), self.language))
        return (self._found[key] or ("", self.language))[1]

    def all_of(self, parts: Sequence[str]) -> str:
        return str(format_list(list(parts), style="standard", locale=self.locale))

    def one_of(self, parts: Sequence[str]) -> str:
        return str(format_list(list(parts), style="or", locale=self.locale))

    def labelled(self, label: str, text: str) -> str:
        """Return a label and its value.

        >>> Translator("fr").labelled("Coût", "2 bois"), Translator("nl").labelled("Kosten", "2 hout")
        ('Coût\\xa0: 2 bois', 'Kosten: 2 hout')
        """
        return self.say("label.labelled", label=label, said=text)

    def series(self, parts: Iterable[str]) -> str:
        """Join parts that are longer than a word.

        >>> Translator("en").series(["a, b", "c"])
        'a, b; c'
        """
        said = [*filter(None, parts)] or [""]
        return reduce(lambda first, second: self.say("label.series", first=first, second=second), said)

    def listed(self, parts: Iterable[str]) -> str:
        """Put parts beside each other, without an "and".

        >>> Translator("nl").listed(["a", "b", "c"])
        'a, b, c'
        """
        said = [*filter(None, parts)] or [""]
        return reduce(lambda first, second: self.say("label.listed", first=first, second=second), said)

    def quote(self, text: str) -> str:
        """Return a text in the quotation marks of the language."""
        return f"{self.language.quotes[0]}{text}{self.language.quotes[1]}"


def _shipped_english(t: Translator, facet: str, id: str, args: Mapping[str, Any]) -> str:
    """Return a message as we ship it in English, or empty."""
    shipped = Translator(FALLBACK, t.rules, edition=t.edition)
    if facet == "count":
        return shipped._plural(id, 1 if args["n"] == shipped.number(1) else 2)
    entry = shipped.find(facet, id)
    return entry[0] if entry else ""


@lru_cache(maxsize=_MOST_KEPT)
def _note(file: str, facet: str, id: str, why: str) -> None:
    """Log a message that cannot be said as it stands, once."""
    fields = {"words": f"{facet} {id}", "file": file, "why": why}
    _log.error("%s: %s %s cannot be said: %s", file, facet, id, why, extra={"fields": fields})


def _begun(spoken: str, form: str) -> str:
    """Capitalize the text if the form is capitalized."""
    return spoken[:1].upper() + spoken[1:] if form[:1].isupper() else spoken


def _filled(t: Translator, text: str, args: Mapping[str, Any]) -> str:
    """Fill the placeholders of a message from arguments, terms and the data of the rules."""
    return "".join(
        literal if place is None else literal + _said(t, _value(t, place, args), form, place)
        for literal, place, form in _parts(text)
    )


@lru_cache(maxsize=_MOST_KEPT)
def _parts(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """Split a message into literals, each with the placeholder that follows it and the form asked for."""
    return tuple((literal, place, form or "") for literal, place, form, _ in string.Formatter().parse(text))


def places(text: str) -> list[tuple[str, str]]:
    """Return the placeholders of a message, each with the form asked for.

    >>> places("{seat} places a worker {building:onto}.")
    [('seat', ''), ('building', 'onto')]
    """
    return [(place, form) for _, place, form in _parts(text) if place is not None]


def _value(t: Translator, place: str, args: Mapping[str, Any]) -> Any:
    first, _, rest = place.partition(".")
    if first in TERMS and rest and isinstance(args.get(first, ""), (str, Term)):
        if not t.has(place):
            raise Unfilled(place)
        return Term(place)
    parts = place.replace("[", ".").replace("]", "").split(".")
    value: Any = args if parts[0] in args else (t.rules.data if t.rules else {})
    for part in parts:
        try:
            value = _step(value, part)
        except (LookupError, AttributeError, TypeError, ValueError) as error:
            raise Unfilled(place) from error
    return value


def _said(t: Translator, value: Any, form: str, place: str) -> str:
    if "|" in form:
        return t.agree(value.id if isinstance(value, Term) else str(value), form)
    if isinstance(value, Raw):
        return str(value)
    if not _has_form(t, value, form):
        raise Unfilled(f"{place}:{form}")
    if isinstance(value, Term) or (isinstance(value, str) and form):
        return t.in_sentence(value if isinstance(value, Term) else Term(value), form or "name")
    if isinstance(value, Counted):
        return t.count(value.unit, value.n)
    if isinstance(value, Goods):
        return t.goods(value, short=form == "short")
    if isinstance(value, int) and not isinstance(value, bool):
        return t.count(form, value) if form else t.number(value)
    if isinstance(value, tuple):
        return t.all_of([_said(t, part, form, place) for part in value])
    return str(value)


def _has_form(t: Translator, value: Any, form: str) -> bool:
    """Whether something can be said in a form."""
    if isinstance(value, Term | str):
        return not form or form.lower() in NOUN_FORMS
    if isinstance(value, Goods):
        return form in AMOUNTS
    return not isinstance(value, int) or not form or t.counts(form)


_LONGEST = 10**6


@lru_cache(maxsize=4096)
def _decimal(value: int | float, locale: Locale) -> str:
    # No game has such numbers, but old corrections may, and pages, paper and Babel have no room for all digits.
    if abs(value) > _LONGEST:
        return f"{Decimal(value):.0e}"
    return str(format_decimal(value, locale=locale)).replace("-", "−")


def _step(value: Any, part: str) -> Any:
    if part.startswith("_"):
        raise KeyError(part)
    if isinstance(value, Mapping):
        return value[part] if part in value else value[int(part)]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return value[int(part)]
    return getattr(value, part)


def _catalogues(
    game: str | None, code: str, roots: tuple[Path, ...], available: Mapping[str, Language]
) -> list[_Catalogue]:
    """Return catalogs in search order: the viewer's language first, overlays before ours, game before common.

    With overlays, all other languages follow, for words that an overlay only has in those.
    """
    catalogues = []
    for spoken in dict.fromkeys((code, FALLBACK, *(available if roots else ()))):
        folders = [root / spoken for root in reversed(roots)]
        if spoken in (code, FALLBACK):
            folders.append(available[spoken].folder)
        for folder in dict.fromkeys(folders):
            for domain in (game, COMMON) if game else (COMMON,):
                entries = catalog(folder, domain)
                if entries is not None:
                    file = folder / "LC_MESSAGES" / f"{domain}.po"
                    catalogues.append(_Catalogue(entries, available[spoken], file))
    return catalogues
