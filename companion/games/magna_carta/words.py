"""Words for options that only Magna Carta has: the cards in the hand."""

from collections.abc import Mapping
from typing import ClassVar

from companion.engine import Action
from companion.games.magna_carta.rules import magna_carta
from companion.i18n.options import GameWords, Option, OptionContext, OptionGroup, Words, main


def hand(m: OptionContext, action: Action) -> Option:
    price = magna_carta(m.rules.data).actions.prices[action.verb]
    label = m.t.say("option.draw") if action.verb == "draw" else m.t.say("option.swap")
    return Option(action, label, OptionGroup.HAND, price=price, cost={"denier": price} if price else {})


def mulligan(m: OptionContext, action: Action) -> Option:
    """Exchange the first hand."""
    return Option(action, m.t.say("option.mulligan"), OptionGroup.HAND)


class MagnaCartaWords(GameWords):
    """The words for the options of Magna Carta."""

    verbs: ClassVar[Mapping[str, Words]] = {
        "action draw": hand,
        "swap": hand,
        "reveal done": lambda m, action: main(action, m.t.say("option.swapped")),
        "keep": lambda m, action: main(action, m.t.say("option.keep")),
        "mulligan": mulligan,
    }
    names_cubes = True

    def worker_price(self, m: OptionContext, action: Action) -> int:
        return magna_carta(m.rules.data).actions.prices["place"]


WORDS = MagnaCartaWords()
