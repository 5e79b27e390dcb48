"""The parts to cut out: as many as in the box, cut and turned where they should be, in every language."""

import math
from io import BytesIO
from itertools import combinations, cycle, pairwise
from typing import Any

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageFilter, ImageStat

from companion.games.caylus.paper.road import painted
from companion.games.caylus.rules import caylus
from companion.i18n.players import letters
from companion.i18n.translator import Translator
from companion.printing import make
from companion.printing.backend import draw
from companion.printing.contents.players import SHAPES
from companion.printing.display import Area, Document, Icon, Item, Page, Rect, Text, Use
from companion.printing.errors import BadChoice, TooLarge
from companion.printing.frames import edge, framed
from companion.printing.grid import CUTS, DUPLEX, grid
from companion.printing.job import Job, job_for, lay_out
from companion.printing.palette import INKS, Palette
from companion.printing.paper import craft, paper, papers
from companion.printing.product import Request, games_with
from companion.printing.units import Size
from companion.printing.wall import STRIP, wall
from companion.rules import library, load
from tests.printing.reading import MM, built, cards, coverage, words
from tests.words import LANGUAGES

pytestmark = pytest.mark.slow

SIZES = {
    "favors": (184, 112), "bridge": (184, 62), "castle": (184, 204), "discs": (20, 20), "standees": (22, 64),
    "money": (24, 24), "tokens": (28, 28), "order": (184, 62), "score": (184, 200),
}  # fmt: skip
PARTS = (*SIZES, "road")
TWO_SIDED = ("discs", "money", "tokens")

_HOW = cycle([("full", "home"), ("saver", "shop"), ("grey", "home"), ("full", "shop"), ("saver", "home")])
MATRIX = [(part, lang, name, *next(_HOW)) for part in PARTS for lang in LANGUAGES for name in papers()]


@pytest.mark.parametrize(("part", "language", "paper_", "ink", "profile"), MATRIX)
def test_every_part_is_sound(part: str, language: str, paper_: str, ink: str, profile: str) -> None:
    content = built(part, language, paper_, profile, ink=ink)
    assert make(part, languages=(language,), paper=paper_, profile=profile, ink=ink).content == content
    with pikepdf.open(BytesIO(content)) as document:
        assert document.check_pdf_syntax() == []
        fonts = [one for one in document.objects if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/Font"]
        assert fonts
        assert all("/FontFile2" in font.FontDescriptor for font in fonts)
        assert str(document.Root.Lang) == language
        assert Translator(language).say(f"print.product.{part}") in str(document.docinfo["/Title"])
        with document.open_outline() as outline:
            assert len(outline.root) == len(document.pages)
        expected = sorted((paper(paper_).width, paper(paper_).height))
        for page in document.pages:
            assert sorted(float(n) / MM for n in page.mediabox[2:]) == pytest.approx(expected, abs=0.1)


@pytest.mark.parametrize("part", PARTS)
def test_saved_ink_leaves_the_paper_white(part: str) -> None:
    assert 0.005 < coverage(built(part, ink="saver")) < 0.15


def _fronts(part: str, **options: Any) -> int:
    pages = cards(built(part, **options), *SIZES[part])
    return sum(map(len, pages)) // (2 if part in TWO_SIDED else 1)


def test_there_are_as_many_as_in_the_box() -> None:
    per_player = 30 // 5 + 100 // 5 + 35 // 5
    assert _fronts("discs") == 5 * per_player + 1 + 1 == 167
    assert _fronts("standees") == 30 + 1 + 1
    assert _fronts("money") == 30 + 10
    assert _fronts("discs", game="magna_carta") == 4 * (4 + 1) + 1
    assert _fronts("standees", game="magna_carta") == 16 + 1
    assert _fronts("money", game="magna_carta") == 56
    assert _fronts("tokens") == 7 + 8 + 9 == 24
    assert [_fronts(mat) for mat in ("favors", "bridge", "castle", "order", "score")] == [1] * 5


@pytest.mark.parametrize(
    ("edition", "stone", "residences"), [("en", 10, 7), ("de", 9, 8), ("nl", 9, 8), ("nl-first", 9, 8)]
)
def test_tiles_of_every_kind_are_there(edition: str, stone: int, residences: int) -> None:
    neutral, wood, prestige, fixed, special = 6, 8, 9, 3, 6
    pages = cards(built("tiles", edition=edition), 45, 45)
    assert neutral + wood + stone + residences + prestige == 40
    assert sum(map(len, pages)) == 40 + fixed + special


@pytest.mark.parametrize("part", SIZES)
@pytest.mark.parametrize("profile", ["home", "shop"])
def test_the_trim_is_where_the_parts_end(part: str, profile: str) -> None:
    content = built(part, "de", "Letter", profile)
    with pikepdf.open(BytesIO(content)) as document:
        page = document.pages[0]
        height = float(page.mediabox[3]) / MM
        left, foot, right, top = (float(n) / MM for n in page["/TrimBox"])
    lying = cards(content, *SIZES[part])[0]
    assert left == pytest.approx(min(f.x for f in lying), abs=0.1)
    assert right == pytest.approx(max(f.x + f.width for f in lying), abs=0.1)
    assert height - top == pytest.approx(min(f.y for f in lying), abs=0.1)
    assert height - foot == pytest.approx(max(f.y + f.height for f in lying), abs=0.1)


@pytest.mark.parametrize("part", TWO_SIDED)
@pytest.mark.parametrize("paper_", ["A4", "Letter"])
@pytest.mark.parametrize("duplex", ["long", "short", "single"])
def test_backs_land_on_their_fronts(part: str, paper_: str, duplex: str) -> None:
    content = built(part, "nl", paper_, duplex=duplex)
    with pikepdf.open(BytesIO(content)) as document:
        width, height = (float(n) / MM for n in document.pages[0].mediabox[2:])
    pages = cards(content, *SIZES[part])
    half = len(pages) // 2
    pairs = zip(pages[:half], pages[half:]) if duplex == "single" else zip(pages[::2], pages[1::2])  # noqa: B905
    over_standing_edge = (duplex == "long") == (height > width)
    for fronts, backs in pairs:
        assert len(fronts) == len(backs)
        turned = [
            (b.x, b.y) if duplex == "single"
            else (width - b.x - b.width, b.y) if over_standing_edge
            else (b.x, height - b.y - b.height)
            for b in backs
        ]  # fmt: skip
        for front in fronts:
            assert any(math.dist((front.x, front.y), at) < 0.1 for at in turned)


CUT = [*((part, {}, size) for part, size in SIZES.items()),
       ("cards", {"size": "mini"}, (44, 68)), ("tiles", {"size": "tile-small"}, (40, 40))]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("part", "options", "size"), CUT)
def test_no_word_is_closer_to_a_cut_than_the_safe_zone(
    part: str, options: dict[str, str], size: tuple[float, float], language: str
) -> None:
    content, seen = built(part, language, **options), 0
    for page, chars in zip(cards(content, *size), words(content), strict=True):
        for char in chars:
            x, right = char["x0"] / MM, char["x1"] / MM
            top, foot = char["top"] / MM, char["bottom"] / MM
            for card in page:
                if card.x < (x + right) / 2 < card.x + card.width and card.y < (top + foot) / 2 < card.y + card.height:
                    seen += 1
                    assert card.x + 3 <= x + 0.01
                    assert right <= card.x + card.width - 2.99
                    assert card.y + 3 <= foot - char["size"] / MM * 0.85
                    assert foot - char["size"] / MM * 0.2 <= card.y + card.height - 3
    assert seen > 10


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("part", "options", "size"), CUT)
def test_small_print_can_be_read(part: str, options: dict[str, str], size: tuple[float, float], language: str) -> None:
    del size
    least = 5.0 if "size" in options else 6.0  # names on the other boxes may be smaller on the smallest parts
    upright = [char for page in words(built(part, language, **options)) for char in page if char["upright"]]
    assert min(char["size"] for char in upright) >= least


ROUND = {"discs": 20.0, "money": 24.0, "tokens": 28.0}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", ROUND)
def test_a_round_cut_touches_no_word(part: str, language: str) -> None:
    """Every corner of every letter lies 2 mm within the circle: the scissors, and the ring around the words."""
    side = ROUND[part]
    content = built(part, language)
    for page, chars in zip(cards(content, side, side), words(content), strict=True):
        for char in chars:
            base = char["bottom"] / MM - char["size"] / MM * 0.2
            for card in page:
                middle = card.x + side / 2, card.y + side / 2
                if abs((char["x0"] + char["x1"]) / 2 / MM - middle[0]) < side / 2 and card.y < base < card.y + side:
                    for corner in ((char["x0"] / MM, base), (char["x1"] / MM, base)):
                        assert math.dist(corner, middle) < side / 2 - 3, char["text"]


def _crosses(page: Any) -> list[tuple[float, float]]:
    """Where the middles of the alignment crosses are, from the top left of the trim."""
    left, top = _trim(page)[:2]
    return [
        (line["x0"] / MM - left, (line["top"] + line["bottom"]) / 2 / MM - top)
        for line in page.lines
        if abs(line["x0"] - line["x1"]) < 0.01 and abs((line["bottom"] - line["top"]) / MM - 6) < 0.05
    ]


def _trim(page: Any) -> tuple[float, float, float, float]:
    left, foot, right, top = (float(n) / MM for n in page.trimbox)
    return left, float(page.height) / MM - top, right - left, top - foot


@pytest.mark.parametrize("paper_", papers())
def test_sheets_of_the_road_overlap_and_cover_it(paper_: str) -> None:
    overlap = 7.0
    with pdfplumber.open(BytesIO(built("road", "en", paper_))) as document:
        trims = [_trim(page) for page in document.pages]
        crosses = [_crosses(page) for page in document.pages]
        written = " ".join(page.extract_text() for page in document.pages)
    width, height = trims[0][2:]
    assert all(trim[2:] == pytest.approx((width, height), abs=0.1) for trim in trims)
    across = round((7 * 50 + 2 * 62 - overlap) / (width - overlap))
    down = len(trims) // across
    assert across * (width - overlap) + overlap == pytest.approx(7 * 50 + 2 * 62, abs=0.1)
    assert down * (height - overlap) + overlap == pytest.approx(5 * 58 + 4 * 8, abs=0.1)
    for number in range(len(trims)):
        row, column = divmod(number, across)
        if column < across - 1:
            assert _shared(crosses[number], crosses[number + 1], (width - overlap, 0)) >= 2
        if row < down - 1:
            assert _shared(crosses[number], crosses[number + across], (0, height - overlap)) >= 2
    for word in ("Gate", "Trading post", "Merchants’ guild", "Stables", "Inn", "Bridge", "Castle", "Gold mine", "28"):
        assert word in written


@pytest.mark.parametrize("size", ["tile", "tile-large", "tile-small"])
@pytest.mark.parametrize("paper_", papers())
def test_the_sheets_of_the_road_show_the_whole_picture(paper_: str, size: str) -> None:
    """Each window looks like its part of the picture printed in one piece: no wall is missing, and no line is new."""
    request = Request("road", languages=("nl",), paper=paper_, size=size).checked()
    job = job_for(request)
    mat, street = painted(job)
    whole = Page(street.size.width, street.size.height, tuple(mat.uses), "road")
    picture = _looked_at(Document("road", "road", "nl", (whole,), mat.faces))[0]
    sheets = wall(street.size, paper(paper_), craft(), float(job.file["overlap"]), paper_)
    pages = _looked_at(lay_out(request))
    for number, page in enumerate(pages):
        part = sheets.part(number)
        left = (sheets.page.width - sheets.window.width) / 2
        top = craft().unprintable + craft().band
        top += STRIP + (sheets.page.height - 2 * top - STRIP - sheets.window.height) / 2
        inner = part.grown(-sheets.overlap - 0.5)  # beyond, crosses and the edge of the next sheet are drawn
        one = _crop(picture, inner)
        other = _crop(page, Area(inner.x - part.x + left, inner.y - part.y + top, inner.width, inner.height))
        assert not _only_in(one, other), f"sheet {number + 1} lacks a line"
        assert not _only_in(other, one), f"sheet {number + 1} has a line too many"


@pytest.mark.parametrize("ink", INKS)
def test_any_cube_any_but_gold_and_gold_are_told_apart_at_four_millimetres(ink: str) -> None:
    signs = ("any", "plain", "gold")
    items: list[Item] = [Text(2, 8, "x", "text", 6)]
    items += [Icon(name, 2 + 6 * n, 1, 4) for n, name in enumerate(signs)]
    sheet = Document("signs", "signs", "en", (Page(22, 9, tuple(items), "signs"),))
    (picture,) = _looked_at(sheet, ink)
    pictures = [_crop(picture, Area(2 + 6 * n, 1, 4, 4)) for n in range(len(signs))]
    for one, other in combinations(pictures, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 18


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_label_says_what_a_piece_does_and_on_which_it_belongs(language: str) -> None:
    """In this language, with the name that the other box has; as many as that box has pieces."""
    for beside, jeweller in (("en", 1), ("de", 0)):
        spoken = tuple(dict.fromkeys((language, beside)))
        made = lay_out(Request("labels", languages=spoken).checked())
        assert sum(isinstance(item, Use) and item.face == "jeweller" for page in made.pages for item in page.items) == (
            jeweller if len(spoken) > 1 else language in ("en", "fr")
        )
        texts = [item.text for item in made.faces["tailor"].items if isinstance(item, Text)]
        assert Translator(language, load("caylus", language)).name("building.tailor") in texts
        assert len(spoken) == 1 or Translator(beside, load("caylus", beside)).name("building.tailor") in texts
    own, shared, residences = 4 * 12, 5 + 7, 4 * 12
    for variants, count in (((), own + shared + residences + 1), (("intro",), 4 * 10 + 5 + 6 + 1)):
        made = lay_out(Request("labels", "magna_carta", languages=(language,), variants=variants).checked())
        uses = [item.face for page in made.pages for item in page.items if isinstance(item, Use)]
        assert sum(face in made.faces and face not in ("head", "foot", "marks") for face in uses) == count


@pytest.mark.parametrize(("product", "size", "backs"), [("cards", (59, 92), True), ("tiles", (45, 45), False)])
@pytest.mark.parametrize("duplex", ["long", "single"])
def test_a_page_for_each_piece_has_its_trim_and_bleed(
    product: str, size: tuple[float, float], backs: bool, duplex: str
) -> None:
    content = built(product, "de", profile="shop", pages="single", duplex=duplex)
    with pikepdf.open(BytesIO(content)) as document, document.open_outline() as outline:
        titles = [str(entry.title) for entry in outline.root]
        for page in document.pages:
            media, bleed, trim = ([float(n) / MM for n in page[box]] for box in ("/MediaBox", "/BleedBox", "/TrimBox"))
            assert media == pytest.approx([0, 0, size[0] + 6, size[1] + 6], abs=0.05)
            assert bleed == pytest.approx(media, abs=0.05)
            assert trim == pytest.approx([3, 3, size[0] + 3, size[1] + 3], abs=0.05)
    pieces = sum(map(len, cards(built(product, "de", duplex="single"), *size))) // (1 + backs)
    assert len(titles) == pieces * (1 + backs)
    first = ["Vorderseite 1", "Rückseite 1" if backs and duplex == "long" else "Vorderseite 2"]
    assert titles[:2] == first
    picture = pypdfium2.PdfDocument(content)[0].render(scale=2).to_pil().convert("RGB")
    corners = [picture.getpixel((x, y)) for x in (1, picture.width - 2) for y in (1, picture.height - 2)]
    assert (255, 255, 255) not in corners, "the ground bleeds"


@pytest.mark.parametrize(
    ("written", "count"),
    [("tailor", 1), ("Kleermaker", 1), ("bank:2", 2), ("Goudmaker,park:3", 4), ("architect", 2), ("architect:1", 1)],
)
def test_single_pieces_are_found_by_their_names(written: str, count: int) -> None:
    content = built("tiles", "de", only=tuple(written.split(",")))
    assert sum(map(len, cards(content, 45, 45))) == count


def test_only_a_piece_of_the_sheet_can_be_picked() -> None:
    for word in ("tailors shop of old", "castle", ":2", "bank:0"):
        with pytest.raises(BadChoice) as error:
            make("tiles", only=(word,))
        assert "Tailor" in error.value.valid
    assert make("tiles", only=("Bank",)).facts["pages"] == 1, "what else has that name is no tile"
    every, wood = (make("tiles", only=(word,)).content for word in ("farm", "w_farm_food"))
    assert len(every) > len(wood), "all that have the name, unless one is named by its id"
    for product in ("aid", "money", "road"):
        with pytest.raises(BadChoice):
            make(product, only=("bank",))


@pytest.mark.parametrize("ink", INKS)
def test_kinds_of_building_are_told_apart_by_their_edges(ink: str) -> None:
    """The frames alone, without the tints: in grey and in outlines as in color."""
    kinds = ("neutral", "fixed", "special", "wood", "stone", "residential", "prestige")
    for size in (45, 4):
        drawn = {kind: framed(kind, 45, 45) if size == 45 else [*edge(kind, Area(1, 1, 43, 2))] for kind in kinds}
        pages = tuple(Page(45, size, (*items, Text(20, 3, "x", "text", 2)), kind) for kind, items in drawn.items())
        pictures = _looked_at(Document("edges", "edges", "en", pages), ink)
        for one, other in combinations(pictures, 2):
            outer = [_crop(picture, Area(0, 0, 45, min(size, 6))) for picture in (one, other)]
            assert ImageStat.Stat(ImageChops.difference(*outer)).mean[0] > 3


def test_every_built_tile_has_a_plot_for_a_house_and_every_working_one_a_ring() -> None:
    rules = caylus(load("caylus", "en").data)
    for size in ("tile", "tile-small"):
        faces = lay_out(Request("tiles", size=size).checked()).faces
        for building, it in rules.buildings.items():
            items = faces[building].items
            plots = [item for item in items if isinstance(item, Rect) and item.dash and item.width > 10]
            rings = [item for item in items if isinstance(item, Icon) and item.name.startswith("ring")]
            assert len(plots) == bool(it.cost), building
            assert len(rings) == (it.places if it.effect else 0), building
            assert all(plot.height < 8 for plot in plots), building


_DOTS = 4
"""Dots for each millimetre where pictures are compared."""


def _looked_at(document: Document, ink: str = "full") -> list[Image.Image]:
    content = draw(document, Palette(ink, "home"))
    with pypdfium2.PdfDocument(content) as found:
        return [page.render(scale=_DOTS / MM).to_pil().convert("L") for page in found]


def _crop(picture: Image.Image, area: Area) -> Image.Image:
    left, top = round(area.x * _DOTS), round(area.y * _DOTS)
    return picture.crop((left, top, left + int(area.width * _DOTS), top + int(area.height * _DOTS)))


def _only_in(one: Image.Image, other: Image.Image) -> bool:
    """Whether something dark in one picture has nothing dark near its place in the other."""
    near = other.filter(ImageFilter.MinFilter(7))
    dark, light = one.point(lambda v: 255 * (v < 150)), near.point(lambda v: 255 * (v > 225))
    found = ImageChops.multiply(dark, light)
    return found.crop((4, 4, found.width - 4, found.height - 4)).getbbox() is not None


@pytest.mark.parametrize("size", ["tile", "tile-large", "tile-small"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_covers_have_the_places_that_the_board_has(language: str, size: str) -> None:
    """Three ranks in the stables; in the inn a place to arrive in, and one with its price."""
    for product in ("tiles", "road"):
        faces = lay_out(Request(product, "caylus", languages=(language,), size=size).checked()).faces
        stables, inn = faces["stables"].items, faces["inn"].items
        rings = [item for item in stables if isinstance(item, Icon) and item.name == "ring"]
        ranks = {item.text for item in stables if isinstance(item, Text)} & {"1", "2", "3", "4"}
        assert len(rings) == 3
        assert ranks == {"1", "2", "3"}
        assert sum(isinstance(item, Icon) and item.name.startswith("ring") for item in inn) == 2
        assert min(item.width for item in (*stables, *inn) if isinstance(item, Icon) and "ring" in item.name) >= 9
    without = lay_out(Request("tiles", "caylus", variants=("two_players",), size=size).checked()).faces["stables"].items
    assert not any(isinstance(item, Icon) and item.name == "ring" for item in without)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_of_the_road_holds_no_hidden_words(language: str) -> None:
    with pdfplumber.open(BytesIO(built("road", language, "Letter"))) as document:
        for page in document.pages:
            left, top, width, height = _trim(page)
            for char in page.chars:
                if top < (char["top"] + char["bottom"]) / 2 / MM < top + height:
                    assert char["x1"] / MM > left, char["text"]
                    assert char["x0"] / MM < left + width, char["text"]


def _shared(one: list[tuple[float, float]], other: list[tuple[float, float]], moved: tuple[float, float]) -> int:
    """How many crosses lie on each other when the sheets are laid together."""
    there = [(x + moved[0], y + moved[1]) for x, y in other]
    return sum(any(math.dist(a, b) < 0.1 for b in there) for a in one)


@given(width=st.integers(200, 900), height=st.integers(150, 700), overlap=st.integers(5, 8),
       name=st.sampled_from(["A4", "A3", "Letter", "Legal"]))  # fmt: skip
def test_windows_cover_a_picture_of_any_size(width: int, height: int, overlap: int, name: str) -> None:
    try:
        found = wall(Size(width, height), paper(name), craft(), overlap, name)
    except TooLarge:
        assert width * height > 26 * 150 * 150
        return
    parts = [found.part(number) for number in range(found.across * found.down)]
    assert parts[0].x == parts[0].y == 0
    assert parts[-1].x + parts[-1].width == pytest.approx(width, abs=0.01)
    assert parts[-1].y + parts[-1].height == pytest.approx(height, abs=0.01)
    assert found.window.width <= found.page.width - 2 * craft().unprintable + 0.01
    for left, right in pairwise(parts):
        if right.y == left.y:
            assert left.x + left.width - right.x == pytest.approx(overlap, abs=0.01)


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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_players_are_told_apart_by_shape_and_by_letter(game: str, language: str) -> None:
    rules = load(game, language)
    job = Job(Request("discs"), library(), rules, Translator(language, rules))
    colours = rules.data.players.colours
    assert len({letters(job.t)[colour] for colour in colours}) == len(colours)
    assert len({SHAPES[colour] for colour in colours}) == len(colours)


def test_the_favor_table_has_the_numbers_of_the_box() -> None:
    text = "".join(char["text"] for page in words(built("favors", "en")) for char in page)
    assert "12345" in text
    assert "34567" in text
    assert all(name in text for name in ("Favor table", "Prestige points", "Deniers", "Buildings"))


def test_two_players_meet_two_prices_on_the_bridge() -> None:
    shown = words(built("bridge", "en", variants=("two_players",)))[0]
    assert [char["text"] for char in shown if char["size"] > 20 and char["text"].isdigit()] == ["1", "3"]
    five = words(built("bridge", "en"))[0]
    assert [char["text"] for char in five if char["size"] > 20 and char["text"].isdigit()] == list("12345")


@pytest.mark.parametrize(
    ("part", "options", "error"),
    [
        ("castle", {"duplex": "gutterfold"}, TooLarge), ("castle", {"size": "100x100mm"}, BadChoice),
        ("money", {"size": "10x10mm"}, BadChoice), ("road", {"size": "200x200mm"}, TooLarge),
        ("discs", {"size": "300x390mm"}, TooLarge), ("cards", {"size": "30x40mm"}, BadChoice),
    ],
)  # fmt: skip
def test_what_cannot_be_printed_is_refused(part: str, options: dict[str, str], error: type[Exception]) -> None:
    with pytest.raises(error):
        make(part, **options)


def test_the_mats_are_a_whole_board_for_the_pieces_in_the_box() -> None:
    """Each of a player's 7 markers has its place: 4 favors, bridge, turn order, points. So have the houses."""
    rules = caylus(load("caylus", "en").data)
    request = Request("road", languages=("en",), paper="A3").checked()
    faces = {name: lay_out(Request(name, languages=("en",)).checked()).faces["mat"].items for name in SIZES if name in (
        "favors", "bridge", "order", "score", "castle")}  # fmt: skip
    rings = {name: [item for item in items if isinstance(item, Rect) and item.radius] for name, items in faces.items()}
    texts = {name: [item.text for item in items if isinstance(item, Text)] for name, items in faces.items()}
    players, markers = rules.players.maximum, rules.components["marker"]
    assert len(rings["favors"]) + 3 == markers // players == 7
    assert len(rings["bridge"]) == len(rings["order"]) == len(rings["castle"]) == players
    assert min(ring.width for name in ("favors", "bridge", "order") for ring in rings[name]) >= 16
    squares = [item for item in faces["score"] if isinstance(item, Rect) and 16 < item.width < 20]
    assert len(squares) == 100
    assert [text for text in texts["score"] if text.isdigit()] == [str(n) for n in range(100)]
    assert [text for text in texts["order"] if text.isdigit()] == [*"1526364757"]
    houses = [item for item in faces["castle"] if isinstance(item, Icon) and item.name == "house" and item.width == 8]
    assert len(houses) == sum(it.parts for it in rules.castle.sections.values())
    mat, _ = painted(job_for(request))
    assert {f"space {n}" for n in range(1, 29)} | {"castle", "bridge", *rules.special.order} <= set(mat.faces)


def test_every_part_belongs_to_the_games_it_is_for() -> None:
    for part in ("favors", "bridge", "castle", "road", "order", "score"):
        assert games_with(part) == ["caylus"]
    assert games_with("tokens") == ["magna_carta"]
    assert Request("money", game="magna_carta").checked().file_name() == "CaylusMagnaCarta_Money_EN_A4_v0.1.pdf"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "counts"), [("caylus", (2, 3, 4, 5)), ("magna_carta", (2, 3, 4))])
def test_there_is_a_setup_card_for_each_number_of_players(game: str, counts: tuple[int, ...], language: str) -> None:
    made = lay_out(Request("setup_cards", game, languages=(language,)).checked())
    rules = load(game, language)
    t = Translator(language, rules)
    fronts = [face for name, face in made.faces.items() if name.startswith("setup ") and name.endswith(" 1")]
    assert len(fronts) == len(counts)
    for players, front in zip(counts, fronts, strict=True):
        assert str(players) in " ".join(item.text for item in front.items if isinstance(item, Text))
    backs = [face for name, face in made.faces.items() if name.startswith("setup ") and name.endswith(" 2")]
    for back in backs:
        shown = " ".join(item.text for item in back.items if isinstance(item, Text))
        assert all(t.name(f"setup.{step}").split(" ")[0] in shown for step in rules.data.setup.steps)


def test_the_labels_of_a_box_say_how_many_there_are() -> None:
    for game, numbers in (("caylus", {30, 10, 100, 35, 20, 9}), ("magna_carta", {56, 16, 24, 7, 5})):
        faces = lay_out(Request("box_labels", game, languages=("nl",)).checked()).faces
        shown = {item.text for face in faces.values() for item in face.items if isinstance(item, Text)}
        assert {str(number) for number in numbers} <= shown
