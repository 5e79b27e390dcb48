"""Finds answers to questions in people's own words.

A question is compared with every ruling, and with everything else that has a text. Stop words and endings are ignored,
and synonyms count as one word. Each language has its lists in `search.toml` of its folder; without it, words are
compared as they are.

>>> from companion.rules import library
>>> [hit.id for hit in asked(library(), "caylus", "Wie viel kostet ein Arbeiter?")][0]
'phase.workers'
"""

import math
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from companion.i18n.boxes import box_translators
from companion.i18n.effects import effect_line
from companion.i18n.folding import folded
from companion.i18n.needed_words import known_ids
from companion.i18n.translator import Translator
from companion.rules import Library
from companion.rules.effects import Nothing
from companion.rules.game import GameRules

KINDS = ("ruling", "building", "term", "section", "phase", "line", "action", "setup", "end", "variant")
"""The kinds of ids that can answer a question."""

_TITLE, _ABOUT, _TEXT = 1.0, 0.5, 0.45
"""The weight of a word in the question or name, in the name of what that is about, or only in the text."""

_WITHIN = 0.7
"""The factor for a word found within another one, as in a compound."""

_RULING = 1.15
"""The factor for rulings, which are meant to answer questions."""

_LEAST, _NEAR, _MOST = 0.34, 0.55, 8
"""How well an answer must fit, absolutely and relative to the best one; and the maximum number of answers."""

_STEM = 3
"""The minimum number of letters that remain of a word."""

_INSIDE = 4
"""The minimum length of a word that is searched for within others."""

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Speech:
    """How people ask in one language."""

    ignored: frozenset[str]
    endings: tuple[str, ...]
    """The endings to ignore, the longest first."""
    same: dict[str, str]
    """For each stem, the one that represents all its synonyms."""
    asked: dict[str, str]
    """By id, words of questions that the answer does not contain."""

    def stems(self, text: str) -> list[str]:
        """Return the significant words of a text, without endings and with synonyms replaced.

        >>> from companion.i18n.languages import language
        >>> speech(language("en").folder).stems("What do the workers cost?")
        ['worker', 'price']
        """
        words = _WORD.findall(folded(text))
        return [self.stem(word) for word in words if word not in self.ignored]

    def stem(self, word: str) -> str:
        bare = _bare(word, self.endings)
        return self.same.get(bare, bare)


def _bare(word: str, endings: tuple[str, ...]) -> str:
    cut = next((end for end in endings if word.endswith(end) and len(word) - len(end) >= _STEM), "")
    return word.removesuffix(cut)


@cache
def speech(folder: Path) -> Speech:
    """Read the lists of the language in a folder; empty ones if it has none."""
    file = folder / "search.toml"
    lists = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    endings = tuple(sorted(folded(lists.get("endings", "")).split(), key=len, reverse=True))
    same: dict[str, str] = {}
    for group in lists.get("same", ()):
        first, *others = folded(group).split()
        same |= {_bare(word, endings): first for word in (first, *others)}
    return Speech(frozenset(folded(lists.get("ignored", "")).split()), endings, same, lists.get("asked", {}))


@dataclass(frozen=True)
class Suggestion:
    """A possible answer to a question, in the words of one box."""

    id: str
    name: str
    language: str
    fit: float
    """1 if every word of the question is in the answer's title."""


def asked(library: Library, game: str, words: str, overlays: tuple[Path, ...] = ()) -> list[Suggestion]:
    """Return the answers to a question, the most likely first, each id once."""
    best: dict[str, Suggestion] = {}
    for edition, t in box_translators(library, game, overlays):
        wanted = list(dict.fromkeys(speech(t.language.folder).stems(words)))
        if not wanted:
            continue
        for page, fit in _fitting(_shelf(library, game, edition, t), wanted):
            if page.id not in best or fit > best[page.id].fit:
                best[page.id] = Suggestion(page.id, page.name, t.code, fit)
    found = sorted(best.values(), key=lambda answer: -answer.fit)
    return [answer for answer in found[:_MOST] if answer.fit >= max(_LEAST, found[0].fit * _NEAR)]


# what can be found


@dataclass(frozen=True)
class _Page:
    """A text that can be an answer: the weights of its words."""

    id: str
    name: str
    weights: dict[str, float]


@dataclass(frozen=True, eq=False)
class _Shelf:
    """All pages of one box, and how significant each word is there."""

    pages: tuple[_Page, ...]
    telling: dict[str, float]
    rarest: float


@lru_cache(maxsize=32)
def _shelf(library: Library, game: str, edition: str, t: Translator) -> _Shelf:
    data = library.rules(game, edition).data
    pages = tuple(_page(t, data, id) for id in known_ids(library, game) if _told(t, data, id))
    seen = Counter(word for page in pages for word in page.weights)
    return _Shelf(
        pages, {word: math.log(1 + len(pages) / n) for word, n in seen.items()}, math.log(1 + len(pages)),
    )  # fmt: skip


def _told(t: Translator, data: GameRules, id: str) -> bool:
    kind, _, name = id.partition(".")
    return kind in KINDS and t.has(id) and t.has(id, "text") and (kind != "building" or name in data.buildings)


def _page(t: Translator, data: GameRules, id: str) -> _Page:
    weights: dict[str, float] = {}
    for text, weight in _texts(t, data, id):
        for stem in speech(t.language.folder).stems(text):
            weights[stem] = max(weights.get(stem, 0), weight)
    return _Page(id, t.name(id), weights)


def _texts(t: Translator, data: GameRules, id: str) -> Iterator[tuple[str, float]]:
    kind, _, name = id.partition(".")
    yield t.name(id), _TITLE
    for other in (*t.also(id), speech(t.language.folder).asked.get(id, "")):
        yield other, _TITLE
    if kind == "building":
        it = data.buildings[name]
        yield t.words("text", id, it=it), _TEXT
        if it.effect is not None and not isinstance(it.effect, Nothing):
            yield effect_line(t, it.effect), _TEXT
    else:
        yield t.text(id), _TEXT
    for thing in data.rulings[name].about if kind == "ruling" and name in data.rulings else ():
        if t.has(thing):
            yield t.name(thing), _ABOUT


def _fitting(shelf: _Shelf, wanted: list[str]) -> Iterator[tuple[_Page, float]]:
    """Yield pages with how well they fit, by the weights and significance of the words; rulings are preferred."""
    telling = {word: _telling(shelf, word) for word in wanted}
    whole = sum(telling.values())
    for page in shelf.pages:
        fit = sum(telling[word] * _found(page, word) for word in wanted) / whole
        fit = min(1, fit * _RULING) if page.id.startswith("ruling.") else fit
        if fit:
            yield page, fit


def _telling(shelf: _Shelf, word: str) -> float:
    return shelf.telling.get(word, shelf.rarest)


def _found(page: _Page, word: str) -> float:
    """Return the weight of a word on a page, possibly as part of a compound."""
    exact = page.weights.get(word, 0)
    if exact or len(word) < _INSIDE:
        return exact
    return _WITHIN * max((weight for other, weight in page.weights.items() if word in other), default=0)
