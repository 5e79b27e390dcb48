"""Pictures for makers of cards, opened as their page for uploads would."""

from functools import cache
from io import BytesIO
from zipfile import ZipFile

import pytest
from PIL import Image

from companion.printing.data import read
from companion.printing.errors import BadChoice
from companion.printing.files import Made
from companion.printing.makers import make_for, makers
from companion.printing.product import Request

pytestmark = pytest.mark.slow

TEMPLATES = [name for name in makers() if "picture" in read("makers")[name]]
ONLY = {"cards": ("market", "church"), "tiles": ("tailor", "gate")}


@cache
def made(product: str, maker: str, only: tuple[str, ...] = ()) -> Made:
    return make_for(Request(product, languages=("en",), only=only or ONLY[product]), maker)


def pictures(one: Made) -> dict[str, Image.Image]:
    with ZipFile(BytesIO(one.content)) as archive:
        return {name: Image.open(BytesIO(archive.read(name))) for name in archive.namelist()}


@pytest.mark.parametrize("maker", TEMPLATES)
def test_every_side_has_the_size_of_the_template_and_ground_to_its_edges(maker: str) -> None:
    product = "tiles" if "square" in maker else "cards"
    template = read("makers")[maker]
    for name, picture in pictures(made(product, maker)).items():
        assert picture.size == tuple(template["picture"]), name
        assert [round(dots) for dots in picture.info["dpi"]] == [300, 300]
        ground = picture.getpixel((0, 0))
        safe = int(template["bleed"] + template["safe"]) - 3
        width, height = picture.size
        outside = [(0, 0, width, safe), (0, height - safe, width, height), (0, 0, safe, height)]
        colors = [picture.crop(strip).getcolors() or [] for strip in outside]
        assert all({color for _, color in found} == {ground} for found in colors), name


def test_fronts_and_backs_have_the_same_names_and_say_how_many() -> None:
    names = list(pictures(made("cards", "mpc-poker")))
    fronts, backs = ([name.partition("/")[2] for name in names if name.startswith(side)] for side in ("front", "back"))
    assert fronts == backs
    assert fronts[0] == "001_market_red_x1.png"
    assert len(fronts) == len(set(fronts)) == 8  # two cards of each of four players
    assert not any(name.startswith("back") for name in pictures(made("tiles", "mpc-square")))


def test_the_archive_is_the_same_on_any_day_and_a_picture_shows_the_lines() -> None:
    one = made("tiles", "mpc-square")
    again = make_for(Request("tiles", languages=("en",), only=ONLY["tiles"]), "mpc-square")
    assert one.name == "Caylus_Tiles_EN_mpc-square_tailor-gate_v1.0.zip"
    assert again == one
    (lines,) = one.beside.values()
    assert Image.open(BytesIO(lines)).size == (822, 822)


def test_what_no_maker_can_make_is_refused() -> None:
    for request, maker in (
        (Request("cards"), "nobody"),
        (Request("aid"), "mpc-poker"),
    ):
        with pytest.raises(BadChoice):
            make_for(request, maker)
