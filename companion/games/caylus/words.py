"""Words for options that only Caylus has: the gate, the inn and the favors."""

from collections.abc import Mapping
from typing import ClassVar, cast

from companion.engine import Action
from companion.games.caylus.look import Look
from companion.games.caylus.rules import caylus
from companion.i18n.effects import effect_line
from companion.i18n.options import GameWords, Option, OptionContext, OptionGroup, Words, main
from companion.i18n.translator import Term
from companion.rules import Rules
from companion.rules.effects import Effect, Gain


def move(m: OptionContext, action: Action) -> Option:
    """Move the worker at the gate."""
    base, term = action.building, m.long(action.building)
    subject = Term("term.castle" if base == "castle" else f"building.{base}")
    label = m.t.say("option.move_named", name=term) if term else m.t.say("option.move", it=subject)
    return Option(action, label, OptionGroup.PLACE, base, verb=m.t.say("do.move"))


def favor(m: OptionContext, action: Action) -> Option:
    """Use a cell of the favor table."""
    effect = caylus(m.rules.data).favors.lines[action.line][action.column - 1]
    does = effect_line(m.t, effect)
    label = m.t.say("option.favor", line=Term(f"line.{action.line}"), effect=does)
    gain = dict(effect.gain.kinds()) if isinstance(effect, Gain) else {}
    return Option(action, label, OptionGroup.FAVOR, action.line, gain=gain, short=does, verb=m.t.say("do.favor"))


def leave(m: OptionContext, action: Action) -> Option:
    """Leave the inn."""
    return Option(action, m.t.say("option.inn_leave"), OptionGroup.HAND, verb=m.t.say("do.inn_leave"))


class CaylusWords(GameWords):
    """The words for the options of Caylus."""

    verbs: ClassVar[Mapping[str, Words]] = {
        "move": move,
        "favor": favor,
        "back": lambda m, action: main(action, m.t.say("option.back")),
        "leave": leave,
        "inn stay": lambda m, action: main(action, m.t.say("option.inn_stay"), m.t.say("do.inn_stay")),
    }

    def worker_price(self, m: OptionContext, action: Action) -> int:
        """The price of a worker; a player's own buildings have a price of their own."""
        seat = m.decision.seat
        if any(space["place"] == action.place and space["owner"] == seat for space in m.look["road"]):
            return caylus(m.rules.data).bridge.own_building
        return (cast(Look, m.look)["players"][seat]["price"] or 0) if seat else 0

    def effects(self, rules: Rules, about: str) -> tuple[Effect, ...]:
        """The effects behind a choice, which may also come from a line of the favor table."""
        return caylus(rules.data).favors.lines.get(about) or super().effects(rules, about)


WORDS = CaylusWords()
