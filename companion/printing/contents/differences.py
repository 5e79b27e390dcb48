"""The differences between printed boxes: first numbers and rules, then names within one language."""

from dataclasses import dataclass
from typing import Any

from companion.i18n.answers import differing_names
from companion.i18n.differences import said, title
from companion.i18n.search import PRINTED
from companion.i18n.translator import Translator
from companion.printing.contents.desk import SheetDesk
from companion.printing.flow import Block, Cell, Column, FlowTable, Heading, Leaf, Paragraph, Said
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
