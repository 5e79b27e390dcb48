"""Amounts and effects as rows of icons, from the declarations that the engine runs; the marks of players; their words.

The words are for people who have a sheet read out to them: `[coin 2]` is "2 deniers"."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from companion.i18n.scores import at_start, letters
from companion.i18n.translator import Translator
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
    [['food', 'wood', 'wood'], ['house', 'food', '/', 'wood']]
    """
    tile, owner = rules.data.buildings[building], rules.data.owner_effect(building)
    worker = either(_choices(rules, tile.effect)) if tile.effect else ()
    bonus = either(_choices(rules, owner)) if owner else ()
    parts = tuple(part for part in (worker, (Sign("house"), *bonus) if bonus else ()) if part)
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


Speak = Callable[[Sequence[Sign]], str]

_UNITS = {"coin": "denier", "ring-coin": "denier"}
_CUBES = ("food", "wood", "stone", "cloth", "gold", "any", "plain", "favor", "token")
_NAMED = {
    "worker": "term.worker", "provost": "term.provost", "bailiff": "term.bailiff", "residence": "building.residence",
    "card": "term.card", "order": "term.turn_order", "marker": "term.marker", "prestige": "term.prestige_point",
    "kind-wood": "category.wood", "kind-stone": "category.stone", "kind-prestige": "category.prestige",
}  # fmt: skip
_SAID = {"house": "label.owner", "build": "print.legend.build", "place": "print.legend.place"}
_BOTH = 2
"""What is paid, and what is gained."""

_BESIDE = ("phase-", "section-")
"""How the names of drawings begin that stand beside the name of the same thing."""

_MARKS = {"/": "print.spoken.or", "−": "print.spoken.less", "≠": "print.legend.different"}


def speaker(t: Translator) -> Speak:
    """Return how signs are spoken in a language."""
    return lambda signs: _spoken(t, signs)


def _spoken(t: Translator, signs: Sequence[Sign]) -> str:
    """Return the words for signs in a row. What is before an arrow is paid for what is after it, if it can be."""
    if signs and signs[0].text == "/":
        return f"{t.say(_MARKS['/'])} {_spoken(t, signs[1:])}".strip()
    if len(signs) > 1 and signs[0].icon == "house":
        return t.labelled(at_start(t.say("label.owner")), _spoken(t, signs[1:]))
    parts = [list(part) for arrow, part in groupby(signs, lambda sign: sign.icon == "arrow") if not arrow]
    if len(parts) < _BOTH:
        return " ".join(word for part in parts for word in _words(t, part))
    options = [list(part) for stroke, part in groupby(signs, lambda sign: sign.text == "/") if not stroke]
    if len(options) > 1:
        said = f" {t.say(_MARKS['/'])} "
        return said.join(_spoken(t, option) for option in options)
    *begun, paid, gained = [" ".join(_words(t, part)) for part in parts]
    goods = any(sign.icon in (*_CUBES, "coin") for sign in parts[-2])
    told = t.say("print.spoken.trade", paid=paid, gained=gained) if goods else t.labelled(paid, gained)
    return " ".join((*begun, told))


def _words(t: Translator, signs: Sequence[Sign]) -> Iterator[str]:
    """Yield the words of signs; a number before a cube, and equal cubes, are one amount."""
    amount = 0
    for place, sign in enumerate(signs):
        after = signs[place + 1] if place + 1 < len(signs) else Sign()
        if not sign.icon and sign.text.isdigit() and after.icon in _CUBES:
            amount += int(sign.text) - 1
        elif sign.icon in _CUBES:
            amount += 1
            if after.icon != sign.icon:
                yield _counted(t, sign.icon, amount)
                amount = 0
        else:
            yield from filter(None, (_word(t, sign),))


def _counted(t: Translator, kind: str, n: int) -> str:
    unit = _UNITS.get(kind, kind)
    return t.count(unit, n) if unit in (t.rules.data.words.units if t.rules else ()) else str(n)


def _word(t: Translator, sign: Sign) -> str:
    if not sign.icon:
        return t.say(_MARKS[sign.text]) if sign.text in _MARKS else sign.text
    if sign.icon.startswith("shape-"):
        players = {shape: colour for colour, shape in SHAPES.items() if colour in letters(t)}
        return t.name(f"player.{players[sign.icon.removeprefix('shape-')]}")
    if sign.text.isdigit() and sign.icon in ("coin", "prestige"):
        return t.count({"coin": "denier"}.get(sign.icon, sign.icon), int(sign.text))
    if sign.icon.startswith(_BESIDE):
        return ""
    if sign.icon in _SAID:
        return t.say(_SAID[sign.icon])
    id = _NAMED.get(sign.icon, "term.denier" if sign.icon == "coin" else sign.icon.replace("-", ".", 1))
    return " ".join(filter(None, (t.name(id) if t.has(id) else "", sign.text)))
