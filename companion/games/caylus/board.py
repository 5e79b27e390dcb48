"""The board of Caylus: the castle at the top, then the special buildings, the bridge and the road."""

from dataclasses import replace

from companion.games.caylus.look import Look, SectionLook, SpaceLook, SpecialLook
from companion.rules.effects import (
    Build,
    Effect,
    Gain,
    Gate,
    Inn,
    MoveProvost,
    Nothing,
    Produce,
    Residence,
    Stables,
    Stock,
    Trade,
)
from companion.web.board.drawing import (
    BoardDrawing,
    Cell,
    DrawnBridge,
    DrawnLine,
    DrawnPart,
    DrawnSection,
    DrawnTile,
    Guest,
    Scene,
    battlements,
    steps_across,
)  # fmt: skip
from companion.web.board.layout import Plan, Spot, fitting, ribbon, street
from companion.web.board.words import NAME, called, entry, people, road_tile, woodcut

_HEAD = 40.0
"""The height of a heading."""


def drawing(scene: Scene[Look], plan: Plan) -> BoardDrawing:
    keep, favors = _grounds(scene, plan)
    bottom = max(keep.y + keep.h, favors.y + favors.h if favors else 0.0)
    look = scene.look
    places = len(look["specials"]) + 1 + len(look["road"])
    spots = street(plan, places, bottom + plan.gap)
    first = len(look["specials"])
    specials = [_special(scene, building, spot) for building, spot in zip(look["specials"], spots, strict=False)]
    road = [_space(scene, space, spot) for space, spot in zip(look["road"], spots[first + 1 :], strict=True)]
    return BoardDrawing(
        plan,
        spots[-1].y + spots[-1].h + plan.edge,
        ribbon(spots),
        (*specials, *road),
        _bridge(scene, spots[first]),
        _sections(scene, keep),
        _guests(scene, keep),
        _castle_said(scene),
        _favors(scene, favors) if favors else (),
        favors,
        keep,
    )


def _grounds(scene: Scene[Look], plan: Plan) -> tuple[Spot, Spot | None]:
    """Return the areas of the castle and of the favor table (if any), side by side or one below the other."""
    table = scene.look["favors"]["mode"] == "table"
    wide = plan.columns > 6
    keep = Spot(plan.edge, plan.edge, plan.inner * 0.6 if wide and table else plan.inner, 304.0)
    if not table:
        return keep, None
    lines = _HEAD + 66.0 * len(scene.look["favors"]["lines"])
    if wide:
        x = keep.x + keep.w + plan.gap * 2
        return keep, Spot(x, plan.edge, plan.width - plan.edge - x, lines)
    return keep, Spot(plan.edge, keep.y + keep.h + plan.gap, plan.inner, lines)


# the street


def _special(scene: Scene[Look], building: SpecialLook, spot: Spot) -> DrawnTile:
    name = scene.t.name(f"building.{building['building']}")
    inn = scene.look["inn"] if building["building"] == "inn" else None
    lodger = [scene.t.say("web.board.lodges", who=scene.called(inn))] if inn else []
    workers = (*building["workers"], *([inn] if inn else []))
    unused = "" if building["places"] else scene.t.say("web.board.unused")
    return DrawnTile(
        spot, name=name, size=fitting(name, spot.w - 24, NAME), kind="special" if building["places"] else "unused",
        woodcut=woodcut(scene, building["building"]), workers=workers, glows=building["building"] in scene.changed,
        row=("", name, "", people(scene, building["workers"]), " ".join([*lodger, unused]).strip()),
        entry=entry(building["building"]),
    )  # fmt: skip


def _space(scene: Scene[Look], space: SpaceLook, spot: Spot) -> DrawnTile:
    look, t, number = scene.look, scene.t, space["space"]
    figures = tuple(who for who in ("provost", "bailiff") if look[who] == number)
    flag = next((id for id, section in look["castle"]["sections"].items() if section["trigger"] == number), "")
    remarks = [t.say("web.board.scored_here", section=t.name(f"section.{flag}"))] if flag else []
    if space["promised"]:
        remarks.append(t.say("web.board.promised", who=scene.called(space["promised"])))
    return replace(road_tile(scene, space, spot, figures, remarks), promised=space["promised"] or "", flag=flag)


def _bridge(scene: Scene[Look], spot: Spot) -> DrawnBridge:
    """Each place shows a price, by the number of players who have passed; those who have passed stand on it."""
    t, passed = scene.t, scene.look["bridge"]["passed"]
    steps = steps_across(spot, scene.data.bridge.prices[: len(scene.look["players"])], passed)
    price = scene.look["bridge"]["price"]
    text = t.say("web.board.price", n=price) if price else t.say("web.board.all_passed")
    if passed:
        text = f"{text} {t.say('web.board.passed', who=called(scene, passed))}"
    return DrawnBridge(spot, t.form("term.bridge", "Noun"), steps, "bridge" in scene.changed, text)


# the castle


def _sections(scene: Scene[Look], keep: Spot) -> tuple[DrawnSection, ...]:
    """The three sections side by side. Their widths depend on how many columns of parts they have."""
    sections = scene.look["castle"]["sections"]
    columns = {id: -(-castle_section["parts"] // 2) for id, castle_section in sections.items()}
    space = 22.0
    size = (keep.w - space * (len(sections) + 1)) / (sum(columns.values()) + 0.6 * len(sections))
    size = min(size, 58.0)
    wanted = sum(columns.values()) * size + 0.6 * size * len(sections) + space * (len(sections) - 1)
    x, drawn_sections = keep.x + (keep.w - wanted) / 2, []
    for id, section in sections.items():
        spot = Spot(x, keep.y + 34, columns[id] * size + 0.6 * size, 2 * size + 34)
        drawn_sections.append(_section(scene, id, section, spot, size))
        x += spot.w + space
    return tuple(drawn_sections)


def _section(scene: Scene[Look], id: str, section: SectionLook, spot: Spot, size: float) -> DrawnSection:
    t = scene.t
    built = [colour for colour, n in section["houses"].items() for _ in range(n)]
    columns = -(-section["parts"] // 2)
    parts = tuple(
        DrawnPart(
            spot.x + 0.3 * size + (n % columns) * size, spot.y + 26 + (n // columns) * size, size,
            built[n] if n < len(built) else "",
        )
        for n in range(section["parts"])
    )  # fmt: skip
    state = "scored" if section["scored"] else "next" if scene.look["castle"]["section"] == id else ""
    note = t.say("web.board.section_scored") if section["scored"] else t.say("web.board.trigger", n=section["trigger"])
    houses = [t.say("web.board.houses", who=scene.called(colour), n=n) for colour, n in section["houses"].items() if n]
    count = t.say("web.board.parts", n=len(built), of=section["parts"])
    return DrawnSection(
        id, spot, battlements(spot, columns + 1), t.name(f"section.{id}"), note, parts, state,
        " ".join([count, *houses, note]), id in scene.changed,
    )  # fmt: skip


def _guests(scene: Scene[Look], keep: Spot) -> tuple[Guest, ...]:
    """The places in front of the gate, in order of arrival."""
    castle, places = scene.look["castle"], scene.data.castle.places
    apart = min(96.0, (keep.w - 30) / places)
    left = keep.x + keep.w - apart * places
    given = dict(zip(castle["workers"], castle["given"], strict=False))
    return tuple(
        Guest(
            left + apart * (n + 0.5), keep.y + keep.h - 38,
            castle["workers"][n] if n < len(castle["workers"]) else "",
            given.get(castle["workers"][n], 0) if n < len(castle["workers"]) else 0,
        )
        for n in range(max(places, len(castle["workers"])))
    )  # fmt: skip


def _castle_said(scene: Scene[Look]) -> str:
    """Say who waits in the castle and what they have brought."""
    castle = scene.look["castle"]
    given = [*castle["given"], *[0] * len(castle["workers"])]
    texts = [
        scene.t.say("web.board.brought", who=scene.called(colour), n=n) if n else scene.called(colour)
        for colour, n in zip(castle["workers"], given, strict=False)
    ]
    return scene.t.all_of(texts)


# the favor table


def _favors(scene: Scene[Look], at: Spot) -> tuple[DrawnLine, ...]:
    table = scene.look["favors"]
    named = at.w * 0.3
    columns = table["columns"] + 1
    width = (at.w - named) / columns
    return tuple(_line(scene, id, at.x + named, at.y + _HEAD + 66.0 * n, width) for n, id in enumerate(table["lines"]))


def _line(scene: Scene[Look], id: str, x: float, y: float, width: float) -> DrawnLine:
    """The lily, where markers begin, then the favors."""
    table, t = scene.look["favors"], scene.t
    where = {colour: player["favors"][id] for colour, player in scene.look["players"].items()}
    cells = [Cell(Spot(x, y, width - 6, 58), (("favor", 0),), True, _standing(where, 0))]
    for column, effect in enumerate(scene.data.favors.lines[id], 1):
        spot = Spot(x + width * column, y, width - 6, 58)
        cells.append(Cell(spot, _signs(effect), column <= table["columns_open"], _standing(where, column)))
    name = t.name(f"line.{id}")
    texts = [t.say("web.board.column", who=scene.called(colour), n=n) for colour, n in where.items() if n]
    return DrawnLine(name, y + 38, fitting(name, width * 1.9, 24.0), tuple(cells), t.all_of(texts))


def _standing(where: dict[str, int], column: int) -> tuple[str, ...]:
    return tuple(colour for colour, there in where.items() if there == column)


def _signs(effect: Effect) -> tuple[tuple[str, int], ...]:
    """A favor as signs, each with its number, or 0 if it has none."""
    match effect:
        case Gain():
            return tuple(effect.gain.kinds())
        case Produce():
            return tuple((kind, 0) for option in effect.options for kind, _ in option.kinds())
        case Trade():
            return tuple((kind, n) for kind, n in effect.options[0].gain.kinds())
        case Build():
            return ((f"kind-{effect.category}", 0),)
        case Residence():
            return (("residence", 0),)
        case MoveProvost() | Gate() | Stables() | Inn() | Stock() | Nothing():
            return ()
