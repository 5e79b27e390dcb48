"""Amounts and effects as rows of icons, from the same declarations that the engine runs, and the marks of players."""

from collections.abc import Iterable, Sequence

from companion.i18n.players import letters
from companion.printing.job import Job
from companion.printing.rows import OR, Choice, Choices, Sign
from companion.rules import Rules
from companion.rules.base import Goods
from companion.rules.effects import (
    Build,
    Effect,
    Gain,
    Gate,
    Inn,
    MoveProvost,
    Nothing,
    Produce,
    Residence,
    Stables,
    Stock,
    Trade,
)
from companion.rules.vocabulary import Good

_MOST = 3
"""The most cubes that are shown one by one; of more, equal ones are a number and a cube."""

ARROW = Sign("arrow", wide=True, ratio=2 / 3)
PLUS, MINUS = Sign(text="+"), Sign(text="−")

_COUNTED = {Good.DENIER: "coin", Good.PRESTIGE: "prestige"}


def goods_signs(goods: Goods, among: Sequence[Goods] = ()) -> Choice:
    """Return an amount as icons: cubes, or a number and a cube if there are many, in it or in those it is among.

    A coin or shield contains its number.
    """
    counted = sum(map(_cubes, among or (goods,))) > _MOST
    signs: list[Sign] = []
    for kind, n in goods.kinds():
        if kind in _COUNTED:
            signs.append(Sign(_COUNTED[Good(kind)], str(n)))
        elif counted and n > 1:
            signs += [Sign(text=str(n)), Sign(kind)]
        else:
            signs += [Sign(kind)] * n
    return tuple(signs)


def _cubes(goods: Goods) -> int:
    return sum(n for kind, n in goods.kinds() if kind not in _COUNTED)


def effect_choices(rules: Rules, effect: Effect, id: str, language: str) -> Choices | None:
    """Return an effect as icons with its choices side by side, or None if it does nothing."""
    choices = _choices(rules, effect)
    return Choices(choices, id, language) if choices else None


def does(rules: Rules, building: str, id: str, language: str) -> Choices | None:
    """Return what a worker gets there and, after a line and a house, what the owner gets; None for nothing.

    >>> from companion.rules import load
    >>> found = does(load("caylus", "en"), "park", "building.park", "en")
    >>> [[sign.icon or sign.text for sign in choice] for choice in found.choices]
    [['food', 'wood', 'wood'], ['house', '+', 'food', '/', 'wood']]
    """
    tile, owner = rules.data.buildings[building], rules.data.owner_effect(building)
    worker = either(_choices(rules, tile.effect)) if tile.effect else ()
    bonus = either(_choices(rules, owner)) if owner else ()
    parts = tuple(part for part in (worker, (Sign("house"), PLUS, *bonus) if bonus else ()) if part)
    return Choices(parts, id, language) if parts else None


def either(choices: Iterable[Choice]) -> Choice:
    """Return choices as one row of icons, with a stroke between them."""
    signs: list[Sign] = []
    for choice in choices:
        signs += [OR] * bool(signs) + list(choice)
    return tuple(signs)


def _choices(rules: Rules, effect: Effect) -> tuple[Choice, ...]:
    match effect:
        case Produce():
            return tuple(goods_signs(option) for option in effect.options)
        case Gain():
            return (goods_signs(effect.gain),)
        case Stock():
            return ((Sign("card"), ARROW, *goods_signs(effect.gain)),)
        case Trade():
            return _deals(effect)
        case Build():
            less = (Sign(text="−", wide=True), *goods_signs(effect.discount)) if effect.discount else ()
            return ((Sign("build"), ARROW, Sign(f"kind-{effect.category}"), *less),)
        case Residence():
            return ((*goods_signs(rules.data.price(effect)), ARROW, Sign("residence")),)
        case MoveProvost() | Gate() | Stables() | Inn() | Nothing():
            return _special(rules, effect)


def _deals(effect: Trade) -> tuple[Choice, ...]:
    amounts = [amount for deal in effect.options for amount in (deal.pay, deal.gain)]
    deals = [(*goods_signs(deal.pay, amounts), ARROW, *goods_signs(deal.gain, amounts)) for deal in effect.options]
    if effect.all_different:
        deals[0] = (Sign(text="≠"), *deals[0])
    return tuple(deals)


def _special(rules: Rules, effect: MoveProvost | Gate | Stables | Inn | Nothing) -> tuple[Choice, ...]:
    match effect:
        case MoveProvost():
            return ((Sign("provost"), Sign(text=f"±{effect.max_steps}", wide=True)),)
        case Gate():
            return ((Sign("worker"), ARROW, Sign("place")),)
        case Stables():
            return ((Sign("worker"), ARROW, Sign("order")),)
        case Inn():
            return ((Sign("worker"), ARROW, *goods_signs(rules.data.price(effect))),)
        case Nothing():
            return ()


SHAPES = {"red": "square", "green": "triangle", "orange": "hexagon", "blue": "circle", "black": "cross"}
"""The shape of each player."""


def badge(job: Job, colour: str) -> Choices:
    """Return the shape in the player's color, with their letter."""
    sign = Sign(f"shape-{SHAPES[colour]}", letters(job.t)[colour], colour=colour)
    return Choices(((sign,),), f"player.{colour}", job.t.code)
