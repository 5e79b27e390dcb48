"""The questions that people argue about, with their answers: special buildings first, then grouped by subject."""

from companion.i18n.answers import filled
from companion.i18n.translator import Translator
from companion.printing.contents.buildings import woodcut
from companion.printing.contents.desk import SheetDesk
from companion.printing.flow import Block, Column, FlowTable, Heading, Leaf, Paragraph, Part, Plate, Put
from companion.printing.flow_sheet import flowing
from companion.rules.vocabulary import Category, Confidence

_TOGETHER = 2
"""The number of questions about one thing that make a group."""

_OTHER = "other"


@flowing
def rulings(desk: SheetDesk) -> list[Leaf]:
    """The rulings, with those about special buildings first."""
    groups = _groups(desk)
    special = [
        b
        for b, building in desk.rules.data.buildings.items()
        if building.category == Category.SPECIAL and building.count
    ]
    blocks: list[Block] = []
    if special:
        blocks = [Heading(desk.many(f"category.{Category.SPECIAL}"))]
        blocks += [block for building in special for block in _building(desk, building, groups)]
    for about, names in groups.items():
        title = desk.say("print.rulings.other") if about == _OTHER else desk.name(about)
        blocks += [Heading(title), _table(desk, names)]
    notes = {"likely": Confidence.MEDIUM, "reading": Confidence.LOW}
    note = desk.each("print.rulings.unsure", lambda t: _unsure(t, notes))
    return [desk.leaf(desk.say("print.product.rulings"), {"rulings": blocks, "note": [Paragraph(note, "small")]})]


def _unsure(t: Translator, notes: dict[str, Confidence]) -> str:
    return t.say("print.rulings.unsure", **{name: t.say(f"confidence.{rank}") for name, rank in notes.items()})


def _groups(desk: SheetDesk) -> dict[str, list[str]]:
    """Group the rulings by the first thing in play that each is about; single ones form a group at the end."""
    data = desk.rules.data
    by_topic: dict[str, list[str]] = {}
    for name, ruling in sorted(data.rulings.items(), key=lambda pair: pair[1].number):
        if desk.in_play(ruling.about[0]):
            by_topic.setdefault(ruling.about[0], []).append(name)
    groups = {about: names for about, names in by_topic.items() if _own(desk, about, names)}
    alone = [name for about, names in by_topic.items() if about not in groups for name in names]
    return groups | ({_OTHER: alone} if alone else {})


def _own(desk: SheetDesk, about: str, names: list[str]) -> bool:
    """Whether a thing has a group of its own: special buildings always do, others if enough is asked about them."""
    if not desk.t.has(about):
        return False
    building = desk.rules.data.buildings.get(about.removeprefix("building."))
    return len(names) >= _TOGETHER or (building is not None and building.category == Category.SPECIAL)


def _building(desk: SheetDesk, building: str, groups: dict[str, list[str]]) -> list[Block]:
    """A special building: what it does, then the questions about it."""
    id = f"building.{building}"
    plate = Plate(woodcut(building, desk.job.library.overlays), str(Category.SPECIAL))
    text = (Put(desk.text(id)),) if desk.t.has(id, "text") else ()
    head = ((plate,), (Put(desk.name(id), "name"), *text))
    table = FlowTable((Column(width=15), Column(1)), (head,), valign="top", apart=True)
    names = groups.pop(id, [])
    return [table, _table(desk, names)] if names else [table]


def _table(desk: SheetDesk, names: list[str]) -> FlowTable:
    rows = tuple((tuple(_ruling(desk, name)),) for name in names)
    return FlowTable((Column(1),), rows)


def _ruling(desk: SheetDesk, name: str) -> list[Part]:
    """The question, the answer, and how certain it is unless it is printed everywhere."""
    id, source = f"ruling.{name}", desk.rules.sources[f"rulings.{name}.number"]
    parts: list[Part] = [Put(desk.name(id), "strong"), Put(desk.each(id, lambda t: filled(t, desk.rules, "text", id)))]
    if source.confidence in (Confidence.MEDIUM, Confidence.LOW):
        parts.append(Put(desk.each(id, lambda t: t.say(f"confidence.{source.confidence}")), "small"))
    return parts
