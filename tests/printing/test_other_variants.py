"""A sheet for one variant says nothing of what that variant leaves out."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from companion.i18n.translator import Translator
from companion.printing import make
from companion.rules import load
from tests.words import LANGUAGES


def said(product: str, game: str, language: str, variant: str) -> str:
    content = make(product, game=game, languages=(language,), variants=(variant,)).content
    return " ".join(" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(content)).pages)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_introductory_game_asks_nothing_of_the_standard_one(language: str) -> None:
    rules = load("magna_carta", "nl", variants=("intro",))
    t = Translator(language, rules)
    text = said("rulings", "magna_carta", language, "intro")
    for name, it in rules.data.rulings.items():
        if it.about[0] in ("building.lawyer", "building.church", "term.provost"):
            assert first_words(t, name) not in text
    assert first_words(t, "hand_limit") in text
    legend = said("legend", "magna_carta", language, "intro")
    assert t.name("phase.provost") not in legend
    assert t.name("phase.castle") in legend


def first_words(t: Translator, ruling: str) -> str:
    """The beginning of a question, short enough not to be parted."""
    return " ".join(t.name(f"ruling.{ruling}").split()[:5])


@pytest.mark.parametrize("language", LANGUAGES)
def test_simplified_favors_have_no_columns(language: str) -> None:
    t = Translator(language)
    for product in ("aid", "teach"):
        text = said(product, "caylus", language, "simplified_favors")
        assert t.say("print.aid.up_to", column=4) not in text
        assert t.say("print.aid.ends") in text
