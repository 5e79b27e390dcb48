"""Pictures of pieces for makers of cards, one for each side in the size that the maker asks for.

The ground reaches to the edge of a picture. The face lies inside the cut so that its frame is not nearer to it than the
maker's safe line. `templates/sheets/makers.toml` has the sizes.

A sheet for Tabletop Simulator has at most ten by seven cells and 4096 pixels a side; its last cell is what others see
of a hand. The id of a card is 100 times its sheet, plus its cell counted row by row.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from companion.printing.data import read
from companion.printing.display import Area, Document, Face, Item, Page, Rect, Use
from companion.printing.errors import BadChoice
from companion.printing.files import Made
from companion.printing.frames import OUT
from companion.printing.paper import MM, Size
from companion.printing.product import Request, product_file, products
from companion.printing.sheet import Piece, Pieces

if TYPE_CHECKING:
    from PIL.Image import Image

    from companion.printing.job import Job

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
            raise BadChoice("not_made", request.product, for_makers())
    return [request for request in requests if request.product in for_makers()]


def make_for(request: Request, maker: str) -> Made:
    """Make what this maker asks for. Raises `BadChoice`."""
    if maker not in makers():
        raise BadChoice("maker", maker, makers())
    if "cells" in read("makers")[maker]:
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


(ACROSS, DOWN), PIXELS = read("makers")["tts"]["cells"], read("makers")["tts"]["pixels"]
ROOM = ACROSS * DOWN - 1
"""The most faces on one sheet; the last cell is the hidden face."""

_LEAST_DOWN = 2
_HIDDEN = "hidden"
_APART = 3.0
"""The distance between piles on the table, in its own units."""


@dataclass(frozen=True)
class TtsSheet:
    """Up to `ROOM` different pieces, the files of their two sides, and whether the backs differ."""

    number: int
    pieces: tuple[Piece, ...]
    down: int
    face_file: str
    back_file: str
    unique_back: bool

    def card(self, piece: Piece) -> int:
        return 100 * self.number + self.pieces.index(piece)


def make_tts(request: Request) -> Made:
    """Make the saved object, along with the sheets that it shows."""
    from companion.printing.job import contents, job_for

    request = request.checked()
    job = job_for(request)
    pieces = contents(job)
    assert isinstance(pieces, Pieces)
    stem = request.file_name().replace(f"_{request.paper}_", "_TTS_", 1).removesuffix(".pdf")
    faces = pieces.faces | {_HIDDEN: job.plain_back(f"game.{request.game}")}
    sheets = list(_sheets(pieces.pieces, stem))
    beside: dict[str, bytes] = {}
    for sheet in sheets:
        beside |= _drawn(sheet, faces, request, job)
    content = json.dumps(_save(job, pieces.pieces, sheets, stem), ensure_ascii=False, indent=1) + "\n"
    facts = {
        "product": request.product, "game": request.game, "edition": job.rules.edition,
        "variants": list(request.variants), "languages": list(request.languages), "format": "tts",
        "size": str(request.card()), "ink": request.ink, "sheets": len(sheets),
    }  # fmt: skip
    return Made(f"{stem}.json", content.encode(), facts, beside)


def _sheets(pieces: Sequence[Piece], stem: str) -> Iterator[TtsSheet]:
    different = list(dict.fromkeys(pieces))
    for number, first in enumerate(range(0, len(different), ROOM), 1):
        some = tuple(different[first : first + ROOM])
        down = max(_LEAST_DOWN, -(-(len(some) + 1) // ACROSS))
        unique = len({_tts_back(piece) for piece in some}) > 1
        yield TtsSheet(number, some, down, f"{stem}_{number}.png", f"{stem}_{number}_tts_back.png", unique)


def _tts_front(piece: Piece) -> Side:
    return piece.front, piece.ground, piece.over


def _tts_back(piece: Piece) -> Side:
    """A piece without a back of its own has the game's common back."""
    return (piece.back, piece.back_ground, piece.over) if piece.back else (_HIDDEN, "ground", ())


def _drawn(sheet: TtsSheet, faces: dict[str, Face], request: Request, job: "Job") -> dict[str, bytes]:
    """Return the pictures of a sheet: all fronts, and all backs or their common back."""
    hidden: Side = (_HIDDEN, "ground", ())
    fronts, backs = [_tts_front(piece) for piece in sheet.pieces], [_tts_back(piece) for piece in sheet.pieces]
    different = list(dict.fromkeys([hidden, *fronts, *backs]))
    width, height = _cell(request, sheet.down)
    shown = dict(zip(different, _tts_pictures(different, faces, request, job, (width, height)), strict=True))
    back = _joined(backs, shown, hidden, sheet.down) if sheet.unique_back else shown[backs[0]]
    return {
        sheet.face_file: _png(_joined(fronts, shown, hidden, sheet.down)),
        sheet.back_file: _png(back),
    }  # fmt: skip


def _cell(request: Request, down: int) -> tuple[int, int]:
    """Return the size of a cell in pixels, as large as a sheet allows."""
    size = request.card()
    scale = min(PIXELS / (ACROSS * size.width), PIXELS / (down * size.height))
    return int(size.width * scale), int(size.height * scale)


def _tts_pictures(
    sides: Sequence[Side], faces: dict[str, Face], request: Request, job: "Job", pixels: tuple[int, int]
) -> "list[Image]":
    """Return each side as a picture, drawn by the same backend as paper."""
    from companion.printing.backend import draw
    from companion.printing.palette import Palette
    from companion.printing.pixels import rasters

    size = job.size
    pages = []
    for face, ground, over in sides:
        items: list[Item] = [Rect(0, 0, size.width, size.height, ground)]
        pages.append(Page(size.width, size.height, (*items, *(Use(name, 0, 0) for name in (face, *over)))))
    document = Document("", "", job.t.code, tuple(pages), faces, job.rules.edition)
    return rasters(draw(document, Palette(request.ink, "home")), *pixels)


def _joined(sides: Sequence[Side], shown: "dict[Side, Image]", hidden: Side, down: int) -> "Image":
    from PIL import Image

    width, height = shown[hidden].size
    joined = Image.new("RGB", (ACROSS * width, down * height), "white")
    for cell, side in [*enumerate(sides), (ACROSS * down - 1, hidden)]:
        row, column = divmod(cell, ACROSS)
        joined.paste(shown[side], (column * width, row * height))
    return joined


def _png(picture: "Image") -> bytes:
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _save(job: "Job", pieces: Sequence[Piece], sheets: Sequence[TtsSheet], stem: str) -> dict[str, Any]:
    """Return the file that Tabletop Simulator opens, with one object for each pile."""
    piles = [(pile, list(some)) for pile, some in groupby(pieces, key=lambda piece: piece.pile)]
    objects = [
        _pile(job, pile, some, sheets, f"{stem} {pile}", (number - (len(piles) - 1) / 2) * _APART)
        for number, (pile, some) in enumerate(piles)
    ]
    return {
        "SaveName": job.t.name(f"game.{job.rules.game}"), "GameMode": "", "Date": "", "Gravity": 0.5,
        "PlayArea": 0.5, "Table": "", "Sky": "", "Note": job.t.say("print.legal"), "Rules": "",
        "TabStates": {}, "LuaScript": "", "LuaScriptState": "", "XmlUI": "", "VersionNumber": "",
        "ObjectStates": objects,
    }  # fmt: skip


def _pile(job: "Job", pile: str, pieces: list[Piece], sheets: Sequence[TtsSheet], key: str, x: float) -> dict[str, Any]:
    """Return a deck, or a card if there is only one."""
    cards = [_card(job, piece, sheets, f"{key} {number}") for number, piece in enumerate(pieces)]
    if len(cards) == 1:
        return cards[0] | {"Name": "CardCustom", "Transform": _transform(x)}
    decks: dict[str, Any] = {}
    for card in cards:
        decks |= card["CustomDeck"]
    return _thing("DeckCustom", job.t.name(pile), "", key, x) | {
        "DeckIDs": [card["CardID"] for card in cards], "CustomDeck": decks, "ContainedObjects": cards,
    }  # fmt: skip


def _card(job: "Job", piece: Piece, sheets: Sequence[TtsSheet], key: str) -> dict[str, Any]:
    sheet = next(tts_sheet for tts_sheet in sheets if piece in tts_sheet.pieces)
    deck = {
        "FaceURL": sheet.face_file, "BackURL": sheet.back_file, "NumWidth": ACROSS, "NumHeight": sheet.down,
        "BackIsHidden": False, "UniqueBack": sheet.unique_back, "Type": 0,
    }  # fmt: skip
    others = job.other_names(piece.id)
    thing = _thing("Card", job.t.name(piece.id), others.text if others else "", key, 0.0)
    return thing | {"CardID": sheet.card(piece), "CustomDeck": {str(sheet.number): deck}}


def _thing(name: str, nickname: str, description: str, key: str, x: float) -> dict[str, Any]:
    return {
        "GUID": hashlib.sha256(key.encode()).hexdigest()[:6], "Name": name, "Transform": _transform(x),
        "Nickname": nickname, "Description": description, "GMNotes": "",
        "ColorDiffuse": {"r": 0.713, "g": 0.713, "b": 0.713}, "Locked": False, "Grid": True, "Snap": True,
        "Autoraise": True, "Sticky": True, "Tooltip": True, "HideWhenFaceDown": True, "Hands": name == "Card",
        "SidewaysCard": False, "LuaScript": "", "LuaScriptState": "", "XmlUI": "",
    }  # fmt: skip


def _transform(x: float) -> dict[str, float]:
    return {
        "posX": x, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0,
        "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0,
    }  # fmt: skip
