"""Checks that no single field can make: ids that are named must exist, and numbers must fit together."""

import re
from collections.abc import Collection, Iterable, Iterator

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


def named(path: str, names: Iterable[object], valid: Collection[object]) -> Iterator[Finding]:
    for name in names:
        if name not in valid:
            yield path, "unknown_id", {"got": str(name), "valid": ", ".join(map(str, valid))}


def _common(data: GameRules) -> Iterator[Finding]:
    for name, point in data.points.items():
        yield from named(f"points.{name}.rulings", point.rulings, data.rulings)
    for table, names in (("buildings", data.buildings), ("players.colours", data.players.colours)):
        for name in names:
            if not NAME.fullmatch(name):
                yield f"{table}.{name}", "bad_id", {"allowed": "a-z, 0-9, _"}
    for name in data.printed:
        yield from named(f"printed.{name}", [name], data.buildings)
    numbers: dict[int, str] = {}
    for name, ruling in data.rulings.items():
        if ruling.number in numbers:
            yield f"rulings.{name}.number", "taken", {"got": str(ruling.number), "by": numbers[ruling.number]}
        numbers[ruling.number] = name
    if data.players.maximum > len(data.players.colours):
        yield "players.colours", "at_least", {"least": str(data.players.maximum), "got": str(len(data.players.colours))}
    if data.players.maximum < data.players.minimum:
        yield "players.maximum", "at_least", {"least": str(data.players.minimum), "got": str(data.players.maximum)}


def foreign_effects(data: GameRules, own: Collection[str]) -> Iterator[Finding]:
    """Report effects that this game does not have; a new one belongs to no game until the game lists it."""
    for name, building in data.buildings.items():
        for where, effect in (("effect", building.effect), ("owner", building.owner)):
            if effect is not None and effect.kind not in own:
                yield f"buildings.{name}.{where}.kind", "not_one_of", {"got": effect.kind, "valid": ", ".join(own)}
