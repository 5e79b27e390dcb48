"""Amounts and effects as rows of icons, from the same declarations that the engine runs."""

from companion.printing.rows import Choice, Choices, Sign
from companion.rules import Rules
from companion.rules.base import Goods
from companion.rules.effects import (
    Build,
    Effect,
    Gain,
    Gate,
    Inn,
    MoveProvost,
    Produce,
    Residence,
    Stables,
    Stock,
    Trade,
)
from companion.rules.vocabulary import Good

MOST = 7
"""The most cubes in a row that are shown one by one; beyond that, a number and a cube.

Products may set a smaller limit.
"""

ARROW = Sign("arrow", wide=True, ratio=2 / 3)

_COUNTED = {Good.DENIER: "coin", Good.PRESTIGE: "prestige"}


def goods_signs(goods: Goods, *, counted: bool = False) -> Choice:
    """Return an amount as icons: one for each cube, or a number and a cube; a coin or shield contains its number."""
    signs: list[Sign] = []
    for kind, n in goods.kinds():
        if kind in _COUNTED:
            signs.append(Sign(_COUNTED[Good(kind)], str(n)))
        elif counted and n > 1:
            signs += [Sign(text=str(n)), Sign(kind)]
        else:
            signs += [Sign(kind)] * n
    return tuple(signs)


def cubes(goods: Goods) -> int:
    """Return how many icons an amount takes if each cube is shown."""
    return sum(n for kind, n in goods.kinds() if kind not in _COUNTED)


def effect_choices(rules: Rules, effect: Effect, id: str, language: str, most: int = MOST) -> Choices | None:
    """Return an effect as icons with its choices side by side, or None if it does nothing."""
    choices = _choices(rules, effect, most)
    return Choices(choices, id, language) if choices else None


def _choices(rules: Rules, effect: Effect, most: int) -> tuple[Choice, ...]:
    match effect:
        case Produce():
            counted = sum(map(cubes, effect.options)) > most
            return tuple(goods_signs(option, counted=counted) for option in effect.options)
        case Gain():
            return (goods_signs(effect.gain),)
        case Stock():
            return ((Sign("card"), ARROW, *goods_signs(effect.gain)),)
        case Trade():
            return _deals(effect, most)
        case Build():
            less = (Sign(text="−", wide=True), *goods_signs(effect.discount)) if effect.discount else ()
            return ((Sign("build"), ARROW, Sign(f"kind-{effect.category}"), *less),)
        case Residence():
            return ((*goods_signs(rules.data.price(effect)), ARROW, Sign("residence")),)
    return _special(rules, effect)


def _deals(effect: Trade, most: int) -> tuple[Choice, ...]:
    counted = sum(cubes(deal.pay) + cubes(deal.gain) for deal in effect.options) > most
    deals = [
        (*goods_signs(deal.pay, counted=counted), ARROW, *goods_signs(deal.gain, counted=counted))
        for deal in effect.options
    ]
    if effect.all_different:
        deals[0] = (Sign(text="≠"), *deals[0])
    return tuple(deals)


def _special(rules: Rules, effect: Effect) -> tuple[Choice, ...]:
    match effect:
        case MoveProvost():
            return ((Sign("provost"), Sign(text=f"±{effect.max_steps}", wide=True)),)
        case Gate():
            return ((Sign("worker"), ARROW, Sign("place")),)
        case Stables():
            return ((Sign("worker"), ARROW, Sign("order")),)
        case Inn():
            return ((Sign("worker"), ARROW, *goods_signs(rules.data.price(effect))),)
    return ()
