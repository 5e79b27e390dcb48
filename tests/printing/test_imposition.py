"""Cutting and turning: where cards, marks, backs and windows lie, for any size and number."""

import math
from dataclasses import astuple
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.printing.display import Area, Line, Page, Rect, Use
from companion.printing.errors import TooLarge
from companion.printing.grid import CUTS, DUPLEX, Grid, grid
from companion.printing.mats import CROSS, wall
from companion.printing.paper import Offset, Size, craft, paper, papers, size
from companion.printing.sheet import FOOT, HEAD, MARKS, REST, Labels, Piece, card_pages, edge_faces, single_pages
from tests.printing.proof import BLEED, FOLD, UNPRINTABLE
from tests.printing.reading import NEAR, Sheet

pytestmark = pytest.mark.slow

LABELS = Labels("Title", "Legal", "Scale", "Front", "Back", "en")
SHEETS = {
    "n": st.integers(1, 40), "width": st.integers(30, 90), "height": st.integers(30, 120),
    "duplex": st.sampled_from(DUPLEX), "cut": st.sampled_from(CUTS), "name": st.sampled_from(papers()),
}  # fmt: skip


def sheet(n: int, width: int, height: int, duplex: str, cut: str, name: str) -> tuple[Grid, tuple[Page, ...]]:
    """The pages of so many cards with backs."""
    found = grid(Size(width, height), paper(name), craft(), duplex=duplex, cut=cut, name=name).holding(n)
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


def sides(found: Grid, pages: tuple[Page, ...]) -> list[tuple[list[Area], list[Area]]]:
    """The grounds of each sheet's fronts and backs."""
    if found.fold:
        return [(areas[: len(areas) // 2], areas[len(areas) // 2 :]) for areas in map(grounds, pages)]
    half = len(pages) // 2
    pairs = zip(pages[:half], pages[half:], strict=True) if found.duplex == "single" else zip(
        pages[::2], pages[1::2], strict=True
    )  # fmt: skip
    return [(grounds(front), grounds(back)) for front, back in pairs]


@given(**SHEETS)
def test_all_cards_lie_on_as_few_pages_as_hold_them_inside_the_margins(n: int, **how: object) -> None:
    found, pages = sheet(n, **how)  # type: ignore[arg-type]
    assert len(pages) == (1 if found.fold else 2) * math.ceil(n / found.per_page)
    assert sum(len(fronts) for fronts, _ in sides(found, pages)) == n
    for area in (area for page in pages for area in grounds(page)):
        assert min(area.x, area.y) >= UNPRINTABLE
        assert area.x + area.width <= found.width - UNPRINTABLE
        assert area.y + area.height <= found.height - UNPRINTABLE
        if found.fold == "x":
            assert area.x + area.width <= found.width / 2 - FOLD + 0.01 or area.x >= found.width / 2 + FOLD - 0.01
        if found.fold == "y":
            assert area.y + area.height <= found.height / 2 - FOLD + 0.01 or area.y >= found.height / 2 + FOLD - 0.01


@given(**SHEETS)
def test_no_other_grid_holds_more(n: int, width: int, height: int, duplex: str, cut: str, name: str) -> None:
    """The paper is filled: one more row or column would not leave room for margins, text and marks."""
    found = grid(Size(width, height), paper(name), craft(), duplex=duplex, cut=cut, name=name)
    gap, ground = (2 * BLEED, BLEED) if cut == "gutters" else (0, 0.8)
    assert (found.gap, found.ground) == (gap, ground)
    edge, band = UNPRINTABLE + ground + 0.6 + 2.5, 5.2
    room_x = found.width - 2 * edge - 2 * band * found.bands_at_sides
    room_y = found.height - 2 * edge - 2 * band * (not found.bands_at_sides)
    if found.fold == "x":
        room_x = room_x / 2 - ground - FOLD
    if found.fold == "y":
        room_y = room_y / 2 - ground - FOLD
    for count, side, room in ((found.columns, width, room_x), (found.rows, height, room_y)):
        assert count * (side + gap) - gap <= room + 0.001
        assert (count + 1) * (side + gap) - gap > room - 0.001


@given(**SHEETS)
def test_colour_ends_in_the_same_place_on_both_sides(n: int, **how: object) -> None:
    """A cut that slips shows no more white on the back than on the front."""
    found, pages = sheet(n, **how)  # type: ignore[arg-type]
    for fronts, backs in sides(found, pages):
        assert len(fronts) == len(backs)
        for front, back in zip(fronts, (turned(area, found) for area in backs), strict=True):
            assert astuple(back) == pytest.approx(astuple(front), abs=0.001)


@given(**SHEETS)
def test_colour_covers_each_card_and_goes_on_where_nothing_is_beside_it(n: int, **how: object) -> None:
    found, pages = sheet(n, **how)  # type: ignore[arg-type]
    for fronts, _ in sides(found, pages):
        for place, area in enumerate(fronts):
            card = found.front(place)
            around = [area.x, area.y, area.x + area.width, area.y + area.height]
            cut = [card.x, card.y, card.x + card.width, card.y + card.height]
            row, column = divmod(place, found.columns)
            last = place + found.columns >= len(fronts) or row == found.rows - 1
            ends = (column == 0, row == 0, column == found.columns - 1 or place == len(fronts) - 1, last)
            for side, (mine, edge) in enumerate(zip(around, cut, strict=True)):
                beyond = found.ground * (bool(found.gap) or ends[side])
                assert abs(mine - edge) == pytest.approx(beyond, abs=0.001)


@given(**SHEETS)
def test_every_cut_has_its_marks_and_none_lies_on_colour(n: int, **how: object) -> None:
    found, pages = sheet(n, **how)  # type: ignore[arg-type]
    marks = [line for line in found.marks(craft()) if not line.dash]
    for mark in marks:
        assert math.dist((mark.x1, mark.y1), (mark.x2, mark.y2)) == pytest.approx(2.5)
        assert min(mark.x1, mark.x2, mark.y1, mark.y2) >= UNPRINTABLE - 0.01
        for area in (area for page in pages for area in grounds(page)):
            beside = max(mark.x1, mark.x2) <= area.x or min(mark.x1, mark.x2) >= area.x + area.width
            above = max(mark.y1, mark.y2) <= area.y or min(mark.y1, mark.y2) >= area.y + area.height
            assert beside or above
    for place in range(found.per_page):
        card = found.front(place)
        for x in (card.x, card.x + card.width):
            assert sum(mark.x1 == mark.x2 == pytest.approx(x) for mark in marks) == (1 if found.fold == "y" else 2)
        for y in (card.y, card.y + card.height):
            assert sum(mark.y1 == mark.y2 == pytest.approx(y) for mark in marks) == (1 if found.fold == "x" else 2)
    folds = [line for line in found.marks(craft()) if line.dash]
    assert len(folds) == bool(found.fold)
    for line in folds:
        ends = (line.x1, line.x2, found.width) if found.fold == "x" else (line.y1, line.y2, found.height)
        assert ends[0] == ends[1] == ends[2] / 2


@given(n=st.integers(1, 60), side=st.integers(20, 60), duplex=st.sampled_from(DUPLEX), cut=st.sampled_from(CUTS))
def test_few_parts_lie_in_the_middle_with_marks_for_them_alone(n: int, side: int, duplex: str, cut: str) -> None:
    whole = grid(Size(side, side), paper("A4"), craft(), duplex=duplex, cut=cut, name="A4")
    found = whole.holding(n)
    if whole.fold or n >= whole.per_page:
        assert found == whole
        return
    assert n <= found.per_page < n + found.columns
    block = found.block
    assert block.x + block.width / 2 == pytest.approx(found.width / 2, abs=0.01)
    assert block.y + block.height / 2 == pytest.approx(found.height / 2, abs=0.01)


@pytest.mark.parametrize("paper_", papers())
@pytest.mark.parametrize("product", ["cards", "tokens"])
def test_few_pieces_on_a_folded_sheet_keep_clear_of_the_fold(product: str, paper_: str) -> None:
    only = {"cards": ("bank:2",), "tokens": ("dungeon:3",)}[product]
    found = Sheet.of(product, "", "en", paper=paper_, duplex="gutterfold", only=only)
    assert [front[:4] == behind[:4] for front, behind in found.pieces] == [False] * len(found.pieces)
    assert len(found.pieces) == int(only[0][-1])
    assert (found.fold(0) or 0) >= FOLD
    assert all(
        any(found.turned(back, 0).near(front) for front in fronts)
        for _, fronts, _, backs in found.sheets
        for back in backs
    )


def test_single_pages_take_turns_if_each_piece_has_a_back() -> None:
    both = [Piece("a", "ground", "b", "tint", over=("badge",)), Piece("c", "ground", "d", "tint")]

    def shown(pieces: list[Piece], *, pairs: bool) -> list[str]:
        pages = single_pages(pieces, Size(20, 30), LABELS, pairs=pairs)
        assert {(page.width, page.height) for page in pages} == {(26, 36)}
        assert {page.trim for page in pages} == {Area(3, 3, 20, 30)}
        return [" ".join(item.face for item in page.items if isinstance(item, Use)) for page in pages]

    assert shown(both, pairs=True) == ["a badge", "b badge", "c", "d"]
    assert shown(both, pairs=False) == ["a badge", "c", "b badge", "d"]
    assert shown([*both, Piece("e", "ground")], pairs=True) == ["a badge", "c", "e", "b badge", "d"]


@given(
    width=st.integers(200, 900), height=st.integers(150, 700), overlap=st.integers(5, 8), name=st.sampled_from(papers())
)
def test_windows_cover_a_picture_of_any_size(width: int, height: int, overlap: int, name: str) -> None:
    try:
        found = wall(Size(width, height), paper(name), craft(), overlap, name)
    except TooLarge:
        assert width * height > 26 * 150 * 150
        return
    parts = [found.part(number) for number in range(found.across * found.down)]
    assert len(parts) <= 26, "each has a letter"
    assert parts[0].x == parts[0].y == 0
    assert parts[-1].x + parts[-1].width == pytest.approx(width, abs=0.01)
    assert parts[-1].y + parts[-1].height == pytest.approx(height, abs=0.01)
    assert found.window.width <= found.page.width - 2 * UNPRINTABLE + 0.01
    assert found.window.height <= found.page.height - 2 * (UNPRINTABLE + 5.2) - 12 + 0.01
    for left, right in pairwise(parts):
        if right.y == left.y:
            assert left.x + left.width - right.x == pytest.approx(overlap, abs=0.01)
    for upper, lower in zip(parts, parts[found.across :], strict=False):
        assert upper.y + upper.height - lower.y == pytest.approx(overlap, abs=0.01)


@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("paper_", papers())
def test_the_offset_corrects_the_same_edges_of_the_paper_whichever_way_the_page_lies(duplex: str, paper_: str) -> None:
    """The calibration sheet stands upright and cards lie on some papers: what was read along an edge stays along it."""
    read = Offset(1.5, -0.7)
    plain, moved = (Sheet.of("cards", paper=paper_, duplex=duplex, offset=offset) for offset in (Offset(), read))
    assert plain.cut[0] == moved.cut[0], "fronts stay"
    right, down = (getattr(moved.cut[1][0], side) - getattr(plain.cut[1][0], side) for side in ("x", "y"))
    lying = plain.sizes[0][0] > plain.sizes[0][1]
    over_standing_edge = (duplex == "long") != lying
    seen = (-right, down) if over_standing_edge else (right, -down)
    on_paper = (seen[1], -seen[0]) if lying else seen
    assert on_paper == pytest.approx((-read.x, -read.y), abs=0.01)
    assert "Offset" not in str(Sheet.of("calibration", paper=paper_, duplex=duplex, offset=read).titles)


@pytest.mark.parametrize(("duplex", "moves"), [("long", (1.5, 0.7)), ("short", (-1.5, -0.7)), ("single", (0, 0))])
def test_the_cross_on_the_back_moves_as_backs_do(duplex: str, moves: tuple[float, float]) -> None:
    plain, moved = (Sheet.of("calibration", duplex=duplex, offset=offset).document.pages[1] for offset in
                    (Offset(), Offset(1.5, -0.7)))  # fmt: skip
    changed = {
        (round(two.x1 - one.x1, 2), round(two.y1 - one.y1, 2))
        for one, two in zip(plain.items, moved.items, strict=True) if isinstance(one, Line) and isinstance(two, Line)
    }  # fmt: skip
    assert changed == {moves}


def test_the_rulers_are_as_long_as_they_say() -> None:
    foot = edge_faces(180, craft(), LABELS)[FOOT]
    lines = [item for item in foot.items if isinstance(item, Line)]
    assert [round(line.x2 - line.x1, 2) for line in lines if line.y1 == line.y2] == [50.0, 50.8]
    ticks = [line.x1 for line in lines if line.x1 == line.x2]
    assert len(ticks) == 11 + 5
    assert [round(b - a, 2) for a, b in pairwise(ticks[:11])] == [5.0] * 10
    assert [round(b - a, 2) for a, b in pairwise(ticks[11:])] == [12.7] * 4


def test_the_cross_for_the_offset_counts_to_the_right_and_down() -> None:
    """What is read beside the cross is typed as it stands: backs that lie right of their fronts are moved back."""
    chars = Sheet.of("calibration").letters[0]
    middle_x, middle_y = 105.0, 148.5
    for side, said in ((1, "510"), (-1, "−10−5")):
        beside = [one for one in chars if 3 < (one.body[0] - middle_x) * side < 12 and 2 < one.body[3] - middle_y < 6]
        assert "".join(one.text for one in sorted(beside, key=lambda one: one.body[0])) == said
        below = [one for one in chars if 1 < one.body[0] - middle_x < 6 and 3 < (one.body[1] - middle_y) * side < 12]
        assert "".join(one.text for one in sorted(below, key=lambda one: (round(one.body[3]), one.body[0]))) == said


def test_units() -> None:
    assert size("59x92mm") == size(" 5.9 cm x 9,2cm ") == size("59 × 92 mm") == Size(59, 92) == size("Euro")
    assert size("2.5x3.5in") == Size(63.5, 88.9)
    assert size("180x252pt") == Size(63.5, 88.9)
    assert size("20x430mm") == Size(20, 430)
    assert set(papers()) == {"A4", "A3", "Letter", "Legal"}
    assert [astuple(paper(name)) for name in ("A4", "A3", "Letter", "Legal")] == [
        (210, 297), (297, 420), (215.9, 279.4), (215.9, 355.6),
    ]  # fmt: skip


def test_marks_and_texts_are_on_every_page_of_cards() -> None:
    for duplex in DUPLEX:
        document = Sheet.of("cards", "", "de", duplex=duplex).document
        for page in document.pages:
            used = [item.face for item in page.items if isinstance(item, Use)]
            assert used.count(HEAD) == used.count(FOOT) == 1
            back = page.title.startswith("Rückseite")
            assert used.count(MARKS) + used.count(REST) == (not back)


def shared(one: list[tuple[float, float]], other: list[tuple[float, float]], moved: tuple[float, float]) -> int:
    """How many crosses lie on each other when the sheets are laid together."""
    there = [(x + moved[0], y + moved[1]) for x, y in other]
    return sum(any(math.dist(a, b) < NEAR for b in there) for a in one)


@pytest.mark.parametrize("paper_", papers())
def test_sheets_of_the_road_overlap_and_cover_it(paper_: str) -> None:
    overlap = 7.0
    found = Sheet.of("road", "", "en", paper=paper_)
    trims = [page.trim for page in found.document.pages]
    width, height = (next(getattr(trim, side) for trim in trims if trim) for side in ("width", "height"))
    assert {(trim.width, trim.height) for trim in trims if trim} == {(width, height)}
    across = round((7 * 50 + 2 * 62 - overlap) / (width - overlap))
    down = len(trims) // across
    assert across * (width - overlap) + overlap == pytest.approx(7 * 50 + 2 * 62, abs=NEAR)
    assert down * (height - overlap) + overlap == pytest.approx(5 * 58 + 4 * 8, abs=NEAR)
    assert [page.title for page in found.document.pages] == found.titles
    every = "".join(found.texts)
    for word in ("Gate", "Tradingpost", "Merchants’guild", "Stables", "Inn", "Bridge", "Castle", "Goldmine", "28"):
        assert word in every
    crosses = [[(item.x, item.y) for item in found.document.faces[f"window {chr(65 + n)}"].items
                if isinstance(item, Use) and item.face == CROSS] for n in range(len(trims))]  # fmt: skip
    for number, page in enumerate(found.document.pages):
        row, column = divmod(number, across)
        dashed = [item for item in page.items if isinstance(item, Line) and item.dash]
        assert len(dashed) == (column < across - 1) + (row < down - 1), "where the next sheets will lie"
        if column < across - 1:
            assert shared(crosses[number], crosses[number + 1], (width - overlap, 0)) >= 2
        if row < down - 1:
            assert shared(crosses[number], crosses[number + across], (0, height - overlap)) >= 2
    for page, letters in zip(found.document.pages, found.letters, strict=True):
        trim = page.trim
        assert trim
        for one in letters:
            if trim.y < (one.body[1] + one.body[3]) / 2 < trim.y + trim.height:
                assert one.body[2] > trim.x, "no hidden words"
                assert one.body[0] < trim.x + trim.width, "no hidden words"
