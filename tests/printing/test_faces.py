"""Faces of cards and tiles as somebody holds them: what is worker's, what is owner's, and nothing on an edge."""

from collections.abc import Iterator
from functools import cache

import pytest

from companion.printing import fonts
from companion.printing.display import Area, Document, Face, Frame, Icon, Rect, Text
from companion.printing.frames import OUT, THICK
from companion.printing.job import job_for, lay_out
from companion.printing.plates import WOODCUTS
from companion.printing.product import Request
from companion.printing.rows import HANG
from tests.words import LANGUAGES

MARGIN = 1.5
"""What stays free inside a frame, in millimeters."""
SIZES = [("tiles", "tile"), ("tiles", "tile-small"), ("cards", "euro"), ("cards", "poker"), ("cards", "mini")]


@cache
def laid(product: str, size: str, language: str) -> Document:
    return lay_out(Request(product, languages=(language,), size=size).checked())


def framed(document: Document) -> Iterator[tuple[str, Face]]:
    """The faces of buildings in their frames."""
    for name, face in document.faces.items():
        if any(isinstance(item, Frame) for item in face.items):
            yield name, face


def area(item: Icon | Text | Rect) -> Area:
    """What an item covers; a sign has air around it, which is no part of it."""
    match item:
        case Icon() if item.name.startswith(WOODCUTS):
            return Area(item.x, item.y, item.width, item.width * 0.75)
        case Icon():
            return Area(item.x, item.y, item.width, item.width).grown(-HANG * item.width)
        case Text():
            high = fonts.height(item.font, item.size)
            return Area(item.x, item.y - high, fonts.width(item.font, item.size, item.text), high)
    return Area(item.x, item.y, item.width, item.height)


def within(inner: Area, outer: Area) -> bool:
    return (
        inner.x >= outer.x - 0.02
        and inner.y >= outer.y - 0.02
        and inner.x + inner.width <= outer.x + outer.width + 0.02
        and inner.y + inner.height <= outer.y + outer.height + 0.02
    )


def panels(face: Face) -> list[Rect]:
    return [item for item in face.items if isinstance(item, Rect) and item.stroke == "ink" and item.width > 12]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("product", "size"), SIZES)
def test_nothing_is_nearer_to_a_frame_than_its_margin(product: str, size: str, language: str) -> None:
    t = job_for(Request(product, languages=(language,)).checked()).t
    kinds = {t.name(f"category.{kind}") for kind in KINDS if t.has(f"category.{kind}")}
    for name, face in framed(laid(product, size, language)):
        room = Area(0, 0, face.width, face.height).grown(-OUT - THICK - MARGIN)
        for item in face.items:
            tab = isinstance(item, Text) and (item.text in kinds or item.y > room.y + room.height)
            if isinstance(item, Icon | Text) and not tab:
                assert within(area(item), room), (name, item)


KINDS = ("neutral", "fixed", "special", "wood", "stone", "residential", "prestige", "small", "large")


@pytest.mark.parametrize(("product", "size"), SIZES)
def test_what_the_owner_gets_stands_in_a_box_of_its_own_behind_a_house(product: str, size: str) -> None:
    owners = 0
    for name, face in framed(laid(product, size, "de")):
        houses = [item for item in face.items if isinstance(item, Icon) and item.name == "house"]
        if not houses:
            continue
        owners += 1
        (house,) = houses
        (box,) = [panel for panel in panels(face) if within(area(house), area(panel))]
        mine = [item for item in face.items if isinstance(item, Icon) and within(area(item), area(box))]
        assert mine[0] is house, name
        assert len(mine) > 1, name
        assert "worker" not in {item.name for item in mine}, name
    assert owners == {"tiles": 3, "cards": 12}[product]


@pytest.mark.parametrize(("product", "size"), SIZES)
def test_figures_are_clear_of_the_signs_they_stand_in(product: str, size: str) -> None:
    for name, face in framed(laid(product, size, "en")):
        signs = [item for item in face.items if isinstance(item, Icon) and item.name in ("prestige", "coin")]
        for sign in signs:
            around = area(sign).grown(-0.02 * sign.width - 0.2)
            for text in (item for item in face.items if isinstance(item, Text) and item.text.isdigit()):
                middle = area(text).x + area(text).width / 2
                if sign.x < middle < sign.x + sign.width and sign.y < text.y < sign.y + sign.width:
                    assert within(area(text), around), (name, text.text)


@pytest.mark.parametrize("size", ["euro", "poker", "tarot", "mini"])
def test_a_card_begins_with_its_picture(size: str) -> None:
    """It is the largest thing on it, above its name."""
    for name, face in framed(laid("cards", size, "fr")):
        (picture,) = [item for item in face.items if isinstance(item, Icon) and item.name.startswith(WOODCUTS)]
        title = next(item for item in face.items if isinstance(item, Text) and item.font == "title")
        assert picture.width > 0.6 * face.width, name
        assert picture.y + picture.width * 0.75 < title.y, name
