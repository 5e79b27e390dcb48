"""The sums of the end scoring, said so that whoever reads them can work them out."""

import re

import pytest

from companion.engine.scoring import ScoreLine
from companion.i18n.scores import formula, worked
from companion.i18n.translator import Translator
from companion.rules.base import Per
from tests.words import LANGUAGES

RATES = [(1, 3), (3, 1), (4, 1), (3, 2), (5, 10)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("per", "prestige"), RATES)
@pytest.mark.parametrize("amount", [0, 7, 13])
def test_what_is_said_comes_to_the_points_behind_it(language: str, per: int, prestige: int, amount: int) -> None:
    t, points = Translator(language), amount // per * prestige
    line = ScoreLine("end", "cubes", points, amount=amount, rate=Per(per=per, prestige=prestige))
    said, result = worked(t, line).split(" = ")
    assert int(result) == points
    assert _worked_out(said) == points
    assert _worked_out(re.sub(r" \(.*?\)", "", formula(t, line))) == points


def _worked_out(said: str) -> int:
    """A sum as somebody works it out, from left to right, leaving out what does not make a whole."""
    first, *rest = said.split()
    found = int(first)
    for sign, number in zip(rest[::2], rest[1::2], strict=True):
        found = found * int(number) if sign == "×" else found // int(number)
    return found
