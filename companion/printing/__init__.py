"""The print shop: reference sheets, cards and tiles as PDF, drawn from rules_data and locales.

layout (pure numbers) -> display list (plain data) -> one backend on a reportlab canvas
"""

from threading import Lock
from typing import Any

from companion.printing.files import Made
from companion.printing.product import Request


def make(product: str, **options: Any) -> Made:
    """A product as a finished file; `Request` lists the options. The same options give the same bytes.

    >>> made = make("calibration", languages=("nl",))
    >>> made.name, made.content[:5]
    ('Caylus_Calibration_NL_A4_v0.1.pdf', b'%PDF-')
    """
    return make_request(Request(product, **options))


def make_request(request: Request, *, keep: bool = False) -> Made:
    """A request as a finished file; `keep` remembers how it was laid out for the next time."""
    from companion.printing.backend import draw
    from companion.printing.cache import document
    from companion.printing.palette import Palette

    request = request.checked()
    with _ONE_AT_A_TIME:
        found = document(request, keep=keep)
        content = draw(found, Palette(request.ink, request.profile))
    facts = {
        "product": request.product, "game": request.game, "edition": found.edition,
        "variants": list(request.variants), "languages": list(request.languages), "paper": request.paper,
        "size": str(request.card()) if request.size else "", "sleeve": request.sleeve, "duplex": request.duplex,
        "cut": request.cut, "ink": request.ink, "profile": request.profile,
        "offset": [request.offset.x, request.offset.y], "title": found.title, "pages": len(found.pages),
    }  # fmt: skip
    return Made(request.file_name(), content, facts)


def make_bytes(request: Request) -> bytes:
    """The file alone, for a program that hands it on; no folder is touched and any thread may ask."""
    return make_request(request).content


def preview(request: Request, page: int = 1, width: int = 800) -> bytes:
    """One page, counted from 1, as a PNG so many pixels wide. Raises `BadChoice` as any request does.

    >>> preview(Request("calibration"), width=60)[1:4]
    b'PNG'
    """
    from companion.printing.pixels import picture

    return picture(make_bytes(request), page, width)


_ONE_AT_A_TIME = Lock()
"""reportlab reads its fonts with one finger on the line: two threads would lose each other's place."""

__all__ = ["Made", "Request", "make", "make_bytes", "make_request", "preview"]
