"""Terminal output: text wrapped to the width, columns, right-aligned numbers."""

import shutil
import textwrap
from collections.abc import Collection, Iterable

WIDEST = 100


def wrapped(text: str, indent: str = "  ") -> str:
    """Wrap a paragraph to the terminal's width."""
    width = min(WIDEST, shutil.get_terminal_size().columns)
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent)


def columns(rows: Iterable[Iterable[str]], gap: str = "  ", numbers: Collection[int] = ()) -> str:
    """Align rows in columns, those listed in `numbers` to the right.

    >>> print(columns([("gold", "6"), ("deniers", "12")], numbers=(1,)))
    gold      6
    deniers  12
    """
    table = [list(row) for row in rows]
    widths = [max(len(row[i]) for row in table if i < len(row)) for i in range(max(map(len, table), default=0))]
    return "\n".join(
        gap.join(_cell(cell, widths[i], i in numbers) for i, cell in enumerate(row)).rstrip() for row in table
    )


def _cell(text: str, width: int, number: bool) -> str:
    return text.rjust(width) if number else text.ljust(width)
