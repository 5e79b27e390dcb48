"""Checks that no single field can make: every id that is named must exist, numbers must fit together."""

from collections.abc import Collection, Iterable, Iterator

from companion.rules.base import GameRules
from companion.rules.caylus import CaylusRules
from companion.rules.effects import EFFECT_KINDS
from companion.rules.errors import Problem
from companion.rules.layers import Stack, problem_at
from companion.rules.magna_carta import MagnaCartaRules

Finding = tuple[str, str, dict[str, str]]


def cross_check(data: CaylusRules | MagnaCartaRules, stack: Stack, texts: dict[str, dict[str, str]]) -> list[Problem]:
    """All findings, each at the file and line that set the datum."""
    findings = [*_common(data), *(_caylus(data) if isinstance(data, CaylusRules) else _magna_carta(data))]
    problems = [problem_at(stack.blame(path), path, code, **args) for path, code, args in findings]
    problems += [
        problem_at(stack.blame(path), path, "unknown_text", got=text, valid=", ".join(texts))
        for path, source in stack.sources.items()
        for text in source.texts
        if text.split(" ")[0] not in texts
    ]
    return problems


def _named(path: str, names: Iterable[object], valid: Collection[object]) -> Iterator[Finding]:
    for name in names:
        if name not in valid:
            yield path, "unknown_id", {"got": str(name), "valid": ", ".join(map(str, valid))}


def _common(data: GameRules) -> Iterator[Finding]:
    for name, point in data.points.items():
        yield from _named(f"points.{name}.rulings", point.rulings, data.rulings)
    numbers: dict[int, str] = {}
    for name, ruling in data.rulings.items():
        if ruling.number in numbers:
            yield f"rulings.{name}.number", "taken", {"got": str(ruling.number), "by": numbers[ruling.number]}
        numbers[ruling.number] = name
    if data.players.maximum > len(data.players.colours):
        yield "players.colours", "at_least", {"least": str(data.players.maximum), "got": str(len(data.players.colours))}
    if data.players.maximum < data.players.minimum:
        yield "players.maximum", "at_least", {"least": str(data.players.minimum), "got": str(data.players.maximum)}


def _effects(data: CaylusRules | MagnaCartaRules, foreign: Collection[str]) -> Iterator[Finding]:
    """Effects that this game does not know."""
    for name, it in data.buildings.items():
        for where, effect in (("effect", it.effect), ("owner", it.owner)):
            if effect is not None and effect.kind in foreign:
                valid = ", ".join(kind for kind in EFFECT_KINDS if kind not in foreign)
                yield f"buildings.{name}.{where}.kind", "not_one_of", {"got": effect.kind, "valid": valid}


def _caylus(data: CaylusRules) -> Iterator[Finding]:
    yield from _effects(data, ("stock",))
    spaces = range(1, data.road.spaces + 1)
    yield from _named("special.order", data.special.order, data.buildings)
    yield from _named("road.fixed", data.road.fixed, data.buildings)
    yield from _named("road.fixed", data.road.fixed.values(), spaces)
    yield from _named("road.neutral", data.road.neutral, spaces)
    yield from _named("residence.tile", [data.residence.tile], data.buildings)
    yield from _named("residence.never", data.residence.never, data.buildings)
    for path, space in (
        ("bailiff.start", data.bailiff.start),
        ("provost.start", data.provost.start),
        ("provost.first_space", data.provost.first_space),
        ("provost.last_space", data.provost.last_space),
    ):
        yield from _named(path, [space], spaces)
    neutrals = sum(it.count for it in data.buildings.values() if it.category == "neutral")
    if neutrals != len(data.road.neutral):
        yield "road.neutral", "count", {"expected": str(neutrals), "got": str(len(data.road.neutral))}
    for line, cells in data.favors.lines.items():
        if len(cells) != data.favors.columns:
            yield f"favors.lines.{line}", "count", {"expected": str(data.favors.columns), "got": str(len(cells))}
    if len(data.setup.money) < 2:
        yield "setup.money", "at_least", {"least": "2", "got": str(len(data.setup.money))}
    triggers = [section.trigger for section in data.castle.sections.values()]
    if triggers != sorted(triggers):
        yield "castle.sections", "ascending", {"got": ", ".join(map(str, triggers))}


def _magna_carta(data: MagnaCartaRules) -> Iterator[Finding]:
    yield from _effects(data, ("build", "provost", "gate", "stables", "inn"))
    yield from _named("setup.last_neutral", [data.setup.last_neutral], data.buildings)
    yield from _named("provost.start", [data.provost.start], data.buildings)
    yield from _named("residence.tile", [data.residence.tile], data.buildings)
    yield from _named("residence.never", data.residence.never, data.buildings)
    yield from _named("actions.prices", data.actions.prices, data.actions.order)
    for path, table in (
        ("setup.neutrals", data.setup.neutrals),
        ("castle.tokens_left_out", data.castle.tokens_left_out),
    ):
        wanted = list(range(data.players.minimum, data.players.maximum + 1))
        if sorted(table) != wanted:
            yield path, "count", {"expected": ", ".join(map(str, wanted)), "got": ", ".join(map(str, sorted(table)))}
