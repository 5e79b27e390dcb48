"""How the boxes differ: first numbers and rules, then names within one language; and the names in every language."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.i18n.answers import differing_names, said, title
from companion.i18n.languages import languages
from companion.i18n.needed_words import known_ids
from companion.i18n.search import PRINTED, folded
from companion.i18n.translator import Translator
from companion.printing.contents.desk import SheetDesk
from companion.printing.flow import Block, Cell, Column, FlowTable, Heading, Leaf, Paragraph, Put, Said
from companion.printing.flow_sheet import flowing
from companion.printing.text import NamedText
from companion.rules import Library
from companion.rules.base import walk
from companion.rules.compare import Difference
from companion.rules.vocabulary import Reads

_UNKNOWN = "print.differences.cut_off"
"""Marks a text that ends before the relevant place: it neither agrees nor disagrees."""


@flowing
def differences(desk: SheetDesk) -> list[Leaf]:
    """Two tables: what is played differently, and what is named differently."""
    sections = {"numbers": _numbers(desk), "names": _names(desk)}
    return [desk.leaf(desk.say("print.product.differences"), sections)]


def _editions(desk: SheetDesk) -> list[str]:
    """Return all editions, that of the sheet first."""
    editions = desk.job.library.editions(desk.rules.game)
    return sorted(editions, key=lambda edition: edition != desk.rules.edition)


def _head(desk: SheetDesk, editions: list[str]) -> tuple[Cell, ...]:
    return ((), *(desk.put(desk.name(f"edition.{edition}"), "head") for edition in editions))


def _numbers(desk: SheetDesk) -> list[Block]:
    """A row for each point on which at least two boxes disagree."""
    editions = _editions(desk)
    boxes = {edition: _box(desk, edition) for edition in editions}
    rows = []
    for name, point in desk.rules.data.points.items():
        for path in point.paths:
            cells = [_says(boxes[edition], name, path) for edition in editions]
            if len({cell[0].text for cell in cells if cell[0].id != _UNKNOWN}) > 1:
                subject = _subject(desk, name, path)
                rows.append((desk.put(subject, "strong"), *(desk.put(cell) for cell in cells)))
    heading = Heading(desk.say("print.differences.numbers"))
    if not rows:
        return [heading, Paragraph(desk.say("print.differences.none"))]
    shape = (Column(1.25), *(Column(1) for _ in editions))
    return [heading, FlowTable(shape, tuple(rows), _head(desk, editions), valign="top")]


def _subject(desk: SheetDesk, point: str, path: str) -> Said:
    return desk.each(path, lambda t: title(Difference(point, path, None, None), t))


@dataclass(frozen=True)
class _Box:
    """A printed box: its words, and every value by its path."""

    desk: SheetDesk
    leaves: dict[str, Any]


def _box(desk: SheetDesk, edition: str) -> _Box:
    rules = desk.job.library.rules(desk.rules.game, edition)
    return _Box(desk.under(rules), dict(walk(rules.data.model_dump(mode="json", exclude_defaults=False))))


def _says(box: _Box, point: str, path: str) -> Said:
    """Return what a box says on a point: the value played, or what its text says instead."""
    rules, value = box.desk.rules, box.leaves.get(path)
    read = rules.data.points[point].reads.get(rules.data.edition.text)
    id = _UNKNOWN if read == Reads.CUT_OFF else f"point.{point}"
    return box.desk.each(id, lambda t: _said(t, Difference(point, path, value, value, read)))


def _said(t: Translator, difference: Difference) -> str:
    return t.say("print.differences.cut_off") if difference.first_reads == Reads.CUT_OFF else said(difference, 0, t)


def _names(desk: SheetDesk) -> list[Block]:
    """For boxes of the same language, the things that they name differently."""
    library, game = desk.job.library, desk.rules.game
    blocks: list[Block] = []
    for first, second in _pairs(library, game):
        spoken = library.rules(game, first).data.edition.language
        names = differing_names(library, game, first, second, desk.request.overlays)
        rows = tuple(
            tuple(desk.put((NamedText(name, id, spoken),)) for name in pair)
            for pair, id in sorted({tuple(pair): id for id, pair in names.items() if _printed(id)}.items())
        )
        if rows:
            head = tuple(desk.put(desk.name(f"edition.{edition}"), "head") for edition in (first, second))
            blocks += [Heading(desk.say("web.compare.names")), FlowTable((Column(1), Column(1)), rows, head)]
    return blocks


def _printed(id: str) -> bool:
    return id.partition(".")[0] in PRINTED


def _pairs(library: Library, game: str) -> list[tuple[str, str]]:
    """Return each pair of boxes with the same language."""
    editions = library.editions(game)
    spoken = {edition: library.rules(game, edition).data.edition.language for edition in editions}
    return [(a, b) for n, a in enumerate(editions) for b in editions[n + 1 :] if spoken[a] == spoken[b]]


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
