"""What is on the cards: as many as in the box, with the numbers of the data and the words of the catalogues."""

from collections import Counter

import pytest

from companion.i18n.answers import owner_line
from companion.i18n.translator import Translator
from companion.printing import icons
from companion.printing.boxes import layout
from companion.printing.contents.signs import goods_signs
from companion.printing.data import names, read
from companion.printing.display import Face, Icon, Text, Use
from companion.printing.errors import BuildError
from companion.printing.face import compose
from companion.printing.job import lay_out
from companion.printing.palette import named
from companion.printing.product import Request, product_file
from companion.printing.text import NamedText, Type, fit
from companion.printing.units import size
from companion.rules import library, load
from companion.rules.base import Goods
from tests.words import LANGUAGES


def _shown(product: str, **options: object) -> Counter[str]:
    document = lay_out(Request(product, **options).checked())  # type: ignore[arg-type]
    return Counter(item.face for page in document.pages for item in page.items if isinstance(item, Use))


@pytest.mark.parametrize("language", LANGUAGES)
def test_magna_carta_has_its_63_cards(language: str) -> None:
    shown = _shown("cards", languages=(language,))
    data = load("magna_carta", language).data
    player_cards = [b for c in ("small", "large") for b in data.of(c)]
    assert len(player_cards) == 12
    assert all(shown[card] == 4 for card in player_cards)
    assert sum(shown[b] for b in data.of("neutral")) == 5
    assert sum(shown[b] for b in data.of("prestige")) == 7
    assert shown["start"] == shown["bridge"] == shown["bridge intro"] == shown["castle"] == 1
    assert shown["residence"] == 48
    assert all(shown[f"badge {colour}"] == 2 * 12 for colour in data.players.colours)


@pytest.mark.parametrize("edition", library().editions("caylus"))
def test_caylus_has_the_tiles_of_its_box(edition: str) -> None:
    shown = _shown("tiles", edition=edition, languages=("nl",))
    data = load("caylus", edition).data
    for building, it in data.buildings.items():
        assert shown[building] == it.count, building
    stone = sum(shown[b] for b in data.of("stone"))
    assert (stone, shown["residence"]) == ((10, 7) if edition in ("en", "fr", "de-jeweller") else (9, 8))


def test_the_owner_of_a_stone_production_building_gets_a_cube_in_icons_and_in_words() -> None:
    for edition in library().editions("caylus"):
        rules = load("caylus", edition)
        assert owner_line(rules, "s_farm", Translator("en", rules)) == "Take 1\u00a0food or 1\u00a0cloth."
        face = lay_out(Request("tiles", edition=edition).checked()).faces["s_farm"]
        drawn = [item.name for item in face.items if isinstance(item, Icon)]
        assert drawn[drawn.index("house") + 1 :] == ["food", "cloth"]
        assert [b for b in rules.data.buildings if rules.data.owner_effect(b)] == ["s_farm", "park", "workshop"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tailor_shows_name_cost_worth_and_both_trades(language: str) -> None:
    face = lay_out(Request("tiles", languages=(language,), edition="de").checked()).faces["tailor"]
    texts, drawn = _texts(face), [item.name for item in face.items if isinstance(item, Icon)]
    assert {"nl": "Kleermaker", "de": "Schneider", "en": "Tailor", "fr": "Tailleur"}[language] in texts
    numbers = [text for text in texts if text.isdigit()]
    assert numbers[-4:] == ["2", "4", "3", "6"]
    assert drawn[:3] == ["wood", "stone", "prestige"]
    assert drawn.count("cloth") == 2


def _texts(face: Face) -> list[str]:
    return [item.text for item in face.items if isinstance(item, Text)]


def test_amounts_in_icons() -> None:
    assert [s.icon or s.text for s in goods_signs(Goods(stone=2, denier=3))] == ["stone", "stone", "coin"]
    assert [s.icon or s.text for s in goods_signs(Goods(stone=5))] == ["5", "stone"]


def test_words_that_do_not_fit_or_cannot_be_drawn_fail_the_build() -> None:
    with pytest.raises(BuildError) as long:
        fit(NamedText("Prestigegebäudeplättchenschachtel", "building.x", "de"), 20, 5, Type("text", 9, 8), "name")
    assert (long.value.id, long.value.language, long.value.box) == ("building.x", "de", "name")
    with pytest.raises(BuildError, match="has no"):
        fit(NamedText("漢", "building.x", "en"), 20, 5, Type("text", 9, 8), "name")
    assert fit(NamedText("Prestige\u00adgebäude", "x", "de"), 15, 9, Type("text", 9, 8, 2), "n").lines == (
        "Prestige-",
        "gebäude",
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("card", ["poker", "bridge", "euro", "tarot"])
def test_cards_come_in_every_size(card: str, language: str) -> None:
    document = lay_out(Request("cards", size=card, languages=(language,)).checked())
    assert document.faces["church"].width == size(card).width


def test_every_drawing_is_readable_for_paper_and_in_our_colours() -> None:
    files = sorted(icons.folder().rglob("*.svg"))
    assert len(files) > 80
    for file in files:
        drawing = icons.parse(file)
        assert drawing.strokes, file
        for stroke in drawing.strokes:
            for colour in (stroke.fill, stroke.stroke):
                assert colour in ("none", icons.CURRENT) or named(colour), file
            for _, values in stroke.segments:
                assert all(-0.01 <= v <= max(drawing.width, drawing.height) + 0.01 for v in values), file


def test_every_data_file_is_used_and_readable() -> None:
    used = {
        name
        for product in names("products")
        for face in product_file(product).get("faces", {}).values()
        for name in face
    }
    assert used == set(names("faces"))
    for name in used:
        found = layout([name], size(read(f"faces/{name}")["fits"]))
        assert found is not None
        assert found.boxes
        with pytest.raises(ValueError, match="no box for"):
            compose(found, "", {"nonsense": NamedText("x", "x", "en")})
