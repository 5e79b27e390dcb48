"""The glossary: the names of each thing on every box, sorted by the sheet's first language."""

from collections.abc import Callable
from typing import TypeVar

from companion.i18n.languages import languages
from companion.i18n.needed_words import known_ids
from companion.i18n.search import PRINTED, folded
from companion.i18n.translator import Translator
from companion.printing.contents.desk import SheetDesk
from companion.printing.flow import Cell, Column, FlowTable, Leaf, Put
from companion.printing.flow_sheet import flowing
from companion.printing.text import NamedText

T = TypeVar("T")


@flowing
def glossary(desk: SheetDesk) -> list[Leaf]:
    """One table, with a column for each box."""
    ids = _ids(desk)
    boxes = _each_once(_boxes(desk), lambda t: (t.code, *(t.name(id) for id in ids)))
    rows = _each_once([_row(id, boxes) for id in ids], lambda row: tuple(words.text for words in row))
    ordered = sorted(rows, key=lambda row: [folded(words.text) for words in row])
    head = tuple((Put((NamedText(_box_name(t), "language", t.code),), "head"),) for t in boxes)
    table = FlowTable(tuple(Column(1) for _ in boxes), tuple(_cells(row) for row in ordered), head)
    return [desk.leaf(desk.say("print.product.glossary"), {"names": [table]})]


def _boxes(desk: SheetDesk) -> list[Translator]:
    """Return a translator for every box: that of the sheet, others of its language, then those of the other languages.

    A box in a language that the app does not speak is left out.
    """
    library, game = desk.job.library, desk.rules.game
    boxes = {e: library.rules(game, e) for e in library.editions(game)}
    asked = [*desk.request.languages, *languages(tuple(own / "locales" for own in desk.request.overlays))]
    spoken = [e for e in boxes if boxes[e].data.edition.language in asked]
    order = sorted(spoken, key=lambda e: (asked.index(boxes[e].data.edition.language), e != desk.rules.edition, e))
    return [Translator(boxes[e].data.edition.language, boxes[e], overlays=desk.request.overlays) for e in order]


def _box_name(t: Translator) -> str:
    """Return the name of the box in its own language."""
    id = f"edition.{t.edition}"
    return t.name(id) if t.has(id) else t.language.name


def _ids(desk: SheetDesk) -> list[str]:
    """Return the ids of everything that has a name printed on a box."""
    known = known_ids(desk.job.library, desk.rules.game)
    return [id for id, facets in known.items() if id.partition(".")[0] in PRINTED and "name" in facets]


def _row(id: str, boxes: list[Translator]) -> tuple[NamedText, ...]:
    return tuple(NamedText(t.name(id), id, t.code) for t in boxes)


def _each_once(several: list[T], said: Callable[[T], tuple[str, ...]]) -> list[T]:
    """Keep the first of those that say the same: four farms need one row, two boxes with the same names one column."""
    found: dict[tuple[str, ...], T] = {}
    for one in several:
        found.setdefault(said(one), one)
    return list(found.values())


def _cells(row: tuple[NamedText, ...]) -> tuple[Cell, ...]:
    """The names, the first one in bold; small if the box before it, of the same language, uses the same name."""
    cells = []
    for place, words in enumerate(row):
        before = row[place - 1] if place else None
        same = before is not None and (before.text, before.language) == (words.text, words.language)
        cells.append((Put((words,), "small" if same else "body" if place else "strong"),))
    return tuple(cells)
