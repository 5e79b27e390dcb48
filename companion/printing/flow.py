"""Flowing sheets: the elements of a sheet, before they have positions.

A sheet consists of leaves, a leaf of sections, a section of blocks. Blocks know nothing of pages: `flow_set` gives them
a width and turns them into slabs, `flow_pour` puts slabs into columns, and `flow_sheet` puts columns on pages.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.printing.display import Item
from companion.printing.rows import Choices
from companion.printing.text import NamedText

if TYPE_CHECKING:
    from companion.printing.flow_set import Press

Said = tuple[NamedText, ...]
"""A text in each language of the sheet, the first language first; identical texts appear once."""


@dataclass(frozen=True)
class Put:
    """Words in a style of templates/sheets/flow.toml."""

    said: Said
    style: str = "body"


@dataclass(frozen=True)
class Rich:
    """A sentence with icons in it, see `printing.text`."""

    said: Said
    style: str = "body"


@dataclass(frozen=True)
class Best:
    """A number that stands out: bold, on a ground."""

    said: Said
    style: str = "body"


@dataclass(frozen=True)
class Plate:
    """A woodcut in the frame of its kind."""

    picture: str
    kind: str


Part = Put | Rich | Choices | Plate | Best
Cell = tuple[Part, ...]
"""The content of a table cell, from top to bottom."""


@dataclass(frozen=True)
class Column:
    """A column of a table: a share of the remaining width, just as wide as needed, or a fixed width in millimeters."""

    share: float = 1.0
    """0 means as wide as the widest cell."""
    width: float = 0.0
    align: str = "left"
    grow: bool = False
    """Whether it takes an equal part of the remaining width beyond what it needs."""
    wraps: bool = False
    """Whether choices of icons may stand below each other, so that it needs the width of one."""
    words: bool = False
    """Whether the widest cell may wrap, but no word of it may be parted."""
    after: float = 0.0
    """Additional space after it, in millimeters."""


@dataclass(frozen=True)
class Heading:
    """The title of what follows; never alone at the foot of a column."""

    said: Said
    icon: str = ""
    note: Said = ()
    """A sentence at its right if there is room, or else below it."""


@dataclass(frozen=True)
class Paragraph:
    """Running text."""

    said: Said
    style: str = "body"


@dataclass(frozen=True)
class FlowTable:
    """Rows of cells. The head is repeated wherever the table continues."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    head: tuple[Cell, ...] = ()
    valign: str = "middle"
    rule: str = "line"
    """The color of the line between rows; empty for none."""
    laid: bool = False
    """Whether it is paragraphs laid out in rows, and no table to those who have it read out."""
    apart: bool = False
    """Whether there is more space above, because something new begins without a heading."""
    air: float = 1.0
    """The space above and below a row, as a multiple of the usual."""
    leads: tuple[tuple[Cell, ...], ...] = ()
    """A line above the cells of each row, in the columns of `lead`, for what needs the whole width."""
    lead: tuple[Column, ...] = ()


Drawn = tuple[float, tuple[Item, ...]]
"""A height and the items drawn within it."""


@dataclass(frozen=True)
class Figure:
    """A drawing made for a given width in millimeters, with text in the sizes of a sheet."""

    draw: Callable[[float, "Press"], Drawn]
    apart: bool = True
    """Whether there is space above."""


@dataclass(frozen=True)
class Framed:
    """Blocks in a frame, which stay together; in big print without one, to be parted where they must."""

    blocks: "tuple[Block, ...]"


Block = Heading | Paragraph | FlowTable | Figure | Framed


@dataclass(frozen=True)
class Leaf:
    """Part of a sheet that begins on a page of its own, with a title."""

    title: Said
    note: tuple[NamedText, ...]
    """Lines next to the title, such as the box that it is for."""
    sections: Mapping[str, Sequence[Block]] = field(default_factory=dict)
    shown: bool = True
    """Whether the title is printed; score pads have their own."""


@dataclass(frozen=True)
class Slab:
    """A block of a given width, or an indivisible part of one."""

    height: float
    items: tuple[Item, ...]
    above: float = 0.0
    """The space above, which is dropped at the top of a column."""
    keep: bool = False
    """Whether it must stay with what follows."""
    head: "Slab | None" = None
    """What is repeated above it at the top of a column."""
    begins: bool = False
    """Whether it is a heading, which stays with what belongs to it if there is room."""
