"""Tagged PDF, as the reader in Chrome finds it: what is a heading, a table or decoration, and in which language."""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from companion.i18n.translator import Translator
from companion.printing import Request, fonts, make
from companion.printing.display import Mark, Text
from companion.printing.job import lay_out
from companion.rules import library
from tests.words import LANGUAGES

pytestmark = pytest.mark.slow

SHEETS = ("aid", "teach", "reference", "rulings", "setup", "glossary", "differences")


@dataclass
class Part:
    """A part of a page: its role, its language, and the numbers of its content, those of inner parts included."""

    role: str
    language: str
    content: list[int]
    inside: list["Part"]

    def every(self) -> Iterator["Part"]:
        yield self
        for part in self.inside:
            yield from part.every()


def parts(content: bytes) -> list[list[Part]]:
    """The parts of each page."""
    with pypdfium2.PdfDocument(content) as document:
        found = []
        for page in document:
            tree = pdfium.FPDF_StructTree_GetForPage(page.raw)
            children = range(pdfium.FPDF_StructTree_CountChildren(tree))
            found.append([_part(pdfium.FPDF_StructTree_GetChildAtIndex(tree, n)) for n in children])
            pdfium.FPDF_StructTree_Close(tree)
        return found


def _part(element: Any) -> Part:
    count = pdfium.FPDF_StructElement_GetMarkedContentIdCount(element)
    numbers = [pdfium.FPDF_StructElement_GetMarkedContentIdAtIndex(element, n) for n in range(max(count, 0))]
    children = (
        pdfium.FPDF_StructElement_GetChildAtIndex(element, n)
        for n in range(pdfium.FPDF_StructElement_CountChildren(element))
    )
    return Part(
        _string(pdfium.FPDF_StructElement_GetType, element), _string(pdfium.FPDF_StructElement_GetLang, element),
        [number for number in numbers if number >= 0], [_part(child) for child in children if child],
    )  # fmt: skip


def _string(call: Any, element: Any) -> str:
    length = call(element, None, 0)
    if not length:
        return ""
    buffer = ctypes.create_string_buffer(length)
    call(element, buffer, length)
    return buffer.raw.decode("utf-16-le").rstrip("\0")


def spoken(content: bytes) -> list[dict[int, str]]:
    """What is written in each numbered part of each page, from the content of the page."""
    with pypdfium2.PdfDocument(content) as document:
        found = []
        for page in document:
            text = page.get_textpage()
            said: dict[int, str] = {}
            for one in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT], max_depth=1):
                number = pdfium.FPDFPageObj_GetMarkedContentID(one.raw)
                length = pdfium.FPDFTextObj_GetText(one.raw, text.raw, None, 0)
                buffer = ctypes.create_string_buffer(length)
                pdfium.FPDFTextObj_GetText(
                    one.raw, text.raw, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), length
                )
                said[number] = said.get(number, "") + buffer.raw.decode("utf-16-le").rstrip("\0")
            found.append(said)
        return found


@pytest.mark.parametrize("product", SHEETS)
def test_every_word_of_a_sheet_is_in_one_part(product: str) -> None:
    content = make(product, languages=("de",)).content
    for page, said in zip(parts(content), spoken(content), strict=True):
        numbers = [number for root in page for part in root.every() for number in part.content]
        assert len(numbers) == len(set(numbers))
        assert {number for number in said if number >= 0} <= set(numbers)
        assert sum(len(text) for number, text in said.items() if number >= 0) > 100


def test_headings_are_headings_and_decoration_is_left_out() -> None:
    content = make("aid", languages=("en",)).content
    [root], said = parts(content)[0], spoken(content)[0]
    headings = [
        "".join(said.get(n, "") for n in part.content).strip() for part in root.every() if part.role in {"H1", "H2"}
    ]
    assert headings[:3] == ["Player aid", "What a worker costs", "Castle"]
    assert said[-1] == "1 / 1"


def test_tables_have_rows_of_as_many_cells_as_their_heads() -> None:
    content = make("glossary", languages=("en",)).content
    for page in parts(content):
        tables = [part for root in page for part in root.every() if part.role == "Table"]
        assert tables
        for table in tables:
            assert {row.role for row in table.inside} == {"TR"}
            assert len({len(row.inside) for row in table.inside}) == 1
    heads = [cell.role for cell in next(p for p in parts(content)[0][0].every() if p.role == "TR").inside]
    assert set(heads) == {"TH"}


def test_the_second_language_is_read_out_as_such() -> None:
    content = make("aid", languages=("en", "nl")).content
    [root], said = parts(content)[0], spoken(content)[0]
    foreign = [part for part in root.every() if part.language]
    assert {part.language for part in foreign} == {"nl"}
    assert "Kasteel" in {"".join(said.get(n, "") for n in part.content).strip() for part in foreign}


def test_a_table_goes_on_in_the_next_column_as_the_same_table() -> None:
    document = lay_out(Request("reference", languages=("nl",)).checked())
    marks = [item for page in document.pages for item in page.items if isinstance(item, Mark)]
    begun = sum(mark.role == "Table" and not mark.more for mark in marks)
    with pikepdf.open(BytesIO(make("reference", languages=("nl",)).content)) as file:
        tables = [one for one in file.objects if isinstance(one, pikepdf.Dictionary) and one.get("/S") == "/Table"]
    assert len(tables) == begun < sum(mark.role == "Table" for mark in marks)


def test_bookmarks_lead_to_sections_and_the_title_is_there_once() -> None:
    with pikepdf.open(BytesIO(make("rulings", languages=("en",)).content)) as file, file.open_outline() as outline:
        assert len(file.pages) > 1
        [title] = outline.root
        sections = [str(one.title) for one in title.children]
    assert str(title.title) == "Questions and answers"
    assert sections[0] == "Special buildings"
    assert len(sections) > 1


# kerning


@pytest.mark.parametrize("role", ["text", "strong", "bold", "italic", "title"])
def test_letters_are_drawn_as_close_as_they_are_measured(role: str) -> None:
    assert fonts.width(role, 10, "To") < fonts.width(role, 10, "T") + fonts.width(role, 10, "o")
    parts_ = sum(fonts.width(role, 10, digit) for digit in "0123456789")
    assert fonts.width(role, 10, "0123456789") == pytest.approx(parts_)


def test_words_end_where_they_were_measured_to_end() -> None:
    document = lay_out(Request("rulings", languages=("de",)).checked())
    with pypdfium2.PdfDocument(make("rulings", languages=("de",)).content) as file:
        lines = [item for item in document.pages[0].items if isinstance(item, Text)]
        page, ends = file[0], []
        for line in lines:
            found = page.get_textpage().search(line.text).get_next()
            if found and len(line.text) > 30:
                box = page.get_textpage().get_charbox(found[0] + found[1] - 1, loose=True)
                ends.append((box[2] * 25.4 / 72, line.x + fonts.width(line.font, line.size, line.text)))
    assert len(ends) > 20
    for drawn, measured in ends:
        assert drawn == pytest.approx(measured, abs=0.1)


# what is read out


def read_out(content: bytes) -> list[tuple[str, str]]:
    """Every part of a sheet with its role, as a screen reader says it: words, and what stands for signs."""
    said, found = spoken(content), list[tuple[str, str]]()

    def text(part: pikepdf.Object) -> str:
        if part.get("/Type") == "/MCR":
            return " " + said[pages[part.Pg.objgen]].get(int(part.MCID), "")
        if "/ActualText" in part:
            return f" {part.ActualText}"
        return "".join(map(text, inside(part)))

    def inside(part: pikepdf.Object) -> list[Any]:
        return list(part.get("/K", []))

    def walk(part: pikepdf.Object) -> None:
        if part.get("/Type") == "/MCR":
            return
        role = str(part.S)[1:]
        if role in {"H1", "H2", "H3", "P", "TH", "TD"}:
            found.append((role, " ".join(text(part).split())))
        for inner in inside(part):
            walk(inner)

    with pikepdf.open(BytesIO(content)) as file:
        pages = {page.obj.objgen: n for n, page in enumerate(file.pages)}
        tree = file.Root.StructTreeRoot.K
        for part in tree if isinstance(tree, pikepdf.Array) else [tree]:
            walk(part)
    return found


def plainly(text: str) -> str:
    """A text with plain spaces between its words."""
    return " ".join(text.split())


AIDS = [(product, game) for product in ("aid", "aid_half", "aid_cards", "teach") for game in ("caylus", "magna_carta")]


@pytest.mark.drawn(8)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("product", "game"), AIDS)
def test_signs_are_read_out_in_the_language_of_the_sheet(product: str, game: str, language: str) -> None:
    rules = library().rules(game, library().default_edition(game, language))
    t = Translator(language, rules)
    told = read_out(make(product, game=game, languages=(language,)).content)
    every = " ".join(text for _, text in told)
    rates = {"caylus": 4, "magna_carta": 3}
    trade = t.say("print.spoken.trade", paid=t.count("denier", rates[game]), gained=t.count("prestige", 1))
    assert plainly(trade) in every
    assert plainly(t.count("prestige", 3)) in every
    if product != "teach":
        bank = t.name("building.bank").replace("\u00ad", "")
        row = next(n for n, (role, text) in enumerate(told) if role == "TH" and text == bank)
        after = " ".join(text for _, text in told[row : row + 5])
        assert plainly(t.labelled(t.say("label.cost"), "")) in after
        assert f" {t.say('print.spoken.or')} " in after, "one trade or the other"


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
@pytest.mark.parametrize("product", ["aid", "aid_half"])
def test_phases_are_headings_and_every_table_has_heads(product: str, game: str) -> None:
    content = make(product, game=game, languages=("en",)).content
    rules = library().rules(game, library().default_edition(game, "en"))
    t, told = Translator("en", rules), read_out(content)
    heads = [text for role, text in told if role in {"H2", "H3"}]
    assert {t.name(f"phase.{phase}") for phase in rules.data.sequence.phases} <= set(heads)
    for page in parts(content):
        for table in (part for root in page for part in root.every() if part.role == "Table"):
            assert any(cell.role == "TH" for row in table.inside for cell in row.inside)


@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_signs_that_stand_alone_are_read_out(game: str) -> None:
    t = Translator("en", library().rules(game, library().default_edition(game, "en")))
    told = [text for _, text in read_out(make("legend", game=game, languages=("en",)).content)]
    assert t.say("print.spoken.or") in told
    assert plainly(t.count("denier", 2)) in told


def test_what_is_printed_twice_is_read_out_once() -> None:
    for product in ("aid_half", "aid_cards"):
        told = read_out(make(product, game="caylus", languages=("en",)).content)
        headings = [text for role, text in told if role == "H2"]
        assert headings
        assert len(headings) == len(set(headings))
