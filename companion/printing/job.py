"""A job: everything that a product is made from, and how it becomes a display list."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from itertools import cycle, islice
from typing import Any

from companion.i18n.languages import languages
from companion.i18n.translator import Translator
from companion.printing import icons, words
from companion.printing.chosen import chosen
from companion.printing.display import Document, Face, Icon, Item, Mark, Page, Use
from companion.printing.errors import BadChoice, NotForGame
from companion.printing.face import Content, Layout, Picture, compose, layout
from companion.printing.grid import Grid, grid, labels_grid
from companion.printing.paper import Size, craft, label_sheet, paper
from companion.printing.product import Request, games_with, product_file, shared
from companion.printing.sheet import (
    Labels,
    Piece,
    Pieces,
    card_pages,
    cut_outlines,
    edge_faces,
    marks_faces,
    single_pages,
)
from companion.printing.text import NamedText
from companion.register import game_module
from companion.rules import Library, Rules, library


@dataclass(frozen=True)
class Job:
    """What a product is made from: the request, the rules and the words."""

    request: Request
    library: Library
    rules: Rules
    t: Translator

    @cached_property
    def others(self) -> tuple[Translator, ...]:
        """Translators for the other boxes, for the names printed on them.

        Those for the other languages come first, and of these the ones asked for; then other boxes of this language.
        """
        spoken, rules = self.request.languages, self.rules
        editions = self.library.editions(rules.game)
        codes = dict.fromkeys((*spoken[1:], *(code for code in languages() if code not in spoken)))
        boxes = [(code, self.library.default_edition(rules.game, code)) for code in codes]
        boxes += [
            (spoken[0], edition)
            for edition in editions
            if edition != rules.edition and self.library.rules(rules.game, edition).data.edition.language == spoken[0]
        ]
        return tuple(
            Translator(code, rules, edition=edition, overlays=self.library.overlays) for code, edition in boxes
        )

    @cached_property
    def size(self) -> Size:
        """The size of a card or tile when it is cut."""
        return self.request.card()

    @property
    def file(self) -> dict[str, Any]:
        return product_file(self.request.product)

    @property
    def labels(self) -> Labels:
        """The texts on the edges of every sheet."""
        return words.labels(self.t, self.request.product)

    def layout(self, face: str) -> Layout:
        """Return the layout of a kind of face at the job's size. Raises `BadChoice`."""
        laid_out = layout(list(self.file["faces"][face]), self.size)
        if laid_out is None:
            raise BadChoice("size_least", str(self.size), self.file["sizes"], self.request.product)
        return laid_out

    def compose(self, face: str, frame: str, contents: dict[str, Content | None]) -> Face:
        """Compose a face of this kind; contents that are None are left out."""
        return compose(
            self.layout(face), frame, {name: content for name, content in contents.items() if content is not None}
        )

    def plain_back(self, id: str) -> Face:
        """Compose a back with a drawing and a name in the middle, and nothing near the cut where a shift would show."""
        name = NamedText(self.t.name(id), id, self.t.code)
        return self.compose("back", "", {"woodcut": Picture("buildings/castle"), "name": name})

    def other_names(self, id: str) -> NamedText | None:
        """Return the names of a thing on the other boxes, each once, or None if they are all the same."""
        return self._names(id, self.others)

    def names_beside(self, id: str) -> NamedText | None:
        """Return its names in the further languages of the sheet, or on all other boxes if there are none."""
        return self._names(id, self.others[: len(self.request.languages) - 1] or self.others)

    def _names(self, id: str, others: tuple[Translator, ...]) -> NamedText | None:
        names = dict.fromkeys(t.name(id) for t in others if t.has(id))
        text = "\u00a0· ".join(name for name in names if name != self.t.name(id))
        return NamedText(text, id, self.t.code) if text else None


def job_for(request: Request) -> Job:
    """Collect the rules and words that a request needs."""
    rules_library = library(request.overlays)
    edition = request.edition or rules_library.default_edition(request.game, request.box_language)
    rules = rules_library.rules(request.game, edition, request.variants)
    t = Translator(request.languages[0], rules, overlays=request.overlays)
    return Job(request, rules_library, rules, t)


def contents(job: Job) -> Pieces | Document:
    """Create a product's contents: pieces to be cut, or a document with pages of its own.

    The product's file names the function: `pawns.discs`, or `cards` for `cards.cards`. The module is one of
    `printing.contents` or, if there is none of that name, one of the game's package.
    """
    module, _, function = job.file["content"].partition(".")
    home = shared(module)
    module_type = import_module(home) if home else game_module(job.rules.game, f"paper.{module}")
    made: Pieces | Document = getattr(module_type, function or module)(job)
    content = _with_own_signs(job.rules.game, made)
    if isinstance(content, Pieces):
        return chosen(job, content)
    for kind, given in (("only", ",".join(job.request.only)), ("pages", job.request.pages.removeprefix("sheet"))):
        if given:
            raise BadChoice(kind, given, [], job.request.product)
    return content


def _with_own_signs(game: str, content: Pieces | Document) -> Pieces | Document:
    """Draw the signs that this game draws in its own way: those in the folder of icons that has its name."""
    own = {name: f"{game}/{name}" for name in icons.icon_names(game)}
    if not own:
        return content
    faces = {name: replace(face, items=_renamed(face.items, own)) for name, face in content.faces.items()}
    if isinstance(content, Pieces):
        return replace(content, faces=faces)
    pages = tuple(replace(page, items=_renamed(page.items, own)) for page in content.pages)
    return replace(content, faces=faces, pages=pages)


def _renamed(items: tuple[Item, ...], own: Mapping[str, str]) -> tuple[Item, ...]:
    return tuple(replace(it, name=own.get(it.name, it.name)) if isinstance(it, Icon) else it for it in items)


def lay_out(request: Request) -> Document:
    """Lay out everything that will be on the paper, as a display list."""
    job = job_for(request)
    content, labels = contents(job), job.labels
    if isinstance(content, Document):
        return replace(content, duplex=request.duplex)
    if not content.pieces:
        others = [game for game in games_with(request.product) if game != request.game]
        raise NotForGame(request.product, request.game, others)
    if request.pages == "single":
        return _one_by_one(job, content)
    sheet, pieces = _on_sheets(request, content.pieces)
    length = (sheet.height if sheet.bands_at_sides else sheet.width) - 2 * craft().unprintable
    return Document(
        title=labels.title,
        subject=labels.legal,
        language=job.t.code,
        edition=job.rules.edition,
        duplex=request.duplex,
        pages=_read_out(card_pages(pieces, sheet, labels, request.offset), content.faces),
        cuts=tuple(cut_outlines(sheet)),
        faces=content.faces | edge_faces(length, craft(), labels) | marks_faces(sheet, craft(), len(pieces)),
    )


def _read_out(pages: tuple[Page, ...], faces: Mapping[str, Face]) -> tuple[Page, ...]:
    """Let the first use of every face with something to read be read out."""
    told = {name for name, face in faces.items() if any(isinstance(item, Mark) for item in face.items)}
    found: list[Page] = []
    for page in pages:
        items: list[Item] = []
        for item in page.items:
            read = isinstance(item, Use) and item.face in told and not item.turn
            if isinstance(item, Use) and read:
                told.remove(item.face)
            items.append(replace(item, read=True) if isinstance(item, Use) and read else item)
        found.append(replace(page, items=tuple(items)))
    return tuple(found)


def _on_sheets(request: Request, pieces: list[Piece]) -> tuple[Grid, list[Piece]]:
    """Return the places on a sheet, and the pieces; those on labels begin again until the last sheet is full."""
    if labels := label_sheet(request.paper):
        sheet = labels_grid(labels)
        return sheet, [*islice(cycle(pieces), -(-len(pieces) // sheet.per_page) * sheet.per_page)]
    sheet = grid(
        request.card(), paper(request.paper), craft(), duplex=request.duplex, cut=request.cut, name=request.paper
    )
    return sheet.holding(len(pieces)), pieces


def _one_by_one(job: Job, pieces: Pieces) -> Document:
    """Lay out each side of each piece on a page of its own."""
    pages = single_pages(pieces.pieces, job.size, job.labels, pairs=job.request.duplex != "single")
    labels = job.labels
    return Document(labels.title, labels.legal, job.t.code, pages, pieces.faces, job.rules.edition)
