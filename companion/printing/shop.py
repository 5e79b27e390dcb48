"""The print shop: from a request to a file. The only module that knows the whole way."""

from companion.i18n.translator import Translator
from companion.printing import words
from companion.printing.contents.pieces import Job, Pieces, other_boxes
from companion.printing.display import Document
from companion.printing.grid import grid
from companion.printing.paper import craft, paper
from companion.printing.product import Request, contents, product_file
from companion.printing.sheet import MARKS, card_pages, edge_faces, marks_face
from companion.rules import Library, library


def opened(request: Request) -> Library:
    """The library a request draws on."""
    return Library(request.overlays) if request.overlays else library()


def job_for(request: Request) -> Job:
    """The rules of the box, the words and the file that a request needs."""
    shelf = opened(request)
    edition = request.edition or shelf.default_edition(request.game, request.languages[0])
    rules = shelf.rules(request.game, edition, request.variants)
    t = Translator(request.languages[0], rules, overlays=request.overlays)
    others = other_boxes(shelf, rules, request.languages)
    return Job(shelf, rules, t, others, request.card(), product_file(request.product))


def lay_out(request: Request) -> Document:
    """Everything that will be on the paper, as a display list."""
    job = job_for(request)
    t, rules, file = job.t, job.rules, job.file
    labels = words.labels(t, request.product)
    made = contents(file["content"])(job)
    if not isinstance(made, Pieces):
        found: Document = made(request, labels)
        return found
    sheet = grid(
        request.card(), paper(request.paper), craft(), duplex=request.duplex, cut=request.cut, name=request.paper
    ).holding(len(made.pieces))
    length = (sheet.height if sheet.bands_at_sides else sheet.width) - 2 * craft().unprintable
    return Document(
        title=labels.title,
        subject=labels.legal,
        language=t.code,
        edition=rules.edition,
        pages=card_pages(made.pieces, sheet, labels, request.offset),
        faces=made.faces | edge_faces(length, craft(), labels) | {MARKS: marks_face(sheet, craft())},
    )
