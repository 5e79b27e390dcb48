"""What is cut out: as many as in the box, by the rulebook's own numbers, and told apart in every way of printing."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from companion.games.caylus.paper.road import painted
from companion.games.caylus.rules import caylus
from companion.i18n.answers import owner_line
from companion.i18n.scores import letters
from companion.i18n.translator import Translator
from companion.printing import icons, plates
from companion.printing.backend import _drawing_code, draw
from companion.printing.contents.signs import SHAPES, goods_signs
from companion.printing.data import names, read
from companion.printing.display import Area, Document, Face, Icon, Item, Page, Rect, Text, Use
from companion.printing.errors import BuildError
from companion.printing.face import compose, layout
from companion.printing.frames import edge, framed
from companion.printing.job import Job, job_for, lay_out
from companion.printing.mats import STRIP, wall
from companion.printing.palette import INKS, Palette, named
from companion.printing.paper import craft, paper, size
from companion.printing.product import Request, product_file
from companion.printing.sheet import FOOT, HEAD, MARKS, REST
from companion.printing.text import NamedText, Type, fit
from companion.rules import library, load
from companion.rules.base import Goods
from tests.printing.reading import MM, Sheet
from tests.words import LANGUAGES

pytestmark = pytest.mark.slow


@cache
def laid(product: str, game: str = "", language: str = "nl", **options: Any) -> Document:
    return lay_out(Request(product, game, languages=(language,), **options).checked())


def shown(document: Document) -> Counter[str]:
    return Counter(item.face for page in document.pages for item in page.items if isinstance(item, Use))


def texts(face: Face) -> list[str]:
    return [item.text for item in face.items if isinstance(item, Text)]


# as many as in the box


COUNTS = {
    ("discs", "caylus"): 5 * (30 // 5 + 100 // 5 + 35 // 5) + 2, ("discs", "magna_carta"): 4 * (4 + 1) + 1,
    ("standees", "caylus"): 30 + 2, ("standees", "magna_carta"): 16 + 1,
    ("money", "caylus"): 30 + 10, ("money", "magna_carta"): 56, ("tokens", "magna_carta"): 7 + 8 + 9,
    ("cards", "magna_carta"): 4 * 12 + 5 + 7 + 3, ("tiles", "caylus"): 40 + 3 + 6,
    ("aid_cards", "caylus"): 5 * 3, ("setup_cards", "caylus"): 4, ("setup_cards", "magna_carta"): 3,
    **{(mat, "caylus"): 1 for mat in ("favors", "bridge", "castle", "order", "score")},
}  # fmt: skip


@pytest.mark.parametrize(("product", "game"), COUNTS)
def test_there_are_as_many_as_in_the_box(product: str, game: str) -> None:
    assert len(Sheet.of(product, game).pieces) == COUNTS[product, game]


@pytest.mark.parametrize("edition", library().editions("caylus"))
def test_caylus_has_the_tiles_of_its_box(edition: str) -> None:
    there, data = shown(laid("tiles", edition=edition)), load("caylus", edition).data
    kinds = {kind: sum(there[b] for b in data.of(kind)) for kind in ("neutral", "wood", "prestige", "fixed", "special")}
    assert kinds == {"neutral": 6, "wood": 8, "prestige": 9, "fixed": 3, "special": 6}
    stone = sum(there[b] for b in data.of("stone"))
    assert (stone, there["residence"]) == ((10, 7) if edition in ("en", "fr", "de-jeweller") else (9, 8))


def test_labels_are_for_the_box_of_the_second_language() -> None:
    for languages, jeweller in ((("nl", "en"), 1), (("nl", "de"), 0), (("en",), 1), (("de",), 0)):
        made = lay_out(Request("labels", languages=languages).checked())
        assert shown(made)["jeweller"] == jeweller
    own, shared, residences = 4 * 12, 5 + 7, 4 * 12
    for variants, count in (((), own + shared + residences + 1), (("intro",), 4 * 10 + 5 + 6 + 1)):
        made = laid("labels", "magna_carta", variants=variants)
        assert sum(n for face, n in shown(made).items() if face not in (HEAD, FOOT, MARKS, REST)) == count


@pytest.mark.parametrize(
    ("game", "numbers"), [("caylus", {30, 10, 100, 35, 20, 9}), ("magna_carta", {56, 16, 24, 7, 5})]
)
def test_the_labels_of_a_box_say_how_many_there_are(game: str, numbers: set[int]) -> None:
    there = {text for face in laid("box_labels", game).faces.values() for text in texts(face)}
    assert {str(number) for number in numbers} <= there


@pytest.mark.parametrize(
    ("written", "count"),
    [("tailor", 1), ("Kleermaker", 1), ("bank:2", 2), ("Goudmaker,park:3", 4), ("architect", 2), ("architect:1", 1)],
)
def test_single_pieces_are_found_by_their_names(written: str, count: int) -> None:
    assert len(Sheet.of("tiles", "", "de", only=tuple(written.split(","))).pieces) == count


def test_a_name_of_several_pieces_means_all_and_an_id_one() -> None:
    every, wood = (shown(laid("tiles", language="en", only=(word,))) for word in ("farm", "w_farm_food"))
    assert wood["w_farm_food"] == every["w_farm_food"] == 1
    assert every["s_farm"] == 1
    assert wood["s_farm"] == 0
    assert shown(laid("tiles", language="en", only=("Bank",)))["bank"] == 1, "what else has that name is no tile"


# what is on them


def test_the_owner_of_a_stone_production_building_gets_a_cube_in_icons_and_in_words() -> None:
    for edition in library().editions("caylus"):
        rules = load("caylus", edition)
        assert owner_line(rules, "s_farm", Translator("en", rules)) == "Take 1\u00a0food or 1\u00a0cloth."
        drawn = [item.name for item in laid("tiles", edition=edition).faces["s_farm"].items if isinstance(item, Icon)]
        assert drawn[drawn.index("house") + 1 :] == ["food", "cloth"]
        assert [b for b in rules.data.buildings if rules.data.owner_effect(b)] == ["s_farm", "park", "workshop"]


def test_a_tailor_shows_name_cost_worth_and_both_trades() -> None:
    face = laid("tiles", language="de", edition="de").faces["tailor"]
    drawn = [item.name for item in face.items if isinstance(item, Icon)]
    assert "Schneider" in texts(face)
    assert [text for text in texts(face) if text.isdigit()][-4:] == ["2", "4", "3", "6"]
    assert drawn[:3] == ["wood", "stone", "prestige"]
    assert drawn.count("cloth") == 2


def test_amounts_in_icons() -> None:
    def signs(goods: Goods, *among: Goods) -> list[str]:
        return [sign.icon or sign.text for sign in goods_signs(goods, among)]

    assert signs(Goods(stone=2, denier=3)) == ["stone", "stone", "coin"]
    assert signs(Goods(stone=3)) == ["stone"] * 3
    assert signs(Goods(stone=4)) == ["4", "stone"]
    assert signs(Goods(stone=2, wood=1), Goods(food=4)) == ["wood", "2", "stone"]
    assert [sign.text for sign in goods_signs(Goods(denier=4, prestige=6))] == ["4", "6"]


@pytest.mark.parametrize("tile", ["tile", "tile-large", "tile-small"])
def test_tiles_and_covers_have_the_places_that_the_board_has(tile: str) -> None:
    """A plot for a house on what is built, a ring for each worker, three ranks in the stables, the price of the inn."""
    rules = caylus(load("caylus", "nl").data)
    for product in ("tiles", "road"):
        faces = laid(product, size=tile).faces
        for building, it in rules.buildings.items():
            if building not in faces:
                continue
            items = faces[building].items
            plots = [item for item in items if isinstance(item, Rect) and item.dash and item.width > 10]
            rings = [item for item in items if isinstance(item, Icon) and item.name.startswith("ring")]
            assert len(plots) == bool(it.cost), building
            assert all(4 < plot.height < 8 for plot in plots), building
            assert len(rings) == (it.places if it.effect else 0), building
            assert all(item.width >= 9 for item in rings), building
        assert {text for text in texts(faces["stables"]) if text in "1234"} == {"1", "2", "3"}
        assert [item.name for item in faces["inn"].items if isinstance(item, Icon)][-3:] == [
            "ring",
            "arrow",
            "ring-coin",
        ]
    without = laid("tiles", variants=("two_players",), size=tile).faces["stables"].items
    assert not any(isinstance(item, Icon) and item.name == "ring" for item in without)


def test_the_mats_of_caylus_have_a_place_for_everything() -> None:
    castle, favors, bridge, order, score = (
        next(face for name, face in laid(product).faces.items() if name not in ("head", "foot", "marks")).items
        for product in ("castle", "favors", "bridge", "order", "score")
    )
    houses = [item for item in castle if isinstance(item, Icon) and item.name == "house" and item.width == 8]
    assert len(houses) == 6 + 10 + 14
    for items, places in ((castle, 5), (favors, 4), (bridge, 5), (order, 5)):
        assert sum(isinstance(it, Rect) and bool(it.radius and it.dash) and it.width >= 16 for it in items) == places
    squares = [item for item in score if isinstance(item, Rect) and item.stroke and 16 < item.width < 20]
    assert len(squares) == 100
    assert [text.text for text in score if isinstance(text, Text) and text.text.isdigit()][:100] == [
        str(n) for n in range(100)
    ]
    assert [text.text for text in order if isinstance(text, Text) and text.text.isdigit()] == [*"1526364757"]
    two = laid("bridge", variants=("two_players",))
    prices = [item.text for face in two.faces.values() for item in face.items
              if isinstance(item, Text) and item.text.isdigit() and item.size > 20]  # fmt: skip
    assert prices == ["1", "3"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_players_are_told_apart_by_shape_and_by_letter(game: str, language: str) -> None:
    rules = load(game, language)
    job = Job(Request("discs"), library(), rules, Translator(language, rules))
    colours = rules.data.players.colours
    assert len({letters(job.t)[colour] for colour in colours}) == len(colours)
    assert len({SHAPES[colour] for colour in colours}) == len(colours)


def test_words_that_do_not_fit_or_cannot_be_drawn_fail_the_build() -> None:
    with pytest.raises(BuildError) as long:
        fit(NamedText("Prestigegebäudeplättchenschachtel", "building.x", "de"), 20, 5, Type("text", 9, 8), "name")
    assert (long.value.id, long.value.language, long.value.box) == ("building.x", "de", "name")
    with pytest.raises(BuildError, match="has no"):
        fit(NamedText("漢", "building.x", "en"), 20, 5, Type("text", 9, 8), "name")
    parted = fit(NamedText("Prestige\u00adgebäude", "x", "de"), 15, 9, Type("text", 9, 8, 2), "n")
    assert parted.lines == ("Prestige-", "gebäude")


# drawings


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


SPELLINGS = [
    ('<path d="M2 2H22V22H2Z"/>', '<rect x="2" y="2" width="20" height="20"/>'),
    ('<path d="m2 2h20v20h-20z m4 4 l2 2"/>', '<path d="M2 2 L22 2 L22 22 L2 22 Z M6 6 8 8"/>'),
    ('<polygon points="2,2 22,2 22,22"/>', '<path d="M2 2 22 2 22 22Z"/>'),
    ('<polyline points="2,2 22,2 22,22"/>', '<path d="M2 2 22 2 22 22"/>'),
    ('<line x1="2" y1="3" x2="20" y2="9"/>', '<path d="M2 3l18 6"/>'),
    ('<circle cx="12" cy="12" r="8"/>', '<path d="M20 12A8 8 0 0 1 4 12A8 8 0 0 1 20 12Z"/>'),
    ('<circle cx="12" cy="12" r="8"/>', '<path d="M12 4a8 8 0 1 0 8 8a8 8 0 0 0 -8 -8z"/>'),
    ('<ellipse cx="12" cy="12" rx="9" ry="5"/>', '<path d="M21 12A9 5 0 0 1 3 12A9 5 0 0 1 21 12Z"/>'),
    ('<rect x="3" y="4" width="18" height="14" rx="4"/>',
     '<path d="M7 4H17A4 4 0 0 1 21 8V14A4 4 0 0 1 17 18H7A4 4 0 0 1 3 14V8A4 4 0 0 1 7 4Z"/>'),
    ('<path d="M2 12Q12 2 22 12"/>', '<path d="M2 12C8.667 5.333 15.333 5.333 22 12"/>'),
    ('<path d="M2 12C4 4 8 4 12 12S20 20 22 12"/>', '<path d="m2 12c2 -8 6 -8 10 0c4 8 8 8 10 0"/>'),
    ('<path d="M2 12 s 4 4 8 0"/>', '<path d="M2 12 c 0 0 4 4 8 0"/>'),
]  # fmt: skip


def points(strokes: Sequence[icons.Stroke]) -> list[complex]:
    """Points along the lines of a drawing, close to each other."""
    found = []
    for stroke in strokes:
        here = begin = 0j
        for kind, values in stroke.segments:
            first, *more = [complex(*pair) for pair in batched(values)] or [begin]
            if kind == "m":
                here = begin = first
                continue
            second, end = more or (first, first)
            for step in (n / 60 for n in range(61)):
                rest = 1 - step
                curve = rest**3 * here + 3 * rest**2 * step * first + 3 * rest * step**2 * second + step**3 * end
                found.append(curve if kind == "c" else here + (first - here) * step)
            here = end
    return found


def batched(values: Sequence[float]) -> Iterator[tuple[float, float]]:
    return zip(values[::2], values[1::2], strict=True)


@pytest.mark.parametrize(("one", "other"), SPELLINGS)
def test_a_shape_looks_the_same_however_it_is_written(tmp_path: Path, one: str, other: str) -> None:
    drawn = []
    for name, shape in (("one", one), ("other", f'<g stroke-width="2">{other}</g>')):
        file = tmp_path / f"{name}.svg"
        file.write_text(f'<svg viewBox="0 0 24 24" xmlns="http://www.w3.org/2000/svg">{shape}</svg>')
        drawn.append(icons.parse(file).strokes)
    assert ([stroke.width for stroke in drawn[0]], [stroke.width for stroke in drawn[1]]) == ([1.0], [2.0])
    mine, theirs = map(points, drawn)
    for some, others in ((mine, theirs), (theirs, mine)):
        assert max(min(abs(point - there) for there in others) for point in some) < 0.5


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


def test_saving_ink_keeps_the_doors_of_a_woodcut() -> None:
    palette = Palette("saver", "home")
    ink = " ".join(f"{part:.3g}" for part in palette.line("ink"))
    assert f"{ink} rg" in _drawing_code(plates.cut("buildings/castle", 40), "ink", palette)


def test_saved_ink_is_a_fifth_less_and_not_nothing() -> None:
    for product in ("cards", "tiles"):
        full, saved = (Sheet.of(product, ink=ink).inked()[0] for ink in ("full", "saver"))
        assert 0.01 < saved < full * 0.8


# what it looks like


_DOTS = 4
"""Dots for each millimetre where pictures are compared."""


def looked_at(document: Document, ink: str = "full") -> list[Image.Image]:
    content = draw(document, Palette(ink, "home"))
    with pypdfium2.PdfDocument(content) as found:
        return [page.render(scale=_DOTS / MM).to_pil().convert("L") for page in found]


def crop(picture: Image.Image, area: Area) -> Image.Image:
    left, top = round(area.x * _DOTS), round(area.y * _DOTS)
    return picture.crop((left, top, left + int(area.width * _DOTS), top + int(area.height * _DOTS)))


def darkest(picture: Image.Image) -> int:
    return next(level for level, count in enumerate(picture.histogram()) if count)


def differ(one: Image.Image, other: Image.Image) -> float:
    return ImageStat.Stat(ImageChops.difference(one, other)).mean[0]


@pytest.mark.parametrize("ink", INKS)
def test_any_cube_any_but_gold_and_gold_are_told_apart_at_four_millimetres(ink: str) -> None:
    signs = ("any", "plain", "gold")
    items: list[Item] = [Text(2, 8, "x", "text", 6)]
    items += [Icon(name, 2 + 6 * n, 1, 4) for n, name in enumerate(signs)]
    (picture,) = looked_at(Document("signs", "signs", "en", (Page(22, 9, tuple(items), "signs"),)), ink)
    pictures = [crop(picture, Area(2 + 6 * n, 1, 4, 4)) for n in range(len(signs))]
    assert all(differ(one, other) > 18 for one, other in combinations(pictures, 2))


@pytest.mark.parametrize("ink", INKS)
def test_kinds_of_building_are_told_apart_by_their_edges(ink: str) -> None:
    """The frames alone, without the tints: in grey and in outlines as in color."""
    kinds = ("neutral", "fixed", "special", "wood", "stone", "residential", "prestige")
    for high in (45, 4):
        drawn = {kind: framed(kind, 45, 45) if high == 45 else [*edge(kind, Area(1, 1, 43, 2))] for kind in kinds}
        pages = tuple(Page(45, high, (*items, Text(20, 3, "x", "text", 2)), kind) for kind, items in drawn.items())
        pictures = looked_at(Document("edges", "edges", "en", pages), ink)
        for one, other in combinations(pictures, 2):
            assert differ(*(crop(picture, Area(0, 0, 45, min(high, 6))) for picture in (one, other))) > 3


@pytest.mark.parametrize("kind", ["neutral", "fixed", "special", "wood", "stone", "residential", "prestige"])
def test_a_frame_goes_all_around(kind: str) -> None:
    frame = (*framed(kind, 45, 45), Text(22, 22, "x", "text", 2))
    (picture,) = looked_at(Document("edges", "edges", "en", (Page(45, 45, frame, kind),)))
    for strip in (Area(2, 10, 3, 25), Area(40, 10, 3, 25), Area(10, 2, 25, 3), Area(10, 40, 25, 3)):
        assert darkest(crop(picture, strip)) < 200, "drawn on this side"
    for strip in (Area(0, 0, 45, 1.5), Area(0, 43.5, 45, 1.5), Area(0, 0, 1.5, 45), Area(43.5, 0, 1.5, 45)):
        assert darkest(crop(picture, strip)) > 200, "and not where it is cut"
    for strip in (Area(7, 7, 14, 31), Area(25, 7, 13, 31)):
        assert darkest(crop(picture, strip)) > 200, "and not where the signs are"


def only_in(one: Image.Image, other: Image.Image) -> bool:
    """Whether something dark in one picture has nothing dark near its place in the other."""
    near = other.filter(ImageFilter.MinFilter(7))
    dark, light = one.point(lambda v: 255 * (v < 150)), near.point(lambda v: 255 * (v > 225))
    found = ImageChops.multiply(dark, light)
    return found.crop((4, 4, found.width - 4, found.height - 4)).getbbox() is not None


@pytest.mark.parametrize(("tile", "paper_"), [("tile", "A4"), ("tile-large", "Letter"), ("tile-small", "A3")])
def test_the_sheets_of_the_road_show_the_whole_picture(paper_: str, tile: str) -> None:
    """Each window looks like its part of the picture printed in one piece: no wall is missing, and no line is new."""
    request = Request("road", languages=("nl",), paper=paper_, size=tile).checked()
    job = job_for(request)
    mat, street = painted(job)
    data = caylus(job.rules.data)
    assert {f"space {n}" for n in range(1, 29)} | {"castle", "bridge", *data.special.order} <= set(mat.faces)
    whole = Page(street.size.width, street.size.height, tuple(mat.uses), "road")
    picture = looked_at(Document("road", "road", "nl", (whole,), mat.faces))[0]
    sheets = wall(street.size, paper(paper_), craft(), float(job.file["overlap"]), paper_)
    for number, page in enumerate(looked_at(laid("road", paper=paper_, size=tile))):
        part = sheets.part(number)
        left = (sheets.page.width - sheets.window.width) / 2
        top = craft().unprintable + craft().band
        top += STRIP + (sheets.page.height - 2 * top - STRIP - sheets.window.height) / 2
        inner = part.grown(-sheets.overlap - 0.5)  # beyond, crosses and the edge of the next sheet are drawn
        one = crop(picture, inner)
        other = crop(page, Area(inner.x - part.x + left, inner.y - part.y + top, inner.width, inner.height))
        assert not only_in(one, other), f"sheet {number + 1} lacks a line"
        assert not only_in(other, one), f"sheet {number + 1} has a line too many"
