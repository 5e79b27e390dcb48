"""Cutting and turning, computed from the finished files."""

import math
from dataclasses import astuple
from io import BytesIO

import pdfplumber
import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.printing import make
from companion.printing.contents.pieces import Piece
from companion.printing.display import Area, Page, Rect
from companion.printing.errors import TooLarge
from companion.printing.grid import CUTS, DUPLEX, Grid, grid
from companion.printing.paper import Offset, craft, paper, papers
from companion.printing.sheet import Labels, card_pages
from companion.printing.units import Size, size
from tests.printing.reading import MM, PAPERS, built, cards, words
from tests.words import LANGUAGES

pytestmark = pytest.mark.slow

LABELS = Labels("Title", "Legal", "Scale", "Front", "Back", "en")


@pytest.mark.parametrize("paper_", PAPERS)
@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("duplex", DUPLEX)
def test_backs_land_on_their_fronts(duplex: str, cut: str, paper_: str) -> None:
    content = built("cards", "nl", paper_, duplex=duplex, cut=cut)
    with pikepdf.open(BytesIO(content)) as document:
        width, height = (float(n) / MM for n in document.pages[0].mediabox[2:])
    pages = cards(content, 59, 92)
    assert sum(map(len, pages)) == 2 * 63
    if duplex == "gutterfold":
        pairs = [_folded(page, width, height) for page in pages]
    elif duplex == "single":
        half = len(pages) // 2
        pairs = list(zip(pages[:half], pages[half:], strict=True))
    else:
        pairs = list(zip(pages[::2], pages[1::2], strict=True))
    over_standing_edge = (duplex == "long") == (height > width)
    for fronts, backs in pairs:
        turned = [
            (b.x, b.y) if duplex in ("single", "gutterfold")
            else (width - b.x - b.width, b.y) if over_standing_edge
            else (b.x, height - b.y - b.height)
            for b in backs
        ]  # fmt: skip
        assert len(fronts) == len(backs)
        for front in fronts:
            assert any(math.dist((front.x, front.y), at) < 0.1 for at in turned)
        if duplex in ("long", "short"):
            assert all(back.upside_down != over_standing_edge for back in backs)
        assert not any(front.upside_down for front in fronts)


def _folded(page: list, width: float, height: float) -> tuple[list, list]:  # type: ignore[type-arg]
    """The fronts, and the backs brought over the fold onto them."""
    from dataclasses import replace

    if all(form.x + form.width < width / 2 or form.x > width / 2 for form in page):
        fronts = [form for form in page if form.x < width / 2]
        backs = [replace(form, x=width - form.x - form.width) for form in page if form.x > width / 2]
        assert not any(back.upside_down for back in backs)
    else:
        fronts = [form for form in page if form.y < height / 2]
        backs = [replace(form, y=height - form.y - form.height) for form in page if form.y > height / 2]
        assert all(back.upside_down for back in backs)
    return fronts, backs


@pytest.mark.parametrize("paper_", PAPERS)
@pytest.mark.parametrize("profile", ["home", "shop"])
def test_the_trim_is_where_the_cards_end(profile: str, paper_: str) -> None:
    content = built("cards", "de", paper_, profile)
    with pikepdf.open(BytesIO(content)) as document:
        page = document.pages[0]
        height = float(page.mediabox[3])
        trim, bleed = ([float(n) / MM for n in page[box]] for box in ("/TrimBox", "/BleedBox"))
    fronts = cards(content, 59, 92)[0]
    assert trim[0] == pytest.approx(min(f.x for f in fronts), abs=0.1)
    assert trim[2] == pytest.approx(max(f.x + f.width for f in fronts), abs=0.1)
    assert height / MM - trim[3] == pytest.approx(min(f.y for f in fronts), abs=0.1)
    assert height / MM - trim[1] == pytest.approx(max(f.y + f.height for f in fronts), abs=0.1)
    if profile == "shop":
        assert trim[0] - bleed[0] == pytest.approx(3, abs=0.1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("product", "width", "height"), [("cards", 59, 92), ("tiles", 45, 45)])
def test_no_word_is_closer_to_a_cut_than_the_safe_zone(
    product: str, width: float, height: float, language: str
) -> None:
    content = built(product, language)
    for page, chars in zip(cards(content, width, height), words(content), strict=True):
        for char in chars:
            x, top, right, foot = (char[side] / MM for side in ("x0", "top", "x1", "bottom"))
            for card in page:
                if card.x < (x + right) / 2 < card.x + card.width and card.y < (top + foot) / 2 < card.y + card.height:
                    assert card.x + 3 <= x + 0.01
                    assert right <= card.x + card.width - 2.99
                    assert card.y + 3 <= foot - char["size"] / MM * 0.9
                    assert foot - char["size"] / MM * 0.2 <= card.y + card.height - 3


@given(n=st.integers(1, 130), width=st.integers(30, 90), height=st.integers(30, 120), duplex=st.sampled_from(DUPLEX),
       cut=st.sampled_from(CUTS), name=st.sampled_from(["A4", "A3", "Letter", "Legal"]))  # fmt: skip
def test_n_cards_make_as_many_pages_as_they_need(
    n: int, width: int, height: int, duplex: str, cut: str, name: str
) -> None:
    found = grid(Size(width, height), paper(name), craft(), duplex=duplex, cut=cut, name=name)
    pages = card_pages([Piece("a", "ground", "b", "ground")] * n, found, LABELS, Offset())
    sides = 1 if duplex == "gutterfold" else 2
    assert len(pages) == sides * math.ceil(n / found.per_page)
    for place in range(found.per_page):
        for area in (found.front(place), found.back(place)[0]):
            grown = area.grown(found.ground)
            assert min(grown.x, grown.y) >= craft().unprintable
            assert grown.x + grown.width <= found.width - craft().unprintable
            assert grown.y + grown.height <= found.height - craft().unprintable


SHEETS = {
    "n": st.integers(1, 40), "width": st.integers(30, 90), "height": st.integers(30, 120),
    "duplex": st.sampled_from(DUPLEX), "cut": st.sampled_from(CUTS),
}  # fmt: skip


def sheet(n: int, width: int, height: int, duplex: str, cut: str) -> tuple[Grid, tuple[Page, ...]]:
    """The pages of so many cards with backs."""
    found = grid(Size(width, height), paper("A4"), craft(), duplex=duplex, cut=cut, name="A4").holding(n)
    return found, card_pages([Piece("a", "ground", "b", "ground")] * n, found, LABELS, Offset())


def grounds(page: Page) -> list[Area]:
    """The coloured areas of a page."""
    return [Area(it.x, it.y, it.width, it.height) for it in page.items if isinstance(it, Rect)]


def turned(area: Area, found: Grid) -> Area:
    """Where an area comes to lie when the sheet is turned over, or folded."""
    if found.axis == "x":
        return Area(found.width - area.x - area.width, area.y, area.width, area.height)
    if found.axis == "y":
        return Area(area.x, found.height - area.y - area.height, area.width, area.height)
    return area


@given(**SHEETS)
def test_colour_ends_in_the_same_place_on_both_sides(n: int, width: int, height: int, duplex: str, cut: str) -> None:
    """A cut that slips shows no more white on the back than on the front."""
    found, pages = sheet(n, width, height, duplex, cut)
    if found.fold:
        sides = [(areas[: len(areas) // 2], areas[len(areas) // 2 :]) for areas in map(grounds, pages)]
    elif duplex == "single":
        half = len(pages) // 2
        sides = [(grounds(a), grounds(b)) for a, b in zip(pages[:half], pages[half:], strict=True)]
    else:
        sides = [(grounds(a), grounds(b)) for a, b in zip(pages[::2], pages[1::2], strict=True)]
    for fronts, backs in sides:
        assert len(fronts) == len(backs)
        for front, back in zip(fronts, (turned(area, found) for area in backs), strict=True):
            assert astuple(back) == pytest.approx(astuple(front), abs=0.001)


@given(**SHEETS)
def test_every_cut_has_its_marks_and_none_lies_on_colour(
    n: int, width: int, height: int, duplex: str, cut: str
) -> None:
    found, pages = sheet(n, width, height, duplex, cut)
    marks = [line for line in found.marks(craft()) if not line.dash]
    coloured = [area for page in pages for area in grounds(page)]
    for mark in marks:
        for area in coloured:
            beside = max(mark.x1, mark.x2) <= area.x or min(mark.x1, mark.x2) >= area.x + area.width
            above = max(mark.y1, mark.y2) <= area.y or min(mark.y1, mark.y2) >= area.y + area.height
            assert beside or above
    for place in range(found.per_page):
        card = found.front(place)
        for x in (card.x, card.x + card.width):
            assert sum(mark.x1 == mark.x2 == pytest.approx(x) for mark in marks) == (1 if found.fold == "y" else 2)
        for y in (card.y, card.y + card.height):
            assert sum(mark.y1 == mark.y2 == pytest.approx(y) for mark in marks) == (1 if found.fold == "x" else 2)


def test_the_rulers_are_as_long_as_they_say() -> None:
    with pdfplumber.open(BytesIO(built("calibration"))) as document:
        lines = document.pages[0].lines
    long = {round((line["x1"] - line["x0"]) / MM, 1) for line in lines if abs(line["top"] - line["bottom"]) < 0.1}
    assert {50.0, 50.8} <= long


def test_the_cross_for_the_offset_counts_to_the_right_and_down() -> None:
    """What is read beside the cross is typed as it stands: backs that lie right of their fronts are moved back."""
    chars = words(built("calibration"))[0]
    middle_x, middle_y = 105.0, 148.5
    for side in ("right", "left"):
        beside = [
            char for char in chars
            if 3 < (char["x0"] / MM - middle_x) * (1 if side == "right" else -1) < 12
            and 2 < char["bottom"] / MM - middle_y < 6
        ]  # fmt: skip
        said = "".join(char["text"] for char in sorted(beside, key=lambda one: one["x0"]))
        assert said.replace(" ", "") == ("510" if side == "right" else "−10−5")


@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("paper_", papers())
def test_the_offset_corrects_the_same_edges_of_the_paper_whichever_way_the_page_lies(duplex: str, paper_: str) -> None:
    """The calibration sheet stands upright and cards lie on some papers: what was read along an edge stays along it."""
    read = Offset(1.5, -0.7)
    asked = {"paper": paper_, "duplex": duplex}
    content = built("cards", **asked, offset=read)
    plain, moved = (cards(one, 59, 92)[1][0] for one in (built("cards", **asked), content))
    right, down = moved.x - plain.x, moved.y - plain.y
    with pikepdf.open(BytesIO(content)) as document:
        lying = document.pages[0].mediabox[2] > document.pages[0].mediabox[3]
    if lying:  # the page's top is at the left of the paper: bring the correction back to the paper upright
        axis = "y" if duplex == "long" else "x"
        seen = (-right, down) if axis == "x" else (right, -down)
        on_paper = (seen[1], -seen[0])
    else:
        axis = "x" if duplex == "long" else "y"
        on_paper = (-right, down) if axis == "x" else (right, -down)
    assert on_paper == pytest.approx((-read.x, -read.y), abs=0.01)


def test_units() -> None:
    assert size("59x92mm") == size(" 5.9 cm x 9,2cm ") == Size(59, 92) == size("Euro")
    assert set(papers()) == {"A4", "A3", "Letter", "Legal"}
    with pytest.raises(TooLarge):
        make("cards", size="250x300mm")


def test_sleeved_cards_are_a_millimetre_smaller_and_a_saved_offset_moves_backs_alone() -> None:
    assert all(map(len, cards(built("cards", sleeve=True), 58, 91)))
    plain, moved = cards(built("cards"), 59, 92), cards(built("cards", offset=Offset(1.5, -0.5)), 59, 92)
    assert [(f.x, f.y) for f in plain[0]] == [(f.x, f.y) for f in moved[0]]
    assert moved[1][0].x - plain[1][0].x == pytest.approx(1.5, abs=0.01)
    assert moved[1][0].y - plain[1][0].y == pytest.approx(0.5, abs=0.01)
