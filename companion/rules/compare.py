"""Differences between two editions: first the points of disagreement, then any other value."""

from dataclasses import dataclass
from typing import Any

from companion.rules.base import walk
from companion.rules.library import Library, Rules
from companion.rules.vocabulary import Reads

_ABOUT_THE_BOX = ("edition.", "points.", "rulings.", "printed.")


@dataclass(frozen=True)
class Difference:
    """A point or value on which two editions differ."""

    point: str | None
    path: str
    first: Any
    second: Any
    """The values that are played; equal if only the texts differ."""
    first_reads: str | None = None
    second_reads: str | None = None
    """What the texts say, if not the values played."""
    rulings: tuple[str, ...] = ()


def compare(library: Library, game: str, first: str, second: str) -> list[Difference]:
    """Return the differences between two editions, in the order of the table of points.

    >>> from companion.rules.library import library
    >>> [d.point for d in compare(library(), "caylus", "de", "nl-first")]  # doctest: +NORMALIZE_WHITESPACE
    ['church_when_built', 'tailor_small_trade', 'alchemist_kinds', 'stone_production_bonus', 'gate_where_present']
    """
    rules, two = library.rules(game, first), library.rules(game, second)
    leaves = (_leaves(rules), _leaves(two))
    # If the text of one box is unknown, only its numbers can be compared.
    unread = any(box.data.edition.text not in library.texts for box in (rules, two))
    differences = []
    covered: set[str] = set()
    for name, point in rules.data.points.items():
        covered.update(point.paths)
        reads = point.reads.get(rules.data.edition.text), point.reads.get(two.data.edition.text)
        if Reads.CUT_OFF in reads:
            continue
        if unread:
            reads = None, None
        for path in point.paths:
            values = leaves[0].get(path), leaves[1].get(path)
            texts = tuple(read if read is not None else value for read, value in zip(reads, values, strict=True))
            if texts[0] != texts[1]:
                differences.append(Difference(name, path, values[0], values[1], *reads, point.rulings))
    for path in leaves[0] | leaves[1]:
        values = leaves[0].get(path), leaves[1].get(path)
        if values[0] != values[1] and path not in covered and not path.startswith(_ABOUT_THE_BOX):
            differences.append(Difference(None, path, *values))
    return differences


def _leaves(rules: Rules) -> dict[str, Any]:
    return dict(walk(rules.data.model_dump(mode="json", exclude_defaults=False)))
