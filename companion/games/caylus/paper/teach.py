"""The teaching page of Caylus: a road with letters that lead to its paragraphs, and one turn told with real money."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_lowercase
from typing import TypedDict

from companion.games.caylus.rules import CaylusRules, caylus
from companion.i18n.players import letters as player_letters
from companion.i18n.scores import player_name
from companion.i18n.translator import Term, Translator
from companion.printing import fonts
from companion.printing.contents.aid import ICON, TEXT
from companion.printing.contents.buildings import woodcut
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.players import SHAPES
from companion.printing.contents.signs import effect_choices, goods_signs
from companion.printing.data import read
from companion.printing.display import Area, Icon, Item, Line, Rect, Text
from companion.printing.face import Picture, picture
from companion.printing.flow import Block, Column, Drawn, Figure, FlowTable, Heading, Put, Rich, Said
from companion.printing.flow_set import Press
from companion.printing.frames import edge
from companion.printing.rows import Choice, Sign, drawn, total_width
from companion.rules.effects import Gain, Produce
from companion.rules.vocabulary import FavorMode

_TILE = 3.9
"""The least side of a tile, as a multiple of the height of body text."""

_GAP = 0.9
"""The space between tiles, in millimeters."""

_ABOVE, _BELOW = 0.36, 0.3
"""The height of what stands above and below a tile, as fractions of its side."""


class _Example(TypedDict):
    """The content of templates/sheets/examples/caylus.toml; spaces are keys, and therefore written as text."""

    money: int
    bailiff: int
    provost: int
    spaces: int
    batches: list[list[str]]
    players: dict[str, str]
    road: dict[str, str]
    owners: dict[str, str]
    workers: dict[str, str]
    letters: dict[str, int]


def _example() -> _Example:
    example: _Example = read("examples/caylus")  # type: ignore[assignment]
    return example


def sections(desk: SheetDesk) -> dict[str, list[Block]]:
    """Return the road and the turn, unless the box lacks a building of the example."""
    example, data = _example(), caylus(desk.rules.data)
    if not set(_tiles(example).values()) <= data.buildings.keys():
        return {}
    road = Figure(lambda width, press: _road(desk, data, width, press), apart=False)
    title = desk.each("print.teach.example", lambda t: t.say("print.teach.example", blue=_player(t, "you")))
    return {"road": [road], "turn": [Heading(title), _turn(desk, data)]}


def left_out(desk: SheetDesk) -> set[str]:
    """Return what has no paragraph under these rules: a favor that only brings points needs none."""
    return {"term.favor"} if caylus(desk.rules.data).favors.mode == FavorMode.FLAT else set()


def letters() -> dict[str, str]:
    """Return the letter of each paragraph that has its place on the road, in their order."""
    return dict(zip(_example()["letters"], ascii_lowercase, strict=False))


def _tiles(example: _Example) -> dict[int, str]:
    return {int(space): building for space, building in example["road"].items()}


def _player(t: Translator, role: str) -> str:
    return player_name(t, _example()["players"][role])


# the turn


def _turn(desk: SheetDesk, data: CaylusRules) -> Block:
    """What happens in each phase, and what the player has in the end."""
    rows = [
        (desk.number(place, "figure"), (Put(desk.name(f"phase.{phase}"), "name"), Rich(_told(desk, data, phase))),
         desk.icon(f"phase-{phase}"))
        for place, phase in enumerate(data.sequence.phases, 1)
    ]  # fmt: skip
    return FlowTable((Column(0), TEXT, ICON), (*rows, ((), (Rich(_told(desk, data, "result")),), ())), valign="top")


def _told(desk: SheetDesk, data: CaylusRules, part: str) -> Said:
    id = f"print.teach.example.{part}"
    return desk.each(id, lambda t: t.say(id, **_facts(data, t)))


def _facts(data: CaylusRules, t: Translator) -> dict[str, object]:
    """Everything that the sentences of the turn may name, with its numbers from the rules."""
    example, bridge, dungeon = _example(), data.bridge, next(iter(data.castle.sections.values()))
    tiles, (low, high) = _tiles(example), bridge.prices[:2]
    own = next(int(space) for space, owner in example["owners"].items() if owner == "owner")
    held = example["money"] + data.income.base
    bribe = data.provost.price_per_step * (own - example["provost"])
    thanks, gained = _thanks(data)
    points = len(example["batches"]) * dungeon.prestige
    return {
        "income": data.income.base, "held": held, "goods": _marked(goods_signs(data.setup.goods)),
        "low": low, "high": high, "first": bridge.first_pass, "owner": bridge.owner_prestige,
        "bribe": bribe, "space": own, "beyond": own + 1,
        "got": _marked(_made(data, tiles[1])), "crop": _marked(_made(data, tiles[own])),
        "batch": _batch(example, 0), "other": _batch(example, 1),
        "houses": len(example["batches"]), "points": points,
        "total": points + sum(int(sign.text) for sign in thanks if sign.icon == "prestige"),
        "thanks": _marked(thanks), "steps": data.bailiff.ahead, "reached": example["bailiff"] + data.bailiff.ahead,
        "trigger": dungeon.trigger, "left": held - low - 2 * high - bribe + gained,
        "red": _player(t, "owner"), "green": _player(t, "passing"),
        "quarry": Term(f"building.{tiles[1]}"), "forest": Term(f"building.{tiles[4]}"),
        "market": Term(f"building.{tiles[5]}"), "farm": Term(f"building.{tiles[own]}"),
        "mason": Term(f"building.{tiles[own + 1]}"), "castle": Term("term.castle"),
        "provost": Term("term.provost"), "bailiff": Term("term.bailiff"),
    }  # fmt: skip


def _made(data: CaylusRules, building: str) -> Choice:
    """What the first choice of a building produces."""
    effect = data.buildings[building].effect
    return goods_signs(effect.options[0]) if isinstance(effect, Produce) else ()


def _thanks(data: CaylusRules) -> tuple[Choice, int]:
    """What the first favor is turned into: money, or in the simplified game points; and how much money that is."""
    first = data.favors.lines["deniers"][0]
    if data.favors.mode == FavorMode.FLAT or not isinstance(first, Gain):
        return (Sign("prestige", str(data.favors.flat_prestige)),), 0
    return goods_signs(first.gain), first.gain.denier


def _batch(example: _Example, number: int) -> str:
    return _marked(tuple(Sign(kind) for kind in example["batches"][number]))


def _marked(signs: Choice) -> str:
    """Return icons as they are written in a sentence."""
    return "".join(f"[{sign.icon} {sign.text}]" if sign.text else f"[{sign.icon}]" for sign in signs)


# the road


@dataclass(frozen=True)
class _Space:
    """A place on the road, in the middle of what stands above and below its tile."""

    number: int
    area: Area
    press: Press


def _road(desk: SheetDesk, data: CaylusRules, width: float, press: Press) -> Drawn:
    """Draw the bridge and the first spaces, in as many rows as it takes."""
    example = _example()
    count = example["spaces"] + 1
    across = math.ceil(count / math.ceil(count / max(int(width / (_TILE * press.unit)), 1)))
    side = (width - _GAP * (across - 1)) / across
    step = side * (1 + _ABOVE + _BELOW) + _GAP
    items: list[Item] = []
    for number in range(count):
        row, column = divmod(number, across)
        area = Area(column * (side + _GAP), row * step + side * _ABOVE, side, side)
        items += _space(desk, data, _Space(number, area, press))
    return math.ceil(count / across) * step, tuple(items)


def _space(desk: SheetDesk, data: CaylusRules, space: _Space) -> Iterator[Item]:
    """Draw a space: the tile with its effect, its owner and worker, who stands above it, and the letter below."""
    example, area, number = _example(), space.area, str(space.number)
    fixed = {place: building for building, place in data.road.fixed.items()}
    building = {**fixed, **_tiles(example)}.get(space.number)
    if building:
        yield from _tile(desk, building, space)
    elif space.number:
        yield Rect(area.x, area.y, area.width, area.height, "", "line", 0.6, dash=(2, 2))
    else:
        yield picture(Picture("buildings/bridge"), area)
    if space.number:
        size = max(space.press.type("small").size * 0.8, 6)
        size = space.press.type("small").size if space.press.big else size
        at = area.x + area.width - fonts.width("strong", size, number) - 0.8
        yield Text(at, area.y + fonts.height("strong", size) + 1.0, number, "strong", size, "muted")
    players = example["players"]
    if number in example["owners"]:
        colour, band, high = players[example["owners"][number]], area.height * 0.09, area.height * 0.2
        foot = area.y + area.height
        yield Rect(area.x, foot - band, area.width, band, colour, colour)
        yield Icon(
            f"shape-{SHAPES[colour]}", area.x + (area.width - high) / 2, foot - high * 0.6, round(high, 3), colour
        )
    if number in example["workers"]:
        high = area.height * 0.44
        yield from _worker(desk, players[example["workers"][number]], area.x + 0.6, area.y + 0.6, high)
    for name, stand in (("bailiff", example["bailiff"]), ("provost", example["provost"])):
        if space.number == stand:
            high, right = area.height * _ABOVE, name == "provost"
            x = area.x + area.width * (0.52 if right else 0.48) - (0 if right else high)
            yield Icon(name, x, area.y - high, round(high * 0.94, 3))
    yield from _letter(space)


def _worker(desk: SheetDesk, colour: str, x: float, y: float, high: float) -> Iterator[Item]:
    """Draw a worker, with the letter of its player beside its head."""
    letter, size = player_letters(desk.t)[colour], round(high * 1.1, 2)
    yield Icon("worker", x, y, round(high, 3), colour)
    yield Text(x + high * 0.84, y + high * 0.42, letter, "strong", size)


def _tile(desk: SheetDesk, building: str, space: _Space) -> Iterator[Item]:
    """Draw a tile: the edge of its kind, its picture, and what it does."""
    area, rules = space.area, desk.rules
    tile = rules.data.buildings[building]
    kind = str(tile.category)
    big, above = space.press.big, Area(area.x, area.y, area.width, round(area.height * 0.08, 3))
    tint = "white" if big else read("frames")[kind]["tint"]
    yield Rect(area.x, area.y, area.width, area.height, tint, "ink" if big else "line", 0.4)
    yield from edge(kind, above, plain=big)
    drawing, foot = woodcut(building, desk.job.library.overlays), area.height * 0.34
    if drawing:
        middle = Area(area.x + area.width * 0.3, area.y + 1.0, area.width * 0.6, area.height - foot - 1.4)
        yield picture(
            Picture(drawing), Area(middle.x, middle.y + middle.height * 0.3, middle.width, middle.height * 0.7)
        )
    choices = effect_choices(rules, tile.effect, f"building.{building}", desk.t.code) if tile.effect else None
    if choices:
        size = min(foot * 0.62, (area.width - 1.6) / total_width(choices.choices, 1.0))
        x = area.x + (area.width - total_width(choices.choices, size)) / 2
        for n, choice in enumerate(choices.choices):
            y = area.y + area.height - foot / 2 - size / 2 - area.height * 0.06
            yield from drawn(choice, x, y, size)
            x += total_width((choice,), size)
            if n < len(choices.choices) - 1:
                yield Line(x + size * 0.45, y, x + size * 0.45, y + size, 0.5, "line")
                x += size * 0.9


def _letter(space: _Space) -> Iterator[Item]:
    """Draw the letter of the paragraph that is at home here, in a circle below the tile."""
    homes = {place: id for id, place in _example()["letters"].items()}
    if space.number not in homes:
        return
    type, area = space.press.type("letter"), space.area
    side = type.size * 0.46
    x, y = area.x + (area.width - side) / 2, area.y + area.height + 0.5
    letter = letters()[homes[space.number]]
    yield Rect(x, y, side, side, "white", "rubric", 0.8, side / 2)
    base = y + side / 2 + fonts.height("title", type.size) * 0.38
    yield Text(x + (side - fonts.width("title", type.size, letter)) / 2, base, letter, "title", type.size, "rubric")
