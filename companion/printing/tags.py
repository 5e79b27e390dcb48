"""What reportlab cannot write into a file: the tree of its tags, and the condition of a print shop.

Marks in a display list begin and end the parts of a text: headings, paragraphs, tables. While a page is drawn, `Tags`
numbers what belongs to each; `added` adds the tree of all parts to the finished file. reportlab cannot do the latter:
its pages have no entry that leads from a page to the tree.
"""

from dataclasses import dataclass, field

from companion.printing.data import read
from companion.printing.display import Mark
from companion.printing.objects import PdfObjects, Reference, text


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


def add_tree(file: PdfObjects, tags: Tags) -> None:
    """Add the tree of all parts to a finished file."""
    owners: dict[tuple[int, int], Reference] = {}

    def element(part: Element, parent: Reference) -> Reference:
        """Add a part and all that is in it."""
        own = file.added(f"/Type /StructElem /S /{_ROLES.get(part.role, part.role)} /P {parent} 0 R ")
        if part.language:
            file.extend(own, f"/Lang ({part.language}) ")
        if part.said:
            file.extend(own, f"/ActualText {text(part.said)} ")
        if part.role in _SCOPES:
            file.extend(own, f"/A <</O /Table /Scope {_SCOPES[part.role]}>> ")
        file.extend(own, f"/K [{' '.join(child(inner, own) for inner in part.inside)}]")
        return own

    def child(inner: Element | tuple[int, int], parent: Reference) -> str:
        if isinstance(inner, Element):
            return f"{element(inner, parent)} 0 R"
        owners[inner] = parent
        page, number = inner
        return f"<</Type /MCR /Pg {file.pages[page]} 0 R /MCID {number}>>"

    tree = file.added("/Type /StructTreeRoot ")
    document = element(tags.root, tree)
    numbers = ""
    for number, page in enumerate(file.pages):
        file.extend(page, f"/StructParents {number} /Tabs /S ")
        numbers += f"{number} [{' '.join(f'{owners[mark]} 0 R' for mark in sorted(owners) if mark[0] == number)}] "
    file.extend(tree, f"/K {document} 0 R /ParentTree <</Nums [{numbers}]>> /ParentTreeNextKey {len(file.pages)} ")
    file.extend(file.root, f"/StructTreeRoot {tree} 0 R /MarkInfo <</Marked true>> ")


def added(content: bytes, tags: Tags, *, for_shop: bool) -> bytes:
    """Return the file with what it needs, packed."""
    file = PdfObjects(content)
    if tags.used:
        add_tree(file, tags)
    if for_shop:
        _add_condition(file)
    return file.packed()


def _add_condition(file: PdfObjects) -> None:
    """Add the printing condition that the inks are meant for (output intent)."""
    shop = read("shop")
    entries = {
        "OutputConditionIdentifier": "condition", "OutputCondition": "info", "RegistryName": "kept_at", "Info": "info",
    }  # fmt: skip
    written = " ".join(f"/{entry} {text(shop[field])}" for entry, field in entries.items())
    file.extend(file.root, f"/OutputIntents [<</Type /OutputIntent /S /GTS_PDFX {written}>>] ")
