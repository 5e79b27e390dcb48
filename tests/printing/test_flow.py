"""Slabs poured into columns, and words put into slabs: nothing lost, nothing parted badly, nothing cut off."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.printing import Request, fonts
from companion.printing.display import Text
from companion.printing.errors import BuildError
from companion.printing.flow import Column, FlowTable, Heading, Paragraph, Put, Said, Slab
from companion.printing.flow_pour import chunks, fill, pour, under_headings
from companion.printing.flow_set import Press, set_blocks
from companion.printing.flow_sheet import flowing
from companion.printing.job import job_for
from companion.printing.text import NamedText

PAGE = 250.0
SLABS = st.lists(
    st.builds(Slab, height=st.floats(3, 40), items=st.just(()), above=st.floats(0, 8), keep=st.booleans()), max_size=40
)


def said(text: str) -> Said:
    return (NamedText(text, "id", "nl"),)


def height(column: tuple[Slab, ...]) -> float:
    return sum(slab.height for slab in column) + sum(slab.above for slab in column[1:])


@given(SLABS, st.integers(1, 4))
def test_every_slab_is_poured_once_and_in_order(slabs: list[Slab], columns: int) -> None:
    waiting, out = chunks(slabs), list[Slab]()
    while waiting:
        filled = pour(waiting, columns, 400)
        if not filled.columns:
            return  # what belongs together is higher than the page: a build error, told of by the sheet
        assert len(filled.columns) <= columns
        for column in filled.columns:
            assert height(column) <= 400 + 1e-6
            out += column
        waiting = filled.rest
    assert [id(slab) for slab in out] == [id(slab) for slab in slabs]


@given(SLABS, st.integers(2, 4))
def test_what_belongs_together_is_never_parted(slabs: list[Slab], columns: int) -> None:
    filled = fill(chunks(slabs), columns, PAGE)
    for column in filled.columns:
        last = column[-1]
        assert not last.keep or last is slabs[-1]


@given(st.lists(st.floats(4, 20), min_size=6, max_size=60), st.integers(2, 4))
def test_columns_are_even(heights: list[float], columns: int) -> None:
    slabs = [Slab(one, ()) for one in heights]
    filled = pour(chunks(slabs), columns, 5000)
    assert not filled.rest
    assert filled.height <= sum(heights) / columns + max(heights) + 0.5


def rows(number: int) -> FlowTable:
    cells = tuple(((Put(said(f"Rij {n}")),), (Put(said(str(n))),)) for n in range(number))
    return FlowTable((Column(1), Column(0, align="right")), cells, ((Put(said("Kop"), "head"),), ()))


def test_a_table_repeats_its_head_in_every_column() -> None:
    slabs = set_blocks([Heading(said("Titel")), rows(40)], 80, Press(9.5))
    filled = pour(chunks(slabs), 3, PAGE)
    assert len(filled.columns) == 3
    for column in filled.columns:
        shown = [item.text for slab in column for item in slab.items if isinstance(item, Text)]
        assert shown.count("Kop") == 1
        assert next(text for text in shown if text != "Titel") == "Kop"


@pytest.mark.parametrize("depth", range(20, 120, 3))
def test_no_heading_and_no_first_row_is_alone_at_the_foot(depth: int) -> None:
    slabs = set_blocks([rows(5), Heading(said("Titel")), rows(8)], 80, Press(9.5))
    for column in fill(chunks(slabs), 5, depth).columns:
        shown = [item.text for slab in column for item in slab.items if isinstance(item, Text)]
        if "Titel" in shown:
            assert len([text for text in shown[shown.index("Titel") + 1 :] if text.startswith("Rij")]) >= 2


def test_a_table_stays_under_its_heading_where_there_is_room() -> None:
    blocks = [block for name in "ABC" for block in (Heading(said(name)), rows(6))]
    filled = pour(chunks(set_blocks(blocks, 60, Press(9.5))), 3, PAGE)
    for column, name in zip(filled.columns, "ABC", strict=True):
        assert [item.text for item in column[0].items if isinstance(item, Text)] == [name]
    assert len(under_headings(chunks(set_blocks(blocks, 60, Press(9.5))))) == 3


def test_numbers_stand_under_each_other() -> None:
    slabs = set_blocks([rows(120)], 80, Press(9.5))
    ends = {
        round(item.x + fonts.width(item.font, item.size, item.text), 2)
        for slab in slabs for item in slab.items if isinstance(item, Text) and item.text.isdigit()
    }  # fmt: skip
    assert ends == {80.0}


def test_lines_of_a_paragraph_do_not_touch_and_stay_inside() -> None:
    text = "Staat de provoost verder langs de weg dan de stadhouder, dan gaat de stadhouder verder. " * 4
    (slab,) = set_blocks([Paragraph((*said(text), NamedText(text[::-1].strip(), "id", "de")))], 84, Press(9.5))
    lines = [item for item in slab.items if isinstance(item, Text)]
    assert len(lines) > 8
    for line in lines:
        assert line.x + fonts.width(line.font, line.size, line.text) <= 84 + 1e-6
        assert line.y <= slab.height + 1e-6
    for above, below in pairwise(lines):
        assert below.y - above.y > fonts.height(below.font, below.size) * 1.4


def test_no_last_line_is_a_lonely_word() -> None:
    text = "De bouwer legt een huis op het gebouw en krijgt meteen punten ja"
    for width in range(40, 90):
        (slab,) = set_blocks([Paragraph(said(text))], width, Press(9.5))
        lines = [item.text for item in slab.items if isinstance(item, Text)]
        assert len(lines) < 2 or len(lines[-1]) > len("punten")


def test_a_word_is_parted_as_its_language_wants_where_much_of_a_line_would_stay_empty() -> None:
    def lines(text: str, language: str, width: float) -> list[str]:
        (slab,) = set_blocks([Paragraph((NamedText(text, "id", language),))], width, Press(9.5))
        return [item.text for item in slab.items if isinstance(item, Text)]

    assert lines("Prestigegebäudebeschreibung", "de", 24) == ["Prestigegebäu-", "debeschreibung"]
    assert lines("de Koopmansgilde", "nl", 24) == ["de", "Koopmansgilde"], "a label"
    assert lines("je gaat zo dadelijk nog even naar de Koopmansgilde toe", "nl", 34)[1:] == [
        "even naar de Koop-",
        "mansgilde toe",
    ]
    assert lines("on entre tout de suite dans un établissement royal", "fr", 36)[1:] == [
        "dans un établisse-",
        "ment royal",
    ]


@pytest.mark.parametrize("width", range(12, 40))
def test_neither_an_option_nor_a_range_nor_a_number_and_its_unit_is_parted(width: int) -> None:
    text = "Give --offset-again or 50 mm, and 1–28 for 12 PP"
    (slab,) = set_blocks([Paragraph(said(text))], max(width, 27), Press(9.5))
    lines = [item.text.replace("\u00a0", " ") for item in slab.items if isinstance(item, Text)]
    for whole in ("--offset-again", "50 mm,", "1–28", "12 PP"):
        assert any(whole in line for line in lines), lines


def test_any_word_fits_if_it_has_to() -> None:
    press = Press(9.5, anywhere=True)
    (slab,) = set_blocks([Paragraph((NamedText("B" * 40, "building.x", "de"),))], 20, press)
    lines = [item for item in slab.items if isinstance(item, Text)]
    assert "".join(line.text.removesuffix("-") for line in lines) == "B" * 40
    assert all(fonts.width(line.font, line.size, line.text) <= 20 for line in lines)


def test_what_stands_under_a_heading_has_it_again_in_the_next_column() -> None:
    slabs = set_blocks([Heading(said("Titel")), rows(40)], 80, Press(9.5))
    for column in pour(chunks(slabs), 3, PAGE).columns:
        assert next(item.text for slab in column for item in slab.items if isinstance(item, Text)) == "Titel"


def test_a_word_that_fits_nowhere_fails_the_build_by_name() -> None:
    with pytest.raises(BuildError) as caught:
        set_blocks([Paragraph((NamedText("B" * 40, "building.x", "de"),))], 20, Press(9.5))
    assert (caught.value.id, caught.value.language, caught.value.box) == ("building.x", "de", "body")


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("big", [False, True])
def test_words_never_stop_a_sheet(paper: str, big: bool) -> None:
    monster, many = "Donaudampfschifffahrtsgesellschaftskapitän" * 4, 90
    cell = (Put(said(f"{monster} und noch mehr davon, wie es eben kommt")),)
    table = FlowTable((Column(0), Column(0), Column(1)), ((cell, cell, cell),) * many)
    request = Request("teach", languages=("de",), paper=paper, big=big).checked()
    blocks = {"turn": [Heading(said(monster)), table], "ideas": [table]}
    document = flowing(lambda desk: [desk.leaf(said("Titel"), blocks)])(job_for(request))
    lines = [item for page in document.pages for item in page.items if isinstance(item, Text)]
    shown = "".join(line.text.removesuffix("-") for line in lines)
    assert shown.count("kommt") == 2 * 3 * many
    for line in lines:
        assert line.x + fonts.width(line.font, line.size, line.text) <= document.pages[0].width - 9.9
