"""What reportlab cannot write into a file: the tree of its tags, and the condition of a print shop.

Marks in a display list begin and end the parts of a text: headings, paragraphs, tables. While a page is drawn, `Tags`
numbers what belongs to each; `added` adds the tree of all parts to the finished file. reportlab cannot do the latter:
its pages have no entry that leads from a page to the tree.
"""

from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING

from companion.printing.data import read
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


def added(content: bytes, tags: Tags, *, for_shop: bool) -> bytes:
    """Return the file with what it needs, and its objects packed, which makes it a third smaller."""
    import pikepdf

    with pikepdf.open(BytesIO(content)) as file:
        if tags.used:
            add_tree(file, tags)
        if for_shop:
            _add_condition(file)
        _share_resources(file)
        out = BytesIO()
        file.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return out.getvalue()


def _share_resources(file: "pikepdf.Pdf") -> None:
    """Keep the fonts and forms that forms use once, where each has a list of its own, and leave out what is usual."""
    import pikepdf

    lists: dict[bytes, pikepdf.Object] = {}
    for form in file.objects:
        if isinstance(form, pikepdf.Stream) and "/Resources" in form:
            written = form.Resources.unparse()
            if written not in lists:
                lists[written] = file.make_indirect(form.Resources)
            form.Resources = lists[written]
            for usual in ("/Matrix", "/FormType"):
                if usual in form:
                    del form[usual]


def _add_condition(file: "pikepdf.Pdf") -> None:
    """Add the printing condition that the inks are meant for (output intent)."""
    from pikepdf import Array, Dictionary, Name

    shop = read("shop")
    file.Root.OutputIntents = Array([
        Dictionary(
            Type=Name.OutputIntent, S=Name.GTS_PDFX, OutputConditionIdentifier=shop["condition"],
            OutputCondition=shop["info"], RegistryName=shop["kept_at"], Info=shop["info"],
        )
    ])  # fmt: skip
