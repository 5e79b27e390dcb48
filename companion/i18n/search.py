"""Finds things by their names, in any language and on any box."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from pathlib import Path

from companion.i18n.boxes import box_translators
from companion.i18n.folding import folded
from companion.i18n.needed_words import known_ids
from companion.i18n.questions import asked
from companion.rules import Library, UnknownName

_KINDS = ("building", "term", "section", "phase", "line", "category", "action", "variant", "edition", "ruling")
"""The kinds of ids in the order in which a bare word is looked up."""

PRINTED = ("building", "term", "section", "phase", "line", "category", "action")
"""The kinds of ids with names printed on the boxes."""

_CLOSE = 0.75

_ANSWER = 2.2
"""The rank of the best answer to a question. Worse ones are farther, but always closer than similar names."""


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
    known = known_ids(library, game)
    if word in known:
        return word
    for kind in _KINDS:
        if f"{kind}.{word}" in known:
            return f"{kind}.{word}"
    hits = [hit for hit in search(library, word, [game], overlays) if not hit.id.startswith("ruling.")]
    exact = [hit.id for hit in hits if hit.rank == 0]
    if len(exact) == 1:
        return exact[0]
    if exact:
        raise UnknownName("name", word, exact)
    bare = list(dict.fromkeys(id.partition(".")[2] for id in known if id.partition(".")[0] in _KINDS))
    names = list(dict.fromkeys(hit.name for hit in hits))
    raise UnknownName("id", word, bare if not names or get_close_matches(word, bare, cutoff=_CLOSE) else names)


def search(library: Library, word: str, games: Iterable[str], overlays: tuple[Path, ...] = ()) -> list[Hit]:
    """Return everything with this name or a similar one, and answers to such a question; best first, each id once."""
    wanted = folded(word)
    best: dict[tuple[str, str], Hit] = {}
    for game in games:
        for id, name, language in _names(library, game, overlays):
            rank = _rank(wanted, folded(name))
            key = (game, id)
            if rank is not None and (key not in best or rank < best[key].rank):
                best[key] = Hit(game, id, name, language, rank)
        for answer in asked(library, game, word, overlays):
            hit = Hit(game, answer.id, answer.name, answer.language, _ANSWER + (1 - answer.fit) / 2)
            key = (game, hit.id)
            if key not in best or hit.rank < best[key].rank:
                best[key] = hit
    hits = sorted(best.values(), key=lambda hit: hit.rank)
    if any(hit.rank < 3 for hit in hits):
        hits = [hit for hit in hits if hit.rank < 3]
    return hits


def printed_names(library: Library, game: str, id: str, overlays: tuple[Path, ...] = ()) -> dict[str, str]:
    """Return the name of a thing on each box; for languages that the app does not speak, the name on its tile."""
    found = {edition: t.name(id) for edition, t in box_translators(library, game, overlays) if t.has(id)}
    for edition in library.editions(game):
        data = library.rules(game, edition).data
        name = data.printed.get(id.removeprefix("building."), {}).get(data.edition.language)
        if edition not in found and name:
            found[edition] = name
    return found


def _rank(wanted: str, name: str) -> float | None:
    if wanted == name:
        return 0
    if name.startswith(wanted):
        return 1
    if wanted in name:
        return 2
    ratio = SequenceMatcher(None, wanted, name).ratio()
    return 3 + 1 - ratio if ratio >= _CLOSE else None


def _names(library: Library, game: str, overlays: tuple[Path, ...]) -> Iterator[tuple[str, str, str]]:
    ids = [id for id in known_ids(library, game) if id.partition(".")[0] in _KINDS[:-1]]
    for name, printed in library.rules(game).data.printed.items():
        yield from ((f"building.{name}", word, language) for language, word in printed.items())
    for _, t in box_translators(library, game, overlays):
        for id in ids:
            if not t.has(id):
                continue
            yield id, t.name(id), t.code
            if t.has(id, "long"):
                yield id, t.words("long", id), t.code
            for other in t.also(id):
                yield id, other, t.code


__all__ = ["Hit", "folded", "full_id", "printed_names", "search"]
