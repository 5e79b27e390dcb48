"""Every picture has two cuts: a small one of few strokes, and a large one whose lines stay as fine as the graver."""

import pytest

from companion.printing import icons, plates
from companion.printing.contents.buildings import woodcut
from companion.printing.engraving import LEVELS, PAPER
from companion.printing.icons import CURRENT, IconShape
from companion.rules import library

NAMES = sorted(file.stem for file in (icons.folder() / "buildings").glob("*.svg"))
SMALL = (6.0, 8.0, plates.LARGE - 1)
LARGE = (plates.LARGE, 24.0, 45.0, 60.0)
MOST_STROKES = 12


def cut(name: str, mm: float) -> IconShape:
    return plates.cut(f"{plates.WOODCUTS}{name}", mm)


def widths(shape: IconShape, mm: float) -> set[float]:
    """How wide its strokes are on paper, in millimeters."""
    return {round(stroke.width * mm / shape.width, 2) for stroke in shape.strokes if stroke.stroke != "none"}


def points(shape: IconShape) -> int:
    return sum(len(stroke.segments) for stroke in shape.strokes)


def test_every_picture_has_a_small_and_a_large_cut() -> None:
    assert sorted(file.stem for file in plates.folder().glob("*.txt")) == NAMES


def test_every_building_has_a_picture_and_the_larger_of_a_name_one_of_its_own() -> None:
    shelf = library()
    for game in shelf.games:
        for edition in shelf.editions(game):
            for building in shelf.rules(game, edition).data.buildings:
                assert woodcut(building), building
    for larger, smaller in (("large_farm", "small_farm"), ("s_farm", "w_farm_food"), ("large_quarry", "small_quarry")):
        assert woodcut(larger) != woodcut(smaller)


@pytest.mark.parametrize("name", NAMES)
def test_a_small_cut_has_few_strokes_of_one_width(name: str) -> None:
    for mm in SMALL:
        small = cut(name, mm)
        assert 3 <= len(small.strokes) <= MOST_STROKES
        assert widths(small, mm) == {plates.STROKE}
        assert {color for stroke in small.strokes for color in (stroke.fill, stroke.stroke)} <= {"none", CURRENT, PAPER}


@pytest.mark.parametrize("name", NAMES)
def test_a_large_cut_gets_more_lines_when_it_grows_and_no_fatter_ones(name: str) -> None:
    cuts = {mm: cut(name, mm) for mm in LARGE}
    assert points(cuts[LARGE[0]]) > points(cut(name, SMALL[-1]))
    assert points(cuts[24.0]) > points(cuts[LARGE[0]])
    assert points(cuts[60.0]) >= points(cuts[45.0]) >= points(cuts[24.0])
    for mm, shape in cuts.items():
        assert min(widths(shape, mm)) > 0.1
        assert max(widths(shape, mm)) <= 0.55
    assert any(stroke.stroke == "none" and stroke.fill == CURRENT for stroke in cuts[45.0].strokes)


@pytest.mark.parametrize("name", NAMES)
def test_a_large_cut_stays_on_its_plate_and_is_always_the_same(name: str) -> None:
    plate = plates.plate(name)
    for part in plate.cuts:
        assert all(-10 <= x <= plate.width + 10 and -10 <= y <= plate.height + 10 for x, y in part.points)
    plates.plate.cache_clear()
    assert plates.plate(name) == plate
    assert {level for part in plate.cuts for level in [part.level]} <= {0, *(level for _, level in LEVELS)}


def test_a_line_that_cannot_be_read_is_named() -> None:
    for line in ("line=wide 1 2 3 4", "plane 1 2 3", "nonsense 1 2", "plane 1 2 3 4 5 6 : nonsense"):
        with pytest.raises(plates.BadPlate, match=line.split()[0]):
            plates.read([line], "church")
