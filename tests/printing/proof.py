"""What must hold of every sheet, read back from the finished file by other people's programs.

Each proof takes a `Sheet` and tells the faults it finds, in words for whoever has to mend them; nothing is good news.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import combinations
from itertools import product as times
from typing import Any

import pikepdf
import pypdfium2

from companion.i18n.translator import Translator
from companion.printing import Request, make_bytes
from companion.printing.display import Face, Page, Text
from companion.printing.paper import paper
from companion.printing.product import product_file
from tests.printing.reading import COLOURS, MM, NEAR, Box, Letter, Sheet, solid

UNPRINTABLE, BLEED, SAFE, FOLD = 6.35, 3.0, 3.0, 3.0
"""What home printers leave white, what is beyond a cut, and how far words are from a cut and cards from a fold."""

MOST_INK = 0.15
LEAST_CONTRAST = 4.5

_SCALE = 4.0
"""Dots for each point where letters are looked at: six-point type has stems of more than one."""

_TURNED = {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge"}

Proof = Callable[[Sheet], Iterator[str]]


def faults(request: Request, *more: Proof) -> list[str]:
    """Everything that is wrong with a sheet."""
    sheet = Sheet(request)
    return [f"{proof.__name__}: {fault}" for proof in (*PROOFS, *more) for fault in proof(sheet)]


def made_twice_alike(sheet: Sheet) -> Iterator[str]:
    """For one way of printing: the others differ in colors alone."""
    if sheet.request.ink == "full" and make_bytes(sheet.request) != sheet.content:
        yield "made twice it differs"


def sound(sheet: Sheet) -> Iterator[str]:
    request, file = sheet.request, product_file(sheet.request.product)
    with pikepdf.open(BytesIO(sheet.content)) as document:
        yield from document.check_pdf_syntax()
        fonts = [one for one in document.objects if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/Font"]
        for font in fonts:
            if "/FontFile2" not in font.FontDescriptor or "/ToUnicode" not in font:
                yield f"{font.BaseFont} is not embedded with its characters"
        info = document.docinfo
        said = (str(document.Root.get("/Lang")), str(info.get("/Title", "")), str(info.get("/Subject", "")))
        if not fonts or said[0] != request.languages[0] or said[2] != sheet.t.say("print.legal"):
            yield f"language or subject are not set: {said}"
        if (
            sheet.t.say(f"print.product.{request.product}") not in said[1]
            or sheet.t.name(f"game.{request.game}") not in said[1]
        ):
            yield f"the title is {said[1]!r}"
        if file.get("big") and "/StructTreeRoot" not in document.Root:
            yield "it is a sheet to read, but not tagged"
        with document.open_metadata(strict=True) as xmp:
            if xmp["dc:title"] != said[1]:
                yield "the metadata have another title"
    if not sheet.titles or not all(sheet.titles):
        yield "there are no bookmarks"
    if not file.get("flow") and len(sheet.titles) != len(sheet.sizes):
        yield f"{len(sheet.sizes)} pages have {len(sheet.titles)} bookmarks"


def drawn_with_known_operators(sheet: Sheet) -> Iterator[str]:
    """A reader skips what it does not know, and with it a line of a drawing."""
    text = {"BT", "ET", "Tf", "Tj", "TJ", "Tm", "Td", "T*", "TL", "Tc", "Tw", "Tr", "Ts", "Tz", "BMC", "BDC", "EMC"}
    known = {*"qQwJjdmlchfBSbsn", "cm", "re", "Do", "gs", *text, *COLOURS}
    strange = {name for name, _ in sheet.operators} - known
    if strange:
        yield f"{strange} draw nothing"


def told_to_the_printer(sheet: Sheet) -> Iterator[str]:
    with pikepdf.open(BytesIO(sheet.content)) as document:
        wishes = document.Root.ViewerPreferences
        conditions = [str(one.OutputConditionIdentifier) for one in document.Root.get("/OutputIntents", [])]
    turned = "" if sheet.request.pages == "single" else sheet.request.duplex
    if str(wishes.PrintScaling) != "/None" or str(wishes.Duplex) != _TURNED.get(turned, "/Simplex"):
        yield f"scaling is {wishes.PrintScaling}, duplex {wishes.Duplex}"
    if conditions != ["FOGRA39"] * (sheet.request.profile == "shop"):
        yield f"it is made for {conditions}"


def on_the_paper_asked_for(sheet: Sheet) -> Iterator[str]:
    asked = paper(sheet.request.paper)
    wanted = (asked.width, asked.height)
    if sheet.request.pages == "single":
        wanted = (sheet.request.card().width + 2 * BLEED, sheet.request.card().height + 2 * BLEED)
    for number, found in enumerate(sheet.sizes, 1):
        if math.dist(sorted(found), sorted(wanted)) > NEAR:
            yield f"page {number} is {found[0]:.1f} x {found[1]:.1f} mm"


def text_can_be_read_out(sheet: Sheet) -> Iterator[str]:
    """As a search or a screen reader meets it, and on each page whose game it is and how long 50 mm are."""
    legal = solid(Translator(sheet.request.languages[0]).say("print.legal"))
    with pypdfium2.PdfDocument(sheet.content) as document:
        texts = [page.get_textpage().get_text_range() for page in document]
    for number, text in enumerate(texts, 1):
        if sheet.request.pages == "sheet" and legal not in solid(text):
            yield f"page {number} does not say whose game this is"
        if sheet.request.pages == "sheet" and any(sheet.cut) and not {"50mm", "2in"} <= {*_words(text)}:
            yield f"page {number} has no rulers to measure"
        if "\ufffd" in text or "\0" in text:
            yield f"page {number} has characters without a meaning"
        if "_" in text:
            yield f"page {number} has an id instead of a word"


def _words(text: str) -> list[str]:
    return ["50mm"] * ("50mm" in solid(text)) + ["2in"] * ("2in" in solid(text))


def nothing_cut_off(sheet: Sheet) -> Iterator[str]:
    """No word runs over the edge of its form; a mat over several pages goes on beyond each."""
    if "overlap" in product_file(sheet.request.product):
        return
    for page, letters in enumerate(sheet.letters, 1):
        cut = [one for one in letters if not one.within(one.window)]
        if cut:
            yield f"page {page}: {_said(cut)} cut off by its box"


def inside_the_margins(sheet: Sheet) -> Iterator[str]:
    if product_file(sheet.request.product).get("to_the_edge") or sheet.request.pages == "single":
        return
    for page, (letters, (width, height)) in enumerate(zip(sheet.letters, sheet.sizes, strict=True), 1):
        beyond = [one for one in letters if not one.within((0, 0, width, height), UNPRINTABLE)]
        if beyond:
            yield f"page {page}: {_said(beyond)} outside the margins"


def away_from_the_scissors(sheet: Sheet) -> Iterator[str]:
    for page, (letters, forms) in enumerate(zip(sheet.letters, sheet.cut, strict=True), 1):
        near = [one for one in letters for form in forms if one.on(form.box) and not one.within(form.box, SAFE)]
        if near:
            yield f"page {page}: {_said(near)} closer than {SAFE:g} mm to a cut"


def round_cuts_touch_no_word(sheet: Sheet) -> Iterator[str]:
    """Every corner of every letter of what may be cut round lies within the circle and the ring on it."""
    if sheet.request.product not in ("discs", "money", "tokens"):
        return
    for letters, forms in zip(sheet.letters, sheet.cut, strict=True):
        for form in forms:
            middle, radius = (form.x + form.width / 2, form.y + form.height / 2), form.width / 2
            for one in letters:
                left, _, right, foot = one.body
                far = max(math.dist(middle, (x, foot)) for x in (left, right))
                if one.on(form.box) and far > radius - SAFE:
                    yield f"{one.text!r} is {far:.1f} mm from the middle of a disc"
                    return


def nothing_over_other_words(sheet: Sheet) -> Iterator[str]:
    """No two letters share a place but those that are kerned: words that overflow a box run into those of the next."""
    for page, letters in enumerate(sheet.letters, 1):
        near = defaultdict[tuple[int, int], list[tuple[int, Letter]]](list)
        for number, one in enumerate(letters):
            left, top, right, foot = (int(side // _NEAR) for side in one.body)
            for cell in times(range(left, right + 1), range(top, foot + 1)):
                near[cell].append((number, one))
        for (first, one), (second, other) in (pair for cell in near.values() for pair in combinations(cell, 2)):
            if second - first > 1 and _together(one.body, other.body):
                yield f"page {page}: {one.text!r} and {other.text!r} lie on each other at {_rounded(one.body)}"
                return


_NEAR = 4.0
"""Letters are compared with those of the same square of so many millimetres."""


def _together(one: Box, other: Box) -> bool:
    """Whether two letters share half the width and a third of the height of the smaller."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    least_wide, least_high = (min(a - b, c - d) for a, b, c, d in (
        (one[2], one[0], other[2], other[0]), (one[3], one[1], other[3], other[1]),
    ))  # fmt: skip
    return wide > 0.5 * least_wide and high > 0.35 * least_high


def large_enough(sheet: Sheet) -> Iterator[str]:
    """Figures are never below 7 points, and nothing below 18 in big print."""
    request, file = sheet.request, product_file(sheet.request.product)
    upright = [one for letters in sheet.letters for one in letters if one.upright]
    if not upright:
        return
    tiny = request.size in ("mini", "tile-small")
    least = 18.0 if request.big else 6.0 if "flow" in file else 5.0 if tiny else 5.5
    smallest = min(upright, key=lambda one: one.size)
    if smallest.size < least - 0.01:
        yield f"{smallest.text!r} has {smallest.size:g} points"
    holders: list[Face | Page] = [*sheet.document.faces.values(), *sheet.document.pages]
    drawn = [it for holder in holders for it in holder.items]
    numbers = [it for it in drawn if isinstance(it, Text) and it.text.isdigit()]
    if not tiny and request.product != "calibration":
        yield from (f"the figure {it.text} has {it.size:g} points" for it in numbers if it.size < 7)


def _said(found: list[Letter]) -> str:
    left, top, _, _ = found[0].body
    return f"{''.join(one.text for one in found[:20])!r} at {left:.1f}, {top:.1f} mm"


def trimmed_where_it_is_cut(sheet: Sheet) -> Iterator[str]:
    """The trim is what all cards of a full page cover together; a shop gets its bleed around it."""
    forms = max(sheet.cut, key=len, default=[])
    if not forms or (sheet.request.duplex == "gutterfold" and sheet.request.pages == "sheet"):
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
    beyond = [abs(mine - theirs) for mine, theirs in zip(trim, bleed, strict=True)]
    if (sheet.request.cut == "gutters" or sheet.request.pages == "single") and any(
        abs(by - BLEED) > NEAR for by in beyond
    ):
        yield f"{_rounded(beyond)} mm of bleed"


def _rounded(values: Any) -> list[float]:
    return [round(value, 2) for value in values]


def as_many_pages_as_needed(sheet: Sheet) -> Iterator[str]:
    counts = [len(fronts) for _, fronts, _, _ in sheet.sheets]
    if counts and (
        len(counts) != math.ceil(sum(counts) / max(counts)) or any(one != max(counts) for one in counts[:-1])
    ):
        yield f"{sum(counts)} pieces lie as {counts}"
    if any(sheet.cut) and not counts:
        yield "there is no front"


def in_the_middle(sheet: Sheet) -> Iterator[str]:
    """Cards lie in the middle of the paper; on a sheet to be folded, beside the fold and apart from it."""
    for number, (forms, (width, height)) in enumerate(zip(sheet.cut, sheet.sizes, strict=True), 1):
        away = sheet.fold(number - 1)
        if away is not None and away < FOLD:
            yield f"page {number}: a card lies {away:.1f} mm from the fold"
        elif away is None and forms and len(forms) == max(map(len, sheet.cut)):
            left, right = min(f.x for f in forms), width - max(f.x + f.width for f in forms)
            top, foot = min(f.y for f in forms), height - max(f.y + f.height for f in forms)
            if abs(left - right) > NEAR or abs(top - foot) > NEAR:
                yield f"page {number}: cards begin at {left:.1f}, {top:.1f} mm and end at {right:.1f}, {foot:.1f} mm"


def backs_behind_fronts(sheet: Sheet) -> Iterator[str]:
    """A back is upside down exactly if its sheet is turned over an edge, or folded, above or below it."""
    request = sheet.request
    for page, fronts, behind, backs in sheet.sheets:
        width, height = sheet.sizes[page]
        for back in backs:
            if not any(sheet.turned(back, behind).near(front) for front in fronts):
                yield f"page {behind + 1}: the back at {back.x:.1f}, {back.y:.1f} mm has no front"
        down = not sheet.stands if sheet.folded else (request.duplex == "long") != (height > width)
        down = down and request.pages == "sheet" and request.duplex != "single"
        if any(front.upside_down for front in fronts) or any(back.upside_down != down for back in backs):
            yield f"page {behind + 1}: cards are the wrong way up"


def in_the_order_of_printing(sheet: Sheet) -> Iterator[str]:
    """Backs follow their fronts, unless they are to be printed later on the same paper."""
    pages = [(page, behind) for page, _, behind, backs in sheet.sheets if backs]
    later = sheet.request.duplex == "single"
    for number, (page, behind) in enumerate(pages):
        wanted = (
            (page, page) if sheet.folded else (number, number + len(pages)) if later else (2 * number, 2 * number + 1)
        )
        if (page, behind) != wanted:
            yield f"sheet {number + 1} has its sides on pages {page + 1} and {behind + 1}"


def colours_of_the_printer(sheet: Sheet) -> Iterator[str]:
    """A shop gets inks and pure black; at home a screen's colors; grey has nothing else."""
    shop, grey = sheet.request.profile == "shop", sheet.request.ink == "grey"
    numbers = 4 if shop else 1 if grey else 3
    strange = [one for one in sheet.colours if len(one) != numbers and one not in ((0.0,), (0.0, 0.0, 0.0))]
    if strange or (shop and (0, 0, 0, 1) not in sheet.colours):
        yield f"colors are {sorted(strange)[:3]}"
    if shop and grey and any(any(one[:3]) for one in sheet.colours):
        yield "grey has colored ink"


def saves_ink(sheet: Sheet) -> Iterator[str]:
    if sheet.request.ink != "saver":
        return
    for number, inked in enumerate(sheet.inked(), 1):
        if inked >= MOST_INK:
            yield f"page {number} is inked to {inked:.1%}"


def legible_in_grey(sheet: Sheet) -> Iterator[str]:
    """Every letter stands out from its ground: the lightest and the darkest dot of its place on the finished page."""
    if sheet.request.ink != "grey":
        return
    for page, picture in enumerate(sheet.pictures(_SCALE)):
        pale = []
        for one in filter(lambda one: one.text.isalnum(), sheet.letters[page]):
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


PROOFS: tuple[Proof, ...] = (
    made_twice_alike, sound, drawn_with_known_operators, told_to_the_printer, on_the_paper_asked_for,
    text_can_be_read_out, nothing_cut_off, inside_the_margins, away_from_the_scissors, round_cuts_touch_no_word,
    nothing_over_other_words, large_enough, trimmed_where_it_is_cut, as_many_pages_as_needed, in_the_middle,
    backs_behind_fronts, in_the_order_of_printing, colours_of_the_printer, saves_ink, legible_in_grey,
)  # fmt: skip
