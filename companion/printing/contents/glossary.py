"""The glossary: the names of each thing in every language, sorted by the sheet's first language.

Below a name, in small type, are the other names printed on parts in that language, on tiles or in another edition. What
has one name everywhere is listed once, at the end.
"""

from collections.abc import Iterable, Iterator, Sequence

from companion.i18n.languages import languages
from companion.i18n.needed_words import known_ids
from companion.i18n.search import PRINTED, folded
from companion.i18n.translator import Translator
from companion.printing.contents.desk import SheetDesk
from companion.printing.flow import Block, Cell, Column, FlowTable, Heading, Leaf, Paragraph, Put
from companion.printing.flow_sheet import flowing
from companion.printing.text import NamedText

GlossaryRow = tuple[tuple[str, tuple[str, ...]], ...]
"""For each language the name, and the other names."""


@flowing
def glossary(desk: SheetDesk) -> list[Leaf]:
    """One table, with a column for each language."""
    boxes = _boxes(desk)
    codes = list(dict.fromkeys(t.code for t in boxes))
    columns = [[t for t in boxes if t.code == code] for code in codes]
    ordered = sorted(_merged(desk, columns), key=lambda row: [folded(name) for name, _ in row])
    shared = [row for row in ordered if len({name for name, _ in row}) == 1 and not any(also for _, also in row)]
    head = tuple(
        (Put((NamedText(some[0].language.name, "language", code),), "head"),)
        for code, some in zip(codes, columns, strict=True)
    )
    styles = ("strong", *["body"] * (len(codes) - 1))
    cells = tuple(tuple(map(_cell, row, codes, styles)) for row in ordered if row not in shared)
    table = FlowTable(tuple(Column(1) for _ in codes), cells, head, valign="top")
    return [desk.leaf(desk.say("print.product.glossary"), {"names": [table, *_shared(desk, shared)]})]


def _merged(desk: SheetDesk, columns: Sequence[Sequence[Translator]]) -> Iterator[GlossaryRow]:
    """Yield a row for all things of the same names: four farms need only one."""
    groups: dict[tuple[str, ...], list[dict[str, None]]] = {}
    for id in _ids(desk):
        also = groups.setdefault(tuple(some[0].name(id) for some in columns), [{} for _ in columns])
        for other, some in zip(also, columns, strict=True):
            key = folded(some[0].name(id))
            names = (*some[0].also(id), *(t.name(id) for t in some[1:]))
            other.update(dict.fromkeys(name for name in names if folded(name) != key))
    for names, also in groups.items():
        yield tuple((name, tuple(other)) for name, other in zip(names, also, strict=True))


def _cell(entry: tuple[str, tuple[str, ...]], code: str, style: str) -> Cell:
    name, also = entry
    small = (Put((NamedText(" · ".join(also), "glossary", code),), "small"),) if also else ()
    return (Put((NamedText(name, "glossary", code),), style), *small)


def _shared(desk: SheetDesk, rows: Iterable[GlossaryRow]) -> list[Block]:
    """List what has one name everywhere."""
    names = [row[0][0] for row in rows]
    if not names:
        return []
    text = NamedText(desk.t.all_of(names), "glossary", desk.t.code)
    return [Heading(desk.say("print.glossary.same")), Paragraph((text,))]


def _boxes(desk: SheetDesk) -> list[Translator]:
    """Return a translator for every box: that of the sheet, others of its language, then those of the other languages.

    A box in a language that the app does not speak is left out.
    """
    library, game = desk.job.library, desk.rules.game
    boxes = {e: library.rules(game, e) for e in library.editions(game)}
    codes = [*desk.request.languages, *languages(tuple(own / "locales" for own in desk.request.overlays))]
    spoken = [e for e in boxes if boxes[e].data.edition.language in codes]
    order = sorted(spoken, key=lambda e: (codes.index(boxes[e].data.edition.language), e != desk.rules.edition, e))
    return [Translator(boxes[e].data.edition.language, boxes[e], overlays=desk.request.overlays) for e in order]


def _ids(desk: SheetDesk) -> list[str]:
    """Return the ids of everything that has a name printed on a box."""
    ids = known_ids(desk.job.library, desk.rules.game)
    kinds = [kind for kind in PRINTED if kind != "line"]  # the lines of the favor table are plurals of other names
    return [id for id, facets in ids.items() if id.partition(".")[0] in kinds and "name" in facets]
