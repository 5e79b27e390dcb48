"""People's spelling of an action: cubes in any order, amounts in any order, spaces where they like.

>>> canonical("batch  SWF"), canonical("trade 1W1F>1G"), canonical("build w_market WF")
('batch FWS', 'trade 1F1W>1G', 'build w_market FW')
"""

import re

from companion.engine.amounts import Payment, cube_letters, parse_amount
from companion.rules.base import Goods

_LETTERS = re.compile(r"[FWSCG]{2,}")
_DEAL = re.compile(r"(\d{1,4}[FWSCGdPRT])+(>(\d{1,4}[FWSCGdPRT])+)?")


def canonical(text: str) -> str:
    """An action as the engine spells it."""
    return " ".join(_word(word) for word in text.split())


def _word(word: str) -> str:
    if _LETTERS.fullmatch(word):
        return cube_letters(parse_amount("".join(f"1{letter}" for letter in word)).cubes())
    if _DEAL.fullmatch(word):
        paid, _, gained = word.partition(">")
        return _deal(parse_amount(paid), parse_amount(gained)).text() if gained else _gain(parse_amount(paid)).text()
    return word


def _deal(paid: Goods, gained: Goods) -> Payment:
    return Payment(
        paid.denier, paid.cubes(), gained.denier, gained.cubes(), gained.prestige, gained.favor, gained.token
    )


def _gain(gained: Goods) -> Payment:
    return _deal(Goods(), gained)
