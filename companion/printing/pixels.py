"""Pages as pictures, for previews."""

from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING, Any

from companion.printing.errors import BadChoice

if TYPE_CHECKING:
    from PIL.Image import Image

WIDEST = 2400
"""The largest width of a picture, in pixels. A page at 290 dpi is for printing, not for looking at."""

_NARROWEST = 16
_ONE_AT_A_TIME = Lock()
"""pdfium must not be used by two threads at once."""


def picture(content: bytes, page: int, width: int) -> bytes:
    """Return one page, counted from 1, as a PNG of this width in pixels. Raises `BadChoice`."""
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
    """Return every page as an RGB image of exactly this size."""
    import pypdfium2

    with _ONE_AT_A_TIME, pypdfium2.PdfDocument(content) as document:
        return [_raster(page, (width, height)) for page in document]


def exact(content: bytes, size: tuple[int, int], dots_per_inch: int) -> list[bytes]:
    """Return every page as a PNG of exactly this size, which says how many of its dots are an inch."""
    import pypdfium2

    with _ONE_AT_A_TIME, pypdfium2.PdfDocument(content) as document:
        return [_saved(_raster(page, size), dpi=(dots_per_inch, dots_per_inch)) for page in document]


def _raster(page: Any, size: tuple[int, int]) -> "Image":
    width, height = size
    scale = max(width / page.get_width(), height / page.get_height())
    image: Image = page.render(scale=scale).to_pil().convert("RGB").crop((0, 0, width, height))
    return image


def _saved(image: "Image", **options: Any) -> bytes:
    out = BytesIO()
    image.save(out, "PNG", **options)
    return out.getvalue()


def _png(page: Any, scale: float) -> bytes:
    return _saved(page.render(scale=scale).to_pil())
