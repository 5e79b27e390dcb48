"""A long choice of goods, made in steps: how many of what, until few are left. It needs no script.

>>> ways = {f"{n}F{4 - n - m}W{m}S": Mix({"food": n, "wood": 4 - n - m, "stone": m}, {"gold": 2})
...         for n in range(5) for m in range(5 - n)}
>>> [(branch.cost, len(branch.keys)) for branch in steps(ways)][:2]
[({'food': 0}, 5), ({'food': 1}, 4)]
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass

MANY, FEW = 12, 6
"""A choice of more than so many is taken apart, and each part of more than so few again."""


@dataclass(frozen=True)
class Mix:
    """What is paid and what is gained."""

    cost: Mapping[str, int]
    gain: Mapping[str, int]


@dataclass(frozen=True)
class Branch:
    """Part of the choice: those that have something in common, taken apart further where they are many."""

    cost: Mapping[str, int]
    """What they have in common of what is paid; `plain` stands for cubes of any kind but gold."""
    gain: Mapping[str, int]
    keys: tuple[str, ...]
    branches: tuple["Branch", ...] = ()


def steps(mixes: Mapping[str, Mix]) -> tuple[Branch, ...]:
    """The first step of a choice; nothing where all of it can lie side by side."""
    return _apart(mixes) if len(mixes) > MANY else ()


def _apart(mixes: Mapping[str, Mix]) -> tuple[Branch, ...]:
    if len(mixes) <= FEW:
        return ()
    for common in _commons(mixes):
        parts: dict[Hashable, dict[str, Mix]] = {}
        for key, mix in mixes.items():
            parts.setdefault(_told(common(mix)), {})[key] = mix
        if 1 < len(parts) <= FEW:
            return tuple(sorted((_branch(common, part) for part in parts.values()), key=_how_much))
    return ()


def _branch(common: Callable[[Mix], Mix], part: Mapping[str, Mix]) -> Branch:
    shown = common(next(iter(part.values())))
    return Branch(shown.cost, shown.gain, tuple(part), _apart(part))


def _how_much(branch: Branch) -> int:
    return sum(branch.cost.values()) + sum(branch.gain.values())


def _commons(mixes: Mapping[str, Mix]) -> Iterator[Callable[[Mix], Mix]]:
    """What a choice can be taken apart by: the deal, all that is paid, all that is gained, then kind by kind."""
    yield lambda mix: Mix(_sum(mix.cost), _sum(mix.gain))
    yield lambda mix: Mix(mix.cost, {})
    yield lambda mix: Mix({}, mix.gain)
    kinds = dict.fromkeys(kind for mix in mixes.values() for kind in (*mix.cost, *mix.gain))
    for kind in kinds:
        yield lambda mix, kind=kind: Mix({kind: mix.cost.get(kind, 0)}, {})  # type: ignore[misc]
    for kind in kinds:
        yield lambda mix, kind=kind: Mix({}, {kind: mix.gain.get(kind, 0)})  # type: ignore[misc]


def _sum(goods: Mapping[str, int]) -> dict[str, int]:
    """How much of it, whatever the cubes are."""
    cubes = sum(n for kind, n in goods.items() if kind not in _TOLD_APART)
    return {kind: n for kind, n in goods.items() if kind in _TOLD_APART} | ({"plain": cubes} if cubes else {})


_TOLD_APART = ("denier", "gold", "prestige", "favor", "token")


def _told(mix: Mix) -> Hashable:
    return tuple(sorted(mix.cost.items())), tuple(sorted(mix.gain.items()))
