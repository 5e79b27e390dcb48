"""Pours slabs into columns: keeps together what belongs together, and balances the columns."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.printing.flow import Slab

_UNEVEN = 1.45
"""How much longer the longest column may become so that everything stays under its heading."""

_FINE = 0.25
"""How closely columns are balanced, in millimeters."""


@dataclass(frozen=True)
class Chunk:
    """Slabs that stay together: a heading with what follows, or the last rows of a table."""

    slabs: tuple[Slab, ...]

    @property
    def parts(self) -> "tuple[Chunk, ...]":
        """The slabs by themselves, without anything above them; nothing if there is only one such slab."""
        apart = tuple(Chunk((replace(slab, head=None),)) for slab in self.slabs)
        return apart if apart != (self,) else ()

    def lying(self, *, first: bool) -> tuple[Slab, ...]:
        """Return the slabs; at the top of a column, with the head of their table."""
        head = self.slabs[0].head
        return (head, *self.slabs) if first and head is not None else self.slabs

    def height(self, *, first: bool) -> float:
        """Return how much of a column they take."""
        slabs = self.lying(first=first)
        return sum(slab.height for slab in slabs) + sum(slab.above for slab in slabs[first:])


@dataclass(frozen=True)
class Filled:
    """Columns of slabs, and what did not fit."""

    columns: tuple[tuple[Slab, ...], ...]
    rest: tuple[Chunk, ...]

    @property
    def height(self) -> float:
        columns = (sum(slab.height for slab in slabs) + sum(slab.above for slab in slabs[1:]) for slabs in self.columns)
        return max(columns, default=0.0)


def chunks(slabs: Sequence[Slab]) -> tuple[Chunk, ...]:
    """Group slabs that must stay together."""
    parts, held = list[Chunk](), list[Slab]()
    for slab in slabs:
        held.append(slab)
        if not slab.keep:
            parts.append(Chunk(tuple(held)))
            held = []
    return (*parts, Chunk(tuple(held))) if held else tuple(parts)


def under_headings(waiting: Sequence[Chunk]) -> tuple[Chunk, ...]:
    """Group chunks further, so that everything under a heading is together."""
    slabses: list[list[Slab]] = []
    for chunk in waiting:
        if chunk.slabs[0].begins or not slabses:
            slabses.append([])
        slabses[-1] += chunk.slabs
    return tuple(Chunk(tuple(slabs)) for slabs in slabses)


def short_together(waiting: Sequence[Chunk], height: float) -> tuple[Chunk, ...]:
    """Group what is under a heading, if it is not higher than this."""
    joined: list[Chunk] = []
    begin = 0
    for group in under_headings(waiting):
        end, count = begin, 0
        while count < len(group.slabs):
            count += len(waiting[end].slabs)
            end += 1
        joined += [group] if group.height(first=True) <= height else waiting[begin:end]
        begin = end
    return tuple(joined)


def fill(waiting: Sequence[Chunk], columns: int, height: float) -> Filled:
    """Fill columns of this height with as much as fits."""
    filled: list[list[Slab]] = []
    place = 0
    while place < len(waiting) and len(filled) < columns:
        column: list[Slab] = []
        used = 0.0
        while place < len(waiting):
            chunk, first = waiting[place], not column
            needs = chunk.height(first=first)
            if used + needs > height + 1e-6:
                break
            column += chunk.lying(first=first)
            used += needs
            place += 1
        if not column:
            break
        filled.append(column)
    return Filled(tuple(map(tuple, filled)), tuple(waiting[place:]))


def pour(waiting: Sequence[Chunk], columns: int, height: float) -> Filled:
    """Balance everything in columns, without splitting tables if that costs little; or fill in as much as fits."""
    parted = balance(waiting, columns, height)
    if columns == 1 or parted.rest:
        return parted
    whole = balance(under_headings(waiting), columns, height)
    return whole if not whole.rest and whole.height <= parted.height * _UNEVEN else parted


def balance(waiting: Sequence[Chunk], columns: int, height: float) -> Filled:
    """Put everything in columns that are as short as possible, or fill in as much as fits."""
    best = fill(waiting, columns, height)
    if best.rest:
        return best
    low, high = 0.0, height
    while high - low > _FINE:
        middle = (low + high) / 2
        tried = fill(waiting, columns, middle)
        if tried.rest:
            low = middle
        else:
            best, high = tried, middle
    return best
