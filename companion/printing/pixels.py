"""Pages as pictures, for a look before the paper is used."""

from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING, Any

from companion.printing.errors import BadChoice

if TYPE_CHECKING:
    from PIL.Image import Image

WIDEST = 2400
"""No picture is wider, in pixels: a page at 290 dots an inch is for printing, not for looking at."""

_NARROWEST = 16
_ONE_AT_A_TIME = Lock()
"""pdfium must not be used by two threads at once."""


def picture(content: bytes, page: int, width: int) -> bytes:
    """One page, counted from 1, as a PNG so many pixels wide. Raises `BadChoice`."""
    import pypdfium2

    with _ONE_AT_A_TIME, pypdfium2.PdfDocument(content) as document:
        if not 1 <= page <= len(document):
            raise BadChoice("page", str(page), [f"1-{len(document)}"])
        sheet = document[page - 1]
        return _png(sheet, max(_NARROWEST, min(width, WIDEST)) / sheet.get_width())


def pictures(content: bytes, dots_per_inch: int = 96) -> list[bytes]:
    import pypdfium2

    with _ONE_AT_A_TIME, pypdfium2.PdfDocument(content) as document:
        return [_png(page, dots_per_inch / 72) for page in document]


def rasters(content: bytes, width: int, height: int) -> "list[Image]":
    """Every page as exactly so many pixels, red, green and blue."""
    import pypdfium2

    with _ONE_AT_A_TIME, pypdfium2.PdfDocument(content) as document:
        return [
            page.render(scale=max(width / page.get_width(), height / page.get_height())).to_pil()
            .convert("RGB").crop((0, 0, width, height))
            for page in document
        ]  # fmt: skip


def _png(page: Any, scale: float) -> bytes:
    out = BytesIO()
    page.render(scale=scale).to_pil().save(out, "PNG")
    return out.getvalue()
