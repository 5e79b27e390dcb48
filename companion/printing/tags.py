"""Tagged PDF: what is a heading, a paragraph or a table, for people who have a sheet read out to them.

Marks in a display list begin and end the parts of a text. While a page is drawn, `Tags` numbers what belongs to each;
`add_tree` adds the tree of all parts to the finished file. reportlab cannot do the latter: its pages have no entry that
leads from a page to the tree.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.printing.display import Mark

if TYPE_CHECKING:
    import pikepdf


@dataclass(eq=False)
class Element:
    """A part of the text: its role, the language if it is another, and what is in it: parts, and numbered content."""

    role: str
    language: str = ""
    said: str = ""
    inside: "list[Element | tuple[int, int]]" = field(default_factory=list)
    """Content is a page and a number, both counted from 0."""


class Tags:
    """The parts of a document, collected in the order of drawing."""

    def __init__(self) -> None:
        self.root = Element("Document")
        self._open = [self.root]
        self._numbers: dict[int, int] = {}

    @property
    def used(self) -> bool:
        """Whether there is any part."""
        return bool(self.root.inside)

    def mark(self, mark: Mark) -> None:
        """Begin a part, or end the one that was begun last."""
        if not mark.role:
            self._open.pop()
            return
        before = self._open[-1].inside[-1:]
        if mark.more and before and isinstance(before[0], Element) and before[0].role == mark.role:
            self._open.append(before[0])
            return
        part = Element(mark.role, mark.language, mark.said)
        self._open[-1].inside.append(part)
        self._open.append(part)

    def begin(self, page: int) -> str:
        """Return the operator before what is drawn next: part of the text, or decoration outside of all parts."""
        if len(self._open) == 1:
            return "/Artifact BMC"
        number = self._numbers.get(page, 0)
        self._numbers[page] = number + 1
        self._open[-1].inside.append((page, number))
        role = self._open[-1].role
        return f"/{_ROLES.get(role, role)} <</MCID {number}>> BDC"


END = "EMC"

_ROLES = {"RH": "TH"}
_SCOPES = {"TH": "/Column", "RH": "/Row"}
"""What the head of a column, or of a row, is the head of."""


def add_tree(file: "pikepdf.Pdf", tags: Tags) -> None:
    """Add the tree of all parts to a finished file."""
    import pikepdf
    from pikepdf import Array, Dictionary, Name

    pages = [page.obj for page in file.pages]
    owners: dict[tuple[int, int], pikepdf.Object] = {}

    def element(part: Element, parent: pikepdf.Object) -> pikepdf.Object:
        role = Name(f"/{_ROLES.get(part.role, part.role)}")
        dictionary = file.make_indirect(Dictionary(Type=Name.StructElem, S=role, P=parent))
        if part.language:
            dictionary.Lang = part.language
        if part.said:
            dictionary.ActualText = part.said
        if part.role in _SCOPES:
            dictionary.A = Dictionary(O=Name.Table, Scope=Name(_SCOPES[part.role]))
        dictionary.K = Array([child(inner, dictionary) for inner in part.inside])
        return dictionary

    def child(inner: Element | tuple[int, int], parent: pikepdf.Object) -> pikepdf.Object:
        if isinstance(inner, Element):
            return element(inner, parent)
        owners[inner] = parent
        return Dictionary(Type=Name.MCR, Pg=pages[inner[0]], MCID=inner[1])

    tree = file.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    tree.K = element(tags.root, tree)
    numbers: list[int | pikepdf.Object] = []
    for number, page in enumerate(pages):
        page.StructParents, page.Tabs = number, Name.S
        numbers += [number, Array([owners[mark] for mark in sorted(owners) if mark[0] == number])]
    tree.ParentTree = file.make_indirect(Dictionary(Nums=Array(numbers)))
    tree.ParentTreeNextKey = len(pages)
    file.Root.StructTreeRoot, file.Root.MarkInfo = tree, Dictionary(Marked=True)
