"""The page that teaches the game: the turn that it tells can be played, and pays what the rules say."""

from collections import Counter

import pytest

from companion.games.caylus.paper.teach import letters
from companion.games.caylus.rules import caylus
from companion.i18n.translator import Translator
from companion.printing import Request
from companion.printing.data import read
from companion.printing.display import Document, Icon, Text
from companion.printing.job import lay_out
from companion.rules import library
from companion.rules.effects import Produce
from tests.words import LANGUAGES

pytestmark = pytest.mark.slow

EXAMPLE = read("examples/caylus")
EDITIONS = library().editions("caylus")


def page(**more: object) -> Document:
    return lay_out(Request("teach", "caylus", **more).checked())  # type: ignore[arg-type]


def shown(document: Document) -> str:
    return " ".join(item.text for item in document.pages[0].items if isinstance(item, Text)).replace("\u00a0", " ")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_player_has_the_cubes_that_they_hand_in(edition: str) -> None:
    data = caylus(library().rules("caylus", edition).data)
    has = Counter(dict(data.setup.goods.kinds()))
    used = [space for space, who in EXAMPLE["workers"].items() if who == "you"]
    assert len(used) == 2
    for space in used:
        effect = data.buildings[EXAMPLE["road"][space]].effect
        assert isinstance(effect, Produce)
        has.update(dict(effect.options[0].kinds()))
    assert has == Counter(cube for batch in EXAMPLE["batches"] for cube in batch)
    for batch in EXAMPLE["batches"]:
        assert len(set(batch)) == data.castle.batch.cubes
        assert "food" in batch


def test_the_money_is_spent_to_the_last_coin_and_then_comes_the_favor() -> None:
    told = shown(page(languages=("en",)))
    assert EXAMPLE["money"] + 2 - 1 - 2 - 2 - 1 == 0, "income; the quarry, the farm, the castle, the provost"
    assert "You take 2 and hold 6" in " ".join(told.split())
    assert "This turn brought you 10 , and you keep 3" in " ".join(told.split())


def test_who_is_where_does_not_contradict_the_board() -> None:
    data = caylus(library().rules("caylus", "en").data)
    spaces = {int(space) for space in EXAMPLE["road"]}
    assert not spaces & set(data.road.fixed.values())
    assert spaces | set(data.road.fixed.values()) >= set(range(1, 11)), "no gap before the first free space"
    neutral = [EXAMPLE["road"][str(space)] for space in data.road.neutral]
    assert sorted(neutral) == sorted(name for name, it in data.buildings.items() if it.category == "neutral")
    assert set(EXAMPLE["owners"]) <= set(EXAMPLE["road"])
    assert EXAMPLE["bailiff"] + data.bailiff.ahead < data.castle.sections["dungeon"].trigger


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_on_the_road_has_its_paragraph(language: str) -> None:
    t = Translator(language, library().rules("caylus", library().default_edition("caylus", language)))
    items = [item for item in page(languages=(language,)).pages[0].items if isinstance(item, Text)]
    for id, letter in letters().items():
        assert sum(item.text == letter and item.font == "title" for item in items) == 2
        assert t.has(id, "teach")
    drawn = Counter(item.name for item in page(languages=(language,)).pages[0].items if isinstance(item, Icon))
    assert drawn["worker"] >= len(EXAMPLE["workers"])


def test_simplified_favors_bring_points_and_no_money() -> None:
    told = " ".join(shown(page(languages=("en",), variants=("simplified_favors",))).split())
    assert "This turn brought you 13 , and you keep 0" in told
