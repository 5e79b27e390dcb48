"""Draws a display list on a reportlab canvas. The only module that draws; it makes no decisions about layout.

Drawings, faces and the heads and feet of pages become forms, so each is in the file once however often it is used. The
same document gives the same bytes on any day and machine. Lines and areas are written as operators, text by the canvas.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from reportlab import rl_config
from reportlab.pdfbase.pdfdoc import XMP
from reportlab.pdfgen.canvas import Canvas

from companion.printing import fonts, icons, plates, tags
from companion.printing.display import (
    Area,
    Document,
    Face,
    Frame,
    Icon,
    Item,
    Line,
    Mark,
    Page,
    Rect,
    Text,
    Use,
    moved,
    parted,
    untitled,
)
from companion.printing.frames import framed
from companion.printing.icons import CURRENT, KAPPA, IconShape
from companion.printing.palette import Colour, Palette, named
from companion.printing.paper import MM

rl_config.useA85 = 0  # streams as bytes: a fifth smaller, and every reader supports them

AUTHOR = "The Caylus companion contributors"
CREATOR = "Caylus companion, unofficial and fan-made"

_DUPLEX = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}
"""How a printer turns the paper. Sheets without backs, and those that are folded, are printed on one side."""

_TURNS = {0: (1, 0, 0, 1), 90: (0, 1, -1, 0), 180: (-1, 0, 0, -1), 270: (0, -1, 1, 0)}
_CM = "q {:.4g} {:.4g} {:.4g} {:.4g} {:.2f} {:.2f} cm"


def draw(document: Document, palette: Palette) -> bytes:
    """Return the document as a file."""
    canvas = Canvas(
        "", pageCompression=1, invariant=1, lang=document.language, initialFontName=fonts.name("text"),
        pdfVersion=(1, 7),
    )  # fmt: skip
    _describe(canvas, document)
    drawer = _Drawer(canvas, document, palette)
    for number, page in enumerate(document.pages):
        drawer.page(number, page)
    content: bytes = canvas.getpdfdata()
    return tags.added(content, drawer.tags, for_shop=palette.profile == "shop")


def _describe(canvas: Canvas, document: Document) -> None:
    """Set the metadata, and how the file is to be printed: at 100 %, and turned on the right edge."""
    canvas.setTitle(document.title)
    canvas.setSubject(document.subject)
    canvas.setAuthor(AUTHOR)
    canvas.setCreator(CREATOR)
    canvas.setProducer("ReportLab")
    canvas.setCatalogEntry("Metadata", XMP(creator=lambda _: _xmp(document)))
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("Duplex", _DUPLEX.get(document.duplex, "Simplex"))


class _Drawer:
    """Draws one document on one canvas, and keeps track of what has been defined on it."""

    def __init__(self, canvas: Canvas, document: Document, palette: Palette) -> None:
        self.canvas, self.document, self.palette = canvas, document, palette
        self.faces = dict(document.faces)
        self.defined: dict[str, str] = {}
        self.inline = _rare_drawings(document)
        self.height = 0.0
        self.state: dict[str, str] = {}
        self.tags = tags.Tags()
        self.bookmarks = 0

    def page(self, number: int, page: Page) -> None:
        canvas, items = self.canvas, list(self._opened(page.items))
        self._need(items)
        canvas.setPageSize((page.width * MM, page.height * MM))
        for area, set_box in ((page.trim, canvas.setTrimBox), (page.bleed, canvas.setBleedBox)):
            set_box(_box(area or Area(0, 0, page.width, page.height), page.height))
        if page.title:
            self._bookmark(page.title, 0, page.height)
        self.height, self.state = page.height, {}
        if any(isinstance(item, Mark) for item in items):
            self._tagged(number, items)
        else:
            self._drawn(items)
        canvas.showPage()

    def _opened(self, items: Sequence[Item]) -> Iterator[Item]:
        """Yield items; of a face that is read out, its decoration as a form, and the rest where it lies.

        What is in a form cannot be read out.
        """
        for item in items:
            if isinstance(item, Use) and item.read:
                name, face = f"{item.face} decoration", self.document.faces[item.face]
                read, decoration = parted(untitled(face.items))
                self.faces[name] = replace(face, items=decoration)
                yield replace(item, face=name, read=False)
                yield from (moved(one, item.x, item.y) for one in read)
            else:
                yield item

    def _bookmark(self, title: str, level: int, height: float) -> None:
        """Add a line to the table of contents, which leads to this height on the page."""
        key = f"b{self.bookmarks}"
        self.bookmarks += 1
        self.canvas.bookmarkPage(key, "XYZ", left=0, top=round(height * MM, 2))
        self.canvas.addOutlineEntry(title, key, level)

    def _tagged(self, number: int, items: Sequence[Item]) -> None:
        """Draw the items of a page, as parts of the text or as decoration."""
        waiting: list[Item] = []
        for item in items:
            if not isinstance(item, Mark):
                waiting.append(item)
                continue
            self._run(number, waiting)
            waiting = []
            self.tags.mark(item)
            if item.title:
                self._bookmark(item.title, 1, self.height - item.y)
        self._run(number, waiting)

    def _run(self, number: int, items: Sequence[Item]) -> None:
        if items:
            self.canvas.addLiteral(self.tags.begin(number))
            self._drawn(items)
            self.canvas.addLiteral(tags.END)

    def _need(self, items: Sequence[Item]) -> None:
        """Define the faces and drawings that are used, before the page that uses them."""
        for item in items:
            if isinstance(item, Use) and item.face not in self.defined:
                self._define(item.face, self.faces[item.face])
            elif isinstance(item, Frame) and _frame(item) not in self.defined:
                items = tuple(framed(item.kind, item.width, item.height))
                self._define(_frame(item), Face(item.width, item.height, items))
            elif isinstance(item, Icon) and not {_form(item)} & (self.defined.keys() | self.inline):
                drawing = plates.cut(item.name, item.width)
                self._begin(_form(item), drawing.width, drawing.height)
                self.canvas.addLiteral(_drawing_code(drawing, item.colour, self.palette))
                self.canvas.endForm()

    def _define(self, name: str, face: Face) -> None:
        """Define a face as a form, after what it uses."""
        self._need(face.items)
        self._begin(name, face.width * MM, face.height * MM)
        self.height, self.state = face.height, {}
        self._drawn(face.items)
        self.canvas.endForm()

    def _begin(self, name: str, width: float, height: float) -> None:
        """Begin a form, under a short name without spaces."""
        self.defined[name] = f"x{len(self.defined)}"
        self.canvas.beginForm(self.defined[name], 0, 0, round(width, 3), round(height, 3))

    def _drawn(self, items: Sequence[Item]) -> None:
        """Draw items on the page or form that is open."""
        for item in items:
            match item:
                case Text():
                    self._text(item)
                case Icon():
                    self._icon(item)
                case Frame():
                    x, y = item.x * MM, (self.height - item.y - item.height) * MM
                    self._form(_frame(item), (1, 0, 0, 1, x, y))
                case Use():
                    self._use(item)
                case Rect():
                    self._rect(item)
                case Line():
                    self._line(item)

    def _text(self, item: Text) -> None:
        self._set("fill", _operators(self.palette.line(item.colour), _FILLS))
        text = self.canvas.beginText()
        text.setTextTransform(*_TURNS[item.turn], round(item.x * MM, 2), round((self.height - item.y) * MM, 2))
        text.setFont(fonts.name(item.font), item.size)
        text.textOut(fonts.kerned(item.font, item.text))
        self.canvas.drawText(text)

    def _set(self, what: str, operators: str) -> None:
        """Write operators that set a property, unless it is already set on this page or form."""
        if self.state.get(what) != operators:
            self.state[what] = operators
            self.canvas.addLiteral(operators)

    def _pen(self, width: float, colour: str, dash: tuple[float, ...]) -> None:
        self._set("width", f"{width:g} w")
        self._set("dash", f"[{' '.join(f'{part:g}' for part in dash)}] 0 d")
        self._set("stroke", _operators(self.palette.line(colour), _STROKES))

    def _line(self, item: Line) -> None:
        self._pen(item.width, item.colour, item.dash)
        x1, y1, x2, y2 = item.x1 * MM, (self.height - item.y1) * MM, item.x2 * MM, (self.height - item.y2) * MM
        self.canvas.addLiteral(f"{x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l S")

    def _rect(self, item: Rect) -> None:
        fill = self.palette.fill(item.fill) if item.fill else None
        if fill:
            self._set("fill", _operators(fill, _FILLS))
        if item.stroke:
            self._pen(item.line, item.stroke, item.dash)
        if fill or item.stroke:
            x, y = item.x * MM, (self.height - item.y - item.height) * MM
            outline = _outline(x, y, item.width * MM, item.height * MM, item.radius * MM)
            self.canvas.addLiteral(f"{outline} {('B' if fill else 'S') if item.stroke else 'f'}")

    def _icon(self, item: Icon) -> None:
        drawing = plates.cut(item.name, item.width)
        scale = item.width * MM / drawing.width
        x, y = item.x * MM, (self.height - item.y) * MM - drawing.height * scale
        if _form(item) in self.inline:
            self.canvas.addLiteral(_CM.format(scale, 0, 0, scale, x, y))
            self.canvas.addLiteral(_drawing_code(drawing, item.colour, self.palette) + "\nQ")
        else:
            self._form(_form(item), (scale, 0, 0, scale, x, y))

    def _use(self, item: Use) -> None:
        face = self.faces[item.face]
        x, y = item.x * MM, (self.height - item.y) * MM
        self._form(item.face, _matrix(item.turn, x, y, face.width * MM, face.height * MM))

    def _form(self, name: str, matrix: tuple[float, ...]) -> None:
        self.canvas.addLiteral(_CM.format(*matrix))
        self.canvas.doForm(self.defined[name])
        self.canvas.addLiteral("Q")


def _matrix(turn: int, x: float, y: float, width: float, height: float) -> tuple[float, ...]:
    """Return the matrix of a form whose turned outline has its top left corner at (x, y)."""
    return {
        0: (1, 0, 0, 1, x, y - height),
        90: (0, 1, -1, 0, x + height, y - width),
        180: (-1, 0, 0, -1, x + width, y),
        270: (0, -1, 1, 0, x, y),
    }[turn]


def _outline(x: float, y: float, width: float, height: float, radius: float) -> str:
    """Return a rectangle as a path, with round corners if it has a radius."""
    if not radius:
        return f"{x:.2f} {y:.2f} {width:.2f} {height:.2f} re"
    right, head, bend = x + width, y + height, radius * (1 - KAPPA)
    points = (
        (x + radius, y), (right - radius, y), (right - bend, y, right, y + bend, right, y + radius),
        (right, head - radius), (right, head - bend, right - bend, head, right - radius, head),
        (x + radius, head), (x + bend, head, x, head - bend, x, head - radius),
        (x, y + radius), (x, y + bend, x + bend, y, x + radius, y),
    )  # fmt: skip
    operators = ("m", *("l" if len(point) == 2 else "c" for point in points[1:]))
    parts = [" ".join(f"{v:.2f}" for v in point) for point in points]
    return " ".join(f"{part} {operator}" for part, operator in zip(parts, operators, strict=True)) + " h"


def _frame(item: Frame) -> str:
    return f"frame {item.kind} {item.width:g} {item.height:g}"


def _form(item: Icon) -> str:
    return f"icon {item.name} {item.colour} {plates.cut_size(item.name, item.width)}"


def _rare_drawings(document: Document) -> set[str]:
    """Return the drawings that only one face or page shows."""
    shown: Counter[str] = Counter()
    for items in (*(face.items for face in document.faces.values()), *(page.items for page in document.pages)):
        shown.update({_form(item) for item in items if isinstance(item, Icon)})
    return {form for form, count in shown.items() if count == 1}


def _box(area: Area, height: float) -> tuple[float, float, float, float]:
    left, foot = area.x * MM, (height - area.y - area.height) * MM
    return round(left, 3), round(foot, 3), round(left + area.width * MM, 3), round(foot + area.height * MM, 3)


_FILLS = {1: "g", 3: "rg", 4: "k"}
_STROKES = {1: "G", 3: "RG", 4: "K"}


def _operators(colour: Colour, operators: dict[int, str]) -> str:
    """Return the PDF operators that set a color, which depend on its number of components.

    >>> _operators((0, 0, 0, 1), _FILLS)
    '0 0 0 1 k'
    """
    return "".join(f"{part:.3g} " for part in colour) + operators[len(colour)]


@cache
def _drawing_code(drawing: IconShape, colour: str, palette: Palette) -> str:
    """Return a drawing as PDF operators, in its own units, upright."""
    code, state = ["1 J 1 j [] 0 d"], set[str]()
    for stroke in drawing.strokes:
        fill = _filling(stroke.fill, colour, palette)
        drawn = palette.line(_name(stroke.stroke, colour)) if stroke.stroke != "none" else None
        wanted = {_operators(fill, _FILLS)} if fill else set[str]()
        if drawn:
            wanted |= {f"{stroke.width:g} w", _operators(drawn, _STROKES)}
        code += sorted(wanted - state)
        kinds = {sign.rpartition(" ")[2] for sign in wanted}
        state = {part for part in state if part.rpartition(" ")[2] not in kinds} | wanted
        code.append(_painted(_path(drawing, stroke.segments), bool(fill), bool(drawn)))
    return "\n".join(code)


def _painted(path: str, filled: bool, drawn: bool) -> str:
    """Return a path with the operator that paints it; one that ends where it began is closed by that."""
    operator = {(True, True): "B", (True, False): "f", (False, True): "S"}.get((filled, drawn), "n")
    open_path = path.removesuffix("h ")
    return open_path + (operator.lower() if open_path != path else operator)


def _filling(written: str, colour: str, palette: Palette) -> Colour | None:
    """Return the fill color. An area in the color of the line belongs to the drawing, so it is kept when saving ink."""
    if written == "none":
        return None
    return palette.line(colour) if written == CURRENT else palette.fill(named(written))


def _name(written: str, colour: str) -> str:
    return colour if written == CURRENT else named(written)


def _path(drawing: IconShape, segments: tuple[icons.Segment, ...]) -> str:
    if rectangle := icons.rectangle(segments):
        x, y, width, height = rectangle
        return " ".join(f"{round(v, _PLACES):g}" for v in (x, drawing.height - y - height, width, height)) + " re "
    parts = []
    for kind, values in segments:
        flipped = [drawing.height - v if place % 2 else v for place, v in enumerate(values)]
        parts.append("".join(f"{round(v, _PLACES):g} " for v in flipped) + {"z": "h"}.get(kind, kind) + " ")
    return "".join(parts)


_PLACES = 1
"""Decimals of coordinates in drawings: a tenth of a unit is a twentieth of a millimeter."""


def _xmp(document: Document) -> bytes:
    """Return the document's facts as XMP, for archives and print shops."""
    from html import escape

    def entry(tag: str, text: str, kind: str = "Alt", of: str = ' xml:lang="x-default"') -> str:
        return f"<dc:{tag}><rdf:{kind}><rdf:li{of}>{escape(text)}</rdf:li></rdf:{kind}></dc:{tag}>"

    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        + entry("title", document.title)
        + entry("description", document.subject)
        + entry("creator", AUTHOR, "Seq", "")
        + entry("language", document.language, "Bag", "")
        + '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>'
    ).encode()
