"""The building reference: every building of the box with cost, points and effect, in icons and words."""

from companion.i18n.answers import building_line, in_play, owner_line
from companion.printing.contents.buildings import woodcut, worth
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.signs import effect_choices
from companion.printing.flow import Block, Cell, Column, FlowTable, Heading, Leaf, Part, Plate, Put
from companion.printing.flow_sheet import flowing
from companion.printing.rows import Choices, Sign
from companion.rules.vocabulary import Category

ORDER = (
    Category.SPECIAL, Category.NEUTRAL, Category.FIXED, Category.WOOD, Category.SMALL, Category.STONE, Category.LARGE,
    Category.RESIDENTIAL, Category.PRESTIGE,
)  # fmt: skip
"""The order in which people look for buildings: from the castle along the road, then those that replace others."""

PLATE = 15.0
"""The width of a woodcut, in millimeters."""


@flowing
def reference(desk: SheetDesk) -> list[Leaf]:
    blocks = [block for kind in ORDER for block in _kind(desk, kind)]
    return [desk.leaf(desk.say("print.product.reference"), {"buildings": blocks})]


def _kind(desk: SheetDesk, kind: Category) -> list[Block]:
    data = desk.rules.data
    buildings = [b for b, building in data.buildings.items() if building.category == kind and in_play(building)]
    if not buildings:
        return []
    rows = tuple(_entry(desk, building) for building in buildings)
    return [
        Heading(desk.many(f"category.{kind}")),
        FlowTable((Column(width=PLATE), Column(1), Column(0, align="right")), rows, valign="top"),
    ]


def _entry(desk: SheetDesk, building: str) -> tuple[Cell, ...]:
    """Picture, names and effects, with cost and gain on the right."""
    tile, id = desk.rules.data.buildings[building], f"building.{building}"
    plate = Plate(woodcut(building, desk.job.library.overlays), str(tile.category))
    right = (*desk.goods(id, tile.cost), *desk.icons(id, worth(tile)))
    return ((plate,), (*_names(desk, building), *_effect(desk, building), *_owner(desk, building)), right)


def _names(desk: SheetDesk, building: str) -> list[Part]:
    """The name on this box and, in small type, those on others."""
    id = f"building.{building}"
    others = desk.job.other_names(id)
    names: list[Part] = [Put(desk.name(id), "name")]
    if others and len(desk.voices) == 1:
        names.append(Put((others,), "small"))
    return names


def _effect(desk: SheetDesk, building: str) -> list[Part]:
    """What a worker gets here, or what the owner gets without one."""
    tile, id = desk.rules.data.buildings[building], f"building.{building}"
    parts: list[Part] = []
    if tile.effect is not None:
        choices = effect_choices(desk.rules, tile.effect, id, desk.t.code)
        parts += [choices] if choices else []
    elif tile.income:
        parts.append(Choices(((Sign("phase-income"), Sign("coin", str(tile.income))),), id, desk.t.code))
    if building_line(desk.t, tile):
        parts.append(Put(desk.each(id, lambda t: building_line(t, tile) or "")))
    return parts


def _owner(desk: SheetDesk, building: str) -> list[Part]:
    """What the owner gets when another player's worker is here."""
    id, effect = f"building.{building}", desk.rules.data.owner_effect(building)
    choices = effect_choices(desk.rules, effect, id, desk.t.code) if effect else None
    if effect is None or choices is None:
        return []
    signs = tuple((Sign("house"), *choice) if not n else choice for n, choice in enumerate(choices.choices))
    texts = desk.each(id, lambda t: t.labelled(t.say("label.owner"), owner_line(desk.rules, building, t) or ""))
    return [Choices(signs, id, desk.t.code), Put(texts)]
