"""An effect in words: the line on a card, from the same declaration that the engine interprets."""

from companion.i18n.translator import Translator
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


def effect_line(t: Translator, effect: Effect) -> str:
    """Return what an effect does, in one line for a card.

    >>> from companion.rules import load
    >>> rules = load("caylus", "nl-first")
    >>> effect_line(Translator("en", rules), rules.data.buildings["tailor"].effect)
    'Trade 1\xa0cloth for 2\xa0PP, or 3\xa0cloth for 6\xa0PP.'
    """
    sentence, *more = effect_sentences(effect)
    t = t.saying(sentence, *more)
    match effect:
        case Gain():
            return t.say("effect.gain", options=t.goods(effect.gain, short=True))
        case Produce():
            options = [t.goods(goods, short=True) for goods in effect.options]
            return t.say("effect.produce", options=t.one_of(options))
        case Stock():
            return t.say("effect.stock", options=t.goods(effect.gain, short=True))
        case Trade():
            return _trade(t, effect)
        case Build():
            return t.say(sentence, discount=t.goods(effect.discount, short=True))
        case Residence():
            return t.say("effect.residence", pay=t.goods(_price(t, effect), short=True))
        case MoveProvost():
            return t.say("effect.provost", steps=effect.max_steps)
        case Gate() | Stables() | Inn() | Nothing():
            return t.say(sentence)


def effect_sentences(effect: Effect) -> tuple[str, ...]:
    """The ids of all that the line of an effect is made of."""
    match effect:
        case Trade():
            ids = (f"effect.{_verb(effect)}", f"effect.{_verb(effect)}.deal")
            more = ("effect.or",) if len(effect.options) > 1 else ()
            return (*ids, *more, *(("effect.all_different",) if effect.all_different else ()))
        case Build():
            return (f"effect.build{'_cheaper' if effect.discount else ''}.{effect.category}",)
        case Gain() | Produce() | Residence() | MoveProvost() | Gate() | Stables() | Inn() | Stock() | Nothing():
            return (f"effect.{effect.kind}",)


def _verb(effect: Trade) -> str:
    """Deniers are paid, cubes sold for deniers, everything else traded."""
    pays = {kind for deal in effect.options for kind, _ in deal.pay.kinds()}
    gains = {kind for deal in effect.options for kind, _ in deal.gain.kinds()}
    return "pay" if Good.DENIER in pays else "sell" if gains == {Good.DENIER} else "trade"


def _trade(t: Translator, effect: Trade) -> str:
    verb = _verb(effect)
    deals = [
        t.say(f"effect.{verb}.deal", pay=t.goods(deal.pay, short=True), gain=t.goods(deal.gain, short=True))
        for deal in effect.options
    ]
    joined = deals[0]
    for deal in deals[1:]:
        joined = t.say("effect.or", first=joined, second=deal)
    line = t.say(f"effect.{verb}", options=joined)
    return t.say("effect.all_different", line=line) if effect.all_different else line


def _price(t: Translator, effect: Effect) -> Goods:
    if t.rules is None:
        raise ValueError("an effect is described by the rules it belongs to")
    return t.rules.data.price(effect)
