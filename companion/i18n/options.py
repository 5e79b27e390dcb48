"""Options in words: a label for every option, and its price, cost and gain as data.

A page shows an option as the tile that it is about, or as a button. The label says everything, for people who do not
see the tile. Numbers that depend on the moment (the price of a worker, the reward for passing first) are read from a
look.

The verbs that games share are here. What only one game has is in the `words` module of its package, as `WORDS`, a
`GameWords`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from companion.engine import Action, Decision
from companion.engine.look import AnyLook
from companion.i18n.translator import Term, Translator
from companion.register import game_module
from companion.rules import Rules
from companion.rules.base import Goods
from companion.rules.effects import Build, Effect, Residence
from companion.rules.vocabulary import Category


class OptionGroup(StrEnum):
    """Groups of options that belong together on a page."""

    PLACE = "place"
    """Places where a worker can go."""
    BUILD = "build"
    PRESTIGE = "prestige"
    RESIDENCE = "residence"
    PROVOST = "provost"
    GOODS = "goods"
    """Goods to take or to trade."""
    BATCH = "batch"
    FAVOR = "favor"
    HAND = "hand"
    CHANCE = "chance"
    """What was drawn at the table."""
    MAIN = "main"
    """Whatever ends the choice: pass, decline, stay, done."""


@dataclass(frozen=True)
class Option:
    """An option, ready to be shown."""

    text: Action
    label: str
    group: OptionGroup
    building: str = ""
    """The id of the building that it is about."""
    owner: str = ""
    """The owner of the building, if the road may have a card of the same name for several players."""
    price: int = 0
    """The deniers that it costs."""
    cost: Mapping[str, int] = field(default_factory=dict)
    """Everything that is paid, by kind."""
    gain: Mapping[str, int] = field(default_factory=dict)
    steps: int = 0
    """The steps of the provost."""
    space: int = 0
    """A space of the road: where the provost arrives, or where the building is."""
    short: str = ""
    """A shorter label, for use below a heading that says the rest."""
    verb: str = ""
    """The text of the button, if the label says more than that."""

    @property
    def does(self) -> str:
        return self.verb or self.label


@dataclass(frozen=True)
class OptionContext:
    """What the words of an option depend on."""

    t: Translator
    rules: Rules
    decision: Decision
    look: AnyLook
    names: Mapping[str, str]

    def player(self, colour: str) -> str:
        return self.names.get(colour) or self.t.name(f"player.{colour}")

    def long(self, building: str) -> Term | None:
        """Return a name that distinguishes a building from others of the same name, or None."""
        id = f"building.{building}"
        return Term(id, apart=True) if self.t.has(id, "long") else None


Words = Callable[[OptionContext, Action], Option]
"""Returns an option in words."""


class GameWords:
    """Words that only one game has. The base class serves games without any."""

    verbs: ClassVar[Mapping[str, Words]] = {}
    """The words for a verb, or for a verb as the answer to one kind of choice (`inn stay`)."""
    names_cubes = False
    """Whether actions name the cubes paid even if there is no choice."""

    def worker_price(self, m: OptionContext, action: Action) -> int:
        """Return the price of placing a worker there."""
        return 0

    def effects(self, rules: Rules, about: str) -> tuple[Effect, ...]:
        """Return the effects behind a choice about this building."""
        by = rules.data.buildings.get(about)
        return (by.effect,) if by and by.effect else ()


WORDS = GameWords()


def words_of(rules: Rules) -> GameWords:
    game_words: GameWords = game_module(rules.game, "words", __name__).WORDS
    return game_words


def option_words(
    t: Translator,
    rules: Rules,
    decision: Decision,
    action: Action,
    look: AnyLook,
    names: Mapping[str, str] | None = None,
) -> Option:
    """Return an option in words.

    >>> from companion.engine import new_game
    >>> from companion.rules import load
    >>> game = new_game(load("caylus", "en", players=2), ["red", "blue"])
    >>> game.answer_chance(seed=1)
    >>> t = Translator("en", game.rules)
    >>> option_words(t, game.rules, game.decision, game.options[-2], game.look()).label
    'Worker in the castle'
    >>> option_words(t, game.rules, game.decision, game.options[-1], game.look()).label
    'Pass (+1\xa0denier)'
    """
    moment = OptionContext(t, rules, decision, look, names or {})
    verbs = {**_SHARED, **words_of(rules).verbs}
    words = verbs.get(f"{decision.kind} {action.verb}") or verbs.get(action.verb, _plain)
    return words(moment, action)


def has_words(rules: Rules, kind: str, verb: str) -> bool:
    """Whether the options of a verb have words of their own, so that they need no sentence `option.VERB`."""
    verbs = {*_SHARED, *words_of(rules).verbs}
    return f"{kind} {verb}" in verbs or verb in verbs


def main(action: Action, label: str, verb: str = "") -> Option:
    """Return an option that ends a choice, or leaves things as they are."""
    return Option(action, label, OptionGroup.MAIN, verb=verb)


# workers


def _place(m: OptionContext, action: Action) -> Option:
    price = words_of(m.rules).worker_price(m, action)
    t, base, owner = m.t, action.building, action.owner
    term = m.long(base)
    if base == "castle":
        label = t.say("option.place", it=Term("term.castle"))
    elif owner:
        label = t.say("option.place_of", name=Term(f"building.{base}", apart=True), owner=m.player(owner))
    elif term:
        label = t.say("option.place_named", name=term)
    else:
        label = t.say("option.place", it=Term(f"building.{base}"))
    cost = {"denier": price} if price else {}
    return Option(action, label, OptionGroup.PLACE, base, owner, price, cost, verb=t.say("do.place"))


def _pass(m: OptionContext, action: Action) -> Option:
    first = m.rules.data.first_pass if not m.look["bridge"]["passed"] else 0
    label = m.t.say("option.pass_first", n=first) if first else m.t.say("option.pass")
    return Option(action, label, OptionGroup.MAIN, gain={"denier": first} if first else {}, verb=m.t.say("option.pass"))


# the provost


def _provost(m: OptionContext, action: Action) -> Option:
    steps = action.steps or 0
    each = m.rules.data.provost_step if m.decision.kind == "bribe" else 0
    price, space = abs(steps) * each, (m.look.get("provost") or 0) + steps
    args = {"n": abs(steps), "space": space, "price": price}
    if steps > 0:
        label = m.t.say("option.forward_for", **args) if price else m.t.say("option.forward", **args)
    else:
        label = m.t.say("option.back_for", **args) if price else m.t.say("option.backward", **args)
    cost = {"denier": price} if price else {}
    verb = m.t.say("do.provost", space=space)
    return Option(action, label, OptionGroup.PROVOST, price=price, cost=cost, steps=steps, space=space, verb=verb)


# goods


def _take(m: OptionContext, action: Action) -> Option:
    label = m.t.say("option.take", goods=action.gained)
    return Option(action, label, OptionGroup.GOODS, gain=dict(action.gained.kinds()), verb=m.t.say("do.take"))


def _trade(m: OptionContext, action: Action) -> Option:
    pay, gain = action.paid, action.gained
    label = m.t.say("option.trade", pay=pay, gain=gain)
    cost, gained = dict(pay.kinds()), dict(gain.kinds())
    verb = m.t.say("do.trade")
    return Option(action, label, OptionGroup.GOODS, price=pay.denier, cost=cost, gain=gained, verb=verb)


def _batch(m: OptionContext, action: Action) -> Option:
    label = m.t.say("option.batch", goods=action.paid)
    return Option(action, label, OptionGroup.BATCH, cost=dict(action.paid.kinds()), verb=m.t.say("do.batch"))


# buildings


def _build(m: OptionContext, action: Action) -> Option:
    name, site = action.building, action.space
    cost = action.paid or cost_now(m.rules, m.decision.about, name)
    prestige = m.rules.data.buildings[name].category == Category.PRESTIGE
    term = m.long(name)
    label = m.t.say("option.build_named", name=term) if term else m.t.say("option.build", it=Term(f"building.{name}"))
    label = _with_payment(m, label, action.paid)
    if site:
        label = m.t.say("option.on_space", said=label, space=site)
    group = OptionGroup.PRESTIGE if prestige else OptionGroup.BUILD
    paid, verb = dict(cost.kinds()), m.t.say("do.build")
    return Option(action, label, group, name, cost=paid, price=cost.denier, space=site, verb=verb)


def _residence(m: OptionContext, action: Action) -> Option:
    name, tile = action.building, m.rules.data.residence_tile
    term, residence = m.long(name), Term(f"building.{tile}")
    if term:
        label = m.t.say("option.residence_named", name=term, residence=residence)
    else:
        label = m.t.say("option.residence", it=Term(f"building.{name}"), residence=residence)
    cost = action.paid or cost_now(m.rules, m.decision.about, tile)
    places = (action.place, f"{action.place}:{m.decision.seat}")
    space = next((place["space"] for place in m.look["road"] if place["place"] in places), 0)
    label = _with_payment(m, label, action.paid)
    paid, verb = dict(cost.kinds()), m.t.say("do.residence")
    return Option(
        action, label, OptionGroup.RESIDENCE, name, price=cost.denier, cost=paid, space=space, verb=verb
    )  # fmt: skip


def _with_payment(m: OptionContext, label: str, paid: Goods) -> str:
    return m.t.say("option.paying", said=label, goods=paid) if paid else label


def cost_now(rules: Rules, about: str, name: str) -> Goods:
    """Return the price of a building in the open choice, with the discount of a builder, the lawyer or a favor."""
    building = rules.data.buildings[name]
    for effect in words_of(rules).effects(rules, about):
        if (isinstance(effect, Build) and effect.category == building.category) or (
            isinstance(effect, Residence) and building.category == Category.RESIDENTIAL
        ):
            return building.cost.minus(effect.discount)
    return building.cost


# what was drawn at the table


def _drawn(m: OptionContext, action: Action) -> Option:
    name = m.t.long(f"building.{action.building}")
    return Option(action, name, OptionGroup.CHANCE, action.building, verb=m.t.say("do.drawn"))


def _player(m: OptionContext, action: Action) -> Option:
    return Option(action, m.player(action.seat), OptionGroup.CHANCE, owner=action.seat, verb=m.t.say("do.drawn"))


def _plain(m: OptionContext, action: Action) -> Option:
    """A verb without words of its own: a button with one sentence, which may name a player or a building."""
    player = m.player(action.seat) if action.seat else ""
    return main(action, m.t.say(f"option.{action.verb}", player=player, building=action.building))


_SHARED: Mapping[str, Words] = {
    "draw": _drawn, "reveal": _drawn, "next": _player, "start": _player, "place": _place, "pass": _pass,
    "provost": _provost, "take": _take, "trade": _trade, "batch": _batch, "build": _build, "prestige": _build,
    "residence": _residence,
    "stay": lambda m, action: main(action, m.t.say("option.provost_stays"), m.t.say("do.stay")),
    "done": lambda m, action: main(action, m.t.say("option.done"), m.t.say("do.done")),
    "decline": lambda m, action: main(action, m.t.say("option.decline")),
    "build decline": lambda m, action: main(action, m.t.say("option.build_nothing")),
    "residence decline": lambda m, action: main(action, m.t.say("option.leave_all")),
}  # fmt: skip
"""The words of the verbs that games share."""
