"""What must hold of every sheet, read back from the finished file by other people's programs.

Each proof takes a `Sheet` and tells the faults it finds, in words for whoever has to mend them; nothing is good news.
Nothing here knows how the file was made, only what was asked for.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from io import BytesIO
from typing import Any

import pdfplumber
import pikepdf
import pypdfium2
from pdfminer.layout import LTChar, LTFigure

from companion.i18n.translator import Translator
from companion.printing import Request, make_bytes
from companion.printing.paper import craft, paper
from companion.printing.product import product_file
from tests.printing.matrix import card
from tests.printing.reading import MM, Placed, cards

NEAR = 0.1
"""How exact cuts and backs are, in millimetres."""

MOST_INK = 0.15
LEAST_CONTRAST = 4.5

_CAP = 0.62
"""Capitals stand so high, in parts of the type size: what counts as the body of a letter."""

_SCALE = 4.0
"""Dots for each point where letters are looked at: six-point type has stems of more than one."""


@dataclass
class Sheet:
    """A finished file and what was asked for."""

    request: Request
    content: bytes = field(repr=False)

    @cached_property
    def letters(self) -> list[list["Letter"]]:
        """What is written on every page and can be seen."""
        with pdfplumber.open(BytesIO(self.content)) as document:
            return [list(_letters(page)) for page in document.pages]

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
    def cut(self) -> list[list[Placed]]:
        """The forms on each page that are as large as what is cut out, if this is such a product."""
        if "faces" not in product_file(self.request.product):
            return [[] for _ in self.sizes]
        return cards(self.content, *card(self.request))

    @cached_property
    def backs(self) -> bool:
        """Whether the file says of any page that it is a back."""
        back = Translator(self.request.languages[0]).say("print.back")
        return any(title.startswith(back) for title in self.titles)


Proof = Callable[[Sheet], Iterator[str]]


def faults(request: Request) -> list[str]:
    """Everything that is wrong with a sheet."""
    sheet = Sheet(request, make_bytes(request))
    return [f"{proof.__name__}: {fault}" for proof in PROOFS for fault in proof(sheet)]


def made_twice_alike(sheet: Sheet) -> Iterator[str]:
    if make_bytes(sheet.request) != sheet.content:
        yield "made twice it differs"


def sound(sheet: Sheet) -> Iterator[str]:
    with pikepdf.open(BytesIO(sheet.content)) as document:
        yield from document.check_pdf_syntax()
        fonts = [one for one in document.objects if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/Font"]
        for font in fonts:
            if "/FontFile2" not in font.FontDescriptor or "/ToUnicode" not in font:
                yield f"{font.BaseFont} is not embedded with its characters"
        info = document.docinfo
        legal = Translator(sheet.request.languages[0]).say("print.legal")
        said = (str(document.Root.get("/Lang")), str(info.get("/Title", "")), str(info.get("/Subject", "")))
        if not fonts or said[0] != sheet.request.languages[0] or not said[1] or said[2] != legal:
            yield f"language, title or subject are not set: {said}"
        if str(document.Root.ViewerPreferences.PrintScaling) != "/None":
            yield "the printer may scale it"
        if product_file(sheet.request.product).get("big") and "/StructTreeRoot" not in document.Root:
            yield "it is a sheet to read, but not tagged"
        with document.open_metadata() as xmp:
            if xmp["dc:title"] != said[1]:
                yield "the metadata have another title"
    if not sheet.titles or not all(sheet.titles):
        yield "there are no bookmarks"


def on_the_paper_asked_for(sheet: Sheet) -> Iterator[str]:
    asked = paper(sheet.request.paper)
    for number, found in enumerate(sheet.sizes, 1):
        if math.dist(sorted(found), sorted((asked.width, asked.height))) > NEAR:
            yield f"page {number} is {found[0]:.1f} x {found[1]:.1f} mm"


def text_can_be_read_out(sheet: Sheet) -> Iterator[str]:
    """As a search or a screen reader meets it, and on each page whose game it is."""
    legal = _plain(Translator(sheet.request.languages[0]).say("print.legal"))
    with pypdfium2.PdfDocument(sheet.content) as document:
        texts = [page.get_textpage().get_text_range() for page in document]
    for number, text in enumerate(texts, 1):
        if legal not in _plain(text):
            yield f"page {number} does not say whose game this is"
        if "\ufffd" in text:
            yield f"page {number} has characters without a meaning"
    for number, letters in enumerate(sheet.letters, 1):
        if any(letter.text.startswith("(cid:") or letter.text == "\0" for letter in letters):
            yield f"page {number} has a character that its font does not have"


def _plain(text: str) -> str:
    return "".join(text.split())


Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in millimetres from the page's top left corner."""


@dataclass(frozen=True)
class Letter:
    """A letter's body, from its base line to the height of capitals, and what is seen of it."""

    text: str
    body: Box
    window: Box
    """The form that it stands on: outside of it nothing shows."""

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


def _letters(page: pdfplumber.page.Page) -> Iterator[Letter]:
    height = float(page.height)
    whole = (0.0, 0.0, float(page.width) / MM, height / MM)
    for letter, window in _placed(page.layout, height, whole):
        found = Letter(letter.get_text(), _body(letter, height), window)
        if found.text.strip() and found.on(window):
            yield found


def _placed(holder: Iterable[Any], height: float, window: Box) -> Iterator[tuple[LTChar, Box]]:
    """Every letter with the part of the page that its forms leave open."""
    for one in holder:
        if isinstance(one, LTFigure):
            left, top, right, bottom = window
            x0, y0, x1, y1 = (side / MM for side in one.bbox)
            y0, y1 = height / MM - y1, height / MM - y0
            yield from _placed(one, height, (max(left, x0), max(top, y0), min(right, x1), min(bottom, y1)))
        elif isinstance(one, LTChar):
            yield one, window


def _body(letter: LTChar, height: float) -> Box:
    """Where the body of a letter lies, however it is turned."""
    _, _, c, d, x, y = letter.matrix
    left, low, right, high = letter.bbox
    if abs(c) < abs(d):
        low, high = sorted((y, y + math.copysign(letter.size * _CAP, d)))
    else:
        left, right = sorted((x, x + math.copysign((right - left) * _CAP, c)))
    return left / MM, (height - high) / MM, right / MM, (height - low) / MM


def nothing_cut_off(sheet: Sheet) -> Iterator[str]:
    """No word runs over the edge of its form; a mat over several pages goes on beyond each."""
    if "overlap" in product_file(sheet.request.product):
        return
    for page, letters in enumerate(sheet.letters, 1):
        cut = [one for one in letters if not one.within(one.window)]
        if cut:
            yield f"page {page}: {_said(cut)} cut off by its box"


def inside_the_margins(sheet: Sheet) -> Iterator[str]:
    if product_file(sheet.request.product).get("to_the_edge"):
        return
    edge = craft().unprintable
    for page, (letters, (width, height)) in enumerate(zip(sheet.letters, sheet.sizes, strict=True), 1):
        beyond = [one for one in letters if not one.within((0, 0, width, height), edge)]
        if beyond:
            yield f"page {page}: {_said(beyond)} outside the margins"


def away_from_the_scissors(sheet: Sheet) -> Iterator[str]:
    safe = craft().safe
    for page, (letters, forms) in enumerate(zip(sheet.letters, sheet.cut, strict=True), 1):
        outlines = [(form.x, form.y, form.x + form.width, form.y + form.height) for form in forms]
        near = [one for one in letters for box in outlines if one.on(box) and not one.within(box, safe)]
        if near:
            yield f"page {page}: {_said(near)} closer than {safe:g} mm to a cut"


def nothing_over_other_words(sheet: Sheet) -> Iterator[str]:
    """No two letters share a place: words that overflow a box run into those of the next."""
    for page, letters in enumerate(sheet.letters, 1):
        found = sorted(letters, key=lambda one: one.body[0])
        for place, one in enumerate(found):
            for other in found[place + 1 :]:
                if other.body[0] > one.body[2]:
                    break
                if _together(one.body, other.body):
                    yield f"page {page}: {one.text!r} and {other.text!r} lie on each other at {_rounded(one.body)}"
                    return


def _together(one: Box, other: Box) -> bool:
    """Whether two letters share half the width and a third of the height of the smaller."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    least_wide, least_high = (min(a - b, c - d) for a, b, c, d in (
        (one[2], one[0], other[2], other[0]), (one[3], one[1], other[3], other[1]),
    ))  # fmt: skip
    return wide > 0.5 * least_wide and high > 0.35 * least_high


def _said(found: list[Letter]) -> str:
    left, top, _, _ = found[0].body
    return f"{''.join(one.text for one in found[:20])!r} at {left:.1f}, {top:.1f} mm"


def trimmed_where_it_is_cut(sheet: Sheet) -> Iterator[str]:
    """The trim is what all cards of a full page cover together; a shop gets its bleed around it."""
    forms = max(sheet.cut, key=len, default=[])
    if not forms or sheet.request.duplex == "gutterfold":
        return
    page = sheet.cut.index(forms)
    with pikepdf.open(BytesIO(sheet.content)) as document:
        trim, bleed = ([float(n) / MM for n in document.pages[page][box]] for box in ("/TrimBox", "/BleedBox"))
    height = sheet.sizes[page][1]
    covered = (
        min(f.x for f in forms), height - max(f.y + f.height for f in forms),
        max(f.x + f.width for f in forms), height - min(f.y for f in forms),
    )  # fmt: skip
    if any(abs(mine - theirs) > NEAR for mine, theirs in zip(trim, covered, strict=True)):
        yield f"trimmed at {_rounded(trim)}, cards at {_rounded(covered)}"
    if sheet.request.profile == "shop" and abs(trim[0] - bleed[0] - craft().bleed) > NEAR:
        yield f"{trim[0] - bleed[0]:.2f} mm of bleed"


def _rounded(values: Any) -> list[float]:
    return [round(value, 2) for value in values]


def as_many_pages_as_needed(sheet: Sheet) -> Iterator[str]:
    counts = [len(forms) for front, _, forms in _turned(sheet) for _ in front[:1]] if sheet.backs else []
    counts = counts or [len(forms) for forms in sheet.cut if forms]
    if not counts:
        return
    total, most = sum(counts), max(counts)
    if len(counts) != math.ceil(total / most) or any(count != most for count in counts[:-1]):
        yield f"{total} pieces lie as {counts}"


def backs_behind_fronts(sheet: Sheet) -> Iterator[str]:
    if not sheet.backs or not any(sheet.cut):
        return
    for number, (fronts, backs, _) in enumerate(_turned(sheet), 1):
        if len(backs) > len(fronts) or not backs:
            yield f"sheet {number} has {len(fronts)} fronts and {len(backs)} backs"
        for back in backs:
            if not any(math.dist((back.x, back.y), (front.x, front.y)) < NEAR for front in fronts):
                yield f"sheet {number}: the back at {back.x:.1f}, {back.y:.1f} mm has no front"


def _turned(sheet: Sheet) -> Iterator[tuple[list[Placed], list[Placed], list[Placed]]]:
    """For each sheet of paper its fronts, its backs as they come to lie behind them, and the fronts again."""
    pages, duplex = sheet.cut, sheet.request.duplex
    if duplex == "gutterfold":
        for page, (width, height) in zip(pages, sheet.sizes, strict=True):
            fronts, backs = _folded(page, width, height)
            yield fronts, backs, fronts
        return
    half = len(pages) // 2
    pairs = zip(pages[:half], pages[half:], strict=True) if duplex == "single" else zip(
        pages[::2], pages[1::2], strict=True
    )  # fmt: skip
    for (fronts, backs), (width, height) in zip(pairs, sheet.sizes, strict=False):
        if duplex == "single":
            yield fronts, backs, fronts
        elif (duplex == "long") == (height > width):
            yield fronts, [replace(b, x=width - b.x - b.width) for b in backs], fronts
        else:
            yield fronts, [replace(b, y=height - b.y - b.height) for b in backs], fronts


def _folded(page: list[Placed], width: float, height: float) -> tuple[list[Placed], list[Placed]]:
    """Fronts, and the backs brought over the fold onto them: it stands or lies where no card crosses it."""
    if all(form.x + form.width < width / 2 or form.x > width / 2 for form in page) and (
        any(form.x > width / 2 for form in page)
    ):
        fronts = [form for form in page if form.x < width / 2]
        return fronts, [replace(f, x=width - f.x - f.width) for f in page if f.x > width / 2]
    fronts = [form for form in page if form.y < height / 2]
    return fronts, [replace(f, y=height - f.y - f.height) for f in page if f.y > height / 2]


def saves_ink(sheet: Sheet) -> Iterator[str]:
    if sheet.request.ink != "saver":
        return
    for number, picture in enumerate(_pictures(sheet, 1.0), 1):
        histogram = picture.histogram()
        inked = sum((255 - level) * count for level, count in enumerate(histogram)) / 255 / sum(histogram)
        if inked >= MOST_INK:
            yield f"page {number} is inked to {inked:.1%}"


def legible_in_grey(sheet: Sheet) -> Iterator[str]:
    """Every letter stands out from its ground: the lightest and the darkest dot of its place on the finished page."""
    if sheet.request.ink != "grey":
        return
    for page, picture in enumerate(_pictures(sheet, _SCALE)):
        pale = []
        for one in sheet.letters[page]:
            left, top, right, bottom = (side * MM * _SCALE for side in one.body)
            dark, light = picture.crop((int(left) - 1, int(top), int(right) + 2, int(bottom) + 2)).getextrema()
            if contrast(dark, light) < LEAST_CONTRAST:
                pale.append(one)
        if pale:
            yield f"page {page + 1}: {_said(pale)} too pale on its ground"


def contrast(one: int, other: int) -> float:
    """How far two levels of grey stand apart, as for screens (WCAG 2.2).

    >>> round(contrast(0, 255)), round(contrast(119, 255), 1)
    (21, 4.5)
    """
    lights = sorted(_light(level / 255) for level in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _light(level: float) -> float:
    return level / 12.92 if level <= 0.04045 else float(((level + 0.055) / 1.055) ** 2.4)


def _pictures(sheet: Sheet, scale: float) -> Iterator[Any]:
    with pypdfium2.PdfDocument(sheet.content) as document:
        for page in document:
            yield page.render(scale=scale, grayscale=True).to_pil()


PROOFS: tuple[Proof, ...] = (
    made_twice_alike, sound, on_the_paper_asked_for, text_can_be_read_out, nothing_cut_off, inside_the_margins,
    away_from_the_scissors, nothing_over_other_words, trimmed_where_it_is_cut, as_many_pages_as_needed,
    backs_behind_fronts, saves_ink, legible_in_grey,
)  # fmt: skip
