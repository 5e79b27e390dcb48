"""The words that the rules need: every id that a person can meet, with its required facets."""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from inspect import getsource, ismodule
from textwrap import dedent
from types import ModuleType

from companion.i18n.effects import effect_sentences
from companion.rules import Rules
from companion.rules.base import walk
from companion.rules.game import GameRules
from companion.rules.library import Library

NOUN = ("name", "class", "text")
NOTE = ("name", "line", "text")
LABEL = ("name", "text")

_FACETS = {
    "section": ("name", "class", "line", "text"), "line": NOTE, "favor": ("text",), "end": NOTE, "action": NOTE,
}  # fmt: skip
"""The facets of what only some games have."""


@lru_cache(maxsize=32)
def known_ids(library: Library, game: str) -> Mapping[str, tuple[str, ...]]:
    """Return every id of a game, in any of its editions, with its facets."""
    ids: dict[str, tuple[str, ...]] = {}
    for edition in library.editions(game):
        for id, facets in _ids(library, game, library.rules(game, edition).data):
            ids.setdefault(id, facets)
    return ids


def _ids(library: Library, game: str, data: GameRules) -> Iterator[tuple[str, tuple[str, ...]]]:
    values = dict(walk(data.model_dump(mode="json")))
    held = [
        name for name, point in data.points.items() if any(isinstance(values.get(path), bool) for path in point.paths)
    ]
    kinds: list[tuple[str, Iterable[str], tuple[str, ...]]] = [
        ("game", [game], LABEL),
        ("building", data.buildings, NOUN),
        ("category", dict.fromkeys(building.category for building in data.buildings.values()), (*NOUN, "many")),
        ("phase", data.sequence.phases, (*NOTE, "aid")),
        ("term", data.words.terms, NOUN),
        ("term", data.words.cubes, ("name", "class")),
        *((kind, names, _FACETS[kind]) for kind, names in data.things()),
        ("setup", data.setup.steps, LABEL),
        ("end", ("gold", "cubes", "deniers", "ties"), NOTE),
        ("edition", library.editions(game), LABEL),
        ("variant", library.variants(game), NOTE),
        ("ruling", data.rulings, LABEL),
        ("point", [name for name in data.points if name not in held], ("name",)),
        ("point", held, ("name", "yes", "no")),
        ("player", data.players.colours, ("name",)),
        ("component", data.components, ("name",)),
    ]
    for kind, names, facets in kinds:
        for name in names:
            yield f"{kind}.{name}", facets


def choice_ids(rules: Rules) -> list[str]:
    """Return the ids of everything that a game asks for: each kind of choice, its options and its reasons.

    >>> from companion.rules import load
    >>> ids = choice_ids(load("magna_carta", "nl"))
    >>> [id for id in ids if "drawn" in id or "mulligan" in id]
    ['why.drawn_already', 'choice.mulligan', 'follows.mulligan']
    """
    from companion.engine.game import referee_for  # slow to import, like the options
    from companion.i18n.options import has_words

    seats = rules.data.players.colours[: rules.players or rules.data.players.minimum]
    ids: dict[str, None] = {}
    for kind, choice in referee_for(rules, seats).choices.items():
        ids[f"choice.{kind}"] = None
        ids |= dict.fromkeys(f"option.{verb}" for verb in choice.verbs if not has_words(rules, kind, verb))
        ids |= dict.fromkeys(_said_by(type(choice)))
    return [*ids]


_SAYING = {"add": (1, "why"), "Reason": (0, "why"), "remind": (0, "forget"), "follows": (0, "follows")}
"""The calls with which a kind of choice says something, each with the place of the id and what it is an id of."""


@lru_cache(maxsize=64)
def _said_by(choice: type) -> tuple[str, ...]:
    """Return the ids that a kind of choice names in its code, reached or not; also what it inherits from or asks."""
    ids = []
    parts: list[type | ModuleType] = [*choice.__mro__[:-1], *_helpers(choice)]
    for part in parts:
        for node in ast.walk(ast.parse(dedent(getsource(part)))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                place, kind = _SAYING.get(name, (len(node.args), ""))
                ids += [f"{kind}.{text}" for arg in node.args[place : place + 1] for text in _texts(arg)]
            elif isinstance(node, ast.FunctionDef) and node.name == "hindrance":
                ids += [f"why.{text}" for one in ast.walk(node) if isinstance(one, ast.Return) for text in _texts(one)]
    return tuple(ids)


def _helpers(choice: type) -> list[ModuleType]:
    """Return the modules of its game that the module of a kind of choice uses as a whole, such as `foresight`."""
    game = choice.__module__.rpartition(".")[0]
    used = vars(sys.modules[choice.__module__]).values()
    return [module for module in used if ismodule(module) and module.__name__.startswith(f"{game}.")]


def _texts(node: ast.AST) -> list[str]:
    """Return the texts that an expression may be."""
    match node:
        case ast.Constant(value=str(text)):
            return [text] if text else []
        case ast.IfExp(body=body, orelse=orelse):
            return [*_texts(body), *_texts(orelse)]
        case ast.Return(value=ast.expr() as value):
            return _texts(value)
        case _:
            return []


def effect_ids(rules: Rules) -> list[str]:
    """Return the ids of the sentences that tell what buildings and cells of the favor table do.

    >>> from companion.rules import load
    >>> effect_ids(load("magna_carta", "nl"))[:2]
    ['effect.produce', 'effect.gain']
    """
    data = rules.data
    effects = [effect for _, names in data.things() for name in names for effect in data.effects_of(name)]
    effects += [
        effect for building in data.buildings.values() for effect in (building.effect, building.owner) if effect
    ]
    return list(dict.fromkeys(id for effect in effects for id in effect_sentences(effect)))


def counted_units(rules: Rules) -> list[str]:
    """Return everything that is counted in words: what the rules name, and what lies before everybody in any game."""
    words = rules.data.words
    return [*dict.fromkeys((*words.units, *words.cubes, "denier", "prestige", "worker", "player"))]
