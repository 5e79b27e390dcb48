"""Sheets of labels that are cut already, and the cuts of sheets for a machine."""

from xml.etree import ElementTree as ET

import pytest

from companion.printing.cutter import cutting
from companion.printing.display import Text, Use
from companion.printing.errors import BadChoice
from companion.printing.job import lay_out
from companion.printing.paper import label_sheet, label_sheets, paper
from companion.printing.product import Request

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", label_sheets())
@pytest.mark.parametrize("game", ["caylus", "magna_carta"])
def test_labels_fill_a_sheet_that_is_cut_already_and_nothing_else_is_on_it(name: str, game: str) -> None:
    document = lay_out(Request("box_labels", game, languages=("de",), paper=name).checked())
    sheet, page = label_sheet(name), document.pages[0]
    assert sheet is not None
    assert (page.width, page.height) == (paper(sheet.paper).width, paper(sheet.paper).height)
    labels = [item for item in page.items if isinstance(item, Use)]
    assert len(labels) == sheet.many[0] * sheet.many[1]
    assert not any(isinstance(item, Text) for item in page.items)
    last, face = labels[-1], document.faces[labels[-1].face]
    assert last.x + face.width == pytest.approx(page.width - sheet.first[0], abs=0.3)
    assert last.y + face.height == pytest.approx(page.height - sheet.first[1], abs=0.3)


def test_only_labels_are_printed_on_labels() -> None:
    with pytest.raises(BadChoice):
        Request("cards", paper="L7651").checked()


@pytest.mark.parametrize(("product", "shapes"), [("cards", 9), ("tiles", 20), ("tuck_box", 30)])
def test_a_machine_gets_the_cuts_in_millimeters(product: str, shapes: int) -> None:
    request = Request(product, languages=("en",))
    drawing = ET.fromstring(cutting(request))
    page = lay_out(request.checked()).pages[0]
    assert (drawing.get("width"), drawing.get("viewBox")) == (
        f"{page.width:g}mm",
        f"0 0 {page.width:g} {page.height:g}",
    )
    layers = {layer.get("id"): list(layer) for layer in drawing.iter(f"{SVG}g")}
    assert len(layers["cut"]) >= shapes
    assert ("fold" in layers) == (product == "tuck_box")


def test_a_sheet_to_read_has_no_cuts() -> None:
    with pytest.raises(BadChoice):
        cutting(Request("aid"))
