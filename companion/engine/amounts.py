"""Amounts as short text and as vectors: `2F1C` is two food and one cloth, `2d>3P` two deniers for three points.

Letters: F food, W wood, S stone, C cloth, G gold, d denier, P prestige point, R royal favor, T castle token.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from companion.rules.base import Goods
from companion.rules.effects import Deal
from companion.rules.vocabulary import CUBES, Good

LETTERS = {
    Good.FOOD: "F",
    Good.WOOD: "W",
    Good.STONE: "S",
    Good.CLOTH: "C",
    Good.GOLD: "G",
    Good.DENIER: "d",
    Good.PRESTIGE: "P",
    Good.FAVOR: "R",
    Good.TOKEN: "T",
}
GOOD_OF = {letter: good for good, letter in LETTERS.items()}
GOLD = CUBES.index(Good.GOLD)
KINDS = len(CUBES)

Vector = tuple[int, ...]
"""The number of cubes of each of the five kinds, in the order of `CUBES`."""


@dataclass(frozen=True, slots=True)
class Payment:
    """A fully specified exchange: no "any cube" is left to choose."""

    deniers: int
    cubes: Vector
    gain_deniers: int = 0
    gain_cubes: Vector = (0,) * KINDS
    prestige: int = 0
    favors: int = 0
    tokens: int = 0

    @classmethod
    def of(cls, paid: Goods, gained: Goods) -> "Payment":
        return cls(
            paid.denier, paid.cubes(), gained.denier, gained.cubes(), gained.prestige, gained.favor, gained.token
        )

    @property
    def paid(self) -> Goods:
        return _goods(self.cubes, denier=self.deniers)

    @property
    def gained(self) -> Goods:
        return _goods(
            self.gain_cubes, denier=self.gain_deniers, prestige=self.prestige, favor=self.favors, token=self.tokens
        )

    def text(self) -> str:
        """Return the payment as people write it.

        >>> Payment(2, (0, 0, 0, 0, 0), prestige=3).text()
        '2d>3P'
        """
        paid = amount_text(self.cubes, self.deniers)
        gained = amount_text(self.gain_cubes, self.gain_deniers)
        for count, letter in ((self.prestige, "P"), (self.favors, "R"), (self.tokens, "T")):
            if count:
                gained += f"{count}{letter}"
        return f"{paid}>{gained}" if paid and gained else paid or gained


def _goods(cubes: Vector, **more: int) -> Goods:
    return Goods.model_construct(None, **{kind.value: n for kind, n in zip(CUBES, cubes, strict=True)}, **more)


def amount_text(cubes: Vector, deniers: int = 0) -> str:
    """Return the text of an amount: cubes, then deniers.

    >>> amount_text((2, 0, 0, 1, 0), 3)
    '2F1C3d'
    """
    parts = [f"{n}{LETTERS[kind]}" for kind, n in zip(CUBES, cubes, strict=True) if n]
    return "".join(parts) + (f"{deniers}d" if deniers else "")


def goods_text(goods: Goods) -> str:
    """Return the text of goods of any kind.

    >>> goods_text(Goods(denier=2, favor=1))
    '2d1R'
    """
    return "".join(f"{n}{LETTERS[Good(kind)]}" for kind, n in goods.kinds())


def cube_letters(cubes: Vector) -> str:
    """Return a set of cubes as one letter for each cube.

    >>> cube_letters((1, 2, 0, 0, 1))
    'FWWG'
    """
    return "".join(LETTERS[kind] * n for kind, n in zip(CUBES, cubes, strict=True))


def parse_amount(text: str) -> Goods:
    """Parse the text of an amount, such as `amount_text` writes. Raises `ValueError`.

    >>> parse_amount("2F1C").kinds()
    [('food', 2), ('cloth', 1)]
    >>> parse_amount("120P").prestige
    120
    >>> parse_amount("2x")
    Traceback (most recent call last):
    ValueError: 2x
    """
    if not re.fullmatch(r"([0-9]{1,6}[FWSCGdPRT])*", text):
        raise ValueError(text)
    counts: dict[str, int] = {}
    for number, letter in re.findall(r"([0-9]+)(.)", text):
        counts[GOOD_OF[letter]] = counts.get(GOOD_OF[letter], 0) + int(number)
    return Goods.model_construct(None, **counts)  # not validated: a table may hold more than the limits of the data


def chosen_cubes(goods: Goods, *, all_different: bool = False, kinds: Vector = (1,) * KINDS) -> Iterator[Vector]:
    """Yield every definite set of cubes that satisfies an amount with "any" or "plain" cubes, in table order.

    >>> [amount_text(v) for v in chosen_cubes(Goods(wood=1, any=1))]
    ['1F1W', '2W', '1W1S', '1W1C', '1W1G']
    """
    fixed = goods.cubes()
    plain = [k for k in range(KINDS) if kinds[k] and k != GOLD]
    anything = [k for k in range(KINDS) if kinds[k]]
    pick = combinations if all_different else combinations_with_replacement
    choices: dict[Vector, None] = {}
    for some in pick(plain, goods.plain):
        for more in pick(anything, goods.any):
            cubes = list(fixed)
            for kind in (*some, *more):
                cubes[kind] += 1
            choices[tuple(cubes)] = None
    return iter(choices)


def payments(deal: Deal, *, all_different: bool = False, kinds: Vector = (1,) * KINDS) -> Iterator[Payment]:
    """Yield every payment that satisfies a deal."""
    for cubes in chosen_cubes(deal.pay, all_different=all_different, kinds=kinds):
        for gained in chosen_cubes(deal.gain, kinds=kinds):
            gain = deal.gain
            yield Payment(deal.pay.denier, cubes, gain.denier, gained, gain.prestige, gain.favor, gain.token)
