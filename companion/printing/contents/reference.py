"""Sheets to look things up: every building with cost, points and effect, and every sign with its meaning."""

from collections.abc import Iterable

from companion.engine.scoring import fields
from companion.i18n.answers import building_line, in_play, owner_line
from companion.i18n.needed_words import known_ids
from companion.printing import icons
from companion.printing.contents.buildings import woodcut, worth
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.signs import ARROW, badge, does, effect_choices, goods_signs
from companion.printing.display import Area, Item
from companion.printing.flow import (
    Block,
    Cell,
    Column,
    Drawn,
    Figure,
    FlowTable,
    Heading,
    Leaf,
    Part,
    Plate,
    Put,
    Rich,
    Said,
)
from companion.printing.flow_set import Press, said_at, shifted
from companion.printing.flow_sheet import flowing
from companion.printing.frames import edge
from companion.printing.rows import OR, Choices, Sign
from companion.rules.vocabulary import CUBES, Category

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


_PAIRS = (Column(0), Column(1))
_EDGE = Area(0, 0, 22, 2.2)
"""The size of an edge, in millimeters."""

_BETWEEN = 2.6
"""The space between two edges."""

_PLATE = 13.0
"""The width of a woodcut."""

_BUILT = {"kind-wood": "category.wood", "kind-stone": "category.stone", "kind-prestige": "category.prestige"}
"""What is built, by its sign."""


@flowing
def legend(desk: SheetDesk) -> list[Leaf]:
    players = _table(
        [(_badge(desk, colour), desk.put(desk.name(f"player.{colour}"))) for colour in desk.rules.data.players.colours]
    )
    sections: dict[str, list[Block]] = {
        "first": [_first(desk)],
        "cubes": [Heading(desk.say("print.legend.cubes")), _cubes(desk)],
        "doing": [Heading(desk.say("print.legend.doing")), _doing(desk)],
        "money": [Heading(desk.say("print.legend.money")), _money(desk)],
        "pieces": [Heading(desk.say("print.legend.pieces")), _pieces(desk)],
        "castle": [Heading(desk.name("term.castle")), _drawn(desk, "section")],
        "phases": [Heading(desk.say("print.legend.phases")), _drawn(desk, "phase")],
        "edges": [Heading(desk.say("print.legend.edges")), Figure(lambda width, press: _edges(desk, width, press))],
        "players": [Heading(desk.say("print.legend.players")), players],
        "reading": [Heading(desk.say("print.legend.reading")), _reading(desk)],
    }
    return [desk.leaf(desk.say("print.product.legend"), sections)]


def _table(rows: Iterable[tuple[Cell, ...]]) -> FlowTable:
    return FlowTable(_PAIRS, tuple(rows))


def _row(desk: SheetDesk, sign: Sign | tuple[Sign, ...], texts: Said) -> tuple[Cell, ...]:
    return desk.icons(texts[0].id, sign if isinstance(sign, tuple) else (sign,)), desk.put(texts)


def _badge(desk: SheetDesk, colour: str) -> Cell:
    return (badge(desk.job, colour),)


def _used(desk: SheetDesk) -> set[str]:
    """Return the signs on the buildings of the box."""
    data = desk.rules.data
    signs: set[str] = set()
    for building, tile in data.buildings.items():
        if in_play(tile):
            shown = does(desk.rules, building, building, desk.t.code)
            for choice in (goods_signs(tile.cost), worth(tile), *(shown.choices if shown else ())):
                signs |= {sign.icon or sign.text for sign in choice}
    return signs


def _first(desk: SheetDesk) -> Block:
    """Any cube, and any but gold, beside each other."""
    words = (desk.say("print.legend.any"), desk.say("print.legend.plain"))
    cells = tuple((Rich(texts, "lead"),) for texts in words)
    return FlowTable((Column(1), Column(1)), (cells,), valign="top")


def _cubes(desk: SheetDesk) -> Block:
    used = _used(desk)
    rows = [_row(desk, Sign(kind), desk.name(f"term.{kind}")) for kind in CUBES if desk.t.has(f"term.{kind}")]
    more = [_row(desk, Sign(text="≠"), desk.say("print.legend.different"))] if "≠" in used else []
    count = _row(desk, (Sign(text="4"), Sign("stone")), desk.each("stone", lambda t: t.count("stone", 4)))
    return _table([*rows, count, *more])


def _doing(desk: SheetDesk) -> Block:
    used = _used(desk)
    rows = [
        (ARROW, desk.say("print.legend.arrow")), (OR, desk.say("print.legend.or")),
        (Sign("worker"), desk.say("print.legend.worker")), (Sign("house"), desk.say("print.legend.owner")),
        (Sign("phase-income"), desk.say("print.legend.income")),
        (Sign("build"), desk.say("print.legend.build")),
        *((Sign(sign), desk.name(kind)) for sign, kind in _BUILT.items() if sign in used),
        (Sign("residence"), desk.name("building.residence")), (Sign("card"), desk.say("print.legend.stock")),
        (Sign("place"), desk.say("print.legend.place")),
        *([(Sign("order"), desk.name("term.turn_order"))] if "order" in used else []),
    ]  # fmt: skip
    always = {"", "worker", "arrow", "house", "phase-income", "place"}
    return _table(_row(desk, sign, texts) for sign, texts in rows if sign.icon in used | always)


def _money(desk: SheetDesk) -> Block:
    used = _used(desk)

    def counted(unit: str, n: int) -> Said:
        return desk.each(unit, lambda t: t.count(unit, n))

    rows = [
        _row(desk, Sign("coin", "2"), counted("denier", 2)), _row(desk, Sign("prestige", "4"), counted("prestige", 4)),
        *(_row(desk, Sign(unit), counted(unit, 1)) for unit in ("favor", "token") if unit in used),
    ]  # fmt: skip
    return _table(rows)


def _pieces(desk: SheetDesk) -> Block:
    ids = known_ids(desk.job.library, desk.rules.game)
    terms = {name: f"term.{name}" for name in ("bailiff", "provost", "marker")}
    rows = [_row(desk, Sign(name), desk.name(id)) for name, id in terms.items() if id in ids and desk.in_play(id)]
    return _table([*rows, _row(desk, Sign("ring"), desk.say("print.legend.ring"))])


def _drawn(desk: SheetDesk, kind: str) -> Block:
    """Return a row for everything of a kind that has a drawing."""
    ids = [id for id in known_ids(desk.job.library, desk.rules.game) if id.startswith(f"{kind}.") and desk.in_play(id)]
    drawn = [(f"{kind}-{id.partition('.')[2]}", id) for id in ids]
    return _table(_row(desk, Sign(name), desk.name(id)) for name, id in drawn if icons.exists(name))


def _edges(desk: SheetDesk, width: float, press: Press) -> Drawn:
    """The edge of each kind of building, and its name."""
    items: list[Item] = []
    y = 0.0
    for kind in ORDER:
        if any(building.category == kind and in_play(building) for building in desk.rules.data.buildings.values()):
            high, words = said_at(desk.name(f"category.{kind}"), "body", width - _EDGE.width - 3, "left", press)
            row = max(high, _EDGE.height)
            drawn = edge(str(kind), _EDGE, plain=press.big)
            items += shifted(drawn, 0, y + (row - _EDGE.height) / 2)
            items += shifted(words, _EDGE.width + 3, y + (row - high) / 2)
            y += row + _BETWEEN
    return y, tuple(items)


def _reading(desk: SheetDesk) -> Block:
    """Two buildings, one with an owner's effect and one that brings more than points; in big print without plates."""
    data = desk.rules.data
    built = [building for building, tile in data.buildings.items() if in_play(tile) and tile.cost and tile.effect]
    owned = [building for building in built if data.owner_effect(building)]
    favored = [building for building in built if data.buildings[building].favor]
    scored = desk.say("print.legend.end" if "road" in fields(desk.rules) else "print.legend.built")
    head = ((), (), *(desk.put(texts, "head") for texts in (
        desk.say("label.cost"), scored, desk.say("print.legend.gets"),
    )))  # fmt: skip
    rows = tuple(_example(desk, building) for building in dict.fromkeys((owned or built)[:1] + (favored or built)[-1:]))
    shape = (Column(width=_PLATE), Column(1), Column(0, after=1), Column(0, after=1), Column(0, wraps=True))
    if not desk.job.request.big:
        return FlowTable(shape, rows, head)
    return FlowTable(shape[1:], tuple(row[1:] for row in rows), head[1:])


def _example(desk: SheetDesk, building: str) -> tuple[Cell, ...]:
    tile, id = desk.rules.data.buildings[building], f"building.{building}"
    shown = does(desk.rules, building, id, desk.t.code)
    return (
        (Plate(woodcut(building, desk.job.library.overlays), str(tile.category)),),
        (Put(desk.name(id), "name"), Put(desk.name(f"category.{tile.category}"), "small")),
        desk.goods(id, tile.cost), desk.icons(id, worth(tile)), (shown,) if shown else (),
    )  # fmt: skip
