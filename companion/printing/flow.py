"""Flowing sheets: the words of their layout. What stands on a sheet, before anybody knows where.

A sheet is made of leaves, a leaf of sections, a section of blocks. Blocks know nothing of pages; `flow_set` gives them
a width and turns them into slabs, `flow_pour` puts slabs into columns, `flow_sheet` columns on pages.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.printing.display import Item
from companion.printing.rows import Choices
from companion.printing.text import NamedText

Said = tuple[NamedText, ...]
"""One thing in each language of the sheet, the first of them first. What both say alike stands once."""


@dataclass(frozen=True)
class Put:
    """Words in a style of templates/sheets/flow.toml."""

    said: Said
    style: str = "body"


@dataclass(frozen=True)
class Plate:
    """A woodcut in the frame of its kind."""

    picture: str
    kind: str


Part = Put | Choices | Plate
Cell = tuple[Part, ...]
"""What stands in one cell of a table, one thing under the other."""


@dataclass(frozen=True)
class Column:
    """A column of a table: a part of what is left, or just as wide as it needs to be, or so many millimetres."""

    share: float = 1.0
    """0: as wide as its widest cell."""
    width: float = 0.0
    align: str = "left"


@dataclass(frozen=True)
class Heading:
    """The name of what follows; never alone at the foot of a column."""

    said: Said
    icon: str = ""


@dataclass(frozen=True)
class Paragraph:
    """Running text."""

    said: Said
    style: str = "body"


@dataclass(frozen=True)
class FlowTable:
    """Rows of cells. The head is repeated wherever the table goes on."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    head: tuple[Cell, ...] = ()
    short: tuple[Cell, ...] = ()
    """The head where the other one is too long for its columns."""
    valign: str = "middle"
    rule: str = "line"
    """The colour of the line between two rows, or nothing."""
    apart: bool = False
    """With more air above, where it begins something new without a heading."""


Drawn = tuple[float, tuple[Item, ...]]
"""A height and what is drawn within it."""


@dataclass(frozen=True)
class Figure:
    """A drawing made for the width and the body text (both in their units) that it is given."""

    draw: Callable[[float, float], Drawn]
    apart: bool = True
    """With air above."""


Block = Heading | Paragraph | FlowTable | Figure


@dataclass(frozen=True)
class Leaf:
    """What begins on a page of its own, under a title."""

    title: Said
    note: tuple[NamedText, ...]
    """Lines beside the title: which box it is for."""
    sections: Mapping[str, Sequence[Block]] = field(default_factory=dict)
    shown: bool = True
    """Whether the title is printed; a score pad has its own."""


@dataclass(frozen=True)
class Slab:
    """A block, or a part of one, at a width: what cannot be parted."""

    height: float
    items: tuple[Item, ...]
    above: float = 0.0
    """Air before it, which is dropped at the head of a column."""
    keep: bool = False
    """Not parted from what follows."""
    head: "Slab | None" = None
    """What is repeated above it where it begins a column."""
    begins: bool = False
    """A heading: what follows belongs to it, and stays with it where there is room."""
