"""Introductory and standard game side by side: a description of each, and every value in which they differ."""

from companion.i18n.translator import Term, Translator
from companion.printing.contents.desk import SheetDesk
from companion.printing.flow import Block, Cell, Column, FlowTable, Heading, Leaf, Put, Said
from companion.printing.flow_sheet import flowing
from companion.rules import Rules
from companion.rules.base import walk

_SKIPPED = ("rulings.", "points.", "edition.")


@flowing
def variants(desk: SheetDesk) -> list[Leaf]:
    """Return a leaf with the variants side by side."""
    library, game = desk.job.library, desk.rules.game
    sides = [name for name in library.variants(game) if desk.t.has(f"variant.{name}")]
    boxes = {name: desk.under(library.rules(game, desk.rules.edition, (name,))) for name in sides}
    return [
        desk.leaf(desk.say("print.product.variants"), {"texts": _texts(desk, boxes), "numbers": _numbers(desk, boxes)})
    ]


def _texts(desk: SheetDesk, boxes: dict[str, SheetDesk]) -> list[Block]:
    """A short description of each variant."""
    rows = tuple(((Put(desk.name(f"variant.{name}"), "name"), Put(desk.text(f"variant.{name}"))),) for name in boxes)
    return [FlowTable((Column(1),), rows, valign="top", rule="")]


def _numbers(desk: SheetDesk, boxes: dict[str, SheetDesk]) -> list[Block]:
    """A row for each value that is not the same in all variants."""
    leaves = {name: _leaves(box.rules) for name, box in boxes.items()}
    rows = []
    for path in dict.fromkeys(path for found in leaves.values() for path in found):
        values = [found.get(path) for found in leaves.values()]
        if any(value != values[0] for value in values):
            rows.append((desk.put(_subject(desk, path), "strong"), *(_value(desk, value) for value in values)))
    head = ((), *(desk.put(desk.name(f"variant.{name}"), "head") for name in boxes))
    shape = (Column(1), *(Column(1) for _ in boxes))
    return [Heading(desk.say("print.differences.numbers")), FlowTable(shape, tuple(rows), head, valign="top")]


def _leaves(rules: Rules) -> dict[str, object]:
    tree = dict(walk(rules.data.model_dump(mode="json", exclude_defaults=False)))
    return {path: value for path, value in tree.items() if not path.startswith(_SKIPPED)}


def _subject(desk: SheetDesk, path: str) -> Said:
    """What a value is about; the path itself if it has no words."""
    return desk.each(path, lambda t: _title(t, path))


def _title(t: Translator, path: str) -> str:
    kind, _, name = path.partition(".")
    if kind == "buildings" and name.endswith(".count"):
        return t.say("print.variants.count", building=Term(f"building.{name.removesuffix('.count')}"))
    match path:
        case "sequence.phases":
            return t.say("print.variants.phases")
        case "provost.in_play":
            return t.say("print.variants.provost", provost=Term("term.provost"))
        case "prestige.on_residence":
            return t.say("print.variants.on_residence", residence=Term("building.residence"))
    return path


def _value(desk: SheetDesk, value: object) -> Cell:
    return desk.put(desk.each("value", lambda t: _worded(t, value)))


def _worded(t: Translator, value: object) -> str:
    """Return a value as people say it."""
    if isinstance(value, bool):
        return t.say("diff.yes" if value else "diff.no")
    if isinstance(value, list | tuple):
        return t.all_of([t.name(f"phase.{name}") if t.has(f"phase.{name}") else str(name) for name in value])
    return t.number(value) if isinstance(value, int) else str(value)
