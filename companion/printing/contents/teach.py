"""The game in one page, for people who have never played it: the road, what matters, and a turn that is played."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from companion.i18n.scores import letters, player_name
from companion.i18n.translator import Translator
from companion.printing import fonts, icons
from companion.printing.contents import aid
from companion.printing.contents.buildings import woodcut
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.example import READER, Example, Step, numbers_of_players, played
from companion.printing.contents.signs import SHAPES, badge, effect_choices, either
from companion.printing.data import names, read
from companion.printing.display import END, Area, Icon, Item, Line, Mark, Rect, Text
from companion.printing.face import Picture, picture
from companion.printing.flow import (
    Block,
    Cell,
    Column,
    Drawn,
    Figure,
    FlowTable,
    Framed,
    Heading,
    Leaf,
    Rich,
    Said,
)
from companion.printing.flow_set import Press, part_at, said_at, shifted
from companion.printing.flow_sheet import flowing
from companion.printing.frames import edge
from companion.printing.paper import MM
from companion.printing.rows import Choice, Sign, drawn, fitted, width
from companion.printing.text import NamedText, Type, fit, place


@dataclass(frozen=True)
class Must:
    """A rule: its icon, the paragraphs of the teaching page that tell it, and the messages of the aid that do."""

    name: str
    icon: str
    teach: tuple[str, ...]
    aid: tuple[str, ...]
    """Each a facet and an id: `aid phase.castle`."""


def musts(desk: SheetDesk, *, few: bool = False) -> list[Must]:
    """Return the rules that hold under these variants, in the order of teaching; or only those for few players."""
    game = desk.rules.game
    found = read(f"musts/{game}")["rules"] if game in names("musts") else {}
    return [
        Must(name, it.get("icon", ""), tuple(it.get("teach", ())), tuple(it.get("aid", ())))
        for name, it in found.items()
        if _holds(desk, it) and it.get("few", False) == few
    ]


def taught(desk: SheetDesk, id: str) -> Said:
    """Return a paragraph of the teaching page."""
    return desk.each(id, lambda t: t.words("teach", id))


def _holds(desk: SheetDesk, it: dict[str, str]) -> bool:
    variants = desk.rules.variants
    return it.get("only", variants) in (variants, *variants) and it.get("unless") not in variants


_ACROSS = 4
"""The number of tiles beside each other in big print."""

_GAP = 1.2
"""The space between tiles, in millimeters."""

_PICTURE, _NAME, _EFFECT = 0.56, 0.19, 0.25
"""The heights of a tile's picture, name and effect, as fractions of its width."""

_WORKER, _BADGE, _PAWN = 0.28, 0.24, 0.2
"""The sizes of a worker, of a player's mark, and of bailiff and provost, as fractions of a tile's width."""

_EDGE = 0.07
"""The height of the edge that tells the kind of a tile, as a fraction of its width."""

_BAND = 0.34
"""The height of the band above a tile, in which its number, its worker and the pawns stand."""


@dataclass(frozen=True)
class _Space:
    """A space of the road: what the look of the table says of it, and where it is drawn."""

    look: Mapping[str, Any]
    area: Area
    press: Press
    owned: bool
    """Whether tiles of this game have a row for their owner."""

    @property
    def number(self) -> int:
        return int(self.look["space"])


def rows_of(desk: SheetDesk, example: Example) -> list[range]:
    """Return the numbers of the spaces in each row: all in one, or in big print as many as leave room for names."""
    across = _ACROSS if desk.request.big else example.spaces
    return [range(n, min(n + across, example.spaces + 1)) for n in range(1, example.spaces + 1, across)]


def road(desk: SheetDesk, example: Example, numbers: range, page: float, press: Press) -> Drawn:
    """Draw one row of spaces."""
    before = cast(dict[str, Any], example.before)
    looks = {space["space"]: space for space in before["road"]}
    owned = any(desk.rules.data.owner_effect(name) for name in _buildings(looks))
    across = _ACROSS if desk.request.big else len(numbers)
    side = (page - _GAP * (across - 1)) / across
    tile = side * (_EDGE + _PICTURE + _NAME + _EFFECT * (2 if owned else 1))
    items: list[Item] = []
    for column, number in enumerate(numbers):
        area = Area(column * (side + _GAP), side * _BAND, side, tile)
        space = _Space(looks.get(number, {"space": number, "building": None}), area, press, owned)
        items += _space(desk, example, space, before)
    return side * _BAND + tile, tuple(items)


def _buildings(looks: Mapping[int, Mapping[str, Any]]) -> list[str]:
    return [space["building"] for space in looks.values() if space["building"]]


def _space(desk: SheetDesk, example: Example, space: _Space, before: Mapping[str, Any]) -> Iterator[Item]:
    """Draw a space: its number, the tile with its owner, and whoever stands above it."""
    area, building = space.area, space.look["building"]
    built = _built(example, space.number)
    if building or built:
        yield from _tile(desk, building or built, space, planned=not building)
    else:
        yield Rect(area.x, area.y, area.width, area.height, "", "muted", 0.6, dash=(2.2, 1.8))
    size = max(area.width * 0.42, space.press.type("head").size)
    number = Text(area.x, area.y - 1.1, str(space.number), "strong", round(size, 2))
    yield number
    x = area.x + fonts.width(number.font, number.size, number.text) + 0.4
    if space.look.get("worker"):
        yield from _worker(desk, space.look["worker"], x, area.y, area.width)
        x += area.width * (_WORKER + _BADGE)
    high = area.width * _PAWN
    for name in ("bailiff", "provost"):
        if before.get(name) == space.number:
            yield Icon(name, x, area.y - high * 1.1, round(high, 3))
            x += high
    owner = space.look.get("owner") or (example.you if built else None)
    if owner:
        high = area.width * _BADGE
        yield from _owner_badge(desk, owner, area.x + area.width - high - 0.6, area.y + area.width * _EDGE + 0.6, high)


def _built(example: Example, number: int) -> str:
    """Return what is built on a space during the turn, and not yet there when the road is drawn."""
    built = (event for step in example.steps for event in step.events if event.id == "built")
    return next((str(event["building"]) for event in built if event.args.get("space") == number), "")


def _owner_badge(desk: SheetDesk, colour: str, x: float, y: float, high: float) -> Iterator[Item]:
    yield from drawn((Sign(f"shape-{SHAPES[colour]}", letters(desk.t)[colour], colour=colour),), x, y, high)


def _worker(desk: SheetDesk, colour: str, x: float, foot: float, side: float) -> Iterator[Item]:
    """Draw a worker above a tile so wide, with the mark of its player beside it."""
    worker, badge = side * _WORKER, side * _BADGE
    yield Icon("worker", x, foot - worker, round(worker, 3), colour)
    yield from _owner_badge(desk, colour, x + worker * 0.84, foot - badge - 0.4, badge)


def _tile(desk: SheetDesk, building: str, space: _Space, *, planned: bool) -> Iterator[Item]:
    """Draw a tile: the edge of its kind, its picture, its name, and what it does for worker and owner."""
    area, rules, big = space.area, desk.rules, space.press.big
    it, id = rules.data.buildings[building], f"building.{building}"
    kind, side = str(it.category), area.width
    tint = "white" if big else read("frames")[kind]["tint"]
    dash = (2.2, 1.8) if planned else ()
    yield Rect(area.x, area.y, side, area.height, tint, "ink", 0.6, dash=dash)
    yield from edge(kind, Area(area.x, area.y, side, round(side * _EDGE, 3)), plain=big)
    y = area.y + side * _EDGE
    drawing = woodcut(building, desk.job.library.overlays)
    if drawing:
        yield picture(
            Picture(drawing), Area(area.x + side * 0.12, y + side * 0.08, side * 0.76, side * _PICTURE * 0.84)
        )
    y += side * _PICTURE
    least = 18.0 if big else 5.5
    type = Type("strong", max(round(side * 0.4, 2), least), least * 0.8, 2, align="center", leading=1.1)
    name = fit(NamedText(desk.t.name(id), id, desk.t.code), side - 1.4, side * _NAME, type, "tile")
    yield from place(name, area.x + 0.7, y + (side * _NAME - name.height) / 2, side - 1.4)
    y += side * _NAME
    owner = rules.data.owner_effect(building)
    for place_, (sign, effect) in enumerate((("worker", it.effect), ("house", owner))[: 2 if space.owned else 1]):
        if place_:
            yield Line(area.x, y, area.x + side, y, 0.4, "line")
        found = effect_choices(rules, effect, id, desk.t.code) if effect else None
        if found:
            said = either(found.choices)
            shown: Choice = (Sign(sign), *said) if space.owned else said
            high = fitted(shown, side - 1.2, side * _EFFECT * 0.8)
            yield from drawn(shown, area.x + (side - width(shown, high)) / 2, y + (side * _EFFECT - high) / 2, high)
        y += side * _EFFECT


_WORDS = 0.56
"""The part of the width that the title and the idea take beside the castle."""


_BELOW = 0.46
"""The space below a title, for its descenders and some air, as a fraction of its size."""

_LETTERS = 100
"""The number of letters that gets one share of the width, where paragraphs stand side by side."""

_PAIR = 2
"""So many players fit beside each other with their purses; of more, only the reader."""


@flowing
def teach(desk: SheetDesk) -> list[Leaf]:
    """One side: the idea, the road, what matters, a turn with everybody's purse, and what counts at the end."""
    counts = list(desk.counts())
    there = desk.with_players(counts[0] if len(counts) == 1 else max(counts))
    told = max((n for n in numbers_of_players(desk.rules.game) if n <= max(counts)), default=0)
    example = played(desk.with_players(told).rules, told) if told else None
    parts = aid.sections(there)
    sections = {
        "masthead": [Figure(lambda width, press: _masthead(there, width, press), apart=False)],
        "strip": [Figure(lambda width, press: _strip(there, width, press), apart=False)],
        "few": _few(there),
        "road": [_row(there, example, numbers) for numbers in rows_of(there, example)] if example else [],
        "ideas": [Heading(there.say("print.teach.ideas")), _ideas(there)],
        "turn": _turn(there, example) if example else [Heading(there.say("print.teach.turn")), *parts["turn"]],
        "castle": parts.get("castle", []),
        "end": parts["end"],
    }
    leaf = there.leaf(there.say("print.product.teach"), sections)
    return [Leaf(leaf.title, leaf.note, leaf.sections, shown=False)]


# above


def _masthead(desk: SheetDesk, width: float, press: Press) -> Drawn:
    """The name of the game, what the page is, and the idea; beside them the castle."""
    words = width * (1.0 if press.big else _WORDS)
    y, items = 0.0, list[Item]()
    titles = ((desk.name(f"game.{desk.rules.game}"), "title"), (desk.say("print.product.teach"), "heading"))
    for number, (said, style) in enumerate(titles):
        high, lines = said_at(said, style, words, "left", press)
        items += (Mark("P" if number else "H1"), *shifted(lines, 0, y), END)
        y += high + press.type(style).size / MM * _BELOW
    high, lines = said_at(_noted(desk), "small", words, "left", press)
    items += (Mark("P"), *shifted(lines, 0, y), END)
    y += high + press.unit
    id = f"game.{desk.rules.game}"
    if desk.t.has(id, "teach"):
        high, lines = part_at(Rich(taught(desk, id), "lead"), words, "left", press)
        items += (Mark("P"), *shifted(lines, 0, y), END)
        y += high
    y += press.unit * 1.2
    drawing = icons.woodcut(("castle",), desk.job.library.overlays)
    if drawing and not press.big:
        castle = Area(words + 4, 0, width - words - 4, y - 0.4)
        shown = picture(Picture(drawing), castle)
        high = shown.width * icons.drawing(drawing).height / icons.drawing(drawing).width
        items.append(Icon(shown.name, width - shown.width, y - high - 0.3, shown.width, shown.colour))
    rules = (Line(0, y, width, y, 1.4, "ink"), Line(0, y + 0.9, width, y + 0.9, 0.35, "ink"))
    return y + 1.2, (*items, *rules)


def _noted(desk: SheetDesk) -> Said:
    """The box, the variants and the number of players."""
    return (NamedText(" · ".join(desk.about()[1:]), "edition", desk.t.code),)


def _strip(desk: SheetDesk, width: float, press: Press) -> Drawn:
    """The phases side by side: number, icon and name."""
    phases = desk.rules.data.sequence.phases
    across = len(phases) if not press.big else 2
    room = width / across
    items: list[Item] = []
    y = tallest = 0.0
    for column, phase in enumerate(phases):
        if column and column % across == 0:
            y, tallest = y + tallest + press.unit, 0.0
        x = column % across * room
        number, digits = said_at((NamedText(str(column + 1), "number", desk.t.code),), "figure", room, "left", press)
        icon = press.icon * 1.15
        items += (Mark("P"), *shifted(digits, x, y))
        items.append(Icon(f"phase-{phase}", x + press.unit * 1.9, y + (number - icon) / 2, round(icon, 3)))
        high, name = said_at(desk.name(f"phase.{phase}"), "strip", room - press.unit * 1.2, "left", press)
        items += (*shifted(name, x, y + number + press.unit * 0.5), END)
        tallest = max(tallest, number + press.unit * 0.5 + high)
        if column % across:
            at = x - press.unit * 0.7
            items.append(Line(at, y, at, y + number + press.unit * 0.5 + high, 0.35, "line"))
    y += tallest + press.unit * 0.7
    return y, (*items, Line(0, y, width, y, 0.35, "line"))


def _few(desk: SheetDesk) -> list[Block]:
    """What is different with this number of players, side by side."""
    cells = [(Rich(taught(desk, id)),) for it in musts(desk, few=True) for id in it.teach]
    columns = tuple(Column(len(cell[0].said[0].text) / _LETTERS) for cell in cells)
    return [FlowTable(columns, (tuple(cells),), valign="top", laid=True)] if cells else []


def _row(desk: SheetDesk, example: Example, numbers: range) -> Figure:
    return Figure(lambda width, press: road(desk, example, numbers, width, press), apart=False)


# what matters


def _ideas(desk: SheetDesk) -> Block:
    """A paragraph for everything that everybody must know."""
    rows = tuple((_mark(desk, it), (Rich(taught(desk, id)),)) for it in musts(desk) for id in it.teach)
    return FlowTable((Column(0), Column(1)), rows, valign="top", rule="", laid=True)


def _mark(desk: SheetDesk, it: Must) -> Cell:
    return desk.icons(it.icon, (Sign(it.icon),)) if it.icon else ()


# the turn


def _turn(desk: SheetDesk, example: Example) -> list[Block]:
    """What happens in each phase, with everybody's purse beside it, in a frame."""
    shown = example.seats if len(example.seats) == _PAIR else (example.you,)
    title = desk.each("print.teach.example", lambda t: t.say("print.teach.example", blue=player_name(t, example.you)))
    begin, *steps = example.steps
    phases = {str(phase): number for number, phase in enumerate(desk.rules.data.sequence.phases, 1)}
    rows, last = list[tuple[Cell, ...]](), ""
    for step in steps:
        number = desk.number(phases[step.phase], "step") if step.phase and step.phase != last else ()
        told = _told(desk, example, step, named=bool(number))
        purses = tuple(desk.icons(f"player.{seat}", (Sign("coin", str(step.purses[seat].money)),)) for seat in shown)
        rows.append((number, (Rich(told),), *purses))
        last = step.phase
    head: tuple[Cell, ...] = (
        (),
        (Rich(_told(desk, example, begin, named=False)),),
        *((badge(desk.job, seat),) for seat in shown),
    )
    columns = (Column(0), Column(1), *(Column(0, align="center") for _ in shown))
    return [Framed((Heading(title), FlowTable(columns, tuple(rows), head, valign="top")))]


def _told(desk: SheetDesk, example: Example, step: Step, *, named: bool) -> Said:
    """The sentence of a step, with the name of the phase before it where that begins."""
    id = f"print.teach.example.{step.said}"

    def said(t: Translator) -> str:
        players = {role: player_name(t, seat) for seat, role in example.roles.items() if role != READER}
        told = t.say(id, **players, **example.facts(step))
        return f"*{t.name(f'phase.{step.phase}')}.* {told}" if named else told

    return desk.each(id, said)
