"""Extractors for `pybabel extract`, named in the mappings of `locales`: the ids that need words.

Messages are keyed by id, so the English can be reworded without affecting translations. Entries beyond what is needed
that some language has (other printed names, words for one edition) are kept for all languages.
"""

import ast
from collections.abc import Collection, Iterable, Iterator
from typing import IO, Any, TypeGuard

from babel.messages.pofile import read_po

from companion import paths
from companion.i18n.needed_words import known_ids
from companion.i18n.translator import COMMON
from companion.rules import library
from tools.words.composed import composed_ids
from tools.words.notes import notes

Extracted = tuple[int, str, Any, list[str]]

Entry = tuple[str, str, bool]
"""Facet, id, and whether it has plural forms."""


def extract_data(
    fileobj: IO[bytes], keywords: object, comment_tags: Collection[str], options: dict[str, str]
) -> Iterator[Extracted]:
    """Yield the ids of one game, named by `game = ...` in the mapping."""
    del fileobj, keywords, comment_tags
    game = options["game"]
    entries = dict.fromkeys((facet, id, False) for facet, id in wanted(game))
    entries |= dict.fromkeys(("count", unit, True) for unit in library().rules(game).data.words.units)
    yield from _messages(game, entries | dict.fromkeys(_kept(entries, _existing(game))))


def wanted(game: str) -> Iterator[tuple[str, str]]:
    """Yield every (facet, id) of one game's catalog.

    >>> ("name", "building.tailor") in set(wanted("caylus"))
    True
    """
    for id, facets in known_ids(library(), game).items():
        yield from ((facet, id) for facet in facets)


def extract_code(
    fileobj: IO[bytes], keywords: object, comment_tags: Collection[str], options: dict[str, str]
) -> Iterator[Extracted]:
    """Yield the ids in code: those in `say("...")`."""
    del keywords, comment_tags, options
    entries: dict[Entry, None] = {}
    for node in ast.walk(ast.parse(fileobj.read())):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "say"
            and node.args
        ):
            said = [part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)]
            entries |= dict.fromkeys(("say", id, False) for id in said if _is_id(id))
    yield from _messages(COMMON, entries)


def extract_composed(
    fileobj: IO[bytes], keywords: object, comment_tags: Collection[str], options: dict[str, str]
) -> Iterator[Extracted]:
    """Yield the ids that code composes, which are listed in `composed.py`."""
    del fileobj, keywords, comment_tags, options
    yield from _messages(COMMON, dict.fromkeys(composed_ids()))


def extract_templates(
    fileobj: IO[bytes], keywords: object, comment_tags: Collection[str], options: dict[str, str]
) -> Iterator[Extracted]:
    """Yield the ids in a template: `{{ t.say("...") }}`."""
    from jinja2 import Environment, nodes

    del keywords, comment_tags, options
    entries: dict[Entry, None] = {}
    for call in Environment().parse(fileobj.read().decode()).find_all(nodes.Call):
        if isinstance(call.node, nodes.Getattr) and call.node.attr == "say" and call.args:
            first = call.args[0]
            said = [first] if isinstance(first, nodes.Const) else list(first.find_all(nodes.Const))
            entries |= dict.fromkeys(("say", part.value, False) for part in said if _is_id(part.value))
    yield from _messages(COMMON, entries)


def _is_id(value: object) -> TypeGuard[str]:
    """Whether this is a complete id, not part of a composed one (those are in `composed.py`)."""
    return isinstance(value, str) and "." in value and not value.startswith(".") and not value.endswith(".")


def _existing(domain: str) -> list[Entry]:
    found: dict[Entry, None] = {}
    for file in sorted(paths.locales().glob(f"*/LC_MESSAGES/{domain}.po")):
        with file.open("rb") as opened:
            for message in read_po(opened):
                if message.id:
                    plural = not isinstance(message.id, str)
                    id = message.id[0] if plural else message.id
                    found[message.context or "", str(id), plural] = None
    return list(found)


def _kept(needed: Collection[Entry], existing: Iterable[Entry]) -> Iterator[Entry]:
    """Yield existing entries of needed ids beyond the needed facets, and of common ids that a game words anew."""
    ids = {id for _, id, _ in (*needed, *_existing(COMMON))}
    return (entry for entry in existing if entry[1].partition("@")[0] in ids)


def _messages(domain: str, entries: Iterable[Entry]) -> Iterator[Extracted]:
    for facet, id, plural in entries:
        said = notes(domain, facet, id)
        if plural:
            yield 1, "npgettext", (facet, id, id), said
        else:
            yield 1, "pgettext", (facet, id), said
