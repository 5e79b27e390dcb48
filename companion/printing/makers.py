"""Pictures of pieces for makers of cards, one for each side in the size that the maker asks for.

The ground reaches to the edge of a picture. The face lies inside the cut so that its frame is not nearer to it than the
maker's safe line. `templates/sheets/makers.toml` has the sizes.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from companion.printing.contents.pieces import Piece, Pieces
from companion.printing.data import read
from companion.printing.display import Area, Document, Item, Page, Rect, Use
from companion.printing.errors import BadChoice
from companion.printing.files import Made
from companion.printing.frames import OUT
from companion.printing.product import Request, product_file, products
from companion.printing.units import MM, Size

DOTS = 300
"""Dots per inch."""

_DOT = 72 / DOTS / MM
"""The side of a dot, in millimeters."""

_CORNER = 0.6
"""How far the corners of a frame may stand out of it, in millimeters."""

Side = tuple[str, str, tuple[str, ...]]
"""A face, its ground, and the faces on top of it."""


@dataclass(frozen=True)
class Template:
    """What a maker asks for, in pixels: the picture with its bleed, the bleed, and the safe distance inside the cut."""

    picture: tuple[int, int]
    bleed: float
    safe: float

    @property
    def page(self) -> Size:
        """The size of a picture in millimeters."""
        width, height = self.picture
        return Size(width * _DOT, height * _DOT)

    @property
    def inset(self) -> float:
        """How far the face is from the edge of the picture, in millimeters."""
        return self.bleed * _DOT + max(0.0, self.safe * _DOT - OUT + _CORNER)

    @property
    def face(self) -> Size:
        """The size of the face in millimeters."""
        return Size(round(self.page.width - 2 * self.inset, 2), round(self.page.height - 2 * self.inset, 2))

    def lines(self) -> Iterator[Rect]:
        """Yield the cut and the safe line."""
        page = Area(0, 0, self.page.width, self.page.height)
        for by, colour, dash in ((self.bleed, "blue", ()), (self.bleed + self.safe, "green", (3.0, 2.0))):
            area = page.grown(-by * _DOT)
            yield Rect(area.x, area.y, area.width, area.height, "", colour, 0.8, dash=dash)


def makers() -> list[str]:
    return list(read("makers"))


def for_makers() -> list[str]:
    """Return the products whose pieces makers can make."""
    return [name for name in products() if product_file(name).get("makers")]


def possible(requests: Sequence[Request], *, named: bool) -> list[Request]:
    """Filter requests for products that are available. If they were `named`, raise `BadChoice` for any that is not."""
    for request in requests:
        if named and request.product not in for_makers():
            raise BadChoice("product", request.product, for_makers())
    return [request for request in requests if request.product in for_makers()]


def make_for(request: Request, maker: str) -> Made:
    """Make what this maker asks for. Raises `BadChoice`."""
    if maker not in makers():
        raise BadChoice("maker", maker, makers())
    if "cells" in read("makers")[maker]:
        from companion.printing.tts import make_tts

        return make_tts(request)
    return _pictures(request, maker)


def _pictures(request: Request, maker: str) -> Made:
    """Return an archive with a picture of each side, and one that shows where the maker cuts."""
    from companion.printing.backend import draw
    from companion.printing.job import contents, job_for
    from companion.printing.palette import Palette
    from companion.printing.pixels import exact

    entry = read("makers")[maker]
    template = Template(tuple(entry["picture"]), entry["bleed"], entry["safe"])
    request = possible([request], named=True)[0]
    stem = request.checked().file_name().replace(f"_{request.paper}_", f"_{maker}_", 1).removesuffix(".pdf")
    request = replace(request, size=f"{template.face.width:g}x{template.face.height:g}mm").checked()
    job = job_for(request)
    pieces = contents(job)
    assert isinstance(pieces, Pieces)
    counts = Counter(pieces.pieces)
    sides = list(dict.fromkeys(side for piece in counts for side in both(piece)))
    pages = [page(side, template) for side in sides]
    marked = replace(pages[0], items=(*pages[0].items, *template.lines()))
    document = Document("", "", job.t.code, (*pages, marked), pieces.faces, job.rules.edition)
    *drawn, lines = exact(draw(document, Palette(request.ink, "home")), template.picture, DOTS)
    archive = _zipped(_named(counts, dict(zip(sides, drawn, strict=True))))
    facts = {
        "product": request.product, "game": request.game, "edition": job.rules.edition,
        "variants": list(request.variants), "languages": list(request.languages), "format": maker,
        "picture": list(template.picture), "ink": request.ink, "pieces": len(pieces.pieces),
    }  # fmt: skip
    return Made(f"{stem}.zip", archive, facts, {f"{stem}_lines.png": lines})


def both(piece: Piece) -> Iterator[Side]:
    """Yield the front of a piece, and its back if it has one."""
    yield piece.front, piece.ground, piece.over
    if piece.back:
        yield piece.back, piece.back_ground, piece.over


def page(side: Side, template: Template) -> Page:
    """Return the page of a side: ground to its edges, and the faces inside the cut."""
    face, ground, over = side
    size, inset = template.page, template.inset
    items: list[Item] = [Rect(0, 0, size.width, size.height, ground)]
    return Page(size.width, size.height, (*items, *(Use(name, inset, inset) for name in (face, *over))))


def _named(counts: Mapping[Piece, int], pictures: Mapping[Side, bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield the files in the order of the pieces: what it is, whose, and how many of it the box has."""
    for number, (piece, count) in enumerate(counts.items(), 1):
        owner = piece.pile.removeprefix("player.") if piece.pile.startswith("player.") else ""
        name = "_".join(filter(None, (f"{number:03}", piece.id.partition(".")[2] or piece.front, owner, f"x{count}")))
        for folder, side in zip(("fronts", "backs"), both(piece), strict=False):
            yield f"{folder}/{name}.png", pictures[side]


def _zipped(files: Iterator[tuple[str, bytes]]) -> bytes:
    """Return an archive that is the same on any day."""
    content = BytesIO()
    with ZipFile(content, "w", ZIP_STORED) as archive:
        for name, picture in files:
            archive.writestr(ZipInfo(name), picture)
    return content.getvalue()
