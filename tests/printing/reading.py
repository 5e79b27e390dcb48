"""What a finished file says, read back by other people's programs: nothing here knows how it was made."""

from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import Any

import pdfplumber
import pikepdf
import pypdfium2

from companion.printing import make

MM = 72 / 25.4
PAPERS = ("A4", "Letter")
PROFILES = ("home", "shop")
PRODUCTS = ("cards", "tiles", "calibration")


@cache
def built(product: str, language: str = "nl", paper: str = "A4", profile: str = "home", **more: Any) -> bytes:
    return make(product, languages=(language,), paper=paper, profile=profile, **more).content


@dataclass(frozen=True)
class Placed:
    """A form on a page: which one, and its outline in millimetres from the top left."""

    form: str
    x: float
    y: float
    width: float
    height: float
    upside_down: bool


def placed(content: bytes) -> list[list[Placed]]:
    """All forms that each page draws itself, from its content stream."""
    with pikepdf.open(BytesIO(content)) as document:
        return [list(_forms(page)) for page in document.pages]


def _forms(page: pikepdf.Page) -> Any:
    height = float(page.mediabox[3])
    matrix = [1.0, 0, 0, 1, 0, 0]
    for instruction in pikepdf.parse_content_stream(page):
        operands: Any = instruction.operands
        operator = instruction.operator
        if str(operator) == "cm":
            matrix = [float(n) for n in operands]
        elif str(operator) == "Do":
            box = page.resources.XObject[str(operands[0])].BBox
            a, b, c, d, e, f = matrix
            corners = [(a * float(x) + c * float(y) + e, b * float(x) + d * float(y) + f)
                       for x in (box[0], box[2]) for y in (box[1], box[3])]  # fmt: skip
            xs, ys = [x / MM for x, _ in corners], [(height - y) / MM for _, y in corners]
            yield Placed(str(operands[0]), min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys), a < 0)


def cards(content: bytes, width: float, height: float) -> list[list[Placed]]:
    """Of the forms of each page those as large as a card, one for each place."""
    found = []
    for page in placed(content):
        at: dict[tuple[int, int], Placed] = {}
        for form in page:
            if abs(form.width - width) < 0.1 and abs(form.height - height) < 0.1:
                at.setdefault((round(form.x), round(form.y)), form)
        found.append(list(at.values()))
    return found


def words(content: bytes) -> list[list[dict[str, Any]]]:
    with pdfplumber.open(BytesIO(content)) as document:
        return [page.chars for page in document.pages]


def coverage(content: bytes, page: int = 0) -> float:
    """The part of a page that is inked, from white to black."""
    document = pypdfium2.PdfDocument(content)
    picture = document[page].render(scale=1, grayscale=True).to_pil()
    histogram = picture.histogram()
    document.close()
    inked: float = sum((255 - level) * count for level, count in enumerate(histogram)) / 255 / sum(histogram)
    return inked
