"""What can be chosen, in words: a label for every option of both games, and its price, cost and gain as data.

A page shows an option as the tile it is about or as a button; the label says all of it for those who do not see the
tile. Numbers that depend on the moment (what a worker costs, whether passing still pays) are read from a look.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.engine.amounts import parse_amount
from companion.engine.game import Decision
from companion.games.caylus.rules import CaylusRules
from companion.games.magna_carta.rules import MagnaCartaRules
from companion.i18n.effects import effect_line
from companion.i18n.translator import Raw, Term, Translator
from companion.rules import Rules
from companion.rules.base import Goods
from companion.rules.effects import Build, Effect, Nothing, Residence
from companion.rules.vocabulary import Category


class Group(StrEnum):
    """What options belong together on a page."""

    PLACE = "place"
    """Somewhere a worker can go."""
    BUILD = "build"
    PRESTIGE = "prestige"
    RESIDENCE = "residence"
    PROVOST = "provost"
    GOODS = "goods"
    """Something to take or to trade."""
    BATCH = "batch"
    FAVOR = "favor"
    HAND = "hand"
    CHANCE = "chance"
    """What the table has drawn."""
    MAIN = "main"
    """What ends the choice: pass, decline, stay, done."""


@dataclass(frozen=True)
class Option:
    """One option, ready to be shown."""

    text: str
    label: str
    group: Group
    building: str = ""
    """The id of the building it is about."""
    owner: str = ""
    """Whose building, where a card of the same name lies on the road for several players."""
    price: int = 0
    """Deniers that it costs."""
    cost: Mapping[str, int] = field(default_factory=dict)
    """Everything that is paid, by kind."""
    gain: Mapping[str, int] = field(default_factory=dict)
    steps: int = 0
    """Of the provost."""
    space: int = 0
    """A space of the road: where the provost lands, where the building stands."""
    short: str = ""
    """The label below a heading that has said the rest."""


@dataclass(frozen=True)
class Moment:
    """What the words of an option depend on."""

    t: Translator
    rules: Rules
    decision: Decision
    look: Mapping[str, Any]
    names: Mapping[str, str]

    @property
    def me(self) -> Mapping[str, Any]:
        """What lies before the player who decides."""
        found: Mapping[str, Any] = self.look["players"].get(self.decision.seat, {})
        return found

    def player(self, colour: str) -> str:
        """What a player is called."""
        return self.names.get(colour) or self.t.name(f"player.{colour}")

    def long(self, building: str) -> Raw | None:
        """A name that tells a building from its namesakes, where it has any."""
        id = f"building.{building}"
        return Raw(self.t.words("long", id)) if self.t.has(id, "long") else None


def option_words(
    t: Translator,
    rules: Rules,
    decision: Decision,
    text: str,
    look: Mapping[str, Any],
    names: Mapping[str, str] | None = None,
) -> Option:
    """An option in words.

    >>> from companion.engine.game import new_game
    >>> from companion.rules import load
    >>> game = new_game(load("caylus", "en", players=2), ["red", "blue"])
    >>> game.answer_chance(seed=1)
    >>> t = Translator("en", game.rules)
    >>> option_words(t, game.rules, game.decision, "place castle", game.look()).label
    'Worker in the castle'
    >>> option_words(t, game.rules, game.decision, "pass", game.look()).label
    'Pass (+1 denier)'
    """
    verb = text.partition(" ")[0]
    moment = Moment(t, rules, decision, look, names or {})
    found = _BY_KIND.get(f"{decision.kind} {verb}") or _BY_VERB[verb]
    return found(moment, text)


# workers


def _place(m: Moment, text: str) -> Option:
    rest = _rest(text)
    price = _worker_price(m, rest)
    base, owner = _building(rest)
    t, said = m.t, m.long(base)
    if base == "castle":
        label = t.say("option.place", it=Term("term.castle"))
    elif owner:
        label = t.say("option.place_of", name=said or t.name(f"building.{base}"), owner=m.player(owner))
    else:
        label = (
            t.say("option.place_named", name=said) if said else t.say("option.place", it=Term(f"building.{base}"))
        )  # fmt: skip
    return Option(text, label, Group.PLACE, base, owner, price, {"denier": price} if price else {})


def _move(m: Moment, text: str) -> Option:
    rest = _rest(text)
    base, owner = _building(rest)
    said = m.long(base)
    it = Term("term.castle" if base == "castle" else f"building.{base}")
    label = m.t.say("option.move_named", name=said) if said else m.t.say("option.move", it=it)
    return Option(text, label, Group.PLACE, base, owner)


def _worker_price(m: Moment, place: str) -> int:
    data = m.rules.data
    if isinstance(data, MagnaCartaRules):
        return data.actions.prices["place"]
    mine = any(space["place"] == place and space["owner"] == m.decision.seat for space in m.look["road"])
    return data.bridge.own_building if mine else int(m.me.get("price") or 0)


def _pass(m: Moment, text: str) -> Option:
    first = m.rules.data.bridge.first_pass if not m.look["bridge"]["passed"] else 0
    label = m.t.say("option.pass_first", n=first) if first else m.t.say("option.pass")
    return Option(text, label, Group.MAIN, gain={"denier": first} if first else {})


def _ending(m: Moment, text: str) -> Option:
    """What ends a choice, or leaves things as they are."""
    t, kind = m.t, m.decision.kind
    match text, kind:
        case "back", _:
            label = t.say("option.back")
        case "stay", "inn":
            label = t.say("option.inn_stay")
        case "stay", _:
            label = t.say("option.provost_stays")
        case "leave", _:
            label = t.say("option.inn_leave")
        case "done", _:
            label = t.say("option.done")
        case "keep", _:
            label = t.say("option.keep")
        case "mulligan", _:
            label = t.say("option.mulligan")
        case _:
            label = _declining(t, kind)
    return Option(text, label, Group.MAIN)


def _declining(t: Translator, kind: str) -> str:
    match kind:
        case "card":
            return t.say("option.no_card")
        case "build":
            return t.say("option.build_nothing")
        case "residence":
            return t.say("option.leave_all")
        case "favor":
            return t.say("option.favor_lost")
    return t.say("option.decline")


# the provost


def _provost(m: Moment, text: str) -> Option:
    rest = _rest(text)
    steps = int(rest)
    each = m.rules.data.provost.price_per_step if m.decision.kind == "bribe" else 0
    price, space = abs(steps) * each, int(m.look["provost"]) + steps
    args = {"n": abs(steps), "space": space, "price": price}
    if steps > 0:
        label = m.t.say("option.forward_for", **args) if price else m.t.say("option.forward", **args)
    else:
        label = m.t.say("option.back_for", **args) if price else m.t.say("option.backward", **args)
    cost = {"denier": price} if price else {}
    return Option(text, label, Group.PROVOST, price=price, cost=cost, steps=steps, space=space)


# goods


def _take(m: Moment, text: str) -> Option:
    rest = _rest(text)
    goods = parse_amount(rest)
    return Option(text, m.t.say("option.take", goods=m.t.goods(goods)), Group.GOODS, gain=dict(goods.kinds()))


def _trade(m: Moment, text: str) -> Option:
    rest = _rest(text)
    paid, _, gained = rest.partition(">")
    pay, gain = parse_amount(paid), parse_amount(gained)
    label = m.t.say("option.trade", pay=m.t.goods(pay), gain=m.t.goods(gain))
    return Option(text, label, Group.GOODS, price=pay.denier, cost=dict(pay.kinds()), gain=dict(gain.kinds()))


def _batch(m: Moment, text: str) -> Option:
    rest = _rest(text)
    goods = _letters(rest)
    return Option(text, m.t.say("option.batch", goods=m.t.goods(goods)), Group.BATCH, cost=dict(goods.kinds()))


# buildings


def _build(m: Moment, text: str) -> Option:
    rest = _rest(text)
    way, _, site = rest.partition(" on ")
    name, _, letters = way.partition(" ")
    cost = _letters(letters) if letters else cost_now(m.rules, m.decision.about, name)
    category = m.rules.data.buildings[name].category
    group = Group.PRESTIGE if category == "prestige" else Group.BUILD
    label = _with_payment(m, _build_words(m, name), letters)
    if site:
        label = m.t.say("option.on_space", said=label, space=int(site))
    return Option(text, label, group, name, cost=dict(cost.kinds()), price=cost.denier, space=int(site or 0))


def _build_words(m: Moment, name: str) -> str:
    said = m.long(name)
    return m.t.say("option.build_named", name=said) if said else m.t.say("option.build", it=Term(f"building.{name}"))


def _residence(m: Moment, text: str) -> Option:
    rest = _rest(text)
    place, _, letters = rest.partition(" ")
    name, _ = _building(place)
    said, tile = m.long(name), Term(f"building.{m.rules.data.residence.tile}")
    if said:
        label = m.t.say("option.residence_named", name=said, residence=tile)
    else:
        label = m.t.say("option.residence", it=Term(f"building.{name}"), residence=tile)
    cost = _letters(letters) if letters else cost_now(m.rules, m.decision.about, m.rules.data.residence.tile)
    mine = f"{place}:{m.decision.seat}"
    space = next((one["space"] for one in m.look["road"] if one["place"] in (place, mine)), 0)
    label = _with_payment(m, label, letters)
    return Option(
        text, label, Group.RESIDENCE, name, price=cost.denier, cost=dict(cost.kinds()), space=space
    )  # fmt: skip


def _with_payment(m: Moment, label: str, letters: str) -> str:
    return m.t.say("option.paying", said=label, goods=m.t.goods(_letters(letters))) if letters else label


def cost_now(rules: Rules, about: str, name: str) -> Goods:
    """What a building costs in the choice that is open: a builder, the lawyer or a favor may make it cheaper."""
    data = rules.data
    it = data.buildings[name]
    by = data.buildings.get(about)
    effects: tuple[Effect | None, ...] = (by.effect,) if by else ()
    if isinstance(data, CaylusRules):
        effects += data.favors.lines.get(about, ())
    for effect in effects:
        if (isinstance(effect, Build) and effect.category == it.category) or (
            isinstance(effect, Residence) and it.category == Category.RESIDENTIAL
        ):
            return it.cost.minus(effect.discount)
    return it.cost


def _favor(m: Moment, text: str) -> Option:
    rest = _rest(text)
    line, _, column = rest.partition(" ")
    data = m.rules.data
    effect = data.favors.lines[line][int(column) - 1] if isinstance(data, CaylusRules) else Nothing(kind="nothing")
    does = effect_line(m.t, effect)
    label = m.t.say("option.favor", line=Term(f"line.{line}"), effect=does)
    return Option(text, label, Group.FAVOR, line, short=does)


# cards in the hand


def _hand(m: Moment, text: str) -> Option:
    data = m.rules.data
    price = data.actions.prices[text] if isinstance(data, MagnaCartaRules) else 0
    label = m.t.say("option.draw") if text == "draw" else m.t.say("option.swap")
    return Option(text, label, Group.HAND, price=price, cost={"denier": price} if price else {})


# what the table has drawn


def _drawn(m: Moment, text: str) -> Option:
    rest = _rest(text)
    said = m.long(rest) or m.t.name(f"building.{rest}")
    return Option(text, str(said), Group.CHANCE, rest)


def _next(m: Moment, text: str) -> Option:
    rest = _rest(text)
    return Option(text, m.player(rest), Group.CHANCE, owner=rest)


def _building(place: str) -> tuple[str, str]:
    """The building of a place, and whose card it is where that is said: `architect.2`, `bank:red`."""
    card, _, owner = place.partition(":")
    return card.partition(".")[0], owner


def _rest(text: str) -> str:
    """What follows the verb."""
    return text.partition(" ")[2]


def _letters(letters: str) -> Goods:
    return parse_amount("".join(f"1{letter}" for letter in letters))


Words = Callable[[Moment, str], Option]

_BY_KIND: dict[str, Words] = {"draw draw": _drawn, "card draw": _drawn}
"""Where the same verb says something else."""

_BY_VERB: dict[str, Words] = {
    "next": _next, "start": _next, "place": _place, "move": _move, "pass": _pass, "back": _ending, "provost": _provost,
    "stay": _ending, "leave": _ending, "take": _take, "trade": _trade, "decline": _ending, "build": _build,
    "prestige": _build, "residence": _residence, "batch": _batch, "done": _ending, "favor": _favor, "keep": _ending,
    "mulligan": _ending, "draw": _hand, "swap": _hand, "reveal": _drawn,
}  # fmt: skip
"""The words of each verb."""
