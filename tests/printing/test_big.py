"""Big print, for weak eyes: large, black on white, whole sections, and nothing that does not fit."""

from itertools import pairwise
from typing import Any

import pytest

from companion.printing import Request
from companion.printing.display import Document, Icon, Line, Mark, Rect, Text
from companion.printing.errors import BadChoice
from companion.printing.job import lay_out
from companion.printing.product import games_with, product_file, products
from tests.printing.matrix import NEEDED
from tests.printing.proof import faults
from tests.words import LANGUAGES

pytestmark = pytest.mark.slow

SHEETS = [(name, game) for name in products() if product_file(name).get("big") for game in games_with(name)]


def asked(product: str, game: str, *languages: str, paper: str = "A3") -> Request:
    needs = product_file(product).get("needs")
    more: dict[str, Any] = {needs: NEEDED[needs](game)} if needs else {}
    return Request(product, game, languages=languages, paper=paper, big=True, **more).checked()


def big(product: str, game: str, *languages: str, paper: str = "A3") -> Document:
    return lay_out(asked(product, game, *languages, paper=paper))


@pytest.mark.parametrize("languages", [("de",), ("fr", "nl")])
@pytest.mark.parametrize(("product", "game"), SHEETS)
def test_no_letter_is_smaller_than_18_points(product: str, game: str, languages: tuple[str, ...]) -> None:
    for page in big(product, game, *languages).pages:
        small = [item.text for item in page.items if isinstance(item, Text) and item.size < 18]
        assert [text for text in small if not text.isdigit() and len(text) > 1] == [], "neither in a coin nor a shape"
        assert all(item.size >= 14 for item in page.items if isinstance(item, Text))


@pytest.mark.parametrize(("product", "game"), SHEETS)
def test_it_is_black_on_white(product: str, game: str) -> None:
    players = {"blue", "red", "green", "orange", "black"}
    for page in big(product, game, "en").pages:
        assert {item.colour for item in page.items if isinstance(item, Text)} == {"ink"}
        assert {item.colour for item in page.items if isinstance(item, Line | Icon)} <= {"ink", "white", *players}
        assert {item.fill for item in page.items if isinstance(item, Rect)} <= {"", "white", "ink", *players}


@pytest.mark.parametrize(("product", "game"), SHEETS)
@pytest.mark.parametrize("paper", ["A3", "A4", "Letter"])
def test_big_print_is_without_fault_on_every_paper(product: str, game: str, paper: str) -> None:
    language = LANGUAGES[(len(product) + len(paper) + len(game)) % len(LANGUAGES)]
    assert faults(asked(product, game, language, paper=paper)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_after_the_first_begins_with_a_heading(language: str) -> None:
    for page in big("aid", "caylus", language).pages[1:]:
        highest = min((item for item in page.items if isinstance(item, Text)), key=lambda item: item.y)
        assert highest.font == "title"
        assert highest.size > 24


def test_a_short_section_is_never_split() -> None:
    pages = [
        [item.title or item.role for item in page.items if isinstance(item, Mark) and item.role in {"H2", "TR"}]
        for page in big("aid", "caylus", "de").pages
    ]
    for page, following in pairwise(pages):
        assert page[-1] == "TR", "a heading at the foot of a page has lost what it heads"
        assert following[0] != "TR", "a table goes on without its heading"


def test_what_is_cut_has_no_big_print() -> None:
    with pytest.raises(BadChoice) as caught:
        Request("cards", big=True).checked()
    assert "aid" in caught.value.valid
    assert "pad" not in caught.value.valid
