"""Printing: reference sheets, cards and tiles as PDF, from rules_data and locales.

layout (pure numbers) -> display list (plain data) -> one backend on a reportlab canvas
"""

from threading import Lock
from typing import Any

from companion.printing.files import Made
from companion.printing.product import Request


def make(product: str, **options: Any) -> Made:
    """Make a product as a file. `Request` lists the options. The same options give the same bytes.

    >>> made = make("calibration", languages=("nl",))
    >>> made.name, made.content[:5]
    ('Caylus_Calibration_NL_A4_v1.0.pdf', b'%PDF-')
    """
    return make_request(Request(product, **options))


def make_request(request: Request) -> Made:
    """Make the file that a request describes."""
    from companion.printing.backend import draw
    from companion.printing.job import lay_out
    from companion.printing.palette import Palette

    request = request.checked()
    with ONE_AT_A_TIME:
        document = lay_out(request)
        content = draw(document, Palette(request.ink, request.profile))
    facts = {
        "product": request.product, "game": request.game, "edition": document.edition,
        "variants": list(request.variants), "languages": list(request.languages), "paper": request.paper,
        "size": str(request.card()) if request.size else "", "sleeve": request.sleeve, "duplex": request.duplex,
        "cut": request.cut, "page": request.pages, "only": list(request.only),
        "ink": request.ink, "profile": request.profile,
        "offset": [request.offset.x, request.offset.y], "big": request.big, "title": document.title,
        "pages": len(document.pages),
    }  # fmt: skip
    return Made(request.file_name(), content, facts)


def make_bytes(request: Request) -> bytes:
    """Return only the content of the file. Touches no folder, and can be called from any thread."""
    return make_request(request).content


def preview(request: Request, page: int = 1, width: int = 800) -> bytes:
    """Return one page, counted from 1, as a PNG of this width in pixels. Raises `BadChoice`.

    >>> preview(Request("calibration"), width=60)[1:4]
    b'PNG'
    """
    from companion.printing.pixels import picture

    return picture(make_bytes(request), page, width)


ONE_AT_A_TIME = Lock()
"""reportlab keeps its position in the font file that it reads, so two threads would disturb each other."""

__all__ = ["Made", "Request", "make", "make_bytes", "make_request", "preview"]
