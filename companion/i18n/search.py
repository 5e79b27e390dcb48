"""Finds things by their names, in any language and on any box, and answers to questions in people's own words.

A question is compared with every ruling, and with everything else that has a text. Stop words and endings are ignored,
and synonyms count as one word. Each language has its lists in `search.toml` of its folder; without it, words are
compared as they are.

>>> from companion.rules import library
>>> search(library(), "Wie viel kostet ein Arbeiter?", ["caylus"])[0].id
'phase.workers'
"""

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from functools import cache, lru_cache
from pathlib import Path

from companion.i18n.effects import effect_line
from companion.i18n.language_files import SearchFile, read_as
from companion.i18n.languages import languages
from companion.i18n.needed_words import known_ids
from companion.i18n.translator import Translator
from companion.rules import Library, UnknownName
from companion.rules.effects import Nothing
from companion.rules.game import GameRules

PRINTED = ("building", "term", "section", "phase", "line", "category", "action")
"""The kinds of ids with names printed on the boxes."""

_NAMED = (*PRINTED, "variant", "edition")
_KINDS = (*_NAMED, "ruling")
"""The kinds of ids in the order in which a bare word is looked up."""

_ANSWERING = ("ruling", "building", "term", "section", "phase", "line", "action", "setup", "end", "variant")
"""The kinds of ids that can answer a question."""

_CLOSE = 0.75
"""How similar another name is, from 0 to 1."""

_SIMILAR = 3.0
"""The rank from which names are only similar."""

_ANSWER = 2.2
"""The rank of the best answer to a question. Worse ones are farther, but always closer than similar names."""

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
_TYPED = str.maketrans({"’": "'", "‘": "'", "œ": "oe", "æ": "ae"})


@dataclass(frozen=True)
class Hit:
    """Something found, and the name by which it was found."""

    game: str
    id: str
    name: str
    language: str
    rank: float
    """0 is an exact match; higher is worse."""


def full_id(library: Library, game: str, word: str, overlays: tuple[Path, ...] = ()) -> str:
    """Return the id that a person means: `tailor` is `building.tailor`, and so is its name on any box in any language.

    Raises `UnknownName` with similar names or, if several things have this name, with their ids.
    """
    ids = known_ids(library, game)
    if word in ids:
        return word
    for kind in _KINDS:
        if f"{kind}.{word}" in ids:
            return f"{kind}.{word}"
    hits = [hit for hit in search(library, word, [game], overlays) if not hit.id.startswith("ruling.")]
    exact = [hit.id for hit in hits if hit.rank == 0]
    if len(exact) == 1:
        return exact[0]
    if exact:
        raise UnknownName("name", word, exact)
    bare = list(dict.fromkeys(id.partition(".")[2] for id in ids if id.partition(".")[0] in _KINDS))
    names = list(dict.fromkeys(hit.name for hit in hits))
    raise UnknownName("id", word, bare if not names or get_close_matches(word, bare, cutoff=_CLOSE) else names)


def search(library: Library, word: str, games: Iterable[str], overlays: tuple[Path, ...] = ()) -> list[Hit]:
    """Return everything with this name or a similar one, and answers to such a question; best first, each id once."""
    best: dict[tuple[str, str], Hit] = {}
    for game in games:
        for hit in (*_named(library, game, word, overlays), *asked(library, game, word, overlays)):
            key = (game, hit.id)
            if key not in best or hit.rank < best[key].rank:
                best[key] = hit
    hits = sorted(best.values(), key=lambda hit: hit.rank)
    return [hit for hit in hits if hit.rank < _SIMILAR] or hits


def printed_names(library: Library, game: str, id: str, overlays: tuple[Path, ...] = ()) -> dict[str, str]:
    """Return the name of a thing on each box that has it; if the app does not speak its language, that on the tile."""
    names = {edition: t.name(id) for edition, t in _translators(library, game, overlays) if t.has(id)}
    for edition in library.editions(game):
        data = library.rules(game, edition).data
        building = id.removeprefix("building.")
        tile = data.buildings.get(building)
        if tile is not None and not tile.count and building != data.residence_tile:  # residences are backs of tiles
            names.pop(edition, None)
            continue
        name = data.printed.get(building, {}).get(data.edition.language)
        if edition not in names and name:
            names[edition] = name
    return names


@lru_cache(maxsize=32)
def _translators(library: Library, game: str, overlays: tuple[Path, ...]) -> list[tuple[str, Translator]]:
    """Return the edition of each box whose language is spoken, and its words."""
    spoken = languages(tuple(folder / "locales" for folder in overlays))
    boxes = [library.rules(game, edition) for edition in library.editions(game)]
    return [
        (rules.edition, Translator(rules.data.edition.language, rules, overlays=overlays))
        for rules in boxes
        if rules.data.edition.language in spoken
    ]


# names


def folded(text: str) -> str:
    """Return a text as people type it on a phone: without case, accents or typographic spaces and apostrophes.

    >>> folded("Türme") == folded("TURME")
    True
    >>> folded("Mine d’or, 2\\xa0points\\u202f?")
    "mine d'or, 2 points ?"
    """
    plain = unicodedata.normalize("NFKD", text.casefold()).translate(_TYPED)
    return " ".join("".join(char for char in plain if not unicodedata.combining(char)).split())


def _named(library: Library, game: str, word: str, overlays: tuple[Path, ...]) -> Iterator[Hit]:
    """Yield everything with this name, with one that contains it, or with a similar one."""
    wanted = folded(word)
    matcher = SequenceMatcher(b=wanted)
    for (id, name), (printed, language) in _names(library, game, overlays).items():
        if name == wanted:
            yield Hit(game, id, printed, language, 0)
        elif wanted in name:
            yield Hit(game, id, printed, language, 1 if name.startswith(wanted) else 2)
        else:
            matcher.set_seq1(name)
            if matcher.real_quick_ratio() >= _CLOSE and matcher.quick_ratio() >= _CLOSE:
                ratio = SequenceMatcher(None, wanted, name).ratio()
                if ratio >= _CLOSE:
                    yield Hit(game, id, printed, language, _SIMILAR + 1 - ratio)


@lru_cache(maxsize=32)
def _names(library: Library, game: str, overlays: tuple[Path, ...]) -> dict[tuple[str, str], tuple[str, str]]:
    """Return all names by id and folded name: as it is printed, and the language of the first box that has it."""
    names: dict[tuple[str, str], tuple[str, str]] = {}
    for building, printed in library.rules(game).data.printed.items():
        for language, name in printed.items():
            names.setdefault((f"building.{building}", folded(name)), (name, language))
    ids = [id for id in known_ids(library, game) if id.partition(".")[0] in _NAMED]
    for _, t in _translators(library, game, overlays):
        for id in filter(t.has, ids):
            for name in (t.name(id), *([t.words("long", id)] if t.has(id, "long") else []), *t.also(id)):
                names.setdefault((id, folded(name)), (name, t.code))
    return names


# questions


def asked(library: Library, game: str, words: str, overlays: tuple[Path, ...] = ()) -> list[Hit]:
    """Return the answers to a question, the most likely first, each id once."""
    best: dict[str, tuple[float, Hit]] = {}
    for box in _boxes(library, game, overlays):
        for (id, name), fit in box.fitting(words):
            if id not in best or fit > best[id][0]:
                best[id] = fit, Hit(game, id, name, box.language, _ANSWER + (1 - fit) / 2)
    hits = sorted(best.values(), key=lambda answer: -answer[0])[:_MOST]
    return [hit for fit, hit in hits if fit >= max(_LEAST, hits[0][0] * _NEAR)]


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
        words = (_bare(word, self.endings) for word in _WORD.findall(folded(text)) if word not in self.ignored)
        return list(dict.fromkeys(self.same.get(word, word) for word in words))


def _bare(word: str, endings: tuple[str, ...]) -> str:
    cut = next((end for end in endings if word.endswith(end) and len(word) - len(end) >= _STEM), "")
    return word.removesuffix(cut)


@cache
def speech(folder: Path) -> Speech:
    """Read the lists of the language in a folder; empty ones if it has none."""
    lists = read_as(folder / "search.toml", SearchFile)[0] or SearchFile()
    endings = tuple(sorted(folded(lists.endings).split(), key=len, reverse=True))
    same: dict[str, str] = {}
    for group in lists.same:
        first, *others = folded(group).split()
        same |= {_bare(word, endings): first for word in (first, *others)}
    return Speech(frozenset(folded(lists.ignored).split()), endings, same, lists.asked)


@dataclass(frozen=True)
class _Box:
    """All texts of one box that can answer a question."""

    language: str
    speech: Speech
    pages: list[tuple[str, str]]
    """Their ids and names."""
    weights: dict[str, dict[int, float]]
    """For each word, its weight on each page."""

    def fitting(self, words: str) -> Iterator[tuple[tuple[str, str], float]]:
        """Yield pages with how well they fit, by the weights and rarity of the words; rulings are preferred."""
        stems = self.speech.stems(words)
        telling = [math.log(1 + len(self.pages) / max(1, len(self.weights.get(stem, ())))) for stem in stems]
        weights = [self._weights(stem) for stem in stems]
        for n in sorted(set().union(*weights)):
            fit = sum(tells * its.get(n, 0) for tells, its in zip(telling, weights, strict=True)) / sum(telling)
            yield self.pages[n], min(1, fit * _RULING) if self.pages[n][0].startswith("ruling.") else fit

    def _weights(self, stem: str) -> dict[int, float]:
        """Return the weight of a word on each page, possibly as part of a compound."""
        compounds: dict[int, float] = {}
        for word in self.weights if len(stem) >= _INSIDE else ():
            if stem in word:
                for n, weight in self.weights[word].items():
                    compounds[n] = max(compounds.get(n, 0), _WITHIN * weight)
        return compounds | self.weights.get(stem, {})


@lru_cache(maxsize=32)
def _boxes(library: Library, game: str, overlays: tuple[Path, ...]) -> list[_Box]:
    return [
        _box(t, library.rules(game, edition).data, known_ids(library, game))
        for edition, t in _translators(library, game, overlays)
    ]


def _box(t: Translator, data: GameRules, names: Iterable[str]) -> _Box:
    box = _Box(t.code, speech(t.language.folder), [], {})
    for id in names:
        kind, _, name = id.partition(".")
        if kind in _ANSWERING and t.has(id) and t.has(id, "text") and (kind != "building" or name in data.buildings):
            for text, weight in _texts(t, data, id, box.speech):
                for stem in box.speech.stems(text):
                    on = box.weights.setdefault(stem, {})
                    on[len(box.pages)] = max(on.get(len(box.pages), 0), weight)
            box.pages.append((id, t.name(id)))
    return box


def _texts(t: Translator, data: GameRules, id: str, speech: Speech) -> Iterator[tuple[str, float]]:
    """Yield the texts of a page, each with the weight of its words."""
    kind, _, name = id.partition(".")
    yield from ((title, _TITLE) for title in (t.name(id), *t.also(id), speech.asked.get(id, "")))
    if kind == "building":
        building = data.buildings[name]
        yield t.words("text", id, it=building), _TEXT
        if building.effect is not None and not isinstance(building.effect, Nothing):
            yield effect_line(t, building.effect), _TEXT
    else:
        yield t.text(id), _TEXT
    if kind == "ruling" and name in data.rulings:
        yield from ((t.name(thing), _ABOUT) for thing in data.rulings[name].about if t.has(thing))
