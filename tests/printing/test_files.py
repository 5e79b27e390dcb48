"""Every file, in every language, on both papers and for both profiles, read back."""

import hashlib
import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdf
import pytest

from companion.i18n.translator import Translator
from companion.printing import make
from companion.printing.backend import _drawing_code
from companion.printing.errors import Unwritable
from companion.printing.files import Made, save_all
from companion.printing.palette import Palette
from tests.printing.reading import PAPERS, PRODUCTS, PROFILES, built, coverage, words
from tests.words import LANGUAGES

pytestmark = pytest.mark.slow

ALL = [(p, lang, paper, profile) for p in PRODUCTS for lang in LANGUAGES for paper in PAPERS for profile in PROFILES]
PAGE = {"A4": (210, 297), "Letter": (215.9, 279.4)}


@pytest.mark.parametrize(("product", "language", "paper", "profile"), ALL)
def test_every_file_is_sound(product: str, language: str, paper: str, profile: str) -> None:
    content = built(product, language, paper, profile)
    with pikepdf.open(BytesIO(content)) as document:
        assert document.check_pdf_syntax() == []
        fonts = {str(one.get("/BaseFont")): one for one in document.objects if _is_font(one)}
        assert fonts
        for name, font in fonts.items():
            assert "/FontFile2" in font.FontDescriptor, name
            assert "/ToUnicode" in font, name
        assert str(document.Root.Lang) == language
        assert str(document.docinfo["/Subject"]) == Translator(language).say("print.legal")
        assert str(document.docinfo["/Title"])
        with document.open_metadata() as xmp:
            assert xmp["dc:title"] == str(document.docinfo["/Title"])
        with document.open_outline() as outline:
            assert len(outline.root) == len(document.pages)
        for page in document.pages:
            sides = sorted(float(n) * 25.4 / 72 for n in page.mediabox[2:])
            assert sides == pytest.approx(sorted(PAGE[paper]), abs=0.1)


def _is_font(one: object) -> bool:
    return isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/Font"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("product", PRODUCTS)
def test_text_can_be_extracted_and_every_sheet_says_whose_it_is(product: str, language: str) -> None:
    needs = {
        "nl": "originele spel nodig", "de": "brauchst das Originalspiel", "en": "need the original game",
        "fr": "vous faut le jeu original",
    }  # fmt: skip
    for page in pypdf.PdfReader(BytesIO(built(product, language))).pages:
        text = page.extract_text()
        assert needs[language] in text
        assert "50 mm" in text
        assert "2 in" in text
        assert "\ufffd" not in text


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("product", PRODUCTS)
def test_nothing_is_written_where_printers_do_not_print(product: str, paper: str) -> None:
    least = 6.35 * 72 / 25.4 - 0.2
    with pikepdf.open(BytesIO(built(product, "de", paper))) as document:
        boxes = [[float(n) for n in page.mediabox] for page in document.pages]
    for page, box in zip(words(built(product, "de", paper)), boxes, strict=True):
        for char in page:
            if product == "calibration" and char["text"] in "3456,m ":
                continue
            base = box[3] - char["matrix"][5]
            assert least <= char["matrix"][4] <= box[2] - least, char["text"]
            assert least <= base <= box[3] - least, char["text"]


def test_the_same_request_gives_the_same_bytes_in_any_process() -> None:
    code = (
        "import hashlib; from companion.printing import make;"
        "print(hashlib.sha256(make('cards', languages=('de',)).content).hexdigest())"
    )
    fresh = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    again = make("cards", languages=("de",)).content
    assert again == built("cards", "de")
    assert fresh.stdout.strip() == hashlib.sha256(again).hexdigest()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("product", ["cards", "tiles"])
def test_saving_ink_leaves_the_paper_white(product: str, language: str) -> None:
    saved = coverage(built(product, language, ink="saver"))
    assert 0.01 < saved < 0.15
    assert saved < coverage(built(product, language)) * 0.8


def test_saving_ink_keeps_the_doors_of_a_woodcut() -> None:
    palette = Palette("saver", "home")
    ink = " ".join(f"{part:.3g}" for part in palette.line("ink"))
    assert f"{ink} rg" in _drawing_code("buildings/castle", "ink", palette)


@pytest.mark.parametrize("profile", PROFILES)
def test_grey_is_grey_and_shops_get_pure_black(profile: str) -> None:
    grey = built("cards", profile=profile, ink="grey")
    colours = {char["non_stroking_color"] for page in words(grey) for char in page}
    for colour in colours:
        level = colour[-1] if len(colour) == 4 else 1 - colour[0]
        assert len(colour) in (1, 4)
        assert len(colour) == 1 or set(colour[:3]) == {0}
        assert level > 0.55, "too pale to read"
    if profile == "shop":
        full = {char["non_stroking_color"] for page in words(built("cards", profile="shop")) for char in page}
        assert (0, 0, 0, 1) in full


@pytest.mark.parametrize("pages", ["sheet", "single"])
def test_a_file_for_a_shop_names_the_condition_of_its_inks(pages: str) -> None:
    at_home, for_shop = (
        pikepdf.open(BytesIO(make("cards", languages=("en",), profile=profile, pages=pages, only=("bank",)).content))
        for profile in PROFILES
    )
    assert "/OutputIntents" not in at_home.Root
    [condition] = for_shop.Root.OutputIntents
    assert (str(condition.S), str(condition.OutputConditionIdentifier)) == ("/GTS_PDFX", "FOGRA39")
    assert str(condition.RegistryName) == "http://www.color.org"


def test_files_appear_whole_and_the_manifest_knows_them(tmp_path: Path) -> None:
    made = make("calibration", languages=("en",))
    [file] = save_all([made], tmp_path / "new")
    assert file.read_bytes() == made.content
    entry = json.loads((tmp_path / "new" / "manifest.json").read_text())[made.name]
    assert entry["sha256"] == hashlib.sha256(made.content).hexdigest()
    assert entry["pages"] == 2
    assert sorted(p.name for p in (tmp_path / "new").iterdir()) == [made.name, "manifest.json"]
    blocked = tmp_path / "blocked"
    blocked.write_text("a file")
    with pytest.raises(Unwritable):
        save_all([made], blocked)


def test_an_order_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    made = Made("a.pdf", b"a", {})
    for name in ("x" * 300, "no such folder/b.pdf"):
        with pytest.raises(Unwritable):
            save_all([made, Made(name, b"b", {})], tmp_path / "new")
        assert list(tmp_path.iterdir()) == []


def test_the_manifest_lists_everything_that_lies_in_the_folder(tmp_path: Path) -> None:
    for name in ("a.pdf", "b.pdf", "a.pdf"):
        save_all([Made(name, name.encode(), {})], tmp_path)
    assert sorted(json.loads((tmp_path / "manifest.json").read_text())) == ["a.pdf", "b.pdf"]
