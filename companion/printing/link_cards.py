"""Cards that lead to a table or a seat: a code to scan, and the same to type. Several on a page, to be cut."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.printing import ONE_AT_A_TIME
from companion.printing.display import END, Document, Item, Mark, Page, Rect, moved
from companion.printing.legible import breakable, is_legible, legible
from companion.printing.paper import craft, paper
from companion.printing.text import NamedText, Type, fit, place

_COLUMNS, _ROWS = 2, 5
_EDGE = 5.0
"""The distance from the cut to anything printed, in millimeters."""

_CODE = 40.0
"""The side of the code to scan."""


_TITLE = 9.6
"""The most height that the title takes."""


@dataclass(frozen=True)
class LinkCard:
    """What stands on a card."""

    title: tuple[str, ...]
    """The table, and whose seat it is if it is the card of one."""
    code: str
    """The code of the table."""
    key: str
    """The key of the seat; empty for the card of a table."""
    address: str
    """What to open to type them."""
    hint: str
    lacking: str
    """What to say if the fonts lack characters of the title."""
    modules: tuple[bytes, ...]
    """The code to scan, row by row."""


def link_cards(cards: Sequence[LinkCard], title: str, language: str, paper_name: str = "A4") -> bytes:
    """Return cards as a file."""
    from companion.printing.backend import draw
    from companion.printing.palette import Palette

    with ONE_AT_A_TIME:
        return draw(_document(cards, title, language, paper_name), Palette("full", "home"))


def _document(cards: Sequence[LinkCard], title: str, language: str, paper_name: str) -> Document:
    size, margin = paper(paper_name), craft().unprintable
    width, height = (size.width - 2 * margin) / _COLUMNS, (size.height - 2 * margin) / _ROWS
    pages: list[Page] = []
    for first in range(0, len(cards), _COLUMNS * _ROWS):
        items: list[Item] = []
        for number, card in enumerate(cards[first : first + _COLUMNS * _ROWS]):
            row, column = divmod(number, _COLUMNS)
            x, y = margin + column * width, margin + row * height
            items += (moved(item, x, y) for item in _card(card, width, height, language))
            items.append(Rect(x, y, width, height, stroke="line", line=0.3, dash=(2, 2)))
        pages.append(Page(size.width, size.height, tuple(items), str(len(pages) + 1)))
    return Document(title, title, language, tuple(pages))


def _card(card: LinkCard, width: float, height: float, language: str) -> Iterator[Item]:
    """Yield a card from its top left corner: the code on the left, what to read and type on the right."""
    side = _CODE / len(card.modules)
    for row, modules in enumerate(card.modules):
        at = 0
        for dark, run in groupby(modules):
            count = len(list(run))
            if dark:
                yield Rect(_EDGE + at * side, (height - _CODE) / 2 + row * side, count * side, side, fill="ink")
            at += count
    left = 2 * _EDGE + _CODE
    title = " · ".join(filter(None, (breakable(legible(part)) for part in card.title)))
    hint = card.hint if all(map(is_legible, card.title)) else f"{card.hint} {card.lacking}"
    lines = ((title, "strong", 12.0, 3), (card.code, "bold", 20.0, 1), (card.key, "strong", 11.5, 1),
             (card.address, "text", 9.0, 2), (hint, "text", 8.0, 6))  # fmt: skip
    y = _EDGE
    for text, font, size, most in lines:
        tallest = _TITLE if text == title else height
        if text:
            type = Type(font, size, 4.0, most, anywhere=True)
            words = fit(NamedText(text, "card", language), width - left - _EDGE, tallest, type, "card")
            yield Mark("P", left, y)
            yield from place(words, left, y, width - left - _EDGE)
            yield END
            y += words.height + 2.6
