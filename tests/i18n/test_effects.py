"""What a building does, in the line on its card."""

import tomllib

import pytest
from pydantic import TypeAdapter

from companion.i18n.effects import effect_line, effect_sentences
from companion.i18n.translator import Translator
from companion.rules.effects import EFFECT_KINDS, Effect
from tests.i18n.told import Case, cases
from tests.words import plain

_EFFECT: TypeAdapter[Effect] = TypeAdapter(Effect)
CASES = cases("effects")


def declared(case: Case) -> Effect:
    return _EFFECT.validate_python(tomllib.loads(f"effect = {case.given[0]}")["effect"], strict=False)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_effect_is_said_in_a_line(case: Case) -> None:
    for t, lines in case.translators():
        assert [plain(effect_line(t, declared(case)))] == lines
        assert all(t.has(id, "say") for id in effect_sentences(declared(case)))


def test_every_kind_of_effect_has_a_line() -> None:
    assert {declared(case).kind for case in CASES} == {*EFFECT_KINDS}


def test_what_a_residence_costs_is_said_by_the_rules() -> None:
    with pytest.raises(ValueError, match="rules"):
        effect_line(Translator("en"), _EFFECT.validate_python({"kind": "residence"}))
