"""Cards and tiles for Tabletop Simulator: sheets of faces as PNG, and the piles as a saved object.

A sheet has at most ten by seven cells and 4096 pixels a side; its last cell is what other players see of a hand.
The id of a card is 100 times its sheet, plus its cell counted row by row.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING, Any

from companion.printing.contents.pieces import Piece, Pieces
from companion.printing.data import read
from companion.printing.display import Document, Face, Item, Page, Rect, Use
from companion.printing.files import Made
from companion.printing.makers import Side
from companion.printing.product import Request

if TYPE_CHECKING:
    from PIL.Image import Image

    from companion.printing.job import Job

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
        unique = len({_back(piece) for piece in some}) > 1
        yield TtsSheet(number, some, down, f"{stem}_{number}.png", f"{stem}_{number}_back.png", unique)


def _front(piece: Piece) -> Side:
    return piece.front, piece.ground, piece.over


def _back(piece: Piece) -> Side:
    """A piece without a back of its own has the game's common back."""
    return (piece.back, piece.back_ground, piece.over) if piece.back else (_HIDDEN, "ground", ())


def _drawn(sheet: TtsSheet, faces: dict[str, Face], request: Request, job: "Job") -> dict[str, bytes]:
    """Return the pictures of a sheet: all fronts, and all backs or their common back."""
    hidden: Side = (_HIDDEN, "ground", ())
    fronts, backs = [_front(piece) for piece in sheet.pieces], [_back(piece) for piece in sheet.pieces]
    different = list(dict.fromkeys([hidden, *fronts, *backs]))
    width, height = _cell(request, sheet.down)
    shown = dict(zip(different, _pictures(different, faces, request, job, (width, height)), strict=True))
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


def _pictures(
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
