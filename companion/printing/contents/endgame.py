"""The end of a recorded game, to keep: who won, everybody's points by source, the castle, a chart, and how it came."""

from collections import Counter
from collections.abc import Sequence
from datetime import date as calendar

from babel.dates import format_date

from companion.engine.scoring import ONE, Account, ScoreLine, ScoreSheet, fields, final_sheet
from companion.i18n.scores import at_start, field_label, of_name, player_name, source_name, worked
from companion.i18n.translator import Translator
from companion.printing import icons
from companion.printing.contents.chart import Series, chart
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.signs import SHAPES, badge
from companion.printing.display import END, Icon, Item, Line, Mark, Rect
from companion.printing.errors import BadChoice
from companion.printing.flow import (
    Best,
    Block,
    Cell,
    Column,
    Drawn,
    Figure,
    FlowTable,
    Heading,
    Leaf,
    Paragraph,
    Put,
    Said,
)
from companion.printing.flow_set import Press, said_at, shifted
from companion.printing.flow_sheet import flowing
from companion.printing.legible import breakable, legible
from companion.printing.record import accounted
from companion.printing.rows import Sign, drawn
from companion.printing.text import NamedText

_RIGHT = Column(1, align="right")
_NARROW = Column(0, align="right", words=True)

_LAUREL = 5.6
"""The height of the winner's laurel, as a multiple of the size of a title."""

_PICTURE = 62.0
"""The greatest width of the castle, in millimeters."""

_END = "end"
"""The source of what was counted at the end; each of its kinds has a column of its own."""

_ICONS = {
    "built": "house", "castle": "section-dungeon", "scoring": "section-walls", "used": "worker", "effect": "arrow",
    "favor": "favor", "gold": "gold", "cubes": "plain", "deniers": "coin", "token": "token", "road": "card",
    "prestige": "kind-prestige", "track": "prestige", "bonus": "plain",
}  # fmt: skip
"""The icon above the column of a source."""


@flowing
def endgame(desk: SheetDesk) -> list[Leaf]:
    """The leaf of the given game. Raises `BadChoice` if there is none."""
    if desk.request.record is None:
        raise BadChoice("record", "", ["--record FILE"])
    game = accounted(desk.request.record, desk.request.overlays)
    there, sheet = desk.under(game.rules), game.sheet
    sections = {
        "winner": _winner(there, game, sheet),
        "result": [standings(there, sheet), *([] if there.request.big else _best(there))],
        "chart": _chart(there, game),
        "castle": _castle(there, sheet),
        "sign": [_sign(there, game.day)],
        "counted": _counted(there, game, sheet),
        "detail": _detail(there, sheet),
    }
    stands = game.over and _sections(there)
    title = there.say("print.endgame.title" if stands else "print.product.endgame")
    return [there.leaf(title, sections, there.t.say("print.endgame.record", n=len(game.seats)))]


def called(desk: SheetDesk, player: str) -> Said:
    """The player's name as far as it can be printed, or their color."""
    record = desk.request.record
    names = accounted(record, desk.request.overlays).names if isinstance(record, Account) else {}
    given = legible(names.get(player, ""))
    return desk.each(f"player.{player}", lambda t: breakable(given or player_name(t, player)))


# who won


def _winner(desk: SheetDesk, game: Account, sheet: ScoreSheet) -> list[Block]:
    """Who won and with how many points, beside a laurel; or that the game is not over."""
    if not game.over:
        return [Heading(desk.say("print.endgame.unfinished"))]
    return [Figure(lambda width, press: _crowned(desk, sheet, width, press), apart=False)]


def _crowned(desk: SheetDesk, sheet: ScoreSheet, width: float, press: Press) -> Drawn:
    high = _LAUREL * press.unit * 1.9
    across = round(high * 64 / 60, 3)
    side = high * 0.32
    items: list[Item] = [Icon("laurel", 0, 0, across)]
    for place, player in enumerate(sheet.winners):
        x = across / 2 - side * len(sheet.winners) / 2 + place * side
        items += drawn(badge(desk.job, player).choices[0], x, high * 0.48 - side / 2, side)
    x, room = across + press.unit * 3, width - across - press.unit * 3
    names = desk.each("score.winner", lambda t: t.all_of([called(desk, player)[0].text for player in sheet.winners]))
    points = sheet.players[sheet.winners[0]].total
    alone = len(sheet.winners) == 1
    said = desk.say("print.endgame.won", points=points) if alone else desk.say(
        "print.endgame.won_together", points=points,
    )  # fmt: skip
    name, above = said_at(names, "title", room, "left", press)
    told, below = said_at(said, "heading", room, "left", press)
    gap = press.unit * 2.2
    y = (high - name - gap - told) / 2
    items += (Mark("H2"), *shifted(above, x, y), END, Mark("P"), *shifted(below, x, y + name + gap), END)
    return high, tuple(items)


# the points


def standings(desk: SheetDesk, sheet: ScoreSheet) -> FlowTable:
    """A row for each player: rank, mark, name, the points from each source with the best marked, and the total.

    Big print has no room for the sources, which its details tell.
    """
    ranks, order = sheet.ranks(), sheet.best_first()
    keys = list(dict.fromkeys(_key(line) for player in order for line in sheet.players[player].lines))
    keys.sort(key=lambda key: key[0] == _END)
    keys = [] if desk.request.big else keys
    points = {key: {player: _sum(sheet, player, key) for player in order} for key in keys}
    rows = tuple(
        (
            desk.number(ranks[player], "name"), (badge(desk.job, player),), desk.put(called(desk, player), "player"),
            *(_points(desk, points[key][player], tuple(points[key].values())) for key in keys),
            desk.number(sheet.players[player].total, "sum"),
        )
        for player in order
    )  # fmt: skip
    head = (
        (), (), (), *(_head(desk, key) for key in keys),
        (*desk.icon("prestige"), Put(desk.say("print.endgame.total"), "total")),
    )  # fmt: skip
    columns = (Column(0), Column(0), Column(1), *(_NARROW for _ in keys), Column(0, align="right"))
    return FlowTable(columns, rows, head)


Key = tuple[str, str]
"""A source of points; for what was counted at the end, also of what."""


def _key(line: ScoreLine) -> Key:
    return (line.source, line.of if line.source == _END else "")


def _sum(sheet: ScoreSheet, player: str, key: Key) -> int | None:
    """Return a player's points from a source, or None if there were none."""
    lines = [line for line in sheet.players[player].lines if _key(line) == key]
    return sum(line.points for line in lines) if lines else None


def _head(desk: SheetDesk, key: Key) -> Cell:
    source, of = key
    line = ScoreLine(source, of, 0, rate=ONE if source == _END else None)
    name = desk.each(f"points.{source}", lambda t: at_start(source_name(t, line)))
    icon = _ICONS.get(of or source, f"section-{of}" if of in _sections(desk) else "")
    sign = Sign(icon) if icon else Sign(text="−" if source == "refusal" else "+")
    return (*desk.icons(f"points.{source}", (sign,)), Put(name, "column"))


def _points(desk: SheetDesk, points: int | None, all_points: Sequence[int | None]) -> Cell:
    """A number; the best of its column stands out if it is worth something and not everybody's."""
    if points is None:
        return ()
    number = (NamedText(desk.t.number(points), "number", desk.t.code),)
    given = [one or 0 for one in all_points]
    best = points > 0 and points == max(given) and min(given) < points
    return (Best(number) if best else Put(number),)


def _best(desk: SheetDesk) -> list[Block]:
    sample = (NamedText("12", "number", desk.t.code),)
    said = desk.put(desk.say("print.endgame.best"), "small")
    return [FlowTable((Column(width=7, align="center"), Column(1)), (((Best(sample, "small"),), said),))]


# the castle


def _castle(desk: SheetDesk, sheet: ScoreSheet) -> list[Block]:
    """Who built what of the castle, from the points that it brought; nothing if these are not known."""
    houses = {name: _houses(desk, sheet, name) for name in _sections(desk)}
    if not any(houses.values()):
        return []
    return [
        Heading(desk.say("print.endgame.built")),
        Figure(lambda width, press: _built(desk, houses, width, press), apart=False),
    ]


def _sections(desk: SheetDesk) -> list[str]:
    return list(dict(desk.rules.data.things()).get("section", ()))


def _houses(desk: SheetDesk, sheet: ScoreSheet, section: str) -> list[str]:
    """Return the player of each house or token of a section, the best player first."""
    worth = int(desk.rules.data.castle.sections[section].prestige)  # type: ignore[attr-defined]
    found = Counter[str]()
    for player in sheet.best_first():
        for line in sheet.players[player].lines:
            if line.source in ("castle", "token") and line.of == section:
                found[player] += line.points // worth
    return list(found.elements())


def _built(desk: SheetDesk, houses: dict[str, list[str]], width: float, press: Press) -> Drawn:
    """The castle, and below it or where there is room beside it a row of stones for each section."""
    drawing = icons.woodcut(("castle",), desk.job.library.overlays)
    if not drawing or press.big:
        return _stones(desk, houses, width, press)
    shape, broad = icons.drawing(drawing), min(width, _PICTURE)
    high = broad * shape.height / shape.width
    beside = width > 2 * _PICTURE
    left = broad + press.unit * 3 if beside else 0.0
    tall, stones = _stones(desk, houses, width - left, press)
    castle = Icon(drawing, 0 if beside else (width - broad) / 2, 0, broad)
    top = max(high - tall, 0.0) / 2 if beside else high + press.unit
    return max(high, top + tall), (castle, *shifted(stones, left, top))


def _stones(desk: SheetDesk, houses: dict[str, list[str]], width: float, press: Press) -> Drawn:
    """A row of stones for each section, the last one built on top."""
    side = press.unit * 1.9
    across = max(int(width / side), 1)
    items: list[Item] = []
    y = 0.0
    for section, owners in reversed(houses.items()):
        high, name = said_at(desk.name(f"section.{section}"), "strong", width - side * 2, "left", press)
        items.append(Icon(f"section-{section}", 0, y + (side - press.icon) / 2, round(press.icon, 3)))
        items += shifted(name, press.icon * 1.4, y + (side - high) / 2)
        count, number = said_at((NamedText(str(len(owners)), "number", desk.t.code),), "strong", width, "right", press)
        items += shifted(number, 0, y + (side - count) / 2)
        y += side
        for place, player in enumerate(owners):
            row, column = divmod(place, across)
            x, top = column * side, y + row * side
            items.append(Rect(x, top, side, side, "ground", "ink", 0.4))
            items += drawn(badge(desk.job, player).choices[0], x + side * 0.1, top + side * 0.1, side * 0.8)
        y += -(-len(owners) // across) * side + press.unit * 0.8
    return y, tuple(items)


# to sign


def _sign(desk: SheetDesk, day: str) -> Figure:
    """Lines for the date, which is empty for a record that has none, and for signatures."""
    return Figure(lambda width, press: _signed(desk, day, width, press))


def _signed(desk: SheetDesk, day: str, width: float, press: Press) -> Drawn:
    high, part = press.unit * 4.0, width * 0.32
    date, first = said_at(desk.say("print.pad.date"), "small", part, "left", press)
    _, second = said_at(desk.say("print.endgame.signed"), "small", width - part, "left", press)
    left = part + press.unit * 2
    lines = (Line(0, high, part, high, 0.5, "ink"), Line(left, high, width, high, 0.5, "ink"))
    y = high + press.unit * 0.5
    items = (*lines, *shifted(first, 0, y), *shifted(second, left, y))
    if day:
        named = desk.each("print.pad.date", lambda t: format_date(calendar.fromisoformat(day), locale=t.locale))
        tall, written = said_at(named, "small", part, "left", press)
        items += shifted(written, 0, high - tall - press.unit * 0.3)
    return y + date, items


def _heads(desk: SheetDesk, textses: Sequence[Said]) -> tuple[Cell, ...]:
    """The heads of columns of numbers."""
    return tuple(desk.put(words, "head") for words in textses)


def _counted(desk: SheetDesk, game: Account, sheet: ScoreSheet) -> list[Block]:
    """What was scored at the end by a formula: for each player the amount, the formula, and the points."""
    counted = final_sheet(game.rules, game.held).players
    rated = [(place, of) for place, (of, rate) in enumerate(fields(game.rules).items()) if rate != ONE]
    heads = [desk.each(of, lambda t, of=of: field_label(t, of)) for _, of in rated]  # type: ignore[misc]
    rows = tuple(
        (
            (badge(desk.job, player),),
            *(
                desk.put((NamedText(worked(desk.t, counted[player].lines[place]), of, desk.t.code),))
                for place, of in rated
            ),
        )
        for player in sheet.best_first()
    )
    columns = (Column(0), *(_RIGHT,) * len(rated))
    table = FlowTable(columns, rows, ((), *_heads(desk, heads)))
    note = Paragraph(desk.say("print.endgame.rounded"), "small")
    return [Heading(desk.say("print.endgame.counted")), table, note]


def _chart(desk: SheetDesk, game: Account) -> list[Block]:
    """A chart of each player's prestige at the end of each round; nothing if points are only counted at the end."""
    turns = game.turns
    if not any(any(turn.values()) for turn in turns[:-1]):
        return []
    series = tuple(
        Series(player, f"shape-{SHAPES[player]}", tuple(turn[player] for turn in turns)) for player in game.seats
    )
    return [
        Heading(desk.say("print.endgame.chart")),
        Figure(lambda width, press: chart(series, width, press, turn_name(desk))),
    ]


def turn_name(desk: SheetDesk) -> str:
    """The word of the box for a turn of the whole table."""
    term = next(term for term in ("round", "turn") if term in desk.rules.data.words.terms)
    return desk.t.name(f"term.{term}")


def _detail(desk: SheetDesk, sheet: ScoreSheet) -> list[Block]:
    """For each player every source, with what the points were for."""
    blocks: list[Block] = []
    for player in sheet.best_first():
        lines = sheet.players[player].lines
        details = dict.fromkeys((line.source, line.of) for line in lines)
        sources = list(dict.fromkeys(line.source for line in lines))
        rows = tuple(
            ((), desk.put(_detailed(desk, source, of)), desk.number(_part(sheet, player, source, of), "body"))
            for source, of in sorted(details, key=lambda pair: sources.index(pair[0]))
        )
        head = ((badge(desk.job, player),), desk.put(called(desk, player), "player"), ())
        if any(of for _, of in details):
            blocks.append(FlowTable((Column(0), Column(1), Column(0, align="right")), rows, head, apart=True))
    return [Heading(desk.say("print.endgame.detail")), *blocks] if blocks else []


def _part(sheet: ScoreSheet, player: str, source: str, of: str) -> int:
    return sum(line.points for line in sheet.players[player].lines if (line.source, line.of) == (source, of))


def _detailed(desk: SheetDesk, source: str, of: str) -> Said:
    line = ScoreLine(source, of, 0)

    def said(t: Translator) -> str:
        name, of = at_start(t.say(f"points.{source}")), of_name(t, line)
        return t.labelled(name, of) if of and of != name else name

    return desk.each(f"points.{source}", said)
