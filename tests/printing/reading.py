"""What a finished file says, read back by other people's programs: nothing here knows how it was made."""

import ctypes
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from io import BytesIO
from typing import Any

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium

from companion.i18n.translator import Translator
from companion.printing import Request
from companion.printing.backend import draw
from companion.printing.display import Document, Line
from companion.printing.job import lay_out
from companion.printing.palette import Palette
from companion.printing.product import product_file
from companion.printing.sheet import MARKS
from companion.rules import Rules, library

MM = 72 / 25.4
NEAR = 0.05
"""How exact cuts and backs are, in millimetres."""

COLOURS = {"g", "G", "rg", "RG", "k", "K"}

_CAP = 0.62
"""Capitals stand so high, in parts of the type size: what counts as the body of a letter."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in millimetres from the page's top left corner."""

Matrix = tuple[float, ...]


@dataclass(frozen=True)
class Letter:
    """A letter's body, from its base line to the height of capitals, and what is seen of it."""

    text: str
    body: Box
    window: Box
    """The form that it stands on: outside of it nothing shows."""
    size: float
    upright: bool

    def within(self, box: Box, by: float = 0.0) -> bool:
        """Whether all of it is so far inside a box."""
        left, top, right, bottom = self.body
        return (
            box[0] + by <= left + 0.02 and right <= box[2] - by + 0.02
            and box[1] + by <= top + 0.02 and bottom <= box[3] - by + 0.02
        )  # fmt: skip

    def on(self, box: Box) -> bool:
        """Whether its middle is in a box."""
        left, top, right, bottom = self.body
        return box[0] <= (left + right) / 2 <= box[2] and box[1] <= (top + bottom) / 2 <= box[3]


@dataclass(frozen=True)
class Placed:
    """A form on a page: its outline in millimetres from the top left."""

    x: float
    y: float
    width: float
    height: float
    upside_down: bool

    @property
    def box(self) -> Box:
        return self.x, self.y, self.x + self.width, self.y + self.height

    def near(self, other: "Placed") -> bool:
        return math.dist((self.x, self.y), (other.x, other.y)) < NEAR


@dataclass
class Sheet:
    """A finished file and what was asked for."""

    request: Request

    @classmethod
    def of(cls, product: str, game: str = "", *languages: str, **options: Any) -> "Sheet":
        return cls(Request(product, game, languages=languages or ("nl",), **options).checked())

    @cached_property
    def document(self) -> Document:
        """What is drawn, for what cannot be read back, such as which sign a drawing is."""
        return lay_out(self.request)

    @cached_property
    def content(self) -> bytes:
        return draw(self.document, Palette(self.request.ink, self.request.profile))

    @cached_property
    def rules(self) -> Rules:
        return library().rules(self.request.game, self.document.edition, self.request.variants)

    @cached_property
    def t(self) -> Translator:
        """The words of the sheet."""
        return Translator(self.request.languages[0], self.rules)

    @cached_property
    def letters(self) -> list[list[Letter]]:
        """What is written on every page and can be seen."""
        with pypdfium2.PdfDocument(self.content) as document, pikepdf.open(BytesIO(self.content)) as source:
            return [list(_letters(*pages)) for pages in zip(document, source.pages, strict=True)]

    @cached_property
    def texts(self) -> list[str]:
        """What is written on every page, without spaces and hyphens: a line may end in a word."""
        return [solid(letters) for letters in self.letters]

    def says(self, *texts: str) -> list[str]:
        """Which of these texts are nowhere on the sheet."""
        every = "".join(self.texts)
        return [text for text in texts if solid(text) not in every]

    @cached_property
    def sizes(self) -> list[tuple[float, float]]:
        """Width and height of every page, in millimetres."""
        with pikepdf.open(BytesIO(self.content)) as document:
            return [(float(p.mediabox[2]) / MM, float(p.mediabox[3]) / MM) for p in document.pages]

    @cached_property
    def titles(self) -> list[str]:
        """The bookmarks."""
        with pikepdf.open(BytesIO(self.content)) as document, document.open_outline() as outline:
            return [str(entry.title) for entry in outline.root]

    @cached_property
    def operators(self) -> set[tuple[str, tuple[float, ...]]]:
        """What the file says to draw; of colors, which: one number is grey, three are a screen's, four are inks."""
        with pikepdf.open(BytesIO(self.content)) as document:
            forms = [
                one for one in document.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Form"
            ]
            return {
                (name, tuple(map(float, instruction.operands)) if name in COLOURS else ())
                for holder in (*document.pages, *forms)
                for instruction in pikepdf.parse_content_stream(holder)
                for name in [str(instruction.operator)]
            }

    @cached_property
    def colours(self) -> set[tuple[float, ...]]:
        return {numbers for name, numbers in self.operators if name in COLOURS}

    @cached_property
    def cut(self) -> list[list[Placed]]:
        """The forms on each page that are as large as what is cut out, one for each place."""
        if "faces" not in product_file(self.request.product):
            return [[] for _ in self.sizes]
        card, pages = self.request.card(), []
        with pikepdf.open(BytesIO(self.content)) as document:
            for page in document.pages:
                at: dict[tuple[int, int], Placed] = {}
                for form in _placed(page):
                    if abs(form.width - card.width) < NEAR and abs(form.height - card.height) < NEAR:
                        at.setdefault((round(form.x), round(form.y)), form)
                pages.append(list(at.values()))
        return pages

    @cached_property
    def sheets(self) -> list[tuple[int, list[Placed], int, list[Placed]]]:
        """For each sheet of paper the pages with its fronts and its backs, and where these lie."""
        pages, numbers = self.cut, range(len(self.cut))
        if not any(pages):
            return []
        if self.folded:
            halves = [
                (number, self._half(number, front=True), number, self._half(number, front=False)) for number in numbers
            ]
            return [sheet for sheet in halves if sheet[1]]
        front = Translator(self.request.languages[0]).say("print.front")
        fronts = [number for number in numbers if self.titles[number].startswith(front)]
        backs = [number for number in numbers if number not in fronts]
        if len(backs) != len(fronts):
            return [(number, pages[number], number, []) for number in fronts]
        return [(one, pages[one], other, pages[other]) for one, other in zip(fronts, backs, strict=True)]

    def _half(self, page: int, *, front: bool) -> list[Placed]:
        """The cards on one side of the fold."""
        width, height = self.sizes[page]
        return [
            form for form in self.cut[page] if front == (form.x < width / 2 if self.stands else form.y < height / 2)
        ]

    def turned(self, back: Placed, page: int) -> Placed:
        """Where a back comes to lie when its sheet is turned over or folded."""
        width, height = self.sizes[page]
        if self.request.pages == "single" or self.request.duplex == "single":
            return back
        standing = self.stands if self.folded else (self.request.duplex == "long") == (height > width)
        return (
            replace(back, x=width - back.x - back.width) if standing else replace(back, y=height - back.y - back.height)
        )

    @cached_property
    def pieces(self) -> list[tuple[str, str]]:
        """What is written on each piece, and on its back, in the order in which they lie on the sheets."""
        found = []
        for page, fronts, behind, backs in self.sheets:
            there = [(self.turned(back, behind), back) for back in backs]
            for form in fronts:
                mine = (self._on(behind, back) for lies, back in there if lies.near(form))
                found.append((self._on(page, form), next(mine, "")))
        return found

    def _on(self, page: int, form: Placed) -> str:
        return solid(one for one in self.letters[page] if one.on(form.box))

    @property
    def folded(self) -> bool:
        return self.request.duplex == "gutterfold" and self.request.pages == "sheet"

    @cached_property
    def stands(self) -> bool:
        """Whether the dashed line along which the sheet is folded stands."""
        width, height = self.sizes[0]
        (line,) = (item for item in self.document.faces[MARKS].items if isinstance(item, Line) and item.dash)
        standing = line.x1 == line.x2
        assert math.isclose(line.x1 if standing else line.y1, (width if standing else height) / 2, abs_tol=NEAR)
        return standing

    def fold(self, page: int) -> float | None:
        """How far the nearest card of a page is from its fold; a card across it is nearer than nothing."""
        if not self.folded or not self.cut[page]:
            return None
        width, height = self.sizes[page]
        return min(
            max(width / 2 - form.x - form.width, form.x - width / 2) if self.stands
            else max(height / 2 - form.y - form.height, form.y - height / 2)
            for form in self.cut[page]
        )  # fmt: skip

    def pictures(self, scale: float = 1.0) -> Iterator[Any]:
        """Yield every page as it looks in grey."""
        with pypdfium2.PdfDocument(self.content) as document:
            for page in document:
                yield page.render(scale=scale, grayscale=True).to_pil()

    def inked(self) -> list[float]:
        """The part of each page that is inked, from white to black."""
        histograms = [picture.histogram() for picture in self.pictures()]
        return [sum((255 - level) * count for level, count in enumerate(all_)) / 255 / sum(all_) for all_ in histograms]


def solid(text: str | Iterable[Letter]) -> str:
    """A text without spaces and hyphens.

    >>> solid("Merchants’ guild, soft\u00adly")
    'Merchants’guild,softly'
    """
    whole = text if isinstance(text, str) else "".join(letter.text for letter in text)
    return "".join(char for char in whole if not char.isspace() and char not in "-\u00ad\u200b\x02\ufffe")


def _placed(page: pikepdf.Page) -> Iterator[Placed]:
    """Yield all forms that a page draws itself."""
    height = float(page.mediabox[3]) / MM
    for form, matrix in _drawn(page):
        left, top, right, bottom = _outline(form, matrix, height)
        yield Placed(left, top, right - left, bottom - top, matrix[0] < 0)


def _drawn(holder: Any) -> Iterator[tuple[Any, Matrix]]:
    """Yield the forms in a content stream, each with how it is moved and turned."""
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    for instruction in pikepdf.parse_content_stream(holder, "cm Do"):
        if str(instruction.operator) == "cm":
            matrix = tuple(float(number) for number in instruction.operands)
        else:
            resources = holder.resources if isinstance(holder, pikepdf.Page) else holder.Resources
            yield resources.XObject[str(instruction.operands[0])], matrix


def _outline(form: Any, matrix: Matrix, height: float) -> Box:
    a, b, c, d, e, f = matrix
    box = [float(side) for side in form.BBox]
    corners = [(a * x + c * y + e, b * x + d * y + f) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs, ys = [x / MM for x, _ in corners], [height - y / MM for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def _letters(page: pypdfium2.PdfPage, source: pikepdf.Page) -> Iterator[Letter]:
    width, height = (side / MM for side in page.get_size())
    objects = [pdfium.FPDFPage_GetObject(page.raw, n) for n in range(pdfium.FPDFPage_CountObjects(page.raw))]
    windows = dict(_windows(objects, source, (1, 0, 0, 1, 0, 0), (0.0, 0.0, width, height), height))
    text = page.get_textpage()
    for number in range(pdfium.FPDFText_CountChars(text.raw)):
        window = windows.get(_address(pdfium.FPDFText_GetTextObject(text.raw, number)))
        letter = _letter(text, number, height, window) if window else None
        if letter and letter.text.strip() and letter.on(letter.window):
            yield letter


def _windows(objects: list[Any], holder: Any, matrix: Matrix, window: Box, height: float) -> Iterator[tuple[int, Box]]:
    """Yield for every text the part of the page that its forms leave open."""
    forms = _drawn(holder)
    for one in objects:
        kind = pdfium.FPDFPageObj_GetType(one)
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            yield _address(one), window
        elif kind == pdfium.FPDF_PAGEOBJ_FORM:
            form, own = next(forms)
            inner = _times(own, matrix)
            left, top, right, bottom = _outline(form, inner, height)
            open_ = max(window[0], left), max(window[1], top), min(window[2], right), min(window[3], bottom)
            inside = [pdfium.FPDFFormObj_GetObject(one, n) for n in range(pdfium.FPDFFormObj_CountObjects(one))]
            yield from _windows(inside, form, inner, open_, height)


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    k, m, n, p, q, r = other
    return (a * k + b * n, a * m + b * p, c * k + d * n, c * m + d * p, e * k + f * n + q, e * m + f * p + r)


def _address(one: Any) -> int:
    return ctypes.cast(one, ctypes.c_void_p).value or 0


def _letter(text: Any, number: int, height: float, window: Box) -> Letter:
    """Return a letter with its body, however it is turned."""
    turn, numbers = pdfium.FS_MATRIX(), [ctypes.c_double() for _ in range(6)]
    pdfium.FPDFText_GetMatrix(text.raw, number, turn)
    pdfium.FPDFText_GetCharBox(text.raw, number, *numbers[:4])
    pdfium.FPDFText_GetCharOrigin(text.raw, number, *numbers[4:])
    size = pdfium.FPDFText_GetFontSize(text.raw, number)
    left, right, low, high, x, y = (one.value for one in numbers)
    if abs(turn.c) < abs(turn.d):
        low, high = sorted((y, y + math.copysign(size * _CAP, turn.d)))
    else:
        left, right = sorted((x, x + math.copysign(size * _CAP, turn.c)))
    body = (left / MM, height - high / MM, right / MM, height - low / MM)
    return Letter(chr(pdfium.FPDFText_GetUnicode(text.raw, number)), body, window, size, turn.d > 0 == turn.c)
