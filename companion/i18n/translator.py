"""From ids and arguments to words, for one viewer: one language, one game, one edition.

Every message has an id and a facet (gettext's msgctxt): `name` as printed on the box, `class` of the noun,
`line` for a card, `text` for people who ask, `also` for other printed names. A message that one edition alone
words differently is kept under ID@EDITION. Sentences are whole; their places take data and terms:

    {castle.refusal:prestige}      a number of the rules with its unit, in the right plural
    {buildings.tailor.cost:goods}  an amount
    {it.effect.options[0].pay.cloth:cloth}   the same for the building the text is about
    {term.provost:subject}         a term in the form the sentence needs (see languages.FORMS)
    {term.provost:Subject}         the same at the start of a sentence
    {term.provost:noun}            the bare name within a sentence
    {building:is|are}              the first word for one thing, the second for a name that is a plural
"""

import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache, reduce
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from babel.numbers import format_decimal

from companion.i18n.catalogues import catalog
from companion.i18n.languages import FALLBACK, FORMS, FURTHER, Language, choose, languages
from companion.i18n.pseudo import PSEUDO, stretched
from companion.rules import Rules
from companion.rules.base import Goods

_OFTEN = 200
"""Numbers below this are said over and over, and kept."""

_MOST_KEPT = 20_000
"""There are fewer ids; what somebody asks for in vain has no end."""

COMMON = "companion"
"""The domain of everything that is not one game's."""

_NOUN_FORMS = frozenset({*FORMS, *FURTHER, "noun", "name"})

TERMS = frozenset(
    {"term", "building", "phase", "section", "line", "category", "variant", "edition", "action", "player"}
)
"""The first part of the ids that a sentence can name as a term."""


class MissingWords(KeyError):
    """An id without words in any language: a fault of the catalogues, never of a player."""

    def __init__(self, facet: str, id: str, code: str, domain: str) -> None:
        super().__init__(f"{facet} of {id} ({code})")
        self.facet, self.id = facet, id
        self.file = f"locales/{code}/LC_MESSAGES/{domain}.po"
        """Where they would be looked for first."""


@dataclass(frozen=True)
class Term:
    """A place in a sentence for the name of something."""

    id: str
    apart: bool = False
    """Whether it is told from its namesakes, where it has any."""


class Raw(str):
    """A word of somebody's own, shown as it is in whatever form a sentence asks for."""

    __slots__ = ()


@dataclass(frozen=True)
class _Shelf:
    """One catalogue and the language it is written in."""

    entries: GNUTranslations
    language: Language


class Translator:
    """The words of one viewer.

    >>> from companion.rules import load
    >>> t = Translator("nl-BE", load("caylus", "nl"))
    >>> t.name("building.tailor"), t.count("denier", 2), t.form("building.tailor", "at")
    ('Kleermaker', '2\\xa0Dinars', 'bij de kleermaker')
    """

    def __init__(
        self, language: str, rules: Rules | None = None, *, edition: str | None = None, overlays: Iterable[Path] = ()
    ) -> None:
        self.rules = rules
        self.edition = edition or (rules.edition if rules else None)
        self.overlays = tuple(overlays)
        roots = tuple(folder / "locales" for folder in self.overlays)
        known = languages(roots)
        self.pseudo = language == PSEUDO
        self.code = choose(language, list(known)) or FALLBACK
        self.language = known[self.code]
        self.locale = _locale(self.code)
        self._shelves = _shelves(rules.game if rules else None, self.code, roots, known)
        self._found: dict[tuple[str, str], tuple[str, Language] | None] = {}
        self._counted: dict[tuple[str, int], str] = {}
        self._others: dict[str, Translator] = {}

    def of(self, rules: Rules | None) -> "Translator":
        """The same viewer's words for another box, where there is one."""
        if rules is None or rules is self.rules:
            return self
        return Translator(PSEUDO if self.pseudo else self.code, rules, overlays=self.overlays)

    # ids to words

    def find(self, facet: str, id: str) -> tuple[str, Language] | None:
        """The wording of one facet and the language it is in, or none."""
        key = (facet, id)
        if key in self._found:
            return self._found[key]
        found = self._search(facet, id)
        if found or len(self._found) < _MOST_KEPT:
            self._found[key] = found
        return found

    def _search(self, facet: str, id: str) -> tuple[str, Language] | None:
        wanted = [f"{id}@{self.edition}", id] if self.edition else [id]
        for shelf in self._shelves:
            for key in wanted:
                found = shelf.entries.pgettext(facet, key)
                if found != key:
                    return (stretched(found) if self.pseudo and facet != "class" else found), shelf.language
        return None

    def has(self, id: str, facet: str = "name") -> bool:
        """Whether an id has this facet."""
        return self.find(facet, id) is not None

    def words(self, facet: str, id: str, /, **args: Any) -> str:
        """One facet of an id, its places filled from the arguments and the rules."""
        found = self.find(facet, id)
        if found is None:
            raise self._missing(facet, id)
        text, written_in = found
        if "{" not in text and "}" not in text:
            return text
        # A sentence and its nouns are of one language: what is missing is said in the other as a whole.
        return _filled(self._of_language(written_in), text, args)

    def _of_language(self, language: Language) -> "Translator":
        if language is self.language:
            return self
        if language.code not in self._others:
            self._others[language.code] = Translator(
                language.code, self.rules, edition=self.edition, overlays=self.overlays
            )
        return self._others[language.code]

    def name(self, id: str) -> str:
        """The name as printed on the box."""
        return self.words("name", id)

    def long(self, id: str) -> str:
        """The name that tells it from its namesakes, where it has one."""
        return self.words("long" if self.has(id, "long") else "name", id)

    def line(self, id: str, **args: Any) -> str:
        """The short line for a card."""
        return self.words("line", id, **args)

    def text(self, id: str, **args: Any) -> str:
        """The explanation for people who ask."""
        return self.words("text", id, **args)

    def also(self, id: str) -> list[str]:
        """Other names of the same thing on printed parts."""
        found = self._find_in(self.language, "also", id)
        return [name.strip() for name in found.split(";")] if found else []

    def say(self, id: str, /, **args: Any) -> str:
        """A sentence or a label of ours."""
        return self.words("say", id, **args)

    def form(self, id: str, form: str) -> str:
        """A term in the form a sentence needs; with a capital, for its start.

        >>> from companion.rules import load
        >>> Translator("de", load("caylus", "de")).form("term.castle", "onto")
        'ins Schloss'
        """
        name = self.find("name", id)
        if name is None:
            raise self._missing("name", id)
        noun, written_in = name
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
            known = noun_class in written_in.classes
            spoken = (
                written_in.form(noun, noun_class, wanted) if known else self.language.bare(self.quote(noun), wanted)
            )
        return _begun(spoken, form)

    def in_sentence(self, term: Term, form: str) -> str:
        """A term in a sentence of this language; a name that only another one has stands in quotes."""
        name = self.find("name", term.id)
        if name is None or name[1] is self.language or form.lower() not in FORMS:
            return self.form_apart(term.id, form) if term.apart else self.form(term.id, form)
        spoken = self.language.bare(self.quote(name[0]), form.lower())
        return _begun(spoken, form)

    def agree(self, id: str, words: str) -> str:
        """The word that agrees with a term: the first of two for one thing, the second for a plural.

        >>> from companion.rules import load
        >>> t = Translator("en", load("caylus"))
        >>> t.agree("building.mason", "is|are"), t.agree("building.stables", "is|are")
        ('is', 'are')
        """
        one, _, several = words.partition("|")
        name = self.find("name", id)
        written_in = name[1] if name else self.language
        return several if written_in.plural(self._find_in(written_in, "class", id) or "") else one

    def _exact(self, language: Language, noun_class: str, form: str, id: str) -> str | None:
        """A form written out for one noun; that of a form in its stead, where its class has none of its own."""
        exact = self._find_in(language, form, id)
        own = form in language.classes.get(noun_class, {})
        return exact if exact or own or not FURTHER.get(form) else self._exact(language, noun_class, FURTHER[form], id)

    def form_apart(self, id: str, form: str) -> str:
        """The same of the name that tells it from its namesakes: what stands before it in that name is declined.

        >>> from companion.rules import load
        >>> t = Translator("de", load("caylus", "de"))
        >>> t.form_apart("building.n_sawmill", "onto"), t.form_apart("building.n_farm", "onto")
        ('ins neutrale Sägewerk', 'auf den neutralen Bauernhof')
        """
        found = self.find("name", id)
        long = found and self._find_in(found[1], "long", id)
        if not found or not long or form.lower() == "name":
            return long or self.form(id, form)
        name, written_in = found
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
        """A facet in one language alone: grammar does not fall back."""
        found = self.find(facet, id)
        return found[0] if found and found[1] is language else None

    def _missing(self, facet: str, id: str) -> MissingWords:
        return MissingWords(facet, id, self.code, self.rules.game if self.rules else COMMON)

    # numbers, amounts, lists

    def number(self, value: int | float) -> str:
        """A number as the language writes it, with a true minus."""
        return _decimal(value, self.locale)

    def count(self, unit: str, n: int) -> str:
        """So many of something, in the right plural: number and unit stay on one line."""
        known = self._counted.get((unit, n)) or self._count(unit, n)
        if n < _OFTEN:
            self._counted[unit, n] = known
        return known

    def _count(self, unit: str, n: int) -> str:
        wanted = [f"{unit}@{self.edition}", unit] if self.edition else [unit]
        for shelf in self._shelves:
            for key in wanted:
                found = shelf.entries.npgettext("count", key, key, abs(n))
                if found != key:
                    text = stretched(found) if self.pseudo else found
                    return text.format(n=self.number(n))
        raise self._missing("count", unit)

    def goods(self, goods: Goods, *, short: bool = False) -> str:
        """An amount: `2 wood and 1 food`; short for cards, where prestige is `PP`."""
        units = {"prestige": "pp"} if short else {}
        return self.all_of([self.count(units.get(kind, kind), n) for kind, n in goods.kinds()])

    def all_of(self, parts: Sequence[str]) -> str:
        return str(format_list(list(parts), style="standard", locale=self.locale))

    def one_of(self, parts: Sequence[str]) -> str:
        return str(format_list(list(parts), style="or", locale=self.locale))

    def labelled(self, label: str, said: str) -> str:
        """A label and what stands under it.

        >>> Translator("fr").labelled("Coût", "2 bois"), Translator("nl").labelled("Kosten", "2 hout")
        ('Coût\\xa0: 2 bois', 'Kosten: 2 hout')
        """
        return self.say("label.labelled", label=label, said=said)

    def series(self, parts: Sequence[str]) -> str:
        """What stands side by side and is longer than a word.

        >>> Translator("en").series(["a, b", "c"])
        'a, b; c'
        """
        return (
            reduce(lambda first, second: self.say("label.series", first=first, second=second), parts) if parts else ""
        )

    def quote(self, text: str) -> str:
        """A text in the quotation marks of the language."""
        return f"{self.language.quotes[0]}{text}{self.language.quotes[1]}"


def _begun(spoken: str, form: str) -> str:
    """With a capital where the form asks for one."""
    return spoken[:1].upper() + spoken[1:] if form[:1].isupper() else spoken


def _filled(t: Translator, text: str, args: Mapping[str, Any]) -> str:
    """A message with its places filled from arguments, terms and the data of the rules."""
    return "".join(
        literal if place is None else literal + _said(t, _value(t, place, args), form)
        for literal, place, form in _parts(text)
    )


@lru_cache(maxsize=_MOST_KEPT)
def _parts(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """A message taken apart: words, the place that follows them, and the form asked for there."""
    return tuple((literal, place, form or "") for literal, place, form, _ in string.Formatter().parse(text))


def places(text: str) -> list[tuple[str, str]]:
    """The places of a message, each with the form asked for there.

    >>> places("{seat} places a worker {building:onto}.")
    [('seat', ''), ('building', 'onto')]
    """
    return [(place, form) for _, place, form in _parts(text) if place is not None]


def _value(t: Translator, place: str, args: Mapping[str, Any]) -> Any:
    first, _, rest = place.partition(".")
    if first in TERMS and rest and isinstance(args.get(first, ""), (str, Term)):
        return Term(place)
    parts = place.replace("[", ".").replace("]", "").split(".")
    value: Any = args if parts[0] in args else (t.rules.data if t.rules else {})
    for part in parts:
        value = _step(value, part)
    return value


def _said(t: Translator, value: Any, form: str) -> str:
    if "|" in form:
        return t.agree(value.id if isinstance(value, Term) else str(value), form)
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, Term) or (isinstance(value, str) and form.lower() in _NOUN_FORMS):
        return t.in_sentence(value if isinstance(value, Term) else Term(value), form or "name")
    if isinstance(value, Goods):
        return t.goods(value, short=form == "short")
    if isinstance(value, int) and not isinstance(value, bool):
        return t.count(form, value) if form else t.number(value)
    if isinstance(value, tuple):
        return t.all_of([_said(t, one, form) for one in value])
    return str(value)


_LONGEST = 10**6


@lru_cache(maxsize=4096)
def _decimal(value: int | float, locale: Locale) -> str:
    # No game has such numbers, but an old correction may: pages and paper have no room for them, and Babel no digits.
    if abs(value) >= _LONGEST:
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


def _shelves(game: str | None, code: str, roots: tuple[Path, ...], known: Mapping[str, Language]) -> list[_Shelf]:
    """Own words before shipped ones, the viewer's language before the fallback, the game before the common.

    What an owner has words for in other languages alone is said in one of these.
    """
    found = []
    for spoken in dict.fromkeys((code, FALLBACK, *(known if roots else ()))):
        folders = [root / spoken for root in reversed(roots)]
        if spoken in (code, FALLBACK):
            folders.append(known[spoken].folder)
        for folder in dict.fromkeys(folders):
            for domain in (game, COMMON) if game else (COMMON,):
                entries = catalog(folder, domain)
                if entries is not None:
                    found.append(_Shelf(entries, known[spoken]))
    return found


def _locale(code: str) -> Locale:
    """Babel's locale for a language; a made-up language counts and lists as the fallback does."""
    try:
        return Locale.parse(code, sep="-")
    except (ValueError, UnknownLocaleError):
        return Locale.parse(FALLBACK)
