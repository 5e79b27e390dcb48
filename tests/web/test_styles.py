"""Style sheets keep to their scales: sizes of type and signs are named once, and few widths bend a page."""

import re
from collections.abc import Iterator
from pathlib import Path

SHEETS = sorted((Path(__file__).parents[2] / "templates" / "web" / "static").glob("*.css"))
WIDTHS = {"376px", "40rem", "64rem", "80rem"}
"""A small phone ends, a tablet, a laptop and a wide screen begin."""

DRAWINGS = {".shape text", ".chart text", ".chart .last", ".chart text, .chart .last"}
"""Text within a drawing, in its own units."""


def rules() -> Iterator[tuple[str, str, str]]:
    """Yield the file, the selectors and the body of each rule."""
    for sheet in SHEETS:
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
            yield sheet.name, " ".join(selectors.split()), body


def test_four_widths_bend_all_pages() -> None:
    text = "".join(sheet.read_text(encoding="utf-8") for sheet in SHEETS)
    conditions = "".join(re.findall(r"@media[^{]*", text))
    widths = re.findall(r"(min|max)-width: ([0-9.]+)(px|rem)", conditions)
    just_below = {"px": 1, "rem": 0.01}
    begun = {f"{float(n) + just_below[unit] * (end == 'max'):g}{unit}" for end, n, unit in widths}
    assert begun == WIDTHS


def test_type_has_a_scale() -> None:
    """A size is a token, that of the text around, or a part of a tile or the wall, which measure themselves."""
    sizes = r"(?:font-size:|font: \d+) ([0-9.]+(?:rem|px))"
    found = [(file, selectors, size) for file, selectors, body in rules() for size in re.findall(sizes, body)]
    assert [one for one in found if one[2] != "1rem" and one[1] not in DRAWINGS] == []


def test_signs_have_a_scale() -> None:
    sign = re.compile(r"\.(icon|shape|coin)$")
    found = [
        (file, selectors, size)
        for file, selectors, body in rules()
        for size in re.findall(r"(?<![-\w])(?:width|height): (\d+px)", body)
        if sign.search(selectors)
    ]
    assert found == []
