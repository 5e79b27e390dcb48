"""The end of a recorded game: every player's points by source, the formulas, and a chart of prestige by round."""

import re

from companion.engine.scoring import ONE, Account, ScoreLine, ScoreSheet, fields, final_sheet
from companion.i18n.scores import at_start, field_label, of_name, player_name, worked
from companion.i18n.translator import Translator
from companion.printing.contents.chart import Series, chart
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.players import SHAPES, badge
from companion.printing.errors import BadChoice
from companion.printing.flow import Block, Cell, Column, Figure, FlowTable, Heading, Leaf, Paragraph, Put, Said
from companion.printing.flow_sheet import flowing
from companion.printing.record import accounted
from companion.printing.text import NamedText

_LABEL, _LONG_LABEL = 1.4, 2.0
"""The width of the first column in relation to the others."""

_LONG_WORD = re.compile(r"(\S{16})(?=\S)")
"""Where a long name without spaces may break."""

_RIGHT = Column(0.6, align="right")


@flowing
def endgame(desk: SheetDesk) -> list[Leaf]:
    """The leaf of the given game. Raises `BadChoice` if there is none."""
    if desk.request.record is None:
        raise BadChoice("record", "", ["--record FILE"])
    game = accounted(desk.request.record, desk.request.overlays)
    there, sheet = desk.under(game.rules), game.sheet
    sections = {
        "result": _result(there, game, sheet),
        "sources": _sources(there, sheet),
        "counted": _counted(there, game, sheet),
        "chart": _chart(there, game),
        "detail": _detail(there, sheet),
    }
    seats = there.t.say("print.endgame.record", version=game.rules.version, n=len(game.seats))
    return [there.leaf(there.say("print.product.endgame"), sections, seats)]


def _shown(desk: SheetDesk, player: str) -> Cell:
    """A player: the mark, with the name below it."""
    return (badge(desk.job, player), Put(_name(desk, player), "head"))


def _name(desk: SheetDesk, player: str) -> Said:
    """The player's name, or their color if they gave none."""
    parted = _LONG_WORD.sub("\\1\u200b", _given(desk, player))
    return desk.each(f"player.{player}", lambda t: parted or player_name(t, player))


def _given(desk: SheetDesk, player: str) -> str:
    record = desk.request.record
    return record.names.get(player, "") if isinstance(record, Account) else ""


def _result(desk: SheetDesk, game: Account, sheet: ScoreSheet) -> list[Block]:
    """The ranking, and a line to write the date on."""
    winners = desk.each("score.winner", lambda t: t.say(
        "score.winner" if len(sheet.winners) == 1 else "score.winners",
        names=tuple(_given(desk, player) or player_name(t, player) for player in sheet.winners),
    ))  # fmt: skip
    said = winners if game.over else desk.say("print.endgame.unfinished")
    ranks = sheet.ranks()
    rows = tuple(
        (
            desk.number(ranks[player], "name"),
            (badge(desk.job, player),),
            desk.put(_name(desk, player), "strong"),
            desk.number(sheet.players[player].total, "total"),
        )
        for player in sheet.best_first()
    )
    shape = (Column(0), Column(0), Column(1), Column(0, align="right"))
    return [Heading(said), FlowTable(shape, rows), _date(desk)]


def _date(desk: SheetDesk) -> FlowTable:
    """A line to write the date on, because records have none."""
    return FlowTable((Column(0), Column(1)), ((desk.put(desk.say("print.pad.date"), "small"), ()), ((), ())))


def _table(desk: SheetDesk, sheet: ScoreSheet, rows: list[tuple[Cell, ...]], label: float) -> FlowTable:
    """A table with a column for each player, headed by mark and name, or by the mark alone if the names do not fit."""
    columns = (Column(label), *(_RIGHT for _ in sheet.players))
    head, short = (
        ((), *(shown(desk, player) for player in sheet.best_first()))
        for shown in (_shown, lambda desk, player: (badge(desk.job, player),))
    )
    return FlowTable(columns, tuple(rows), head, short)


def _sources(desk: SheetDesk, sheet: ScoreSheet) -> list[Block]:
    """A row for each source of points, and the total."""
    found = dict.fromkeys(line.source for player in sheet.players.values() for line in player.lines)
    rows = [(_source(desk, source), [_sum(sheet, player, source) for player in sheet.best_first()]) for source in found]
    totals = [sheet.players[player].total for player in sheet.best_first()]
    return [
        Heading(desk.say("print.endgame.sources")),
        _points(desk, sheet, rows, _LABEL, (desk.say("score.total"), totals)),
    ]


def _source(desk: SheetDesk, source: str) -> Said:
    return desk.each(f"points.{source}", lambda t: at_start(t.say(f"points.{source}")))


def _sum(sheet: ScoreSheet, player: str, source: str, of: str | None = None) -> int | None:
    """Return a player's points from a source, or None if there were none."""
    lines = [line for line in sheet.players[player].lines if line.source == source and of in (None, line.of)]
    return sum(line.points for line in lines) if lines else None


def _points(
    desk: SheetDesk,
    sheet: ScoreSheet,
    rows: list[tuple[Said, list[int | None]]],
    label: float,
    total: tuple[Said, list[int]] | None = None,
) -> FlowTable:
    """A table of numbers with a column for each player."""
    cells = [
        (desk.put(said), *(() if n is None else desk.number(n, "body") for n in numbers)) for said, numbers in rows
    ]
    if total:
        cells.append((desk.put(total[0], "total"), *(desk.number(n, "total") for n in total[1])))
    return _table(desk, sheet, cells, label)


def _counted(desk: SheetDesk, game: Account, sheet: ScoreSheet) -> list[Block]:
    """What was scored at the end by a formula: the amount, the formula, and the points."""
    counted = final_sheet(game.rules, game.held).players
    rows = []
    for place, (of, rate) in enumerate(fields(game.rules).items()):
        if rate != ONE:
            said = desk.each(of, lambda t, of=of: field_label(t, of))  # type: ignore[misc]
            lines = (counted[player].lines[place] for player in sheet.best_first())
            cells = (desk.put((NamedText(worked(desk.t, line), of, desk.t.code),)) for line in lines)
            rows.append((desk.put(said), *cells))
    note = Paragraph(desk.say("print.endgame.rounded"), "small")
    return [Heading(desk.say("print.endgame.counted")), _table(desk, sheet, rows, _LABEL), note]


def _chart(desk: SheetDesk, game: Account) -> list[Block]:
    """A chart of each player's prestige at the end of each round; nothing if points are only counted at the end."""
    turns = game.turns
    if not any(any(turn.values()) for turn in turns[:-1]):
        return []
    named = {player: _given(desk, player) or player_name(desk.t, player) for player in game.seats}
    series = tuple(
        Series(player, f"shape-{SHAPES[player]}", name, tuple(turn[player] for turn in turns))
        for player, name in named.items()
    )
    round_ = next(term for term in ("round", "turn") if term in desk.rules.data.words.terms)
    return [
        Heading(desk.say("print.endgame.chart")),
        Figure(lambda width, body: chart(series, width, body, desk.t.name(f"term.{round_}"))),
    ]


def _detail(desk: SheetDesk, sheet: ScoreSheet) -> list[Block]:
    """Every source, with what the points were for."""
    found = dict.fromkeys((line.source, line.of) for player in sheet.players.values() for line in player.lines)
    sources = list(dict.fromkeys(source for source, _ in found))
    rows = [
        (_detailed(desk, source, of), [_sum(sheet, player, source, of) for player in sheet.best_first()])
        for source, of in sorted(found, key=lambda pair: sources.index(pair[0]))
        if of
    ]
    return [Heading(desk.say("print.endgame.detail")), _points(desk, sheet, rows, _LONG_LABEL)]


def _detailed(desk: SheetDesk, source: str, of: str) -> Said:
    line = ScoreLine(source, of, 0)

    def said(t: Translator) -> str:
        name, of = at_start(t.say(f"points.{source}")), of_name(t, line)
        return t.labelled(name, of) if of and of != name else name

    return desk.each(f"points.{source}", said)
