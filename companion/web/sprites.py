"""Drawings for phones: sprites, which hold many small drawings in one file, and QR codes."""

from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as ET

import segno
from flask import Response

from companion.printing.icons import IconShape, Stroke

FOR_GOOD = 365 * 24 * 3600
"""Their URLs carry a fingerprint of the content, so they can be cached forever."""

_INK, _PAPER = "#221c14", "#fffbf2"
"""Colors of a QR code: always dark on light, or phones cannot read it."""

_SVG = "{http://www.w3.org/2000/svg}"

_GROUND = "#FFFBF2"
"""The paper color in drawings. Style sheets can replace it with `--paper`, for example in dark mode."""


def fingerprint(content: bytes) -> str:
    """Return a short hash of a file's content for its URL."""
    return sha256(content).hexdigest()[:10]


def kept(drawings: str) -> Response:
    """Return drawings as a response that can be cached forever."""
    answer = Response(drawings, mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = f"public, max-age={FOR_GOOD}, immutable"
    return answer


def qr(text: str, *, error: str | None = None) -> Response:
    """Return a text as a QR code; `error` is the error correction level of `segno`."""
    code = segno.make(text, micro=False, error=error)
    drawn = BytesIO()
    code.save(drawn, kind="svg", xmldecl=False, omitsize=True, border=3, dark=_INK, light=_PAPER)
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


def modules(text: str) -> tuple[bytes, ...]:
    """Return a QR code row by row, to be printed."""
    return tuple(bytes(row) for row in segno.make(text, micro=False).matrix)


def sprite(*folders: Path) -> str:
    """Return all drawings as symbols `icon-NAME` for `<use>`. For equal names, the last folder wins."""
    symbols = []
    files = {file.stem: file for folder in folders for file in sorted(folder.glob("*.svg"))}
    for file in files.values():
        drawing = ET.parse(file).getroot()
        drawing.tag = "symbol"
        drawing.set("id", f"icon-{file.stem}")
        inked = any(part.get("stroke", "").lower() == _INK for part in drawing.iter())
        for part in drawing.iter():
            if part.get("fill", "").lower() == _PAPER and not inked:
                part.set("fill", f"var(--page, {_PAPER})")  # paper white becomes dark in dark mode
            part.tag = part.tag.removeprefix(_SVG)
            part.text = part.tail = None
            if part.get("fill") == _GROUND:
                part.set("fill", f"var(--paper, {_GROUND})")
        symbols.append(ET.tostring(drawing, encoding="unicode"))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'


def shape_sprite(name: str, shape: IconShape) -> str:
    """Return a drawing that was made from strokes as the symbol `icon-NAME`."""
    paths = "".join(_path(stroke) for stroke in shape.strokes)
    box = f"0 0 {shape.width:g} {shape.height:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"><symbol id="icon-{name}" viewBox="{box}"'
        f' fill="none" stroke-linejoin="round" stroke-linecap="round">{paths}</symbol></svg>'
    )


def _path(stroke: Stroke) -> str:
    fill = f"var(--paper, {_GROUND})" if stroke.fill == _GROUND else stroke.fill
    filled = "" if fill == "none" else f' fill="{fill}"'
    drawn = "" if stroke.stroke == "none" else f' stroke="{stroke.stroke}" stroke-width="{stroke.width:g}"'
    return f'<path d="{"".join(_steps(stroke))}"{filled}{drawn}/>'


def _steps(stroke: Stroke) -> Iterator[str]:
    """Yield the segments of a path, each line from where the one before it ends."""
    here_x = here_y = 0.0
    for kind, values in stroke.segments:
        if kind == "z":
            yield "z"
            continue
        x, y = values
        yield f"M{x:g} {y:g}" if kind == "m" else f"l{x - here_x:g} {y - here_y:g}"
        here_x, here_y = x, y
