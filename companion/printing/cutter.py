"""Cuts and folds of a sheet as SVG in millimeters, for cutting machines."""

from collections.abc import Iterable

from companion.printing.display import Document, Line, Rect
from companion.printing.errors import BadChoice
from companion.printing.job import lay_out
from companion.printing.product import Request, product_file, products

_LAYERS = (("cut", "#ff0000", ""), ("fold", "#0000ff", ' stroke-dasharray="3 2"'))
"""Layers with their colors, by which a machine's program tells them apart."""


def cutting(request: Request) -> bytes:
    """Return the cuts and folds of the first page. Raises `BadChoice` for what is not cut."""
    document = lay_out(request.checked())
    if not document.cuts or request.pages == "single":
        raise BadChoice("cutter", request.product, [name for name in products() if "faces" in product_file(name)])
    return drawn(document).encode()


def drawn(document: Document) -> str:
    page = document.pages[0]
    width, height = round(page.width, 3), round(page.height, 3)
    layers = "".join(
        f'<g id="{name}" stroke="{colour}"{dash}>{_shapes(shapes)}</g>'
        for (name, colour, dash), shapes in zip(_LAYERS, (document.cuts, document.folds), strict=True)
        if shapes
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm"'
        f' viewBox="0 0 {width:g} {height:g}" fill="none" stroke-width="0.1">{layers}</svg>\n'
    )


def _shapes(shapes: Iterable[Rect | Line]) -> str:
    return "".join(_rect(shape) if isinstance(shape, Rect) else _line(shape) for shape in shapes)


def _rect(rect: Rect) -> str:
    return f'<rect x="{rect.x:.6g}" y="{rect.y:.6g}" width="{rect.width:.6g}" height="{rect.height:.6g}"/>'


def _line(line: Line) -> str:
    return f'<path d="M{line.x1:.6g} {line.y1:.6g}L{line.x2:.6g} {line.y2:.6g}"/>'
