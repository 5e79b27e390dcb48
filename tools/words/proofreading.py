"""Rules that find faults in sentences that have been filled in: broken grammar, typography, wrong terms.

The rules of a language are in `glossary.toml` in its folder; without it, only the general rules apply.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path

from companion.i18n.language_files import Glossary, read_as
from companion.i18n.languages import Language
from companion.i18n.translator import COMMON, Translator
from companion.rules import BadData, Library, Rules
from tools.words.proof import Sentence, messages

FAULTS = (
    "unfilled", "spaces", "doubled", "quotes", "brackets", "digits", "list", "count", "verb", "article",
    "fixed_article", "literal", "voice", "term", "sign", "before", "unit",
)  # fmt: skip
"""The kinds of fault."""

_ANYWHERE = {
    "unfilled": r"[{}]",
    "spaces": r"\s{2}|^\s|\s$|\s[,.](?:\s|$)",
    "quotes": r"([“”„‘«»])\1|[\"`]",
    "brackets": r"\([^()]*\(|\)\)",
    "digits": r"\d [\d]",
    "sign": r"(?<![\w-])-\d|\.\.\.|'",
}
_QUOTES = "“”„‘«»"
_NO_BREAK = str.maketrans("\u00a0\u202f", "  ")
_PLACE_OF_A_NOUN = r"\{[\w.]+:noun\}"
_PIECES, _OF_TERMS = ("term.provost", "term.bailiff"), ("say", "line", "aid", "card", "teach")
"""What a box may call by another name, and the facets whose sentences name it as a term."""
_ON_SCREENS = ("web", "follows", "forget", "mind")
_APART = ("edition", "game")
"""Kinds of ids whose texts are about other boxes, and so use the words of those."""


def glossary(language: Language) -> Glossary:
    """Return the word lists of a language, empty ones if it has none. Raises `BadData`."""
    file = language.folder / "glossary.toml"
    found, problems = read_as(file, Glossary) if file.exists() else (Glossary(), [])
    if found is None:
        raise BadData(problems)
    return found


@dataclass(frozen=True)
class Proofreader:
    """Checks the sentences of one box in one language."""

    t: Translator
    rules: Rules
    words: Glossary

    @classmethod
    def of(cls, code: str, rules: Rules, overlays: tuple[Path, ...] = ()) -> "Proofreader":
        t = Translator(code, rules, overlays=overlays)
        return cls(t, rules, glossary(t.language))

    def faults(self, sentence: Sentence) -> Iterator[tuple[str, str]]:
        """Yield each kind of fault in a sentence, with the words that show it.

        >>> from companion.rules import load
        >>> reader = Proofreader.of("en", load("caylus"))
        >>> list(reader.faults(Sentence("caylus", "en", "say", "why", "The stables is full for 1 minutes.")))
        [('count', '1 minutes'), ('verb', 'The stables is'), ('unit', '1 minutes')]
        """
        plain = sentence.text.translate(_NO_BREAK)
        for kind, pattern in self._patterns.items():
            found = pattern.search(plain)
            if found:
                yield kind, found[0]
        yield from self._typography(sentence.text)
        yield from (("article", shown) for shown in self._articles(plain))
        if sentence.id.partition(".")[0] not in _APART and sentence.facet != "many":
            for pattern, instead in self._avoided[sentence.id.partition(".")[0] in _ON_SCREENS]:
                found = pattern.search(plain)
                if found:
                    yield "term", f"{found[0]}: {instead}"

    def _typography(self, text: str) -> Iterator[tuple[str, str]]:
        """Check the spaces next to signs and units."""
        for typed in self.words.typed:
            text = text.replace(typed, "")
        for kind, pattern in self._spaces:
            found = pattern.search(text)
            if found:
                yield kind, found[0]

    def fixed(self) -> Iterator[str]:
        """Yield articles that precede the placeholder of a noun, whatever noun it is filled with."""
        known = {article for articles in self.words.articles.values() for article in articles}
        if not known:
            return
        pattern = re.compile(rf"\b({'|'.join(sorted(known))}) {_PLACE_OF_A_NOUN}", re.IGNORECASE)
        for facet, id in messages(self.t, COMMON, self.rules.game):
            wording = self.t.find(facet, id)
            found = pattern.search(wording[0]) if wording and wording[1] is self.t.language else None
            if found:
                yield f"{self.rules.game} {id} ({facet}): fixed_article: {found[0]}"

    def literal(self) -> Iterator[str]:
        """Yield pieces that stand in a sentence by name: as terms, they follow whatever a box calls them."""
        pieces = [self.t.form(id, "noun") for id in _PIECES if self.t.has_own(id)]
        for facet, id in messages(self.t, COMMON, self.rules.game):
            wording = self.t.find(facet, id)
            if facet not in _OF_TERMS or not wording or wording[1] is not self.t.language:
                continue
            text = re.sub(r"\{[^}]*\}", "", wording[0])
            for piece in pieces:
                if re.search(rf"(?<!\.)\b{re.escape(piece)}(?:e?s)?\b", text):
                    yield f"{self.rules.game} {id} ({facet}): literal: {piece}"

    @cached_property
    def _patterns(self) -> dict[str, re.Pattern[str]]:
        found = {kind: re.compile(pattern) for kind, pattern in _ANYWHERE.items()}
        found["doubled"] = re.compile(rf"\b(?!(?:{'|'.join((*self.words.twice, '‹'))})\b)([^\W\d]+) \1\b")
        before = "|".join((*self.words.numbered, "‹", r"\d"))
        found["list"] = re.compile(rf"(?<![:,;(\d])\b(?!(?:{before})\b)[^\W\d]+ \d+, \d+,? ")
        several = {**self.words.plurals, **self._units()}
        if several:
            one = "|".join(map(re.escape, several))
            more = "|".join(map(re.escape, several.values()))
            found["count"] = re.compile(rf"(?<![\d.,])1 (?:{more})\b|(?<![\d.,])(?:[02-9]|\d\d) (?:{one})\b")
        if self._plural_names and self.words.singular:
            names, verbs = "|".join(map(re.escape, self._plural_names)), "|".join(self.words.singular)
            found["verb"] = re.compile(rf"(?:^|[.;:] )(?:\w+ )?(?:{names}) (?:{verbs})\b", re.IGNORECASE)
        if self.words.voice:
            found["voice"] = re.compile("|".join(self.words.voice))
        return found

    @cached_property
    def _spaces(self) -> list[tuple[str, re.Pattern[str]]]:
        counted = {*self.words.units, *self.words.plurals, *self.words.plurals.values(), *chain(*self._counted())}
        unit = rf"\d (?:{'|'.join(map(re.escape, sorted(counted)))})\b"
        before = [
            (rf"(?<!{space})" if space else r"\s") + re.escape(sign) + r"(?! \d)(?=[\s.,)]|$)"
            for sign, space in self.words.before.items()
        ]
        first, last = self.t.language.quotes
        foreign = "".join(mark for mark in _QUOTES if mark not in first + last)
        quotes = rf"[{foreign}]|{re.escape(first[0])}(?!{first[1:]})|(?<!{last[:-1]}){re.escape(last[-1])}"
        found = [("unit", unit), ("quotes", quotes), *(("before", pattern) for pattern in before)]
        return [(kind, re.compile(pattern)) for kind, pattern in found]

    def _counted(self) -> Iterator[tuple[str, str]]:
        """Yield singular and plural of each unit."""
        for unit in (*self.rules.data.words.units, "minute", "fault", "move"):
            one, several = (self.t.count(unit, n).translate(_NO_BREAK).partition(" ")[2] for n in (1, 2))
            yield one, several

    def _units(self) -> dict[str, str]:
        """Return singular and plural of each unit, if they differ."""
        return {
            one: several
            for one, several in self._counted()
            if one != several and not one.startswith(several) and not several.startswith(f"{one} ")
        }

    @cached_property
    def _named(self) -> dict[str, str]:
        """The nouns of this box as written in sentences, with their classes."""
        found = {}
        for id in self._ids():
            given = self.t.find("class", id)
            if given and given[1] is self.t.language and self.t.has(id):
                found[self.t.form(id, "noun")] = given[0]
        return found

    def _ids(self) -> list[str]:
        data = self.rules.data
        return [
            *(f"building.{name}" for name in data.buildings),
            *(f"term.{name}" for name in data.words.terms),
            *(f"{kind}.{name}" for kind, names in data.things() for name in names),
        ]

    @cached_property
    def _plural_names(self) -> list[str]:
        return [noun for noun, its_class in self._named.items() if self.t.language.plural(its_class)]

    @cached_property
    def _allowed(self) -> dict[str, frozenset[str]]:
        """The articles that each noun, in lower case, may have."""
        found: dict[str, frozenset[str]] = {}
        for noun, its_class in self._named.items():
            articles = self.words.articles
            allowed = articles.get(its_class, articles.get(its_class.partition("-")[0], ()))
            if allowed:
                several = articles.get("pl", ()) if noun in self.words.as_plural else ()
                found[noun.lower()] = frozenset({*allowed, *several})
        return found

    @cached_property
    def _article_and_noun(self) -> re.Pattern[str]:
        articles = {article for articles in self.words.articles.values() for article in articles}
        nouns = "|".join(re.escape(noun) for noun in sorted(self._allowed, key=len, reverse=True))
        return re.compile(rf"\b({'|'.join(sorted(articles))})(?: |(?<=’))({nouns})(?![\w-])", re.IGNORECASE)

    def _articles(self, text: str) -> Iterator[str]:
        if self._allowed:
            for found in self._article_and_noun.finditer(text):
                if found[1].lower() not in self._allowed[found[2].lower()]:
                    yield found[0]

    @cached_property
    def _avoided(self) -> tuple[list[tuple[re.Pattern[str], str]], ...]:
        """In texts of the rules, and on screens."""
        game, avoid = self.rules.game, self.words.avoid
        here = ("all", game, f"{game}@{self.rules.edition}")
        return tuple(
            [(re.compile(pattern), instead) for key in keys for pattern, instead in avoid.get(key, {}).items()]
            for keys in ((*here, f"{game}:rules"), (*here, "screens"))
        )


def faults_of(
    library: Library, code: str, sentences: Iterable[Sentence], overlays: tuple[Path, ...] = ()
) -> Iterator[str]:
    """Yield a line for each fault in the sentences of a language: where it is, its kind, and the words."""
    readers: dict[tuple[str, str], Proofreader] = {}
    for one in sentences:
        key = (one.game, one.edition)
        if key not in readers:
            readers[key] = Proofreader.of(code, library.rules(*key), overlays)
            yield from readers[key].fixed()
            yield from readers[key].literal()
        for kind, shown in readers[key].faults(one):
            yield f"{one.game} {one.id} ({one.facet}): {kind}: {shown}"
