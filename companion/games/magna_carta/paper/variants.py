"""Introductory and standard game side by side: a description of each, and every value in which they differ."""

from companion.games.magna_carta.rules import MagnaCartaRules, magna_carta
from companion.i18n.translator import Term, Translator
from companion.printing.contents.desk import SheetDesk
from companion.printing.flow import Block, Column, FlowTable, Heading, Leaf, Put, Said
from companion.printing.flow_sheet import flowing
from companion.rules.effects import Residence
from companion.rules.vocabulary import Category


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
    """A row for each point in which the variants are not the same."""
    sides = [_points(box) for box in boxes.values()]
    rows = tuple(
        (desk.put(subject, "strong"), *(desk.put(side[number][1]) for side in sides))
        for number, (subject, first) in enumerate(sides[0])
        if any(side[number][1] != first for side in sides)
    )
    head = ((), *(desk.put(desk.name(f"variant.{name}"), "head") for name in boxes))
    shape = (Column(0.7), *(Column(1.3) for _ in boxes))
    return [Heading(desk.say("print.differences.numbers")), FlowTable(shape, rows, head, valign="top")]


def _points(desk: SheetDesk) -> list[tuple[Said, Said]]:
    """Return what a variant says on each point: the subject, and a sentence."""
    data = magna_carta(desk.rules.data)
    residences = any(isinstance(building.effect, Residence) and building.count for building in data.buildings.values())
    residence, provost = Term(f"building.{data.residence.tile}"), Term("term.provost")
    own = [building for kind in (Category.SMALL, Category.LARGE) for building in data.of(kind)]
    return [
        (desk.say("print.variants.phases"), desk.each("phases", lambda t: _phases(t, data))),
        (desk.say("print.variants.cards"), _cards(desk, own, (Category.SMALL, Category.LARGE))),
        (desk.many("category.prestige"), _cards(desk, data.of(Category.PRESTIGE), (Category.PRESTIGE,))),
        (
            desk.name("term.bridge"),
            desk.say("print.variants.bridge_with", provost=provost) if data.provost.in_play
            else desk.say("print.variants.bridge_without", provost=provost),
        ),
        (desk.name("term.provost"), _provost(desk, data)),
        (desk.name("phase.income"), _income(desk, data, residence, residences=residences)),
        (
            desk.many("category.prestige"),
            desk.say("print.variants.on_residence", residence=residence) if data.prestige.on_residence
            else desk.say("print.variants.before_you"),
        ),
        (
            desk.name(f"building.{data.residence.tile}"),
            desk.say("print.variants.worth", points=data.buildings[data.residence.tile].prestige) if residences
            else desk.say("print.variants.none"),
        ),
    ]  # fmt: skip


def _phases(t: Translator, data: MagnaCartaRules) -> str:
    return t.all_of([t.name(f"phase.{phase}") for phase in data.sequence.phases])


def _cards(desk: SheetDesk, there: list[str], kinds: tuple[Category, ...]) -> Said:
    """How many cards there are, and which are left out."""
    data, counted = desk.rules.data, "count"
    left = [building for building, tile in data.buildings.items() if tile.category in kinds and not tile.count]
    total = sum(data.buildings[building].count for building in there)
    if not left:
        return desk.each(counted, lambda t: t.count("card", total))
    return desk.each(
        counted,
        lambda t: t.say("print.variants.without", cards=total, names=t.all_of([t.name(f"building.{b}") for b in left])),
    )


def _provost(desk: SheetDesk, data: MagnaCartaRules) -> Said:
    provost = Term("term.provost")
    if not data.provost.in_play:
        return desk.say("print.variants.no_provost")
    return desk.say(
        "print.variants.provost", provost=provost, start=Term(f"building.{data.provost.start}"),
        steps=data.provost.max_steps, price=data.provost.price_per_step, ahead=data.provost.end_of_round,
    )  # fmt: skip


def _income(desk: SheetDesk, data: MagnaCartaRules, residence: Term, *, residences: bool) -> Said:
    base = data.income.base
    if not residences:
        return desk.each("income", lambda t: t.count("denier", base))
    more = data.buildings[data.residence.tile].income
    return desk.say("print.variants.income", base=base, more=more, residence=residence)
