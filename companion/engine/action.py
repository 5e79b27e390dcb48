"""Actions, each as the text that people write and as its parts.

The `actions` module of a game lists its verbs and what may follow each. `read_action` parses any text by that list, in
any spelling, and a board creates all actions of its table once, so no other code takes an action apart.

>>> part = ActionPart
>>> verbs = {"build": (part.PLACE, part.CUBES, part.SPACE), "place": (part.PLACE,), "trade": (part.PAYMENT,)}
>>> action = read_action("build  w_market WF on 12", verbs)
>>> action, action.building, action.paid.kinds(), action.space
(Action('build w_market FW on 12'), 'w_market', [('food', 1), ('wood', 1)], 12)
>>> action == "build w_market FW on 12", read_action("place bank:red", verbs).owner
(True, 'red')
>>> read_action("trade 1W1F>1G", verbs).gained.kinds()
[('gold', 1)]
"""

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NoReturn, Self

from companion.engine.amounts import LETTERS, Payment, Vector, cube_letters, parse_amount
from companion.rules.base import Goods
from companion.rules.vocabulary import CUBES

_LETTERS = re.compile(r"[FWSCG]+")
_DEAL = re.compile(r"(\d{1,4}[FWSCGdPRT])+(>(\d{1,4}[FWSCGdPRT])+)?", re.ASCII)
_STEPS = re.compile(r"[+-]?\d{1,4}", re.ASCII)
_NUMBER = re.compile(r"\d{1,4}", re.ASCII)


class ActionPart(StrEnum):
    """The parts that can follow a verb."""

    PLACE = "place"
    """A building, tile, card or other place on the table: `mason`, `architect.2`, `bank:red`, `castle`."""
    SEAT = "seat"
    STEPS = "steps"
    """`+2`, `-1`."""
    PAYMENT = "payment"
    """What is received, `2F`, or what is traded for what, `2C>4P`."""
    CUBES = "cubes"
    """The cubes paid, one letter each: `FWS`."""
    SPACE = "space"
    """`on 12`."""
    LINE = "line"
    COLUMN = "column"


Verbs = Mapping[str, tuple[ActionPart, ...]]
"""The verbs of a game, each with its possible parts in order.

A part may be left out where the choice makes it obvious.
"""


class Action(str):
    """An action: its text, with the parts that the text names. Compares and hashes like any string."""

    __slots__ = (
        "building",
        "column",
        "line",
        "owner",
        "payment",
        "place",
        "seat",
        "space",
        "steps",
        "unread",
        "verb",
    )  # fmt: skip

    verb: str
    place: str
    """The place on the table, as written."""
    building: str
    """The building of that place: `architect` for `architect.2`."""
    owner: str
    """The owner of the card, if named: `red` in `bank:red`."""
    seat: str
    steps: int | None
    payment: Payment | None
    space: int
    """A space of the road, or 0 if none is named."""
    line: str
    column: int
    unread: str
    """The words that could not be read."""

    def __new__(
        cls,
        text: str,
        verb: str = "",
        place: str = "",
        seat: str = "",
        steps: int | None = None,
        payment: Payment | None = None,
        space: int = 0,
        line: str = "",
        column: int = 0,
        unread: str = "",
    ) -> Self:
        self = super().__new__(cls, text)
        card, _, owner = place.partition(":")
        building = card.partition(".")[0]
        parts = {
            "verb": verb, "place": place, "building": building, "owner": owner, "seat": seat, "steps": steps,
            "payment": payment, "space": space, "line": line, "column": column, "unread": unread,
        }  # fmt: skip
        for name, value in parts.items():
            object.__setattr__(self, name, value)
        return self

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"an action is what it is: {name} cannot be set")

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        parts = (self.verb, self.place, self.seat, self.steps, self.payment, self.space, self.line, self.column)
        return type(self), (str(self), *parts, self.unread)

    def __repr__(self) -> str:
        return f"Action({str(self)!r})"

    @property
    def cubes(self) -> Vector | None:
        """The cubes paid, or None if the action names no payment."""
        return self.payment.cubes if self.payment else None

    @property
    def paid(self) -> Goods:
        """What is paid, as far as the action names it."""
        return self.payment.paid if self.payment else Goods()

    @property
    def gained(self) -> Goods:
        """What is received, as far as the action names it."""
        return self.payment.gained if self.payment else Goods()

    def on(self, space: int) -> "Action":
        """Return this action on a space of the road."""
        return Action(f"{self} on {space}", self.verb, self.place, payment=self.payment, space=space)


class Sited(dict[tuple[Action, int], Action]):
    """Actions on a space of the road, created on first use."""

    def __missing__(self, key: tuple[Action, int]) -> Action:
        action, space = key
        self[key] = sited = action.on(space)
        return sited


class Options(tuple[Action, ...]):
    """The legal actions of a choice, in order. `in` accepts any spelling of an action.

    >>> options = Options([Action("batch FWS"), Action("done")])
    >>> "batch SWF" in options, "batch FWG" in options, 7 in options
    (True, False, False)
    """

    __slots__ = ()

    def find(self, text: str) -> Action | None:
        """Return the option that a text means, in any spelling, or None."""
        for form in (text, canonical(text)):
            if tuple.__contains__(self, form):
                return self[self.index(form)]
        return None

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and self.find(text) is not None


def read_action(text: str, verbs: Verbs) -> Action:
    """Parse a text as an action as far as possible. Never refuses: what cannot be read goes into `unread`."""
    form = canonical(text)
    verb, *words = form.split() or [""]
    parts: dict[ActionPart, str] = {}
    for part in verbs.get(verb, ()):
        if part == ActionPart.SPACE and len(words) > 1 and words[0] == "on" and _NUMBER.fullmatch(words[1]):
            parts[part], words = words[1], words[2:]
        elif part != ActionPart.SPACE and words and _READS[part](words[0]):
            parts[part], words = words[0], words[1:]
    return Action(
        form,
        verb,
        parts.get(ActionPart.PLACE, ""),
        parts.get(ActionPart.SEAT, ""),
        int(parts[ActionPart.STEPS]) if ActionPart.STEPS in parts else None,
        _payment(parts),
        int(parts.get(ActionPart.SPACE, 0)),
        parts.get(ActionPart.LINE, ""),
        int(parts.get(ActionPart.COLUMN, 0)),
        " ".join(words),
    )


def _any(word: str) -> bool:
    return True


_READS: dict[ActionPart, Callable[[str], object]] = {
    ActionPart.PLACE: _any,
    ActionPart.SEAT: _any,
    ActionPart.LINE: _any,
    ActionPart.STEPS: _STEPS.fullmatch,
    ActionPart.COLUMN: _NUMBER.fullmatch,
    ActionPart.CUBES: _LETTERS.fullmatch,
    ActionPart.PAYMENT: _DEAL.fullmatch,
}
"""Tests whether a word can be the part."""


def _payment(parts: Mapping[ActionPart, str]) -> Payment | None:
    if ActionPart.CUBES in parts:
        return Payment(0, _cubes(parts[ActionPart.CUBES]))
    return _deal(parts[ActionPart.PAYMENT]) if ActionPart.PAYMENT in parts else None


# spelling


def canonical(text: str) -> str:
    """Return an action in the engine's spelling: cubes and amounts in a fixed order, words separated by single spaces.

    >>> canonical("batch  SWF"), canonical("trade 1W1F>1G"), canonical("build w_market WF")
    ('batch FWS', 'trade 1F1W>1G', 'build w_market FW')
    """
    return " ".join(_word(word) for word in text.split())


def _word(word: str) -> str:
    if _LETTERS.fullmatch(word):
        return cube_letters(_cubes(word))
    return _deal(word).text() if _DEAL.fullmatch(word) else word


def _cubes(letters: str) -> Vector:
    return tuple(letters.count(LETTERS[cube]) for cube in CUBES)


@lru_cache(maxsize=500)
def _deal(word: str) -> Payment:
    """Parse a deal. An amount without `>` is what is received."""
    paid, dealt, gained = word.partition(">")
    return Payment.of(parse_amount(paid), parse_amount(gained)) if dealt else Payment.of(Goods(), parse_amount(paid))
