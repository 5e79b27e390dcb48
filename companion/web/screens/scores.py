"""The current points: their sources, the result if the game ended now, and their history by round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.engine.scoring import Account, ScoreLine, ScoreSheet, fields
from companion.i18n.scores import at_start, field_label, of_name, source_name, worked
from companion.table.account import account, as_it_lies
from companion.table.snapshot import TableSnapshot
from companion.table.vocabulary import Depth
from companion.web.parts.chart import Chart, chart
from companion.web.parts.naming import turn_noun
from companion.web.viewer import Viewer, tables


@dataclass(frozen=True)
class ScoreRow:
    """A row of the sheet: what it is for, and each player's points with their calculation."""

    label: str
    cells: tuple[str, ...]
    """Points, or their calculation."""
    details: tuple["ScoreRow", ...] = ()
    points: tuple[int, ...] = ()
    """The points as numbers, for comparison."""


@dataclass(frozen=True)
class Points:
    """The score sheet and the chart."""

    players: Sequence[str]
    """The best first."""
    ranks: Mapping[str, int]
    """Everybody's rank."""
    totals: Mapping[str, int]
    """Everybody's points."""
    rows: Sequence[ScoreRow]
    """The points by source."""
    chart: Chart | None
    """The points by turn, from the second turn on."""
    turns: Sequence[Mapping[str, int]]
    """The same as numbers."""
    turn: str
    """The word for a turn of the whole table."""


@dataclass(frozen=True)
class Lying:
    """The final scoring if the game ended now."""

    rows: Sequence[ScoreRow]
    totals: Mapping[str, int]


@dataclass(frozen=True)
class ScoresScreen(Points):
    """The same while the game goes on."""

    lies: Lying | None = None
    """What the end would bring as the table lies."""


def scores(viewer: Viewer) -> ScoresScreen:
    result = account(viewer.table, tables().log(viewer.place.opened.id))
    running = viewer.table.depth != Depth.SHEET and not viewer.table.finished
    lies = lying(viewer, viewer.table, result.sheet.best_first()) if running else None
    return ScoresScreen(**vars(points(viewer, result)), lies=lies)


def points(viewer: Viewer, result: Account) -> Points:
    players, ranks = result.sheet.best_first(), result.sheet.ranks()
    names = {colour: viewer.name(colour) for colour in result.seats}
    return Points(
        players=players,
        ranks=ranks,
        totals={colour: result.sheet.players[colour].total for colour in players},
        rows=rows(viewer, explained(result), players),
        chart=chart(result.turns, names),
        turns=result.turns,
        turn=turn_noun(viewer.t),
    )


def explained(result: Account) -> ScoreSheet:
    """Return the points, with the amounts and rates behind those of the final scoring."""
    rates = fields(result.rules)
    sheets = {}
    for colour, sheet in result.sheet.players.items():
        lines = []
        for line in sheet.lines:
            rate, amount = rates.get(line.of), result.held[colour].get(line.of, 0)
            counted = line.source in ("end", "token") and rate is not None and rate.of(amount) == line.points
            lines.append(replace(line, amount=amount, rate=rate) if counted else line)
        sheets[colour] = replace(sheet, lines=tuple(lines))
    return ScoreSheet(sheets)


def rows(viewer: Viewer, sheet: ScoreSheet, players: list[str]) -> list[ScoreRow]:
    """Return a row for each source, with details of what the points were for."""
    keys = dict.fromkeys((line.source, line.of) for colour in players for line in sheet.players[colour].lines)
    return [_source(viewer, sheet, players, source, [of for s, of in keys if s == source]) for source in _sources(keys)]


def _sources(keys: dict[tuple[str, str], None]) -> list[str]:
    """Return the sources in the order in which they first gave points, the final scoring last."""
    sources = list(dict.fromkeys(source for source, _ in keys))
    return [*(s for s in sources if s != "end"), *(s for s in sources if s == "end")]


def _source(viewer: Viewer, sheet: ScoreSheet, players: list[str], source: str, things: list[str]) -> ScoreRow:
    mine = [[line.points for line in sheet.players[c].lines if line.source == source] for c in players]
    sums = tuple(_number(viewer, sum(lines)) if lines else "" for lines in mine)
    label = at_start(viewer.t.say(f"points.{source}"))
    details = tuple(_detail(viewer, sheet, players, source, of) for of in things) if any(things) else ()
    return ScoreRow(label, sums, details, tuple(map(sum, mine)))


def _detail(viewer: Viewer, sheet: ScoreSheet, players: list[str], source: str, of: str) -> ScoreRow:
    lines = {
        colour: next(
            (
                score_line
                for score_line in sheet.players[colour].lines
                if (score_line.source, score_line.of) == (source, of)
            ),
            None,
        )
        for colour in players
    }
    some = next(line for line in lines.values() if line is not None)
    return ScoreRow(_label(viewer, some), tuple(_cell(viewer, line) for line in lines.values()))


def _label(viewer: Viewer, line: ScoreLine) -> str:
    if line.rate is not None:
        return at_start(field_label(viewer.t, line.of) if line.source == "token" else source_name(viewer.t, line))
    return at_start(of_name(viewer.t, line) or viewer.t.say("web.scores.other"))


def _cell(viewer: Viewer, line: ScoreLine | None) -> str:
    return (worked(viewer.t, line) or _number(viewer, line.points)) if line else ""


def _number(viewer: Viewer, n: int) -> str:
    return viewer.t.number(n)


def lying(viewer: Viewer, table: TableSnapshot, players: list[str]) -> Lying:
    sheet = as_it_lies(table)
    lines = [
        ScoreRow(
            _label(viewer, replace(line, source="end")),
            tuple(_cell(viewer, sheet.players[c].lines[n]) for c in players),
        )
        for n, line in enumerate(sheet.players[players[0]].lines)
    ]
    return Lying(lines, {colour: sheet.players[colour].total for colour in players})
