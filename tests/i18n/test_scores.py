"""Score sheets in words: where points come from, and sums that whoever reads them can work out."""

import re

import pytest

from companion.engine.scoring import ONE, ScoreLine
from companion.i18n.scores import at_start, field_label, formula, of_name, player_name, source_name, worked
from companion.i18n.translator import Translator
from companion.rules.base import Per
from tests.i18n.told import translator
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


SUMS = [
    (Per(per=1, prestige=3), "7 × 3", "7 × 3 = 21"),
    (Per(per=3, prestige=1), "7 ÷ 3 (rounded down)", "7 ÷ 3 = 2"),
    (Per(per=3, prestige=2), "7 ÷ 3 (rounded down) × 2", "7 ÷ 3 × 2 = 4"),
    (ONE, "", ""),
    (None, "", ""),
]


@pytest.mark.parametrize(("rate", "short", "long"), SUMS)
def test_a_sum_is_written_out_where_there_is_one(rate: Per | None, short: str, long: str) -> None:
    line = ScoreLine("end", "cubes", rate.of(7) if rate else 7, amount=7, rate=rate)
    assert (formula(Translator("en"), line), worked(Translator("en"), line)) == (short, long)


RATE = Per(per=1, prestige=3)
LINES = [
    (ScoreLine("end", "gold", 6, 2, RATE), "Gold", ""),
    (ScoreLine("end", "dungeon", 6, 2, RATE), "Dungeon", ""),
    (ScoreLine("end", "gold", 6), "End of the game", "Gold"),
    (ScoreLine("castle", "walls", 4), "Castle", "Walls"),
    (ScoreLine("built", "mason", 4), "Built", "Mason"),
    (ScoreLine("used", "n_farm", 1), "Others’ workers", "Neutral farm"),
    (ScoreLine("favor", "prestige", 3), "Royal favor", "Prestige points"),
    (ScoreLine("adjusted", "", 3), "Entered by hand", ""),
    (ScoreLine("adjusted", "weather", 3), "Entered by hand", ""),
]


@pytest.mark.parametrize(("line", "source", "of"), LINES)
def test_a_line_says_where_its_points_come_from(line: ScoreLine, source: str, of: str) -> None:
    t = translator("caylus", "en", "en")
    assert (source_name(t, line), of_name(t, line)) == (source, of)


def test_labels_are_those_of_the_box() -> None:
    t = translator("caylus", "nl", "nl")
    assert [player_name(t, name) for name in ("red", "Ann")] == ["Rood", "Ann"]
    assert [field_label(t, key) for key in ("walls", "gold")] == ["Muren", "Goud"]
    assert [at_start(text) for text in ("écus", "")] == ["Écus", ""]
