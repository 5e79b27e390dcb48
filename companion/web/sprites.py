"""Drawings that a phone fetches: many small ones as one file, once; and QR codes."""

from hashlib import sha256
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import segno
from flask import Response

FOR_GOOD = 365 * 24 * 3600
"""Addresses of such files carry a fingerprint of what is in them, so they may be kept."""

_INK, _PAPER = "#221c14", "#fffbf2"
"""Of a QR code: dark on light in any surroundings, or no phone reads it."""

_SVG = "{http://www.w3.org/2000/svg}"

_GROUND = "#FFFBF2"
"""The paper within a drawing. A style sheet that sets `--paper` gives it another colour, as by night."""


def fingerprint(content: bytes) -> str:
    """What stands in the address of a file: another one as soon as anything in it is."""
    return sha256(content).hexdigest()[:10]


def kept(drawings: str) -> Response:
    """A file of drawings, to be kept for good."""
    answer = Response(drawings, mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = f"public, max-age={FOR_GOOD}, immutable"
    return answer


def qr(text: str, *, error: str | None = None) -> Response:
    """A text as a QR code, with so much to spare for faults as `segno` calls `error`."""
    code = segno.make(text, micro=False, error=error)
    drawn = BytesIO()
    code.save(drawn, kind="svg", xmldecl=False, omitsize=True, border=3, dark=_INK, light=_PAPER)
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


def sprite(*folders: Path) -> str:
    """Every drawing as a symbol `icon-NAME`, to be shown by `<use>`; of one name that of the last folder."""
    symbols = []
    files = {file.stem: file for folder in folders for file in sorted(folder.glob("*.svg"))}
    for file in files.values():
        drawing = ET.parse(file).getroot()
        drawing.tag = "symbol"
        drawing.set("id", f"icon-{file.stem}")
        inked = any(part.get("stroke", "").lower() == _INK for part in drawing.iter())
        for part in drawing.iter():
            if part.get("fill", "").lower() == _PAPER and not inked:
                part.set("fill", f"var(--page, {_PAPER})")  # what is white on paper is as dark as a dark page
            part.tag = part.tag.removeprefix(_SVG)
            part.text = part.tail = None
            if part.get("fill") == _GROUND:
                part.set("fill", f"var(--paper, {_GROUND})")
        symbols.append(ET.tostring(drawing, encoding="unicode"))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'
