"""How fast the print shop is, beside a bare reportlab canvas that draws the same sheet in the same run.

The floor draws Magna Carta's 63 cards with backs from numbers that are ready: the same forms, the same texts with the
same kerning, lines and boxes by the canvas' own calls, nothing measured, placed or looked up. Rounds alternate; of each
the best counts.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

import pikepdf
from reportlab.pdfgen.canvas import Canvas

from companion.printing import Request, fonts, icons, make, make_request, plates
from companion.printing.backend import draw
from companion.printing.display import Document, Face, Frame, Icon, Line, Page, Rect, Text, Use
from companion.printing.frames import framed
from companion.printing.job import lay_out
from companion.printing.palette import Palette, named
from companion.printing.paper import MM

ROUNDS = 25
Call = Callable[[Canvas], Any]


def recorded(document: Document) -> list[Call]:
    """The sheet as calls on a canvas with every argument worked out."""
    palette = Palette("full", "home")
    calls: list[Call] = []
    every = [*(face.items for face in document.faces.values()), *(page.items for page in document.pages)]
    frames = {_frame(item): item for items in every for item in items if isinstance(item, Frame)}
    edges = {name: tuple(framed(frame.kind, frame.width, frame.height)) for name, frame in frames.items()}
    drawn = {_icon(item): item for items in (*every, *edges.values()) for item in items if isinstance(item, Icon)}
    for item in drawn.values():
        calls += _drawing(item, palette)
    for name, frame in frames.items():
        calls.append(_begin(name, (frame.width * MM, frame.height * MM)))
        calls += _items(Face(frame.width, frame.height, edges[name]), {}, palette)
        calls.append(lambda c: c.endForm())
    names = {face: f"f{number}" for number, face in enumerate(document.faces)}
    for face, holder in document.faces.items():
        size = (holder.width * MM, holder.height * MM)
        calls.append(_begin(names[face], size))
        calls += _items(holder, names, palette)
        calls.append(lambda c: c.endForm())
    for page in document.pages:
        calls.append(_page((page.width * MM, page.height * MM)))
        calls += _items(page, names, palette)
        calls.append(lambda c: c.showPage())
    return calls


def _begin(name: str, size: tuple[float, float]) -> Call:
    return lambda c: c.beginForm(name, 0, 0, *size)


def _page(size: tuple[float, float]) -> Call:
    return lambda c: c.setPageSize(size)


def _drawing(icon: Icon, palette: Palette) -> list[Call]:
    drawing, colour = plates.cut(icon.name, icon.width), icon.colour
    calls: list[Call] = [lambda c: c.beginForm(_icon(icon), 0, 0, drawing.width, drawing.height)]
    for stroke in drawing.strokes:
        fill = None if stroke.fill == "none" else palette.fill(_colour(stroke.fill, colour))
        line = None if stroke.stroke == "none" else palette.line(_colour(stroke.stroke, colour))

        def draw(canvas: Canvas, s: Any = stroke, fill: Any = fill, line: Any = line) -> None:
            path = canvas.beginPath()
            for kind, v in s.segments:
                {"m": path.moveTo, "l": path.lineTo, "c": path.curveTo, "z": path.close}[kind](*v)
            if fill:
                canvas.setFillColorRGB(*fill)
            if line:
                canvas.setStrokeColorRGB(*line)
                canvas.setLineWidth(s.width)
            canvas.drawPath(path, stroke=int(bool(line)), fill=int(bool(fill)))

        calls.append(draw)
    return [*calls, lambda c: c.endForm()]


def _colour(written: str, colour: str) -> str:
    return colour if written == icons.CURRENT else named(written)


def _icon(icon: Icon) -> str:
    return f"i-{icon.name.replace('/', '-')}-{icon.colour}-{plates.cut_size(icon.name, icon.width):g}"


def _frame(frame: Frame) -> str:
    return f"frame-{frame.kind}-{frame.width:g}-{frame.height:g}"


def _items(holder: Face | Page, names: dict[str, str], palette: Palette) -> list[Call]:
    return [_item(item, holder.height, names, palette) for item in holder.items]


def _item(item: Any, height: float, names: dict[str, str], palette: Palette) -> Call:
    match item:
        case Text():
            return _text(item, height, palette)
        case Line():
            ends = (item.x1 * MM, (height - item.y1) * MM, item.x2 * MM, (height - item.y2) * MM)
            stroke, width = palette.line(item.colour), item.width
            return lambda c: (c.setLineWidth(width), c.setStrokeColorRGB(*stroke), c.line(*ends))
        case Rect():
            box = (item.x * MM, (height - item.y - item.height) * MM, item.width * MM, item.height * MM)
            fill, line = palette.line(item.fill or "white"), palette.line(item.stroke or "ink")
            paint = (int(bool(item.stroke)), int(bool(item.fill)))
            return lambda c: (c.setFillColorRGB(*fill), c.setStrokeColorRGB(*line), c.rect(*box, *paint))
        case Icon():
            scale = item.width * MM / plates.cut(item.name, item.width).width
            at, form = (item.x * MM, (height - item.y) * MM), _icon(item)
            return lambda c: (c.saveState(), c.translate(*at), c.scale(scale, scale), c.doForm(form), c.restoreState())
        case Frame():
            name = _frame(item)
            return lambda c: c.doForm(name)
        case Use():
            at, form, turn = (item.x * MM, (height - item.y) * MM), names[item.face], item.turn
            return lambda c: (c.saveState(), c.translate(*at), c.rotate(turn), c.doForm(form), c.restoreState())
    raise TypeError(item)


def _text(item: Text, height: float, palette: Palette) -> Call:
    font, size, text = fonts.name(item.font), item.size, fonts.kerned(item.font, item.text)
    at, fill = (item.x * MM, (height - item.y) * MM), palette.line(item.colour)
    return lambda c: (c.setFillColorRGB(*fill), c.setFont(font, size), c.drawString(*at, text))


def floor(calls: list[Call]) -> bytes:
    """The sheet by a bare canvas."""
    out = BytesIO()
    canvas = Canvas(out, pageCompression=1, invariant=1, initialFontName=fonts.name("text"))
    for call in calls:
        call(canvas)
    canvas.save()
    return out.getvalue()


def timed(work: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    work()
    return (time.perf_counter() - begun) * 1000


def spent(work: Callable[[], Any]) -> float:
    """Milliseconds of processor that other processes take; what else the machine does counts little."""
    before = getrusage(RUSAGE_CHILDREN)
    work()
    after = getrusage(RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def cold(folder: str, product: str) -> float:
    """Milliseconds of the command from a cold process; as in an installed companion, the modules are compiled."""
    command = [str(Path(sys.executable).with_name("companion")), "print", product, "--lang", "nl", "--out", folder]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = f"{folder}/compiled"
    run = partial(subprocess.run, command, check=True, capture_output=True, env=environment)
    return min(spent(run) for _ in range(16))


IMPORTS = [sys.executable, "-c", "import reportlab.pdfgen.canvas, click"]
"""What every command that prints has to import."""

DOMINIONTABS = Path("build/dominiontabs/bin/python")
"""dominiontabs (`domdiv` on PyPI) in a place of its own, as `make bench` installs it: no dependency of ours."""

_ITS_WORK = """
import sys, time
from domdiv import main
times = []
for _ in range(3):
    begun = time.perf_counter()
    main.main()
    times.append(time.perf_counter() - begun)
print(min(times) * 1000)
"""


def dominiontabs() -> tuple[float, float]:
    """Milliseconds and kilobytes a page of all its dividers as it makes them by itself, its best of three."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "dividers.pdf")
        command = [str(DOMINIONTABS.absolute()), "-c", _ITS_WORK, "--outfile", str(out)]
        done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=folder)
        with pikepdf.open(out) as document:
            pages = len(document.pages)
        return float(done.stdout.split()[-1]) / pages, out.stat().st_size / 1000 / pages


def measure() -> dict[str, float]:
    """All figures."""
    request = Request("cards", languages=("nl",)).checked()
    calls = recorded(lay_out(request))
    ours, drawn, bare = [], [], []
    palette, document = Palette("full", "home"), lay_out(request)
    for _ in range(ROUNDS):
        bare.append(timed(lambda: floor(calls)))
        ours.append(timed(lambda: make_request(request)))
        drawn.append(timed(lambda: draw(document, palette)))
    with tempfile.TemporaryDirectory() as folder:
        imports = min(spent(partial(subprocess.run, IMPORTS, check=True)) for _ in range(16))
        command, aid = cold(folder, "cards"), cold(folder, "aid")
    content, pages = make("cards", languages=("nl",)).content, len(document.pages)
    figures = {
        "floor ms": round(min(bare), 1),
        "made ms": round(min(ours), 1),
        "drawn alone ms": round(min(drawn), 1),
        "times the floor": round(min(ours) / min(bare), 2),
        "imports cold ms": round(imports),
        "command cold ms": round(command),
        "times the imports": round(command / imports, 2),
        "aid, times the imports": round(aid / imports, 2),
        "kB": round(len(content) / 1000, 1),
        "floor kB": round(len(floor(calls)) / 1000, 1),
        "pages": pages,
        "ms a page": round(min(ours) / pages, 2),
        "kB a page": round(len(content) / 1000 / pages, 1),
    }
    if DOMINIONTABS.exists():
        milliseconds, kilobytes = dominiontabs()
        figures |= {
            "dominiontabs ms a page": round(milliseconds, 1),
            "dominiontabs kB a page": round(kilobytes, 1),
            "part of dominiontabs": round(min(ours) / pages / milliseconds, 3),
        }
    return figures


def catalogue() -> dict[str, float]:
    """The whole catalogue by one command in a cold process."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out")
        command = [str(Path(sys.executable).with_name("companion")), "print", "all", "--out", str(out)]
        before = sum(os.times()[2:4])
        taken = timed(partial(subprocess.run, command, check=True, capture_output=True)) / 1000
        processor = sum(os.times()[2:4]) - before
        made = json.loads((out / "manifest.json").read_text(encoding="utf-8")).values()
    pages = sum(one["pages"] for one in made)
    return {
        "files": len(made),
        "pages": pages,
        "MB": round(sum(one["bytes"] for one in made) / 1e6, 1),
        "seconds": round(taken, 1),
        "seconds of processor": round(processor, 1),
        "ms a page": round(taken * 1000 / pages, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="the whole catalogue instead of the sheet of cards")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = catalogue() if options.all else measure()
    if options.json:
        print(json.dumps(figures))  # noqa: T201
    else:
        for name, value in figures.items():
            print(f"{value:>8}  {name}")  # noqa: T201


if __name__ == "__main__":
    main()
