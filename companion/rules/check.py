"""Checks that no single field can make: ids that are named must exist, and numbers must fit together."""

import re
from collections.abc import Collection, Iterable, Iterator

from companion.rules.base import Goods, Model
from companion.rules.errors import Problem
from companion.rules.game import GameRules
from companion.rules.layers import Stack, problem_at

Finding = tuple[str, str, dict[str, str]]


def cross_check(
    data: GameRules, own: Iterable[Finding], stack: Stack, texts: dict[str, dict[str, str]]
) -> list[Problem]:
    """Return all findings, including the game's `own`, each with the file and line that set the value."""
    findings = [*_common(data), *own]
    problems = [problem_at(stack.blame(path), path, code, **args) for path, code, args in findings]
    problems += [
        problem_at(stack.blame(path), path, "unknown_text", got=text, valid=", ".join(texts))
        for path, source in stack.sources.items()
        for text in source.texts
        if text.split(" ")[0] not in texts
    ]
    return problems


NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""The pattern of ids of buildings and colors, which people type in positions and records."""

EDITION = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
"""The pattern of ids of editions and variants."""


LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
"""The pattern of the tags of languages."""

RESERVED = frozenset(
    {
        "back", "bailiff", "batch", "bribe", "bridge", "build", "card", "castle", "choice", "deck", "decline", "done",
        "draw", "edition", "favor", "game", "given", "had", "head", "keep", "leave", "move", "mover", "mulligan",
        "next", "none", "nothing", "on", "order", "owned", "pass", "passed", "place", "prestige", "provost", "reveal",
        "road", "seats", "section", "served", "special", "start", "stay", "step", "stock", "swap", "take", "tokens",
        "trade", "turn", "untracked", "used", "variants", "workers",
    }
)  # fmt: skip
"""What ids of buildings cannot be, because it means something else in actions and positions."""


def named(path: str, names: Iterable[object], valid: Collection[object]) -> Iterator[Finding]:
    for name in names:
        if name not in valid:
            yield path, "unknown_id", {"got": str(name), "valid": ", ".join(map(str, valid))}


def _common(data: GameRules) -> Iterator[Finding]:
    for name, point in data.points.items():
        yield from named(f"points.{name}.rulings", point.rulings, data.rulings)
    yield from _names(data)
    if not LANGUAGE.fullmatch(data.edition.language):
        yield "edition.language", "bad_language", {"got": data.edition.language}
    for name in data.printed:
        yield from named(f"printed.{name}", [name], data.buildings)
    numbers: dict[int, str] = {}
    for name, ruling in data.rulings.items():
        if ruling.number in numbers:
            yield f"rulings.{name}.number", "taken", {"got": str(ruling.number), "by": numbers[ruling.number]}
        numbers[ruling.number] = name
    if data.players.maximum > len(data.players.colours):
        yield "players.colours", "too_few", {"least": str(data.players.maximum), "got": str(len(data.players.colours))}
    if data.players.maximum < data.players.minimum:
        yield "players.maximum", "at_least", {"least": str(data.players.minimum), "got": str(data.players.maximum)}


def _names(data: GameRules) -> Iterator[Finding]:
    """Report ids that cannot be written in actions and positions, or that mean something else there."""
    for table, names in (("buildings", data.buildings), ("players.colours", data.players.colours)):
        for name in names:
            if not NAME.fullmatch(name):
                yield f"{table}.{name}", "bad_id", {"allowed": "a-z, 0-9, _", "most": "40"}
    for name in sorted(data.buildings.keys() & {*RESERVED, *data.players.colours}):
        yield f"buildings.{name}", "reserved", {}


def foreign_kinds(
    data: GameRules, effects: Collection[str], categories: Collection[str], goods: Collection[str]
) -> Iterator[Finding]:
    """Report effects, categories and goods that a game does not list as its own."""
    for name, building in data.buildings.items():
        path = f"buildings.{name}"
        for where, got, own in (
            ("effect.kind", building.effect and building.effect.kind, effects),
            ("owner.kind", building.owner and building.owner.kind, effects),
            ("category", building.category, categories),
        ):
            if got and got not in own:
                yield f"{path}.{where}", "not_one_of", {"got": str(got), "valid": ", ".join(own)}
        for field, amount in _amounts(building, path):
            for kind in sorted(dict(amount.kinds()).keys() - {*goods}):
                yield field, "amount_kind", {"kind": kind, "valid": ", ".join(goods)}


def _amounts(part: object, path: str) -> Iterator[tuple[str, Goods]]:
    """Yield every amount in a part of the rules, with its path."""
    if isinstance(part, Goods):
        yield path, part
    elif isinstance(part, Model):
        for field in type(part).model_fields:
            yield from _amounts(getattr(part, field), f"{path}.{field}")
    elif isinstance(part, tuple):
        for place, inner in enumerate(part):
            yield from _amounts(inner, f"{path}.{place}")


def without_worker(data: GameRules, categories: Collection[str]) -> Iterator[Finding]:
    """Report effects of buildings that no worker ever comes to."""
    for name, building in data.buildings.items():
        for where, effect in (("effect", building.effect), ("owner", building.owner)):
            if building.category in categories and effect is not None and effect.kind != "nothing":
                yield f"buildings.{name}.{where}", "no_worker", {"category": building.category}
