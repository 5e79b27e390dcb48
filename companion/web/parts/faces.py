"""The face of every building of a box in one language, made once: names, cost, worth, and the effect in signs."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from companion.i18n import answers
from companion.i18n.translator import Translator
from companion.rules.base import Goods
from companion.rules.effects import Effect, Gain, Produce, Stock, Trade
from companion.web.locale import shelf

Signs = dict[str, int]


@dataclass(frozen=True)
class BuildingFace:
    """What a tile shows, wherever it lies."""

    name: str
    kind: str
    line: str = ""
    """The effect in words."""
    others: tuple[tuple[str, str], ...] = ()
    """Its names on other boxes, each with the language."""
    cost: Signs = field(default_factory=dict)
    prestige: int = 0
    favor: int = 0
    deals: tuple[tuple[Signs, Signs], ...] = ()
    """What is paid and gained, choice by choice; none where signs cannot say it."""


def face(t: Translator, building: str) -> BuildingFace:
    """A building of the box of these words."""
    return faces(t)[building]


@lru_cache(maxsize=64)
def faces(t: Translator) -> dict[str, BuildingFace]:
    """All buildings of the box of these words."""
    if t.rules is None:
        raise ValueError("a building belongs to a box")
    return {building: _face(t, building, it) for building, it in t.rules.data.buildings.items()}


def _face(t: Translator, building: str, it: Any) -> BuildingFace:
    rules = t.rules
    id, name = f"building.{building}", t.name(f"building.{building}")
    others = answers.other_names(shelf().library, rules.game, id, name, shelf().overlays) if rules else []
    return BuildingFace(
        name,
        str(it.category),
        answers.building_line(t, it) or "",
        tuple(others),
        dict(it.cost.kinds()) if it.cost else {},
        int(it.prestige or 0),
        int(it.favor or 0),
        _deals(getattr(it, "effect", None)),
    )


def _deals(effect: Effect | None) -> tuple[tuple[Signs, Signs], ...]:
    match effect:
        case Gain() | Stock():
            return (({}, _signs(effect.gain)),)
        case Produce():
            return tuple(({}, _signs(goods)) for goods in effect.options)
        case Trade():
            return tuple((_signs(deal.pay), _signs(deal.gain)) for deal in effect.options)
    return ()


def _signs(goods: Goods) -> Signs:
    return dict(goods.kinds())
