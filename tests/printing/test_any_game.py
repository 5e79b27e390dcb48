"""A game that only its own package knows gets every sheet that the shop has for all games."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.printing import Request, make_request
from companion.printing.display import Document, Text
from companion.printing.errors import NotForGame
from companion.printing.job import lay_out
from companion.printing.product import games_with
from companion.register import register, unregister
from tests.meadow import box

SHEETS = ("reference", "rulings", "glossary", "differences", "pad", "aid", "setup", "discs", "calibration")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    register("meadow", "tests.meadow")
    yield box.lay_out(tmp_path / "box")
    unregister("meadow")


def laid(product: str, folder: Path) -> Document:
    return lay_out(Request(product, game="meadow", overlays=(folder,)).checked())


def said(document: Document) -> str:
    faces = [face.items for face in document.faces.values()]
    items = [item for group in (*faces, *(page.items for page in document.pages)) for item in group]
    return " ".join(item.text for item in items if isinstance(item, Text))


@pytest.mark.parametrize("product", SHEETS)
def test_a_made_up_game_is_printed(product: str, folder: Path) -> None:
    made = make_request(Request(product, game="meadow", overlays=(folder,)))
    assert made.content.startswith(b"%PDF-")
    assert made.name.startswith("Meadow_")
    assert "Meadow" in said(laid(product, folder))


def test_its_sheets_say_what_its_box_says(folder: Path) -> None:
    reference = said(laid("reference", folder))
    assert "Hay barn" in reference
    assert "Cheese stall" in reference
    assert "May a farmhand rest?" in said(laid("rulings", folder))
    assert "Milking" in said(laid("aid", folder))
    assert "Lay out the meadow" in said(laid("setup", folder))


def test_what_only_other_games_bring_it_does_not_have(folder: Path) -> None:
    assert games_with("tiles") == ["caylus"]
    assert games_with("pad") == ["caylus", "magna_carta", "meadow"]
    with pytest.raises(NotForGame):
        Request("tiles", game="meadow", overlays=(folder,)).checked()
    with pytest.raises(NotForGame):  # there are no coins in its box
        laid("money", folder)
