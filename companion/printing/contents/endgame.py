"""The end of a recorded game: every player's points by source, the formulas, and a chart of prestige by round."""

from collections.abc import Sequence

from companion.engine.scoring import ONE, Account, ScoreLine, ScoreSheet, fields, final_sheet
from companion.i18n.scores import at_start, field_label, of_name, player_name, worked
from companion.i18n.translator import Translator
from companion.printing.contents.chart import Scale, Series, chart
from companion.printing.contents.desk import SheetDesk
from companion.printing.contents.players import SHAPES, badge
from companion.printing.errors import BadChoice
from companion.printing.flow import Block, Cell, Column, Figure, FlowTable, Heading, Leaf, Paragraph, Said
from companion.printing.flow_sheet import flowing
from companion.printing.legible import breakable, legible
from companion.printing.record import DecidedGame, accounted
from companion.printing.text import NamedText

_RIGHT = Column(1, align="right")
_LEAD = (Column(0), Column(0), Column(1), Column(0, align="right"))
"""The first line of a player: rank, mark, name, total."""


@flowing
def endgame(desk: SheetDesk) -> list[Leaf]:
    """The leaf of the given game. Raises `BadChoice` if there is none."""
    if desk.request.record is None:
        raise BadChoice("record", "", ["--record FILE"])
    game = accounted(desk.request.record, desk.request.overlays)
    there, sheet = desk.under(game.rules), game.sheet
    sections = {
        "result": _result(there, game, sheet),
        "counted": _counted(there, game, sheet),
        "chart": _chart(there, game),
        "detail": _detail(there, sheet),
    }
    seats = there.t.say("print.endgame.record", version=game.rules.version, n=len(game.seats))
    return [there.leaf(there.say("print.product.endgame"), sections, seats)]


def called(desk: SheetDesk, player: str) -> Said:
    """The player's name as far as it can be printed, or their color."""
    record = desk.request.record
    names = accounted(record, desk.request.overlays).names if isinstance(record, Account | DecidedGame) else {}
    given = legible(names.get(player, ""))
    return desk.each(f"player.{player}", lambda t: breakable(given or player_name(t, player)))


def _result(desk: SheetDesk, game: Account, sheet: ScoreSheet) -> list[Block]:
    """Who won, a line to write the date on, and every player's points by source, the best first."""
    names = tuple(called(desk, player)[0].text for player in sheet.winners)
    winners = desk.each("score.winner", lambda t: t.say(
        "score.winner" if len(sheet.winners) == 1 else "score.winners", names=names,
    ))  # fmt: skip
    texts = winners if game.over else desk.say("print.endgame.unfinished")
    return [Heading(texts), _date(desk), standings(desk, sheet)]


def _date(desk: SheetDesk) -> FlowTable:
    """A line to write the date on, because records have none."""
    return FlowTable((Column(0), Column(1)), ((desk.put(desk.say("print.pad.date"), "small"), ()), ((), ())))


def standings(desk: SheetDesk, sheet: ScoreSheet) -> FlowTable:
    """A row for each player: rank, mark, name and total, and below them the points from each source."""
    ranks, order = sheet.ranks(), sheet.best_first()
    sources = list(dict.fromkeys(line.source for player in order for line in sheet.players[player].lines)) or ["end"]
    leads = tuple(
        (
            desk.number(ranks[player], "name"),
            (badge(desk.job, player),),
            desk.put(called(desk, player), "player"),
            desk.number(sheet.players[player].total, "sum"),
        )
        for player in order
    )
    rows = tuple(tuple(_points(desk, _sum(sheet, player, source)) for source in sources) for player in order)
    heads = [_source(desk, source) for source in sources]
    return FlowTable((_RIGHT,) * len(sources), rows, _heads(desk, heads), leads=leads, lead=_LEAD)


def _heads(desk: SheetDesk, textses: Sequence[Said]) -> tuple[Cell, ...]:
    """The heads of columns of numbers."""
    return tuple(desk.put(words, "head") for words in textses)


def _points(desk: SheetDesk, points: int | None) -> Cell:
    return () if points is None else desk.number(points, "body")


def _source(desk: SheetDesk, source: str) -> Said:
    return desk.each(f"points.{source}", lambda t: at_start(t.say(f"points.{source}")))


def _sum(sheet: ScoreSheet, player: str, source: str, of: str | None = None) -> int | None:
    """Return a player's points from a source, or None if there were none."""
    lines = [line for line in sheet.players[player].lines if line.source == source and of in (None, line.of)]
    return sum(line.points for line in lines) if lines else None


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
        Figure(lambda width, press: chart(series, width, press, Scale(turn_name(desk)))),
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
            ((), desk.put(_detailed(desk, source, of)), _points(desk, _sum(sheet, player, source, of)))
            for source, of in sorted(details, key=lambda pair: sources.index(pair[0]))
        )
        head = ((badge(desk.job, player),), desk.put(called(desk, player), "player"), ())
        if any(of for _, of in details):
            blocks.append(FlowTable((Column(0), Column(1), Column(0, align="right")), rows, head, apart=True))
    return [Heading(desk.say("print.endgame.detail")), *blocks] if blocks else []


def _detailed(desk: SheetDesk, source: str, of: str) -> Said:
    line = ScoreLine(source, of, 0)

    def said(t: Translator) -> str:
        name, of = at_start(t.say(f"points.{source}")), of_name(t, line)
        return t.labelled(name, of) if of and of != name else name

    return desk.each(f"points.{source}", said)
